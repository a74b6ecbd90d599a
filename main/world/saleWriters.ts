/** The writes that belong to the commit of a sale and lie outside the sale; the table `saleWriters` in `wiring/world.ts` lists them. */
import type { TransactionFacts } from '../../drivers/terminal.ts';
import type { Tender } from '../domain/missingSum.ts';
import type { Input } from '../domain/transaction.ts';
import type { PaymentReference } from '../wire/transactions.ts';
import type { Sale } from './sales.ts';

/** How a sale was paid. */
export interface SaleClosing {
  readonly method: string;
  readonly tenders: readonly Tender[];
  readonly facts?: TransactionFacts | undefined;
  /** Tip that the terminal took beyond the sum of the sale, minor units. */
  readonly tip?: number | undefined;
}

/** One step of a sale that has been saved. */
export interface SavedStep {
  readonly input: Input;
  /** The sale before the step. */
  readonly before: Sale;
}

/** Every member runs inside the job of the step: an error that it throws undoes the whole step. */
export interface SaleWriter {
  /** Before the closed sale is saved. Gives the payments that the sale then names in `transactions`. */
  closing?(sale: Sale, closing: SaleClosing): readonly PaymentReference[];
  /** Before a step is saved that gives the money of a closed sale back. */
  returning?(sale: Sale): void;
  /** After each saved step. */
  saved?(sale: Sale, step: SavedStep): void;
  /** After the step that closed the sale; its receipts follow in the same commit. */
  closed?(sale: Sale): void;
}
