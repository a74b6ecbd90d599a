/** Marks of copies, and the code on a receipt. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newId } from '../world/ids.ts';
import { printMark } from './printMark.ts';
import { isCodeOf, numberInCode, receiptCode } from './receiptCode.ts';

it('the slip itself has no mark; copies, cancelled and perhaps double ones say so', () => {
  const mark = (copy: number, isVoid: boolean, mayBeDouble: boolean) => printMark({ copy, isVoid, mayBeDouble }, 'de');
  expect(mark(0, false, false)).toBe('');
  expect(mark(2, false, false)).toBe('KOPIE 2');
  expect(mark(0, true, false)).toBe('STORNIERT');
  expect(mark(1, true, true)).toBe('STORNIERT · KOPIE – vielleicht doppelt gedruckt');
});

it('a code is read back in any case, belongs to its sale, and keeps its place on every keyboard', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_999 }), number => {
      const [sale, other] = [newId('STX'), newId('STX')];
      const code = receiptCode(number, sale);
      expect(code).toMatch(/^[A-X0-9]+$/);
      expect(numberInCode(code.toLowerCase())).toBe(number);
      expect(isCodeOf(` ${code} `, number, sale)).toBe(true);
      expect(isCodeOf(code, number + 1, sale)).toBe(false);
      if (receiptCode(number, other) !== code) expect(isCodeOf(code, number, other)).toBe(false);
    }),
    { numRuns: 50 },
  );
  for (const text of ['', '4711', 'B4711', 'B4711C12', 'B4711C12345', 'XB4711C1234', '2000000010069'])
    expect(numberInCode(text)).toBeNull();
});
