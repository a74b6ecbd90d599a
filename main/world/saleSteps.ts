/** The steps of a sale as a terminal takes them; `main/sale/` carries them out, and the wiring joins the two. */
import type { TerminalReceipt, TransactionFacts } from '../../drivers/index.ts';
import type { ReceiptLine } from '../domain/receipt.ts';
import type { PartInput } from '../domain/saleParts.ts';
import type { Input } from '../domain/transaction.ts';
import type { SalePart } from '../wire/transactions.ts';
import type { IntentRow, Sale, SaleDocument } from './sales.ts';

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
  /** Name of the voucher. */
  readonly text?: string | undefined;
}

/** A payment that pays a part of its sale. Amounts in minor units. */
export interface NewPart {
  /** Id of the intent at a terminal. */
  readonly id?: string;
  readonly method: string;
  readonly amount: number;
  /** The caller's own name of the part. */
  readonly reference?: string | null;
  /** Cash handed over. */
  readonly given?: number | undefined;
  /** Name of the voucher. */
  readonly text?: string | undefined;
  /** Code of a voucher of this shop. */
  readonly voucher?: string | undefined;
  /** The voucher of this shop that gets its money back. */
  readonly refilled?: Pick<SalePart, 'text' | 'voucher'> | undefined;
  /** Report about a card at a terminal that the bridge does not know. */
  readonly facts?: TransactionFacts | undefined;
  /** The tender of an earlier sale that this part pays back. */
  readonly back?: SalePart['back'];
}

/** Report of a terminal at the end of a part, or of its return. */
export type PartEnding = Pick<Closing, 'facts' | 'slips' | 'tip'> & {
  /** Given back in cash, and why. */
  readonly cashReason?: string;
  /** By a person's word the terminal holds its money no more; what the person said. */
  readonly goneReason?: string;
  /** Paid out by an acquirer: the Payment Transaction (PCI_…) of the refund. */
  readonly payment?: string;
};

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
  /** A part whose money begins to move at a terminal. Throws `partRefused` where it is not missing. */
  openPart(sale: Sale, part: NewPart & { readonly id: string }, detail: string): Sale;
  /** How the payment of a part ended; closes the sale where nothing is missing behind it. */
  endPart(sale: Sale, id: string, input: PartInput, ending?: PartEnding): Sale;
  /**
   * A payment of which the terminal approved `amount` only: that pays the sale as a part, under the id of its intent, and the rest is
   * missing.
   */
  keepPart(sale: Sale, part: NewPart & { readonly id: string }, ending: PartEnding): Sale;
  /** A part is to go back by the reversal of this id. */
  beginReturn(sale: Sale, id: string, reversal: string): Sale;
  /** How the return of a part ended. */
  endReturn(sale: Sale, id: string, input: PartInput, ending?: PartEnding): Sale;
  /** A slip of this command, which had ended; stream and push tell it. */
  addLateSlip(sale: Sale, intent: IntentRow, slip: TerminalReceipt): void;
  /** A person decides about a sale that takes no step; stream and push tell it all the same. `about` null: it is decided. */
  askPerson(sale: Sale, about?: 'late' | 'verdict' | null): void;
}
