/**
 * The payments of the bank's files beside those that the tills sent. A payment is recognised by terminal, trace and amount within
 * one business day of the till: trace numbers begin again after some time, so the nearest day with the same amount counts.
 */

import { businessCalendar } from '../../domain/businessDay.ts';
import { addDays } from '../../reporting/days.ts';
import { heads } from '../database/gapRanges.ts';
import type { Sql } from '../database/officeDatabase.ts';
import type { ReportRequest, ReportScope } from './report.ts';
import { type Settlement, type SettlementLine, settlementsOf, type TerminalDay } from './settlements.ts';

/** Banks book days later; further apart than this the same trace is another payment. */
const NEAR = 10;

/** `notAtBank`: the till has it, and the bank does not; `onlyBank`: the other way round. */
export type BankState =
  | 'agrees'
  | 'tip'
  | 'fee'
  | 'reversed'
  | 'otherDay'
  | 'otherAmount'
  | 'notAtBank'
  | 'onlyBank'
  | 'unknown'
  | 'notSynced';

export interface BankMatch {
  readonly store: string;
  readonly store_name: string;
  readonly zone: string;
  readonly terminal: string;
  /** Null: the settlement of a whole end-of-day. */
  readonly trace: number | null;
  /** Business day of the till; where it has none, the day of the bank. */
  readonly day: string;
  /** Ms since 1970. */
  readonly at: number;
  readonly till: string | null;
  readonly sale: string | null;
  /** Sums of the tills and of the bank, minor units; null where one side has nothing. */
  readonly office: number | null;
  readonly bank: number | null;
  readonly fee: number | null;
  readonly state: BankState;
}

/** Payments, cancellations and operations by terminal, trace and day. They are matched twice, so Citus carries them over its coordinator. */
const OFFICE = `office AS MATERIALIZED (
    SELECT store, terminal, trace, day, sum(amount)::bigint AS amount, sum(tip)::bigint AS tip, min(at) AS at, min(till) AS till,
       min(sale) AS sale, bool_or(reversed) AS reversed FROM (
      SELECT sale.store, tender.terminal, tender.trace, sale.business_day AS day, tender.amount, sale.tip, sale.at, sale.till, sale.id AS sale,
         sale.event = 'cancelled' AS reversed
        FROM tender JOIN sale ON sale.store = tender.store AND sale.business_day = tender.business_day AND sale.till = tender.till
         AND sale.epoch = tender.epoch AND sale.sequence = tender.sequence
       WHERE tender.store = ANY($1::text[]) AND tender.terminal IS NOT NULL AND tender.trace IS NOT NULL
         AND tender.business_day BETWEEN $2::date - ${NEAR} AND $3::date + ${NEAR}
      UNION ALL
      SELECT store, terminal, (facts->>'trace')::bigint, business_day, amount * CASE facts->>'operation' WHEN 'refund' THEN -1
         WHEN 'reversal' THEN -1 ELSE 1 END, 0, at, till, NULL, facts->>'operation' = 'reversal'
        FROM card_operation WHERE store = ANY($1::text[]) AND business_day BETWEEN $2::date - ${NEAR} AND $3::date + ${NEAR}
         AND kind = 'terminalOperation' AND event = 'approved' AND terminal IS NOT NULL AND amount IS NOT NULL
         AND facts->>'trace' ~ '^[0-9]{1,12}$' AND facts->>'operation' IN ('refund', 'reversal', 'booking', 'payment')
    ) AS moved WHERE ($4::text[] IS NULL OR till = ANY($4::text[])) GROUP BY 1, 2, 3, 4)`;

/**
 * `pair`: each payment of the bank with the nearest one of the tills. `covered`: the days of a terminal of which the bank has
 * reported payments. A bank knows no business day: of a payment after midnight it has the date of the clock on the wall.
 */
