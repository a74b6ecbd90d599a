/** Joins the queue with the tables that it is read from and the stream that shows it. */
import { createQueueMonitor, type QueueMonitor } from '../queue/monitor.ts';
import type { Hub } from '../services/push/hub.ts';
import type { Database } from '../store/database.ts';
import { type Clock, systemClock } from '../world/clock.ts';
import type { Config } from '../world/config.ts';
import { backOfficeOf, upstreamOf } from '../world/targetSettings.ts';
import type { Tables } from './tables.ts';

interface QueueParts {
  readonly config: Config;
  readonly tables: Tables;
  readonly db: Pick<Database, 'onReplaced'>;
  readonly hub: Hub;
  readonly clock: Clock;
}

/** Opens the monitor of the queue and lets it follow every change. */
export function openQueueMonitor({ config, tables, db, hub, clock }: QueueParts): QueueMonitor {
  const { queue, queueTargets, queueDepth, queueCases, merchants } = tables;
  const monitor = createQueueMonitor({
    addresses: { upstream: upstreamOf(config)?.address ?? null, office: backOfficeOf(config)?.address ?? null },
    limits: config.queue,
    // The pauses between two readings follow the machine, not a clock that somebody moves.
    clock: { now: clock.now, elapsed: systemClock.elapsed },
    depth: queueDepth,
    condition: queueTargets.condition,
    openCases: queueCases.openCount,
    // Before a shop is set up nothing waits.
    currency: () => merchants.firstMerchant()?.currency ?? 'EUR',
    listening: () => hub.listening(null),
    publish: view => hub.publish(null, 'queue', view),
  });
  for (const follow of [queue.onAppended, queueTargets.onChanged, queueCases.onChanged, db.onReplaced])
    follow(monitor.changed);
  return monitor;
}
