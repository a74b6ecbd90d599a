/** Numbers with a check digit: article codes (EAN-13, EAN-8), loyalty cards and payment cards (Luhn). */

/** True for 8 or 13 digits whose last digit is the right check digit. */
export const isEan = (code: string): boolean =>
  /^(?:\d{8}|\d{13})$/.test(code) && eanCheckDigit(code.slice(0, -1)) === Number(code.at(-1));

/** The EAN-13 that begins with these twelve digits. Throws a RangeError for any other input. */
export function completeEan13(twelve: string): string {
  if (!/^\d{12}$/.test(twelve)) throw new RangeError('an EAN-13 is completed from twelve digits');
  return `${twelve}${eanCheckDigit(twelve)}`;
}

/** The check digit for the digits before it: counted from the right, weights 3 and 1 in turn. */
export function eanCheckDigit(digits: string): number {
  const weighted = [...digits].reverse().map((digit, index) => Number(digit) * (index % 2 === 0 ? 3 : 1));
  return (10 - (weighted.reduce((sum, value) => sum + value, 0) % 10)) % 10;
}

/** The number of a loyalty card: prefix, digits, and their check digit (Luhn). */
export function loyaltyCardNumber(prefix: string, digits: string): string {
  const body = `${prefix}${digits}`;
  return `${body}${(10 - (luhnSum(`${body}0`) % 10)) % 10}`;
}

/** True where the last digit is the Luhn check digit of the digits before it. */
export const hasLuhnCheckDigit = (digits: string): boolean => luhnSum(digits) % 10 === 0;

/** The digits added up; from the end, every second digit counts double, and a double above 9 loses 9. */
const luhnSum = (digits: string): number =>
  [...digits].toReversed().reduce((sum, digit, position) => sum + luhnValue(Number(digit), position % 2 === 1), 0);

function luhnValue(digit: number, doubled: boolean): number {
  if (!doubled) return digit;
  return digit > 4 ? digit * 2 - 9 : digit * 2;
}
