/**
 * Bounds the memory of garbage. V8 lets old objects that nobody needs any more grow to several times those in use; with a third of
 * them, 20,000 requests leave 8 MB less, at the same processor time. And it lets the space for new objects grow to 128 MB on a machine
 * with much memory, where a till that makes little garbage at a time gains nothing by it: with ten tills the process took between 188
 * and 321 MB, and takes 225 MB with the bound, at the same processor time a sale.
 */
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Both halves of the space, bytes. With a quarter of it a sale takes a twentieth more processor time. */
const ENOUGH = 8_000_000;
/** ms */
const LOOK_EVERY = 20;

/** Size of the space for new objects, bytes. */
export const youngMemory = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;

/** Bounds both; for new objects it looks until the space is large enough, and lets it grow no more. V8 has no setting for its greatest size that holds in a running process. */
export function boundGarbage(): void {
  setFlagsFromString('--heap-growing-percent=30');
  const looking = setInterval(() => {
    if (youngMemory() < ENOUGH) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    clearInterval(looking);
  }, LOOK_EVERY).unref();
}
