/**
 * Chooses who stands behind payments that are not settled at the counter: the simulation in demo and training, nobody in
 * a live shop. The only place that knows the simulation, which a live shop never loads.
 */

import { purposeOf } from '../domain/purpose.ts';
import { absentAcquirer } from '../payments/absentAcquirer.ts';
import type { Database } from '../store/database.ts';
import type { Config } from '../world/config.ts';
import type { Outside } from '../world/outside.ts';

export async function openOutside(config: Config, db: Database): Promise<Outside> {
  if (purposeOf(config) === 'live') return { acquirer: absentAcquirer, chance: null, sandbox: null };
  const { openSandbox } = await import('../sandbox/sandbox.ts');
  return openSandbox(db);
}
