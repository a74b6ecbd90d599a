/** Amounts and times as text. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatAxis, formatFigure, formatShare } from '../report/figures.ts';
import { formatMeasure } from './measure.ts';
import { editableMoney, formatElapsed, formatMoney, parseMoney } from './money.ts';

test('formats amounts for each language', () => {
  expect(formatMoney(123450, 'EUR', 'de')).toBe('1.234,50\u00a0€');
  expect(formatMoney(123450, 'EUR', 'en')).toBe('€1,234.50');
  expect(formatMoney(-90, 'EUR', 'de')).toBe('−0,90\u00a0€');
  expect(formatMoney(-123450, 'EUR', 'en')).toBe('−€1,234.50');
  expect(formatMoney(-0, 'EUR', 'de')).toBe('0,00\u00a0€');
  expect(formatMoney(500, 'JPY', 'en')).toBe('JP¥500');
});

test('reads an amount for editing back as the same amount', () => {
  const currency = fc.constantFrom('EUR', 'JPY', 'KWD', 'CHF');
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 999_999_999_999 }),
      currency,
      fc.constantFrom('de', 'en'),
      (minor, code, language) => {
        expect(parseMoney(editableMoney(minor, code, language as 'de' | 'en'), code)).toBe(minor);
      },
    ),
  );
});

test('keeps the hyphen of the keyboard in fields', () => {
  expect(editableMoney(-90, 'EUR', 'de')).toBe('-0,90');
});

test('writes every figure with the same minus', () => {
  expect(formatMeasure({ value: -350, decimals: 3, unit: 'kg' }, 'de')).toBe('−0,350 kg');
  const formats = { language: 'de', currency: 'EUR', zone: 'Europe/Berlin' } as const;
  const written = (['money', 'count', 'measure', 'share'] as const).map(unit => formatFigure(-5000, unit, formats));
  expect(written).toEqual(['−50,00\u00a0€', '−5.000', '−0,500', '−50\u00a0%']);
  expect(formatShare(-250, 'en', true)).toBe('−2.5%');
  for (const unit of ['money', 'count', 'share'] as const) expect(formatAxis(-120_000, unit, formats)).toMatch(/^−/);
});

test('reads whole and short amounts, and refuses everything else', () => {
  expect(parseMoney('20', 'EUR')).toBe(2000);
  expect(parseMoney(' 12,5 ', 'EUR')).toBe(1250);
  expect(parseMoney('0.05', 'EUR')).toBe(5);
  for (const text of ['', ',', '1,234', '1.000,00', '-5', '5 €', 'abc', '1e3', '9'.repeat(20)])
    expect(parseMoney(text, 'EUR')).toBe(null);
});

test('formats elapsed time as minutes and seconds', () => {
  expect([0, 999, 61_000, 3_600_000, -5].map(formatElapsed)).toEqual(['0:00', '0:00', '1:01', '60:00', '0:00']);
});

test.each([
  ['HUF', '1234.56'],
  ['COP', '1234.56'],
  ['JPY', '123456'],
  ['KWD', '123.456'],
  ['IQD', '123.456'],
  ['CLF', '12.3456'],
])('uses the decimals of ISO 4217 for %s, also where browsers differ', (currency, text) => {
  expect(editableMoney(123_456, currency, 'en')).toBe(text);
  expect(parseMoney(text, currency)).toBe(123_456);
  expect(formatMoney(123_456, currency, 'en').replaceAll(',', '')).toContain(text);
});
