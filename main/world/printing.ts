/** Printers and drawers, as the rest of the bridge uses them. A till without a printer prints with the browser. */
import type { ReceiptLine } from '../domain/receipt.ts';
import type { PrintedSlip } from '../wire/foundSales.ts';
import type { Sale } from './sales.ts';

/** A slip that is on its way. */
export interface PrintTicket {
  readonly job: number;
  /** PRN_… */
  readonly printer: string;
}

export interface SlipOrder {
  readonly merchant: string;
  /** SDV_… of the till at which it is printed. */
  readonly till: string | null;
  readonly sale: string;
  readonly slip: PrintedSlip;
  /** 0: the slip itself; from 1 on it has the mark of a copy. */
  readonly copy: number;
}

/** A slip in the receipt form that no sale holds: cash in and out, X and Z report, the end of the day, an invoice. */
export interface LinesOrder {
  readonly merchant: string;
  readonly till: string | null;
  readonly lines: readonly ReceiptLine[];
  /** It was made from the receipt of this sale, and has its code. */
  readonly sale?: string;
  /** From 1 on it has the mark of a copy. */
  readonly copy?: number;
}

/** Reasons for which a drawer is opened. `noSale`: by hand, without a sale. */
export type DrawerReason = 'cash' | 'card' | 'noSale' | 'cashMovement' | 'count';

export interface DrawerOrder {
  readonly merchant: string;
  readonly till: string | null;
  readonly reason: DrawerReason;
}

/** `noDrawer`: the till has no printer with a drawer. `unreachable`: the printer did not take the pulse. */
export type DrawerAnswer = 'opened' | 'noDrawer' | 'unreachable';

export interface Printing {
  /** Inside a job: the slip is in the queue of the printer once the commit held. Null: the till has no printer. */
  slip(order: SlipOrder): PrintTicket | null;
  /** Inside a job, the same for a slip that belongs to no sale. */
  lines(order: LinesOrder): PrintTicket | null;
  /** Opens the drawer of a till now; never later than a few seconds after the call. */
  openDrawer(order: DrawerOrder): Promise<DrawerAnswer>;
  /** Inside the job that closes a sale, once its receipts are written: what the till prints and opens by itself. */
  saleClosed(sale: Sale): void;
  /** Inside the job that gives a closed sale back, once its slip is written. */
  saleReversed(sale: Sale): void;
}

/** Without printers. */
export const noPrinting: Printing = {
  slip: () => null,
  lines: () => null,
  openDrawer: async () => 'noDrawer',
  saleClosed: () => undefined,
  saleReversed: () => undefined,
};
