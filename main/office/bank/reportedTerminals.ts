/** The terminals that the tills of stores have reported with their last heartbeats. */
import type { Sql } from '../database/officeDatabase.ts';

interface Reported {
  readonly store: string;
  readonly terminals: readonly { readonly tid?: unknown }[];
}

export async function reportedTerminals(
  sql: Sql,
  stores: readonly string[],
): Promise<readonly { readonly terminal: string; readonly store: string }[]> {
  const rows = await sql.query<Reported>(
    `SELECT store, condition->'terminals' AS terminals FROM heartbeat
      WHERE store = ANY($1::text[]) AND jsonb_typeof(condition->'terminals') = 'array'`,
    [stores],
  );
  const all = rows.flatMap(({ store, terminals }) =>
    terminals.flatMap(({ tid }) => (typeof tid === 'string' ? [{ terminal: tid, store }] : [])),
  );
  return [...new Map(all.map(each => [`${each.terminal} ${each.store}`, each])).values()];
}
