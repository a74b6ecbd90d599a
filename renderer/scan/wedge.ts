/**
 * Tells a barcode scanner that types like a keyboard ("wedge") from a person. Pure: keys and times in, what they mean
 * out. A scan is a burst of characters, each within `gap` of the one before, that the suffix key ends just as quickly.
 */

export interface WedgeOptions {
  /** Characters the scanner sends first; empty when it sends none. They are not part of the code. */
  readonly prefix: string;
  /** Name of the key that ends a scan, as `KeyboardEvent.key` has it. */
  readonly suffix: string;
  /** Longest pause between two keys of a scan, in milliseconds. */
  readonly gap: number;
}

export interface Key {
  readonly key: string;
  /** Milliseconds on any clock that only goes forward. */
  readonly time: number;
  /** The key is held down and repeats itself. */
  readonly repeat?: boolean;
}

export interface WedgeState {
  readonly burst: string;
  readonly last: number;
}

export type KeyMeaning =
  /** An ordinary key; `starts` when it may be the first of a scan, so that fields can be remembered as they are. */
  { readonly kind: 'typing'; readonly starts: boolean } | { readonly kind: 'scanned'; readonly code: string };

export const idle: WedgeState = { burst: '', last: Number.NEGATIVE_INFINITY };

/** Shorter bursts are people: four quick PIN digits and Enter must never be taken for a scan. */
export const shortestCode = 6;

export function readKey(state: WedgeState, key: Key, options: WedgeOptions): readonly [WedgeState, KeyMeaning] {
  if (MODIFIERS.has(key.key)) return [state, typing];
  const quick = key.time - state.last <= options.gap;
  if (key.key === options.suffix) return [idle, ending(quick ? state.burst : '', options)];
  if (key.repeat || !isCharacter(key.key)) return [idle, typing];
  return quick && state.burst !== ''
    ? [{ burst: state.burst + key.key, last: key.time }, typing]
    : [
        { burst: key.key, last: key.time },
        { kind: 'typing', starts: true },
      ];
}

/** Scanners press Shift for capitals and AltGr for symbols; that does not interrupt a burst. */
const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'AltGraph', 'CapsLock', 'Control', 'Alt']);

const typing: KeyMeaning = { kind: 'typing', starts: false };

const isCharacter = (key: string): boolean => [...key].length === 1;

function ending(burst: string, { prefix }: WedgeOptions): KeyMeaning {
  const code = burst.slice(prefix.length);
  return burst.startsWith(prefix) && code.length >= shortestCode ? { kind: 'scanned', code } : typing;
}
