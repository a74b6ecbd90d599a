/** Scans that are slower than the till expects. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { extendTrail, gapFor, type KeyTrail, slowestPace, slowScanIn } from './slowScan.ts';

const options = { prefix: '', suffix: 'Enter', gap: 40 };

/** Keys with these pauses; the last pause is that before the suffix. */
function typed(code: string, pauses: readonly number[]): readonly [KeyTrail, number] {
  let time = 1000;
  let trail: KeyTrail = [];
  [...code].forEach((key, at) => {
    time += at === 0 ? 0 : pauses[at - 1]!;
    trail = extendTrail(trail, { key, time }, false);
  });
  return [trail, time + pauses[code.length - 1]!];
}

const judged = (code: string, pauses: readonly number[]) => slowScanIn(...typed(code, pauses), options);
const evenly = (code: string, pause: number) => judged(code, Array(code.length).fill(pause));

test('detects a scan at 60 ms a key, with its pace', () => {
  expect(evenly('2000000020006', 60)).toMatchObject({ code: '2000000020006', pace: 60 });
});

test('detects every even pace between the gap and the limit', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[0-9]{8,20}$/),
      fc.integer({ min: 42, max: 110 }),
      fc.array(fc.integer({ min: -8, max: 8 }), { minLength: 20, maxLength: 20 }),
      (code, pause, jitter) => {
        const pauses = [...code].map((_, at) => pause + jitter[at]!);
        const scan = judged(code, pauses);
        if (Math.max(...pauses.slice(0, code.length)) <= options.gap) expect(scan).toBeNull();
        else expect(scan?.code).toBe(code);
      },
    ),
  );
});

test.each([
  ['ignores a scan that is quick enough', '2000000020006', Array(13).fill(20)],
  ['ignores keys beyond the limit', '2000000020006', Array(13).fill(slowestPace + 1)],
  ['ignores an uneven hand', '12345678', [60, 110, 70, 45, 118, 80, 60, 90]],
  ['ignores four digits of a PIN', '1111', Array(4).fill(60)],
  ['ignores seven digits', '1234567', Array(7).fill(60)],
  ['ignores letters', 'kaffeebohnen', Array(12).fill(60)],
])('%s', (_, code, pauses) => {
  expect(judged(code, pauses)).toBeNull();
});

test('ignores keys before a long pause', () => {
  const [first] = typed('99', [60, 60]);
  let trail = first;
  for (const [at, key] of [...'20000000'].entries()) trail = extendTrail(trail, { key, time: 5000 + at * 60 }, false);
  expect(slowScanIn(trail, 5000 + 8 * 60, options)?.code).toBe('20000000');
});

const halting = (code: string, pauses: readonly number[]) => {
  const scan = judged(code, pauses);
  return scan?.pace === 0 ? scan.code : null;
};

test('a scan that halts for a moment, wherever that is, is whole', () => {
  const quick = fc.integer({ min: 0, max: options.gap });
  const late = fc.integer({ min: options.gap + 1, max: slowestPace });
  fc.assert(
    fc.property(
      fc.stringMatching(/^[0-9A-Z]{6,30}$/).chain(code =>
        fc.record({
          code: fc.constant(code),
          pauses: fc.array(quick, { minLength: code.length, maxLength: code.length }),
          halts: fc.uniqueArray(fc.tuple(fc.nat({ max: code.length - 1 }), late), {
            selector: ([at]) => at,
            minLength: 1,
            maxLength: Math.floor(code.length / 3),
          }),
        }),
      ),
      ({ code, pauses, halts }) => {
        for (const [at, pause] of halts) pauses[at] = pause;
        expect(halting(code, pauses)).toBe(code);
      },
    ),
  );
});

test.each([
  ['a scan without a halt is none of these', '2000000020006', Array(13).fill(20)],
  ['nor is a slow one', '2000000020006', Array(13).fill(60)],
  ['nor a hand with two keys at once', '20000000', [90, 10, 80, 95, 10, 100, 85, 90]],
  ['nor a PIN', '1111', [20, 50, 20, 20]],
  ['nor keys long before an Enter', '2000000020006', [...Array(12).fill(20), 1001]],
])('%s', (_, code, pauses) => {
  expect(halting(code, pauses)).toBeNull();
});

test('a halting scan has its prefix taken off, and is none without it', () => {
  const pauses = [20, 60, ...Array(9).fill(20)];
  const [trail, end] = typed('~4006381333', pauses);
  expect(slowScanIn(trail, end, { ...options, prefix: '~' })).toMatchObject({ code: '4006381333', pace: 0 });
  expect(slowScanIn(trail, end, { ...options, prefix: '#' })).toBeNull();
});

/** Pauses of 10 ms, and longer ones behind these keys. */
const haltAfter = (code: string, halts: Readonly<Record<number, number>>) =>
  [...code].map((_, at) => halts[at + 1] ?? 10);

test.each([
  ['in the middle', '4006381333931', { 5: 400 }, '4006381333931'],
  ['behind a part that is a code by itself', '4006381333931', { 5: 400, 12: 90 }, '4006381333931'],
  ['before its last keys', '4006381333931', { 10: 900 }, '4006381333931'],
  ['before the Enter', '4006381333931', { 13: 700 }, '4006381333931'],
  ['at its first key, as its check digit shows', '4006381333931', { 1: 400 }, '4006381333931'],
  ['within a code without a check digit', 'AB-1234-X', { 4: 400 }, 'AB-1234-X'],
  ['behind keys of a hand', '12' + '4006381333931', { 1: 150, 2: 400 }, undefined],
  ['behind a key of a hand, and one in the code', '54006381333931', { 1: 300, 5: 600 }, '4006381333931'],
  ['behind a quick part of another code', '2000' + '4006381333931', { 4: 800 }, '4006381333931'],
  ['behind keys of a hand, before a code without a check digit', '12AB-1234-X', { 1: 150, 2: 400 }, undefined],
  ['of more than a second', '4006381333931', { 5: 1001 }, undefined],
])('a long halt %s', (_, code, halts, read) => {
  const [trail, end] = typed(code, haltAfter(code, halts));
  for (const inField of [false, true]) expect(slowScanIn(trail, end, options, inField)?.code).toBe(read);
});

test('a quick hand in a field is no scanner, whatever its halts', () => {
  const hand = fc.integer({ min: options.gap + 1, max: 900 });
  fc.assert(
    fc.property(
      fc.stringMatching(/^[0-9a-z]{1,20}$/),
      fc.array(hand, { minLength: 20, maxLength: 20 }),
      (text, pauses) => {
        expect(slowScanIn(...typed(text, pauses), options, true)).toBeNull();
      },
    ),
  );
});

test('limits the learnt gap', () => {
  expect([gapFor(20, 40), gapFor(60, 40), gapFor(119, 40), gapFor(500, 40)]).toEqual([40, 75, 149, 150]);
});
