/**
 * Rules that an order for a payment must fulfil before it is written (specification, "Recurring credit card
 * payments").
 */

import type { AgreementTerms } from '../../world/agreements.ts';
import { BridgeError } from '../../world/errors.ts';
import type { PaymentOrder } from '../../world/paymentOrder.ts';
import type { World } from '../../world/world.ts';
import { checkSubscription } from '../subscriptions/reference.ts';

/** Throws by the error table for the first broken rule. */
export function checkOrder(world: Pick<World, 'agreements' | 'payments' | 'subscriptions'>, order: PaymentOrder): void {
  const terms = world.agreements.find(order.merchant, order.contract);
  if (!terms) throw new BridgeError('noContract', `there is no contract ${order.contract ?? 'of this merchant'}`);
  if (!terms.currencies.includes(order.currency))
    throw new BridgeError(
      'badInput',
      `currency ${order.currency} is not agreed; agreed are ${terms.currencies.join(', ')}`,
    );
  checkOrderId(world, order, terms);
  checkAmount(order);
  checkSubscription(world, order);
  if (order.recurring) checkRecurring(world, order, terms);
}

function checkOrderId(
  world: Pick<World, 'payments'>,
  { merchant, orderId }: PaymentOrder,
  { uniqueOrderIds }: AgreementTerms,
) {
  if (uniqueOrderIds && orderId !== null && world.payments.orderIdTaken(merchant, orderId))
    throw new BridgeError('duplicate', `order_id "${orderId}" has been used before; the contract wants each once`);
}

/** An authorisation of 0 obtains or renews a network token, and needs a card. */
function checkAmount({ amount, method, action, requestToken }: PaymentOrder) {
  if (!Number.isSafeInteger(amount) || amount < 0)
    throw new BridgeError('badInput', `amount ${amount} is not possible`);
  if (amount > 0) return;
  if (method !== 'creditcard' || action !== 'authorization' || !requestToken)
    throw new BridgeError(
      'badInput',
      'an amount of 0 is only for an authorisation of a credit card with request_token',
    );
}

function checkRecurring(world: Pick<World, 'payments'>, order: PaymentOrder, terms: AgreementTerms) {
  if (!terms.recurring)
    throw new BridgeError('recurringRefused', `the contract ${terms.id} is not activated for recurring payments`);
  if (order.recurring?.type === 'mit') checkFollowing(world, order, order.recurring.citReference);
}

/** A merchant-initiated payment follows a payment that its payer made with the same instrument. */
function checkFollowing(world: Pick<World, 'payments'>, order: PaymentOrder, reference: string | null) {
  if (order.container === null)
    throw new BridgeError('recurringRefused', 'a payment without the payer needs the container of the first one');
  if (reference === null) return;
  const first = world.payments.find(order.merchant, reference);
  if (!first) throw new BridgeError('citUnknown', `cit_reference: there is no payment.transactions ${reference}`);
  const { order: begun, money } = first.inner;
  const refuse = (because: string) => new BridgeError('recurringRefused', `cit_reference ${reference}: ${because}`);
  if (begun.recurring?.type !== 'cit') throw refuse('it was not made as the first of recurring payments');
  if (money.stage !== 'authorised' && money.stage !== 'captured') throw refuse(`it is ${money.stage}`);
  if (begun.container !== order.container) throw refuse('it was made with another container');
  if (begun.currency !== order.currency) throw refuse(`its currency is ${begun.currency} and cannot change`);
}
