/** What happens to payments without anybody asking: pages run out of time, lost answers are found, tokens are decided. */
import type { World } from '../../world/world.ts';
import { expireChallenges } from './challenge.ts';
import { followTokens } from './networkTokens.ts';
import { recoverOperations } from './operationRun.ts';

export async function followPayments(world: World): Promise<void> {
  await expireChallenges(world);
  await recoverOperations(world);
  await followTokens(world);
}
