/**
 * Payments at the counter: cash, and cards at a terminal. Nobody outside is asked, so a payment is written when it has
 * been taken, in the commit that closes its sale, and given back in the commit that cancels it.
 */

import { leftOf, moved, type PaymentMoney } from '../../domain/payment.ts';
import type { PaymentTransaction } from '../../wire/payments.ts';
import { timestamp } from '../../world/clock.ts';
import { BridgeError } from '../../world/errors.ts';
import type { PaymentInner, PaymentOrder } from '../../world/paymentOrder.ts';
import { insertLinkedPayment, type LinkedPaymentWorld } from './linkedPayment.ts';
import { pushPayment, savePayment } from './paymentStep.ts';
import { isAtCounter, refundProduct } from './products.ts';
import { changedPayment, newPayment, type PaymentRecord, type PaymentWorld } from './record.ts';

/** Request of a caller to give a payment back. */
export interface Cancellation {
  /** Minor units; null gives back everything. */
  readonly amount: number | null;
  readonly reason: string | null;
  readonly reduceStakeholders: boolean;
}

/** What was taken, as the till or the terminal tells it. */
export interface CounterPaymentInput
  extends Pick<PaymentOrder, 'merchant' | 'method' | 'amount' | 'currency' | 'pushUrl' | 'demo' | 'contract'> {
  /** STX_… */
  readonly sale: string;
  /** The caller's own name of the sale. */
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
  /** What was charged beyond the amount, minor units. */
  readonly tip: number;
}

/** Inside a job: writes the payment and tells its push address that it is accepted. */
export function insertCounterPayment(world: LinkedPaymentWorld, taken: CounterPaymentInput): PaymentTransaction {
  const record = newCounterPayment(world, taken);
  world.payments.insert(taken.merchant, record.document, record.inner);
  pushPayment(world, record);
  return record.document;
}

/** Inside a job: the payment, which is not written yet. */
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

/** What the payment tells of the card: never more than its name and its last four digits. */
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
  ...taken,
  action: 'sale',
  customer: null,
  container: null,
  orderId: reference,
  purpose: reference,
  successUrl: null,
  failureUrl: null,
  // The lines stand in the sale.
  basket: [],
  accrual: false,
  descriptor: null,
  recurring: null,
  requestToken: false,
  notificationUrl: null,
  parent: null,
  email: null,
});

/** Inside a job: a part of the payment, or what is left of it, has gone back to the customer. Gives the refund. */
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

/** A refund of a payment as what stands below it. */
export const refundOf = ({ order: { method } }: PaymentInner, amount: number) =>
  ({ amount: -amount, product: refundProduct(method), as: 'refund' }) as const;

/**
 * Gives back by the resource of the payment: cash, and cards at a terminal the bridge does not know, as far as anything is
 * left. Throws for a card payment at a terminal of the bridge: its money goes back there, by cancelling the sale.
 */
export function cancelCounterPayment(
  world: LinkedPaymentWorld,
  payment: PaymentRecord,
  { amount, reason }: Cancellation,
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
    if (asked === 0) throw new BridgeError('stateForbids', `nothing of ${id} is left to give back`);
    return [refundCounterPayment(world, present, asked, reason)];
  });
}

/** Throws for a payment at the counter: no acquirer, and no simulator of one, may move it. */
export function refuseCounterPayment({ document, inner }: PaymentRecord): void {
  if (isAtCounter(inner.order.method))
    throw new BridgeError('counterPayment', `${document.id} was taken at the counter; it follows its sale`);
}
