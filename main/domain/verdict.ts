/**
 * Did the money move? Decides from what was asked (the intent) and what the terminal keeps as its last transaction,
 * without ever guessing: what does not fit goes to a person.
 */

export interface Intent {
  readonly kind: 'payment' | 'reversal';
  readonly amount: number;
  /** Receipt number of the last transaction before this one was asked for: 0 when there was none, null when unknown. */
  readonly knownReceipt: number | null;
  /** When the intent was committed, milliseconds since 1970. */
  readonly startedAt: number;
  /** Receipt number of the payment that was to be reversed. */
  readonly reverses: number | null;
}

/** What the terminal says when asked for its last transaction, once it is idle. */
export type Evidence =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'found';
      readonly approved: boolean;
      readonly amount: number | null;
      readonly receiptNumber: number | null;
      /** The terminal's clock for that transaction, milliseconds since 1970; null when it told none. */
      readonly at: number | null;
    };

export type Verdict =
  | { readonly kind: 'happened'; readonly because: string }
  | { readonly kind: 'didNotHappen'; readonly because: string }
  | { readonly kind: 'person'; readonly because: string };

/** Terminal clocks drift by minutes, and by an hour when nobody told them of summer time, but not by a day. */
const DRIFT = 15 * 60_000;
const DAY = 86_400_000;

export function decide(intent: Intent, evidence: Evidence): Verdict {
  if (evidence.kind === 'none') return emptied(intent);
  const { receiptNumber, amount, approved, at } = evidence;
  if (receiptNumber !== null && (receiptNumber === intent.knownReceipt || receiptNumber === intent.reverses))
    return sameReceipt(intent, receiptNumber, at);
  if (receiptNumber === null || intent.knownReceipt === null) {
    if (at === null) return person('there is neither a receipt number to compare with nor a time');
    if (at < intent.startedAt - DAY) return didNotHappen('the last transaction is more than a day older than this one');
    if (at < wholeSecond(intent.startedAt)) return person('the last transaction may be the one before');
  }
  if (amount !== intent.amount) return person(`the last transaction has another amount (${amount ?? 'unknown'})`);
  if (at !== null && at < intent.startedAt - DRIFT) return person('the last transaction has an earlier time');
  if (!approved) return didNotHappen('the terminal keeps it as declined');
  return { kind: 'happened', because: `receipt ${receiptNumber ?? 'unknown'} with the same amount is new` };
}

/** A terminal that had a transaction and has none any more was closed for the day or exchanged. */
const emptied = ({ knownReceipt }: Intent): Verdict =>
  knownReceipt
    ? person('the terminal keeps no transaction any more')
    : didNotHappen('the terminal keeps no transaction');

/** Receipt numbers start again after an end-of-day at some terminals: the same number with a later time is another. */
const sameReceipt = ({ startedAt }: Intent, receiptNumber: number, at: number | null): Verdict =>
  at !== null && at > startedAt
    ? person(`the last receipt is ${receiptNumber} as before, but has a later time`)
    : didNotHappen(`the last receipt is still ${receiptNumber}`);

/** Terminals tell whole seconds. */
const wholeSecond = (at: number): number => at - (at % 1000);

const didNotHappen = (because: string): Verdict => ({ kind: 'didNotHappen', because });
const person = (because: string): Verdict => ({ kind: 'person', because });
