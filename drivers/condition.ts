/** What a terminal has told about itself, kept until it tells otherwise, with those who want to hear of a change. */
import { isDeepStrictEqual } from 'node:util';
import type { Condition } from './terminal.ts';
import type { Trace } from './trace.ts';

export interface ConditionTracker {
  readonly current: Condition | null;
  set(next: Condition | null): void;
  onChange(listener: (condition: Condition | null) => void): () => void;
}

/** Well, as far as is known, until something is set. */
export function trackCondition(trace?: Trace): ConditionTracker {
  const listeners = new Set<(condition: Condition | null) => void>();
  let now: Condition | null = null;
  return {
    get current() {
      return now;
    },
    set(next) {
      if (isDeepStrictEqual(next, now)) return;
      now = next;
      for (const listener of listeners) {
        // One that throws must not stop a payment.
        try {
          listener(next);
        } catch (error) {
          trace?.({ direction: 'note', text: `a listener failed: ${error}` });
        }
      }
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
