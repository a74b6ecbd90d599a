/** The list of sales reads no more of the shop than a page needs, whatever it is narrowed by. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAll } from '../doubles/bridge.fixture.ts';
import { sqlFunctions } from '../query/comparable.ts';
import { type Database, openDatabase } from './database.ts';
import { createFoundSales, saleSearches } from './foundSales.ts';
import { shopBefore } from './olderDatabase.fixture.ts';

const SALES = 3000;
let db: Database;

/** A shop of an older version: every sale is paid in cash, each hundredth also by card, and one cannot be read. */
beforeAll(() => {
  const older = shopBefore(680, old => {
    old.exec("INSERT INTO merchant (id, name, address, currency) VALUES ('m', 'Shop', '[]', 'EUR')");
    const add =
      old.prepare(`INSERT INTO smart_transaction (number, id, merchant, client, state, method, receipt_number, created, updated,
      query_sum, staff, query_status, business_day, document, position) VALUES (?, ?, 'm', 'c', ?, ?, ?, 0, 0, ?, ?, 'ok', '2026-11-01', ?, ?)`);
    for (let number = 1; number <= SALES; number++) {
      const tenders = [{ method: 'cash' }, ...(number % 100 === 0 ? [{ method: 'cashless' }] : [])];
      const text = number === 7 ? '{' : JSON.stringify({ id: `STX_${number}`, tenders });
      const staff = number % 1000 === 0 ? 'USR_rare' : 'USR_all';
      add.run(number, `STX_${number}`, 'closed', 'cash', number, number, staff, text, number);
    }
    add.run(SALES + 1, 'STX_unclear', 'unclear', 'cashless', null, 5, 'USR_all', '{}', SALES + 1);
  });
  db = openDatabase(older, sqlFunctions);
});
afterAll(async () => {
  await db.close();
  await closeAll();
});

/** Steps of SQLite for a statement; its values make no difference. */
const planOf = (sql: string) =>
  db
    .prepare<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...Array.from({ length: sql.split('?').length - 1 }, () => 1))
    .map(({ detail }) => detail);

const found = (wanted: Partial<Parameters<ReturnType<typeof createFoundSales>['find']>[1]>) =>
  createFoundSales(db)
    .find('m', { terms: [], span: null, below: Number.MAX_SAFE_INTEGER, count: 3, ...wanted })
    .map(({ number }) => number);

describe('the statements', () => {
  it.each(Object.entries(saleSearches))('%s is answered by an index', (_name, sql) => {
    const steps = planOf(sql);
    for (const step of steps) expect(step, steps.join('\n')).not.toMatch(/^SCAN (?!json_each|\(subquery)/);
  });

  it.each(['all', 'cashier', 'method', 'amount'] as const)('%s is read in the order of its index', name => {
    expect(planOf(saleSearches[name]).join('\n')).not.toContain('TEMP B-TREE');
  });
});

describe('sales of an older version', () => {
  it('are found by every method that paid them', () => {
    expect(found({ methods: ['cashless'] })).toEqual([SALES + 1, SALES, SALES - 100]);
    expect(found({ methods: ['cashless'], below: 200 })).toEqual([100]);
    expect(found({ methods: ['cash', 'cashless'] })).toEqual([SALES + 1, SALES, SALES - 1]);
  });

  it('are found by a sum that many have, and by one that few have', () => {
    expect(found({ lowest: 2 })).toEqual([SALES + 1, SALES, SALES - 1]);
    expect(found({ lowest: 100, highest: 102 })).toEqual([102, 101, 100]);
    expect(found({ lowest: 100, highest: 500, cashier: 'USR_rare' })).toEqual([]);
    expect(found({ lowest: 100, highest: 500, methods: ['cashless'] })).toEqual([500, 400, 300]);
  });

  it('are found by a person who has sold few', () => {
    expect(found({ cashier: 'USR_rare' })).toEqual([3000, 2000, 1000]);
    expect(found({ cashier: 'USR_rare', highest: 1000 })).toEqual([1000]);
  });
});
