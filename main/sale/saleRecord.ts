/** The record that a step of a sale puts into the queue, in the commit of the step. */
import type { TransactionFacts } from '../../drivers/index.ts';
import { isPlayed } from '../acquirer/payments/methods.ts';
import { type BasketItem, cardArticle, type ReturnOf } from '../domain/basket.ts';
import { ROUNDING } from '../domain/cashRounding.ts';
import { mayHaveCost } from '../domain/margin.ts';
import { addUp } from '../domain/money.ts';
import { type SaleEvent, saleEventOf } from '../domain/saleEvents.ts';
import type { SaleTender } from '../wire/transactions.ts';
import { tillOfCancellation } from '../world/cancellation.ts';
import type { QueueEntry } from '../world/queue.ts';
import type { Sale } from '../world/sales.ts';
import type { SaleClosing, SaleWriter } from '../world/saleWriters.ts';
import type { World } from '../world/world.ts';
import { tipsBack } from './cardTips.ts';
import { ageMarkOf } from './checkedBasket.ts';
import { itemsOf } from './document.ts';
import { partsOf, tenderOfPart } from './paidParts.ts';
import { refundedCash } from './refundedCash.ts';

type RecordWorld = Pick<
  World,
  'cashRefunded' | 'costs' | 'intents' | 'isDeposit' | 'loyalty' | 'payments' | 'queue' | 'settings'
>;

/**
 * The card payment of a closing, and cash that was refunded before a cancellation, are known before the sale is saved, so the
 * writer keeps both between the two calls of one job. It stands before the writer that refunds the payments of the sale.
 */
export function createSaleRecords(world: () => RecordWorld): SaleWriter {
  let latest: { readonly sale: string; readonly closing: SaleClosing } | null = null;
  let refunded: { readonly sale: string; readonly cash: number } | null = null;
  return {
    returning(sale) {
      refunded = { sale: sale.id, cash: refundedCash(world(), sale) };
    },
    closing(sale, closing) {
      latest = { sale: sale.id, closing };
      return [];
    },
    saved(sale, { before, input }) {
      const closing = latest?.sale === sale.id && sale.state === 'closed' ? latest.closing : null;
      latest = null;
      const alreadyBack = refunded?.sale === sale.id ? refunded.cash : 0;
      refunded = null;
      const event = saleEventOf(before.state, sale.state, input === 'deliver');
      // A diagnosis or an end-of-day has the shape of a sale, and no payment method.
      if (event === null || sale.method === null) return;
      world().queue.append(recordOf(world(), sale, event, closing));
      if (event === 'cancelled' && alreadyBack > 0) bookAlreadyBack(world(), sale, alreadyBack);
    },
  };
}

/**
 * Inside a job: a cancellation counts with all that was paid, and what a Payment Transaction gave back before is no money that leaves
 * the drawer again. It comes in at the till that cancels, so that turnover, tenders and drawer agree, also where another till gave it.
 */
function bookAlreadyBack(world: RecordWorld, sale: Sale, cash: number): void {
  const { merchant, document, method, receiptNumber } = sale;
  const till = tillOfCancellation(sale);
  if (till === null || isPlayed(document, method)) return;
  const words = world.settings.language === 'de' ? 'vor dem Storno erstattet' : 'refunded before the cancellation';
  const person = { id: null, name: document.cancellation?.by ?? document.cancellation?.client ?? '' };
  world.cashRefunded({ merchant, till, amount: -cash, reason: `${receiptNumber}: ${words}`, person });
}

const recordOf = (world: RecordWorld, sale: Sale, event: SaleEvent, closing: SaleClosing | null): QueueEntry => ({
  kind: 'sale',
  event,
  object: sale.id,
  merchant: sale.merchant,
  till: isCancelling(sale, event) ? tillOfCancellation(sale) : sale.till,
  sum: sale.document.basket_info.sum,
  currency: sale.document.basket_info.currency,
  facts: {
    ...factsOf(world, sale, event),
    ...cardFacts(closing),
    ...(isInParts(sale) ? {} : reversalFacts(world, sale, event)),
    ...bookingsIn(world, sale),
    ...returnFacts(world, sale),
    ...priceChangesIn(sale, event),
    ...depositsIn(world, sale, event),
    ...costsOf(world, sale, event),
    ...agesIn(sale, event),
  },
  lane: laneOf(sale),
});

/** Its tenders name their terminals themselves. */
const isInParts = ({ document }: Sale): boolean => (document.tenders ?? []).some(({ part }) => part !== undefined);

/**
 * The tenders of a record. Those of a cancellation name the terminals' reports of the return, with every tip that goes
 * back.
 */
const tendersOf = (world: RecordWorld, sale: Sale, event: SaleEvent) => {
  const { tenders = [] } = sale.document;
  return event === 'cancelled' ? tenders.flatMap(tender => tenderBack(world, sale, tender)) : tenders;
};

