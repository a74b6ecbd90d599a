/** Codes of an article as people write them into one field or cell. Pure. */

export interface PackCode {
  readonly code: string;
  /** Pieces in the pack. */
  readonly pieces: number;
}

/** Signs that stand between codes, and in none of them. */
export const BETWEEN_CODES = /[,;|\n]/;

/** Several stand beside each other, with a comma, semicolon or bar between them; between digits also with a blank or a slash. */
export const codesIn = (text: string): readonly string[] =>
  text
    .split(BETWEEN_CODES)
    .map(part => part.trim())
    .flatMap(part => (isSeveralNumbers(part) ? part.split(/[\s/]+/) : [part]))
    .filter(Boolean);

/** Digits with gaps, as they are printed below a bar code (4 006381 333931), are one number. */
const isSeveralNumbers = (text: string): boolean =>
  /^\d+(?:[\s/]+\d+)+$/.test(text) && (/\//.test(text) || !PRINTED.test(text));

const PRINTED = /^(?:\d \d{6} \d{6}|\d{4} \d{4}|\d \d{5} \d{5} \d|\d \d{2} \d{5} \d{5} \d)$/;

/** As `codesIn` reads it again. */
export const writtenCodes = (codes: readonly string[]): string =>
  codes.join(codes.every(code => /^\d+$/.test(code)) && !PRINTED.test(codes.join(' ')) ? ' ' : ', ');

/** `14006381333938 = 6, 24006381333935 = 12`; null where a part is none. */
export function packsIn(text: string): readonly PackCode[] | null {
  const packs = text
    .split(BETWEEN_CODES)
    .filter(part => part.trim() !== '')
    .map(part => /^\s*(.*\S)\s*=\s*(\d{1,4})\s*$/.exec(part));
  if (packs.includes(null)) return null;
  return packs.map(found => ({ code: found?.[1] ?? '', pieces: Number(found?.[2]) }));
}

/** As `packsIn` reads it again. */
export const writtenPacks = (packs: readonly PackCode[]): string =>
  packs.map(({ code, pieces }) => `${code} = ${pieces}`).join(', ');