const MATCHES = `WITH ${OFFICE},
  entry AS (
    SELECT store, terminal, trace, day, sum(amount)::bigint AS amount, sum(fee)::bigint AS fee, min(at) AS at
      FROM bank_entry WHERE store = ANY($1::text[]) AND trace IS NOT NULL AND day BETWEEN $2::date - ${NEAR} AND $3::date + ${NEAR} GROUP BY 1, 2, 3, 4),
  near AS (
    SELECT entry.*, office.day AS office_day, (office.at AT TIME ZONE store.time_zone)::date AS wall_day, row_number() OVER (PARTITION BY entry.store, entry.terminal, entry.trace, entry.day
       ORDER BY (office.amount = entry.amount) DESC, abs(office.day - entry.day), office.day) AS place
      FROM entry JOIN store ON store.id = entry.store LEFT JOIN office ON office.store = entry.store AND office.terminal = entry.terminal AND office.trace = entry.trace
       AND abs(office.day - entry.day) <= ${NEAR}),
  pair AS (
    SELECT store, terminal, trace, coalesce(office_day, day) AS day, sum(amount)::bigint AS amount, sum(fee)::bigint AS fee, min(at) AS at,
       bool_or(day NOT IN (office_day, wall_day)) AS other_day FROM near WHERE place = 1 GROUP BY 1, 2, 3, 4),
  covered AS (
    SELECT store, terminal, min(day) AS first, max(day) AS last FROM bank_entry WHERE store = ANY($1::text[]) AND trace IS NOT NULL GROUP BY 1, 2),
  both_sides AS (
    SELECT coalesce(office.store, pair.store) AS store, coalesce(office.terminal, pair.terminal) AS terminal,
       coalesce(office.trace, pair.trace) AS trace, coalesce(office.day, pair.day) AS day, coalesce(office.at, pair.at) AS at,
       office.till, office.sale, office.amount AS office, office.tip, office.reversed, pair.amount AS bank, pair.fee, pair.other_day
      FROM office FULL JOIN pair ON pair.store = office.store AND pair.terminal = office.terminal AND pair.trace = office.trace
       AND pair.day = office.day)
  SELECT both_sides.store, store.name AS store_name, store.time_zone AS zone, both_sides.terminal, both_sides.trace,
     to_char(both_sides.day, 'YYYY-MM-DD') AS day,
     round(extract(epoch FROM coalesce(both_sides.at, (both_sides.day + time '12:00') AT TIME ZONE store.time_zone)) * 1000)::bigint AS at,
     till, sale, office, bank, fee, CASE
       WHEN office IS NULL THEN 'onlyBank'
       WHEN bank IS NULL AND office = 0 THEN 'agrees'
       WHEN bank IS NULL THEN 'notAtBank'
       WHEN bank = office AND other_day THEN 'otherDay'
       WHEN bank = office THEN 'agrees'
       WHEN reversed THEN 'reversed'
       WHEN tip <> 0 AND bank - office = tip THEN 'tip'
       WHEN fee IS NOT NULL AND fee <> 0 AND office - bank = fee THEN 'fee'
       ELSE 'otherAmount' END AS state
    FROM both_sides JOIN store ON store.id = both_sides.store
    JOIN covered ON covered.store = both_sides.store AND covered.terminal = both_sides.terminal
   WHERE both_sides.day BETWEEN $2::date AND $3::date AND ($5::text[] IS NULL OR both_sides.store = ANY($5::text[]))
     AND (bank IS NOT NULL OR both_sides.day BETWEEN covered.first AND covered.last)`;

/** One row for each terminal and day that the bank has reported. */
export interface BankDay {
  readonly store: string;
  readonly store_name: string;
  readonly zone: string;
  readonly terminal: string;
  readonly day: string;
  readonly at: number;
  readonly office: number;
  readonly bank: number;
  readonly fee: number | null;
  readonly differing: number;
}

export async function bankDaysOf(sql: Sql, scope: ReportScope, request: ReportRequest): Promise<readonly BankDay[]> {
  const days = await sql.query<BankDay>(
    `SELECT store, store_name, zone, terminal, day, max(at)::bigint AS at, coalesce(sum(office), 0)::bigint AS office,
       coalesce(sum(bank), 0)::bigint AS bank, sum(fee)::bigint AS fee, count(*) FILTER (WHERE state <> 'agrees') AS differing
       FROM (${MATCHES}) AS matched GROUP BY store, store_name, zone, terminal, day ORDER BY day, store_name, terminal`,
    valuesOf(scope, request),
  );
  const settled = await settledDaysOf(sql, scope, request);
  return [...days, ...settled.map(bankDayOf)];
}

const bankDayOf = (match: BankMatch): BankDay => ({
  ...match,
  ...{ office: match.office ?? 0, bank: match.bank ?? 0, differing: match.state === 'agrees' ? 0 : 1 },
});

