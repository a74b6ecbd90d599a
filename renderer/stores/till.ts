/** What the till is doing with the money, and which screen that calls for. */

import { createStore } from 'zustand/vanilla';
import type { Decision, RunningPayment } from '../../main/wire/events.ts';
import type { TillView } from '../../main/wire/till.ts';
import type { SaleStatus, SmartTransaction } from '../../main/wire/transactions.ts';
import { type Problem, wantsDayEnd } from '../bridge/problem.ts';

export type Tender = 'cash' | 'cashless' | 'loyalty';

/** Our own request that moves money, from the press of the button until its answer. It locks every other one. */
export interface Busy {
  readonly doing: Tender | 'reverse' | 'decide' | 'keep';
  readonly amount: number;
  /** Milliseconds since 1970. */
  readonly since: number;
}

export interface TillState {
  readonly device: TillView['device'] | null;
  /** The sale as the bridge told it last. */
  readonly sale: SmartTransaction | null;
  readonly payment: RunningPayment | null;
  /** What a person said of the sale where the terminal could not tell. */
  readonly decision: Decision | null;
  /** Why the terminal did not take the money of the sale, as it said itself. */
  readonly reason: TillView['reason'];
  readonly busy: Busy | null;
  /** The answer to a request that moves money was lost: only the bridge knows how it ended. */
  readonly doubt: boolean;
  /** The cashier asked to stop; stays set so that an approval that comes all the same is called late. */
  readonly cancelling: boolean;
  readonly failure: Problem | null;
  /** The cashier has read that the payment failed and went on. */
  readonly failureSeen: boolean;
  readonly change: { readonly given: number; readonly back: number } | null;
  readonly cashOpen: boolean;
  /** Taking back this payment was tried, and refused: of no other payment may that be said. */
  readonly notTakenBack: { readonly sale: string; readonly problem: Problem } | null;
  /** Our answer to a question of the terminal; one that was refused says why. */
  readonly reply: {
    readonly question: string;
    readonly state: 'sending' | 'sent' | 'refused';
    readonly problem: Problem | null;
  } | null;
  /** The terminal is being asked now how an unknown ending was. */
  readonly asking: boolean;
}

/** The payment is approved, and a person has a word to say. */
export type Word = 'late' | 'signature';

export type Screen = 'till' | 'payment' | 'question' | 'handOver' | 'unknown' | Word | 'declined' | 'receipt';

const empty: TillState = {
  device: null,
  sale: null,
  payment: null,
  decision: null,
  reason: null,
  busy: null,
  doubt: false,
  cancelling: false,
  failure: null,
  failureSeen: false,
  change: null,
  cashOpen: false,
  notTakenBack: null,
  reply: null,
  asking: false,
};

export type TillStore = ReturnType<typeof createTill>;

export function createTill() {
  const store = createStore<TillState>(() => empty);
  return {
    ...store,
    set: (part: Partial<TillState>) => store.setState(part),

    /** `payment` of the view stands there only where it is what the screen is about. */
    setView: ({ device, transaction, payment, decision, reason }: TillView) =>
      store.setState(state => ({
        device,
        payment,
        sale: state.busy ? state.sale : transaction,
        decision: state.busy ? state.decision : decision,
        reason: state.busy ? state.reason : reason,
        cancelling: state.cancelling || (payment?.aborting ?? false),
      })),

    /** Takes the lock. False when somebody has it or the screen is not one to pay from: then nothing may be sent. */
    begin(busy: Busy): boolean {
      const state = store.getState();
      if (isLocked(state, busy.doing) || !STARTS_FROM[busy.doing].includes(screenOf(state))) return false;
      store.setState({ busy, cancelling: false, failure: null, decision: null, reason: null, change: null });
      return true;
    },

    end: (part: Partial<TillState> = {}) => store.setState({ busy: null, ...part }),

    /** The next customer. */
    clear: () => store.setState(({ device }) => ({ ...empty, device })),
  };
}

/** Which screen the state calls for. Doubt about money always comes before everything else. */
export function screenOf({ payment, busy, doubt, sale, failure, failureSeen }: TillState): Screen {
  if (doubt || isUnclear(payment)) return 'unknown';
  const word = wordOf(payment);
  if (word) return word;
  if (payment?.step === 'question' && payment.question) return 'question';
  if (payment?.step === 'handOver') return 'handOver';
  if (payment || busy?.doing === 'cashless' || busy?.doing === 'reverse') return 'payment';
  if (sale?.status === 'pending') return 'unknown';
  if (isClosed(sale)) return 'receipt';
  const refused = sale?.status === 'failed' || wantsDayEnd(failure);
  return refused && !failureSeen && !busy ? 'declined' : 'till';
}

