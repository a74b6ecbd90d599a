/** A count that is being typed: one text for each note and coin, empty at first. */
import { type NumberForm, readNumber } from '../../texts/number.ts';
import type { Pieces } from './client.ts';

/** Most pieces of one note or coin. */
export const PIECES: NumberForm = { decimals: 0, most: 99_999 };

export type CountDraft = Readonly<Record<number, string>>;

/** The sum of what is typed so far, and the first note or coin without a number; null where every one has its number. */
export function readDraft(
  denominations: readonly number[],
  draft: CountDraft,
): { readonly sum: number; readonly missing: number | null; readonly pieces: Pieces } {
  const pieces = denominations.flatMap(value => {
    const { value: count } = readNumber(draft[value] ?? '', PIECES);
    return count === null ? [] : [{ value, pieces: count }];
  });
  const missing = denominations.find(value => !pieces.some(one => one.value === value)) ?? null;
  return { pieces, missing, sum: pieces.reduce((sum, one) => sum + one.value * one.pieces, 0) };
}

/** `500 €` in the place of `500,00 €`: a note needs no cents. */
export const withoutCents = (money: string): string => money.replace(/[.,]00(?=\D|$)/, '');

/** Empty fields become 0: whoever counted only what is there says so on purpose. */
export const withZeros = (denominations: readonly number[], draft: CountDraft): CountDraft =>
  Object.fromEntries(denominations.map(value => [value, (draft[value] ?? '').trim() || '0']));
