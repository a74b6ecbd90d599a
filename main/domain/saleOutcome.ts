/**
 * The outcome of a sale for its caller: paid, not paid, unknown or open, whether that can still change, and the next
 * call. Pure: derived from the state of the sale and written into its document.
 */
import type { State } from './transaction.ts';

/** `open`: not all is paid yet, or not all has gone back yet. `unknown`: money is moving, or may have moved. */
export type Result = 'open' | 'paid' | 'not_paid' | 'unknown';

export interface NextCall {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  /** For developers: effect and body of the call. */
  readonly why: string;
}

export interface SaleOutcome {
  readonly result: Result;
  /** The result changes only by a new call. */
  readonly final: boolean;
  /** Minor units; null while the amount is unknown. */
  readonly paid: number | null;
  /** Missing amount, minor units; null while it is unknown. */
  readonly open: number | null;
  /** Approved after a request to stop. */
  readonly late: boolean;
  /** The till asked to stop the payment while it was running. */
  readonly abort_requested: boolean;
  readonly next: NextCall | null;
}

/** The facts of a sale that its outcome depends on. Amounts in minor units. */
export interface OutcomeFacts {
  readonly id: string;
  readonly state: State;
  readonly missing: number;
  /** Total paid by the customer, with the tip; of a sale that is paid in parts, what the shop holds now. */
  readonly paid: number;
  /** True for diagnosis and end-of-day, which have the shape of a sale without payment. */
  readonly isService: boolean;
  /** Path words that repeat a failed payment: `start/cashless`. */
  readonly again: string | null;
  /** Only a person can decide the outcome of the terminal command. */
  readonly person: boolean;
  /** The terminal approved only this, minor units; left out or null where it approved the whole or nothing that is known. */
  readonly approvedPart?: number | null;
  /** Id of an end-of-day that only a person can decide; left out for every other sale. */
  readonly dayEnd?: string;
  readonly late: boolean;
  readonly abortRequested: boolean;
  /** The open decision of a person about a sale that takes no step; `verdict`: did its money go back? */
  readonly undecided: 'late' | 'signature' | 'verdict' | null;
  /** The question of the terminal that is open; left out or null where it asks nothing. */
  readonly question?: OpenQuestion | null;
}

interface OpenQuestion {
  readonly id: string;
  readonly kind: 'signature' | 'choice' | 'input';
}

interface Row {
  readonly result: Result;
  readonly final: boolean;
}

const UNKNOWN: Row = { result: 'unknown', final: false };
const OPEN: Row = { result: 'open', final: false };
const NOT_PAID: Row = { result: 'not_paid', final: true };

const rows = {
  created: OPEN,
  processing: OPEN,
  preparing: UNKNOWN,
  authorised: OPEN,
  secured: OPEN,
  challenged: OPEN,
  voiding: UNKNOWN,
  partlyPaid: OPEN,
  paying: UNKNOWN,
  awaiting: OPEN,
  unclear: UNKNOWN,
  returning: UNKNOWN,
  returnUnclear: UNKNOWN,
  closed: { result: 'paid', final: true },
  failed: NOT_PAID,
  reversing: UNKNOWN,
  reversalUnclear: UNKNOWN,
  partlyReversed: OPEN,
  cancelled: NOT_PAID,
} as const satisfies Record<State, Row>;

export function saleOutcomeOf(standing: OutcomeFacts): SaleOutcome {
  const { state, missing, isService, dayEnd, late, abortRequested, undecided, question: asked } = standing;
  const { result, final } = state === 'closed' && isService ? NOT_PAID : rows[state];
  const known = result !== 'unknown';
  const question = known ? null : asked;
  const isOpen = known && result !== 'paid' && !OVER.has(state) && !isService;
  const holdsParts = state === 'partlyPaid' || state === 'partlyReversed';
  return {
    result,
    final: final && undecided === null && !(isService && dayEnd !== undefined),
    paid: result === 'paid' || holdsParts ? standing.paid : known ? 0 : null,
    open: isOpen ? missing : known ? 0 : null,
    late,
    abort_requested: abortRequested,
    next: question ? answerCall(question) : nextOf(standing),
  };
}

/** States in which nothing is to be paid any more. */
const OVER: ReadonlySet<State> = new Set(['cancelled', 'partlyReversed']);

const SALES = '/api/v2/Smart/Transactions';

const post = (path: string, why: string): NextCall => ({ method: 'POST', path, why });
const read = (id: string, why: string): NextCall => ({ method: 'GET', path: `${SALES}/${id}`, why });

/** Asks the terminal to stop the payment of this sale. */
export const stopCall = (id: string): NextCall =>
  post(
    `${SALES}/${id}/abort`,
    'asks the terminal to stop; the call that pays answers how the payment ended, and an approval that comes all the same is marked late',
  );

/** The till answers the terminal that waits. */
const answerCall = ({ id, kind }: OpenQuestion): NextCall =>
  post(
    '/bridge/v1/till/answer',
    `the terminal asks (outcome.question), and goes on alone at outcome.question.until: send {"question": "${id}", ${ANSWERS[kind]}`,
  );

