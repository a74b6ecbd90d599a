/** Masked numbers of payment cards. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCardNumber, lastFour, maskedPan, withoutCardNumbers } from './pan.ts';

/** Digits with the check digit that makes them a card number. */
const completed = (digits: string): string => [...'0123456789'].map(check => digits + check).find(isCardNumber) ?? '';

const cardNumber = fc
  .integer({ min: 12, max: 18 })
  .chain(length => fc.stringMatching(new RegExp(`^[1-9]\\d{${length - 1}}$`)))
  .map(completed);

describe('the last four digits', () => {
  it.each([
    ['4111111111111111', '1111'],
    ['4111 1111 1111 1111', '1111'],
    ['XXXXXXXXXXXX1111', '1111'],
    ['411111******1111', '1111'],
    ['************1111', '1111'],
    ['no digits', null],
    ['123', null],
    ['', null],
  ])('of %s', (pan, digits) => {
    expect(lastFour(pan)).toBe(digits);
  });

  it('are all that is left of a number', () => {
    expect(maskedPan('4111111111111111')).toBe('XXXXXXXXXXXX1111');
    expect(maskedPan('none')).toBeNull();
  });
});

it('cuts every card number in a text to its last four digits', () => {
  fc.assert(
    fc.property(
      cardNumber,
      fc.constantFrom('', 'card ', 'No.'),
      fc.constantFrom('', ' 12/30', ', please', '.'),
      (pan, before, after) => {
        const text = withoutCardNumbers(`${before}${pan}${after}`);
        expect(text).not.toContain(pan);
        expect(text).toBe(`${before}XXXXXXXXXXXX${pan.slice(-4)}${after}`);
      },
    ),
  );
});

it.each(['4111 1111 1111 1111', '4111-1111-1111-1111', '4111 1111 1111 1111 123', '3782 822463 10005'])(
  'cuts a number that is written in groups: %s',
  text => {
    expect(withoutCardNumbers(text)).toMatch(/^X{12}\d{4}$/);
  },
);

it.each(['Erika Muster', '2026-11-21', '1234567890123', 'Rechnung 4711'])('leaves other text as it is: %s', text => {
  expect(withoutCardNumbers(text)).toBe(text);
});
