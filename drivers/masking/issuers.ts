/** Number ranges of payment cards (ISO/IEC 7812), to distinguish them from loyalty cards. */

/** Returns the digit at `index` of a number. */
export type DigitAt = (index: number) => number;

/** Digits of a card number. */
export const SHORTEST = 13;
export const LONGEST = 19;

/** Digits of the shortest Maestro cards. */
export const SHORTEST_MAESTRO = 12;

/** True for a complete number of a payment card: its length, its range and its check digit are right. */
export function isPaymentCard(count: number, digit: DigitAt): boolean {
  return count >= SHORTEST && count <= LONGEST && isOfIssuer(count, digit) && luhn(count, digit);
}

/** True for a complete Maestro number of twelve digits. Many other numbers are as long, so the range must match exactly. */
export function isShortMaestro(count: number, digit: DigitAt): boolean {
  return count === SHORTEST_MAESTRO && MAESTRO.has(firstFour(digit)) && luhn(count, digit);
}

const MAESTRO: ReadonlySet<number> = new Set([5018, 5020, 5038, 5893, 6304, 6759, 6761, 6762, 6763]);

/**
 * True when a number begins like that of a payment card: travel (3), banks (4, 5, 6), fuel (7), and the ranges of schemes among
 * airlines (1, 2), national numbers (9) and others (8). Loyalty cards begin with 0, 8, 9 or another 2.
 */
export function isOfIssuer(count: number, digit: DigitAt): boolean {
  const first = digit(0);
  if (first >= 3 && first <= 7) return true;
  const four = firstFour(digit);
  return RANGES.some(({ from, to, digits }) => four >= from && four <= to && count >= digits[0] && count <= digits[1]);
}

const firstFour = (digit: DigitAt): number => 1000 * digit(0) + 100 * digit(1) + 10 * digit(2) + digit(3);

const ANY = [0, LONGEST] as const;
// Product codes with the same first digits have 13.
const LONG = [15, LONGEST] as const;

interface Range {
  readonly from: number;
  readonly to: number;
  readonly digits: readonly [least: number, most: number];
}

const RANGES: readonly Range[] = [
  { from: 1000, to: 1999, digits: [15, 15] }, // UATP, JCB (1800)
  { from: 1946, to: 1946, digits: LONG }, // GPN
  { from: 2014, to: 2014, digits: LONG }, // enRoute
  { from: 2131, to: 2131, digits: LONG }, // JCB
  { from: 2149, to: 2149, digits: LONG }, // enRoute
  { from: 2200, to: 2205, digits: ANY }, // Mir, Borica, PayPak
  { from: 2221, to: 2720, digits: ANY }, // Mastercard
  { from: 8100, to: 8299, digits: LONG }, // RuPay, UnionPay
  { from: 8600, to: 8600, digits: LONG }, // Uzcard
  { from: 9051, to: 9051, digits: LONG }, // ArCa
  { from: 9112, to: 9112, digits: LONG }, // Belkart
  { from: 9400, to: 9499, digits: LONG }, // Korean cards, Elcart
  { from: 9704, to: 9704, digits: LONG }, // Napas
  { from: 9792, to: 9792, digits: LONG }, // Troy
  { from: 9804, to: 9804, digits: LONG }, // Prostir
  { from: 9860, to: 9860, digits: LONG }, // Humo
];

/** Stricter, for a number joined to other digits: the first two digits and the length must be those of a scheme. */
export function isOfScheme(count: number, digit: DigitAt): boolean {
  const pair = 10 * digit(0) + digit(1);
  return (SCHEMES[count]?.includes(pair) ?? false) && isPaymentCard(count, digit);
}

/** Lengths that `isOfScheme` accepts, longest first. */
export const SCHEME_LENGTHS = [19, 16, 15, 14] as const;

const SCHEMES: Readonly<Record<number, readonly number[]>> = {
  14: [30, 36, 38, 39],
  15: [18, 21, 34, 37],
  16: [
    22, 23, 24, 25, 26, 27, 35, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 60, 62, 64, 65, 67, 81,
    82, 86, 90, 91, 94, 97, 98,
  ],
  19: [62, 67],
};

