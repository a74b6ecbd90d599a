/** Article codes EAN-13 and EAN-8 (GTIN): the check digit and what may be taken for such a code. */

/** True for 8 or 13 digits whose last one is the right check digit. */
export const isEan = (code: string): boolean =>
  /^(?:\d{8}|\d{13})$/.test(code) && checkDigit(code.slice(0, -1)) === Number(code.at(-1));

/** The EAN-13 that begins with these twelve digits. Throws a RangeError for anything else than twelve digits. */
export function completeEan13(twelve: string): string {
  if (!/^\d{12}$/.test(twelve)) throw new RangeError('an EAN-13 is completed from twelve digits');
  return `${twelve}${checkDigit(twelve)}`;
}

/** The check digit for the digits before it: counted from the right, weights 3 and 1 in turn. */
export function checkDigit(digits: string): number {
  const weighted = [...digits].reverse().map((digit, index) => Number(digit) * (index % 2 === 0 ? 3 : 1));
  return (10 - (weighted.reduce((sum, value) => sum + value, 0) % 10)) % 10;
}
