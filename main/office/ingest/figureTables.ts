/**
 * Writes rows of facts and the figures that follow from them. Rows come by COPY into tables of the transaction, and figures
 * are added up from those that were really inserted, so that a row that is there already counts once.
 */
import { notReturned } from '../../domain/figureLines.ts';
import type { Sql } from '../database/officeDatabase.ts';
import { type FactRows, type FactTable, factColumns, factTables } from './factRows.ts';

const KEY = 'store, business_day, till, epoch, sequence';

interface FigureTable {
  readonly name: string;
  /** The table of facts whose rows are added up. */
  readonly of: FactTable;
  /** Columns of the key, each a column of the facts; those of `SALE_COLUMNS` stand in the row of the sale where it is joined. */
  readonly keys: readonly string[];
  /** Where the facts name a key otherwise. */
  readonly called?: Readonly<Record<string, string>>;
  /** Columns that are added up, each with the expression over `fresh` rows and, where it is joined, the sale `s`. */
  readonly sums: Readonly<Record<string, string>>;
  /** Columns that name the key for people: of several names the last one by the alphabet, whatever came first. */
  readonly names?: readonly string[];
  /** Condition on the rows that count. */
  readonly where?: string;
  readonly joinsSale?: true;
}

const SALE_COLUMNS = ['hour', 'cashier', 'currency'];

const GOODS = { quantity: 'sum(fresh.quantity)', measured: 'sum(fresh.measured)', turnover: 'sum(fresh.amount)' };
const PAYMENTS = { count: 'sum(s.sales)', amount: 'sum(fresh.amount)', tip: 'sum(fresh.tip)' };
const TAXES = { gross: 'sum(fresh.gross)', amount: 'sum(fresh.amount)' };
const BY_PERSON = ['store', 'business_day', 'till', 'cashier', 'currency'];
/** The sum of `expression` over some of the rows. */
const part = (expression: string, condition: string): string =>
  `coalesce(sum(${expression}) FILTER (WHERE ${condition}), 0)`;
const RETURNED = `fresh.amount * s.sales < 0 AND fresh.item_type NOT IN (${notReturned.map(type => `'${type}'`).join(', ')})`;

const figures: readonly FigureTable[] = [
  {
    name: 'figure_sale',
    of: 'sale',
    keys: ['store', 'business_day', 'hour', 'till', 'cashier', 'currency'],
    sums: {
      sales: 'sum(sales)',
      turnover: 'sum(turnover)',
      closed: part('turnover', "event = 'closed'"),
      cancelled: part('-turnover', "event = 'cancelled'"),
      cancellations: "count(*) FILTER (WHERE event = 'cancelled')",
      discount: 'sum(discount)',
      tip: 'sum(tip)',
      unknown: "count(*) FILTER (WHERE event = 'unknown')",
    },
    where: "NOT played AND event IN ('closed', 'cancelled', 'unknown')",
  },
  {
    name: 'figure_item',
    of: 'sale_line',
    keys: ['store', 'business_day', 'article', 'item_group', 'tax', 'unit', 'currency'],
    names: ['name', 'group_name'],
    sums: GOODS,
    joinsSale: true,
  },
  {
    name: 'figure_group',
    of: 'sale_line',
    keys: ['store', 'business_day', 'till', 'cashier', 'item_group', 'tax', 'unit', 'currency'],
    names: ['group_name'],
    sums: GOODS,
    joinsSale: true,
  },
  {
    name: 'figure_group_hour',
    of: 'sale_line',
    keys: ['store', 'business_day', 'hour', 'item_group', 'tax', 'unit', 'currency'],
    names: ['group_name'],
    sums: GOODS,
    joinsSale: true,
  },
  {
    name: 'figure_correction',
    of: 'sale_line',
    keys: BY_PERSON,
    sums: { returns: 'sum(s.sales)', returned: '-sum(fresh.amount)' },
    where: RETURNED,
    joinsSale: true,
  },
  {
    name: 'figure_correction',
    of: 'sale_line',
    keys: BY_PERSON,
    called: { cashier: 'fresh.given_by' },
    sums: { discount: '-sum(fresh.amount)' },
    where: 'fresh.given_by IS NOT NULL',
    joinsSale: true,
  },
  {
    name: 'figure_tax',
    of: 'sale_tax',
    keys: ['store', 'business_day', 'till', 'cashier', 'tax', 'currency'],
    sums: TAXES,
    joinsSale: true,
  },
  {
    name: 'figure_tax_hour',
    of: 'sale_tax',
    keys: ['store', 'business_day', 'hour', 'tax', 'currency'],
    sums: TAXES,
    joinsSale: true,
  },
  {
    name: 'figure_tender',
    of: 'tender',
    keys: ['store', 'business_day', 'till', 'cashier', 'method', 'currency'],
    sums: PAYMENTS,
    joinsSale: true,
  },
  {
    name: 'figure_tender_hour',
    of: 'tender',
    keys: ['store', 'business_day', 'hour', 'method', 'currency'],
    sums: PAYMENTS,
    joinsSale: true,
  },
  {
    name: 'figure_correction',
    of: 'price_change',
    keys: BY_PERSON,
    called: { cashier: 'fresh.person' },
    sums: { lowered: 'sum(fresh.lowered)', raised: 'sum(fresh.raised)' },
    joinsSale: true,
  },
  {
    name: 'figure_correction',
    of: 'unpaid',
    keys: BY_PERSON,
    called: { cashier: 'fresh.person' },
    sums: {
      voids: "count(*) FILTER (WHERE event = 'voided')",
      voided: part('amount', "event = 'voided'"),
      abandonments: "count(*) FILTER (WHERE event = 'abandoned')",
      abandoned: part('amount', "event = 'abandoned'"),
    },
  },
  {
    name: 'figure_loyalty',
    of: 'loyalty',
    keys: ['store', 'business_day', 'account', 'campaign'],
    sums: { issued: 'sum(issued)', redeemed: 'sum(redeemed)', expired: 'sum(expired)' },
  },
];

