/**
 * Damage that a spreadsheet does to a text when it opens a file and saves it again: digits are shortened to `4,00638E+12`, zeros in front are
 * dropped, and letters that its character set does not have become question marks.
 */

/** True where the cell may be what a spreadsheet has left of the text, but for zeros in front. */
export const isLeftOf = (text: string, cell: string): boolean =>
  cell === text || isShortOf(text, cell) || isWithoutLetters(text, cell);

/** A number that a spreadsheet has shortened; its digits are lost. */
export const isShortened = (text: string): boolean => /^[+-]?\d+([.,]\d+)?e[+-]?\d+$/i.test(text);

function isShortOf(text: string, cell: string): boolean {
  if (!/^\d+$/.test(text) || !isShortened(cell)) return false;
  const [mantissa = '', exponent = ''] = cell.toLowerCase().split('e');
  const decimals = mantissa.split(/[.,]/)[1]?.length ?? 0;
  const [digits = '', power = ''] = Number(text).toExponential(decimals).split('e');
  return Number(digits) === Number(mantissa.replace(',', '.')) && Number(power) === Number(exponent);
}

export const isWithoutZeros = (text: string, cell: string): boolean =>
  /^0\d+$/.test(text) && text.replace(/^0+/, '') === cell;

/** Two question marks stand for a sign that a spreadsheet keeps as a pair. */
const isWithoutLetters = (text: string, cell: string): boolean =>
  text.length === cell.length &&
  Array.from(
    { length: text.length },
    (_, at) => cell[at] === text[at] || (cell[at] === '?' && !isPlain(text[at])),
  ).every(Boolean);

const isPlain = (sign = ''): boolean => sign <= '\u007f';

const MONTH = '(?:jan|feb|m(?:rz|är|ar|rc)|apr|mai|may|jun|jul|aug|sept?|okt|oct|nov|de[zc])[a-zé]*\\.?';
const DAY = new RegExp(`^(?:\\d{1,2}[. -]{1,2}${MONTH}|${MONTH}[ -]\\d{2})$`, 'i');

/** `01. Feb`, `Feb 12`: of `1-2`, or of `2/12`. */
export const isDayOfSpreadsheet = (text: string): boolean => DAY.test(text);
