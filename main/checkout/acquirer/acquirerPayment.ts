/** Voids the payment of a sale at the acquirer before another step changes the sale. */

import { currentPayment, hasOpenPayment } from '../../acquirer/payments/currentPayment.ts';
import { type OperationWorld, resolveOpenOperation, runOperation } from '../../acquirer/payments/operationRun.ts';
import { openOperation } from '../../acquirer/payments/operationStart.ts';
import type { PaymentRecord } from '../../acquirer/payments/record.ts';
import { leftOf } from '../../domain/payment.ts';
import { executed, next, unsettled } from '../../domain/transaction.ts';
import { currentSale } from '../../sale/lookup.ts';
import { stateRefusal } from '../../sale/stateRefusal.ts';
import { advance, type SaleStepWorld } from '../../sale/transition.ts';
import { BridgeError } from '../../world/errors.ts';
import type { PaymentOperation } from '../../world/paymentOrder.ts';
import type { Sale } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';

/** Members of the world that voiding the payment of a sale uses. */
export type VoidingWorld = SaleStepWorld & OperationWorld;

/** The sale after its open operation at the acquirer has been looked up. */
export async function resolvedSale(world: OperationWorld, sale: Sale): Promise<Sale> {
  const payment = unsettled(sale.state) ? currentPayment(world, sale) : null;
  if (!payment) return sale;
  await resolveOpenOperation(world, payment.document.id);
  return currentSale(world, sale);
}

/**
 * Voids the payment of a sale that is authorised or waits for its payer, and refunds the captured part; any other sale
 * stays as it is. Throws by the error table where the acquirer refuses. `detail` names the call, and `check` throws
 * before the void where the call will be refused anyway.
 */
export async function voidPayment(
  world: VoidingWorld,
  sale: Sale,
  detail: string,
  check: (sale: Sale) => unknown = () => undefined,
): Promise<void> {
  if (!executed(sale.state)) await voidOpenPayment(world, sale, detail, check);
}

/** The same as `voidPayment`, also for a payment whose money has not arrived yet. */
export async function voidOpenPayment(
  world: VoidingWorld,
  sale: Sale,
  detail: string,
  check: (sale: Sale) => unknown = () => undefined,
): Promise<void> {
  if (!hasOpenPayment(world, sale)) return;
  const operation = await world.ledger.write(() => {
    const present = currentSale(world, sale);
    const payment = currentPayment(world, present);
    if (!payment || !next(present.state, 'void')) throw stateRefusal(present.state, detail);
    check(present);
    advance(world, present, 'void', detail);
    return openReturnOfMoney(world, payment);
  });
  const ending = await runOperation(world, operation);
  if (ending.kind === 'declined') throw new BridgeError('reversalFailed', `acquirer: ${ending.reason}`);
  const left = ending.payment.details.amount;
  if (left > 0) throw new BridgeError('reversalFailed', `acquirer: ${left} that were taken have still to go back`);
}

/** Inside a job: voids the held amount first; the refund of the captured part follows (`followPayment`). */
function openReturnOfMoney(
  world: Pick<World, 'acquirer' | 'clock' | 'payments'>,
  { document, inner: { order, money } }: PaymentRecord,
): PaymentOperation {
  const reference = { merchant: order.merchant, id: document.id };
  const taken = money.stage === 'captured' && money.held === 0;
  return openOperation(world, reference, taken ? 'refund' : 'void', taken ? leftOf(money) : money.held);
}
