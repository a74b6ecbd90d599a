/**
 * The sale follows its payment: it takes its step in the commit that records the ending of the operation, whoever
 * asked for the operation.
 */

import { instructionsFor } from '../../acquirer/payments/bankAccount.ts';
import { currentPayment } from '../../acquirer/payments/currentPayment.ts';
import { isPaidByTransfer } from '../../acquirer/payments/methodDetail.ts';
import { openOperation } from '../../acquirer/payments/operationStart.ts';
import type { PaymentRecord } from '../../acquirer/payments/record.ts';
import { leftOf, type PaymentMoney } from '../../domain/payment.ts';
import { type Input, next } from '../../domain/transaction.ts';
import { type ClosingWorld, close } from '../../sale/close.ts';
import { NO_PAYMENT } from '../../sale/dueAmount.ts';
import { publishPayments } from '../../sale/saleOutcome.ts';
import { cancellationSlip } from '../../sale/saleSlips.ts';
import { advance } from '../../sale/transition.ts';
import { publicContainer } from '../../wallet/containers.ts';
import type { OperationEnding, PaymentInner, PaymentOperation } from '../../world/paymentOrder.ts';
import type { Sale, SaleDocument } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import { endTenderRefund } from './tenderRefund.ts';

/** Members of the world that the end of an operation uses. */
type EndingWorld = ClosingWorld & Pick<World, 'acquirer' | 'payments' | 'wallet'>;

/**
 * Inside the job that records the ending; the payment is stored already. Nothing changes where the payment is not the
 * current one of the sale, or where the state of the sale has no such step. Returns the operation that has to follow.
 */
export function followPayment(
  world: EndingWorld,
  operation: PaymentOperation,
  ending: OperationEnding,
): PaymentOperation | null {
  const paysOut = endTenderRefund(world, operation, ending);
  const payment = world.payments.find(operation.merchant, operation.payment);
  const id = payment?.inner.order.sale ?? null;
  const sale = id === null ? null : world.ledger.sale(operation.merchant, id);
  if (!payment || !sale) return null;
  // The sale that was paid takes no step, its return does; its payments say what went back.
  if (paysOut) {
    if (ending.kind === 'refunded') publishPayments(world, sale);
    return null;
  }
  // The payment of a part is not the current one of the sale, and its refund shows there all the same.
  if (currentPayment(world, sale)?.document.id !== operation.payment) {
    if (ending.kind === 'refunded') publishPayments(world, sale);
    return null;
  }
  const input = stepOf(world, sale, operation, ending, payment.inner);
  const taken = input && next(sale.state, input) ? input : null;
  if (taken) takeStep(world, sale, taken, operation, ending, payment);
  else if (ending.kind === 'refunded') publishPayments(world, sale);
  return ending.kind === 'declined' ? null : returnOfRest(world, sale, taken, payment);
}

function takeStep(
  world: EndingWorld,
  sale: Sale,
  input: Input,
  operation: PaymentOperation,
  ending: OperationEnding,
  payment: PaymentRecord,
): Sale {
  const patch = {
    ...patchOf(world, sale, input, ending, payment),
    ...containerOf(world, payment.inner),
  };
  if (input !== 'paid') return advance(world, sale, input, `the ${operation.kind}`, patch);
  const method = sale.method ?? payment.inner.order.method;
  return close(world, { ...sale, document: { ...sale.document, ...patch } }, { method, input: 'paid' });
}

/** The operation that gives money back: a captured part of a voided payment, or a held part of a paid one. */
function returnOfRest(
  world: Pick<World, 'acquirer' | 'clock' | 'payments'>,
  sale: Sale,
  taken: Input | null,
  { document, inner }: PaymentRecord,
): PaymentOperation | null {
  const { held, captured, refunded } = inner.money;
  const reference = { merchant: sale.merchant, id: document.id };
  if (taken === 'paid' && held > 0) return openOperation(world, reference, 'void', held);
  if (sale.state === 'voiding' && held === 0 && captured > refunded)
    return openOperation(world, reference, 'refund', captured - refunded);
  return null;
}

