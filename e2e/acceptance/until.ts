/** Waits for a fact that nobody announces, as it is with a register of somebody else. */
import { setTimeout as pause } from 'node:timers/promises';

const STEP = 50;

/** The first value that is not null, or null after `limit` ms. */
export async function until<T>(look: () => T | null | Promise<T | null>, limit: number): Promise<T | null> {
  const end = performance.now() + limit;
  for (;;) {
    const value = await look();
    if (value !== null || performance.now() > end) return value;
    await pause(STEP);
  }
}
