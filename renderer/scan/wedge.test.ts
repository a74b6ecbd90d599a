/** Scans and typing on one keyboard. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ending, idle, type Key, type KeyMeaning, readKey, shortestCode, type WedgeOptions } from './wedge.ts';

const options: WedgeOptions = { prefix: '', suffix: 'Enter', gap: 40 };

const run = (keys: readonly Key[], given = options): readonly KeyMeaning[] => {
  let state = idle;
  return keys.map(key => {
    const [next, meaning] = readKey(state, key, given);
    state = next;
    return meaning;
  });
};

const codes = (keys: readonly Key[], given = options) =>
  run(keys, given).flatMap(meaning => (meaning.kind === 'scanned' ? [meaning.code] : []));

/** Keys with a pause before each. */
const keysOf = (parts: readonly (readonly [key: string, pause: number])[]): Key[] => {
  let time = 0;
  return parts.map(([key, pause]) => {
    time += pause;
    return { key, time };
  });
};

const scanOf = (code: string, pause: number, before: number) =>
  [...code, 'Enter'].map((key, index) => [key, index === 0 ? before : pause] as const);

const code = fc.stringMatching(/^[0-9A-Z]{6,20}$/);
const quick = fc.integer({ min: 0, max: options.gap });
const slow = fc.integer({ min: options.gap + 1, max: 2000 });
const typed = fc.array(fc.constantFrom(...'abc0123 äß', 'Enter', 'Backspace', 'Tab', 'ArrowLeft'), { maxLength: 30 });

test('finds every scan between the keys of a person', () => {
  const part = fc.oneof(
    fc.record({ scan: code, pause: quick, before: slow }),
    fc.record({
      typed: fc.array(fc.tuple(fc.constantFrom(...'abc0123', 'Backspace', 'Tab'), slow), { maxLength: 12 }),
    }),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), parts => {
      const keys = keysOf(parts.flatMap(p => ('scan' in p ? scanOf(p.scan, p.pause, p.before) : p.typed)));
      expect(codes(keys)).toEqual(parts.flatMap(p => ('scan' in p ? [p.scan] : [])));
    }),
  );
});

test('never takes a person for a scanner', () => {
  fc.assert(
    fc.property(typed, fc.array(slow, { minLength: 30, maxLength: 30 }), (keys, pauses) => {
      expect(codes(keysOf(keys.map((key, index) => [key, pauses[index]!])))).toEqual([]);
    }),
  );
});

test('never takes a quick PIN for a scan', () => {
  fc.assert(
    fc.property(fc.stringMatching(new RegExp(`^[0-9]{1,${shortestCode - 1}}$`)), quick, (pin, pause) => {
      expect(codes(keysOf(scanOf(pin, pause, 500)))).toEqual([]);
    }),
  );
});

test('finds twenty scans a second', () => {
  const wanted = Array.from({ length: 20 }, (_, index) => String(4_000_000_000_000 + index));
  const keys = keysOf(wanted.flatMap(ean => scanOf(ean, 3, 50 - 13 * 3)));
  expect(keys.at(-1)!.time).toBeLessThanOrEqual(1000);
  expect(codes(keys)).toEqual(wanted);
});

test.each([
  ['~#7', '7', { prefix: '~#' }],
  ['~#10002', '10002', { prefix: '~#' }],
  ['~#', undefined, { prefix: '~#' }],
  ['10002', undefined, { prefix: '~#' }],
  // A prefix of digits may be the beginning of a PIN.
  ['9910002', undefined, { prefix: '99' }],
])('%s: a short code counts between a prefix that nobody types and the suffix', (text, code, given) => {
  expect(codes(keysOf(scanOf(text, 5, 500)), { ...options, ...given })).toEqual(code === undefined ? [] : [code]);
});

test('a silence may have cut a code, so that a short one behind a prefix is none', () => {
  expect(ending('~#10002', { ...options, prefix: '~#', suffix: '' }).kind).toBe('typing');
  expect(ending('~#100025', { ...options, prefix: '~#', suffix: '' })).toEqual({ kind: 'scanned', code: '100025' });
});

test('removes the prefix, and ignores bursts without it', () => {
  const given = { ...options, prefix: '~#' };
  expect(codes(keysOf(scanOf('~#9276004000000018', 5, 0)), given)).toEqual(['9276004000000018']);
  expect(codes(keysOf(scanOf('9276004000000018', 5, 0)), given)).toEqual([]);
});

test('ends a burst at a pause longer than the gap', () => {
  expect(codes(keysOf([...scanOf('12345678', 5, 0).slice(0, -1), ['Enter', options.gap + 1]]))).toEqual([]);
  expect(codes(keysOf([...scanOf('1234', 5, 5).slice(0, -1), ...scanOf('56789012', 5, 100)]))).toEqual(['56789012']);
});

test('ignores held keys and modifiers, and ends a burst at other keys', () => {
  const held = Array.from({ length: 12 }, (_, index) => ({ key: '0', time: index * 30, repeat: index > 0 }));
  expect(codes([...held, { key: 'Enter', time: 350 }])).toEqual([]);
  const shifted = [...'ABC123'].flatMap(key => [['Shift', 2] as const, [key, 2] as const]);
  expect(codes(keysOf([...shifted, ['Enter', 2]]))).toEqual(['ABC123']);
  expect(codes(keysOf([...scanOf('123456', 5, 0).slice(0, -1), ['ArrowLeft', 2], ['Enter', 2]]))).toEqual([]);
});

test('marks the first key of a burst', () => {
  const meanings = run(
    keysOf([
      ['4', 500],
      ['0', 5],
      ['0', 5],
      ['1', 500],
    ]),
  );
  expect(meanings.map(meaning => meaning.kind === 'typing' && meaning.starts)).toEqual([true, false, false, true]);
});

test('a control character is none of the code, also where it comes first', () => {
  // FNC1 of a GS1 code, as many scanners send it.
  const separator = (time: number): Key => ({ key: ']', time, combined: true });
  const characters = keysOf(scanOf('01040063', 10, 1000));
  expect(codes([separator(995), ...characters])).toEqual(['01040063']);
});
