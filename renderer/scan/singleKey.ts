/**
 * Tells a key that a person presses from a key of a scan, on screens where a single character does something at once. The
 * keys of a scan follow each other within the scanner's gap; a person presses one key. The suffix of the scanner is not
 * needed for this.
 */

import type { Key } from './wedge.ts';

/** Calls back after a delay in milliseconds; returns a function that cancels the call. */
type Later = (run: () => void, delay: number) => () => void;

export function createSingleKeyFilter(later: Later) {
  let last = Number.NEGATIVE_INFINITY;
  let cancel = () => {};
  let waiting: (() => void) | null = null;
  const drop = () => {
    cancel();
    waiting = null;
  };
  const act = () => {
    const run = waiting;
    drop();
    run?.();
  };

  return {
    /**
     * Call for every key before anything else happens. True when the key does not follow another key within `gap`; the action of the
     * key before it, which was single then, runs at once.
     */
    isFirst({ time, repeat }: Omit<Key, 'key'>, gap: number): boolean {
      if (repeat) return false;
      const isFirst = time - last > gap;
      last = time;
      if (isFirst) act();
      else drop();
      return isFirst;
    },
    /** Runs the action unless another key follows. Waits twice the gap: a busy page receives the next key late. */
    runUnlessFollowed(run: () => void, gap: number): void {
      waiting = run;
      cancel = later(act, 2 * gap);
    },
    end: drop,
  };
}
