/** The place of a sale in the list of its merchant: without gaps, whatever is undone, restored, or written at once. */
import { afterEach, describe, expect, it } from 'vitest';
import { seedDemo } from '../demo/demoShop.ts';
import { closeAll, temporaryDirectory } from '../doubles/bridge.fixture.ts';
import { sqlFunctions } from '../query/comparable.ts';
import { demoIds } from '../world/demoIds.ts';
import { fixedId } from '../world/ids.ts';
import type { Sale } from '../world/sales.ts';
import { type Database, openDatabase } from './database.ts';
import { createEventLog } from './events.ts';
import { createMerchants } from './merchants.ts';
import { createSaleStore, type SaleStore } from './sales.ts';

afterEach(closeAll);

interface Shop {
  readonly db: Database;
  readonly sales: SaleStore;
  readonly data: string;
}

async function shop(): Promise<Shop> {
  const data = temporaryDirectory();
  const db = openDatabase(data, sqlFunctions);
  await seedDemo(db, createMerchants(db), Date.now());
  return { db, data, sales: createSaleStore(db, createEventLog(db, Date.now), Date.now, () => '2026-11-01') };
}

const sold = (name: string, merchant: string = demoIds.merchant): Sale => ({
  id: fixedId('STX', name),
  merchant,
  till: null,
  staff: null,
  client: 'demo-client',
  state: 'created',
  method: null,
  receiptNumber: null,
  created: Date.now(),
  document: {
    id: fixedId('STX', name),
    status: 'created',
    idents: [],
    transactions: [],
  } as unknown as Sale['document'],
});

const placed = ({ db }: Shop, merchant: string = demoIds.merchant) =>
  db.prepare<number>('SELECT position FROM smart_transaction WHERE merchant = ? ORDER BY number').pluck().all(merchant);

describe('the place of a new sale', () => {
  it('is the next one of its merchant, also among many of one commit', async () => {
    const own = await shop();
    const { sales } = own;
    const names = ['A', 'B', 'C', 'D'];
    await Promise.all(
      names.map((name, at) => sales.write(() => sales.insert(sold(name, at === 1 ? demoIds.other : demoIds.merchant)))),
    );
    expect(placed(own)).toEqual([1, 2, 3]);
    expect(placed(own, demoIds.other)).toEqual([1]);
    await own.db.close();
  });

  it('is free again when its job is undone, in the same commit and in the next one', async () => {
    const own = await shop();
    const { sales } = own;
    const undone = (name: string) =>
      sales.write(() => {
        sales.insert(sold(name));
        throw new Error('undone');
      });
    const answers = await Promise.allSettled([
      sales.write(() => sales.insert(sold('A'))),
      undone('B'),
      sales.write(() => sales.insert(sold('C'))),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await expect(undone('D')).rejects.toThrow('undone');
    await sales.write(() => sales.insert(sold('E')));
    expect(placed(own)).toEqual([1, 2, 3]);
    await own.db.close();
  });

  it('goes on from the contents of a copy that was restored', async () => {
    const own = await shop();
    const { sales, db, data } = own;
    await sales.write(() => sales.insert(sold('A')));
    db.copyTo(`${data}/copy.db`);
    await sales.write(() => sales.insert(sold('B')));
    await db.replaceBy(`${data}/copy.db`, () => undefined);
    await sales.write(() => sales.insert(sold('C')));
    expect(placed(own)).toEqual([1, 2]);
    await db.close();
  });

  it('is refused by the table when it is taken', async () => {
    const own = await shop();
    const { sales, db } = own;
    await sales.write(() => sales.insert(sold('A')));
    await sales.write(() => sales.insert(sold('B')));
    const move = db.prepare('UPDATE smart_transaction SET position = 1 WHERE id = ?');
    await expect(db.write(() => move.run(fixedId('STX', 'B')))).rejects.toThrow('UNIQUE');
    await db.close();
  });

  it('and what a statement needs to undo itself cost no file', async () => {
    const { db } = await shop();
    expect(db.prepare<number>('PRAGMA temp_store').pluck().get()).toBe(2);
    await db.close();
  });
});
