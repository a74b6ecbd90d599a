/** Amounts of goods that are weighed or measured: as text, in the form of an input field, and as a person types them. */

import { type Language, withMinus } from './money.ts';
import { readNumber } from './number.ts';

/** How much: 350 with 3 decimals is 0.350 of the unit. */
export interface Amount {
  readonly value: number;
  readonly decimals: number;
  /** For example `kg`, `l`, `m`. */
  readonly unit: string;
}

/** `1.234,500 kg` in German, `1,234.500 kg` in English, with all decimals. */
export const formatMeasure = ({ value, decimals, unit }: Amount, language: Language): string =>
  `${withMinus((value / 10 ** decimals).toLocaleString(language, { minimumFractionDigits: decimals }))} ${unit}`;

/** `0,350` or `0.350`, without the unit and without grouping. */
export function editableMeasure({ value, decimals }: Amount, language: Language): string {
  const text = (value / 10 ** decimals).toFixed(decimals);
  return language === 'de' ? text.replace('.', ',') : text;
}

/** Reads a typed measure, in steps of the last decimal; an empty field is 0. Null for other characters, or more decimals. */
export function parseMeasure(text: string, decimals: number): number | null {
  const { value, fault } = readNumber(text, { decimals, most: Number.MAX_SAFE_INTEGER });
  return fault ? null : (value ?? 0);
}
