/** The part of the terminal's book that the till can know: the messages that it got. Where a terminal hides nothing, everything can be found out. */
import type { IntentRow } from '../../main/world/sales.ts';
import type { Booking } from './book.ts';
import type { Facts } from './judge.ts';

type Known = Pick<Facts, 'book' | 'arrived' | 'intents' | 'called' | 'isKnowable'>;

/**
 * The bookings of this command. An approval beside that of the command is one of its own for the till, which never sent it: it has the
 * numbers of the booking.
 */
export function bookingsOf({ book, arrived }: Known, intent: IntentRow): readonly Booking[] {
  const isSent = arrived.includes(intent.id);
  return book.filter(one => (one.isExtra ? !isSent && hasNumbers(intent, one) : one.tag === intent.id));
}

const hasNumbers = ({ kind, state, facts }: IntentRow, { command, receipt, trace }: Booking): boolean =>
  kind === 'payment' &&
  state === 'approved' &&
  command === 'authorisation' &&
  (facts?.receiptNumber ?? receipt) === receipt &&
  (facts?.traceNumber ?? trace) === trace;

/** The terminal's own reversal of what was called paid, which the till has written down and never sent. */
export const isOwnReversal = ({ arrived, book }: Known, { id, kind, original }: IntentRow): boolean =>
  kind === 'reversal' &&
  !arrived.includes(id) &&
  book.some(
    ({ state, isReturnReported, receipt, trace }) =>
      state === 'takenBack' && isReturnReported && (original?.receipt === receipt || original?.trace === trace),
  );

/** Longer than any wait of the till for a terminal that takes back what it could not report, ms. */
const LATE = 60_000;

/** Taken back so late that nobody waits for it any more. Only of a payment the till keeps what it is shown later. */
function isLateBack({ command, at, takenBackAt, isReturnReported }: Booking): boolean {
  const isKept = isReturnReported && (command === 'authorisation' || command === 'bookTotal');
  return takenBackAt !== null && takenBackAt - at > LATE && !isKept;
}

/** The terminal's own reversal of this payment is written down. */
export const isWrittenBack = (facts: Known, intent: IntentRow): boolean =>
  bookingsOf(facts, intent).some(
    one => one.state === 'takenBack' && facts.intents.some(other => isOwnReversal(facts, other) && isOf(other, one)),
  );

const isOf = ({ original }: IntentRow, { receipt, trace }: Booking): boolean =>
  original?.receipt === receipt || original?.trace === trace;

/**
 * The book has another word than the till, and no message has shown the till so: it was booked and not shown, or taken back later and
 * not shown.
 */
export function isUnknowable(facts: Known, intent: IntentRow): boolean {
  if (facts.isKnowable) return false;
  const own = bookingsOf(facts, intent);
  // Somebody else's transaction is told from its own by the receipt numbers before.
  if (own.length === 0 && intent.snapshotBefore.counter === null) return true;
  if (intent.state === 'declined' || intent.state === 'notSent')
    return own.every(({ state, isReported }) => state === 'takenBack' || !isReported);
  const [back] = own.filter(({ state }) => state === 'takenBack');
  if (intent.state !== 'approved' || !back || own.length > 1) return false;
  // A payment that a person called paid has no number to compare with.
  return isLateBack(back) || (facts.called.has(intent.id) && intent.facts?.traceNumber === undefined);
}

/** The money that these commands have brought, by the book; and as the till can know it. Minor units. */
export function moneyOf(
  facts: Known,
  commands: readonly IntentRow[],
): { readonly held: number; readonly known: number } {
  const payments = commands.filter(({ kind }) => kind === 'payment');
  const own = payments.flatMap(intent => bookingsOf(facts, intent).map(booking => ({ intent, booking })));
  const sumOf = (some: readonly Booking[]) => some.reduce((sum, { amount }) => sum + amount, 0);
  const isHeld = ({ state }: Booking) => state === 'booked';
  const isKnownHeld = ({ intent, booking }: (typeof own)[number]) => {
    if (isUnknowable(facts, intent)) return intent.state === 'approved' && !isWrittenBack(facts, intent);
    return reversalHidden(facts, booking) ?? isHeld(booking);
  };
  const isOurs = ({ tag }: Booking) => payments.some(({ id }) => id === tag && !facts.called.has(id));
  const isRecorded = (one: Booking) => facts.intents.some(intent => bookingsOf(facts, intent).includes(one));
  // A person who was called has seen all approvals.
  const more = sumOf(
    facts.book.filter(one => one.isExtra && one.isReported && isHeld(one) && isOurs(one) && !isRecorded(one)),
  );
  return {
    held: more + sumOf(own.map(({ booking }) => booking).filter(isHeld)),
    known: more + sumOf(own.filter(isKnownHeld).map(({ booking }) => booking)),
  };
}

/** The till knows another ending of a reversal than the book: is the money still held by it? Null: there is no such reversal. */
function reversalHidden(facts: Known, payment: Booking): boolean | null {
  const tags = facts.book.flatMap(one => (one.command === 'reversal' && one.original === payment ? [one.tag] : []));
  const last = facts.intents.findLast(({ id }) => tags.includes(id));
  return last && isUnknowable(facts, last) ? last.state !== 'approved' : null;
}
