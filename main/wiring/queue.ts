/** Joins the queue with the tables that it is read from and the stream that shows it. */
import { createQueueMonitor, type QueueMonitor } from '../queue/monitor.ts';
import type { Hub } from '../services/push/hub.ts';
import type { Database } from '../store/database.ts';
import type { StoredCondition } from '../store/queueTargets.ts';
import { type Clock, systemClock } from '../world/clock.ts';
import type { Config } from '../world/config.ts';
import { downKinds } from '../world/down.ts';
import type { QueueTargetName } from '../world/queue.ts';
import { backOfficeOf, upstreamOf } from '../world/targetSettings.ts';
import type { Tables } from './tables.ts';

interface QueueParts {
  readonly config: Config;
  readonly tables: Tables;
  readonly db: Pick<Database, 'onReplaced'>;
  readonly hub: Hub;
  readonly clock: Clock;
}

/** The light names the age of what flows down once it is older, ms. */
const OLD = 86_400_000;
const HOUR = 3_600_000;

/** Nothing else is wrong with the service, but what was read from it is old. */
function withAge(condition: StoredCondition, target: QueueTargetName, { down }: Tables, now: number): StoredCondition {
  if (target !== 'upstream' || condition.state !== 'up' || condition.reason !== null) return condition;
  const read = downKinds.flatMap(kind => down.state(kind).pageAt ?? []);
  const age = read.length === 0 ? 0 : now - Math.min(...read);
  if (age < OLD) return condition;
  const hours = Math.floor(age / HOUR);
  const texts = {
    de: `Karten und Artikel des Dienstes sind seit ${hours} Stunden nicht gelesen worden.`,
    en: `Cards and articles of the service have not been read for ${hours} hours.`,
  };
  return { ...condition, reason: { code: 'downOld', texts } };
}

/** A bridge that enrolled from the screen has an address although its configuration names none; a bridge that left has none. */
function officeAddress({ officeEnrolments }: Pick<Tables, 'officeEnrolments'>, configured: string | null) {
  const place = officeEnrolments.place();
  if (place === null) return configured;
  return place.state === 'left' ? null : place.address;
}

/** Opens the monitor of the queue and lets it follow every change. */
export function openQueueMonitor({ config, tables, db, hub, clock }: QueueParts): QueueMonitor {
  const { queue, queueTargets, queueDepth, queueDepthApart, queueCases, merchants, officeEnrolments } = tables;
  const upstream = upstreamOf(config)?.address ?? null;
  const configured = backOfficeOf(config)?.address ?? null;
  const monitor = createQueueMonitor({
    address: target => (target === 'upstream' ? upstream : officeAddress(tables, configured)),
    limits: config.queue,
    // The pauses between two readings follow the machine, not a clock that somebody moves.
    clock: { now: clock.now, elapsed: systemClock.elapsed },
    depth: queueDepth,
    depthApart: queueDepthApart,
    condition: target => withAge(queueTargets.condition(target), target, tables, clock.now()),
    openCases: queueCases.openCount,
    // Before a shop is set up nothing waits.
    currency: () => merchants.firstMerchant()?.currency ?? 'EUR',
    listening: () => hub.listening(null),
    publish: view => hub.publish(null, 'queue', view),
  });
  const { onChanged: onEnrolled } = officeEnrolments;
  for (const follow of [queue.onAppended, queueTargets.onChanged, queueCases.onChanged, onEnrolled, db.onReplaced])
    follow(monitor.changed);
  return monitor;
}
