/** The code on a receipt, by which a scanner finds its sale again. */

/**
 * The code on a receipt: its number, and four digits made of the id of its sale, so that the receipt of another shop with the same
 * number is not taken for it. Letters and digits alone, none of which changes its place between keyboards.
 */
export const receiptCode = (receiptNumber: number, sale: string): string => `B${receiptNumber}C${checkOf(sale)}`;

const CODE = /^B(\d{1,15})C\d{4}$/i;

/** The receipt number in a code; null for a text of another form. */
export function numberInCode(text: string): number | null {
  const [, number] = CODE.exec(text.trim()) ?? [];
  return number === undefined ? null : Number(number);
}

/** True for the sale that the code stands for. */
export const isCodeOf = (text: string, receiptNumber: number | null, sale: string): boolean =>
  receiptNumber !== null && text.trim().toUpperCase() === receiptCode(receiptNumber, sale);

function checkOf(sale: string): string {
  let sum = 0;
  for (const character of sale) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 10_007;
  return String(sum % 10_000).padStart(4, '0');
}
