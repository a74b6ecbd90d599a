/** Compares what the till says with the terminal's own book. */
import type { IntentRow } from '../../main/world/sales.ts';
import type { Booking } from './book.ts';

export type FindingKind =
  | 'wrongPaid'
  | 'wrongNotPaid'
  | 'wrongAmount'
  | 'sentTwice'
  | 'bookedTwice'
  | 'chargedTwice'
  | 'reversedOther'
  | 'verdictChanged'
  | 'wrongDay'
  | 'stuckDay'
  | 'stuck'
  | 'needlessPerson'
  | 'error';

export interface Finding {
  readonly kind: FindingKind;
  readonly text: string;
}

/** An answer that the cashier got about a sale. */
export interface Answer {
  readonly sale: string;
  readonly result: string;
  readonly isFinal: boolean;
  /** The sale was published again after this answer. */
  isOutdated: boolean;
}

export interface Facts {
  readonly book: readonly Booking[];
  /** Tags of the money commands that arrived. */
  readonly arrived: readonly (string | null)[];
  readonly intents: readonly IntentRow[];
  readonly sales: readonly { readonly id: string; readonly amount: number; readonly state: string }[];
  /** States of the till's ends of days, and how many days the terminal closed. */
  readonly days: readonly { readonly state: string; readonly needsPerson: boolean }[];
  readonly closedDays: number;
  /** Those among them in which something was booked: an empty day may be called closed or not. */
  readonly closedWithMoney: number;
  /** Intents whose approval waits for a decision. */
  readonly decisions: readonly string[];
  /** Intents about which a person was wrong: what follows from that is not judged. */
  readonly erred: ReadonlySet<string>;
  readonly called: ReadonlySet<string>;
  readonly answers: readonly Answer[];
  /** An honest terminal that reports everything. */
  readonly tellsAll: boolean;
}

export function judge(facts: Facts): readonly Finding[] {
  if (facts.erred.size > 0) return [];
  return [
    ...facts.intents.flatMap(intent => aboutIntent(facts, intent)),
    ...facts.sales.flatMap(sale => aboutSale(facts, sale)),
    ...aboutDays(facts),
  ];
}

const named = ({ id, kind, amount, state }: IntentRow): string => `${kind} ${amount} ${state} (${id.slice(0, 6)})`;

function aboutIntent({ book, arrived, called, tellsAll, intents }: Facts, intent: IntentRow): readonly Finding[] {
  const { id, state, needsPerson, amount } = intent;
  const all = book.filter(({ tag }) => tag === id);
  const booked = all.filter(one => one.state !== 'takenBack');
  const found = (kind: FindingKind, text: string): Finding => ({ kind, text: `${named(intent)}: ${text}` });
  const findings: Finding[] = [];
  if (arrived.filter(tag => tag === id).length > 1) findings.push(found('sentTwice', 'arrived more than once'));
  if (booked.length > 1) findings.push(found('bookedTwice', 'booked more than once'));
  if ((state === 'open' || state === 'unknown') && !needsPerson) findings.push(found('stuck', 'nobody was called'));
  if (state === 'approved' && booked.length === 0) findings.push(found('wrongPaid', 'the book has nothing'));
  if ((state === 'declined' || state === 'notSent') && booked.length > 0)
    findings.push(found('wrongNotPaid', `the book has receipt ${booked[0]!.receipt}`));
  if (state === 'approved' && booked.length === 1 && amount !== 0 && booked[0]!.amount !== amount)
    findings.push(found('wrongAmount', `the book has ${booked[0]!.amount}`));
  // A memory that is lost looks like one that was empty before, so an empty one is a person's.
  const { last } = intent.snapshotBefore;
  const [reversed] = booked.filter(({ command }) => command === 'reversal').map(({ original }) => original?.tag);
  if (intent.sale && reversed && !intents.some(({ id: other, sale }) => other === reversed && sale === intent.sale))
    findings.push(found('reversedOther', 'took back what is not its own'));
  // The till still asks a person about the reversal of a payment with a later tip: docs/simulation.md.
  const isTipped = booked.some(({ original }) =>
    book.some(one => one.command === 'bookTip' && one.original === original),
  );
  const isRepeated = intent.kind === 'payment' || intent.kind === 'reversal';
  if (tellsAll && isRepeated && !isTipped && called.has(id) && last !== null && last !== 'none')
    findings.push(found('needlessPerson', 'the terminal tells everything'));
  return findings;
}

function aboutSale({ book, intents, decisions, answers }: Facts, sale: Facts['sales'][number]): readonly Finding[] {
  const { id, state, amount } = sale;
  const ours = intents.filter(intent => intent.sale === id);
  const findings: Finding[] = [];
  const last = answers.findLast(one => one.sale === id);
  if (last?.isFinal && last.result === 'not_paid' && state === 'closed' && !last.isOutdated)
    findings.push({ kind: 'verdictChanged', text: `${id} became paid, and nobody learned it` });
  const isOpen = ours.some(one => decisions.includes(one.id) || one.state === 'unknown' || one.state === 'open');
  const isOurs = ({ tag }: Booking) => ours.some(one => one.id === tag && one.kind === 'payment');
  const charged = book.filter(one => isOurs(one) && one.state === 'booked').reduce((sum, one) => sum + one.amount, 0);
  if (!isOpen && charged > amount)
    findings.push({ kind: 'chargedTwice', text: `${id} is ${state}: ${charged} charged for ${amount}` });
  return findings;
}

function aboutDays({ days, closedDays, closedWithMoney }: Facts): readonly Finding[] {
  const unknown = days.filter(({ state }) => state === 'unknown' || state === 'running');
  const stuck = unknown.filter(({ needsPerson }) => !needsPerson);
  if (stuck.length > 0) return [{ kind: 'stuckDay', text: 'an end-of-day is unknown, and nobody was called' }];
  const closed = days.filter(({ state }) => state === 'agrees' || state === 'differs').length;
  if (unknown.length > 0 || (closed <= closedDays && closed >= closedWithMoney)) return [];
  return [{ kind: 'wrongDay', text: `the till says ${closed} days, the terminal closed ${closedDays}` }];
}
