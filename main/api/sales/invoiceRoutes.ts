/** Invoices of a sale: made from its receipt, corrected by another one, printed at the till. */
import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { isJsonObject } from '../../domain/jsonObject.ts';
import type { ReceiptLine } from '../../domain/receipt.ts';
import { type InvoiceRecipient, lacksTaxId, saleInvoice } from '../../domain/saleInvoice.ts';
import { readShop } from '../../masterData/shop.ts';
import type { InvoiceRow } from '../../store/invoices.ts';
import { PrintAnswer } from '../../wire/foundSales.ts';
import { Invoice, InvoiceInput, InvoicePrintInput, SaleInvoices } from '../../wire/invoices.ts';
import { timestamp, writtenDate } from '../../world/clock.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Principal } from '../../world/people.ts';
import { noteAudit } from '../../world/requestContext.ts';
import type { Sale } from '../../world/sales.ts';
import { describeRoute, orNotFound } from '../resource.ts';
import type { Services } from '../services.ts';

const path = '/bridge/v1/sales/:id/invoices';
const tag = 'Screen';

export function invoiceRoutes(app: FastifyInstance, services: Services): void {
  const { invoices, masterData, world } = services;
  const saleOf = (merchant: string, id: string) => orNotFound(world.ledger.sale(merchant, id), 'sale', id);

  app.get<{ Params: { id: string } }>(
    path,
    describeRoute(tag, 'Invoices of a sale, and the address of its customer where it is known', SaleInvoices),
    async ({ principal: { merchant }, params: { id } }) => {
      const sale = saleOf(merchant, id);
      return {
        data: invoices.ofSale(merchant, id).map(invoiceOf),
        lacks_tax_id: lacksTaxId({ receipt: receiptOf(sale), taxIds: readShop(masterData, merchant) }),
        recipient: recipientOf(sale),
      };
    },
  );

  app.post<{ Params: { id: string }; Body: InvoiceInput }>(
    path,
    describeRoute(
      tag,
      'Make an invoice from the receipt of a sale; another one corrects the first, and no sale or tax is booked again',
      Invoice,
      { body: InvoiceInput, description: 'The same request again answers with the invoice that is there.' },
    ),
    async ({ principal, params: { id }, body }) => {
      const sale = invoicedSale(saleOf(principal.merchant, id));
      return world.ledger.write(() => madeInvoice(services, principal, sale, trimmed(body.recipient)));
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

/** Inside a job: the last invoice of the sale where nothing but number and date would differ, else a new one. */
function madeInvoice(
  { invoices, installation, masterData, world }: Services,
  { merchant, staff, client, device }: Principal,
  sale: Sale,
  recipient: InvoiceRecipient,
): Invoice {
  const { language } = world.settings;
  const linesOf = ({ number, corrects, created }: Pick<InvoiceRow, 'number' | 'corrects' | 'created'>) =>
    saleInvoice(
      {
        ...{ recipient, number, corrects: corrects ?? undefined, receipt: receiptOf(sale) },
        date: writtenDate(new Date(created), language),
        taxIds: readShop(masterData, merchant),
      },
      language,
    );
  const last = invoices.ofSale(merchant, sale.id).at(-1);
  if (last && isDeepStrictEqual(linesOf(last), last.lines)) return invoiceOf(last);
  const sequence = invoices.nextSequence(merchant);
  const number = `${installation.toUpperCase()}-${sequence}`;
  const [corrects, created] = [last?.number ?? null, world.clock.now()];
  const row: InvoiceRow = {
    ...{ merchant, sequence, number, sale: sale.id, corrects, recipient, created },
    ...{ lines: linesOf({ number, corrects, created }), staff: staff?.id ?? null, client, till: device, prints: 0 },
  };
  invoices.add(row);
  const after = { sale: sale.id, corrects };
  noteAudit({ kind: 'invoice', subject: number, action: 'created', before: null, after });
  return invoiceOf(row);
}

const receiptOf = ({ document }: Sale) => document.receipt as readonly ReceiptLine[];

/** A sale that was cancelled has nothing to invoice, and one that is open has no receipt yet. */
function invoicedSale(sale: Sale): Sale {
  const { receiptNumber, document, id } = sale;
  if (receiptNumber === null || document.receipt.length === 0)
    throw new BridgeError('notFound', `the sale ${id} has no receipt`);
  if (document.status === 'cancelled') throw new BridgeError('invoiceOfCancelled', `the sale ${id} is cancelled`);
  return sale;
}

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
