/** A report beside the same report of an earlier span: how far it goes back, and which row stands beside which. */
import type { ReportAnswer, ReportRow } from '../wire/office/reports.ts';
import { addDays } from './days.ts';

/** How far a comparison goes back, days: a month is 4 weeks and a year 52, so that weekdays meet weekdays. */
export const comparedDays = { week: 7, month: 28, year: 364 } as const;
export type Comparison = keyof typeof comparedDays;

/** Months that a comparison goes back where months are the rows. */
const comparedMonths = { week: 0, month: 1, year: 12 } as const;

/** Business days, both included. */
interface Days {
  readonly from: string;
  readonly to: string;
}

/** `keys`: what the rows and columns stand for. Where they are months, whole months lie between, so that each stands beside a whole one. */
export function spanBefore({ from, to }: Days, compare: Comparison, keys: readonly string[] = []): Days {
  const months = comparedMonths[compare];
  if (months > 0 && keys.includes('month')) return { from: dayBeside(from, -months), to: dayBeside(to, -months) };
  return { from: addDays(from, -comparedDays[compare]), to: addDays(to, -comparedDays[compare]) };
}

/** The same day of another month; the last one of a month becomes the last one. */
function dayBeside(day: string, months: number): string {
  const month = monthBeside(day.slice(0, 7), months);
  const last = lastOf(month);
  const isLast = day.slice(8) === lastOf(day.slice(0, 7));
  return `${month}-${isLast || day.slice(8) > last ? last : day.slice(8)}`;
}

const lastOf = (month: string): string => addDays(`${monthBeside(month, 1)}-01`, -1).slice(8);

type Side = Days & {
  readonly rows: readonly ReportRow[];
  readonly total: Readonly<Record<string, number | string | null>>;
};

/** The key of the span before that stands beside a key, and the other way round: days and months lie apart, everything else is the same. */
export function keysBeside(by: string, compare: Comparison): Record<'earlier' | 'later', (key: string) => string> {
  if (by === 'day')
    return {
      earlier: key => addDays(key, -comparedDays[compare]),
      later: key => addDays(key, comparedDays[compare]),
    };
  if (by === 'month')
    return {
      earlier: key => monthBeside(key, -comparedMonths[compare]),
      later: key => monthBeside(key, comparedMonths[compare]),
    };
  return { earlier: key => key, later: key => key };
}

/** `key`: `YYYY-MM`. */
function monthBeside(key: string, months: number): string {
  const [year = 0, month = 0] = key.split('-').map(Number);
  const count = year * 12 + month - 1 + months;
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`;
}

/** Keys that are points in time. */
export const TIMES: ReadonlySet<string> = new Set(['day', 'month']);

/** The answer with the figures of the span before it, row beside row. */
export function withSpanBefore(answer: ReportAnswer, before: Side, compare: Comparison): ReportAnswer {
  const rows = answer.rows as readonly ReportRow[];
  const sides = aligned(rows, before.rows, keysBeside(answer.by, compare), TIMES.has(answer.by));
  const { from, to, total } = before;
  return { ...answer, rows: sides.rows, before: { from, to, rows: sides.before, total: { ...total } } };
}

/** Both spans with the same keys in the same order; where one has no figures, its row holds zeros. */
function aligned(
  rows: readonly ReportRow[],
  before: readonly ReportRow[],
  { earlier, later: laterOf }: ReturnType<typeof keysBeside>,
  isTime: boolean,
) {
  const byKey = new Map(before.map(row => [row.key, row]));
  const matched = rows.map(row => byKey.get(earlier(row.key)) ?? blank(row, earlier(row.key), isTime));
  const used = new Set(matched.map(({ key }) => key));
  const left = before.filter(({ key }) => !used.has(key));
  const later = left.map(row => blank(row, laterOf(row.key), isTime));
  const pairs = [...rows, ...later].map((row, index) => ({ row, other: [...matched, ...left][index] as ReportRow }));
  if (isTime) pairs.sort((one, other) => (one.row.key < other.row.key ? -1 : 1));
  return { rows: pairs.map(({ row }) => row), before: pairs.map(({ other }) => other) };
}

function blank(like: ReportRow, key: string, isTime: boolean): ReportRow {
  const figures = Object.entries(like)
    .filter(([name]) => name !== 'key' && name !== 'label')
    .map(([name, value]) => [name, typeof value === 'number' ? 0 : null] as const);
  return { ...Object.fromEntries(figures), key, label: isTime ? key : like.label };
}
