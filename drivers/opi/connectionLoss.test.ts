/**
 * The line is cut after every byte, on both channels and in both directions: afterwards the terminal and what the driver
 * says agree, and nothing was asked for twice. A sample here; every byte with `OPI_CUTS=all`.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Outcome, PaymentTerminal, TaskOutcome } from '../terminal.ts';
import { openPair, type Pair, until } from './pair.fixture.ts';

const ALL = process.env.OPI_CUTS === 'all';
const SEED = 20_261_121;
const SAMPLE = process.env.LONG ? 12 : 4;

let pair: Pair;
beforeAll(async () => {
  pair = await openPair({ relayed: true });
});
afterAll(() => pair.close());

/** The commands to the terminal; each reversal takes back a payment of its own. */
const exchanges: Readonly<Record<string, (terminal: PaymentTerminal) => Promise<Outcome>>> = {
  payment: terminal => terminal.pay({ amount: 1200 }),
  'declined payment': terminal => terminal.pay({ amount: 1205 }),
  refund: terminal => terminal.refund({ amount: 300 }),
  reversal: terminal => terminal.reverse({ receiptNumber: lastPayment(), amount: 1000 }),
};
const requestTypes: Readonly<Record<string, string>> = {
  payment: 'CardPayment',
  'declined payment': 'CardPayment',
  refund: 'PaymentRefund',
  reversal: 'PaymentReversal',
};

const ways = [
  ['channel 0, to the terminal', 0, 'caller'],
  ['channel 0, to the till', 0, 'called'],
  ['channel 1, to the till', 1, 'caller'],
  ['channel 1, to the terminal', 1, 'called'],
] as const;

const cases = Object.keys(exchanges).flatMap(exchange => ways.map(way => [exchange, ...way] as const));

describe('after a cut', () => {
  it.each(cases)('%s: %s', { timeout: ALL ? 3_600_000 : 30_000 }, async (exchange, _, channel, side) => {
    const length = await lengthOf(exchange, channel, side);
    for (const at of pointsUpTo(length)) {
      const seen = await cutOnce(exchange, channel, side, at);
      expect(seen, `cut after ${at} of ${length} bytes`).toMatchObject({ asked: true, agrees: true });
    }
  });

  it.each(ways)('an end-of-day: %s', { timeout: ALL ? 3_600_000 : 30_000 }, async (_, channel, side) => {
    await endOfDay();
    pair.relays![channel].cutAfter(side, Number.POSITIVE_INFINITY);
    await endOfDay();
    const length = pair.relays![channel].passed[side];
    for (const at of pointsUpTo(length)) {
      await pair.terminal.pay({ amount: 1000 });
      pair.relays![channel].cutAfter(side, at);
      const { kind } = await endOfDay();
      await settled();
      const closed = pair.virtual.terminal.memory.bookings.length === 0;
      expect(kind === 'unknown' || (kind === 'done') === closed, `${kind} after ${at} of ${length} bytes`).toBe(true);
    }
  });
});

function endOfDay(): Promise<TaskOutcome> {
  return pair.terminal.perform({ do: 'endOfDay' });
}

async function lengthOf(exchange: string, channel: 0 | 1, side: 'caller' | 'called'): Promise<number> {
  await prepare();
  pair.relays![channel].cutAfter(side, Number.POSITIVE_INFINITY);
  await exchanges[exchange]!(pair.terminal);
  return pair.relays![channel].passed[side];
}

async function cutOnce(exchange: string, channel: 0 | 1, side: 'caller' | 'called', at: number) {
  const known = await prepare();
  const { memory, received } = pair.virtual.terminal;
  const booked = memory.bookings.length;
  const before = received.length;
  pair.relays![channel].cutAfter(side, at);
  const outcome = await exchanges[exchange]!(pair.terminal);
  await settled();
  const happened = await hasMoved(outcome, known);
  const asked = received.slice(before).filter(type => type === requestTypes[exchange]).length;
  return { asked: asked <= 1, agrees: happened === memory.bookings.length > booked, outcome: outcome.kind };
}

/** A payment that can be reversed, and whose receipt number is known. */
async function prepare(): Promise<number> {
  await settled();
  const paid = await pair.terminal.pay({ amount: 1000 });
  return (paid.kind === 'approved' && paid.facts.receiptNumber) || Number.NaN;
}

function lastPayment(): number {
  return pair.virtual.terminal.memory.bookings.findLast(({ kind }) => kind === 'payment')!.receiptNumber;
}

async function settled(): Promise<void> {
  await until(() => !pair.virtual.terminal.isBusy && pair.terminal.state === 'ready');
}

/** True when money moved: by the outcome, or else by the last transaction. */
async function hasMoved(outcome: Outcome, known: number): Promise<boolean> {
  if (outcome.kind !== 'unknown') return outcome.kind === 'approved';
  const last = await pair.terminal.lastTransaction();
  if (last.kind !== 'found') throw new Error(`the last transaction is ${last.kind}`);
  // Under the number of the request that was cut, or else the one before: never another one's.
  expect(last.facts.reference === outcome.facts.reference).toBe(last.facts.receiptNumber !== known);
  return last.approved && last.facts.receiptNumber !== known;
}

/** All points, or the ends, the length of the first frame, and a sample between. */
function pointsUpTo(length: number): readonly number[] {
  if (ALL) return Array.from({ length: length + 1 }, (_, at) => at);
  const sample = fc.sample(fc.integer({ min: 0, max: length }), { numRuns: SAMPLE, seed: SEED });
  return [0, 1, 3, 4, 5, length - 1, length, ...sample];
}
