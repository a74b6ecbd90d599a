/** Prints of the slips of a sale: the first is the slip itself, every further one is a copy with its number. */
import type { PrintedSlip } from '../wire/foundSales.ts';
import type { Database } from './database.ts';

export interface ReceiptPrint {
  readonly sale: string;
  readonly slip: PrintedSlip;
  /** ms since 1970 */
  readonly at: number;
  /** USR_… of the person; null where an API client asked. */
  readonly staff: string | null;
  readonly client: string;
  readonly till: string | null;
}

export interface ReceiptCopies {
  /** Inside a job: 0 for the first print, then the number of the copy. */
  add(print: ReceiptPrint): number;
  ofSale(
    sale: string,
  ): readonly (Pick<ReceiptPrint, 'slip' | 'at' | 'staff' | 'client' | 'till'> & { readonly copy: number })[];
}

export function createReceiptCopies(db: Database): ReceiptCopies {
  const last = db.prepare<number | null>('SELECT max(copy) FROM receipt_copy WHERE sale = ? AND slip = ?').pluck();
  const insert = db.prepare('INSERT INTO receipt_copy VALUES (?, ?, ?, ?, ?, ?, ?)');
  const ofSale = db.prepare<ReturnType<ReceiptCopies['ofSale']>[number]>(
    'SELECT slip, copy, at, staff, client, till FROM receipt_copy WHERE sale = ? ORDER BY at, slip, copy',
  );
  return {
    add({ sale, slip, at, staff, client, till }) {
      const copy = (last.get(sale, slip) ?? -1) + 1;
      insert.run(sale, slip, copy, at, staff, client, till);
      return copy;
    },
    ofSale: sale => ofSale.all(sale),
  };
}
