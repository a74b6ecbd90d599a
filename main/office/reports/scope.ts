/** The scope of a report: rights of a person together with what the merchant's books say. */
import { businessDays } from '../../domain/businessDay.ts';
import { daysBetween } from '../../reporting/days.ts';
import type { Sql } from '../database/officeDatabase.ts';
import type { ReportRequest, ReportScope } from './report.ts';

/** `currency`: the one that was asked for; left out, that of the merchant. */
type Asked = Pick<ReportScope, 'merchant' | 'stores' | 'language' | 'now'> & { readonly currency?: string | undefined };

/** Where one store is all that the person sees, its clock says which day is today; else that of the merchant. */
export async function scopeOf(sql: Sql, asked: Asked): Promise<ReportScope> {
  const [merchant] = await sql.query<{ currency: string; time_zone: string }>(
    'SELECT currency, time_zone FROM merchant WHERE id = $1',
    [asked.merchant],
  );
  if (!merchant) throw new Error(`the merchant ${asked.merchant} is gone`);
  const zones = await sql.query<{ time_zone: string }>(
    'SELECT DISTINCT time_zone FROM store WHERE id = ANY($1::text[]) LIMIT 2',
    [asked.stores],
  );
  const own = zones.length === 1 ? zones[0]?.time_zone : undefined;
  const timeZone = own ?? merchant.time_zone;
  const currency = asked.currency ?? merchant.currency;
  return { ...asked, currency, timeZone, today: await todayOf(sql, { ...asked, timeZone }) };
}

/** True for a heartbeat that tells when the day begins. */
const NAMES_START = "condition->>'day_start' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'";

/** Stores that live by the same clock, with the business day that runs there now. */
export interface ClockGroup {
  readonly stores: readonly string[];
  readonly timeZone: string;
  readonly today: string;
}

/** The stores by their clocks: while it is tomorrow in one zone, the day of another still runs. */
export async function clockGroups(
  sql: Sql,
  { stores, now }: Pick<ReportScope, 'stores' | 'now'>,
): Promise<readonly ClockGroup[]> {
  const rows = await sql.query<{ id: string; zone: string }>(
    'SELECT id, time_zone AS zone FROM store WHERE id = ANY($1::text[]) ORDER BY id',
    [stores],
  );
  const starts = await sql.query<{ store: string; start: string }>(
    `SELECT store, max(condition->>'day_start') AS start FROM heartbeat
      WHERE store = ANY($1::text[]) AND ${NAMES_START} GROUP BY store`,
    [stores],
  );
  const byStore = new Map(starts.map(({ store, start }) => [store, start]));
  const clocks = rows.map(({ id, zone }) => ({ id, zone, start: byStore.get(id) ?? null }));
  const groups = Map.groupBy(clocks, ({ zone, start }) => `${zone} ${start ?? '00:00'}`);
  return [...groups.values()].map(group => {
    const [{ zone, start } = { zone: 'UTC', start: null }] = group;
    return { stores: group.map(({ id }) => id), timeZone: zone, today: businessDays(zone, start ?? '00:00')(now) };
  });
}

/** The days of a request by the clock of each store: while it is tomorrow in one zone, the day of another still runs. */
export async function byClocksOfStores(sql: Sql, scope: ReportScope): Promise<ReportScope> {
  const groups = await clockGroups(sql, scope);
  if (groups.every(({ today }) => today === scope.today)) return scope;
  return {
    ...scope,
    shifts: groups.map(({ stores, today }) => ({ stores, days: daysBetween(scope.today, today) - 1 })),
  };
}

/** The first of the business days that run now in the stores: those before it are over everywhere. */
export async function firstToday(sql: Sql, scope: Pick<ReportScope, 'stores' | 'now' | 'today'>): Promise<string> {
  const days = (await clockGroups(sql, scope)).map(({ today }) => today);
  return days.sort()[0] ?? scope.today;
}

/** The business day of now. Of several stores the one whose day begins last decides: until then it is nowhere over yet. */
export async function todayOf(
  sql: Sql,
  { stores, timeZone, now }: Pick<ReportScope, 'stores' | 'timeZone' | 'now'>,
): Promise<string> {
  const [latest] = await sql.query<{ start: string | null }>(
    `SELECT max(condition->>'day_start') AS start FROM heartbeat WHERE store = ANY($1::text[]) AND ${NAMES_START}`,
    [stores],
  );
  return businessDays(timeZone, latest?.start ?? '00:00')(now);
}

/**
 * The same of the stores in which the tills and cashiers of the filters have sold. Figures are stored by store: of a chain these stores
 * alone are read then, however many others there are.
 */
export async function withStoresOfFilters(
  sql: Sql,
  scope: ReportScope,
  { from, to, filters }: ReportRequest,
): Promise<ReportScope> {
  let stores = filters.store ? scope.stores.filter(id => filters.store?.includes(id)) : scope.stores;
  if (filters.till && stores.length > 1)
    stores = await found(
      sql,
      'SELECT DISTINCT store FROM till_head WHERE store = ANY($1::text[]) AND till = ANY($2::text[])',
      [...[stores, filters.till]],
    );
  if (filters.cashier && stores.length > 1)
    stores = await found(
      sql,
      `SELECT DISTINCT store FROM figure_sale WHERE store = ANY($1::text[]) AND cashier = ANY($2::text[])
         AND business_day BETWEEN $3::date AND $4::date`,
      [stores, filters.cashier, from, to],
    );
  return { ...scope, stores };
}

const found = async (sql: Sql, text: string, values: readonly unknown[]): Promise<readonly string[]> =>
  (await sql.query<{ store: string }>(text, values)).map(({ store }) => store);
