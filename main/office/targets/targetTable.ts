/** The targets that are kept, by store and month: read, and changed with what stood there before. */
import type { TargetChange, TargetInput, TargetList } from '../../wire/office/targets.ts';
import { writesManyStores } from '../database/distribution.ts';
import type { Sql } from '../database/officeDatabase.ts';
import type { TargetStore } from './targetFile.ts';

/** Months `YYYY-MM`, both included. */
export const targetsOf = (
  sql: Sql,
  stores: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<TargetList['data']> =>
  sql.query<TargetList['data'][number]>(
    `SELECT target.store, store.name AS store_name, to_char(target.month, 'YYYY-MM') AS month, target.amount, target.currency
       FROM target JOIN store ON store.id = target.store
      WHERE target.store = ANY($1::text[]) AND target.month BETWEEN $2::date AND $3::date
      ORDER BY target.month, store.name, target.store`,
    [stores, `${from}-01`, `${to}-01`],
  ) as Promise<TargetList['data']>;

/** A store sells in the currency of its merchant, unless all that it has sold was in others. */
export const targetStores = (sql: Sql, stores: readonly string[]): Promise<readonly TargetStore[]> =>
  sql.query<TargetStore>(
    `SELECT store.id, store.name, CASE WHEN store.currencies = '{}' OR merchant.currency = ANY(store.currencies)
         THEN merchant.currency ELSE store.currencies[1] END AS currency
       FROM store JOIN merchant ON merchant.id = store.merchant WHERE store.id = ANY($1::text[]) ORDER BY store.name, store.id`,
    [stores],
  );

/** The targets that became others. Of a store and month that is named twice the last one counts. */
export async function setTargets(
  sql: Sql,
  stores: readonly TargetStore[],
  wanted: TargetInput['data'],
): Promise<readonly TargetChange[]> {
  const currencies = new Map(stores.map(({ id, currency }) => [id, currency]));
  const keyOf = ({ store, month }: { readonly store: string; readonly month: string }) => `${month} ${store}`;
  const byKey = new Map(wanted.map(target => [keyOf(target), target]));
  const months = wanted.map(({ month }) => month).sort();
  const span = { from: months[0] ?? '', to: months.at(-1) ?? '' };
  await writesManyStores(sql);
  const named = [...new Set(wanted.map(({ store }) => store))];
  const held = new Map((await targetsOf(sql, named, span)).map(target => [keyOf(target), target.amount]));
  const changes = [...byKey].flatMap(([key, { store, month, amount }]) => {
    const before = held.get(key) ?? null;
    return before === amount ? [] : [{ store, month, currency: currencies.get(store) ?? '', before, after: amount }];
  });
  const kept = changes.filter(({ after }) => after !== null);
  const rows = kept.map(({ store, month, currency, after }) => ({
    store,
    month: `${month}-01`,
    amount: after,
    currency,
  }));
  if (rows.length > 0)
    await sql.query(
      `INSERT INTO target (store, month, amount, currency)
       SELECT store, month, amount, currency
         FROM jsonb_to_recordset($1::text::jsonb) AS wanted (store text, month date, amount bigint, currency text)
       ON CONFLICT (store, month) DO UPDATE SET amount = excluded.amount, currency = excluded.currency`,
      [JSON.stringify(rows)],
    );
  const ended = Map.groupBy(
    changes.filter(({ after }) => after === null),
    ({ month }) => month,
  );
  for (const [month, gone] of ended)
    await sql.query('DELETE FROM target WHERE store = ANY($1::text[]) AND month = $2::date', [
      gone.map(({ store }) => store),
      `${month}-01`,
    ]);
  return changes;
}
