/** Compares what the till says with the terminal's own book. */
import type { IntentRow } from '../../main/world/sales.ts';
import type { Booking, ClosedDay } from './book.ts';
import { aboutDays, type DayRecord } from './judgeDays.ts';
import { aboutIntent } from './judgeIntents.ts';
import { type Answer, aboutSale, type SaleFacts } from './judgeSales.ts';

export type FindingKind =
  | 'withoutIntent'
  | 'wrongPaid'
  | 'wrongNotPaid'
  | 'wrongAmount'
  | 'sentTwice'
  | 'bookedTwice'
  | 'chargedTwice'
  | 'notGivenBack'
  | 'givenBackTwice'
  | 'reversedOther'
  | 'wrongSale'
  | 'verdictChanged'
  | 'wrongDay'
  | 'wrongSums'
  | 'stuckDay'
  | 'stuck'
  | 'needlessPerson'
  | 'keyMovedTwice'
  | 'madeTwice'
  | 'wrongReplay'
  | 'goodsWithoutPayment'
  | 'error';

export interface Finding {
  readonly kind: FindingKind;
  readonly text: string;
}

export interface Facts {
  readonly book: readonly Booking[];
  /** Tags of the money commands that arrived. */
  readonly arrived: readonly (string | null)[];
  readonly intents: readonly IntentRow[];
  readonly sales: readonly SaleFacts[];
  /** The till's ends of days, oldest first. */
  readonly days: readonly DayRecord[];
  readonly closedDays: readonly ClosedDay[];
  /** Intents whose approval waits for a decision. */
  readonly decisions: readonly string[];
  /** Intents about which a person was wrong: what follows from that is not judged. */
  readonly erred: ReadonlySet<string>;
  readonly called: ReadonlySet<string>;
  /**
   * Intents that the till itself has called not carried out, whatever it said of them afterwards. Of a terminal that may book behind every
   * wait of the till none.
   */
  readonly denied: ReadonlySet<string>;
  readonly answers: readonly Answer[];
  /** It breaks no promise: what it has booked can be found out. */
  readonly isHonest: boolean;
  /** Nothing that it books stays hidden from a till that waits and asks. */
  readonly isKnowable: boolean;
  /** An honest terminal that reports everything. */
  readonly tellsAll: boolean;
}

export function judge(facts: Facts): readonly Finding[] {
  const tainted = taintedBy(facts);
  const judged = { ...facts, intents: facts.intents.filter(({ id }) => !tainted.has(id)) };
  return [
    ...aboutArrivals(facts),
    ...judged.intents.flatMap(intent => aboutIntent(facts, intent)),
    ...facts.sales
      .filter(({ id }) => !facts.intents.some(one => one.sale === id && tainted.has(one.id)))
      .flatMap(sale => aboutSale(facts, sale)),
    ...aboutDays(facts, tainted),
  ];
}

/**
 * Intents about which a person was wrong, and what follows from them: the other commands of the same sale, and every command about
 * what they booked. A receipt whose booking is in doubt may explain the next one, so the person's error reaches the next command
 * that was not answered at once, too.
 */
function taintedBy({ intents, erred, book, called }: Facts): ReadonlySet<string> {
  const tainted = new Set(erred);
  const isTouched = (one: IntentRow) =>
    intents.some(({ id, sale }) => tainted.has(id) && sale !== null && sale === one.sale) ||
    book.some(({ tag, original }) => tag === one.id && original?.tag != null && tainted.has(original.tag)) ||
    intents.some(other => tainted.has(other.id) && isAbout(one, other));
  for (let size = -1; size !== tainted.size; ) {
    size = tainted.size;
    for (const one of intents) if (isTouched(one)) tainted.add(one.id);
  }
  const first = intents.findIndex(({ id }) => erred.has(id));
  if (first >= 0) for (const { id } of intents.slice(first)) if (called.has(id)) tainted.add(id);
  return tainted;
}

/** True for a command about the receipt of the other one. */
const isAbout = ({ original }: IntentRow, { facts }: IntentRow): boolean =>
  original !== null && original.receipt !== 0 && original.receipt === facts?.receiptNumber;

/** Rule 1: whatever arrives at the terminal, its intent is in the database, whatever became of the till. */
function aboutArrivals({ arrived, intents }: Facts): readonly Finding[] {
  const known = new Set(intents.map(({ id }) => id));
  return arrived
    .filter(tag => tag === null || !known.has(tag))
    .map(tag => ({ kind: 'withoutIntent', text: `a command arrived, and the database does not know ${tag ?? 'it'}` }));
}
