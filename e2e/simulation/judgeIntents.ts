/** Each command of the till against what the terminal booked under it. */
import type { IntentRow } from '../../main/world/sales.ts';
import type { Booking } from './book.ts';
import type { Facts, Finding, FindingKind } from './judge.ts';
import { bookingsOf, isOwnReversal, isUnknowable, isWrittenBack } from './knowledge.ts';

export function aboutIntent(facts: Facts, intent: IntentRow): readonly Finding[] {
  const booked = bookingsOf(facts, intent).filter(({ state }) => state !== 'takenBack');
  const found = (kind: FindingKind, text: string): Finding => ({ kind, text: `${named(intent)}: ${text}` });
  return [
    ...aboutSending(facts, intent, booked),
    ...aboutVerdict(facts, intent, booked),
    ...aboutReversal(facts, intent, booked),
    ...aboutPerson(facts, intent),
  ].map(([kind, text]) => found(kind, text));
}

const named = ({ id, kind, amount, state }: IntentRow): string => `${kind} ${amount} ${state} (${id.slice(0, 6)})`;

type Complaint = readonly [kind: FindingKind, text: string];

function aboutSending({ arrived }: Facts, { id }: IntentRow, booked: readonly Booking[]): readonly Complaint[] {
  const complaints: Complaint[] = [];
  if (arrived.filter(tag => tag === id).length > 1) complaints.push(['sentTwice', 'arrived more than once']);
  if (booked.length > 1) complaints.push(['bookedTwice', 'booked more than once']);
  return complaints;
}

/** Kinds whose money flows back to the customer. */
const GIVES_BACK: ReadonlySet<IntentRow['kind']> = new Set(['reversal', 'refund']);

function aboutVerdict(facts: Facts, intent: IntentRow, booked: readonly Booking[]): readonly Complaint[] {
  const { kind, state, amount } = intent;
  const [first] = booked;
  if (isUnknowable(facts, intent) || isOwnReversal(facts, intent) || isWrittenBack(facts, intent)) return [];
  if (state === 'approved' && !first)
    return [[GIVES_BACK.has(kind) ? 'notGivenBack' : 'wrongPaid', 'the book has nothing']];
  if ((state === 'declined' || state === 'notSent') && first)
    return [['wrongNotPaid', `the book has receipt ${first.receipt}`]];
  if (first && facts.denied.has(intent.id)) return [['wrongNotPaid', 'it was called not carried out for a while']];
  // A release gives back what was held; of a booking or tip the amount is that of the command.
  const isExact = state === 'approved' && kind !== 'release' && amount !== 0;
  // A person keeps a part when less is approved: the till says that part then.
  const said = [amount, ...(kind === 'payment' ? [intent.facts?.amount] : [])];
  if (first && isExact && booked.length === 1 && !said.includes(first.amount))
    return [['wrongAmount', `the book has ${first.amount}`]];
  return [];
}

/** A reversal takes back a booking of its own sale, and only once. */
function aboutReversal({ book, intents }: Facts, intent: IntentRow, booked: readonly Booking[]): readonly Complaint[] {
  const original = booked.find(({ command }) => command === 'reversal')?.original;
  if (!original) return [];
  const complaints: Complaint[] = [];
  const isOwn = intents.some(({ id, sale }) => id === original.tag && sale === intent.sale);
  if (intent.sale && !isOwn) complaints.push(['reversedOther', 'took back what is not its own']);
  const returns = book.filter(one => one.command === 'reversal' && one.original === original);
  if (returns.filter(({ state }) => state === 'booked').length > 1)
    complaints.push(['givenBackTwice', `receipt ${original.receipt} was reversed more than once`]);
  return complaints;
}

function aboutPerson({ book, called, tellsAll }: Facts, intent: IntentRow): readonly Complaint[] {
  const { id, kind, state, needsPerson, snapshotBefore } = intent;
  const complaints: Complaint[] = [];
  if ((state === 'open' || state === 'unknown') && !needsPerson) complaints.push(['stuck', 'nobody was called']);
  // A memory that is lost looks like one that was empty before, so an empty one is a person's.
  const { last, totals } = snapshotBefore;
  // A terminal that has declined alone may keep nothing, and the till may know of it by its own receipts only.
  const hasKept = last !== null && last !== 'none' && (last.amount !== null || book.length > 0);
  // The totals alone tell of a tip to an older payment, and not where refunds have brought them to nothing.
  const isTipShown = kind === 'tip' && totals !== null && totals.amount > 0;
  const isRepeated = kind === 'payment' || kind === 'reversal' || isTipShown;
  if (tellsAll && isRepeated && called.has(id) && hasKept)
    complaints.push(['needlessPerson', 'the terminal tells everything']);
  return complaints;
}
