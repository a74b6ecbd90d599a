/** Settlements of whole ends of day beside what the tills sent of a terminal: which lines of the bank pay which business days. Pure. */
import { daysBetween } from '../../reporting/days.ts';

export interface SettlementLine {
  /** `YYYY-MM-DD`: of the payments where the bank says it, else of the booking. */
  readonly day: string;
  /** Gross, minor units. */
  readonly amount: number;
  readonly fee: number | null;
}

export interface TerminalDay {
  readonly day: string;
  readonly amount: number;
}

/** The days and lines that belong together: a day without lines is not paid yet, a line without days is of nothing that the tills sent. */
export interface Settlement {
  readonly days: readonly TerminalDay[];
  readonly lines: readonly SettlementLine[];
}

/** A bank pays within so many days. */
const PAID_WITHIN = 10;
/** Lines that pay one day, for example one for each kind of card; days that one line pays, for example a long weekend. */
const MOST = 3;

/** Everything of one terminal, each day and each line in one settlement. Equal sums belong together first, whatever is near. */
export function settlementsOf(days: readonly TerminalDay[], lines: readonly SettlementLine[]): readonly Settlement[] {
  const openDays = [...days].sort(byDay);
  const openLines = [...lines].sort(byDay);
  const settled: Settlement[] = [];
  const settle = (paid: readonly TerminalDay[], by: readonly SettlementLine[]) => {
    settled.push({ days: paid, lines: by });
    for (const day of paid) openDays.splice(openDays.indexOf(day), 1);
    for (const line of by) openLines.splice(openLines.indexOf(line), 1);
  };
  for (let count = 1; count <= MOST; count += 1) {
    for (const day of [...openDays]) {
      const near = openLines.filter(line => isPaidBy(day, line));
      const by = choose(near, count).find(each => sumOf(each) === day.amount);
      if (by) settle([day], by);
    }
    for (const line of count > 1 ? [...openLines] : []) {
      const runs = openDays.map((_, index) => openDays.slice(index, index + count)).filter(run => run.length === count);
      const paid = runs.find(run => run.every(day => isPaidBy(day, line)) && sumOf(run) === line.amount);
      if (paid) settle(paid, [line]);
    }
  }
  // Other sums: each line belongs to the last day before it.
  for (const day of openDays.toReversed())
    settle(
      [day],
      openLines.filter(line => isPaidBy(day, line)),
    );
  for (const line of [...openLines]) settle([], [line]);
  return settled;
}

const isPaidBy = ({ day }: TerminalDay, line: SettlementLine): boolean =>
  line.day >= day && daysBetween(day, line.day) <= PAID_WITHIN + 1;

const sumOf = (all: readonly { readonly amount: number }[]): number => all.reduce((sum, { amount }) => sum + amount, 0);

const byDay = (one: { readonly day: string }, other: { readonly day: string }): number =>
  one.day < other.day ? -1 : one.day > other.day ? 1 : 0;

/** Every choice of `count` lines, the earliest first. */
function choose<T>(all: readonly T[], count: number): readonly (readonly T[])[] {
  if (count === 0) return [[]];
  return all.flatMap((first, index) => choose(all.slice(index + 1), count - 1).map(rest => [first, ...rest]));
}
