/** Numbers of payment cards that were sent by mistake or masked: only the last four digits are kept. */
import { hasLuhnCheckDigit } from './checkDigits.ts';

/** The last four digits of a number, masked or not; null when there are none. */
export const lastFour = (pan: string): string | null => /\d{4}(?=\D*$)/.exec(pan.replace(/[\s-]/g, ''))?.[0] ?? null;

/** `XXXXXXXXXXXX1111` */
export function maskedPan(pan: string): string | null {
  const digits = lastFour(pan);
  return digits === null ? null : `${'X'.repeat(12)}${digits}`;
}

/** The text in which every whole card number is cut to its last four digits. */
export const withoutCardNumbers = (text: string): string =>
  text.replace(CANDIDATE, found => {
    const digits = found.replace(/\D/g, '');
    // A number in groups may be followed by further digits, such as a date.
    const number = [digits, digits.slice(0, 16)].find(isCardNumber);
    return number === undefined ? found : (maskedPan(number) ?? '');
  });

/** Formats of a number on cards: in one piece, in fours, or four, six and five. */
const CANDIDATE = /(?<!\d)(?:\d{13,19}|\d{4}(?:[ -]\d{4}){3}(?:[ -]\d{1,3})?|\d{4}[ -]\d{6}[ -]\d{4,5})(?!\d)/g;

/** A whole card number: 13 to 19 digits, the last one their check digit. */
export const isCardNumber = (digits: string): boolean => /^\d{13,19}$/.test(digits) && hasLuhnCheckDigit(digits);