/** The step of the sale for this ending; null for none, for example after the first part of a transfer. */
function stepOf(
  world: Pick<World, 'loyalty'>,
  sale: Sale,
  { kind }: PaymentOperation,
  ending: OperationEnding,
  inner: PaymentInner,
): Input | null {
  if (sale.state === 'reversing') return ending.kind === 'declined' ? 'reversalRefused' : 'reversed';
  if (kind === 'capture' && ending.kind === 'declined') return 'declined';
  const { stage } = inner.money;
  switch (stage) {
    case 'created':
      return null;
    case 'authorised':
      return inner.order.stored ? 'secured' : 'authorised';
    case 'challenged':
      return 'challenge';
    case 'waiting':
      return 'await';
    case 'captured':
      return stepOfTaken(world, sale, kind, ending, inner.money);
    case 'denied':
      return 'declined';
    case 'voided':
      return inputAfterVoid(world, sale);
  }
}

/** A payment can be captured, voided and refunded in parts; the sale takes its step once no part is open. */
function stepOfTaken(
  world: Pick<World, 'loyalty'>,
  sale: Sale,
  kind: PaymentOperation['kind'],
  ending: OperationEnding,
  { held, captured, refunded }: PaymentMoney,
): Input | null {
  if (held === 0 && captured === refunded) return inputAfterVoid(world, sale);
  if (sale.state !== 'voiding') return held === 0 || captured >= sale.document.basket_info.missing_sum ? 'paid' : null;
  if (ending.kind !== 'declined') return null;
  // After a refused void the authorisation stands; after a refused refund the sale is not paid.
  return kind === 'refund' ? 'declined' : 'authorised';
}

/** A void by the sale itself allows a new payment; any other void means that the payment has failed. */
function inputAfterVoid(world: Pick<World, 'loyalty'>, sale: Sale): Input {
  if (sale.state !== 'voiding') return 'declined';
  return world.loyalty.held(sale.id) ? 'voidedWithCard' : 'voided';
}

/** Members of the document that change with the step. */
function patchOf(
  world: Pick<World, 'acquirer' | 'clock' | 'devices' | 'intents' | 'payments' | 'settings'>,
  sale: Sale,
  input: Input,
  ending: OperationEnding,
  payment: PaymentRecord,
): Partial<SaleDocument> {
  return {
    iframe_url: input === 'challenge' ? (ending.iframeUrl ?? sale.document.iframe_url) : undefined,
    payment_instructions: instructionsOf(world, input, payment),
    ...(input === 'await' ? { payment_method: sale.method } : {}),
    ...(input === 'reversed' ? cancellationSlip(world, sale) : {}),
    ...(ENDS_PAYMENT.has(input) ? { payment_method: null } : {}),
    ...(ENDS_PAYMENT.has(input) && leftOf(payment.inner.money) === 0 ? NO_PAYMENT : {}),
    // A member that is undefined is left out of the stored document.
  } as Partial<SaleDocument>;
}

/** After these inputs the sale names no payment, unless the payment still has money that must go back. */
const ENDS_PAYMENT: ReadonlySet<Input> = new Set(['declined', 'voided', 'voidedWithCard']);

/** Instructions for the transfer: for a prepayment while it is awaited, for an invoice once it is accepted. */
const instructionsOf = (world: Pick<World, 'acquirer'>, input: Input, { document, inner }: PaymentRecord) =>
  (input === 'await' || input === 'paid') && isPaidByTransfer(inner.order.method)
    ? (instructionsFor(world.acquirer.account, document.trans_id, inner.instructions) ?? undefined)
    : undefined;

/** The container with the new status of its network token. */
function containerOf(world: Pick<World, 'wallet'>, { order }: PaymentInner): Partial<SaleDocument> {
  const stored = order.container === null ? null : world.wallet.containers.find(order.merchant, order.container);
  return stored ? { container: publicContainer(stored.document) } : {};
}
