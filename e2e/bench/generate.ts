/**
 * `node main/run.mjs e2e/bench/generate.ts --data DIR [--rows 1000000] [--years 3] [--seed 1]`: fills a data directory
 * with the Smart Transactions of a busy shop, through the real schema. The same seed makes the same sales.
 */
import { parseArgs } from 'node:util';
import { seedDemo } from '../../main/demo/demoShop.ts';
import { sqlFunctions } from '../../main/query/comparable.ts';
import { type Database, openDatabase } from '../../main/store/database.ts';
import { createMerchants } from '../../main/store/merchants.ts';
import { createSaleStore } from '../../main/store/sales.ts';
import { timestamp } from '../../main/world/clock.ts';
import { demoIds } from '../../main/world/demoIds.ts';
import type { Sale } from '../../main/world/sales.ts';

type Random = () => number;

/** Rows a commit. */
const BATCH = 5000;
/** Discards events: these sales are long past. */
const silent = { append: () => undefined } as unknown as Parameters<typeof createSaleStore>[1];

async function fill(to: Database, rows: number, from: number, until: number, next: Random) {
  const sales = createSaleStore(
    to,
    silent,
    () => until,
    (_merchant, at) => new Date(at).toISOString().slice(0, 10),
  );
  const first = lastNumbers(to);
  await withoutIndexes(to, async () => {
    for (let done = 0; done < rows; done += BATCH) {
      const batch = Math.min(BATCH, rows - done);
      await to.write(() => {
        for (let index = done; index < done + batch; index += 1) {
          const at = from + ((until - from) * index) / rows;
          sales.insert(sold(index + 1, first, Math.floor(at / 1000) * 1000, next));
        }
      });
    }
  });
  await to.write(() => setNumbers(to, first.receipt + rows, first.transId + rows));
}

