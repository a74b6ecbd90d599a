/**
 * The refund of a tender that an acquirer took, as a part of the pay-out of a return. The operation is the intent of the part and
 * has its id: both are committed before the acquirer is asked, and its answer ends both in one commit, also after a crash.
 */

import { type OperationWorld, resolveOpenOperation, runOperation } from '../../acquirer/payments/operationRun.ts';
import { openOperation } from '../../acquirer/payments/operationStart.ts';
import { type PaymentRecord, simpleOf, statusOf } from '../../acquirer/payments/record.ts';
import { isAtAcquirer } from '../../domain/returns.ts';
import { isMoving } from '../../domain/saleParts.ts';
import type { ClosingWorld } from '../../sale/close.ts';
import { currentSale } from '../../sale/lookup.ts';
import { partsOf } from '../../sale/paidParts.ts';
import { endPart, openPart } from '../../sale/partSteps.ts';
import type { SalePart } from '../../wire/transactions.ts';
import { BridgeError } from '../../world/errors.ts';
import type { OperationEnding, PaymentOperation } from '../../world/paymentOrder.ts';
import type { Sale } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';

/** One tender of an earlier sale, and what of it goes back. */
interface TenderRefund {
  readonly method: string;
  /** Above 0. */
  readonly amount: number;
  readonly to: Pick<NonNullable<SalePart['back']>, 'sale' | 'tender' | 'given'> | null;
}

/** The payment at the acquirer that is a tender of a closed sale; null for any other tender. An acquirer takes no part of a sale. */
export function acquirerPaymentOfTender(
  { payments }: Pick<World, 'payments'>,
  { merchant, document }: Sale,
  tender: number,
): PaymentRecord | null {
  const { method, part } = document.tenders?.[tender] ?? {};
  if (method === undefined || part !== undefined || !isAtAcquirer(method)) return null;
  const named = document.transactions.find(({ object }) => object === 'payment.transactions');
  return named ? payments.find(merchant, named.id) : null;
}

/**
 * True where the acquirer can give something of the payment back: nothing of one that was charged back or is disputed. An acquirer
 * that cannot be reached now counts, so that nobody is paid in cash because a line is down.
 */
export function isRefundable({ acquirer }: Pick<World, 'acquirer'>, { inner }: PaymentRecord): boolean {
  const { money, order } = inner;
  const isThere = acquirer.serves(order.method) || acquirer.isOffline?.(order.method) === true;
  return isThere && money.captured > money.refunded && !DISPUTED.has(simpleOf(statusOf(inner)));
}

/** Simple statuses: denied, issue, void, on hold. */
const DISPUTED: ReadonlySet<number> = new Set([3, 4, 5, 13]);

/**
 * Writes part and operation, asks the acquirer, and writes the ending. `allowed` runs in the job that writes the intent and throws
 * where the return may not pay out. Throws `acquirerUnreachable` where no answer came: part and operation stay open, and the
 * operation is looked up under its key.
 */
export async function refundTender(
  world: OperationWorld & ClosingWorld,
  sale: Sale,
  { method, amount, to }: TenderRefund,
  allowed: (present: Sale) => void,
  detail: string,
): Promise<OperationEnding> {
  const original = to && world.ledger.sale(sale.merchant, to.sale);
  const payment = original && acquirerPaymentOfTender(world, original, to.tender);
  if (!to || !payment) throw new BridgeError('payOutRefused', 'the payment at the acquirer is not known any more');
  const reference = { merchant: sale.merchant, id: payment.document.id };
  await resolveOpenOperation(world, reference.id);
  const operation = await world.ledger.write(() => {
    const present = currentSale(world, sale);
    allowed(present);
    const facts = { reason: present.document.goods_return?.reason ?? null, paysOut: sale.id };
    const intent = openOperation(world, reference, 'refund', amount, { facts });
    openPart(world, present, { id: intent.id, method, amount: -amount, back: { ...to, how: null } }, detail);
    return intent;
  });
  return runOperation(world, operation);
}

/** Inside the job that ends an operation: ends the part that it pays out. False for any other operation. */
export function endTenderRefund(
  world: ClosingWorld,
  { id, merchant, facts }: PaymentOperation,
  { kind, made = [] }: OperationEnding,
): boolean {
  if (typeof facts.paysOut !== 'string') return false;
  const sale = world.ledger.sale(merchant, facts.paysOut);
  if (!sale) throw new Error(`the return ${facts.paysOut} of the refund ${id} is gone`);
  const payment = made[0]?.id;
  endPart(world, sale, id, kind === 'declined' ? 'declined' : 'approved', payment === undefined ? {} : { payment });
  return true;
}

/** The return after the open refund of one of its parts has been looked up. */
export async function resolvedReturn(world: OperationWorld, sale: Sale): Promise<Sale> {
  const moving = partsOf(sale.document).find(isMoving);
  const operation = moving && world.payments.operations.get(moving.id);
  if (operation?.state !== 'open') return sale;
  await resolveOpenOperation(world, operation.payment);
  return currentSale(world, sale);
}
