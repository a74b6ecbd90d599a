/** The steps of a sale as a terminal takes them; `main/sale/` carries them out, and the wiring joins the two. */
import type { TerminalReceipt, TransactionFacts } from '../../drivers/terminal.ts';
import type { ReceiptLine } from '../domain/receipt.ts';
import type { Input } from '../domain/transaction.ts';
import type { Sale, SaleDocument } from './sales.ts';

/** How a payment closes its sale. */
export interface Closing {
  /** `payment_method` on the wire. */
  readonly method: string;
  readonly input: 'book' | 'paid';
  /** Cash handed over by the customer, minor units. */
  readonly given?: number | undefined;
  readonly slips?: readonly TerminalReceipt[] | undefined;
  readonly facts?: TransactionFacts | undefined;
  /** Tip that the terminal took beyond the sum of the sale, minor units. */
  readonly tip?: number | undefined;
}

/** Members of a sale that a step changes beside its document; `paid`: the amount for the outcome, minor units. */
export type StepChanges = Partial<Pick<Sale, 'method' | 'receiptNumber'>> & { readonly paid?: number };

/** All run inside a job of the ledger. */
export interface SaleSteps {
  /** Takes the step `input` or throws `stateForbids`. `patch` holds members of the document that change with the step. */
  advance(sale: Sale, input: Input, detail: string, patch?: Partial<SaleDocument>, changes?: StepChanges): Sale;
  /** Closes the sale with number, bookings and receipts. Throws `somethingMissing` where the tenders do not add up. */
  close(sale: Sale, closing: Closing): Sale;
  /** The patch of a closed sale that is being cancelled: its cancellation slip, then the slips of the terminal. */
  cancellationSlip(sale: Sale, terminal: readonly ReceiptLine[]): Partial<SaleDocument>;
}
