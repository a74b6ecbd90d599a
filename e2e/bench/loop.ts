/** The loops in which floor and product are measured alike: a warm-up that does not count, then the measurement. */
import { setTimeout as pause } from 'node:timers/promises';

/** How long code is run before it is measured, as a share of the measurement. */
const WARM_UP = 0.25;
/** Calls between two looks at the clock. */
const BATCH = 1000;

/** The last answer, kept so that the compiler can leave nothing out. */
export let kept: unknown;

/** Calls a second of `call`. */
export function callsPerSecond(duration: number, call: () => unknown): number {
  runFor(duration * WARM_UP, call);
  return runFor(duration, call);
}

function runFor(duration: number, call: () => unknown): number {
  const begin = performance.now();
  let count = 0;
  let passed = 0;
  while (passed < duration) {
    for (let index = 0; index < BATCH; index += 1) kept = call();
    count += BATCH;
    passed = performance.now() - begin;
  }
  return count / (passed / 1000);
}

/**
 * Milliseconds each of what happens meanwhile and `count` counts. A conversation runs through much code that is compiled
 * only after thousands of turns, so it warms up for as long as it is measured.
 */
export async function millisecondsEach(duration: number, count: () => number): Promise<number> {
  await pause(duration);
  const [first, begin] = [count(), performance.now()];
  await pause(duration);
  return (performance.now() - begin) / (count() - first);
}
