/** Background jobs of agreements: identifications and revoked payout locks. */
import { revokeAccruals } from '../acquirer/payments/paymentChanges.ts';
import type { AgreementJob } from '../world/agreements.ts';
import type { Principal } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { endIdentification } from './identification.ts';
import { agreementOf } from './lookup.ts';

/** Members of the world that a job of an agreement needs. */
type JobWorld = Pick<World, 'acquirer' | 'agreements' | 'clock' | 'ledger' | 'log' | 'payments' | 'pushes'>;

type Numbered = AgreementJob & { readonly number: number };

const WORK = {
  async identify(world: JobWorld, { merchant, id, number }: Numbered) {
    const accepted = await world.acquirer.identified(id);
    if (accepted === null) return;
    await world.ledger.write(() => {
      endIdentification(world, merchant, id, accepted);
      world.agreements.jobs.remove(number);
    });
  },
  async revokeAccrual(world: JobWorld, { merchant, id, number }: Numbered) {
    await revokeAccruals(world, merchant, id);
    await world.ledger.write(() => world.agreements.jobs.remove(number));
  },
} as const satisfies Record<AgreementJob['kind'], (world: JobWorld, job: Numbered) => Promise<void>>;

/** Runs every due job. A job may run twice without harm, so an interrupted job is simply repeated. */
export async function runAgreementJobs(world: JobWorld): Promise<void> {
  for (const job of world.agreements.jobs.due(world.clock.now()))
    await WORK[job.kind](world, job).catch(error =>
      world.log('error', 'a job of an agreement is put off', { agreement: job.id, error: String(error) }),
    );
}

/**
 * Schedules the release of all locked payments of an agreement. The job is stored before the answer, so it survives a
 * restart.
 */
export async function scheduleRevocation(
  world: Pick<World, 'agreements' | 'clock' | 'ledger'>,
  principal: Principal,
  id: string,
): Promise<{ result: boolean }> {
  await world.ledger.write(() => {
    const { document } = agreementOf(world, principal, id);
    const { merchant } = principal;
    world.agreements.jobs.add({ merchant, kind: 'revokeAccrual', id: document.id, due: world.clock.now() });
  });
  return { result: true };
}
