/** Invoices, each made from the receipt of a sale: numbered without gaps, kept as they are printed. */
import type { ReceiptLine } from '../domain/receipt.ts';
import type { InvoiceRecipient } from '../domain/saleInvoice.ts';
import { columnsOf, json, type StoredRow, same } from './columns.ts';
import type { Database } from './database.ts';

export interface InvoiceRow {
  readonly merchant: string;
  readonly sequence: number;
  readonly number: string;
  /** STX_… */
  readonly sale: string;
  readonly corrects: string | null;
  readonly recipient: InvoiceRecipient;
  readonly lines: readonly ReceiptLine[];
  /** ms since 1970 */
  readonly created: number;
  readonly staff: string | null;
  readonly client: string;
  readonly till: string | null;
  readonly prints: number;
}

export interface InvoiceStore {
  /** The oldest first. */
  ofSale(merchant: string, sale: string): readonly InvoiceRow[];
  // The rest is for use inside `write`.
  nextSequence(merchant: string): number;
  add(invoice: InvoiceRow): void;
  /** 0 for the first print, then the number of the copy. */
  countPrint(merchant: string, sequence: number): number;
}

export function createInvoices(db: Database): InvoiceStore {
  const columns = columnsOf<InvoiceRow>({
    ...same('merchant', 'sequence', 'number', 'sale', 'corrects', 'created', 'staff', 'client', 'till', 'prints'),
    recipient: json('recipient'),
    lines: json('lines'),
  });
  const ofSale = db.prepare<StoredRow<InvoiceRow>>(
    `SELECT ${columns.select()} FROM invoice WHERE merchant = ? AND sale = ? ORDER BY sequence`,
  );
  const last = db.prepare<number | null>('SELECT max(sequence) FROM invoice WHERE merchant = ?').pluck();
  const add = db.prepare(columns.insert('invoice'));
  const count = db
    .prepare<number>('UPDATE invoice SET prints = prints + 1 WHERE merchant = ? AND sequence = ? RETURNING prints')
    .pluck();
  return {
    ofSale: (merchant, sale) => ofSale.all(merchant, sale).map(columns.read),
    nextSequence: merchant => (last.get(merchant) ?? 0) + 1,
    add: invoice => void add.run(...columns.values(invoice)),
    countPrint: (merchant, sequence) => (count.get(merchant, sequence) ?? 1) - 1,
  };
}
