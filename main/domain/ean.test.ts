import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDigit, completeEan13, isEan } from './ean.ts';

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map(list => list.join(''));

describe('EAN', () => {
  it.each(['4006381333931', '5901234123457', '2000000010069', '96385074', '73513537'])('%s is one', code =>
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
  ])('%s is none', code => expect(isEan(code)).toBe(false));

  it('is completed by its check digit', () => {
    expect(completeEan13('400638133393')).toBe('4006381333931');
    fc.assert(fc.property(digits(12), twelve => isEan(completeEan13(twelve))));
    fc.assert(fc.property(digits(7), seven => isEan(`${seven}${checkDigit(seven)}`)));
  });

  it.each(['40063813339', '4006381333931', '40063813339x'])('is not completed from %s', digitsGiven =>
    expect(() => completeEan13(digitsGiven)).toThrow(RangeError),
  );

  it('notices a single misread digit', () => {
    fc.assert(
      fc.property(digits(12), fc.nat(12), fc.integer({ min: 1, max: 9 }), (twelve, place, shift) => {
        const code = completeEan13(twelve);
        const misread = (Number(code[place]) + shift) % 10;
        expect(isEan(code.slice(0, place) + misread + code.slice(place + 1))).toBe(false);
      }),
    );
  });
});
