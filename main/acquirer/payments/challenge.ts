/** How a payer leaves the page of a payment: by accepting, by refusing, or by letting the time pass. */

import type { OperationEnding } from '../../world/paymentOrder.ts';
import { type OperationWorld, runOperation } from './operationRun.ts';
import { openOperation, paymentOf } from './operationStart.ts';

export type PayerDecision = 'accepted' | 'refused' | 'timeout';

/** The payer has decided, or time has: null when the page was used before. */
export async function endChallenge(
  world: OperationWorld,
  id: string,
  word: PayerDecision,
): Promise<OperationEnding | null> {
  const operation = await world.ledger.write(() => {
    const challenge = world.payments.challenges.get(id);
    if (!challenge || !world.payments.challenges.end(id, word)) return null;
    const { document, inner } = paymentOf(world, challenge.merchant, challenge.payment);
    const about = { id: document.id, merchant: challenge.merchant };
    return openOperation(world, about, 'confirm', inner.money.amount, { payer: word });
  });
  return operation && runOperation(world, operation);
}

/** Ends every page whose time is up. */
export async function expireChallenges(world: OperationWorld): Promise<void> {
  for (const { id } of world.payments.challenges.overdue(world.clock.now())) await endChallenge(world, id, 'timeout');
}
