/**
 * Tells a barcode scanner that types like a keyboard ("wedge") from a person. Pure: keys and times in, their
 * meaning out. A scan is a burst of characters and the suffix key, each within `gap` of the key before.
 */

export interface WedgeOptions {
  /** Characters that the scanner sends before the code; empty when it sends none. */
  readonly prefix: string;
  /** Name of the key that ends a scan, as `KeyboardEvent.key` has it; empty: a short silence ends it. */
  readonly suffix: string;
  /** Longest pause between two keys of a scan, in milliseconds. */
  readonly gap: number;
  /** The character that the scanner means by a key, where it is set to another keyboard than the till. */
  readonly characterOf?: (event: KeyboardEvent) => string;
}

export interface Key {
  readonly key: string;
  /** Milliseconds of any clock that only goes forward. */
  readonly time: number;
  /** The key is held down and repeats itself. */
  readonly repeat?: boolean;
  /** Pressed with Ctrl, Alt or Meta, as a scanner sends control characters: never a character of a code. */
  readonly combined?: boolean;
}

export interface WedgeState {
  readonly burst: string;
  readonly last: number;
}

export type KeyMeaning =
  /** An ordinary key; `starts` when it may be the first key of a scan, so that the listener remembers the field before it. */
  { readonly kind: 'typing'; readonly starts: boolean } | { readonly kind: 'scanned'; readonly code: string };

export const idle: WedgeState = { burst: '', last: Number.NEGATIVE_INFINITY };

/** A shorter burst is typed by a person: four quick digits of a PIN and Enter must never count as a scan. */
export const shortestCode = 6;

export function readKey(state: WedgeState, key: Key, options: WedgeOptions): readonly [WedgeState, KeyMeaning] {
  if (MODIFIERS.has(key.key)) return [state, typing];
  const quick = key.time - state.last <= options.gap;
  if (key.key === options.suffix) return [idle, ending(quick ? state.burst : '', options)];
  if (key.repeat || key.combined || !isCharacter(key.key)) return [idle, typing];
  return quick && state.burst !== ''
    ? [{ burst: state.burst + key.key, last: key.time }, typing]
    : [
        { burst: key.key, last: key.time },
        { kind: 'typing', starts: true },
      ];
}

/** A key was dropped within the burst: the burst goes on, with what the key means in a code. */
export const stillIn = (state: WedgeState, time: number, means: string): WedgeState =>
  state.burst === '' ? state : { burst: state.burst + means, last: time };

/** Scanners press Shift for capitals and AltGr for symbols; these keys do not interrupt a burst. */
export const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'AltGraph', 'CapsLock', 'Control', 'Alt', 'Meta']);

const typing: KeyMeaning = { kind: 'typing', starts: false };

const isCharacter = (key: string): boolean => [...key].length === 1;

/**
 * The code of a burst that its suffix or a silence has ended. Nobody types a prefix that is no number, so a code between prefix and
 * suffix may be short; a silence may have cut a longer code.
 */
export function ending(burst: string, { prefix, suffix }: WedgeOptions): KeyMeaning {
  const code = burst.slice(prefix.length);
  const least = suffix && /\D/.test(prefix) ? 1 : shortestCode;
  return burst.startsWith(prefix) && code.length >= least ? { kind: 'scanned', code } : typing;
}
