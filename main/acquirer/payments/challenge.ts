/** Ends the challenge page of a payment: the payer accepts, refuses, or lets the time pass. */

import type { OperationEnding } from '../../world/paymentOrder.ts';
import { type OperationWorld, runOperation } from './operationRun.ts';
import { openOperation, paymentOf } from './operationStart.ts';

export type PayerDecision = 'accepted' | 'refused' | 'timeout';

/** Records the decision of the payer, or the timeout. Null where the page was ended before. */
export async function endChallenge(
  world: OperationWorld,
  id: string,
  decision: PayerDecision,
): Promise<OperationEnding | null> {
  const operation = await world.ledger.write(() => {
    const challenge = world.payments.challenges.get(id);
    if (!challenge || !world.payments.challenges.end(id, decision)) return null;
    const { document, inner } = paymentOf(world, challenge.merchant, challenge.payment);
    const about = { id: document.id, merchant: challenge.merchant };
    return openOperation(world, about, 'confirm', inner.money.amount, { payer: decision });
  });
  return operation && runOperation(world, operation);
}

/** Ends every page that has expired; one whose acquirer cannot be reached now is ended in a later round. */
export async function expireChallenges(world: OperationWorld): Promise<void> {
  for (const { id } of world.payments.challenges.overdue(world.clock.now()))
    await endChallenge(world, id, 'timeout').catch(error =>
      world.log('warn', 'an expired page was not ended', { challenge: id, error: String(error) }),
    );
}
