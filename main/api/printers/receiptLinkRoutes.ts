/**
 * Receipts as a file: the link is made for a person at the till, and read by anybody who has it. The path answers under the address
 * that customers use, and nothing else does.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { html, languageOf, sendPage } from '../../http/htmlPage.ts';
import { createRateLimit } from '../../http/rateLimit.ts';
import { RECEIPT_PATH } from '../../printing/receiptLinks.ts';
import { ReceiptLink, ReceiptLinkInput } from '../../wire/printers.ts';
import { timestamp } from '../../world/clock.ts';
import { BridgeError } from '../../world/errors.ts';
import { describeRoute, orNotFound } from '../resource.ts';
import type { Services } from '../services.ts';

/** Reads from one address in a minute: a customer reads her receipt a few times; who guesses gets nowhere. */
const READS = 60;

export function receiptLinkRoutes(app: FastifyInstance, { printing, world }: Services): void {
  const limitReads = createRateLimit(READS);
  app.post<{ Params: { id: string }; Body: ReceiptLinkInput }>(
    '/bridge/v1/sales/:id/receipt-link',
    describeRoute('Printers', 'The receipt as a file behind a link, with the consent of the customer', ReceiptLink, {
      body: ReceiptLinkInput,
    }),
    async ({ principal, params }, reply) => {
      const sale = orNotFound(world.ledger.sale(principal.merchant, params.id), 'sale', params.id);
      if (sale.receiptNumber === null) throw new BridgeError('notFound', `the sale ${params.id} has no receipt`);
      const { url, expires } = await printing.links.make(sale);
      reply.header('cache-control', 'no-store');
      return { receipt_url: url, expires: timestamp(expires) };
    },
  );

  app.get<{ Params: { token: string } }>(
    `${RECEIPT_PATH}/:token`,
    {
      schema: { hide: true },
      config: { public: true, forCustomers: true },
      onRequest: ({ socket }, _reply, done) => {
        limitReads(socket.remoteAddress ?? '');
        done();
      },
    },
    async (request, reply) => {
      const found = printing.links.find(request.params.token);
      return found ? sendReceipt(reply, found.receiptNumber, found.pdf) : sendGone(request, reply);
    },
  );
}

function sendReceipt(reply: FastifyReply, number: number | null, pdf: Buffer): FastifyReply {
  return reply
    .header('content-type', 'application/pdf')
    .header('content-disposition', `inline; filename="receipt-${number ?? 'copy'}.pdf"`)
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex, nofollow')
    .header('cache-control', 'private, no-store')
    .send(pdf);
}

const GONE = {
  de: {
    title: 'Beleg nicht mehr da',
    text: 'Unter dieser Adresse gibt es keinen Beleg, oder seine Frist ist abgelaufen. Das Geschäft druckt ihn auf Wunsch noch einmal.',
  },
  en: {
    title: 'Receipt no longer here',
    text: 'There is no receipt at this address, or its time has passed. The shop prints it again on request.',
  },
} as const;

/** The same page for an unknown link and for one that has expired. */
function sendGone(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(request);
  const { title, text } = GONE[language];
  const body = html`<h1>${title}</h1><p>${text}</p>`;
  return sendPage(reply, { language, title, body, status: 404 });
}
