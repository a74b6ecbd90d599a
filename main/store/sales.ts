/** Smart Transactions in the database: the row, the text that the API answers, and the event written beside it. */

import { columnValues, linkValues } from '../query/declaration.ts';
import { insideJob } from '../world/requestContext.ts';
import type { EarlierSales, Ledger, Sale, SalesWithoutPayments } from '../world/sales.ts';
import { createChain } from './chain.ts';
import { columnsOf, type StoredRow } from './columns.ts';
import type { Database } from './database.ts';
import type { EventLog } from './events.ts';
import { numberGuard } from './numberDoubt.ts';
import { unsettledSales } from './openSales.ts';
import { createPositions } from './positions.ts';
import { createRecentDocuments, type RecentDocuments } from './recentDocuments.ts';
import { createRowUpdate } from './rowUpdate.ts';
import { saleQueries } from './saleQueries.ts';
import { createSaleTexts, expanded, shortSale } from './saleTexts.ts';
import { readStored, writeStored } from './storedJson.ts';

export { saleQueries } from './saleQueries.ts';

type SaleColumns = Omit<Sale, 'document'>;

const columns = columnsOf<SaleColumns>({
  id: 'id',
  merchant: 'merchant',
  till: 'till',
  staff: 'staff',
  client: 'client',
  state: 'state',
  method: 'method',
  receiptNumber: 'receipt_number',
  created: 'created',
});

interface Row extends StoredRow<SaleColumns> {
  readonly document: string;
}

const SELECT = `SELECT ${columns.select()}, ${shortSale()} AS document FROM smart_transaction`;

/** The business day of a moment in ms since 1970. */
type BusinessDay = (merchant: string, at: number) => string;

export interface SaleStore extends Ledger {
  readonly withoutPayments: SalesWithoutPayments;
  /** Sales of versions before `payments` stood in the document. */
  readonly withoutPaymentList: EarlierSales;
  /** The stored text of a sale as the bytes that the API answers; undefined where this merchant has no such sale. */
  bytes(merchant: string, id: string): Buffer | undefined;
}

export function createSaleStore(
  db: Database,
  events: EventLog,
  now: () => number,
  businessDay: BusinessDay,
): SaleStore {
  const recent = createRecentDocuments();
  db.onReplaced(recent.clear);
  return {
    write: db.write,
    ...createReads(db, recent),
    ...createWrites(db, events, { now, businessDay }, recent),
    withoutPayments: createSalesWithoutPayments(db),
    withoutPaymentList: createEarlierSales(db, 'earlierPaymentLists'),
  };
}

type Reads = Pick<SaleStore, 'bytes' | 'sale' | 'saleByReceipt' | 'unsettledSales' | 'expiredReservations'>;

function createReads(db: Database, recent: RecentDocuments): Reads {
  const byId = db.prepare<Row>(`${SELECT} WHERE id = ? AND merchant = ?`);
  const byReceipt = db.prepare<Row>(`${SELECT} WHERE merchant = ? AND receipt_number = ?`);
  const unsettled = db.prepare<Row>(`${SELECT} WHERE ${unsettledSales()}`);
  const textOf = db
    .prepare<string>(`SELECT ${shortSale()} FROM smart_transaction WHERE id = ? AND merchant = ?`)
    .pluck();
  const expired = db.prepare<{ sale: string; merchant: string }>(`SELECT r.sale, s.merchant FROM reservation r
    JOIN smart_transaction s ON s.id = r.sale WHERE r.state = 'held' AND r.expires_at <= ?`);
  const read = (row: Row | undefined): Sale | null => (row ? saleOf(row) : null);
  return {
    bytes(merchant, id) {
      const known = recent.get(merchant, id);
      if (known) return known;
      const text = textOf.get(id, merchant);
      const bytes = text === undefined ? undefined : Buffer.from(expanded(text));
      // A commit may still fail, so nothing that is read inside it is remembered.
      if (bytes && !insideJob()) recent.keep(merchant, id, bytes);
      return bytes;
    },
    sale: (merchant, id) => read(byId.get(id, merchant)),
    saleByReceipt: (merchant, receiptNumber) => read(byReceipt.get(merchant, receiptNumber)),
    unsettledSales: () => unsettled.all().map(saleOf),
    expiredReservations: at => expired.all(at),
  };
}

type Writes = Pick<SaleStore, 'insert' | 'save' | 'rewrite' | 'amend' | 'nextNumber'>;

