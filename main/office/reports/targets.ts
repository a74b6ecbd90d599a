/** Targets of a span beside what was sold: of a month that the span covers in part, the share of its days that are in it. */

import { addDays } from '../../reporting/days.ts';
import { DAYS_BEFORE, dayTargets, type MonthTarget } from '../../reporting/dayTargets.ts';
import type { Sql } from '../database/officeDatabase.ts';
import { keyOf } from './keys.ts';
import type { ReportScope } from './report.ts';

interface Span {
  /** Business days, both included. */
  readonly from: string;
  readonly to: string;
}

export interface Reached {
  readonly target: number;
  /** Of the stores and months that have a target. */
  readonly turnover: number;
  /** The targets of the whole months. */
  readonly whole: number;
}

export interface Targets {
  readonly byKey: ReadonlyMap<string, Reached>;
  readonly total: Reached;
}

/** Keys that a target is known by. */
export const targetKeys = ['day', 'month', 'store'] as const;
export type TargetKey = (typeof targetKeys)[number];

/** Null where no store has a target in these months. */
export async function targetsIn(
  sql: Sql,
  scope: Pick<ReportScope, 'stores' | 'currency'>,
  span: Span,
  by: TargetKey,
): Promise<Targets | null> {
  const held = await heldTargets(sql, scope, span);
  if (held.length === 0) return null;
  const targets = new Map<string, number>();
  const whole = new Map<string, number>();
  const add = (sums: Map<string, number>, key: string, amount: number) => sums.set(key, (sums.get(key) ?? 0) + amount);
  for (const target of held) {
    const keyOn = (day: string) => ({ day, month: target.month, store: target.store })[by];
    for (const [day, amount] of dayTargets(target))
      if (day >= span.from && day <= span.to) add(targets, keyOn(day), amount);
    if (by !== 'day') add(whole, keyOn(''), target.amount);
  }
  const sold = await turnoverWithTarget(sql, scope, span, by);
  const byKey = new Map(
    [...new Set([...targets.keys(), ...sold.keys()])].map(key => [
      key,
      { target: targets.get(key) ?? 0, turnover: sold.get(key) ?? 0, whole: whole.get(key) ?? 0 },
    ]),
  );
  return { byKey, total: addedReached([...byKey.values()]) };
}

export const addedReached = (all: readonly Reached[]): Reached => {
  const sum = (name: keyof Reached) => all.reduce((added, one) => added + one[name], 0);
  return { target: sum('target'), turnover: sum('turnover'), whole: sum('whole') };
};

/** Hundredths of a per cent; null without a target. */
export const shareOf = (part: number, target: number): number | null =>
  target > 0 ? Math.round((part * 10_000) / target) : null;

const firstOf = (day: string): string => `${day.slice(0, 7)}-01`;

interface HeldTarget extends MonthTarget {
  readonly store: string;
}

type FoundTarget = Omit<HeldTarget, 'weekdays'> & Readonly<Record<string, number>>;

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const WEEKDAY_SUMS = WEEKDAYS.map(
  day =>
    `coalesce(sum(figure_day.turnover) FILTER (WHERE extract(isodow FROM figure_day.business_day) = ${day}), 0)::bigint AS weekday${day}`,
).join(', ');

async function heldTargets(
  sql: Sql,
  { stores, currency }: Pick<ReportScope, 'stores' | 'currency'>,
  { from, to }: Span,
): Promise<readonly HeldTarget[]> {
  // The days before are named as values, too, so that other months are not looked through.
  const rows = await sql.query<FoundTarget>(
    `SELECT target.store, to_char(target.month, 'YYYY-MM') AS month, target.amount, ${WEEKDAY_SUMS}
       FROM target LEFT JOIN figure_day ON figure_day.store = target.store AND figure_day.currency = target.currency
        AND figure_day.business_day >= target.month - ${DAYS_BEFORE} AND figure_day.business_day < target.month
        AND figure_day.business_day BETWEEN $5::date AND $4::date
      WHERE target.store = ANY($1::text[]) AND target.currency = $2 AND target.month BETWEEN $3::date AND $4::date
      GROUP BY target.store, target.month, target.amount`,
    [stores, currency, firstOf(from), firstOf(to), addDays(firstOf(from), -DAYS_BEFORE)],
  );
  return rows.map(({ store, month, amount, ...sums }) => ({
    ...{ store, month, amount },
    weekdays: WEEKDAYS.map(day => Number((sums as Readonly<Record<string, number>>)[`weekday${day}`] ?? 0)),
  }));
}

async function turnoverWithTarget(
  sql: Sql,
  { stores, currency }: Pick<ReportScope, 'stores' | 'currency'>,
  { from, to }: Span,
  by: TargetKey,
): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.query<{ key: string; turnover: number }>(
    `SELECT ${keyOf(by).sql('figure_day')} AS key, sum(figure_day.turnover)::bigint AS turnover
       FROM figure_day JOIN target ON target.store = figure_day.store AND target.currency = figure_day.currency
        AND target.month = date_trunc('month', figure_day.business_day::timestamp)::date
      WHERE figure_day.store = ANY($1::text[]) AND figure_day.business_day BETWEEN $2::date AND $3::date AND figure_day.currency = $4
      GROUP BY 1`,
    [stores, from, to, currency],
  );
  return new Map(rows.map(({ key, turnover }) => [key, turnover]));
}
