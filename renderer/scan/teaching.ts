/** A till learns layout, prefix, suffix and pace of its scanner from one scan of a code whose text it knows. Pure. */

import { characterOf, type Layout, type Stroke } from './layouts.ts';
import { gapFor, slowestPace } from './slowScan.ts';
import { MODIFIERS } from './wedge.ts';

/** Letters that change their places between keyboards, and signs that do. Code 128, as every scanner is delivered, reads it. */
export const TEST_CODE = 'TEST-zy/ZY+07';

/** Settings of the scanner at this till. */
export interface ScannerKeys {
  /** Characters before every code. */
  readonly prefix: string;
  /** `none`: a code ends with a short silence. */
  readonly suffix: 'Enter' | 'Tab' | 'none';
  /** The keyboard that the scanner is set to; null: that of the till. */
  readonly layout: Layout | null;
}

export interface TimedStroke extends Stroke {
  /** ms */
  readonly time: number;
}

export type Lesson =
  | { readonly kind: 'learnt'; readonly keys: ScannerKeys; readonly gap: number }
  /** Another code was scanned, or the scanner types something that no layout explains. `read`: what came. */
  | { readonly kind: 'other'; readonly read: string }
  /** The letters are right, and their case is turned. */
  | { readonly kind: 'capsLock' }
  /** ms between two characters */
  | { readonly kind: 'slow'; readonly pace: number };

const LAYOUTS = [null, 'us', 'de'] as const;
const ENDS = ['Enter', 'Tab'] as const;

/** Fewer are none of a code. */
const SHORTEST = 6;

/** The longest pause of one scan, ms; null where the strokes are no code. */
export function paceOf(strokes: readonly TimedStroke[]): number | null {
  const keys = strokes.filter(({ key }) => !MODIFIERS.has(key));
  if (keys.filter(({ key }) => [...key].length === 1).length < SHORTEST) return null;
  return Math.ceil(Math.max(...keys.slice(1).map(({ time }, at) => time - (keys[at]?.time ?? time))));
}

/** The strokes of one scan, from the first key to the silence behind the last. */
export function lessonOf(strokes: readonly TimedStroke[]): Lesson {
  const keys = strokes.filter(({ key }) => !MODIFIERS.has(key));
  const texts = LAYOUTS.map(layout => ({ layout, ...textOf(keys, layout) }));
  const found = texts.find(({ text }) => text.includes(TEST_CODE));
  const turned = texts.some(({ text }) => caseTurned(text).includes(TEST_CODE));
  if (!found) return turned ? { kind: 'capsLock' } : { kind: 'other', read: texts[0]?.text ?? '' };
  const pace = paceOf(strokes) ?? 0;
  if (pace > slowestPace) return { kind: 'slow', pace };
  const prefix = found.text.slice(0, found.text.indexOf(TEST_CODE));
  return { kind: 'learnt', keys: { prefix, suffix: found.end ?? 'none', layout: found.layout }, gap: gapFor(pace, 0) };
}

/** Characters up to the key that ends the code, and this key. */
function textOf(keys: readonly Stroke[], layout: Layout | null) {
  const end = keys.findIndex(({ key }) => ENDS.some(one => one === key));
  const characters = (end < 0 ? keys : keys.slice(0, end)).map(one => (layout ? characterOf(one, layout) : one.key));
  return {
    text: characters.filter(character => [...character].length === 1).join(''),
    end: ENDS.find(one => one === keys[end]?.key),
  };
}

const caseTurned = (text: string): string =>
  [...text].map(sign => (sign === sign.toLowerCase() ? sign.toUpperCase() : sign.toLowerCase())).join('');
