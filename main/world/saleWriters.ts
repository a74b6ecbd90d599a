/** The writes that belong to the commit of a sale and lie outside the sale; the table `saleWriters` in `wiring/world.ts` lists them. */
import type { TransactionFacts } from '../../drivers/index.ts';
import type { Tender } from '../domain/missingSum.ts';
import type { Input } from '../domain/transaction.ts';
import type { PaymentReference, SalePart } from '../wire/transactions.ts';
import type { Sale } from './sales.ts';

/** A tender with what is known of its card. */
export interface PaidTender extends Tender {
  readonly facts?: TransactionFacts | undefined;
  /** The amount that the card was charged beyond `amount`. */
  readonly tip?: number;
  /** Name of the voucher. */
  readonly text?: string;
}

/** How a sale was paid. */
export interface SaleClosing {
  readonly method: string;
  readonly tenders: readonly PaidTender[];
  /** Report about the only card payment of a sale that one method pays. */
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
  /** Before a step is taken; throws where something outside of the sale forbids it. */
  checking?(sale: Sale, input: Input): void;
  /**
   * Before the closed sale is saved. Gives the payments that the sale then names in `transactions`, in the order of the
   * tenders that have one.
   */
  closing?(sale: Sale, closing: SaleClosing): readonly PaymentReference[];
  /** Before a step is saved that gives the money of a closed sale back. */
  returning?(sale: Sale): void;
  /** Before a step is saved that gives back a part of a closed sale, while others are still paid. */
  partReturned?(sale: Sale, part: SalePart): void;
  /** After each saved step. */
  saved?(sale: Sale, step: SavedStep): void;
  /** After the step that closed the sale with its receipts. */
  closed?(sale: Sale): void;
}