function tenderBack(world: RecordWorld, sale: Sale, tender: SaleTender): readonly SaleTender[] {
  const part = partsOf(sale.document).find(({ id }) => id === tender.part);
  const { amount: tip } = tipsBack(world, sale, tender);
  const more = tip === 0 ? {} : { tip };
  if (part?.returned_as === 'cash') {
    const { amount, id, rounding = 0 } = part;
    const cash = { method: 'cash', amount: amount - rounding, ...more, part: id };
    return rounding === 0 ? [cash] : [cash, { method: ROUNDING, amount: rounding, part: id }];
  }
  const { tip: _, ...back } = part ? tenderOfPart(part, 'return') : tender;
  return [{ ...back, ...more }];
}

/** The tips of a cancelled sale, all of which go back: how much, and how many where they are several. */
function tipsOfCancelled(world: RecordWorld, sale: Sale, event: SaleEvent) {
  if (event !== 'cancelled') return {};
  const back = (sale.document.tenders ?? []).map(tender => tipsBack(world, sale, tender));
  const [amount, count] = [addUp(back.map(tips => tips.amount)), addUp(back.map(tips => tips.count))];
  return { ...(amount === 0 ? {} : { tip: amount }), ...(count > 1 ? { tips: count } : {}) };
}

const factsOf = (world: RecordWorld, sale: Sale, event: SaleEvent) => {
  const { state, method, receiptNumber, document } = sale;
  return {
    state,
    method,
    tenders: tendersOf(world, sale, event),
    ...tipsOfCancelled(world, sale, event),
    receipt_number: receiptNumber,
    transaction_ref: document.transactionRef,
    cashier: document.cashier ?? null,
    ...cancellationFacts(sale, event),
    played: isPlayed(document, method),
  };
};

/** A cancellation, and what becomes of it, stands at the till where the person is who cancels. */
const isCancelling = ({ receiptNumber }: Sale, event: SaleEvent): boolean =>
  event === 'cancelled' || event === 'notReversed' || (event === 'unknown' && receiptNumber !== null);

/** `cashier` is whoever did what the record is about: of a cancellation not the seller. */
function cancellationFacts({ till, document }: Sale, event: SaleEvent) {
  const { cancellation, cashier: seller = null } = document;
  if (event !== 'cancelled' || !cancellation) return {};
  return { cashier: cancellation.by, cancelled_by: cancellation.client, sold_by: seller, sold_at: till };
}

/** The report of the terminal, by which the back office finds the payment in the list of the terminal. */
const cardFacts = (closing: SaleClosing | null) => ({
  ...(closing?.facts ? terminalFacts(closing.facts) : {}),
  ...(closing?.tip ? { tip: closing.tip } : {}),
});

const terminalFacts = ({ terminalId, traceNumber, cardName, receiptNumber }: TransactionFacts) => ({
  tid: terminalId ?? null,
  trace: traceNumber ?? null,
  card_type: cardName ?? null,
  terminal_receipt: receiptNumber ?? null,
});

/**
 * The report of the reversal, which has a trace and a receipt of its own in the list of the terminal, and the payment that it
 * reversed. A terminal that reports nothing of a reversal still reversed it at the known terminal.
 */
function reversalFacts({ intents }: Pick<World, 'intents'>, { id }: Sale, event: SaleEvent) {
  if (event !== 'cancelled') return {};
  // The newest first.
  const ofSale = intents.ofSale(id);
  const reversal = ofSale.find(({ kind, state }) => kind === 'reversal' && state === 'approved');
  if (!reversal) return {};
  const paid = ofSale.find(({ kind, state }) => kind === 'payment' && state === 'approved')?.facts ?? {};
  const { terminalId, cardName } = paid;
  return {
    ...terminalFacts({
      ...(terminalId === undefined ? {} : { terminalId }),
      ...(cardName === undefined ? {} : { cardName }),
      ...reversal.facts,
    }),
    original_receipt: reversal.original?.receipt ?? null,
    original_trace: reversal.original?.trace ?? paid.traceNumber ?? null,
  };
}

/** Bookings of the sale beside its basket and its tenders: points on its card, and vouchers that it sold or took. */
function bookingsIn(world: Pick<World, 'loyalty'>, sale: Sale) {
  const bookings = [...pointsOf(world, sale), ...vouchersIn(sale)];
  return bookings.length === 0 ? {} : { bookings };
}

function vouchersIn({ document }: Pick<Sale, 'document'>) {
  const { tenders = [], sold_vouchers: sold = [] } = document;
  const taken = partsOf(document).filter(({ id }) => tenders.some(({ part }) => part === id));
  return [
    ...sold.map(({ card, amount }) => ({ account: 'cash', amount, card })),
    ...taken.flatMap(({ amount, voucher }) =>
      voucher ? [{ account: 'cash', amount: -amount, card: voucher.card }] : [],
    ),
  ];
}

