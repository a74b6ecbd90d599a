/** Ends an operation at the acquirer: the payment, its links, the token and the sale change in one job. */

import { moved } from '../../domain/payment.ts';
import { recordTokenStatus } from '../../wallet/networkTokens.ts';
import type { PaymentTransaction } from '../../wire/payments.ts';
import { type AcquirerAnswer, resultOf } from '../../world/acquirer.ts';
import { timestamp } from '../../world/clock.ts';
import { newKey } from '../../world/ids.ts';
import type { OperationEnding, PaymentOperation } from '../../world/paymentOrder.ts';
import type { World } from '../../world/world.ts';
import { insertLinkedPayment, type LinkedPaymentWorld } from './linkedPayment.ts';
import { paymentOf } from './operationStart.ts';
import { savePayment } from './paymentStep.ts';
import { refundProduct } from './products.ts';
import type { PaymentRecord } from './record.ts';
import { bookShares, recallShares } from './stakeholders.ts';

/** Members of the world that the ending of an operation uses. */
export type OperationEndWorld = LinkedPaymentWorld & Pick<World, 'address' | 'followPayment' | 'wallet'>;

/** Ends the operation once; a second ending returns the payment as it is and changes nothing. */
export function endOperation(
  world: OperationEndWorld,
  operation: PaymentOperation,
  answer: AcquirerAnswer,
): OperationEnding {
  const before = paymentOf(world, operation.merchant, operation.payment);
  const kind = kindOf(operation, answer, before);
  if (!world.payments.operations.end(operation.id, answer, world.clock.now()))
    return { kind, payment: before.document, reason: answer.reason };
  const iframeUrl = kind === 'challenge' ? pageOf(answer, openChallenge(world, before)) : null;
  followToken(world, before, answer.token);
  const after = savePayment(
    world,
    before,
    changesOf(operation, answer, before),
    patchOf(world, before, kind, iframeUrl),
  );
  const made = madeWith(world, operation, kind, before, after);
  const ending: OperationEnding = {
    kind,
    payment: made.length > 0 ? paymentOf(world, operation.merchant, operation.payment).document : after.document,
    reason: answer.reason,
    ...(answer.undelivered ? { undelivered: true } : {}),
    ...(iframeUrl === null ? {} : { iframeUrl }),
    ...(answer.token === null ? {} : { tokenStatus: answer.token }),
    ...(made.length > 0 ? { made } : {}),
  };
  const following = world.followPayment(operation, ending);
  return following ? { ...ending, following } : ending;
}

/** The page of the processor, else our own; the lifetime of our own counts for both. */
const pageOf = ({ page }: AcquirerAnswer, own: string): string => page ?? own;

/** Stores the new status of the network token, before the sale follows. */
function followToken(
  world: Pick<World, 'clock' | 'pushes' | 'wallet'>,
  { inner: { order } }: PaymentRecord,
  token: AcquirerAnswer['token'],
) {
  if (order.container === null || token === null) return;
  recordTokenStatus(world, order.container, token);
}

/** Makes the transactions that belong to the ending: refunds and shares of stakeholders. */
function madeWith(
  world: LinkedPaymentWorld,
  operation: PaymentOperation,
  kind: OperationEnding['kind'],
  before: PaymentRecord,
  after: PaymentRecord,
) {
  if (kind === 'refunded') return insertRefund(world, operation, after);
  if (after.inner.money.stage === 'captured' && before.inner.money.stage !== 'captured')
    return bookShares(world, after);
  if (kind === 'voided') endPage(world, operation.payment);
  return [];
}

/** Ends the open challenge page of a cancelled payment, so that the payer can no longer pay. */
function endPage(world: Pick<World, 'payments'>, payment: string) {
  const open = world.payments.challenges.openOf(payment);
  if (open) world.payments.challenges.end(open.id, 'void');
}

function changesOf(operation: PaymentOperation, answer: AcquirerAnswer, { inner }: PaymentRecord) {
  const begins = operation.kind === 'authorise' || operation.kind === 'sale';
  return {
    forced: null,
    money: moved(operation.kind, inner.money, operation.amount, resultOf(answer)),
    ...(begins ? { key: operation.id } : {}),
    ...(answer.token === null ? {} : { token: answer.token }),
    ...(answer.instructions ? { instructions: answer.instructions } : {}),
  };
}

function patchOf(
  world: Pick<World, 'clock'>,
  { document }: PaymentRecord,
  kind: OperationEnding['kind'],
  iframeUrl: string | null,
): Partial<PaymentTransaction> {
  const now = timestamp(world.clock.now());
  return {
    redirect_url: { ...document.redirect_url, iframe_url: iframeUrl },
    ...(kind === 'captured' ? { completion_date: now, transmitted_to_bank: true } : {}),
  };
}

function kindOf(
  { kind, amount }: PaymentOperation,
  answer: AcquirerAnswer,
  { inner }: PaymentRecord,
): OperationEnding['kind'] {
  if (answer.waits === 'payer') return 'challenge';
  if (answer.waits === 'money') return 'pending';
  if (!answer.approved) return 'declined';
  if (kind === 'confirm') return inner.money.action === 'sale' ? 'captured' : 'authorised';
  if (kind === 'collect') return amount < inner.money.held ? 'pending' : 'captured';
  return KINDS[kind];
}

const KINDS = {
  authorise: 'authorised',
  sale: 'captured',
  capture: 'captured',
  refund: 'refunded',
  void: 'voided',
  increase: 'authorised',
} as const;

/** Inside the job that ends a refund: writes the refund transaction and takes back shares of stakeholders. */
export function insertRefund(
  world: LinkedPaymentWorld,
  operation: PaymentOperation,
  payment: PaymentRecord,
): readonly PaymentTransaction[] {
  const { amount, facts } = operation;
  const product = refundProduct(payment.inner.order.method);
  const reason = typeof facts.reason === 'string' ? facts.reason : null;
  const refund = insertLinkedPayment(world, payment, { amount: -amount, product, as: 'refund', purpose: reason });
  return [refund, ...(facts.reduceStakeholders === true ? recallShares(world, payment, amount) : [])];
}

/** Lifetime of a challenge page, ms. */
export const CHALLENGE_TIME = 15 * 60_000;

/** Inside a job: opens the challenge page of a payment and returns its address. A page can be used once. */
export function openChallenge(
  world: Pick<World, 'address' | 'clock' | 'payments'>,
  { document, inner }: PaymentRecord,
): string {
  const id = newKey();
  const expiresAt = world.clock.now() + CHALLENGE_TIME;
  world.payments.challenges.open({ id, payment: document.id, merchant: inner.order.merchant, expiresAt });
  return `${world.address()}/challenge/${id}`;
}
