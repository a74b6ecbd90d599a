/** Single keys and keys of a scan. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSingleKeyFilter } from './singleKey.ts';

const GAP = 50;

/** Presses keys with a pause before each, on a clock of the test; answers the keys that did something. */
function pressed(pauses: readonly number[]): readonly number[] {
  let waiting: { readonly run: () => void; readonly at: number } | null = null;
  let now = 0;
  const did: number[] = [];
  const singleKey = createSingleKeyFilter((run, delay) => {
    const mine = { run, at: now + delay };
    waiting = mine;
    return () => {
      if (waiting === mine) waiting = null;
    };
  });
  const passes = (until: number) => {
    if (waiting && waiting.at <= until) {
      waiting.run();
      waiting = null;
    }
    now = until;
  };
  for (const [at, pause] of pauses.entries()) {
    passes(now + pause);
    if (singleKey.isFirst({ time: now }, GAP)) singleKey.runUnlessFollowed(() => did.push(at), GAP);
  }
  passes(now + 10_000);
  return did;
}

test('runs the action of a single key', () => {
  expect(pressed([1000])).toEqual([0]);
  expect(pressed([1000, 1000, 1000])).toEqual([0, 1, 2]);
});

test('runs no action for the keys of a scan', () => {
  const scan = fc.array(fc.integer({ min: 0, max: GAP }), { minLength: 1, maxLength: 30 });
  fc.assert(fc.property(scan, pauses => void expect(pressed([1000, ...pauses])).toEqual([])));
});

test('runs no action for two quick keys, and accepts the next key', () => {
  expect(pressed([1000, 30, 1000])).toEqual([2]);
});

test('runs the actions of two keys that a hand presses quickly', () => {
  expect(pressed([1000, GAP + 10, GAP + 10])).toEqual([0, 1, 2]);
});

test('counts a held key once', () => {
  const singleKey = createSingleKeyFilter(() => () => {});
  expect(singleKey.isFirst({ time: 0 }, GAP)).toBe(true);
  expect(singleKey.isFirst({ time: 500, repeat: true }, GAP)).toBe(false);
});
