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

  return {
    /** Call for every key before anything else happens. True when the key does not follow another key within `gap`. */
    isFirst({ time, repeat }: Omit<Key, 'key'>, gap: number): boolean {
      if (repeat) return false;
      const isFirst = time - last > gap;
      last = time;
      cancel();
      return isFirst;
    },
    /** Runs the action unless another key follows. Waits twice the gap: a busy page receives the next key late. */
    runUnlessFollowed(run: () => void, gap: number): void {
      cancel = later(run, 2 * gap);
    },
    end: () => cancel(),
  };
}
