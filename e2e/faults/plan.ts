/** Selects the faults to try: every one, or a sample that is the same for the same seed. */
import fc from 'fast-check';
import { DEFAULT_TIMERS as OPI_TIMERS } from '../../drivers/opi/exchange/requests.ts';
import type { Direction, TransportName } from './chaosLine.ts';
import type { Restart } from './counter.ts';
import { type CutPoint, measured } from './cuts.ts';
import { type ExchangeName, exchanges } from './exchanges.ts';
import type { DiskPoint } from './failingDisk.ts';
import { type LateLine, type LatePoint, measureLate } from './late.ts';
import type { RealPoint } from './real.ts';

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
    for (const [exchange, carried] of await measured(transport, choice.exchanges, rival))
      for (const direction of directions)
        for (let after = 0; after <= carried[direction]; after += 1)
          for (const restart of choice.restarts)
            points.push({ transport, exchange, direction, after, restart, ...(rival ? { rival } : {}) });
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

/** How often a write or flush fails, from every second to one in several sales (a card sale has about 45 of them). */
export const failingDisks = (times: number, seed: number): readonly DiskPoint[] =>
  fc.sample(fc.integer({ min: 2, max: 400 }), { numRuns: times, seed }).map(every => ({ every, sales: 20 }));

/** Moments to kill, counted in sales since the start; evenly spread, which doubles of the library are not. */
export const moments = (times: number, seed: number): readonly number[] =>
  fc
    .sample(fc.noBias(fc.integer({ min: 0, max: 1000 * SALES - 1 })), { seed, numRuns: times })
    .map(thousandths => thousandths / 1000);

/** The message of each exchange, which is the command: its control bytes, or its RequestType. */
const COMMANDS: Readonly<Record<'zvt' | 'opi', Partial<Record<ExchangeName, number | string>>>> = {
  zvt: {
    approved: 0x0601,
    declined: 0x0601,
    lateApproval: 0x0601,
    reversal: 0x0630,
    refund: 0x0631,
    preAuthorisation: 0x0622,
    booking: 0x0624,
    endOfDay: 0x0650,
  },
  opi: {
    approved: 'CardPayment',
    declined: 'CardPayment',
    lateApproval: 'CardPayment',
    reversal: 'PaymentReversal',
    refund: 'PaymentRefund',
    endOfDay: 'ReconciliationWithClosure',
  },
};

export const lateLines: readonly LateLine[] = ['tcp', 'tcpListen', 'opi'];

const commandsAt = (transport: LateLine) => COMMANDS[transport === 'opi' ? 'opi' : 'zvt'];

export interface LateChoice {
  readonly transports: readonly LateLine[];
  readonly exchanges: readonly ExchangeName[];
  /** The part of a shop's time that is waited. */
  readonly scale: number;
  readonly seed: number;
}

/** The command itself stays on the way: it is what must never come later. With and without a till that is killed. */
export const lateCommands = ({ transports, exchanges, scale, seed }: LateChoice): readonly LatePoint[] =>
  withTimes(
    transports.flatMap(transport =>
      exchanges.flatMap(exchange => {
        const before = commandsAt(transport)[exchange];
        if (before === undefined) return [];
        const point = { transport, exchange, direction: 'toTerminal', after: 0, before, scale } as const;
        return [false, true].map(kills => ({ ...point, kills }));
      }),
    ),
    seed,
  );

/** Every byte of the exchanges in both directions. */
export async function everyLate({ transports, exchanges, scale, seed }: LateChoice): Promise<readonly LatePoint[]> {
  const points: Omit<LatePoint, 'outage' | 'lateBy'>[] = [];
  for (const transport of transports)
    for (const exchange of exchanges.filter(name => commandsAt(transport)[name] !== undefined)) {
      const carried = await measureLate(transport, exchange);
      for (const direction of directions)
        for (let after = 0; after <= carried[direction]; after += 1)
          for (const kills of [false, true]) points.push({ transport, exchange, direction, after, kills, scale });
    }
  return withTimes(points, seed);
}

/**
 * The line is away for 7 to 20 s, and what it kept comes 1 to 30 s after that. O.P.I. knows no acknowledgement: its till gives a
 * request up after 180 s and an abort of 30 s, so half of its outages are longer than that. A system goes on for a process that was
 * killed only for about 100 s (Linux: eight attempts), so such an outage is short.
 */
function withTimes(points: readonly Omit<LatePoint, 'outage' | 'lateBy'>[], seed: number): readonly LatePoint[] {
  const times = fc.record({
    outage: fc.noBias(fc.integer({ min: 7000, max: 20_000 })),
    lateBy: fc.noBias(fc.integer({ min: 1000, max: 30_000 })),
    isLong: fc.boolean(),
  });
  const drawn = fc.sample(times, { seed, numRuns: points.length });
  return points.map((point, at) => {
    const { outage, lateBy, isLong } = drawn[at]!;
    return {
      ...point,
      lateBy,
      outage: point.transport === 'opi' && isLong && !point.kills ? GIVES_UP + outage : outage,
    };
  });
}

const GIVES_UP = OPI_TIMERS.card + OPI_TIMERS.stop;

/** Every command over a real network, with and without a till that is killed. */
export function realCommands(exchanges: Choice['exchanges'], scale: number, seed: number): readonly RealPoint[] {
  const points = (['zvt', 'opi'] as const).flatMap(protocol =>
    exchanges
      .filter(exchange => COMMANDS[protocol][exchange] !== undefined)
      .flatMap(exchange => [false, true].map(kills => ({ protocol, exchange, kills, scale }))),
  );
  const outages = fc.sample(fc.noBias(fc.integer({ min: 7000, max: 20_000 })), { seed, numRuns: points.length });
  // A system keeps its own times, so an outage is never so short that its first attempts come through.
  return points.map((point, at) => ({ ...point, outage: Math.max(outages[at]! * scale, SHORTEST) }));
}

const SHORTEST = 2000;
