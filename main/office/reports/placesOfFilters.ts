/**
 * The stores in which the tills and cashiers of the filters have sold. Figures are stored by store: of a chain only these stores are read
 * then, however many others there are.
 */
import type { Sql } from '../database/officeDatabase.ts';
import type { ReportRequest, ReportScope } from './report.ts';

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
