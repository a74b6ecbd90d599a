import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loyaltyCardNumber } from './loyaltyCardNumber.ts';

it('the numbers of the demo cards have the right check digit', () => {
  for (const number of ['9276004000000018', '9276004000000026', '9276004000000059', '8376004000000019'])
    expect(loyaltyCardNumber(number.slice(0, 4), number.slice(4, -1))).toBe(number);
});

it('one wrong digit is noticed', () => {
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
