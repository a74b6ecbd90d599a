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
export function checkOrder(
  world: Pick<World, 'agreements' | 'clock' | 'payments' | 'subscriptions' | 'wallet'>,
  order: PaymentOrder,
): void {
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
  checkToken(world, order);
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

/**
 * The details of a card whose token failed must not be kept (specification, "Credit card token failure"): its container pays no
 * more, unless its payer sends the details again or this payment asks for a new token.
 */
function checkToken({ wallet }: Pick<World, 'wallet'>, { merchant, container, stored, requestToken }: PaymentOrder) {
  if (container === null || stored === false || requestToken) return;
  if (wallet.containers.find(merchant, container)?.document.token_status.status === 'failed')
    throw new BridgeError('tokenFailed', `the network token of the container ${container} failed`);
}

function checkRecurring(world: Pick<World, 'clock' | 'payments'>, order: PaymentOrder, terms: AgreementTerms) {
  if (!terms.recurring)
    throw new BridgeError('recurringRefused', `the contract ${terms.id} is not activated for recurring payments`);
  const { type, expiry, citReference } = order.recurring ?? {};
  if (isOver(world.clock.now(), expiry))
    throw new BridgeError('recurringRefused', `mit_instructions.recurring_expiry ${expiry} is over`);
  if (type === 'mit') checkFollowing(world, order, citReference ?? null);
}

/** A date is over once its day has ended everywhere on earth. `date`: ISO 8601, its time of day does not count. */
const isOver = (now: number, date: string | null | undefined): boolean =>
  date != null && Date.parse(`${date.slice(0, 10)}T23:59:59-12:00`) < now;

/** A merchant-initiated payment follows a payment that its payer made with the same instrument. */
function checkFollowing(world: Pick<World, 'clock' | 'payments'>, order: PaymentOrder, reference: string | null) {
  if (order.container === null)
    throw new BridgeError('recurringRefused', 'a payment without the payer needs the container of the first one');
  if (reference === null) return;
  const first = world.payments.find(order.merchant, reference);
  if (!first) throw new BridgeError('citUnknown', `cit_reference: there is no payment.transactions ${reference}`);
  const { order: begun, money } = first.inner;
  const refuse = (because: string) => new BridgeError('recurringRefused', `cit_reference ${reference}: ${because}`);
  if (begun.recurring?.type !== 'cit') throw refuse('it was not made as the first of recurring payments');
  if (isOver(world.clock.now(), begun.recurring.expiry))
    throw refuse(`its recurring_expiry ${begun.recurring.expiry} is over`);
  if (money.stage !== 'authorised' && money.stage !== 'captured') throw refuse(`it is ${money.stage}`);
  if (begun.container !== order.container) throw refuse('it was made with another container');
  if (begun.currency !== order.currency) throw refuse(`its currency is ${begun.currency} and cannot change`);
}