/** The differences between tills and bank, each with the reason that the back office can find. */
export async function bankDifferencesOf(
  sql: Sql,
  scope: ReportScope,
  request: ReportRequest,
): Promise<readonly BankMatch[]> {
  const rows = await sql.query<BankMatch>(
    `SELECT * FROM (${MATCHES}) AS matched WHERE state <> 'agrees' ORDER BY at, store, terminal, trace`,
    valuesOf(scope, request),
  );
  const settled = (await settledDaysOf(sql, scope, request)).filter(({ state }) => state !== 'agrees');
  const alone = rows.filter(({ state }) => state === 'onlyBank');
  if (alone.length === 0) return [...rows, ...settled];
  const reasons = await reasonsOf(sql, alone);
  const explained = rows.map(row => {
    const reason = row.state === 'onlyBank' ? reasons.get(keyOf(row)) : undefined;
    return reason ? { ...row, ...reason } : row;
  });
  return [...explained, ...settled];
}

interface TerminalSums {
  readonly store: string;
  readonly store_name: string;
  readonly zone: string;
  readonly terminal: string;
  readonly days: readonly TerminalDay[];
  readonly lines: readonly SettlementLine[];
}

/** The lines of the bank that settle whole ends of day, and what the tills sent of their terminals by day. */
const LINES = `SELECT store, terminal, to_char(day, 'YYYY-MM-DD') AS day, amount, fee FROM bank_entry
  WHERE store = ANY($1::text[]) AND trace IS NULL AND ($2::text[] IS NULL OR store = ANY($2::text[]))`;
const SENT = `WITH ${OFFICE} SELECT store, terminal, to_char(day, 'YYYY-MM-DD') AS day, sum(amount)::bigint AS amount FROM office
  WHERE terminal = ANY($5::text[]) GROUP BY store, terminal, office.day HAVING sum(amount) <> 0`;

type Sent = TerminalDay & { readonly store: string; readonly terminal: string };
type Line = SettlementLine & { readonly store: string; readonly terminal: string };

/** Terminals with settlements, by the names of their stores. */
async function settledTerminals(
  sql: Sql,
  scope: ReportScope,
  request: ReportRequest,
): Promise<readonly TerminalSums[]> {
  const { from, to, filters } = request;
  const lines = await sql.query<Line>(LINES, [scope.stores, filters.store ?? null]);
  if (lines.length === 0) return [];
  const terminals = [...new Set(lines.map(({ terminal }) => terminal))];
  const sent = await sql.query<Sent>(SENT, [scope.stores, from, to, null, terminals]);
  const places = await sql.query<{ id: string; name: string; zone: string }>(
    'SELECT id, name, time_zone AS zone FROM store WHERE id = ANY($1::text[]) ORDER BY name, id',
    [[...new Set(lines.map(({ store }) => store))]],
  );
  const linesBy = Map.groupBy(lines, ({ store, terminal }) => `${store} ${terminal}`);
  const sentBy = Map.groupBy(sent, ({ store, terminal }) => `${store} ${terminal}`);
  return places.flatMap(({ id: store, name, zone }) =>
    terminals.toSorted().flatMap((terminal): TerminalSums[] => {
      const own = linesBy.get(`${store} ${terminal}`);
      if (!own) return [];
      const days = own.map(({ day }) => day).sort();
      const [first, last] = [addDays(days[0] ?? from, -NEAR), addDays(days.at(-1) ?? to, NEAR)];
      return [
        {
          ...{ store, store_name: name, zone, terminal },
          days: (sentBy.get(`${store} ${terminal}`) ?? []).filter(({ day }) => day >= first && day <= last),
          lines: own.filter(({ day }) => day >= addDays(from, -NEAR) && day <= addDays(to, NEAR)),
        },
      ];
    }),
  );
}

/** One for each settlement of the span. With a filter by till there is none, because a bank pays terminals. */
async function settledDaysOf(sql: Sql, scope: ReportScope, request: ReportRequest): Promise<readonly BankMatch[]> {
  if (request.filters.till) return [];
  const terminals = await settledTerminals(sql, scope, request);
  return terminals.flatMap(sums => {
    const settlements = settlementsOf(sums.days, sums.lines);
    const firstPaid = settlements
      .flatMap(({ days, lines }) => (lines.length > 0 ? days.map(({ day }) => day) : []))
      .sort()[0];
    return (
      settlements
        // Days before the first settlement were paid before anybody imported a file.
        .filter(({ days, lines }) => lines.length > 0 || (firstPaid !== undefined && (days[0]?.day ?? '') > firstPaid))
        .map(settlement => settledMatch(sums, settlement))
        .filter(({ day }) => day >= request.from && day <= request.to)
    );
  });
}

