/**
 * Did the money move? Decides from what was asked (the intent) and what the terminal keeps as its last transaction,
 * without ever guessing: what does not fit goes to a person.
 */

export interface Intent {
  readonly kind: 'payment' | 'reversal';
  readonly amount: number;
  /** Receipt number of the last transaction known before this one was asked for; null when none was known. */
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

/** Terminal clocks drift; a transaction this much older than the intent is certainly another one. */
const CLOCK_TOLERANCE = 15 * 60_000;

export function decide(intent: Intent, evidence: Evidence): Verdict {
  if (evidence.kind === 'none') return didNotHappen('the terminal keeps no transaction');
  const { receiptNumber, amount, approved, at } = evidence;
  if (receiptNumber !== null && receiptNumber === intent.knownReceipt)
    return didNotHappen(`the last receipt is still ${receiptNumber}`);
  if (at !== null && at < intent.startedAt - CLOCK_TOLERANCE)
    return didNotHappen('the last transaction is older than this one');
  if (receiptNumber === null && at === null) return person('the terminal tells neither receipt number nor time');
  if (amount !== intent.amount) return person(`the last transaction has another amount (${amount ?? 'unknown'})`);
  if (!approved) return didNotHappen('the terminal keeps it as declined');
  if (intent.knownReceipt === null && at === null) return person('no earlier receipt is known to compare with');
  return { kind: 'happened', because: `receipt ${receiptNumber ?? 'unknown'} with the same amount is new` };
}

const didNotHappen = (because: string): Verdict => ({ kind: 'didNotHappen', because });
const person = (because: string): Verdict => ({ kind: 'person', because });
