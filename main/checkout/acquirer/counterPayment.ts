/** The Payment Transaction of a sale that was paid at the counter; it changes in the commits of the sale. */

import {
  type CounterCard,
  type CounterPaymentInput,
  insertCounterPayment,
  refundCounterPayment,
} from '../../acquirer/payments/counterPayments.ts';
import { nonEmptyText } from '../../acquirer/payments/input.ts';
import type { LinkedPaymentWorld } from '../../acquirer/payments/linkedPayment.ts';
import { isPlayed } from '../../acquirer/payments/methods.ts';
import { isAtCounter } from '../../acquirer/payments/products.ts';
import { leftOf } from '../../domain/payment.ts';
import { pushUrlOf } from '../../sale/statusPush.ts';
import type { PaymentReference, SalePart } from '../../wire/transactions.ts';
import type { Sale } from '../../world/sales.ts';
import type { SaleClosing } from '../../world/saleWriters.ts';
import type { World } from '../../world/world.ts';

/** Facts of the payment besides the sale. */
export interface CounterPaymentFacts extends Pick<SaleClosing, 'method' | 'facts' | 'tip'> {
  readonly pushUrl: string | null;
}

/**
 * Inside the job that closes the sale: records the payment of each tender at the counter. Empty for any other method, and
 * where the card paid everything.
 */
export function recordCounterPayment(
  world: LinkedPaymentWorld & Pick<World, 'salePayments' | 'settings'>,
  sale: Sale,
  { tenders }: SaleClosing,
): readonly PaymentReference[] {
  const pushUrl = pushUrlOf(sale.document);
  for (const part of paidOut(sale)) refundOriginal(world, sale, part);
  return tenders
    .filter(({ method, amount }) => isAtCounter(method) && amount > 0)
    .map(({ method, amount, facts, tip }) =>
      referenceTo(insertCounterPayment(world, counterPaymentOf(world, sale, amount, { method, facts, tip, pushUrl }))),
    );
}

/** The parts of a return by which an earlier sale gets its money back. */
const paidOut = ({ document: { parts = [] } }: Sale): readonly SalePart[] =>
  parts.filter(({ amount, status }) => amount < 0 && status === 'paid');

/** The payment of the tender that got its money back is refunded by that, and the sale that was paid shows it. */
function refundOriginal(
  world: LinkedPaymentWorld & Pick<World, 'salePayments'>,
  { merchant }: Sale,
  { back, amount }: SalePart,
): void {
  const original = back && world.ledger.sale(merchant, back.sale);
  const payment = original && paymentOfTender(world, original, back.tender);
  const left = payment ? leftOf(payment.inner.money) : 0;
  if (!original || !payment || left === 0) return;
  refundCounterPayment(world, payment, Math.min(left, -amount));
  world.salePayments.publish(original);
}

/** The Payment Transaction of a tender at the counter; null for any other tender, and in sales of earlier versions. */
export function paymentOfTender({ payments }: Pick<World, 'payments'>, { merchant, document }: Sale, tender: number) {
  const { method, part } = document.tenders?.[tender] ?? {};
  if (method === undefined || !isAtCounter(method)) return null;
  if (part !== undefined) {
    const id = document.parts?.find(one => one.id === part)?.payment;
    return id === undefined ? null : payments.find(merchant, id);
  }
  const found = document.transactions
    .filter(({ object }) => object === 'payment.transactions')
    .map(({ id }) => payments.find(merchant, id));
  return found.find(payment => payment?.inner.order.method === method) ?? null;
}

export const referenceTo = ({ object, id, trans_id, transaction_hash }: PaymentReference): PaymentReference => ({
  object,
  id,
  trans_id,
  transaction_hash,
});

export function counterPaymentOf(
  world: Pick<World, 'settings'>,
  { id, merchant, document }: Sale,
  amount: number,
  { method, facts, tip = 0, pushUrl }: CounterPaymentFacts,
): CounterPaymentInput {
  return {
    merchant,
    sale: id,
    method,
    amount,
    currency: document.basket_info.currency,
    contract: nonEmptyText(document.contract?.id),
    reference: document.transactionRef,
    pushUrl,
    demo: world.settings.training || isPlayed(document, method),
    card: method === 'cash' ? null : cardOf(facts, tip),
  };
}

const cardOf = (facts: NonNullable<SaleClosing['facts']> = {}, tip: number): CounterCard => ({
  tid: facts.terminalId ?? null,
  trace: facts.traceNumber ?? null,
  receiptNumber: facts.receiptNumber ?? null,
  name: facts.cardName ?? null,
  lastFour: facts.lastFour ?? null,
  tip,
});

/** Inside the job that gives back a part of a closed sale: refunds the payment of that part. */
export function returnPartPayment(world: LinkedPaymentWorld, { merchant }: Sale, { payment: id }: SalePart): void {
  const payment = id === undefined ? null : world.payments.find(merchant, id);
  const left = payment ? leftOf(payment.inner.money) : 0;
  if (payment && left > 0) refundCounterPayment(world, payment, left);
}

/** Inside the job that cancels the sale: refunds the rest of its payments at the counter. */
export function returnCounterPayments(world: LinkedPaymentWorld, { merchant, document }: Sale): void {
  for (const { object, id } of document.transactions) {
    const payment = object === 'payment.transactions' ? world.payments.find(merchant, id) : null;
    if (!payment || !isAtCounter(payment.inner.order.method)) continue;
    const left = leftOf(payment.inner.money);
    if (left > 0) refundCounterPayment(world, payment, left);
  }
}
