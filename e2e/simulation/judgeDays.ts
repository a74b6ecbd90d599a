/** The till's ends of days against the days that the terminal closed, and their sums. */
import type { Booking, ClosedDay } from './book.ts';
import type { Facts, Finding } from './judge.ts';

export interface DayRecord {
  readonly state: string;
  readonly needsPerson: boolean;
  /** Sum of the terminal's report. Null: it reported none. */
  readonly terminal: number | null;
  /** Sum of the till's own journal. */
  readonly journal: number;
}

const isClosed = ({ state }: DayRecord): boolean => state === 'agrees' || state === 'differs';

export function aboutDays(facts: Facts, tainted: ReadonlySet<string>): readonly Finding[] {
  const { days, closedDays, book } = facts;
  const unknown = days.filter(({ state }) => state === 'unknown' || state === 'running');
  if (unknown.some(({ needsPerson }) => !needsPerson))
    return [{ kind: 'stuckDay', text: 'an end-of-day is unknown, and nobody was called' }];
  if (unknown.length > 0) return [];
  const closed = days.filter(isClosed);
  // A day without totals may be called closed or not; neither what is held nor what the terminal itself has given back is in them.
  const isTotalled = ({ command, state }: Booking) => !command.startsWith('preAuthorisation') && state !== 'takenBack';
  const hadMoney = ({ day, sum, namesNothing }: ClosedDay) =>
    sum !== 0 || (!namesNothing && book.some(one => one.day === day && isTotalled(one)));
  const withMoney = closedDays.filter(hadMoney).length;
  if (closed.length > closedDays.length || closed.length < withMoney)
    return [
      { kind: 'wrongDay', text: `the till says ${closed.length} days, the terminal closed ${closedDays.length}` },
    ];
  if (closed.length !== closedDays.length) return [];
  return closedDays.flatMap((day, at) => aboutSums(facts, day, closed[at]!, tainted));
}

/** The journal has the sum of the book, and the till says so. */
function aboutSums(
  { book, isHonest }: Facts,
  { day, sum, shown }: ClosedDay,
  { state, terminal, journal }: DayRecord,
  tainted: ReadonlySet<string>,
): readonly Finding[] {
  const ofDay = book.filter(one => one.day === day);
  const isDoubtful = (one: Booking) => one.tag === null || tainted.has(one.tag);
  const text = `day ${day} ${state}: terminal ${terminal}, journal ${journal}; the book has ${sum}, shown as ${shown}`;
  if (terminal !== null && terminal !== shown) return [{ kind: 'wrongSums', text }];
  // The till names a difference wherever there is one, whoever is wrong.
  const isDifferent = terminal !== null && terminal !== journal && !(terminal === 0 && journal < 0);
  if (isDifferent && state === 'agrees') return [{ kind: 'wrongSums', text }];
  // A booking that a dishonest terminal takes back and never shows is in no journal: the difference is all that can be known.
  if (!isHonest || tainted.size > 0 || ofDay.some(isDoubtful)) return [];
  const isSame = journal === sum && (terminal === null || isDifferent || sum < 0 || state === 'agrees');
  return isSame ? [] : [{ kind: 'wrongSums', text }];
}
