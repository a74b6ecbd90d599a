/**
 * What a caller has to know about the money of a sale: paid, not paid, unknown or still open, whether that is the last
 * word, and the call that comes next. Pure: derived from the state of the sale, and written into its document with it.
 */
import type { State } from './transaction.ts';

/** `open`: no money has been taken yet. `unknown`: money moves, or nobody knows whether it moved. */
export type Result = 'open' | 'paid' | 'not_paid' | 'unknown';

export interface NextCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** For developers: what the call does, and what to send. */
  readonly why: string;
}

export interface SaleOutcome {
  readonly result: Result;
  /** Nothing but a new call of somebody changes it. */
  readonly final: boolean;
  /** Minor units; null while nobody knows. */
  readonly paid: number | null;
  /** What has still to be paid, minor units; null while nobody knows. */
  readonly open: number | null;
  /** Approved after somebody had asked to stop. */
  readonly late: boolean;
  /** Somebody asked to stop the payment while it was under way. */
  readonly abort_requested: boolean;
  readonly next: NextCall | null;
}

/** A sale as far as its outcome depends on it. Amounts in minor units. */
export interface OutcomeFacts {
  readonly id: string;
  readonly state: State;
  readonly missing: number;
  /** What the customer paid in all, with a tip. */
  readonly paid: number;
  /** Diagnosis and end-of-day have the shape of a sale, and nobody pays them. */
  readonly isService: boolean;
  /** Path words that repeat a payment that failed: `start/cashless`. */
  readonly again: string | null;
  /** Only a person can say how the command at the terminal ended. */
  readonly person: boolean;
  readonly late: boolean;
  readonly abortRequested: boolean;
  /** What a person has to decide although the sale is paid. */
  readonly undecided: 'late' | 'signature' | null;
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
  paying: UNKNOWN,
  awaiting: OPEN,
  unclear: UNKNOWN,
  closed: { result: 'paid', final: true },
  failed: NOT_PAID,
  reversing: UNKNOWN,
  reversalUnclear: UNKNOWN,
  cancelled: NOT_PAID,
} as const satisfies Record<State, Row>;

export function saleOutcomeOf(standing: OutcomeFacts): SaleOutcome {
  const { state, missing, isService, late, abortRequested, undecided } = standing;
  const { result, final } = state === 'closed' && isService ? NOT_PAID : rows[state];
  const known = result !== 'unknown';
  const isOpen = known && result !== 'paid' && state !== 'cancelled' && !isService;
  return {
    result,
    final: final && undecided === null,
    paid: result === 'paid' ? standing.paid : known ? 0 : null,
    open: isOpen ? missing : known ? 0 : null,
    late,
    abort_requested: abortRequested,
    next: nextOf(standing),
  };
}

const SALES = '/api/v2/Smart/Transactions';

const post = (path: string, why: string): NextCall => ({ method: 'POST', path, why });
const read = (id: string, why: string): NextCall => ({ method: 'GET', path: `${SALES}/${id}`, why });

/** Asks the terminal to stop the payment of this sale. */
export const stopCall = (id: string): NextCall =>
  post(
    `${SALES}/${id}/abort`,
    'asks the terminal to stop; the call that pays answers how the payment ended, and an approval that comes all the same is marked late',
  );

/** A person says how the payment, or its reversal, ended. */
export const verdictCall = (id: string, isReversal = false): NextCall =>
  post(
    `/bridge/v1/transactions/${id}/verdict`,
    isReversal
      ? 'look at the terminal\'s own list, then send {"paid": true} if the reversal was carried out, {"paid": false} if not'
      : 'look at the terminal\'s own list, then send {"paid": true} if the whole amount was paid there, {"paid": false} if not',
  );

/** The bridge is finding out by itself how the payment ended. */
export const waitCall = (id: string): NextCall =>
  read(id, 'the bridge asks the terminal how it ended; read the sale again, and do not take the card again');

function nextOf({ id, state, missing, again, person, undecided, isService }: OutcomeFacts): NextCall | null {
  if (isService && !UNSETTLED.has(state)) return null;
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
    case 'closed':
      return undecided && decideCall(id, undecided);
    case 'failed':
      return again === null ? null : post(`${SALES}/${id}/${again}`, 'pays again, with this method or another one');
    case 'unclear':
    case 'reversalUnclear':
      return person ? verdictCall(id, state === 'reversalUnclear') : waitCall(id);
    default:
      return read(id, 'it is under way; read the sale again until outcome.final is true');
  }
}

const UNSETTLED: ReadonlySet<State> = new Set(['paying', 'unclear', 'reversing', 'reversalUnclear']);

const decideCall = (id: string, about: 'late' | 'signature'): NextCall =>
  post(
    '/bridge/v1/till/late',
    `the end-of-day (1080) waits for this: send {"transaction": "${id}", "about": "${about}", "keep": true} to keep the payment, {"keep": false} to take it back`,
  );
