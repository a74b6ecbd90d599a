/** Counts the answers that belonged to other requests: each is logged, and when they go on the condition of the line says so. */
import type { QueueReason } from '../world/queue.ts';
import type { World } from '../world/world.ts';
import { UpstreamError } from './failures.ts';

/** So many within so many ms are no accident any more. */
const MANY = 3;
const WITHIN = 10 * 60_000;

export interface ForeignAnswers {
  /** True where the failure was such an answer. */
  note(error: unknown): boolean;
  /** The condition of a line that is up and mixes up answers; null while it does not. */
  reason(): QueueReason | null;
}

/** `elapsed`: ms of the process's own time. */
export function createForeignAnswers(log: World['log'], elapsed: () => number): ForeignAnswers {
  let count = 0;
  let times: readonly number[] = [];
  let last: QueueReason | null = null;
  return {
    note(error) {
      if (!(error instanceof UpstreamError) || !error.isForeign) return false;
      count += 1;
      times = [...times, elapsed()].slice(-MANY);
      last = error.reason;
      log('warn', 'an answer of the upstream service belongs to another request', { count });
      return true;
    },
    reason() {
      const [first] = times;
      return times.length === MANY && first !== undefined && elapsed() - first < WITHIN ? last : null;
    },
  };
}
