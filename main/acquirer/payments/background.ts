/** Work on payments that runs in the background: expired challenges, operations without an answer, pending network tokens. */
import { recordTokenStatus } from '../../wallet/networkTokens.ts';
import type { World } from '../../world/world.ts';
import { expireChallenges } from './challenge.ts';
import { type OperationWorld, recoverOperations } from './operationRun.ts';

/** Members of the world that a pending network token needs. */
type TokenWorld = Pick<World, 'acquirer' | 'clock' | 'ledger' | 'log' | 'pushes' | 'wallet'>;

export async function followPayments(world: OperationWorld): Promise<void> {
  await expireChallenges(world);
  await recoverOperations(world);
  await followTokens(world);
}

/** Asks the acquirer once about every pending token; a token that stays pending is asked about in the next round. */
export async function followTokens(world: TokenWorld): Promise<void> {
  for (const { id, merchant } of world.wallet.containers.waiting()) await followToken(world, merchant, id);
}

async function followToken(world: TokenWorld, merchant: string, id: string): Promise<void> {
  const found = world.wallet.containers.find(merchant, id);
  if (!found) return;
  const { document, inner } = found;
  const { status } = document.token_status;
  const archive = status === 'archivePending';
  const newStatus = await world.acquirer
    .token({ container: id, instrument: inner.instrument, archive })
    .catch(error => {
      world.log('warn', 'the acquirer does not answer about a network token', { container: id, error: String(error) });
      return null;
    });
  if (newStatus !== null && newStatus !== status)
    await world.ledger.write(() => recordTokenStatus(world, id, newStatus));
}
