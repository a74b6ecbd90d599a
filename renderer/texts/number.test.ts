/** Typed and pasted numbers of counts, amounts and measures. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editableMeasure } from './measure.ts';
import { digitsForm, readNumber } from './number.ts';

const pieces = { decimals: 0, most: 9999 };
const money = { decimals: 2, most: 99_999_999 };
const kilograms = { decimals: 3, most: 999_999 };

describe('a field of pieces', () => {
  test.each([
    ['1,5', 'whole'],
    ['0,25', 'whole'],
    ['1.5', 'whole'],
    ['2,', 'whole'],
    ['1.234,5', 'whole'],
    ['1/2', 'characters'],
    ['1 2', 'characters'],
    ['-3', 'characters'],
    ['1e3', 'characters'],
    ['3 Stück', 'characters'],
    ['10000', 'most'],
    ['9'.repeat(40), 'most'],
  ])('refuses %s', (text, fault) => {
    expect(readNumber(text, pieces)).toEqual({ value: null, fault });
  });

  test('takes whole numbers, and an empty field is no fault', () => {
    expect(['7', ' 12 ', '0', '9999'].map(text => readNumber(text, pieces).value)).toEqual([7, 12, 0, 9999]);
    expect(readNumber('  ', pieces)).toEqual({ value: null, fault: null });
  });
});

describe('a field of a measure', () => {
  test('takes comma and point, and what is on its way to a number', () => {
    const typed = ['0,350', '0.35', '1', ',5', '1,'];
    expect(typed.map(text => readNumber(text, kilograms).value)).toEqual([350, 350, 1000, 500, 1000]);
    expect(readNumber(',', kilograms)).toEqual({ value: null, fault: null });
  });

  test.each([
    ['0,3505', 'decimals'],
    ['1.234,5', 'characters'],
    ['1,2,3', 'characters'],
    ['1000', 'most'],
  ])('refuses %s', (text, fault) => {
    expect(readNumber(text, kilograms).fault).toBe(fault);
  });
});

test('a text is never cut down to another number', () => {
  const forms = fc.constantFrom(pieces, money, kilograms, digitsForm(6));
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.,/-+ ex×') }), forms, (text, form) => {
      const { value } = readNumber(text, form);
      // A number that counts is the number that a person reads in the text.
      if (value !== null) expect(value / 10 ** form.decimals).toBeCloseTo(Number(text.trim().replace(',', '.')), 6);
    }),
  );
});

test('a number in the form of its field is read as itself', () => {
  fc.assert(
    fc.property(fc.nat(999_999), fc.constantFrom('de', 'en'), (steps, language) => {
      expect(
        readNumber(editableMeasure({ value: steps, decimals: 3, unit: 'kg' }, language as 'de' | 'en'), kilograms)
          .value,
      ).toBe(steps);
    }),
  );
});
