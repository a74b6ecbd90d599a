/** Which card numbers pay (ISO/IEC 7812): told by their first digits, so that numbers of loyalty cards may stay. */

/** The digit at `index` of a number that is still bytes. */
export type DigitAt = (index: number) => number;

/** Digits of a card number. */
export const SHORTEST = 13;
export const LONGEST = 19;

/** A whole number of a payment card: right length, a range of an issuer, right check digit. */
export function isPaymentCard(count: number, digit: DigitAt): boolean {
  return count >= SHORTEST && count <= LONGEST && isOfIssuer(count, digit) && luhn(count, digit);
}

/**
 * Does a number begin like those of cards that pay: travel (3), banks (4, 5, 6), fuel (7), Mastercard and Mir among the
 * airlines (2), UATP (1)? Loyalty cards begin with 0, 8, 9 or another 2.
 */
export function isOfIssuer(count: number, digit: DigitAt): boolean {
  const first = digit(0);
  if (first !== 2) return (first >= 3 && first <= 7) || (first === 1 && count === 15);
  const four = 2000 + 100 * digit(1) + 10 * digit(2) + digit(3);
  return (four >= 2200 && four <= 2204) || (four >= 2221 && four <= 2720);
}

/** Stricter, for a number glued to other digits: first two digits and length as the card schemes issue them. */
export function isOfScheme(count: number, digit: DigitAt): boolean {
  const pair = 10 * digit(0) + digit(1);
  return (SCHEMES[count]?.includes(pair) ?? false) && isPaymentCard(count, digit);
}

/** Lengths `isOfScheme` knows, longest first. */
export const SCHEME_LENGTHS = [19, 16, 15, 14] as const;

const SCHEMES: Readonly<Record<number, readonly number[]>> = {
  14: [30, 36, 38, 39],
  15: [34, 37],
  16: [22, 23, 24, 25, 26, 27, 35, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 51, 52, 53, 54, 55, 60, 62, 64, 65, 67],
  19: [62, 67],
};

function luhn(count: number, digit: DigitAt): boolean {
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const value = digit(count - 1 - i);
    sum += i % 2 === 0 ? value : value > 4 ? 2 * value - 9 : 2 * value;
  }
  return sum % 10 === 0;
}
