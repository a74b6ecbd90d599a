/**
 * Decides which failures park a record: a final one, or five failures over a while during which other records passed.
 */
import { isFinal, type UpstreamError } from './failures.ts';

/** Failures of one record while others passed, after which it is parked. */
export const MOST_FAILURES = 5;

export interface FailureHistory {
  /** Failures that count so far. */
  readonly attempts: number;
  /** Failures in a row, for the back-off. */
  readonly failures: number;
  /** Another record passed since this one failed last: so the service works, and the record is at fault. */
  readonly othersPassed: boolean;
  /** It has failed for so long that this is no bad minute of the service, for example an update there. */
  readonly isLasting: boolean;
}

export type Decision =
  | { readonly do: 'park' }
  | { readonly do: 'delay'; readonly attempts: number; readonly failures: number };

/** A lost answer and a service that refuses everything say nothing about the record, so neither parks it. */
export function afterFailure(error: UpstreamError, history: FailureHistory): Decision {
  const { attempts, failures, othersPassed, isLasting } = history;
  if (isFinal(error)) return { do: 'park' };
  const counted = error.kind === 'answered' && othersPassed ? attempts + 1 : attempts;
  return counted >= MOST_FAILURES && isLasting ? { do: 'park' } : { do: 'delay', attempts: counted, failures };
}

/**
 * Counts what passed, and remembers of each failing record how often and since when it has failed. `elapsed` in ms; `lasting`:
 * for how many ms a failure lasts that parks.
 */
export function createPassCount(elapsed: () => number, lasting: number) {
  let passes = 0;
  const failing = new Map<number, { failures: number; passes: number; since: number }>();
  return {
    passed(number: number) {
      passes += 1;
      failing.delete(number);
    },
    /** One more failure of this record. */
    failed(number: number): Omit<FailureHistory, 'attempts'> {
      const before = failing.get(number);
      const othersPassed = passes > (before?.passes ?? 0);
      const failures = (before?.failures ?? 0) + 1;
      const since = before?.since ?? elapsed();
      failing.set(number, { failures, passes, since });
      return { failures, othersPassed, isLasting: elapsed() - since >= lasting };
    },
    forgetFailures: () => failing.clear(),
  };
}
