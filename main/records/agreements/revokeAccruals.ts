/** Lifting the lock for payout of all transactions of a contract: promised at once, done in the background. */
import type { Principal } from '../../world/people.ts';
import type { World } from '../../world/world.ts';
import { agreementOf } from './lookup.ts';

/** The promise is a row that is written before the answer, so it is kept whatever happens to this process. */
export async function scheduleRevocation(world: World, principal: Principal, id: string): Promise<{ result: boolean }> {
  await world.ledger.write(() => {
    const { document } = agreementOf(world, principal, id);
    const { merchant } = principal;
    world.agreements.jobs.add({ merchant, kind: 'revokeAccrual', id: document.id, due: world.clock.now() });
  });
  return { result: true };
}
