/** Numbers as people type them: counts, amounts of money and measures. Pure; a text that is no number of its field is never cut down to one. */

/** Kind of number that a field takes. */
export interface NumberForm {
  /** Digits behind the comma; 0: whole numbers only. */
  readonly decimals: number;
  /** Largest number that counts, in steps of the last decimal. */
  readonly most: number;
}

/** `whole`: a comma where only whole numbers count. `characters`: something that belongs to no number. */
export type NumberFault = 'whole' | 'characters' | 'decimals' | 'most';

export interface NumberReading {
  /** In steps of the last decimal; null for an empty field, a comma alone, and a fault. */
  readonly value: number | null;
  /** The reason why the text does not count. */
  readonly fault: NumberFault | null;
}

/**
 * Reads a typed or pasted text. Comma and point both stand before the decimals, whatever the language; a thousands separator is
 * not taken, because it would make one of them mean two things.
 */
export function readNumber(text: string, { decimals, most }: NumberForm): NumberReading {
  const parts = /^(\d*)(?:([.,])(\d*))?$/.exec(text.trim());
  if (!parts) return refused(decimals === 0 && /^[\d.,]*$/.test(text) ? 'whole' : 'characters');
  const [, whole = '', mark, fraction = ''] = parts;
  if (mark !== undefined && decimals === 0) return refused('whole');
  if (fraction.length > decimals) return refused('decimals');
  if (whole + fraction === '') return { value: null, fault: null };
  const value = Number(whole + fraction.padEnd(decimals, '0'));
  return value > Math.min(most, Number.MAX_SAFE_INTEGER) ? refused('most') : { value, fault: null };
}

const refused = (fault: NumberFault): NumberReading => ({ value: null, fault });

/** Whole numbers of at most so many digits, as article numbers, codes and PINs. */
export const digitsForm = (digits: number): NumberForm => ({ decimals: 0, most: 10 ** digits - 1 });
