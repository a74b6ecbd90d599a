/** A till learns its scanner from one scan, whatever keyboard the scanner is set to. */

import { describe, expect, test } from 'vitest';
import { characterOf, type Layout, type Stroke } from './layouts.ts';
import { lessonOf, paceOf, TEST_CODE, type TimedStroke } from './teaching.ts';

const held = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };
const PLACES = [
  ...[...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map(letter => `Key${letter}`),
  ...[...'0123456789'].map(digit => `Digit${digit}`),
  ...'Backquote Minus Equal BracketLeft BracketRight Semicolon Quote Backslash Comma Period Slash IntlBackslash'.split(
    ' ',
  ),
];

/** The stroke by which a scanner of one layout sends a character to a till of another; dead keys are such on a German till. */
function strokeOf(character: string, from: Layout, to: Layout): Stroke {
  for (const code of PLACES)
    for (const [shiftKey, altKey] of [
      [false, false],
      [true, false],
      [false, true],
    ] as const) {
      const stroke = { ...held, key: '', code, shiftKey, altKey };
      if (characterOf(stroke, from) !== character) continue;
      const key = characterOf(stroke, to);
      return { ...stroke, key: to === 'de' && /[´`^]/.test(key) ? 'Dead' : key };
    }
  throw new Error(`${from} has no ${character}`);
}

const scanOf = (text: string, from: Layout, to: Layout, ends: readonly string[] = ['Enter'], pace = 5): TimedStroke[] =>
  [...[...text].map(one => strokeOf(one, from, to)), ...ends.map(key => ({ ...held, key, code: key }))].map(
    (stroke, at) => ({
      ...stroke,
      time: at * pace,
    }),
  );

describe('the test code teaches', () => {
  test.each([
    ['de', 'de', '', ['Enter'], { prefix: '', suffix: 'Enter', layout: null }],
    ['us', 'us', '', ['Tab'], { prefix: '', suffix: 'Tab', layout: null }],
    ['us', 'de', '', ['Enter'], { prefix: '', suffix: 'Enter', layout: 'us' }],
    ['de', 'us', '', [], { prefix: '', suffix: 'none', layout: 'de' }],
    ['us', 'de', ']C0', ['Tab'], { prefix: ']C0', suffix: 'Tab', layout: 'us' }],
    ['us', 'de', '~', ['Enter', 'Enter'], { prefix: '~', suffix: 'Enter', layout: 'us' }],
  ] as const)('a %s scanner at a %s till, prefix "%s", then %j', (from, to, prefix, ends, keys) => {
    expect(lessonOf(scanOf(prefix + TEST_CODE, from, to, ends))).toEqual({ kind: 'learnt', keys, gap: 6 });
  });

  test('or says why it did not', () => {
    expect(lessonOf(scanOf('4006381333931', 'us', 'de'))).toEqual({ kind: 'other', read: '4006381333931' });
    expect(lessonOf(scanOf(TEST_CODE, 'us', 'de', ['Enter'], 200))).toEqual({ kind: 'slow', pace: 200 });
    const turned = scanOf(TEST_CODE, 'us', 'us').map(stroke => ({
      ...stroke,
      key:
        stroke.key.length === 1 && stroke.key === stroke.key.toLowerCase()
          ? stroke.key.toUpperCase()
          : stroke.key.length === 1
            ? stroke.key.toLowerCase()
            : stroke.key,
      shiftKey: /^[a-z]$/i.test(stroke.key) ? !stroke.shiftKey : stroke.shiftKey,
    }));
    expect(lessonOf(turned)).toEqual({ kind: 'capsLock' });
  });
});

test('the pace of any code is its longest pause, also of a scanner that is too slow', () => {
  expect(paceOf(scanOf('ABC123', 'us', 'us', ['Enter'], 50))).toBe(50);
  expect(paceOf(scanOf('ABC123', 'us', 'us', ['Enter'], 200))).toBe(200);
  expect(paceOf(scanOf('ABC', 'us', 'us', ['Enter'], 50))).toBeNull();
});

test('every printable character of ASCII is typed on one keyboard and read on the other', () => {
  const ascii = Array.from({ length: 95 }, (_, at) => String.fromCharCode(at + 32)).filter(one => one !== ' ');
  for (const from of ['us', 'de'] as const) {
    const to = from === 'us' ? 'de' : 'us';
    const missing = ascii.filter(one => from === 'us' || !'^`'.includes(one));
    expect(missing.map(one => characterOf(strokeOf(one, from, to), from)).join('')).toBe(missing.join(''));
  }
});
