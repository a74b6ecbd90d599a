/**
 * An invoice for a sale, § 14 UStG: the receipt as it was printed, with the name and the address of the customer, a number of its own and
 * its date. It is no new sale: it names its receipt, and its amounts and taxes are those of the receipt.
 */
import type { Language } from './money.ts';
import { nameValue, nameValueIf, type ReceiptLine, separator, space, textline } from './receipt.ts';
import { receiptSlip } from './receiptSlip.ts';
import { namesTaxId, type TaxIds, taxLines } from './taxLines.ts';

/** The customer as the invoice names her. */
export interface InvoiceRecipient {
  readonly name: string;
  /** Department, person, floor: a second line of the name. */
  readonly addition?: string;
  readonly street: string;
  readonly zip: string;
  readonly city: string;
  /** Name of the country, where it is another one. */
  readonly country?: string;
  readonly vat_id?: string;
}

export interface InvoiceFacts {
  readonly recipient: InvoiceRecipient;
  /** As it is printed. */
  readonly number: string;
  /** Number of the invoice that this one corrects. */
  readonly corrects?: string | undefined;
  readonly date: string;
  readonly receipt: readonly ReceiptLine[];
  /** The shop by now, for a receipt that names neither its tax number nor its VAT id. */
  readonly taxIds: TaxIds;
}

const WORDS = {
  de: {
    title: 'Rechnung',
    corrected: 'Berichtigte Rechnung',
    to: 'Rechnung an',
    vatId: 'USt-IdNr.',
    number: 'Rechnung Nr.',
    date: 'Rechnungsdatum',
    corrects: 'Berichtigt Rechnung Nr.',
    once: 'Rechnung zum folgenden Kassenbon. Leistungsdatum ist sein Datum. Die Steuer ist mit ihm ein einziges Mal ausgewiesen.',
  },
  en: {
    title: 'Invoice',
    corrected: 'Corrected invoice',
    to: 'Invoice to',
    vatId: 'VAT id',
    number: 'Invoice no.',
    date: 'Date of invoice',
    corrects: 'Corrects invoice no.',
    once: 'Invoice for the receipt below. The goods were handed over on its date. Its tax is stated once, not twice.',
  },
} as const satisfies Record<Language, unknown>;

export function saleInvoice(facts: InvoiceFacts, language: Language): readonly ReceiptLine[] {
  const words = WORDS[language];
  const { head, body } = receiptSlip(facts.receipt);
  const { name, addition, street, zip, city, country, vat_id: vatId } = facts.recipient;
  const address = [name, addition, street, `${zip} ${city}`, country, vatId && `${words.vatId} ${vatId}`];
  return [
    separator(facts.corrects === undefined ? words.title : words.corrected),
    ...head,
    ...lateTaxLines(facts, language).map(line => textline(line)),
    space,
    textline(`${words.to}:`),
    ...address.filter(line => line !== undefined && line !== '').map(line => textline(String(line))),
    space,
    nameValue(words.number, facts.number, 'important'),
    nameValue(words.date, facts.date),
    ...nameValueIf(words.corrects, facts.corrects),
    space,
    textline(words.once),
    space,
    ...body,
  ];
}

/** Lines that make an invoice of a receipt from before the shop had said its tax number. */
const lateTaxLines = ({ receipt, taxIds }: Pick<InvoiceFacts, 'receipt' | 'taxIds'>, language: Language) =>
  namesTaxId(receiptSlip(receipt).head) ? [] : taxLines(taxIds, language);

/** Without it an invoice is not valid, § 14 (4) no. 2 UStG. */
export const lacksTaxId = (facts: Pick<InvoiceFacts, 'receipt' | 'taxIds'>): boolean =>
  !namesTaxId(receiptSlip(facts.receipt).head) && taxLines(facts.taxIds, 'en').length === 0;