function settledMatch({ store, store_name, zone, terminal }: TerminalSums, { days, lines }: Settlement): BankMatch {
  const sum = (all: readonly { readonly amount: number }[]) =>
    all.length === 0 ? null : all.reduce((total, { amount }) => total + amount, 0);
  const fees = lines.flatMap(({ fee }) => fee ?? []);
  const fee = fees.length === 0 ? null : fees.reduce((total, each) => total + each, 0);
  const [office, bank] = [sum(days), sum(lines)];
  const day = days[0]?.day ?? lines[0]?.day ?? '';
  const state = office === null ? 'onlyBank' : bank === null ? 'notAtBank' : office === bank ? 'agrees' : 'otherAmount';
  return {
    ...{ store, store_name, zone, terminal, trace: null, day, till: null, sale: null },
    ...{ at: businessCalendar(zone, '12:00').beginOf(day), office, bank, fee, state },
  };
}

export const keyOf = ({
  store,
  terminal,
  trace,
  day,
}: Pick<BankMatch, 'store' | 'terminal' | 'trace' | 'day'>): string =>
  `${store}.${terminal}.${trace ?? 'settlement'}.${day}`;

/**
 * Reasons why the tills did not send a payment that the bank has: an unknown outcome of that amount without an end, or
 * a till of that terminal that has a gap in its numbers or was silent since.
 */
async function reasonsOf(
  sql: Sql,
  rows: readonly BankMatch[],
): Promise<ReadonlyMap<string, Pick<BankMatch, 'state' | 'sale'>>> {
  const values = [
    ...[rows.map((_, place) => place), rows.map(({ store }) => store), rows.map(({ terminal }) => terminal)],
    ...[rows.map(({ day }) => day), rows.map(({ bank }) => bank)],
  ];
  const doubts = await sql.query<{ place: number; sale: string }>(DOUBTS, values);
  const late = await sql.query<{ place: number; waits: boolean }>(LATE, values);
  const sales = new Map(doubts.map(({ place, sale }) => [place, sale]));
  const waiting = new Set(late.filter(({ waits }) => waits).map(({ place }) => place));
  return new Map(
    rows.flatMap((row, place) => {
      const sale = sales.get(place) ?? null;
      const state: BankState | null = sale ? 'unknown' : waiting.has(place) ? 'notSynced' : null;
      return state ? [[keyOf(row), { state, sale }] as const] : [];
    }),
  );
}

const GIVEN = `FROM unnest($1::integer[], $2::text[], $3::text[], $4::date[], $5::bigint[]) AS given (place, store, terminal, day, amount)`;
/** Unknown outcomes of the amount, without an end. */
const DOUBTS = `SELECT given.place, min(sale.id) AS sale ${GIVEN}
  JOIN sale ON sale.store = given.store AND sale.business_day BETWEEN given.day - 1 AND given.day + 1 AND sale.sum = given.amount
 WHERE sale.event = 'unknown' AND NOT EXISTS (SELECT 1 FROM sale AS later
    WHERE later.store = sale.store AND later.id = sale.id AND later.event IN ('closed', 'cancelled'))
   AND given.terminal IS NOT NULL GROUP BY given.place, sale.store`;
/** Tills of the terminal that have a gap, or were silent since. */
const LATE = `SELECT given.place, bool_or(NOT isempty(head.gaps) OR head.last_seen < (given.day + 1) AT TIME ZONE store.time_zone) AS waits ${GIVEN}
  JOIN tender ON tender.store = given.store AND tender.terminal = given.terminal
   AND tender.business_day BETWEEN given.day - 31 AND given.day + 31
  JOIN ${heads} AS head ON head.store = tender.store AND head.till = tender.till
  JOIN store ON store.id = given.store
 WHERE given.amount IS NOT NULL GROUP BY given.place, tender.store`;

const valuesOf = ({ stores }: ReportScope, { from, to, filters }: ReportRequest): readonly unknown[] => [
  stores,
  from,
  to,
  filters.till ?? null,
  filters.store ?? null,
];
