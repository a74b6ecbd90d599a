/** Smart Transactions on disk: the row, the text that the API answers, and the change written beside it. */

import type { State } from '../domain/transaction.ts';
import { columnValues, linkValues } from '../services/query/declaration.ts';
import { localDate } from '../world/clock.ts';
import { insideJob } from '../world/requestContext.ts';
import type { Ledger, Sale, SalesWithoutPayments } from '../world/sales.ts';
import { createChain } from './chain.ts';
import type { Database } from './database.ts';
import type { EventLog } from './events.ts';
import { createPositions } from './positions.ts';
import { createRecentDocuments } from './recentDocuments.ts';
import { createRowUpdate } from './rowUpdate.ts';
import { saleQueries } from './saleQueries.ts';
import { readStored } from './storedJson.ts';

export { saleQueries } from './saleQueries.ts';

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
  readonly earlier: SalesWithoutPayments;
  /** The stored text of one sale as the bytes it is answered with; undefined where there is none. */
  bytes(merchant: string, id: string): Buffer | undefined;
}

export function createSaleStore(db: Database, events: EventLog, now: () => number): SaleStore {
  const insertRow = db.prepare(`INSERT INTO smart_transaction
    (id, merchant, till, staff, client, state, method, receipt_number, business_day, created, updated,
     ${SEARCHED.join(', ')}, document, position)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${SEARCHED.map(() => '?').join(', ')}, ?, ?)`);
  const nextPosition = createPositions(db, saleQueries);
  const updateRow = createRowUpdate(db, {
    table: 'smart_transaction',
    columns: ['state', 'method', 'receipt_number', ...SEARCHED],
    always: ['updated = ?', 'document = ?'],
    where: 'id = ?',
  });
  const rewriteRow = db.prepare('UPDATE smart_transaction SET document = ? WHERE id = ?');
  const byId = db.prepare<Row>('SELECT * FROM smart_transaction WHERE id = ? AND merchant = ?');
  const byReceipt = db.prepare<Row>('SELECT * FROM smart_transaction WHERE merchant = ? AND receipt_number = ?');
  const open = db.prepare<Row>(`SELECT * FROM smart_transaction
    WHERE state IN ('paying', 'unclear', 'reversing', 'reversalUnclear')`);
  const bytesOf = db
    .prepare<Buffer>('SELECT CAST(document AS BLOB) FROM smart_transaction WHERE id = ? AND merchant = ?')
    .pluck();
  const count = db
    .prepare<number>(`INSERT INTO counter VALUES (?, 1)
    ON CONFLICT DO UPDATE SET value = value + 1 RETURNING value`)
    .pluck();
  const expired = db.prepare<{ sale: string; merchant: string }>(`SELECT r.sale, s.merchant FROM reservation r
    JOIN smart_transaction s ON s.id = r.sale WHERE r.state = 'held' AND r.expires_at <= ?`);

  const recent = createRecentDocuments();
  const link = createChain(db, now);
  db.onReplaced(recent.clear);

  const links = LINKED.map(({ property, link: { table, key, column } }) => ({
    property,
    add: db.prepare(`INSERT INTO ${table} (${key}, ${column}) VALUES (?, ?) ON CONFLICT DO NOTHING`),
    drop: db.prepare(`DELETE FROM ${table} WHERE ${key} = ? AND ${column} NOT IN (SELECT value FROM json_each(?))`),
  }));

  /** Many sales have nothing to link; then nothing is asked of the disk at the first writing. */
  function writeLinks({ id, document }: Sale, isNew: boolean) {
    for (const { property, add, drop } of links) {
      const values = linkValues(saleQueries, property, document);
      if (!isNew) drop.run(id, JSON.stringify(values));
      for (const value of values) add.run(id, value);
    }
  }

  const read = (row: Row | undefined): Sale | null => (row ? saleOf(row) : null);

  return {
    earlier: createEarlierSales(db),
    write: db.write,
    bytes(merchant, id) {
      const known = recent.get(merchant, id);
      if (known) return known;
      const read = bytesOf.get(id, merchant);
      // Inside a commit that may still fail, what is read is not remembered.
      if (read && !insideJob()) recent.keep(merchant, id, read);
      return read;
    },
    sale: (merchant, id) => read(byId.get(id, merchant)),
    saleByReceipt: (merchant, receiptNumber) => read(byReceipt.get(merchant, receiptNumber)),
    unsettledSales: () => open.all().map(saleOf),
    insert(sale) {
      const day = localDate(new Date(sale.created));
      const document = JSON.stringify(sale.document);
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
        ...searched(sale),
        document,
        nextPosition(sale.merchant),
      );
      writeLinks(sale, true);
      link(sale, document);
      events.append(sale.merchant, 'smart.transactions', sale.id, 'added', sale.document.status);
    },
    save(sale) {
      recent.forget(sale.id);
      const document = JSON.stringify(sale.document);
      updateRow([sale.state, sale.method, sale.receiptNumber, ...searched(sale)], [now(), document], [sale.id]);
      writeLinks(sale, false);
      link(sale, document);
      events.append(sale.merchant, 'smart.transactions', sale.id, 'changed', sale.document.status);
    },
    rewrite(sale) {
      recent.forget(sale.id);
      const document = JSON.stringify(sale.document);
      rewriteRow.run(document, sale.id);
      link(sale, document);
    },
    amend(sale) {
      recent.forget(sale.id);
      const document = JSON.stringify(sale.document);
      rewriteRow.run(document, sale.id);
      writeLinks(sale, false);
      link(sale, document);
    },
    nextNumber: counter => count.get(counter) ?? 0,
    expiredReservations: at => expired.all(at),
  };
}

/** Columns that exist for lists alone; `id` and `receipt_number` are there anyway. */
const SEARCHED = Object.values(saleQueries.fields).flatMap(field =>
  'column' in field && field.column.startsWith('query_') ? [field.column] : [],
);
const LINKED = Object.entries(saleQueries.fields).flatMap(([property, field]) =>
  'link' in field ? [{ property, link: field.link }] : [],
);

function searched(sale: Sale) {
  const values = columnValues(saleQueries, sale.document);
  return SEARCHED.map(column => values[column] ?? null);
}

/** How far the sales of earlier versions have got their Payment Transactions: from the newest one down. */
function createEarlierSales(db: Database): SalesWithoutPayments {
  const left = db.prepare<number>("SELECT CAST(value AS INTEGER) FROM setting WHERE key = 'earlierPayments'").pluck();
  const below = db.prepare<Row & { number: number }>(
    'SELECT * FROM smart_transaction WHERE number < ? ORDER BY number DESC LIMIT ?',
  );
  const move = db.prepare("UPDATE setting SET value = ? WHERE key = 'earlierPayments'");
  const end = db.prepare("DELETE FROM setting WHERE key = 'earlierPayments'");
  const spent = db
    .prepare<number>("SELECT cash FROM reservation WHERE sale = ? AND state = 'committed' ORDER BY number DESC LIMIT 1")
    .pluck();
  return {
    left: () => left.get() ?? 0,
    take(count) {
      const rows = below.all(left.get() ?? 0, count);
      const last = rows.at(-1)?.number ?? 0;
      if (last > 1) move.run(String(last));
      else end.run();
      return rows.map(saleOf);
    },
    spentByCard: sale => spent.get(sale) ?? 0,
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
  document: readStored(row.document, row.id),
});
