/** The payment and the sale that the till works on, and the screen that follows from them. */

import { createStore } from 'zustand/vanilla';
import type { Decision, RunningPayment } from '../../main/wire/events.ts';
import type { TillView } from '../../main/wire/till.ts';
import type { SalePart, SmartTransaction } from '../../main/wire/transactions.ts';
import type { Tender } from '../bridge/client.ts';
import { needsDayEnd, type Problem } from '../bridge/problem.ts';
import { isOutcomeUnknown, type PendingDecision, pendingDecisionOf, subjectIdOf } from './paymentState.ts';
import { isClosed, isPaid, isPartlyReversed } from './saleState.ts';

/** Our own request that moves money, from the press of the button until its answer. It locks out every other request. */
export interface Busy {
  readonly action: Tender | 'giveBack' | 'payOut' | 'cashBack' | 'reverse' | 'decide' | 'keep';
  readonly amount: number;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** Parts that go back: somebody is asked, or reads what has gone back. */
export interface GiveBack {
  readonly state: 'asking' | 'done';
  readonly parts: readonly SalePart[];
}

/** The refused step, and the way to try it again. */
export interface DeclinedStep {
  /** `part`: some or all of what was missing. `giveBack`: the return of a part. `payOut`: money for goods that came back. */
  readonly kind: 'part' | 'giveBack' | 'payOut';
  /** Amount that was not paid, or did not go back; minor units, with the tip of a part that stays paid. */
  readonly amount: number;
  /** Of a part: what should have paid it. */
  readonly tender: Tender | null;
  /** Slip of the terminal about the refusal; left out where it printed none. */
  readonly slip?: SmartTransaction['receipt'];
  /** Amount that had gone back before the refusal; minor units. */
  readonly goneBack: number;
  /** Tries it once more; a card may be taken at another terminal. */
  readonly again: (terminal?: string) => Promise<void>;
}

export type CustomerTask = 'menu' | 'newCard' | 'topUp' | 'payOut' | 'redeem' | 'sell' | 'checkins';

export interface TillState {
  readonly device: TillView['device'] | null;
  /** The latest document of the sale. */
  readonly sale: SmartTransaction | null;
  readonly payment: RunningPayment | null;
  /** The decision of a person about this sale, made when the terminal could not report the outcome. */
  readonly decision: Decision | null;
  /** Reason that the terminal gave for a payment that failed. */
  readonly reason: TillView['reason'];
  readonly busy: Busy | null;
  /** The answer to a request that moves money was lost: only the bridge knows the outcome. */
  readonly answerLost: boolean;
  /** The cashier asked here to stop the payment. Stays set, so that an approval that comes after that is shown as unwanted. */
  readonly stopRequested: boolean;
  /** Id of the sale whose approval somebody was asked about: who answers has read it, and it is not unwanted on the receipt. */
  readonly askedAbout: string | null;
  readonly failure: Problem | null;
  /** The cashier has read that the payment failed and has continued. */
  readonly failureSeen: boolean;
  readonly cashOpen: boolean;
  /** The dialog for a part is open. */
  readonly partOpen: boolean;
  /** The dialog for a tip: before a card is taken, or to change the tip of this basket; null while it is closed. */
  readonly tipOpen: 'beforeCard' | 'change' | null;
  /** The dialog about parts that go back to the customer; null while it is closed. */
  readonly giveBack: GiveBack | null;
  /** A step of the sale on the screen that was refused while the sale itself goes on; null where there is none. */
  readonly declined: DeclinedStep | null;
  /** Content of the dialog for cards and vouchers; null while it is closed. */
  readonly customerOpen: CustomerTask | null;
  /** A scanned code that this dialog looks up. */
  readonly customerCode: string | null;
  /** The reversal of this sale's payment was refused. */
  readonly refusedReversal: { readonly sale: string; readonly problem: Problem } | null;
  /** Our answer to a question of the terminal, with the problem of an answer that was refused. */
  readonly reply: {
    readonly question: string;
    readonly state: 'sending' | 'sent' | 'refused';
    readonly problem: Problem | null;
  } | null;
  /** The terminal is being asked for the outcome of a payment. */
  readonly askingTerminal: boolean;
}

export type Screen =
  | 'till'
  | 'payment'
  | 'question'
  | 'handOver'
  | 'unknown'
  | PendingDecision
  | 'declined'
  /** Some of the money of a cancelled sale has gone back, and some could not. */
  | 'partlyReversed'
  | 'receipt';

const empty: TillState = {
  device: null,
  sale: null,
  payment: null,
  decision: null,
  reason: null,
  busy: null,
  answerLost: false,
  stopRequested: false,
  askedAbout: null,
  failure: null,
  failureSeen: false,
  cashOpen: false,
  partOpen: false,
  tipOpen: null,
  giveBack: null,
  declined: null,
  customerOpen: null,
  customerCode: null,
  refusedReversal: null,
  reply: null,
  askingTerminal: false,
};

export type TillStore = ReturnType<typeof createTill>;

export function createTill() {
  const store = createStore<TillState>(() => empty);
  return {
    ...store,
    set: (part: Partial<TillState>) => store.setState(part),

    /** Takes the bridge's view of the till; `payment` is null unless it belongs on this screen. */
    setView: ({ device, transaction, payment, decision, reason }: TillView) =>
      store.setState(state => ({
        device,
        ...withPayment(state, payment),
        sale: state.busy ? state.sale : transaction,
        decision: state.busy ? state.decision : decision,
        reason: state.busy ? state.reason : reason,
      })),

    /** Takes the payment that belongs on this screen. */
    takePayment: (payment: RunningPayment | null) => store.setState(state => withPayment(state, payment)),

    /** Takes the lock. False while another request holds it, or when the screen does not allow the action: send nothing. */
    begin(busy: Busy): boolean {
      const state = store.getState();
      if (isLocked(state, busy.action) || !ALLOWED_SCREENS[busy.action].includes(screenOf(state))) return false;
      store.setState({ busy, stopRequested: false, failure: null, declined: null, decision: null, reason: null });
      return true;
    },

    end: (part: Partial<TillState> = {}) => store.setState({ busy: null, ...part }),
  };
}

/** The screen for this state. An unknown outcome comes before everything else. */
export function screenOf(state: TillState): Screen {
  const { payment, busy, answerLost, sale, failure, failureSeen, declined } = state;
  if (answerLost || isOutcomeUnknown(payment)) return 'unknown';
  const decision = pendingDecisionOf(payment);
  if (decision) return decision;
  if (payment?.step === 'question' && payment.question) return 'question';
  if (payment?.step === 'handOver') return 'handOver';
  if (payment || busy?.action === 'cashless' || busy?.action === 'reverse') return 'payment';
  if (isPartlyReversed(sale)) return 'partlyReversed';
  if (sale?.status === 'pending') return 'unknown';
  if (isClosed(sale)) return 'receipt';
  // A pay-out that failed is paid out otherwise, from its basket.
  const isPayOut = (sale?.basket_info.missing_sum ?? 0) < 0;
  const refused = (sale?.status === 'failed' && !isPayOut) || declined !== null || needsDayEnd(failure);
  return refused && !failureSeen && !busy ? 'declined' : 'till';
}

/** Id of the payment or sale that this screen is about, so that no confirmation or print is carried over; empty on screens of the basket. */
export function screenSubjectOf(state: TillState): string {
  if (!SCREENS_WITH_SUBJECT.has(screenOf(state))) return '';
  return state.payment ? subjectIdOf(state.payment) : (state.sale?.id ?? '');
}

const SCREENS_WITH_SUBJECT: ReadonlySet<Screen> = new Set([
  'question',
  'handOver',
  'unknown',
  'late',
  'signature',
  'partlyReversed',
  'receipt',
]);

/** A person's decision that the sale on the screen is not paid; null where the terminal reported the outcome itself. */
export const decidedNotPaid = ({ decision, sale }: TillState): Decision | null =>
  decision && !decision.happened && sale?.status === 'failed' ? decision : null;

/** Somebody at this screen or elsewhere asked to stop the payment on the screen. */
export const isStopping = ({ payment, stopRequested }: Pick<TillState, 'payment' | 'stopRequested'>): boolean =>
  stopRequested || (payment?.aborting ?? false);

/**
 * Paid although somebody asked to stop, and nobody was asked whether to keep it. Of a stop elsewhere only the sale is believed: an
 * event about the stop may be that of an earlier attempt, or come after the decision.
 */
export const isPaidAfterStop = ({ sale, stopRequested, askedAbout }: TillState): boolean =>
  isPaid(sale?.status) &&
  sale?.id !== askedAbout &&
  (stopRequested || (sale?.outcome.abort_requested ?? false)) &&
  !sale?.outcome.late;

const withPayment = (state: TillState, payment: RunningPayment | null) => ({
  payment,
  askedAbout: pendingDecisionOf(payment) ? (payment?.transaction ?? null) : state.askedAbout,
});

/**
 * A decision may be made although the request of the payment has no answer yet: the decision takes over the lock, and the
 * late answer changes nothing.
 */
const isLocked = ({ busy }: TillState, action: Busy['action']): boolean =>
  busy !== null && !(DECISIONS.includes(action) && !isDeciding({ busy }));

const DECISIONS: readonly Busy['action'][] = ['decide', 'keep', 'reverse'];

/** True while a decision is being sent that no terminal takes part in: its answer says what the screen shows next. */
export const isSettling = ({ busy }: Pick<TillState, 'busy'>): boolean =>
  busy?.action === 'keep' || busy?.action === 'decide';

/** True while a decision about money is being sent, so that no second decision may follow. */
export const isDeciding = ({ busy }: Pick<TillState, 'busy'>): boolean =>
  busy !== null && DECISIONS.includes(busy.action);

const ALLOWED_SCREENS: Readonly<Record<Busy['action'], readonly Screen[]>> = {
  cash: ['till', 'declined'],
  cashless: ['till', 'declined'],
  loyalty: ['till', 'declined'],
  voucher: ['till', 'declined'],
  giveBack: ['till', 'declined'],
  payOut: ['till', 'declined'],
  cashBack: ['partlyReversed'],
  reverse: ['receipt', 'partlyReversed', 'late', 'signature'],
  decide: ['unknown'],
  keep: ['late', 'signature'],
};
