/**
 * The status simulator: forces a status, as the test environment of the original service can. Where the money of the
 * payment can reach the status, the acquirer books it and the sale follows; any other status is only shown.
 */

import { capturable } from '../acquirer/payments/capture.ts';
import { endChallenge } from '../acquirer/payments/challenge.ts';
import { refuseCounterPayment } from '../acquirer/payments/counterPayments.ts';
import { type OperationWorld, resolveOpenOperation, runOperation } from '../acquirer/payments/operationRun.ts';
import { openOperation, paymentOf } from '../acquirer/payments/operationStart.ts';
import { savePayment } from '../acquirer/payments/paymentStep.ts';
import { isStatus, statuses } from '../acquirer/payments/statuses.ts';
import type { PaymentMoney, PaymentMove } from '../domain/payment.ts';
import type { PaymentTransaction } from '../wire/payments.ts';
import { BridgeError, type ErrorKey } from '../world/errors.ts';

export async function forceStatus(
  world: OperationWorld,
  merchant: string,
  id: string,
  status: number,
): Promise<PaymentTransaction> {
  if (!isStatus(status))
    throw new BridgeError('badInput', `new_status_id ${status} is not one of ${Object.keys(statuses).join(', ')}`);
  refuseCounterPayment(paymentOf(world, merchant, id));
  await resolveOpenOperation(world, id);
  const { money } = paymentOf(world, merchant, id).inner;
  const { simple } = statuses[status];
  if (money.stage === 'challenged' && (simple === 1 || simple === 2 || simple === 3))
    await answerChallenge(world, id, simple === 3 ? 'refused' : 'accepted');
  const { inner } = paymentOf(world, merchant, id);
  const move = moveTo(simple, inner.money, capturable(world, inner));
  if (move) await run(world, merchant, id, move);
  return world.ledger.write(() => {
    const before = paymentOf(world, merchant, id);
    return savePayment(world, before, { forced: status }).document;
  });
}

async function answerChallenge(world: OperationWorld, id: string, decision: 'accepted' | 'refused') {
  const challenge = world.payments.challenges.openOf(id);
  if (challenge) await endChallenge(world, challenge.id, decision);
}

interface Move {
  readonly kind: PaymentMove;
  readonly amount: number;
}

/** The move of the money that leads to this simple status; null where no move leads there. */
function moveTo(simple: number, { stage, held, captured, refunded }: PaymentMoney, most: number): Move | null {
  if (simple === 1 && stage === 'waiting') return { kind: 'collect', amount: held };
  if (simple === 1 && stage === 'authorised') return { kind: 'capture', amount: most };
  if (simple === 5 && (stage === 'waiting' || stage === 'authorised' || stage === 'challenged'))
    return { kind: 'void', amount: held };
  if (simple === 7 && stage === 'captured' && captured > refunded)
    return { kind: 'refund', amount: captured - refunded };
  return null;
}

const REFUSED: Readonly<Partial<Record<PaymentMove, ErrorKey>>> = { capture: 'captureFailed', refund: 'refundFailed' };

async function run(world: OperationWorld, merchant: string, id: string, { kind, amount }: Move) {
  const operation = await world.ledger.write(() => openOperation(world, { id, merchant }, kind, amount));
  const ending = await runOperation(world, operation);
  if (ending.kind === 'declined')
    throw new BridgeError(REFUSED[kind] ?? 'paymentMoveForbidden', `acquirer: ${ending.reason}`);
}
