/** A small resource for the tests of this folder: its declaration, its tables and indexes, and a way to ask it. */
import Database from 'better-sqlite3';
import { sqlFunctions } from './comparable.ts';
import { compileQuery } from './compile.ts';
import type { QueryDeclaration } from './declaration.ts';
import { columnValues, linkValues } from './declaration.ts';
import type { SortKey } from './order.ts';
import { compileOrder } from './order.ts';
import { parseQuery } from './parse.ts';

export const sales = {
  table: 'sales',
  fields: {
    id: { type: 'id', column: 'id' },
    merchantRef: { type: 'text', column: 'merchant_ref' },
    status: { type: 'text', column: 'status' },
    amount: { type: 'number', column: 'amount' },
    demo: { type: 'boolean', column: 'is_demo' },
    created: { type: 'timestamp', column: 'created_at' },
    'transactions.id': { type: 'id', link: { table: 'sale_payments', key: 'sale_id', column: 'payment_id' } },
    tags: { type: 'text', link: { table: 'sale_tags', key: 'sale_id', column: 'tag' } },
  },
} as const satisfies QueryDeclaration;

const links = ['transactions.id', 'tags'] as const;

const SCHEMA = `
  CREATE TABLE sales (
    id TEXT NOT NULL PRIMARY KEY,
    merchant TEXT NOT NULL,
    merchant_ref TEXT,
    status TEXT,
    amount REAL,
    is_demo INTEGER,
    created_at INTEGER,
    document TEXT NOT NULL
  ) STRICT;
  CREATE INDEX sales_merchant ON sales (merchant);
  CREATE INDEX sales_merchant_ref ON sales (merchant, merchant_ref);
  CREATE INDEX sales_status ON sales (merchant, status);
  CREATE INDEX sales_amount ON sales (merchant, amount);
  CREATE INDEX sales_demo ON sales (merchant, is_demo);
  CREATE INDEX sales_created ON sales (merchant, created_at);
  CREATE TABLE sale_payments (
    payment_id TEXT NOT NULL, sale_id TEXT NOT NULL REFERENCES sales (id), PRIMARY KEY (payment_id, sale_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE sale_tags (
    tag TEXT NOT NULL, sale_id TEXT NOT NULL REFERENCES sales (id), PRIMARY KEY (tag, sale_id)
  ) STRICT, WITHOUT ROWID;`;

/**
 * Statistics for the planner, whatever is in the tables: a merchant has all rows, a link few. Without them
 * SQLite takes a merchant for more selective than one payment id and walks through all of the merchant's sales.
 */
const STATISTICS = `
  ANALYZE sqlite_schema;
  INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('sales', 'sqlite_autoindex_sales_1', '1000000 1'),
    ('sales', 'sales_merchant', '1000000 1000000'),
    ('sales', 'sales_merchant_ref', '1000000 1000000 2'),
    ('sales', 'sales_status', '1000000 1000000 5000'),
    ('sales', 'sales_amount', '1000000 1000000 500'),
    ('sales', 'sales_demo', '1000000 1000000 500000'),
    ('sales', 'sales_created', '1000000 1000000 2'),
    ('sale_payments', 'sale_payments', '1000000 1 1'),
    ('sale_tags', 'sale_tags', '1000000 1000 1');
  ANALYZE sqlite_schema;`;

export interface Sale {
  readonly id: string;
  readonly [property: string]: unknown;
}

export interface SalesTable {
  add(document: Sale): void;
  clear(): void;
  find(q: string, sort?: readonly SortKey[]): readonly string[];
  /** How SQLite would go about it, one line for each step. */
  plan(q: string, sort?: readonly SortKey[]): string;
  close(): void;
}

/** An in-memory database with the tables above; `close` it. */
export function openSales(): SalesTable {
  const database = new Database(':memory:');
  database.exec(SCHEMA + STATISTICS);
  for (const [name, run] of Object.entries(sqlFunctions)) database.function(name, { deterministic: true }, run);
  const insert = database.prepare(`
    INSERT INTO sales VALUES (@id, 'MRC_1', @merchant_ref, @status, @amount, @is_demo, @created_at, @document)`);

  function add(document: Sale): void {
    insert.run({ ...columnValues(sales, document), document: JSON.stringify(document) });
    for (const property of links) {
      const { table, column } = sales.fields[property].link;
      const link = database.prepare(`INSERT INTO ${table} (${column}, sale_id) VALUES (?, ?)`);
      for (const value of linkValues(sales, property, document)) link.run(value, document.id);
    }
  }

  return {
    add,
    clear: () => void database.exec('DELETE FROM sale_payments; DELETE FROM sale_tags; DELETE FROM sales;'),
    find: (q: string, sort: readonly SortKey[] = []) => {
      const { sql, params } = statement(q, sort);
      return database
        .prepare<unknown[], { id: string }>(sql)
        .all(...params)
        .map(row => row.id);
    },
    plan: (q: string, sort: readonly SortKey[] = []) => {
      const { sql, params } = statement(q, sort);
      const steps = database.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...params);
      return steps.map(step => step.detail).join('\n');
    },
    close: () => void database.close(),
  };
}

/** The statement as a store writes it: its own condition first, then the query in brackets. */
function statement(q: string, sort: readonly SortKey[]) {
  const parsed = parseQuery(q);
  if (!parsed.ok) throw new Error(`${q}: ${parsed.message}`);
  const where = compileQuery(parsed.query, sales);
  const { orderBy } = compileOrder(sort, sales);
  const sql = `SELECT id, document FROM sales WHERE merchant = ? AND (${where.sql}) ORDER BY ${orderBy.sql} LIMIT ?`;
  return { sql, params: ['MRC_1', ...where.params, ...orderBy.params, 1_000] };
}
