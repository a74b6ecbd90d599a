/** Prints of the slips of a sale: the first is the slip itself, every further one is a copy with its number. */
import type { PrintedSlip } from '../wire/foundSales.ts';
import { same, tableOf } from './columns.ts';
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
  const add = tableOf<ReceiptPrint & { readonly copy: number }>(
    db,
    'receipt_copy',
    same('sale', 'slip', 'copy', 'at', 'staff', 'client', 'till'),
  ).insert();
  const ofSale = db.prepare<ReturnType<ReceiptCopies['ofSale']>[number]>(
    'SELECT slip, copy, at, staff, client, till FROM receipt_copy WHERE sale = ? ORDER BY at, slip, copy',
  );
  return {
    add(print) {
      const copy = (last.get(print.sale, print.slip) ?? -1) + 1;
      add({ ...print, copy });
      return copy;
    },
    ofSale: sale => ofSale.all(sale),
  };
}
