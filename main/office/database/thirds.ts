/**
 * Articles of thirds of months, added up from their days once a third is over. A transaction that writes figures of such a day says that
 * the third does not hold any more, and reports read its days until it is counted again.
 */
import type { OfficeDatabase, Sql, Statement } from './officeDatabase.ts';

export const THIRDS = 'figure_item_third';

/** The first day of the third that has the day: the 1st, 11th or 21st. */
export const firstOfThird = (day: string): string =>
  `${day.slice(0, 8)}${{ 0: '01', 1: '11' }[Math.floor((Number(day.slice(8)) - 1) / 10)] ?? '21'}`;

/** The last day of a third, by its first one. */
export function lastOfThird(first: string): string {
  const [year = 0, month = 0, day = 0] = first.split('-').map(Number);
  const last = day < 21 ? day + 9 : new Date(Date.UTC(year, month, 0)).getUTCDate();
  return `${first.slice(0, 8)}${last}`;
}

/** A third of a store; `day` is its first one. */
interface Third {
  readonly store: string;
  readonly day: string;
}

/** `firstOfThird` of a column in SQL. */
const thirdOf = (column: string): string =>
  `(${column} - (extract(day FROM ${column})::integer - 1) + 10 * least((extract(day FROM ${column})::integer - 1) / 10, 2))`;

const KEYS = 'article, item_group, tax, unit, currency';
const SUMS = ['quantity', 'measured', 'turnover', 'goods_net', 'costed_net', 'goods_cost'];

/** Lines with the columns of figures of goods. */
export const SOLD_LINES = `(SELECT store, business_day, hour, till, currency, article, name, item_group, group_name, tax, unit, quantity, measured,
    amount AS turnover, goods_net, costed_net, goods_cost FROM sale_line)`;

/** The rows of days that the rows of a third add up, by its dimension. */
const DAYS = { till: 'figure_item_person', cashier: 'figure_item_person', hour: SOLD_LINES } as const;

/** Makes the rows of a third anew. */
export const thirdStatements = ({ store, day }: Third): readonly Statement[] => [
  { text: `DELETE FROM ${THIRDS} WHERE store = $1 AND business_day = $2::date`, values: [store, day] },
  ...Object.entries(DAYS).map(([key, days]) => ({
    text: `INSERT INTO ${THIRDS} (store, business_day, dimension, value, ${KEYS}, ${SUMS.join(', ')}, name, group_name)
        SELECT store, $2::date, '${key}', ${key}::text, ${KEYS}, ${SUMS.map(sum => `sum(${sum})`).join(', ')}, max(name), max(group_name)
        FROM ${days} AS goods WHERE store = $1 AND business_day BETWEEN $2::date AND $3::date GROUP BY store, ${key}, ${KEYS}`,
    values: [store, day, lastOfThird(day)],
  })),
];

/** Says that the thirds of these days hold no more. */
export const uncounted = (store: string, days: Iterable<string>): Statement => ({
  name: 'uncount thirds',
  text: 'DELETE FROM counted_third WHERE store = $1 AND business_day = ANY($2::date[])',
  values: [store, [...new Set([...days].map(firstOfThird))]],
});

/** The same where days of a third are made anew, of which some may then be empty. */
export const forgotten = (store: string, day: string): readonly Statement[] => [
  uncounted(store, [day]),
  {
    text: `DELETE FROM ${THIRDS} WHERE store = $1 AND business_day = $2::date`,
    values: [store, firstOfThird(day)],
  },
];

/** Thirds in which something was sold and that are not counted; `sold` has the days. */
const dueAmong = (columns: string, condition: string): string =>
  `SELECT DISTINCT ${columns} FROM figure_day AS sold LEFT JOIN counted_third AS counted
      ON counted.store = sold.store AND counted.business_day = ${thirdOf('sold.business_day')}
    WHERE counted.store IS NULL AND ${condition}`;
const FIRST = `to_char(${thirdOf('sold.business_day')}, 'YYYY-MM-DD') AS day`;

/** A third is over once its last day is two days old, by whatever clock. */
const OVER_AFTER = 2 * 86_400_000;

interface Counting {
  readonly database: OfficeDatabase;
  readonly clock: { now(): number };
}

/** Counts the thirds that are over, each by itself. Gives how many. */
export async function countThirds({ database, clock }: Counting): Promise<number> {
  const current = firstOfThird(new Date(clock.now() - OVER_AFTER).toISOString().slice(0, 10));
  const text = dueAmong(`sold.store, ${FIRST}`, 'sold.business_day < $1::date ORDER BY 2, 1');
  const due = await database.query<Third>(text, [current]);
  for (const place of due) await database.transaction(sql => countThird(sql, place));
  return due.length;
}

async function countThird(sql: Sql, place: Third): Promise<void> {
  const { store, day } = place;
  await sql.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`store ${store}`]);
  await sql.pipeline([
    ...thirdStatements(place),
    {
      text: 'INSERT INTO counted_third (store, business_day) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      values: [store, day],
    },
  ]);
}

export async function isCounted(sql: Sql, { store, day }: Third): Promise<boolean> {
  const rows = await sql.query('SELECT 1 FROM counted_third WHERE store = $1 AND business_day = $2', [store, day]);
  return rows.length > 0;
}

/** The first days of the thirds in a span that are not counted in all of these stores. */
export async function uncountedThirds(
  sql: Sql,
  stores: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<ReadonlySet<string>> {
  const text = dueAmong(FIRST, 'sold.store = ANY($1::text[]) AND sold.business_day BETWEEN $2::date AND $3::date');
  const rows = await sql.query<{ day: string }>(text, [stores, from, to]);
  return new Set(rows.map(({ day }) => day));
}
