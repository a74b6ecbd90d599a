/**
 * Keeps the control keys of a scanner away from the screen. Wedge scanners send the control characters of a code as F keys,
 * Delete, Insert or Ctrl combinations, and a code is data, never a command. Within a burst, which is a key within the scanner's
 * gap before or after, only characters, modifiers and the suffix act; every other key is dropped. Pure: keys and times in, what
 * becomes of them out.
 */

import { type Key, MODIFIERS, type WedgeOptions } from './wedge.ts';

/** A pressed key, and the place where it would act. */
export interface GateKey extends Key {
  /** Ctrl, Alt or Meta is held down, and the key is no character of AltGr. */
  readonly combined: boolean;
  /** `field` takes characters and edits with its own keys; `control` is pressed by Enter and the space bar. */
  readonly place: 'field' | 'control' | 'elsewhere';
}

export interface GateState {
  /** Time of the last key that is no modifier, ms. */
  readonly last: number;
  /** The key that was let through last; while it is held down, its repetitions pass. */
  readonly acting: string | null;
  /** The last key waits for the end of the gap. */
  readonly holding: boolean;
  /** The last key moved the focus or the caret at once, because nobody could know yet whether a burst begins with it. */
  readonly edited: boolean;
  /** True while a burst goes on in which a key was dropped or has no place: the end of this burst presses nothing. */
  readonly dropped: boolean;
}

/** `pass`: the key acts. `hold`: it acts when no key follows within the gap. `drop`: it does nothing. */
export interface GateStep {
  readonly state: GateState;
  readonly does: 'pass' | 'hold' | 'drop';
  /** The key belongs to a burst that began before it, so a key that is held goes, too. */
  readonly follows: boolean;
}

export const openGate: GateState = {
  last: Number.NEGATIVE_INFINITY,
  acting: null,
  holding: false,
  edited: false,
  dropped: false,
};

/** Fastest hand, ms: a person who corrects a field is not held up where a slow scanner was taught. */
const HAND = 40;

export function gateStep(
  state: GateState,
  key: GateKey,
  { gap, suffix }: Pick<WedgeOptions, 'gap' | 'suffix'>,
): GateStep {
  if (MODIFIERS.has(key.key)) return { state, does: 'pass', follows: false };
  const kind = kindOf(key, suffix);
  const pace = kind === 'edit' && key.place === 'field' ? Math.min(gap, HAND) : gap;
  const follows = key.time - state.last <= pace;
  const { acting, holding } = state;
  if (key.repeat) return { state: { ...state, last: key.time }, does: key.key === acting ? 'pass' : 'drop', follows };
  // Delete and Enter at once, without a character between them, are those of a hand.
  const edited = state.edited && kind !== 'suffix' && key.time - state.last <= HAND;
  const dropped = follows && (state.dropped || holding || edited);
  const next: GateState = { last: key.time, acting: key.key, holding: false, edited: false, dropped };
  if (kind === 'character' || (kind === 'suffix' && follows)) return { state: next, does: 'pass', follows };
  if (follows) return { state: { ...next, acting: null, dropped: true }, does: 'drop', follows };
  if (kind === 'edit' || EDITS.has(key.key)) return { state: { ...next, edited: true }, does: 'pass', follows };
  return { state: { ...next, holding: true }, does: 'hold', follows };
}

/** Keys that move the focus, the caret or the view: nobody has to wait for them. */
const EDITS: ReadonlySet<string> = new Set([
  'Tab',
  'PageUp',
  'PageDown',
  'Home',
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
]);
/** Not `Insert`, which asks for a price on the whole screen. */
const EDITS_OF_FIELD: ReadonlySet<string> = new Set([...EDITS, 'End', 'Backspace', 'Delete']);
/** Combinations with Ctrl that copy, paste, undo and zoom. */
const COMBINATIONS: ReadonlySet<string> = new Set(['a', 'c', 'v', 'x', 'y', 'z', '+', '-', '0']);

function kindOf({ key, combined, place }: GateKey, suffix: string): 'character' | 'suffix' | 'edit' | 'command' {
  if (combined) return COMBINATIONS.has(key.toLowerCase()) ? 'edit' : 'command';
  if (key === suffix) return 'suffix';
  if ([...key].length === 1) return key === ' ' && place === 'control' ? 'command' : 'character';
  return (place === 'field' ? EDITS_OF_FIELD : EDITS).has(key) ? 'edit' : 'command';
}