const ANSWERS = {
  signature: '"answer": "yes"} where the signature is right, {"answer": "no"} takes the payment back',
  choice: '"answer": "chosen", "value": …}',
  input: '"answer": "typed", "text": "…"}',
} as const;

/** A person decides the outcome of the payment or of its reversal. */
export const verdictCall = (id: string, isReversal = false): NextCall =>
  post(
    `/bridge/v1/transactions/${id}/verdict`,
    isReversal
      ? 'look at the terminal\'s own list, then send {"paid": true} if the reversal was carried out, {"paid": false} if not'
      : 'look at the terminal\'s own list, then send {"paid": true} if the whole amount was paid there, {"paid": false} if not',
  );

/** A person decides the outcome of an operation without a sale. */
export const operationVerdictCall = (device: string, id: string): NextCall =>
  post(
    `${operationPath(device, id)}/verdict`,
    'look at the terminal\'s own list, then send {"paid": true} if it was carried out, {"paid": false} if not',
  );

/** The bridge is reconciling an operation without a sale with the terminal. */
export const operationWaitCall = (device: string, id: string): NextCall => ({
  method: 'GET',
  path: operationPath(device, id),
  why: 'the bridge asks the terminal how it ended; read it again',
});

const operationPath = (device: string, id: string): string => `/bridge/v1/terminals/${device}/operations/${id}`;

/** The terminal approved less than it was asked for. */
export const partVerdictCall = (id: string, amount: number): NextCall =>
  post(
    `/bridge/v1/transactions/${id}/verdict`,
    `the terminal has approved ${amount} only, and keeps that money: send {"part": "take_back"} to reverse it there, {"part": "keep"} to keep it as a part of the payment`,
  );

/** A person decides whether the end-of-day took place. */
export const dayEndVerdictCall = (id: string): NextCall =>
  post(
    `/bridge/v1/day-ends/${id}/verdict`,
    'look at the terminal\'s own slip, then send {"took_place": true} if it closed its day, {"took_place": false} if not',
  );

/** A sale that is paid in part is finished or given up. */
export const giveUpCall = (id: string): NextCall =>
  post(`/api/v2/Smart/Transactions/${id}/cancel`, 'gives every part back; start takes the missing sum instead');

/** The sale owes the customer money. */
const payOutCall = (id: string): NextCall =>
  post(`/bridge/v1/returns/${id}/pay-out`, 'pays out what is still due, in the same way or as "back" says');

/** The bridge is reconciling the payment with the terminal. */
export const waitCall = (id: string): NextCall =>
  read(id, 'the bridge asks the terminal how it ended; read the sale again, and do not take the card again');

function nextOf(facts: OutcomeFacts): NextCall | null {
  const { id, state, missing, again, person, dayEnd, undecided, isService, approvedPart = null } = facts;
  if (isService && !UNSETTLED.has(state)) return dayEnd === undefined ? null : dayEndVerdictCall(dayEnd);
  if (undecided && !UNSETTLED.has(state))
    return undecided === 'verdict' ? verdictCall(id, true) : decideCall(id, undecided);
  switch (state) {
    case 'created':
    case 'cancelled':
      return null;
    case 'processing':
      return missing === 0 ? post(`${SALES}/${id}/start/loyalty`, 'the card covers everything: closes the sale') : null;
    case 'authorised':
    case 'secured':
      return post(`${SALES}/${id}/start`, 'takes what is authorised; cancel gives it up');
    case 'challenged':
      return read(id, 'the payer confirms at iframe_url; read the sale afterwards');
    case 'awaiting':
      return read(id, 'the money has still to arrive; a push tells when it has');
    case 'partlyPaid':
      if (missing < 0) return payOutCall(id);
      return post(
        `${SALES}/${id}/${again ?? 'start/cash'}`,
        'pays what is missing, or a part of it ({"part": {"amount": …}}), with this method or another one; cancel gives back what is paid',
      );
    case 'partlyReversed':
      return post(`${SALES}/${id}/cancel`, 'some of the money has gone back; this gives back the rest');
    case 'closed':
      return null;
    case 'failed':
      if (missing < 0) return payOutCall(id);
      return again === null ? null : post(`${SALES}/${id}/${again}`, 'pays again, with this method or another one');
    case 'unclear':
    case 'returnUnclear':
    case 'reversalUnclear':
      if (dayEnd !== undefined) return dayEndVerdictCall(dayEnd);
      if (person && state === 'unclear' && approvedPart !== null) return partVerdictCall(id, approvedPart);
      return person ? verdictCall(id, state !== 'unclear') : waitCall(id);
    default:
      return read(id, 'it is under way; read the sale again until outcome.final is true');
  }
}

const UNSETTLED: ReadonlySet<State> = new Set(['paying', 'unclear', 'reversing', 'reversalUnclear']);

/** The till keeps a paid payment that nobody has decided about, or takes it back. */
export const decideCall = (id: string, about: 'late' | 'signature'): NextCall =>
  post(
    '/bridge/v1/till/late',
    `the end-of-day (1080) waits for this: send {"transaction": "${id}", "about": "${about}", "keep": true} to keep the payment, {"keep": false} to take it back`,
  );
