/**
 * Payments at the counter: cash, and cards at a terminal. No acquirer takes part, so the payment is written in the
 * commit that closes its sale, and refunded in the commit that cancels the sale.
 */

import { leftOf, moved, type PaymentMoney } from '../../domain/payment.ts';
import type { PaymentTransaction } from '../../wire/payments.ts';
import type { CashRefund } from '../../world/cash.ts';
import { timestamp } from '../../world/clock.ts';
import { BridgeError } from '../../world/errors.ts';
import type { PaymentInner, PaymentOrder } from '../../world/paymentOrder.ts';
import type { World } from '../../world/world.ts';
import { insertLinkedPayment, type LinkedPaymentWorld } from './linkedPayment.ts';
import { isPlayed } from './methods.ts';
import { pushPayment, savePayment } from './paymentStep.ts';
import { PLAIN_ORDER } from './plainOrder.ts';
import { isAtCounter, refundProduct } from './products.ts';
import { changedPayment, newPayment, type PaymentRecord, type PaymentWorld } from './record.ts';

/** Request of a caller to give a payment back. */
export interface Cancellation {
  /** Minor units; null is the whole rest of the payment. */
  readonly amount: number | null;
  readonly reason: string | null;
  readonly reduceStakeholders: boolean;
  /** The caller; left out: the service itself. */
  readonly by?: { readonly id: string | null; readonly name: string };
  /** SDV_… of the till where whoever asked stands: cash leaves its drawer; null and left out: that of the till that took it. */
  readonly till?: string | null;
}

/** A payment at the counter, as the till or the terminal reports it. */
export interface CounterPaymentInput
  extends Pick<PaymentOrder, 'merchant' | 'method' | 'amount' | 'currency' | 'pushUrl' | 'demo' | 'contract'> {
  /** STX_… */
  readonly sale: string;
  /** The caller's own reference of the sale. */
  readonly reference: string | null;
  /** Null for cash. */
  readonly card: CounterCard | null;
}

export interface CounterCard {
  readonly tid: string | null;
  readonly trace: number | null;
  readonly receiptNumber: number | null;
  readonly name: string | null;
  readonly lastFour: string | null;
  /** Charged beyond the amount, minor units. */
  readonly tip: number;
}

/** Inside a job: writes the payment and queues the push that it is accepted. */
export function insertCounterPayment(world: LinkedPaymentWorld, taken: CounterPaymentInput): PaymentTransaction {
  const record = newCounterPayment(world, taken);
  world.payments.insert(taken.merchant, record.document, record.inner);
  pushPayment(world, record);
  return record.document;
}

/** Inside a job: makes the payment without storing it. */
export function newCounterPayment(world: PaymentWorld, taken: CounterPaymentInput): PaymentRecord {
  const contract = world.agreements.brief(taken.merchant, taken.contract ?? 'me')?.general ?? null;
  const begun = newPayment(world, orderOf(taken), { contract });
  const money: PaymentMoney = { ...begun.inner.money, stage: 'captured', captured: taken.amount };
  return changedPayment(
    world,
    begun,
    { money },
    { completion_date: timestamp(world.clock.now()), ...membersOf(taken.card) },
  );
}

/** Members that describe the card: its name and its last four digits, no more. */
function membersOf(card: CounterCard | null): Partial<PaymentTransaction> {
  if (!card) return {};
  const { tid, name, lastFour, trace, receiptNumber, tip } = card;
  const data = [name, lastFour === null ? null : `**** ${lastFour}`].filter(part => part !== null && part !== '');
  return {
    tid,
    payment_data: data.length > 0 ? data.join(', ') : null,
    card_payment: { trace, receipt_number: receiptNumber, cardtype: name, ...(tip > 0 ? { tip } : {}) },
  };
}

const orderOf = ({ reference, card: _, ...taken }: CounterPaymentInput): PaymentOrder => ({
  ...PLAIN_ORDER,
  ...taken,
  action: 'sale',
  orderId: reference,
  purpose: reference,
});

/** Inside a job: records that a part or the rest of the payment went back to the customer. Returns the refund. */
export function refundCounterPayment(
  world: LinkedPaymentWorld,
  payment: PaymentRecord,
  amount: number,
  reason: string | null = null,
): PaymentTransaction {
  const after = savePayment(world, payment, { money: moved('refund', payment.inner.money, amount, 'approved') });
  return insertLinkedPayment(world, after, {
    ...refundOf(payment.inner, amount),
    purpose: reason ?? payment.inner.order.purpose,
  });
}

/** The refund of a payment as a linked payment. */
export const refundOf = ({ order: { method } }: PaymentInner, amount: number) =>
  ({ amount: -amount, product: refundProduct(method), as: 'refund' }) as const;

/**
 * Cancels a counter payment by its own resource: cash, and cards at a terminal that the bridge does not know. Throws
 * for a card payment at a terminal of the bridge, because that money goes back by cancelling the sale.
 */
export function cancelCounterPayment(
  world: LinkedPaymentWorld & Pick<World, 'cashRefunded' | 'ledger' | 'salePayments'>,
  payment: PaymentRecord,
  { amount, reason, by = { id: null, name: '' }, till = null }: Cancellation,
): Promise<readonly PaymentTransaction[]> {
  const { merchant } = payment.inner.order;
  const { id } = payment.document;
  return world.ledger.write(() => {
    const present = world.payments.find(merchant, id) ?? payment;
    const { order, money } = present.inner;
    if (order.method === 'cashless')
      throw new BridgeError(
        'refundAtTerminal',
        `${id} was paid at a card terminal; cancel ${order.sale ?? 'its sale'}`,
      );
    const left = leftOf(money);
    const asked = amount ?? left;
    if (amount !== null && (amount > left || amount < 0))
      throw new BridgeError('badInput', `reduce_amount_by is ${asked}, but ${left} is left of the payment`);
    if (asked === 0) throw new BridgeError('nothingLeftOfPayment', `nothing of ${id} is left to give back`);
    const refund = refundCounterPayment(world, present, asked, reason);
    const sale = order.sale === null ? null : world.ledger.sale(merchant, order.sale);
    if (sale) world.salePayments.publish(sale);
    if (order.method === 'cash') bookCashRefund(world, present, asked, { reason, person: by, till });
    return [refund];
  });
}

/**
 * Inside a job: the drawer of the till where the person stands gives the cash back, else that of the till that took it. Simulated money
 * was never in a drawer.
 */
function bookCashRefund(
  world: Pick<World, 'cashRefunded' | 'ledger'>,
  { document: { trans_id: number }, inner: { order } }: PaymentRecord,
  amount: number,
  {
    reason,
    person,
    till,
  }: Pick<CashRefund, 'person'> & { readonly reason: string | null; readonly till: string | null },
): void {
  const sale = order.sale === null ? null : world.ledger.sale(order.merchant, order.sale);
  const drawer = till ?? sale?.till ?? null;
  if (!sale || drawer === null || isPlayed(sale.document, sale.method)) return;
  const about = [sale.receiptNumber ?? number, reason].filter(part => part !== null && part !== '').join(': ');
  world.cashRefunded({ merchant: order.merchant, till: drawer, amount, reason: about, person });
}

/** Throws for a payment at the counter: no acquirer and no status simulator may change it. */
export function refuseCounterPayment({ document, inner }: PaymentRecord): void {
  if (isAtCounter(inner.order.method))
    throw new BridgeError('counterPayment', `${document.id} was taken at the counter; it follows its sale`);
}