/** Points that the sale booked on its card; cash and bonus stand in the basket and the tenders. */
function pointsOf({ loyalty }: Pick<World, 'loyalty'>, { merchant, document }: Sale) {
  if (document.idents.length === 0) return [];
  const booking = document.transactions.find(({ object }) => object === 'loyalty.transactions');
  const entries = booking ? loyalty.booking(merchant, booking.id)?.inner.entries : undefined;
  const points = (entries ?? []).filter(({ account }) => account === 'points');
  return points.map(({ account, amount }) => ({ account, amount }));
}

/** Events that count, so that whoever reads the record needs to know what its lines are. */
const COUNTED: ReadonlySet<SaleEvent> = new Set(['closed', 'cancelled']);

/** Prices by hand, each with what it gave away or added, and who set it: the report of the day adds them up by person. */
function priceChangesIn({ document }: Sale, event: SaleEvent) {
  if (!COUNTED.has(event)) return {};
  const corrections = itemsOf(document).flatMap(item => {
    const { manual_price: set } = item as { manual_price?: { readonly from: number; readonly by: string } };
    const less = set ? (set.from - item.priceOne) * item.quantity : 0;
    if (!set || less === 0) return [];
    const [kind, amount] = [set.from > item.priceOne ? 'priceChange' : 'priceRaise', Math.abs(less)];
    return [{ kind, amount, person: set.by, ...(item.quantity < 0 ? { returned: true } : {}) }];
  });
  return corrections.length === 0 ? {} : { corrections };
}

/** Articles of the basket that are deposits now: whether they still are is another question when the record is read. */
function depositsIn({ isDeposit }: Pick<World, 'isDeposit'>, { merchant, document }: Sale, event: SaleEvent) {
  if (!COUNTED.has(event)) return {};
  const lines = itemsOf(document).flatMap(item => [item, ...(item.sub_basket ?? [])]);
  const numbers = new Set(lines.map(({ articleNumber }) => articleNumber));
  const deposits = [...numbers].filter(number => number !== '' && isDeposit(merchant, number));
  return deposits.length === 0 ? {} : { deposits };
}

/**
 * Purchase prices as they are now: a later change is none of this sale's. What is cancelled or comes back has those with which it was
 * sold. Deposits have none.
 */
function costsOf({ costs, isDeposit }: RecordWorld, { id, merchant, document }: Sale, event: SaleEvent) {
  if (!COUNTED.has(event)) return {};
  const now = ({ articleNumber, ean }: BasketItem) =>
    articleNumber !== '' && isDeposit(merchant, articleNumber) ? null : costs.ofArticle(merchant, articleNumber, ean);
  const then = (of: ReturnOf) =>
    of.sale === null ? undefined : costs.ofSale(of.sale).find(({ line }) => line === of.line);
  const found =
    event === 'cancelled'
      ? costs.ofSale(id)
      : itemsOf(document).flatMap(item => {
          if (!mayHaveCost(item.item_type) || cardArticle(item) !== null) return [];
          const cost = item.return_of?.sale ? then(item.return_of) : now(item);
          return cost ? [{ ...cost, line: item.id }] : [];
        });
  return found.length === 0 ? {} : { costs: found };
}

/** Articles with an age limit: who confirmed the age, and when. */
function agesIn({ document }: Sale, event: SaleEvent) {
  if (event !== 'closed') return {};
  const ages = itemsOf(document).flatMap(item => {
    const mark = ageMarkOf(item);
    return mark ? [{ article: item.articleNumber, name: item.desc, ...mark }] : [];
  });
  return ages.length === 0 ? {} : { ages };
}

/** Returned goods and their effect on loyalty cards: a sale names one card, and a return may concern several. */
function returnFacts({ loyalty }: Pick<World, 'loyalty'>, { id, document }: Sale) {
  const { goods_return: returned } = document;
  if (!returned) return {};
  const [card] = returned.cards ?? [];
  const bookings = loyalty
    .bookingsOf(id)
    .flatMap(({ merchantCard, entries }) =>
      entries
        .filter(({ account, kind }) => account === 'points' || (account === 'bonus' && kind === 'return'))
        .map(({ account, amount }) => ({ account, amount, card: merchantCard })),
    );
  return {
    returned: returned.value,
    returned_sales: returned.sales.map(sale => sale.id),
    ...(card && document.idents.length === 0 ? { card: card.id } : {}),
    ...(bookings.length + vouchersIn({ document }).length > 0
      ? { bookings: [...bookings, ...vouchersIn({ document })] }
      : {}),
  };
}

/** Sales with one loyalty card go in their order, because each changes its balance. */
const laneOf = ({ id, document }: Sale): string =>
  document.idents.find(({ merchantcard }) => merchantcard)?.merchantcard?.id ??
  document.goods_return?.cards?.[0]?.id ??
  id;
