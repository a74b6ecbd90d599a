/** Invoices of a sale: made from its receipt, corrected by another one, printed at the till. */
import type { FastifyInstance } from 'fastify';
import { isJsonObject } from '../../domain/jsonObject.ts';
import type { ReceiptLine } from '../../domain/receipt.ts';
import { type InvoiceRecipient, saleInvoice } from '../../domain/saleInvoice.ts';
import type { InvoiceRow } from '../../store/invoices.ts';
import { PrintAnswer } from '../../wire/foundSales.ts';
import { Invoice, InvoiceInput, InvoicePrintInput, SaleInvoices } from '../../wire/invoices.ts';
import { timestamp, writtenDate } from '../../world/clock.ts';
import { BridgeError } from '../../world/errors.ts';
import { noteAudit } from '../../world/requestContext.ts';
import type { Sale } from '../../world/sales.ts';
import { describeRoute, orNotFound } from '../resource.ts';
import type { Services } from '../services.ts';

const path = '/bridge/v1/sales/:id/invoices';
const tag = 'Screen';

export function invoiceRoutes(app: FastifyInstance, { invoices, world }: Services): void {
  const saleOf = (merchant: string, id: string) => orNotFound(world.ledger.sale(merchant, id), 'sale', id);

  app.get<{ Params: { id: string } }>(
    path,
    describeRoute(tag, 'Invoices of a sale, and the address of its customer where it is known', SaleInvoices),
    async ({ principal: { merchant }, params: { id } }) => ({
      data: invoices.ofSale(merchant, id).map(invoiceOf),
      recipient: recipientOf(saleOf(merchant, id)),
    }),
  );

  app.post<{ Params: { id: string }; Body: InvoiceInput }>(
    path,
    describeRoute(
      tag,
      'Make an invoice from the receipt of a sale; a second one corrects the first, and no sale or tax is booked again',
      Invoice,
      { body: InvoiceInput },
    ),
    async ({ principal, params: { id }, body }) => {
      const { merchant, staff, client, device } = principal;
      const sale = invoicedSale(saleOf(merchant, id));
      const recipient = trimmed(body.recipient);
      return world.ledger.write(() => {
        const sequence = invoices.nextSequence(merchant);
        const number = `${placeOf(device ?? sale.till ?? merchant)}-${sequence}`;
        const corrects = invoices.ofSale(merchant, id).at(-1)?.number ?? null;
        const now = world.clock.now();
        const { language } = world.settings;
        const facts = {
          ...{ recipient, number, date: writtenDate(new Date(now), language) },
          ...(corrects === null ? {} : { corrects }),
          receipt: sale.document.receipt as readonly ReceiptLine[],
        };
        const row: InvoiceRow = {
          ...{ merchant, sequence, number, sale: id, corrects, recipient, lines: saleInvoice(facts, language) },
          ...{ created: now, staff: staff?.id ?? null, client, till: device, prints: 0 },
        };
        invoices.add(row);
        noteAudit({ kind: 'invoice', subject: number, action: 'created', before: null, after: { sale: id, corrects } });
        return invoiceOf(row);
      });
    },
  );

  app.post<{ Params: { id: string; number: string }; Body: InvoicePrintInput }>(
    `${path}/:number/prints`,
    describeRoute(tag, 'Print an invoice at this till; every print after the first is a copy', PrintAnswer, {
      body: InvoicePrintInput,
    }),
    async ({ principal: { merchant, device }, params: { id, number }, body: { here = false } }) => {
      const found = invoices.ofSale(merchant, id).find(one => one.number === number);
      const { sequence, lines } = orNotFound(found ?? null, 'invoice', number);
      return world.ledger.write(() => {
        const copy = invoices.countPrint(merchant, sequence);
        const ticket = here ? null : world.printing.lines({ merchant, till: device, sale: id, lines, copy });
        return { copy, lines: [...lines], job: ticket && { id: ticket.job, printer: ticket.printer } };
      });
    },
  );
}

/** A sale that was cancelled has nothing to invoice, and one that is open has no receipt yet. */
function invoicedSale(sale: Sale): Sale {
  const { receiptNumber, document, id } = sale;
  if (receiptNumber === null || document.receipt.length === 0)
    throw new BridgeError('notFound', `the sale ${id} has no receipt`);
  if (document.status === 'cancelled') throw new BridgeError('invoiceOfCancelled', `the sale ${id} is cancelled`);
  return sale;
}

/** The end of an id: numbers of several tills of a business differ by it. */
const placeOf = (id: string): string => id.slice(-4).toUpperCase();

const trimmed = (recipient: InvoiceRecipient): InvoiceRecipient =>
  Object.fromEntries(
    Object.entries(recipient)
      .map(([member, text]) => [member, text.trim()] as const)
      .filter(([, text]) => text !== ''),
  ) as unknown as InvoiceRecipient;

const invoiceOf = ({ number, sale, corrects, recipient, lines, created, prints }: InvoiceRow): Invoice => ({
  ...{ number, sale, corrects, recipient, prints },
  lines: [...lines] as Invoice['lines'],
  created: timestamp(created),
});

/** Name and address of the Payment Customer of the sale; null where it has none. */
function recipientOf({ document }: Sale): SaleInvoices['recipient'] {
  const customer: unknown = document.customer;
  const contact = isJsonObject(customer) && isJsonObject(customer.contact) ? customer.contact : null;
  if (!contact) return null;
  const address = isJsonObject(contact.address) ? contact.address : {};
  const joined = (...parts: readonly unknown[]) =>
    parts.filter(part => (typeof part === 'string' || typeof part === 'number') && part !== '').join(' ');
  const person = joined(contact.forename, contact.surname);
  const company = joined(contact.companyname);
  const known = {
    name: company || person,
    addition: company ? person : '',
    street: joined(address.street, address.street_number),
    zip: joined(address.postal_code),
    city: joined(address.city),
    country: joined(address.country),
  };
  return Object.fromEntries(Object.entries(known).filter(([, text]) => text !== ''));
}
