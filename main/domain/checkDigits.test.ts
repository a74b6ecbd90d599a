/** Tests of check digits: article codes, and numbers of loyalty cards. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completeEan13, eanCheckDigit, isEan, loyaltyCardNumber } from './checkDigits.ts';

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map(list => list.join(''));

describe('EAN', () => {
  it.each(['4006381333931', '5901234123457', '2000000010069', '96385074', '73513537'])('accepts %s', code =>
    expect(isEan(code)).toBe(true),
  );

  it.each([
    '4006381333930',
    '96385075',
    '400638133393',
    '40063813339310',
    '',
    'abcdefgh',
    '４００６３８１３３３９３１',
  ])('refuses %s', code => expect(isEan(code)).toBe(false));

  it('is completed with its check digit', () => {
    expect(completeEan13('400638133393')).toBe('4006381333931');
    fc.assert(fc.property(digits(12), twelve => isEan(completeEan13(twelve))));
    fc.assert(fc.property(digits(7), seven => isEan(`${seven}${eanCheckDigit(seven)}`)));
  });

  it.each(['40063813339', '4006381333931', '40063813339x'])('cannot be completed from %s', digitsGiven =>
    expect(() => completeEan13(digitsGiven)).toThrow(RangeError),
  );

  it('shows a single misread digit', () => {
    fc.assert(
      fc.property(digits(12), fc.nat(12), fc.integer({ min: 1, max: 9 }), (twelve, place, shift) => {
        const code = completeEan13(twelve);
        const misread = (Number(code[place]) + shift) % 10;
        expect(isEan(code.slice(0, place) + misread + code.slice(place + 1))).toBe(false);
      }),
    );
  });
});

describe('the number of a loyalty card', () => {
  it('has the right check digit on every demo card', () => {
    for (const number of ['9276004000000018', '9276004000000026', '9276004000000059', '8376004000000019'])
      expect(loyaltyCardNumber(number.slice(0, 4), number.slice(4, -1))).toBe(number);
  });

  it('shows a single wrong digit', () => {
    const digits = fc.stringMatching(/^\d{11}$/);
    fc.assert(
      fc.property(digits, fc.nat({ max: 14 }), fc.integer({ min: 1, max: 9 }), (tail, place, shift) => {
        const number = loyaltyCardNumber('4711', tail);
        const wrong = (Number(number[place]) + shift) % 10;
        const changed = number.slice(0, place) + wrong + number.slice(place + 1);
        expect(number).toMatch(/^4711\d{12}$/);
        expect(loyaltyCardNumber(changed.slice(0, 4), changed.slice(4, -1))).not.toBe(changed);
      }),
    );
  });
});
