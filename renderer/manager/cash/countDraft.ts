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
    const count = piecesOf(draft, value);
    return count === null ? [] : [{ value, pieces: count }];
  });
  const missing = denominations.find(value => !pieces.some(one => one.value === value)) ?? null;
  return { pieces, missing, sum: pieces.reduce((sum, one) => sum + one.value * one.pieces, 0) };
}

/** The number typed for a note or coin; null where there is none. */
export const piecesOf = (draft: CountDraft, value: number): number | null =>
  readNumber(draft[value] ?? '', PIECES).value;

/** Pieces of a roll by coin, minor units: those that banks hand out. */
const ROLLS: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  EUR: { 200: 25, 100: 25, 50: 40, 20: 40, 10: 40, 5: 50, 2: 50, 1: 50 },
};

/** Pieces of a roll of this coin; null for a note, and where the currency has no rolls of its own here. */
export const rollOf = (value: number, currency: string): number | null => ROLLS[currency]?.[value] ?? null;

/** A roll more of a coin. A text that is no number stays for its field to say so. */
export function withRoll(draft: CountDraft, value: number, roll: number): CountDraft {
  const text = (draft[value] ?? '').trim();
  const pieces = text === '' ? 0 : piecesOf(draft, value);
  return pieces === null ? draft : { ...draft, [value]: String(pieces + roll) };
}

/** A digit of the pad; a leading 0 gives way to it. */
export const withDigit = (draft: CountDraft, value: number, digit: string): CountDraft => {
  const text = draft[value] ?? '';
  return { ...draft, [value]: text === '0' ? digit : `${text}${digit}` };
};

export const withoutDigit = (draft: CountDraft, value: number): CountDraft => ({
  ...draft,
  [value]: (draft[value] ?? '').slice(0, -1),
});

/** `500 €` in the place of `500,00 €`: a note needs no cents. */
export const withoutCents = (money: string): string => money.replace(/[.,]00(?=\D|$)/, '');

/** Empty fields become 0: whoever counted only what is there says so on purpose. */
export const withZeros = (denominations: readonly number[], draft: CountDraft): CountDraft =>
  Object.fromEntries(denominations.map(value => [value, (draft[value] ?? '').trim() || '0']));
