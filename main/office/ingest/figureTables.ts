/**
 * Writes rows of facts and the figures that follow from them. Rows come by COPY into tables of the transaction, and figures
 * are added up from what was really inserted, so that a row that is there already counts once.
 */
import type { Sql } from '../database/officeDatabase.ts';
import { type FactRows, type FactTable, factColumns, factTables } from './factRows.ts';

const KEY = 'store, business_day, till, epoch, sequence';

interface FigureTable {
  readonly name: string;
  readonly keys: readonly string[];
  /** Columns that are added up, each with the expression over `fresh` rows and, where it is joined, the sale `s`. */
  readonly sums: Readonly<Record<string, string>>;
  /** Columns that name the key for people: of several names the last one by the alphabet, whatever came first. */
  readonly names?: readonly string[];
  /** Condition on the rows that count. */
  readonly where?: string;
  /** The currency stands in the row of the sale. */
  readonly joinsSale?: true;
}

const figures: Readonly<Partial<Record<FactTable, FigureTable>>> = {
  sale: {
    name: 'figure_sale',
    keys: ['store', 'business_day', 'hour', 'till', 'cashier', 'currency'],
    sums: {
      sales: 'sum(sales)',
      turnover: 'sum(turnover)',
      closed: "coalesce(sum(turnover) FILTER (WHERE event = 'closed'), 0)",
      cancelled: "coalesce(-sum(turnover) FILTER (WHERE event = 'cancelled'), 0)",
      cancellations: "count(*) FILTER (WHERE event = 'cancelled')",
      discount: 'sum(discount)',
      tip: 'sum(tip)',
      unknown: "count(*) FILTER (WHERE event = 'unknown')",
    },
    where: "NOT played AND event IN ('closed', 'cancelled', 'unknown')",
  },
  sale_line: {
    name: 'figure_item',
    keys: ['store', 'business_day', 'article', 'item_group', 'tax', 'unit', 'currency'],
    names: ['name', 'group_name'],
    sums: { quantity: 'sum(fresh.quantity)', measured: 'sum(fresh.measured)', turnover: 'sum(fresh.amount)' },
    joinsSale: true,
  },
  sale_tax: {
    name: 'figure_tax',
    keys: ['store', 'business_day', 'tax', 'currency'],
    sums: { gross: 'sum(fresh.gross)', amount: 'sum(fresh.amount)' },
    joinsSale: true,
  },
  tender: {
    name: 'figure_tender',
    keys: ['store', 'business_day', 'till', 'method', 'currency'],
    sums: { count: 'sum(s.sales)', amount: 'sum(fresh.amount)', tip: 'sum(fresh.tip)' },
    joinsSale: true,
  },
  loyalty: {
    name: 'figure_loyalty',
    keys: ['store', 'business_day', 'account', 'campaign'],
    sums: { issued: 'sum(issued)', redeemed: 'sum(redeemed)', expired: 'sum(expired)' },
  },
};

/** Names of the tables of figures. */
export const figureTables: readonly string[] = Object.values(figures).map(({ name }) => name);

const staged = (table: FactTable): string => `staged_${table}`;

/** Tables of the session, emptied by each commit: without the keys and partitions of those that they stand for. */
const STAGING = factTables.map(
  table => `CREATE TEMP TABLE IF NOT EXISTS ${staged(table)} (LIKE ${table} INCLUDING DEFAULTS) ON COMMIT DELETE ROWS`,
);

/** Makes the tables of the session where they are missing. Inside a transaction, before `stageRows`. */
export async function openStaging(sql: Sql): Promise<void> {
  const [there] = await sql.query<{ name: string | null }>(
    `SELECT to_regclass('pg_temp.${staged('document')}')::text AS name`,
  );
  if (!there?.name) for (const text of STAGING) await sql.script(text);
}

/** Puts rows into the tables of the session; may be called several times in a transaction. */
export async function stageRows(sql: Sql, rows: FactRows): Promise<void> {
  for (const table of factTables) {
    if (rows[table].length > 0) await sql.copy(staged(table), factColumns[table], rows[table]);
  }
}

/** Moves what was staged into the tables of facts and adds it to the figures. */
export async function writeStaged(sql: Sql, tables: readonly FactTable[]): Promise<void> {
  for (const table of factTables) if (tables.includes(table)) await sql.query(writing(table));
}

/** One statement for each table: inserts the rows, and adds what was new to the figures. */
function writing(table: FactTable): string {
  const columns = factColumns[table].join(', ');
  const insert = `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM ${staged(table)} ON CONFLICT (${conflict(table)}) DO NOTHING`;
  const figure = figures[table];
  if (!figure) return insert;
  return `WITH fresh AS (${insert} RETURNING *) ${addition(figure, staged('sale'))}`;
}

/** Adds all facts to the figures: for a database that has none yet. */
export async function writeFigures(sql: Sql): Promise<void> {
  for (const [table, figure] of Object.entries(figures))
    await sql.query(`WITH fresh AS (SELECT * FROM ${table}) ${addition(figure, 'sale')}`);
}

const POSITIONS: Readonly<Partial<Record<FactTable, string>>> = {
  sale_line: ', position',
  sale_tax: ', tax',
  tender: ', position',
  loyalty: ', position',
  price_change: ', position',
};
const conflict = (table: FactTable): string => `${KEY}${POSITIONS[table] ?? ''}`;

/** Rows are added in the order of the key, so that two batches never wait for each other. */
function addition({ name, keys, sums, names = [], where = 'true', joinsSale }: FigureTable, sales: string): string {
  const added = Object.keys(sums);
  const join = joinsSale ? `JOIN ${sales} s USING (${KEY})` : '';
  const key = keys.join(', ');
  const group = keys.map(column => (joinsSale && column === 'currency' ? 's.currency' : `fresh.${column}`)).join(', ');
  return `INSERT INTO ${name} AS f (${[...keys, ...names, ...added].join(', ')})
    SELECT ${[group, ...names.map(column => `max(fresh.${column})`), ...Object.values(sums)].join(', ')}
    FROM fresh ${join} WHERE ${where} GROUP BY ${group} ORDER BY ${group}
    ON CONFLICT (${key}) DO UPDATE SET ${[
      ...names.map(column => `${column} = greatest(f.${column}, excluded.${column})`),
      ...added.map(column => `${column} = f.${column} + excluded.${column}`),
    ].join(', ')}`;
}