/** An index made at once is sorted; kept through a million insertions it is searched a million times. */
async function withoutIndexes(of: Database, job: () => Promise<void>) {
  of.prepare(`PRAGMA cache_size = -${CACHE}`).run();
  const indexes = of
    .prepare<{ name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name LIKE 'smart_transaction%'
        AND sql IS NOT NULL AND name <> 'smart_transaction_newest'`,
    )
    .all();
  // The statistics of the planner belong to an index, so they go with it.
  of.prepare('CREATE TEMP TABLE kept AS SELECT * FROM sqlite_stat1').run();
  for (const { name } of indexes) of.prepare(`DROP INDEX ${name}`).run();
  await job();
  for (const { sql } of indexes) of.prepare(sql).run();
  of.prepare('DELETE FROM sqlite_stat1').run();
  of.prepare('INSERT INTO sqlite_stat1 SELECT * FROM kept').run();
  of.prepare('DROP TABLE kept').run();
}

/** KiB of pages kept in memory. */
const CACHE = 256 * 1024;

interface Numbers {
  readonly receipt: number;
  readonly transId: number;
  /** Sales that were there before. */
  readonly made: number;
}

const RECEIPT = `receipt ${demoIds.merchant}`;

function lastNumbers(of: Database): Numbers {
  const counter = of.prepare<number>('SELECT value FROM counter WHERE name = ?').pluck();
  const made = of.prepare<number>('SELECT count(*) FROM smart_transaction').pluck().get() ?? 0;
  return { receipt: counter.get(RECEIPT) ?? 0, transId: counter.get('trans_id') ?? 0, made };
}

function setNumbers(of: Database, receipt: number, transId: number) {
  const set = of.prepare('INSERT INTO counter VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value');
  set.run(RECEIPT, receipt);
  set.run('trans_id', transId);
}

/** Endings of a hundred sales, and their number. */
const ENDINGS = [
  ['ok', 92],
  ['cancelled', 4],
  ['failed', 2],
  ['created', 1],
  ['pending', 1],
] as const;
const METHODS = [
  ['cash', 45],
  ['cashless', 45],
  ['loyalty', 7],
  ['invoice', 3],
] as const;
const ARTICLES = [
  ['Cappuccino', 340, 19],
  ['Espresso', 240, 19],
  ['Bauernbrot', 450, 7],
  ['Brezel', 95, 7],
  ['Apfelkuchen', 320, 7],
  ['Mineralwasser', 180, 19],
  ['Tageszeitung', 290, 7],
  ['Geschenkkarte', 2500, 0],
] as const;
const MARKETS = ['Marktplatz', 'Bahnhof', 'Altstadt'] as const;

function sold(number: number, first: Numbers, at: number, next: Random): Sale {
  const status = drawn(ENDINGS, next);
  const paid = status === 'ok' || status === 'cancelled';
  const method = paid ? drawn(METHODS, next) : null;
  const products = Array.from({ length: 1 + Math.floor(next() ** 2 * 5) }, (_, line) => product(line + 1, next));
  const sum = products.reduce((total, { quantity, priceOne }) => total + quantity * priceOne, 0);
  const written = timestamp(at);
  const id = idOf('STX', first.made + number);
  const receiptNumber = paid ? first.receipt + number : null;
  const document = {
    object: 'smart.transactions',
    id,
    created: written,
    updated: paid ? timestamp(at + 30_000 + Math.floor(next() * 60) * 1000) : written,
    status,
    merchant: { object: 'general.merchants', id: demoIds.merchant, companyname: 'Demo-Café & Markt' },
    transactionRef: `ORDER-${first.made + number}`,
    merchantRef: next() < 0.3 ? `CUSTOMER-${Math.floor(next() * 20_000)}` : null,
    intent: null,
    is_demo: false,
    device_source: { object: 'smart.devices', id: demoIds.till },
    market: MARKETS[Math.floor(next() * MARKETS.length)],
    basket: { products, texts: [], type: 'default' },
    basket_info: { sum, currency: 'EUR', gratuity: null, missing_sum: paid ? 0 : sum },
    idents: next() < 0.2 ? [ident(next)] : [],
    ...(next() < 0.1 ? { customer: { object: 'payment.customers', id: idOf('PCU', Math.floor(next() * 5000)) } } : {}),
    transactions: paid && method !== 'cash' ? [payment(first, number)] : [],
    payment_method: method,
    trans_id: paid ? first.transId + number : null,
    receipt: paid ? receipt(sum, written) : [],
    ...(receiptNumber === null ? {} : { receipt_number: receiptNumber }),
  };
  return {
    id,
    merchant: demoIds.merchant,
    till: demoIds.till,
    staff: null,
    client: 'demo-client',
    state: STATES[status],
    method,
    receiptNumber,
    created: at,
    document: document as unknown as Sale['document'],
  };
}

const STATES = {
  ok: 'closed',
  cancelled: 'cancelled',
  failed: 'failed',
  created: 'created',
  pending: 'awaiting',
} as const;

function product(id: number, next: Random) {
  const [desc, priceOne, tax] = ARTICLES[Math.floor(next() * ARTICLES.length)] ?? ARTICLES[0];
  return {
    id,
    parent: null,
    articleNumber: String(10_000 + priceOne),
    ean: `200000${String(priceOne).padStart(7, '0')}`,
    desc,
    quantity: 1 + Math.floor(next() ** 3 * 4),
    priceOne,
    tax,
    group: [],
    serialNumber: null,
    item_type: 'article',
    reference_id: null,
    contract_id: null,
    sum: null,
  };
}

function ident(next: Random) {
  const value = `9276${String(Math.floor(next() * 30_000)).padStart(12, '0')}`;
  const name = 'Stammkundenkarte';
  return { object: 'smart.idents', id: 'smi_1', prefix: '9276', name, type: 'card', value, valid: true };
}

function payment(first: Numbers, number: number) {
  const id = idOf('PCI', first.made + number);
  const hash = `hash${String(first.made + number).padStart(16, '0')}`;
  return { object: 'payment.transactions', id, trans_id: first.transId + number, transaction_hash: hash };
}

function receipt(sum: number, written: string) {
  const amount = `${(sum / 100).toFixed(2).replace('.', ',')} EUR`;
  const line = (name: string, value: string) => ({ type: 'name-value', value: { name, value, decoration: [] } });
  return [
    { type: 'separator', value: { caption: 'Beleg' } },
    { type: 'textline', value: { text: 'Demo-Café & Markt', decoration: ['align-center'] } },
    line('Datum', written),
    line('Summe', amount),
    { type: 'space' },
  ];
}

const idOf = (prefix: string, number: number) => `${prefix}_B${number.toString(36).toUpperCase().padStart(29, '0')}`;

function drawn<T>(shares: readonly (readonly [T, number])[], next: Random): T {
  let rest = next() * 100;
  const found = shares.find(([, share]) => {
    rest -= share;
    return rest < 0;
  });
  return (found ?? shares[0]!)[0];
}

/** Small, fast and the same everywhere: mulberry32. */
function random(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    rows: { type: 'string', default: '1000000' },
    years: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
  },
});
if (!values.data) {
  console.error('Name a data directory: --data DIR');
  process.exit(2);
}
const begin = performance.now();
const db = openDatabase(values.data, sqlFunctions);
const now = Date.now();
await seedDemo(db, createMerchants(db), now);
const count = Number(values.rows);
await fill(db, count, now - Number(values.years) * 365 * 86_400_000, now, random(Number(values.seed)));
await db.close();
console.log(`${count} Smart Transactions in ${((performance.now() - begin) / 1000).toFixed(1)} s`);
