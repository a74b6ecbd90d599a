/** Random Smart Transactions in a database of their own, for the tests of lists. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { businessCalendar } from '../domain/businessDay.ts';
import { sqlFunctions } from '../query/comparable.ts';
import { type SmartTransaction, saleStatuses } from '../wire/transactions.ts';
import { timestamp } from '../world/clock.ts';
import { fixedId } from '../world/ids.ts';
import type { Sale } from '../world/sales.ts';
import { type Database, openDatabase } from './database.ts';
import { createEventLog } from './events.ts';
import { createLists, type ListStore } from './lists.ts';
import { saleQueries } from './saleQueries.ts';
import { createSaleStore, type SaleStore } from './sales.ts';

export const merchants = [fixedId('MRC', 'A'), fixedId('MRC', 'B')] as const;
/** Days from midnight to midnight, at the machine's own time. */
export const calendar = businessCalendar(Intl.DateTimeFormat().resolvedOptions().timeZone, '00:00');
export const list = { object: 'smart.transactions', queries: saleQueries };

export interface ListDatabase {
  readonly db: Database;
  readonly sales: SaleStore;
  readonly lists: ListStore;
  readonly clock: { now: number };
  /** One sale more, as the ledger keeps it. */
  sell(members: Members, merchant?: string): Promise<Sale>;
  empty(): Promise<void>;
  close(): Promise<void>;
}

/** The members of a document that a test sets. */
export type Members = Readonly<Record<string, unknown>>;

export function openListDatabase(): ListDatabase {
  const directory = mkdtempSync(join(tmpdir(), 'tillbridge-lists-'));
  const db = openDatabase(directory, sqlFunctions);
  const clock = { now: Date.UTC(2026, 4, 1) };
  const now = () => clock.now;
  for (const id of merchants)
    db.prepare("INSERT INTO merchant (id, name, address, currency) VALUES (?, 'Shop', '[]', 'EUR')").run(id);
  const sales = createSaleStore(db, createEventLog(db, now), now, () => '2026-11-01');
  let made = 0;
  return {
    db,
    sales,
    lists: createLists(db, now, () => calendar),
    clock,
    async sell(members, merchant = merchants[0]) {
      made += 1;
      const sale = saleOf(fixedId('STX', String(made)), merchant, members);
      await db.write(() => sales.insert(sale));
      return sale;
    },
    empty: () =>
      db.write(() => {
        for (const table of [
          'smart_transaction_payment',
          'smart_transaction_ident',
          'sale_tender',
          'smart_transaction',
          'value_count',
        ])
          db.prepare(`DELETE FROM ${table}`).run();
      }),
    async close() {
      await db.close();
      rmSync(directory, { recursive: true });
    },
  };
}

function saleOf(id: string, merchant: string, members: Members): Sale {
  const document = { object: 'smart.transactions', id, status: 'created', ...members } as unknown as SmartTransaction;
  const own = { till: null, staff: null, client: 'test', state: 'created', method: null } as const;
  return { id, merchant, ...own, receiptNumber: document.receipt_number ?? null, created: 0, document };
}

const day = 86_400_000;
const instants = [0, 1, 20, 40, 100, 400].map(days => timestamp(Date.UTC(2025, 9, 20, 22, 30) + days * day));
const money = [0, 1, 99, 250, 250, 1000, -5];

/** Few values, so that documents share them; some are missing, some are of another type than usual. */
export const members: fc.Arbitrary<Members> = fc.record(
  {
    status: fc.constantFrom<string>(...saleStatuses),
    created: fc.constantFrom(...instants),
    delivered: fc.constantFrom<unknown>(...instants, null, 'soon', 5),
    basket_info: fc.record({ sum: fc.constantFrom(...money), currency: fc.constant('EUR') }),
    basket: fc.record({
      products: fc.array(
        fc.record({ ean: fc.constantFrom('1', '2', '03'), quantity: fc.constantFrom<unknown>(1, 2, '3', null) }),
        { maxLength: 3 },
      ),
    }),
    transactionRef: fc.constantFrom<unknown>('A', 'a', 'B-1', 'Ö', null),
    market: fc.constantFrom<unknown>('north', 'North', 'south', 5, 5.5, true, false, null),
    is_demo: fc.boolean(),
    transactions: fc.array(fc.record({ id: fc.constantFrom('PCI_1', 'PCI_2', 'PCI_3') }), { maxLength: 2 }),
    idents: fc.array(fc.record({ value: fc.constantFrom('9276', '9277') }), { maxLength: 2 }),
  },
  { requiredKeys: ['status'] },
);