/** Names of the tables of figures. */
export const figureTables: readonly string[] = [...new Set(figures.map(({ name }) => name))];

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

/** Moves what was staged into the tables of facts and adds what was new to their figures. */
export async function writeStaged(sql: Sql, tables: readonly FactTable[]): Promise<void> {
  if (tables.length === 0) return;
  const [counts] = await sql.query<Readonly<Record<string, number>>>(
    `SELECT ${tables.map(table => `(SELECT count(*) FROM ${staged(table)}) AS ${table}`).join(', ')}`,
  );
  for (const table of factTables) {
    if (!tables.includes(table)) continue;
    const columns = factColumns[table].join(', ');
    const own = figures.filter(({ of }) => of === table);
    const inserted = await sql.query<Readonly<Record<string, unknown>>>(
      `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM ${staged(table)} ON CONFLICT (${conflict(table)}) DO NOTHING
         ${own.length > 0 ? `RETURNING ${identity(table).join(', ')}` : ''}`,
    );
    // A row that was there already counts no second time.
    const isWhole = inserted.length === counts?.[table];
    const [only, values] = isWhole ? ['', []] : onlyThese(table, inserted);
    for (const figure of own) await sql.query(addition(figure, staged(table), staged('sale'), only), values);
  }
}

const identity = (table: FactTable): readonly string[] => [
  'till',
  'epoch',
  'sequence',
  ...(POSITIONS[table] ? [POSITIONS[table]] : []),
];

/** A condition on `fresh` that leaves these rows, and its values. */
function onlyThese(
  table: FactTable,
  rows: readonly Readonly<Record<string, unknown>>[],
): readonly [string, readonly unknown[]] {
  const types: Readonly<Record<string, string>> = { till: 'text', tax: 'double precision' };
  const names = identity(table);
  const given = names.map((name, index) => `$${index + 1}::${types[name] ?? 'bigint'}[]`).join(', ');
  return [
    ` AND (${names.map(name => `fresh.${name}`).join(', ')}) IN (SELECT * FROM unnest(${given}) AS inserted (${names.join(', ')}))`,
    names.map(name => rows.map(row => row[name])),
  ];
}

/** Adds all facts to the figures: for a database that has none yet. */
export async function writeFigures(sql: Sql): Promise<void> {
  for (const figure of figures) await sql.query(addition(figure, figure.of, 'sale'));
}

/** The column that tells the rows of a record apart. */
const POSITIONS: Readonly<Partial<Record<FactTable, string>>> = {
  sale_line: 'position',
  sale_tax: 'tax',
  tender: 'position',
  loyalty: 'position',
  price_change: 'position',
  unpaid: 'position',
};
const conflict = (table: FactTable): string => [KEY, ...(POSITIONS[table] ? [POSITIONS[table]] : [])].join(', ');

/** Rows are added in the order of the key, so that two batches never wait for each other. */
function addition(
  { name, keys, called = {}, sums, names = [], where = 'true', joinsSale }: FigureTable,
  rows: string,
  sales: string,
  only = '',
): string {
  const added = Object.keys(sums);
  const join = joinsSale ? `JOIN ${sales} s USING (${KEY})` : '';
  const key = keys.join(', ');
  const of = (column: string) =>
    called[column] ?? `${joinsSale && SALE_COLUMNS.includes(column) ? 's' : 'fresh'}.${column}`;
  const group = keys.map(of).join(', ');
  return `INSERT INTO ${name} AS f (${[...keys, ...names, ...added].join(', ')})
    SELECT ${[group, ...names.map(column => `max(fresh.${column})`), ...Object.values(sums)].join(', ')}
    FROM ${rows} AS fresh ${join} WHERE (${where})${only} GROUP BY ${group} ORDER BY ${group}
    ON CONFLICT (${key}) DO UPDATE SET ${[
      ...names.map(column => `${column} = greatest(f.${column}, excluded.${column})`),
      ...added.map(column => `${column} = f.${column} + excluded.${column}`),
    ].join(', ')}`;
}