/**
 * The strictest, for texts full of other numbers: the first four digits and the length must be those of a scheme. Thirteen
 * digits are old Visa cards, and more often product codes and telephone numbers, which have rules of their own. Airline plans
 * (1…) are left out: numbers made of a date or a counter begin alike.
 */
export function isIssued(count: number, digit: DigitAt): boolean {
  if (count < SHORTEST_MAESTRO || count > LONGEST) return false;
  const four = firstFour(digit);
  if ((LENGTHS[four]! & (1 << count)) === 0 || !luhn(count, digit)) return false;
  return count !== 13 || !(isProductCode(digit) || isTelephone(four));
}

/** The check digit of product codes (EAN-13, GTIN-13). */
function isProductCode(digit: DigitAt): boolean {
  let sum = 0;
  for (let i = 0; i < 13; i++) sum += i % 2 === 0 ? digit(i) : 3 * digit(i);
  return sum % 10 === 0;
}

/** German and Austrian mobile numbers of thirteen digits, with the country code and without `+`: 49 1…, 43 6…. */
const isTelephone = (four: number): boolean => Math.trunc(four / 10) === 491 || Math.trunc(four / 10) === 436;

const LONG_CARD = [16, 17, 18, 19] as const;

interface Issue {
  readonly from: number;
  readonly to: number;
  readonly digits: readonly number[];
}

const ISSUED: readonly Issue[] = [
  { from: 4000, to: 4999, digits: [16, 19] }, // Visa
  { from: 5000, to: 5099, digits: LONG_CARD }, // Maestro, Verve, Dankort
  { from: 5100, to: 5599, digits: [16] }, // Mastercard
  { from: 5600, to: 5899, digits: LONG_CARD }, // Maestro
  { from: 6000, to: 6999, digits: LONG_CARD }, // Maestro, girocard, Discover, UnionPay, RuPay
  { from: 7000, to: 7999, digits: LONG_CARD }, // fuel
  { from: 2221, to: 2720, digits: [16] }, // Mastercard
  { from: 2200, to: 2205, digits: LONG_CARD }, // Mir, Borica, PayPak
  { from: 3000, to: 3059, digits: [14, 16, 19] }, // Diners
  { from: 3095, to: 3095, digits: [14, 16, 19] },
  { from: 3600, to: 3699, digits: [14, 16, 19] },
  { from: 3800, to: 3999, digits: [14, 16, 19] },
  { from: 3400, to: 3499, digits: [15] }, // American Express
  { from: 3700, to: 3799, digits: [15] },
  { from: 3528, to: 3589, digits: [16, 19] }, // JCB
  { from: 1800, to: 1800, digits: [15] },
  { from: 2131, to: 2131, digits: [15] },
  { from: 8100, to: 8299, digits: LONG_CARD }, // UnionPay, RuPay
  { from: 8600, to: 8600, digits: [16] }, // Uzcard
  { from: 9051, to: 9051, digits: [16] }, // ArCa
  { from: 9112, to: 9112, digits: [16] }, // Belkart
  { from: 9400, to: 9499, digits: [16] }, // Korean cards, Elcart
  { from: 9704, to: 9704, digits: [16, 19] }, // Napas
  { from: 9792, to: 9792, digits: [16] }, // Troy
  { from: 9804, to: 9804, digits: [16] }, // Prostir
  { from: 9860, to: 9860, digits: [16] }, // Humo
];

/** By the first four digits, one bit for each length. A table, since every row of digits in a text is looked up. */
const LENGTHS = lengthsByIssuer();

function lengthsByIssuer(): Uint32Array {
  const lengths = new Uint32Array(10_000);
  const add = (from: number, to: number, digits: readonly number[]) => {
    const bits = digits.reduce((sum, count) => sum | (1 << count), 0);
    for (let four = from; four <= to; four++) lengths[four]! |= bits;
  };
  for (const { from, to, digits } of ISSUED) add(from, to, digits);
  add(4000, 4999, [13]);
  for (const four of MAESTRO) add(four, four, [12, 13, 14, 15]);
  return lengths;
}

function luhn(count: number, digit: DigitAt): boolean {
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const value = digit(count - 1 - i);
    sum += i % 2 === 0 ? value : value > 4 ? 2 * value - 9 : 2 * value;
  }
  return sum % 10 === 0;
}