/** What the payment is about: a sale, or an operation at the terminal without one. */
export const aboutOf = ({ transaction, operation }: RunningPayment): string => transaction ?? operation ?? '';

/** What a person has to say something about on this screen; empty on the others, which go on from one sale to the next. */
export function subjectOf(state: TillState): string {
  if (!ABOUT_ONE.has(screenOf(state))) return '';
  return state.payment ? aboutOf(state.payment) : (state.sale?.id ?? '');
}

const ABOUT_ONE: ReadonlySet<Screen> = new Set(['question', 'handOver', 'unknown', 'late', 'signature']);

/** The word that is waited for; null while anything runs, or when nothing does. */
export const wordOf = (payment: RunningPayment | null): Word | null =>
  payment?.step === 'late' || payment?.step === 'signature' ? payment.step : null;

/** Nobody knows yet whether money moved. */
export const isUnclear = (payment: RunningPayment | null): boolean =>
  payment?.step === 'deciding' || payment?.step === 'person';

/** The terminal is at work: neither is the ending open nor does anything wait for a word. */
export const isAtWork = (payment: RunningPayment): boolean => !isUnclear(payment) && wordOf(payment) === null;

/** Was it begun at another till? One that no till asked for is everybody's. */
export const isOfOtherTill = (
  { device }: Pick<TillState, 'device'>,
  payment: RunningPayment | null,
): payment is RunningPayment & { readonly till: object } =>
  payment?.till != null && device !== null && payment.till.id !== device.id;

/** Is it the business of another till alone? That of the sale shown here is not: a manager opens it to decide about it. */
export const isTheirs = (
  state: Pick<TillState, 'device' | 'sale'>,
  payment: RunningPayment | null,
): payment is RunningPayment & { readonly till: object } =>
  isOfOtherTill(state, payment) && (payment.transaction === null || payment.transaction !== state.sale?.id);

/** Is it a command of this till, at whatever terminal? */
export const isOurs = ({ device }: Pick<TillState, 'device'>, payment: RunningPayment | null): boolean =>
  payment?.till != null && payment.till.id === device?.id;

/** The word of a person that the sale on the screen is not paid, where nobody knows it from the terminal. */
export const notPaidByWord = ({ decision, sale }: TillState): Decision | null =>
  decision && !decision.happened && sale?.status === 'failed' ? decision : null;

export const isPaid = (status: SaleStatus | undefined): boolean =>
  status === 'ok' || status === 'received' || status === 'collection';

/** Paid although the cashier asked to stop. */
export const isLate = ({ sale, cancelling }: TillState): boolean => cancelling && isPaid(sale?.status);

/** Over: paid, or paid and taken back. A sale cancelled before anybody paid leaves nothing to show. */
export const isClosed = (sale: SmartTransaction | null): boolean =>
  isPaid(sale?.status) || (sale?.status === 'cancelled' && sale.receipt.length > 0);

/** What became of the money in the end; null while nobody knows. */
export function verdictOf(sale: SmartTransaction): 'paid' | 'takenBack' | 'notPaid' | null {
  if (isPaid(sale.status)) return 'paid';
  if (sale.status === 'cancelled') return isClosed(sale) ? 'takenBack' : 'notPaid';
  return sale.status === 'failed' ? 'notPaid' : null;
}

/**
 * May a told document replace the one we have? What is paid can only become cancelled; older tellings of the same sale
 * arrive late at times.
 */
export const mayReplace = (known: SmartTransaction | null, told: SmartTransaction): boolean =>
  known?.id !== told.id ||
  told.status === 'cancelled' ||
  (known.status !== 'cancelled' && !(isClosed(known) && !isClosed(told)));

/**
 * A payment whose request has no answer yet may be decided on all the same: the decision takes the lock over, and the
 * answer comes too late to change anything.
 */
const isLocked = ({ busy }: TillState, doing: Busy['doing']): boolean =>
  busy !== null && !(DECISIONS.includes(doing) && !isDeciding({ busy }));

const DECISIONS: readonly Busy['doing'][] = ['decide', 'keep', 'reverse'];

/** Is a decision about money on its way, so that no second one may follow? */
export const isDeciding = ({ busy }: Pick<TillState, 'busy'>): boolean =>
  busy !== null && DECISIONS.includes(busy.doing);

const STARTS_FROM: Readonly<Record<Busy['doing'], readonly Screen[]>> = {
  cash: ['till', 'declined'],
  cashless: ['till', 'declined'],
  loyalty: ['till', 'declined'],
  reverse: ['receipt', 'late', 'signature'],
  decide: ['unknown'],
  keep: ['late', 'signature'],
};
