/** `/bridge/v1/sales/{id}/invoices`: the receipt of a sale as an invoice with the name and address of the customer. */
import Type, { type Static } from 'typebox';
import { idOf, nullable, ReceiptLine, Timestamp } from './shapes.ts';
import { ONE_LINE, shopText } from './shop.ts';

/** Blank: left out. */
const optional = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, pattern: ONE_LINE, description }));

export const InvoiceRecipient = Type.Object(
  {
    name: shopText(120, 'of the person or the company'),
    addition: optional(120, 'second line of the name: a department, a person'),
    street: shopText(120, 'with the number of the house'),
    zip: shopText(20, 'postal code'),
    city: shopText(80, 'town'),
    country: optional(80, 'name of the country, where it is another one'),
    vat_id: optional(20, 'VAT id of the customer'),
  },
  { additionalProperties: false, description: 'the customer as the invoice names her' },
);
export type InvoiceRecipient = Static<typeof InvoiceRecipient>;

export const InvoiceInput = Type.Object({ recipient: InvoiceRecipient }, { additionalProperties: false });
export type InvoiceInput = Static<typeof InvoiceInput>;

export const Invoice = Type.Object({
  number: Type.String({ description: 'as it is printed: the installation, then a number without gaps' }),
  sale: idOf('STX'),
  corrects: nullable(Type.String({ description: 'number of the invoice that this one corrects' })),
  recipient: InvoiceRecipient,
  lines: Type.Array(ReceiptLine, { description: 'the invoice as it is printed' }),
  created: Timestamp,
  prints: Type.Integer({ description: 'how often it was printed' }),
});
export type Invoice = Static<typeof Invoice>;

export const SaleInvoices = Type.Object({
  data: Type.Array(Invoice, { description: 'the oldest first; the last one counts' }),
  lacks_tax_id: Type.Boolean({
    description:
      'true: neither the receipt nor the shop names a tax number or a VAT id, and an invoice would not be valid',
  }),
  recipient: nullable(
    Type.Partial(InvoiceRecipient, {
      description: 'name and address of the customer of the sale, as far as they are known',
    }),
  ),
});
export type SaleInvoices = Static<typeof SaleInvoices>;

export const InvoicePrintInput = Type.Object(
  { here: Type.Optional(Type.Boolean({ description: 'true: the caller prints it itself' })) },
  { additionalProperties: false },
);
export type InvoicePrintInput = Static<typeof InvoicePrintInput>;
