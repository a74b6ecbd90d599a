/** Rules for PINs. Pure; nothing here knows the PIN of anybody. */

import type { Texts } from './texts.ts';

export interface PinLength {
  /** Digits. */
  readonly shortest: number;
  readonly longest: number;
}

export const usualPinLength: PinLength = { shortest: 4, longest: 8 };

/** The middle column of the keypad; every list of tried PINs begins with it after the sequences and repetitions. */
const COLUMNS: ReadonlySet<string> = new Set(['2580', '0852']);

/**
 * The fault of a new PIN; null where it has none. The PINs of others are no part of the rules: a refusal would say
 * which PIN is somebody's.
 */
export function pinFault(pin: string, { shortest, longest }: PinLength = usualPinLength): Texts | null {
  if (!/^[0-9]+$/.test(pin) || pin.length < shortest || pin.length > longest)
    return {
      de: `Eine PIN hat ${shortest === longest ? shortest : `${shortest} bis ${longest}`} Ziffern.`,
      en: `A PIN has ${shortest === longest ? shortest : `${shortest} to ${longest}`} digits.`,
    };
  if (isRepetition(pin))
    return {
      de: 'Diese PIN wiederholt sich und wird als Erstes erraten. Bitte eine andere wählen.',
      en: 'This PIN repeats itself and would be guessed first. Please choose another one.',
    };
  if (isSequence(pin) || COLUMNS.has(pin))
    return {
      de: 'Diese PIN ist eine Folge und wird als Erstes erraten. Bitte eine andere wählen.',
      en: 'This PIN is a sequence and would be guessed first. Please choose another one.',
    };
  return null;
}

/** 0000, 1212, 123123: a shorter part, again and again. */
function isRepetition(pin: string): boolean {
  return Array.from({ length: Math.floor(pin.length / 2) }, (_, index) => pin.slice(0, index + 1)).some(
    part => pin.length % part.length === 0 && part.repeat(pin.length / part.length) === pin,
  );
}

/** 1234, 8765, 2468, 9012: the same step from each digit to the next one, with 0 after 9. */
function isSequence(pin: string): boolean {
  const digits = [...pin].map(Number);
  const steps = digits.slice(1).map((digit, index) => (digit - (digits[index] ?? 0) + 10) % 10);
  return [1, 2, 8, 9].includes(steps[0] ?? 0) && steps.every(step => step === steps[0]);
}
