/** Captures an authorised payment, whole or in parts, and increases an authorisation. */

import { limitOf } from '../../domain/payment.ts';
import type { PaymentTransaction } from '../../wire/payments.ts';
import { BridgeError } from '../../world/errors.ts';
import type { PaymentInner } from '../../world/paymentOrder.ts';
import type { World } from '../../world/world.ts';
import { type OperationWorld, resolveOpenOperation, runOperation } from './operationRun.ts';
import { openOperation, paymentOf } from './operationStart.ts';
import { type Shipping, writeShipping } from './paymentChanges.ts';

interface Capture {
  /** Minor units; null captures the whole amount that is held. */
  readonly amount: number | null;
  readonly shipping: Shipping | null;
}

/**
 * Throws 405 where nothing is authorised, where the amount is above the authorisation, and where the acquirer refuses.
 */
export async function capturePayment(
  world: OperationWorld,
  merchant: string,
  id: string,
  { amount, shipping }: Capture,
): Promise<PaymentTransaction> {
  await resolveOpenOperation(world, id);
  const operation = await world.ledger.write(() => {
    const { inner } = paymentOf(world, merchant, id);
    const limit = capturable(world, inner);
    if (!limit)
      throw new BridgeError(
        'captureNotPossible',
        `a capture is not possible: the payment is ${inner.money.stage}, nothing is authorised`,
      );
    if (amount !== null && amount > limit)
      throw new BridgeError('captureNotPossible', `a capture of ${amount} is not possible: ${limit} can be taken`);
    if (shipping) writeShipping(world, merchant, id, shipping);
    return openOperation(world, { id, merchant }, 'capture', amount ?? limit);
  });
  const ending = await runOperation(world, operation);
  if (ending.kind === 'declined') throw new BridgeError('captureFailed', `acquirer: ${ending.reason}`);
  return ending.payment;
}

/** The amount that can be captured now, minor units; a payment for a sale never takes more than the sale costs. */
export function capturable(world: Pick<World, 'ledger'>, { order, money }: PaymentInner): number {
  const limit = limitOf('capture', money) ?? 0;
  const sale = order.sale === null ? null : world.ledger.sale(order.merchant, order.sale);
  return sale ? Math.max(0, Math.min(limit, sale.document.basket_info.missing_sum - money.captured)) : limit;
}

/** Increases the authorisation by `amount`, before any capture. */
export async function increasePayment(
  world: OperationWorld,
  merchant: string,
  id: string,
  amount: number,
): Promise<PaymentTransaction> {
  await resolveOpenOperation(world, id);
  const operation = await world.ledger.write(() => openOperation(world, { id, merchant }, 'increase', amount));
  const ending = await runOperation(world, operation);
  if (ending.kind === 'declined') throw new BridgeError('declined', `acquirer: ${ending.reason}`);
  return ending.payment;
}
