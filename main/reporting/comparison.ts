/** A report beside the same report of an earlier span: how far it goes back, and which row stands beside which. */
import type { ReportAnswer, ReportRow } from '../wire/office/reports.ts';
import { addDays, daysBetween } from './days.ts';

/** How far a comparison goes back, days: a month is 4 weeks and a year 52, so that weekdays meet weekdays. */
export const comparedDays = { week: 7, month: 28, year: 364 } as const;
export type Comparison = keyof typeof comparedDays;

/** Business days, both included. */
interface Days {
  readonly from: string;
  readonly to: string;
}

export const spanBefore = ({ from, to }: Days, compare: Comparison): Days => ({
  from: addDays(from, -comparedDays[compare]),
  to: addDays(to, -comparedDays[compare]),
});

type Side = Days & {
  readonly rows: readonly ReportRow[];
  readonly total: Readonly<Record<string, number | string | null>>;
};

/** The answer with the figures of the span before it, row beside row. */
export function withSpanBefore(answer: ReportAnswer, before: Side, compare: Comparison): ReportAnswer {
  const days = -comparedDays[compare];
  const rows = answer.rows as readonly ReportRow[];
  const sides = aligned(rows, before.rows, key => (answer.by === 'day' ? addDays(key, days) : key));
  const { from, to, total } = before;
  return { ...answer, rows: sides.rows, before: { from, to, rows: sides.before, total: { ...total } } };
}

/** Both spans with the same keys in the same order; where one has no figures, its row holds zeros. */
function aligned(rows: readonly ReportRow[], before: readonly ReportRow[], earlier: (key: string) => string) {
  const byKey = new Map(before.map(row => [row.key, row]));
  const matched = rows.map(row => byKey.get(earlier(row.key)) ?? blank(row, earlier(row.key)));
  const used = new Set(matched.map(({ key }) => key));
  const left = before.filter(({ key }) => !used.has(key));
  const isDay = earlier('2000-01-01') !== '2000-01-01';
  const shift = isDay ? daysBetween(earlier('2000-01-01'), '2000-01-01') - 1 : 0;
  const later = left.map(row => blank(row, isDay ? addDays(row.key, shift) : row.key));
  const pairs = [...rows, ...later].map((row, index) => ({ row, other: [...matched, ...left][index] as ReportRow }));
  if (isDay) pairs.sort((one, other) => (one.row.key < other.row.key ? -1 : 1));
  return { rows: pairs.map(({ row }) => row), before: pairs.map(({ other }) => other) };
}

function blank(like: ReportRow, key: string): ReportRow {
  const figures = Object.entries(like)
    .filter(([name]) => name !== 'key' && name !== 'label')
    .map(([name, value]) => [name, typeof value === 'number' ? 0 : null] as const);
  return { ...Object.fromEntries(figures), key, label: like.label === like.key ? key : like.label };
}