/** Each change writes the row, its search columns and links, the chain of closed sales, and where it counts an event. */
function createWrites(
  db: Database,
  events: EventLog,
  { now, businessDay }: { now(): number; readonly businessDay: BusinessDay },
  recent: RecentDocuments,
): Writes {
  const insertRow = db.prepare(
    columns.insert('smart_transaction', ['business_day', 'updated', ...SEARCHED, 'document', 'position']),
  );
  const nextPosition = createPositions(db, saleQueries);
  const updateRow = createRowUpdate(db, {
    table: 'smart_transaction',
    columns: ['state', 'method', 'receipt_number', ...SEARCHED],
    always: ['updated = ?', 'document = ?'],
    where: 'id = ?',
  });
  const rewriteRow = db.prepare('UPDATE smart_transaction SET document = ? WHERE id = ?');
  const count = db
    .prepare<number>(`INSERT INTO counter (name, value) VALUES (?, 1)
    ON CONFLICT DO UPDATE SET value = value + 1 RETURNING value`)
    .pluck();
  const requireNumbers = numberGuard(db);
  const hasSales = db.prepare<number>('SELECT 1 FROM smart_transaction LIMIT 1').pluck();
  const link = createChain(db, now);
  const writeLinks = createLinkWriter(db);
  const writeTenders = createTenderWriter(db);
  const textsOf = createSaleTexts(db);

  function rewrite(sale: Sale) {
    recent.forget(sale.id);
    const { whole, document } = textsOf(sale);
    rewriteRow.run(document, sale.id);
    link(sale, whole);
  }

  return {
    insert(sale) {
      const day = businessDay(sale.merchant, sale.created);
      const document = writeStored(sale.document);
      const further = [day, sale.created, ...searched(sale), document, nextPosition(sale.merchant)];
      insertRow.run(...columns.values(sale), ...further);
      writeLinks(sale, true);
      writeTenders(sale);
      link(sale, document);
      events.append(sale.merchant, 'smart.transactions', sale.id, 'added', sale.document.status);
    },
    save(sale) {
      recent.forget(sale.id);
      const { whole, document } = textsOf(sale);
      updateRow([sale.state, sale.method, sale.receiptNumber, ...searched(sale)], [now(), document], [sale.id]);
      writeLinks(sale, false);
      writeTenders(sale);
      link(sale, whole);
      events.append(sale.merchant, 'smart.transactions', sale.id, 'changed', sale.document.status);
    },
    rewrite,
    amend(sale) {
      rewrite(sale);
      writeLinks(sale, false);
      writeTenders(sale);
    },
    nextNumber(counter) {
      // A shop that lost everything is set up anew, which takes numbers that nobody reads off a receipt.
      if (counter.startsWith('receipt ') || hasSales.get() !== undefined) requireNumbers();
      return count.get(counter) ?? 0;
    },
  };
}

/** Mostly nothing has changed about them, which is read in a look-up for each kind. */
function createLinkWriter(db: Database): (sale: Sale, isNew: boolean) => void {
  const links = LINKED.map(({ property, link: { table, key, column } }) => ({
    property,
    stored: db.prepare<string | number>(`SELECT ${column} FROM ${table} WHERE ${key} = ?`).pluck(),
    add: db.prepare(`INSERT INTO ${table} (${key}, ${column}) VALUES (?, ?) ON CONFLICT DO NOTHING`),
    drop: db.prepare(`DELETE FROM ${table} WHERE ${key} = ? AND ${column} = ?`),
  }));
  return ({ id, document }, isNew) => {
    for (const { property, stored, add, drop } of links) {
      const values = linkValues(saleQueries, property, document);
      const before = isNew ? [] : stored.all(id);
      for (const value of before) if (!values.includes(value)) drop.run(id, value);
      for (const value of values) if (!before.includes(value)) add.run(id, value);
    }
  };
}

/** Keeps what `sale_tender` (0680) says of a sale. A basket that nobody pays yet asks nothing of the disk. */
function createTenderWriter(db: Database): (sale: Sale) => void {
  const add = db.prepare(`INSERT INTO sale_tender (number, method, merchant)
    SELECT number, ?, merchant FROM smart_transaction WHERE id = ? ON CONFLICT DO NOTHING`);
  const ofSale = 'FROM sale_tender WHERE number = (SELECT number FROM smart_transaction WHERE id = ?)';
  const stored = db.prepare<string>(`SELECT method ${ofSale}`).pluck();
  const drop = db.prepare(`DELETE ${ofSale} AND method = ?`);
  return ({ id, method, document }) => {
    const tenders = document.tenders?.map(tender => tender.method) ?? [];
    const methods: readonly string[] = tenders.length > 0 || method === null ? tenders : [method];
    if (document.tenders === undefined && method === null) return;
    const before = stored.all(id);
    for (const one of before) if (!methods.includes(one)) drop.run(id, one);
    for (const one of methods) if (!before.includes(one)) add.run(one, id);
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

/** The sales of earlier versions that still have to be completed: from the newest one down. `key` names the setting. */
function createEarlierSales(db: Database, key: 'earlierPayments' | 'earlierPaymentLists'): EarlierSales {
  const left = db.prepare<number>(`SELECT CAST(value AS INTEGER) FROM setting WHERE key = '${key}'`).pluck();
  const below = db.prepare<Row & { number: number }>(
    `SELECT ${columns.select()}, ${shortSale()} AS document, number FROM smart_transaction
      WHERE number < ? ORDER BY number DESC LIMIT ?`,
  );
  const move = db.prepare(`UPDATE setting SET value = ? WHERE key = '${key}'`);
  const end = db.prepare(`DELETE FROM setting WHERE key = '${key}'`);
  return {
    left: () => left.get() ?? 0,
    take(count) {
      const rows = below.all(left.get() ?? 0, count);
      const last = rows.at(-1)?.number ?? 0;
      if (last > 1) move.run(String(last));
      else end.run();
      return rows.map(({ number: _number, ...row }) => saleOf(row));
    },
  };
}

function createSalesWithoutPayments(db: Database): SalesWithoutPayments {
  const spent = db
    .prepare<number>("SELECT cash FROM reservation WHERE sale = ? AND state = 'committed' ORDER BY number DESC LIMIT 1")
    .pluck();
  return { ...createEarlierSales(db, 'earlierPayments'), spentByCard: sale => spent.get(sale) ?? 0 };
}

function saleOf(row: Row): Sale {
  const member = row.receiptNumber === null ? undefined : 'transactions';
  const document = readStored<Sale['document']>(expanded(row.document), row.id, member);
  return Object.assign(columns.read(row), { document });
}
