/**
 * Tells a key that a person presses from one of a scan, where a single character does something at once: the keys of a scan
 * follow each other within the scanner's gap, a person's stands alone. The same for every scanner, whether it ends a code
 * with a suffix or not.
 */

import type { Key } from './wedge.ts';

/** Calls back after a delay in milliseconds; returns what cancels it. */
type Later = (run: () => void, delay: number) => () => void;

export function createLone(later: Later) {
  let last = Number.NEGATIVE_INFINITY;
  let cancel = () => {};

  return {
    /** To hear of every key before anything else does. True when it did not follow another one at once. */
    heard({ time, repeat }: Omit<Key, 'key'>, gap: number): boolean {
      if (repeat) return false;
      const first = time - last > gap;
      last = time;
      cancel();
      return first;
    },
    /** Does it unless another key comes. Twice the gap: a busy page hears the next key late. */
    wait(run: () => void, gap: number): void {
      cancel = later(run, 2 * gap);
    },
    end: () => cancel(),
  };
}
