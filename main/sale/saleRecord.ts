/** The record that a step of a sale puts into the queue, in the commit of the step. */
import { isPlayed } from '../acquirer/payments/methods.ts';
import { type SaleEvent, saleEventOf } from '../domain/saleEvents.ts';
import type { QueueEntry } from '../world/queue.ts';
import type { Sale } from '../world/sales.ts';
import type { SavedStep } from '../world/saleWriters.ts';
import type { World } from '../world/world.ts';

/** Inside the job of the step, after the sale was saved. */
export function queueEvent(world: Pick<World, 'queue'>, sale: Sale, { before, input }: SavedStep): void {
  const event = saleEventOf(before.state, sale.state, input === 'deliver');
  // A diagnosis or an end-of-day has the shape of a sale, and no payment method.
  if (event !== null && sale.method !== null) world.queue.append(recordOf(sale, event));
}

const recordOf = (sale: Sale, event: SaleEvent): QueueEntry => ({
  kind: 'sale',
  event,
  object: sale.id,
  merchant: sale.merchant,
  till: sale.till,
  sum: sale.document.basket_info.sum,
  currency: sale.document.basket_info.currency,
  facts: factsOf(sale),
  lane: laneOf(sale),
});

const factsOf = ({ state, method, receiptNumber, document }: Sale) => ({
  state,
  method,
  tenders: document.tenders ?? [],
  receipt_number: receiptNumber,
  transaction_ref: document.transactionRef,
  cashier: document.cashier ?? null,
  played: isPlayed(document, method),
});

/** Sales with one loyalty card go in their order, because each changes its balance. */
const laneOf = ({ id, document }: Sale): string =>
  document.idents.find(({ merchantcard }) => merchantcard)?.merchantcard?.id ?? id;
