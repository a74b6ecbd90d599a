/**
 * The sale follows its payment: whatever ended at the acquirer, and whoever asked for it, the sale takes its step in the
 * commit that records the ending.
 */

import { leftOf, type PaymentMoney } from '../../domain/payment.ts';
import { type Input, next } from '../../domain/transaction.ts';
import { publicContainer } from '../../records/wallet/containers.ts';
import { currentPayment } from '../../sale/acquirerPayment.ts';
import { type ClosingWorld, close } from '../../sale/close.ts';
import { NO_PAYMENT } from '../../sale/document.ts';
import { advance } from '../../sale/transition.ts';
import type { OperationEnding, PaymentInner, PaymentOperation } from '../../world/paymentOrder.ts';
import type { Sale, SaleDocument } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import { instructionsFor } from '../payments/bankAccount.ts';
import { isPaidByTransfer } from '../payments/methodDetail.ts';
import { openOperation } from '../payments/operationStart.ts';
import type { PaymentRecord } from '../payments/record.ts';

/**
 * Inside the job that records the ending; the payment is written already. An ending of another payment than the one that
 * stands for the sale, or one that has no place in the sale's state, changes nothing. Gives what has to be asked next.
 */
export function followPayment(
  world: ClosingWorld & Pick<World, 'wallet'>,
  operation: PaymentOperation,
  ending: OperationEnding,
): PaymentOperation | null {
  const payment = world.payments.find(operation.merchant, operation.payment);
  const id = payment?.inner.order.sale ?? null;
  const sale = id === null ? null : world.ledger.sale(operation.merchant, id);
  if (!payment || !sale || currentPayment(world, sale)?.document.id !== operation.payment) return null;
  const input = stepOf(world, sale, operation, ending, payment.inner);
  const taken = input && next(sale.state, input) ? input : null;
  if (taken) take(world, sale, taken, operation, ending, payment);
  return ending.kind === 'declined' ? null : remainder(world, sale, taken, payment);
}

function take(
  world: ClosingWorld & Pick<World, 'wallet'>,
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

/** What a payment has beyond the sale goes back: the part taken already when it is given up, the part still held when paid. */
function remainder(
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

/** Which step the ending is for the sale; null for none, for example after the first part of a transfer. */
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
      return givenUp(world, sale);
  }
}

/** A payment can be taken, given up and given back in parts; the sale follows once nothing of it is open. */
function stepOfTaken(
  world: Pick<World, 'loyalty'>,
  sale: Sale,
  kind: PaymentOperation['kind'],
  ending: OperationEnding,
  { held, captured, refunded }: PaymentMoney,
): Input | null {
  if (held === 0 && captured === refunded) return givenUp(world, sale);
  if (sale.state !== 'voiding') return held === 0 || captured >= sale.document.basket_info.missing_sum ? 'paid' : null;
  if (ending.kind !== 'declined') return null;
  // Not given up, it stands as it was; what was taken and does not go back leaves a sale that is not paid.
  return kind === 'refund' ? 'declined' : 'authorised';
}

/** Given up by the sale itself it can be paid anew; by somebody else its payment has failed. */
function givenUp(world: Pick<World, 'loyalty'>, sale: Sale): Input {
  if (sale.state !== 'voiding') return 'declined';
  return world.loyalty.held(sale.id) ? 'voidedWithCard' : 'voided';
}

/** Members of the document that go with the step: what is not true any more is left out. */
function patchOf(
  world: Pick<World, 'acquirer'>,
  sale: Sale,
  input: Input,
  ending: OperationEnding,
  payment: PaymentRecord,
): Partial<SaleDocument> {
  return {
    iframe_url: input === 'challenge' ? (ending.iframeUrl ?? sale.document.iframe_url) : undefined,
    payment_instructions: instructionsOf(world, input, payment),
    ...(input === 'await' ? { payment_method: sale.method } : {}),
    ...(FORGETS.has(input) ? { payment_method: null } : {}),
    ...(FORGETS.has(input) && leftOf(payment.inner.money) === 0 ? NO_PAYMENT : {}),
    // A member that is undefined is left out of the stored document.
  } as Partial<SaleDocument>;
}

/** After these the sale names no payment any more, but one that still has money and has to be given up. */
const FORGETS: ReadonlySet<Input> = new Set(['declined', 'voided', 'voidedWithCard']);

/** Where the payer transfers to: for a prepayment while it is awaited, for an invoice once it is accepted. */
const instructionsOf = (world: Pick<World, 'acquirer'>, input: Input, { document, inner }: PaymentRecord) =>
  (input === 'await' || input === 'paid') && isPaidByTransfer(inner.order.method)
    ? (instructionsFor(world.acquirer.account, document.trans_id) ?? undefined)
    : undefined;

/** With what became of the network token; written before the sale follows. */
function containerOf(world: Pick<World, 'wallet'>, { order }: PaymentInner): Partial<SaleDocument> {
  const stored = order.container === null ? null : world.wallet.containers.find(order.merchant, order.container);
  return stored ? { container: publicContainer(stored.document) } : {};
}
