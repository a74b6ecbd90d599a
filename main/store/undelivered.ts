/**
 * Records that upstream service and back office have not confirmed, straight from the rows of the queue. It is read
 * before anything is given up that could still deliver them, by a running bridge and by the tools of a directory.
 */
import type { QueueTargetName } from '../world/queue.ts';
import type { Database } from './database.ts';
import { createQueueDepth, type QueueDepth } from './queueDepth.ts';

export interface Undelivered extends QueueDepth {
  readonly target: QueueTargetName;
}

/** The targets that lack something. A back office that nobody enrolled at, or that was left, lacks nothing. */
export function createUndelivered(db: Pick<Database, 'prepare'>): () => readonly Undelivered[] {
  const depth = createQueueDepth(db);
  const isEnrolled = db.prepare<number>("SELECT count(*) FROM office_enrolment WHERE state <> 'left'").pluck();
  return () => {
    const targets: readonly QueueTargetName[] = isEnrolled.get() === 0 ? ['upstream'] : ['upstream', 'office'];
    return targets.map(target => ({ target, ...depth(target) })).filter(({ waiting, parked }) => waiting + parked > 0);
  };
}

const NAMES: Readonly<Record<QueueTargetName, string>> = { upstream: 'upstream service', office: 'back office' };

/** One line for each target, for consoles and for `error_details`. Money in minor units, as it is stored. */
export const undeliveredLines = (undelivered: readonly Undelivered[]): readonly string[] =>
  undelivered.map(({ target, waiting, parked, oldest, sum }) => {
    const since = oldest === null ? '' : `, the oldest since ${new Date(oldest).toISOString()}`;
    const money = sum === 0 ? '' : `, sales of ${sum} minor units`;
    return `the ${NAMES[target]} has not confirmed ${waiting} records${since}${money}; ${parked} wait for a decision`;
  });
