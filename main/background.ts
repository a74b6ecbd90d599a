/** Work that falls due by the bridge's clock: looked for again and again, one round after the other. */

import { followTokens } from './acquirer/payments/background.ts';
import { billDue } from './acquirer/subscriptions/billing.ts';
import { runAgreementJobs } from './records/agreements/jobs.ts';
import { refreshOpening } from './records/agreements/shops.ts';
import { createDayEndWatch } from './terminal/dayEnd/watch.ts';
import type { World } from './world/world.ts';

export interface Background {
  /** Looks now, unless it is looking already. */
  look(): void;
  /** Waits for the round under way. */
  stop(): Promise<void>;
}

/** `every`: ms from look to look. */
export function startBackground(world: World, every: number): Background {
  let round: Promise<void> | null = null;
  const dayEnds = createDayEndWatch(world);
  const look = () => {
    dayEnds.look();
    round ??= Promise.allSettled([
      runAgreementJobs(world),
      billDue(world),
      followTokens(world),
      refreshOpening(world, null),
    ]).then(results => {
      round = null;
      for (const result of results)
        if (result.status === 'rejected')
          world.log('error', 'work in the background failed', { error: String(result.reason) });
    });
  };
  const timer = setInterval(look, every);
  timer.unref();
  return {
    look,
    async stop() {
      clearInterval(timer);
      await round;
    },
  };
}
