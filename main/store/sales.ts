/** Smart Transactions on disk: the row, the text that the API answers, and the change written beside it. */

import { localDate } from '../clock.ts';
import type { State } from '../domain/transaction.ts';
import type { Ledger, Sale } from '../ports.ts';
import { columnValues, linkValues, type QueryDeclaration } from '../query/declaration.ts';
import type { Database } from './database.ts';
import type { EventLog } from './events.ts';
import { createRecentDocuments } from './recentDocuments.ts';

/** What a list of Smart Transactions finds by index; every other property is found inside the document. */
export const saleQueries = {
  table: 'smart_transaction',
  document: 'document',
  fields: {
    id: { type: 'id', column: 'id' },
    status: { type: 'text', column: 'query_status' },
    transactionRef: { type: 'text', column: 'query_transaction_ref' },
    merchantRef: { type: 'text', column: 'query_merchant_ref' },
    'transactions.id': { type: 'id', link: { table: 'smart_transaction_payment', key: 'sale', column: 'id' } },
  },
} as const satisfies QueryDeclaration;

interface Row {
  readonly id: string;
  readonly merchant: string;
  readonly till: string | null;
  readonly staff: string | null;
  readonly client: string;
  readonly state: State;
  readonly method: string | null;
  readonly receipt_number: number | null;
  readonly created: number;
  readonly document: string;
}

export interface SaleStore extends Ledger {
  /** The stored text of one sale as the bytes it is answered with; undefined where there is none. */
  bytes(merchant: string, id: string): Buffer | undefined;
}

export function createSaleStore(db: Database, events: EventLog, now: () => number): SaleStore {
  const insertRow = db.prepare(`INSERT INTO smart_transaction
    (id, merchant, till, staff, client, state, method, receipt_number, business_day, created, updated,
     query_status, query_transaction_ref, query_merchant_ref, document)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const updateRow = db.prepare(`UPDATE smart_transaction SET state = ?, method = ?, receipt_number = ?, updated = ?,
    query_status = ?, query_transaction_ref = ?, query_merchant_ref = ?, document = ? WHERE id = ?`);
  const rewriteRow = db.prepare('UPDATE smart_transaction SET document = ? WHERE id = ?');
  const byId = db.prepare<Row>('SELECT * FROM smart_transaction WHERE id = ? AND merchant = ?');
  const byReceipt = db.prepare<Row>('SELECT * FROM smart_transaction WHERE merchant = ? AND receipt_number = ?');
  const open = db.prepare<Row>(`SELECT * FROM smart_transaction
    WHERE state IN ('paying', 'unclear', 'reversing', 'reversalUnclear')`);
  const bytesOf = db
    .prepare<Buffer>('SELECT CAST(document AS BLOB) FROM smart_transaction WHERE id = ? AND merchant = ?')
    .pluck();
  const link = db.prepare('INSERT INTO smart_transaction_payment (sale, id) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const count = db
    .prepare<number>(`INSERT INTO counter VALUES (?, 1)
    ON CONFLICT DO UPDATE SET value = value + 1 RETURNING value`)
    .pluck();
  const insertPayment = db.prepare('INSERT INTO payment (id, merchant, sale, document) VALUES (?, ?, ?, ?)');
  const expired = db.prepare<{ sale: string; merchant: string }>(`SELECT r.sale, s.merchant FROM reservation r
    JOIN smart_transaction s ON s.id = r.sale WHERE r.state = 'held' AND r.expires_at <= ?`);

  const recent = createRecentDocuments();

  function declared(sale: Sale) {
    const {
      query_status = null,
      query_transaction_ref = null,
      query_merchant_ref = null,
    } = columnValues(saleQueries, sale.document);
    return [query_status, query_transaction_ref, query_merchant_ref] as const;
  }

  const read = (row: Row | undefined): Sale | null => (row ? saleOf(row) : null);

  return {
    write: db.write,
    bytes(merchant, id) {
      const known = recent.get(merchant, id);
      if (known) return known;
      const read = bytesOf.get(id, merchant);
      if (read) recent.keep(merchant, id, read);
      return read;
    },
    sale: (merchant, id) => read(byId.get(id, merchant)),
    saleByReceipt: (merchant, receiptNumber) => read(byReceipt.get(merchant, receiptNumber)),
    unsettledSales: () => open.all().map(saleOf),
    insert(sale) {
      const day = localDate(new Date(sale.created));
      insertRow.run(
        sale.id,
        sale.merchant,
        sale.till,
        sale.staff,
        sale.client,
        sale.state,
        sale.method,
        sale.receiptNumber,
        day,
        sale.created,
        sale.created,
        ...declared(sale),
        JSON.stringify(sale.document),
      );
      events.append(sale.merchant, 'smart.transactions', sale.id, 'added');
    },
    save(sale) {
      recent.forget(sale.id);
      updateRow.run(
        sale.state,
        sale.method,
        sale.receiptNumber,
        now(),
        ...declared(sale),
        JSON.stringify(sale.document),
        sale.id,
      );
      for (const id of linkValues(saleQueries, 'transactions.id', sale.document)) link.run(sale.id, id);
      events.append(sale.merchant, 'smart.transactions', sale.id, 'changed');
    },
    rewrite(sale) {
      recent.forget(sale.id);
      rewriteRow.run(JSON.stringify(sale.document), sale.id);
    },
    nextNumber: counter => count.get(counter) ?? 0,
    recordPayment: ({ id, merchant, sale, document }) =>
      void insertPayment.run(id, merchant, sale, JSON.stringify(document)),
    expiredReservations: at => expired.all(at),
  };
}

const saleOf = (row: Row): Sale => ({
  id: row.id,
  merchant: row.merchant,
  till: row.till,
  staff: row.staff,
  client: row.client,
  state: row.state,
  method: row.method,
  receiptNumber: row.receipt_number,
  created: row.created,
  document: JSON.parse(row.document),
});
