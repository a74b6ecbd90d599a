/** Cancels a payment: voids the amount that is held and refunds the amount that was taken. */

import { leftOf, limitOf, type PaymentMoney } from '../../domain/payment.ts';
import type { PaymentTransaction } from '../../wire/payments.ts';
import { BridgeError } from '../../world/errors.ts';
import type { OperationEnding } from '../../world/paymentOrder.ts';
import type { World } from '../../world/world.ts';
import { type Cancellation, cancelCounterPayment } from './counterPayments.ts';
import { type OperationWorld, resolveOpenOperation, runOperation } from './operationRun.ts';
import { openOperation, paymentOf } from './operationStart.ts';
import { isAtCounter } from './products.ts';

/**
 * Returns the transactions that the cancellation made, refunds first, or the payment itself where no money was taken.
 * Throws 405 where nothing is left or the acquirer refuses, and a validation error for an amount above the rest.
 */
export async function cancelPayment(
  world: OperationWorld & Pick<World, 'cashRefunded' | 'ledger' | 'salePayments'>,
  merchant: string,
  id: string,
  cancellation: Cancellation,
): Promise<readonly PaymentTransaction[]> {
  const payment = paymentOf(world, merchant, id);
  if (isAtCounter(payment.inner.order.method)) return cancelCounterPayment(world, payment, cancellation);
  const { amount, reason, reduceStakeholders } = cancellation;
  await resolveOpenOperation(world, id);
  const { money } = paymentOf(world, merchant, id).inner;
  const asked = amount ?? leftOf(money);
  if (amount !== null && (amount > leftOf(money) || amount < 0))
    throw new BridgeError('badInput', `reduce_amount_by is ${asked}, but ${leftOf(money)} is left of the payment`);
  const held = limitOf('void', money);
  if (OVER.has(money.stage) && leftOf(money) === 0)
    throw new BridgeError('nothingLeftOfPayment', `nothing of ${id} is left to give back`);
  const given = held === null ? 0 : Math.min(asked, held);
  const voids = held !== null && (held > 0 || asked === 0);
  const facts = { reason, reduceStakeholders };
  // The refund goes first: a payment that holds nothing more counts as complete.
  const refund = asked > given || !voids ? await run(world, merchant, id, 'refund', asked - given, facts) : null;
  const voided = voids ? await run(world, merchant, id, 'void', given, facts) : null;
  return refund?.made ?? [refund ?? voided].flatMap(ending => ending?.payment ?? []);
}

/** A payment in another stage can be given up although it holds nothing. */
const OVER: ReadonlySet<PaymentMoney['stage']> = new Set(['captured', 'denied', 'voided']);

async function run(
  world: OperationWorld,
  merchant: string,
  id: string,
  kind: 'void' | 'refund',
  amount: number,
  facts: Readonly<Record<string, unknown>>,
): Promise<OperationEnding> {
  const operation = await world.ledger.write(() => openOperation(world, { id, merchant }, kind, amount, { facts }));
  const ending = await runOperation(world, operation);
  if (ending.kind === 'declined') throw new BridgeError('refundFailed', `acquirer: ${ending.reason}`);
  return ending;
}
