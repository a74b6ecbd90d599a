/** Which faults are to be tried: every one, or a sample that is the same for the same seed. */
import fc from 'fast-check';
import type { Direction, TransportName } from './chaosLine.ts';
import type { Restart } from './counter.ts';
import { type CutPoint, measure } from './cuts.ts';
import { type ExchangeName, exchanges } from './exchanges.ts';

export const transports: readonly TransportName[] = ['tcp', 'serial', 'tcpListen'];
export const restarts: readonly Restart[] = ['nothing', 'terminal', 'bridge', 'both'];
const directions: readonly Direction[] = ['toTerminal', 'toTill'];

export interface Choice {
  readonly transports: readonly TransportName[];
  readonly exchanges: readonly ExchangeName[];
  readonly restarts: readonly Restart[];
}

export const everything: Choice = { transports, restarts, exchanges: Object.keys(exchanges) as ExchangeName[] };

/** Every byte of the exchanges in both directions, with everything that may be switched off at it. */
export async function everyCut(choice: Choice, rival?: CutPoint['rival']): Promise<readonly CutPoint[]> {
  const points: CutPoint[] = [];
  for (const transport of choice.transports)
    for (const exchange of choice.exchanges) {
      const carried = await measure(transport, exchange, rival);
      for (const direction of directions)
        for (let after = 0; after <= carried[direction]; after += 1)
          for (const restart of choice.restarts)
            points.push({ transport, exchange, direction, after, restart, ...(rival ? { rival } : {}) });
    }
  return points;
}

/**
 * The same over TCP, with another till that does as much while our line is down. Whoever is switched off has another
 * memory afterwards than the one the other till has paid into, so only the bridge is.
 */
export async function everyRival(exchanges: Choice['exchanges']): Promise<readonly CutPoint[]> {
  const choice = { transports: ['tcp'], exchanges, restarts: ['nothing', 'bridge'] } as const;
  return [...(await everyCut(choice, 'kept')), ...(await everyCut(choice, 'reversed'))];
}

/** `count` of them, each at most once, in the order they had. */
export function sampleOf<T>(all: T[], count: number, seed: number): readonly T[] {
  const size = Math.min(count, all.length);
  return fc.sample(fc.shuffledSubarray(all, { minLength: size, maxLength: size }), { seed, numRuns: 1 })[0] ?? [];
}

/** The bridge is killed during one of its first sales after a start. */
const SALES = 3;

/** When to kill, counted in sales since the start; evenly spread, which doubles of the library are not. */
export const moments = (times: number, seed: number): readonly number[] =>
  fc
    .sample(fc.noBias(fc.integer({ min: 0, max: 1000 * SALES - 1 })), { seed, numRuns: times })
    .map(thousandths => thousandths / 1000);
