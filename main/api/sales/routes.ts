/** Sales as people look for them: search, one sale with its history, and the count of its prints. */
import type { FastifyInstance } from 'fastify';
import { exponentOf } from '../../domain/currencies.ts';
import { giftReceipt } from '../../domain/giftReceipt.ts';
import type { ReceiptLine } from '../../domain/receipt.ts';
import { saleSearchTerms } from '../../domain/saleSearchTerms.ts';
import { addDays } from '../../reporting/days.ts';
import { itemsOf } from '../../sale/document.ts';
import type { SalesWanted } from '../../store/foundSales.ts';
import {
  FoundSaleList,
  PrintAnswer,
  PrintInput,
  SalesQuery,
  type SalesQuery as SalesQueryInput,
  SaleWithHistory,
} from '../../wire/foundSales.ts';
import { BridgeError } from '../../world/errors.ts';
import { describeRoute, orNotFound } from '../resource.ts';
import type { Services } from '../services.ts';
import { foundSale, historyOf } from './views.ts';

const path = '/bridge/v1/sales';
const tag = 'Screen';
const PAGE = 30;
const LARGEST_PAGE = 200;

export function foundSaleRoutes(app: FastifyInstance, services: Services): void {
  const { foundSales, receiptCopies, shop, world } = services;

  app.get<{ Querystring: SalesQueryInput }>(
    path,
    describeRoute(tag, 'Find sales, the newest first', FoundSaleList, { querystring: SalesQuery }),
    async ({ principal: { merchant }, query }) => {
      const { search = '', before } = query;
      const count = Math.min(Math.max(Number(query.count ?? PAGE), 1), LARGEST_PAGE);
      const terms = saleSearchTerms(search, exponentOf(shop.merchant(merchant).currency));
      const below = before === undefined ? Number.MAX_SAFE_INTEGER : Number(before);
      // One more than the page shows whether there is a next page.
      const rows = foundSales.find(merchant, {
        terms,
        span: spanOf(query, world.businessDay(merchant, world.clock.now())),
        below,
        count: count + 1,
        cashier: query.cashier,
        methods: query.method?.split(','),
        ...sumsOf(query),
      });
      const data = rows.slice(0, count);
      return {
        data: data.map(row => foundSale(services, merchant, row)),
        cashiers: foundSales.cashiers(merchant),
        more: rows.length > count ? String(data.at(-1)?.number ?? 0) : null,
      };
    },
  );

  app.get<{ Params: { id: string } }>(
    `${path}/:id`,
    describeRoute(tag, 'A sale with its receipts, and what happened to it', SaleWithHistory),
    async ({ principal: { merchant }, params: { id } }) => {
      const row = orNotFound(foundSales.one(merchant, id), 'sale', id);
      return {
        found: foundSale(services, merchant, row),
        transaction: row.document,
        history: historyOf(services, merchant, row),
      };
    },
  );

  app.post<{ Params: { id: string }; Body: PrintInput }>(
    `${path}/:id/prints`,
    describeRoute(
      tag,
      'Print a slip at the printer of this till, or count it before the caller prints it; every print after the first is a copy',
      PrintAnswer,
      {
        body: PrintInput,
      },
    ),
    async ({ principal, params: { id }, body: { slip, here = false } }) => {
      const { merchant, staff, client, device } = principal;
      const { document } = orNotFound(world.ledger.sale(merchant, id), 'sale', id);
      if (slip === 'gift') {
        const lines = giftReceipt(
          document.receipt as readonly ReceiptLine[],
          itemsOf(document),
          world.settings.language,
        );
        if (lines.length === 0) throw new BridgeError('notFound', `the sale ${id} has nothing for a gift receipt`);
        return world.ledger.write(() => {
          const ticket = here ? null : world.printing.lines({ merchant, till: device, sale: id, lines });
          return { copy: 0, lines: [...lines], job: ticket && { id: ticket.job, printer: ticket.printer } };
        });
      }
      const lines = {
        customer: document.receipt,
        merchant: document.receipt_merchant,
        reversal: document.receipt_reversal,
      };
      if (!lines[slip]?.length) throw new BridgeError('notFound', `the sale ${id} has no slip ${slip}`);
      const print = { sale: id, slip, at: world.clock.now(), staff: staff?.id ?? null, client, till: device };
      return world.ledger.write(() => {
        const copy = receiptCopies.add(print);
        const ticket = here ? null : world.printing.slip({ merchant, till: device, sale: id, slip, copy });
        return { copy, job: ticket && { id: ticket.job, printer: ticket.printer } };
      });
    },
  );
}

/** The business days of the query: `from` to `to`, or those of `day` counted from the business day of now. */
function spanOf({ day, from, to = from }: SalesQueryInput, today: string): SalesWanted['span'] {
  if (day !== undefined) return DAYS[day](today);
  if (from === undefined || to === undefined) return null;
  if (from > to) throw new BridgeError('badInput', `from ${from} lies after to ${to}`);
  return { from, to };
}

/** The bounds of the sum, minor units. */
function sumsOf({ amount_from: from, amount_to: to }: SalesQueryInput): Pick<SalesWanted, 'lowest' | 'highest'> {
  const [lowest, highest] = [from, to].map(text => (text === undefined ? undefined : Number(text)));
  if (lowest !== undefined && highest !== undefined && lowest > highest)
    throw new BridgeError('badInput', `amount_from ${lowest} is more than amount_to ${highest}`);
  return { lowest, highest };
}

const DAYS = {
  today: today => ({ from: today, to: today }),
  yesterday: today => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  week: today => ({ from: addDays(today, -6), to: today }),
} as const satisfies Record<NonNullable<SalesQueryInput['day']>, (today: string) => SalesWanted['span']>;
