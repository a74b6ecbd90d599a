/** Keys as a scanner sends them when a code has control characters, at a scanner's pace, and what a screen holds before and after. */
import type { CDPSession, Page } from '@playwright/test';

/** One key of a burst, as `KeyboardEvent.key` has it. */
export interface Stroke {
  readonly key: string;
  readonly modifier?: 'Alt' | 'Control' | 'Meta';
  /** Milliseconds after the key before. */
  readonly pause: number;
}

export type Random = () => number;

/** Numbers from 0 to 1 that a seed repeats (mulberry32, public domain, Tommy Ettinger). */
export function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const words = (text: string) => text.split(/\s+/);

/** The named keys of the specification of `KeyboardEvent.key` that a keyboard of a computer can send. */
const NAMED = [
  ...Array.from({ length: 24 }, (_, at) => `F${at + 1}`),
  ...words('Delete Insert Home End PageUp PageDown ArrowLeft ArrowRight ArrowUp ArrowDown Escape Tab Backspace Clear'),
  ...words(
    'Pause PrintScreen ScrollLock NumLock ContextMenu Help Cancel Execute Select Accept Again Find Undo Redo Props',
  ),
  ...words('Copy Cut Paste EraseEof ExSel CrSel Attn Dead Unidentified Convert NonConvert KanaMode ModeChange'),
  ...words('BrowserBack BrowserForward BrowserHome BrowserRefresh BrowserSearch BrowserStop BrowserFavorites'),
  ...words('AudioVolumeUp AudioVolumeDown AudioVolumeMute MediaPlayPause MediaStop MediaTrackNext MediaTrackPrevious'),
  ...words(
    'LaunchMail LaunchApplication1 LaunchApplication2 Power Sleep WakeUp ZoomIn ZoomOut Print Save Open New Close',
  ),
];
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** FS, GS, RS, US and EOT as characters, as some scanners type them. */
const SEPARATORS = '\x1c\x1d\x1e\x1f\x04';
const CHARACTERS = `0123456789${LETTERS}${LETTERS.toUpperCase()}äöüßÄÖÜ+-*/.,;:()=%&!?#_< ${SEPARATORS}`;

type Control = Omit<Stroke, 'pause'>;

const combined = (modifier: NonNullable<Stroke['modifier']>, keys: string): readonly Control[] =>
  [...keys].map(key => ({ key, modifier }));

/** Every key that may be a command somewhere. */
export const CONTROLS: readonly Control[] = [
  ...NAMED.map(key => ({ key })),
  ...combined('Control', `${LETTERS}[]\\^_0123456789`),
  ...combined('Alt', `${LETTERS}0123456789`),
  ...combined('Meta', LETTERS),
];

const pick = <T>(random: Random, from: ArrayLike<T>): T => from[Math.floor(random() * from.length)]!;

/** In another order. */
export function shuffled<T>(random: Random, all: readonly T[]): readonly T[] {
  return all
    .map(one => [random(), one] as const)
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one);
}

/** A burst of all keys has so many controls. */
const CONTROLS_IN_ONE = 60;

/** Keys that a screen or a browser listens for: each may stand before a code, or within a few characters. */
const SHARP: readonly Control[] = [
  ...NAMED.slice(0, 12).map(key => ({ key })),
  ...words('Delete Insert Home End PageDown ArrowRight ArrowUp ArrowDown Escape Tab Backspace Pause').map(key => ({
    key,
  })),
];

/** Short bursts of a screen. */
const SHORT_ONES = Number(process.env.KEY_SHORT ?? 3);

/**
 * Bursts that have every control key once between them, each at any place of its burst, and short ones with one or two controls of
 * which the first begins the burst. All end with the scanner's suffix.
 * @param short the characters are too few for a code, so that nothing at all is meant
 */
export function bursts(random: Random, short: boolean): readonly (readonly Stroke[])[] {
  const order = shuffled(random, CONTROLS);
  const made: (readonly Stroke[])[] = [];
  for (let at = 0; at < order.length; at += CONTROLS_IN_ONE) {
    const count = short ? 1 + Math.floor(random() * 5) : 6 + Math.floor(random() * 12);
    const characters = Array.from({ length: count }, () => ({ key: pick(random, CHARACTERS) }));
    const keys = shuffled<Control>(random, [...order.slice(at, at + CONTROLS_IN_ONE), ...characters]);
    made.push(atPace(random, keys));
  }
  for (let count = 0; count < SHORT_ONES; count += 1) {
    const characters = Array.from({ length: short ? 1 + Math.floor(random() * 5) : 6 }, () => ({
      key: pick(random, CHARACTERS),
    }));
    const within = shuffled<Control>(random, random() < 0.5 ? characters : [...characters, pick(random, SHARP)]);
    made.push(atPace(random, [pick(random, SHARP), ...within]));
  }
  return made;
}

/** Control keys in a burst with a whole code. */
const CONTROLS_IN_CODE = 12;

/** A whole code with control keys at any place of it, and the same code alone. */
export function codeBursts(
  random: Random,
  code: string,
): readonly [alone: readonly Stroke[], mixed: readonly Stroke[]] {
  const characters = [...code].map(key => ({ key }));
  const keys: Control[] = [...characters];
  for (let count = 0; count < CONTROLS_IN_CODE; count += 1)
    keys.splice(Math.floor(random() * (keys.length + 1)), 0, pick(random, random() < 0.5 ? SHARP : CONTROLS));
  return [atPace(random, characters), atPace(random, keys)];
}

/** Keys of a scanner with its suffix, 1 to 15 ms from key to key. */
const atPace = (random: Random, keys: readonly Control[]): readonly Stroke[] =>
  [...keys, { key: 'Enter' }].map(key => ({ ...key, pause: 1 + Math.floor(random() * 15) }));

/** Key codes of Windows, by which a browser knows what a key does in a field. */
const CODES: Readonly<Record<string, number>> = {
  ...Object.fromEntries(Array.from({ length: 24 }, (_, at) => [`F${at + 1}`, 112 + at])),
  ...{
    Delete: 46,
    Insert: 45,
    Home: 36,
    End: 35,
    PageUp: 33,
    PageDown: 34,
    Escape: 27,
    Enter: 13,
    Tab: 9,
    Backspace: 8,
  },
  ...{ ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, Pause: 19, ContextMenu: 93, ' ': 32 },
};

const MODIFIERS = { Alt: { bit: 1, code: 18 }, Control: { bit: 2, code: 17 }, Meta: { bit: 4, code: 91 } } as const;

/** Presses a burst: all keys are sent before the first is answered, each with the time at which it went down. */
export async function strike(session: CDPSession, burst: readonly Stroke[]): Promise<void> {
  let time = Date.now() - burst.reduce((sum, { pause }) => sum + pause, 0);
  const sent = burst.flatMap(({ key, modifier, pause }) => {
    time += pause;
    const held = modifier && MODIFIERS[modifier];
    const isText = [...key].length === 1 && !held;
    const windowsVirtualKeyCode = CODES[key] ?? (/^[a-z\d]$/i.test(key) ? key.toUpperCase().charCodeAt(0) : 0);
    const text = isText ? { text: key } : key === 'Enter' ? { text: '\r' } : {};
    const common = { key, windowsVirtualKeyCode, modifiers: held?.bit ?? 0, timestamp: time / 1000 };
    const down = {
      type: isText || key === 'Enter' ? ('keyDown' as const) : ('rawKeyDown' as const),
      ...common,
      ...text,
    };
    const keys = [down, { type: 'keyUp' as const, ...common }];
    if (!modifier || !held) return keys;
    const press = { key: modifier, windowsVirtualKeyCode: held.code, timestamp: time / 1000 };
    return [
      { type: 'rawKeyDown' as const, ...press, modifiers: held.bit },
      ...keys,
      { type: 'keyUp' as const, ...press, modifiers: 0 },
    ];
  });
  await Promise.all(sent.map(event => session.send('Input.dispatchKeyEvent', event)));
}

/** The content of a screen: its tree with the values of the fields, and the focus. Messages, clocks and waiting times are left out. */
export async function heldBy(page: Page): Promise<string> {
  const tree = await page.locator('body').ariaSnapshot();
  const focus = await page.evaluate(() => {
    const { activeElement: element } = document;
    if (!(element instanceof HTMLElement)) return '';
    const value = element instanceof HTMLInputElement ? element.value : '';
    return `${element.tagName} ${element.getAttribute('aria-label') ?? element.id ?? ''} ${value}`;
  });
  return `${withoutMessages(tree)}\nfocus: ${focus}`
    .replace(/\b\d{1,2}:\d{2}(:\d{2})?\b/g, 'TIME')
    .replace(/\b\d+ (s|min|Sekunden?|Minuten?)\b/g, 'TIME')
    .replace(/react-aria\S+|«\w+»|:r\w+:|_r_\w+_/g, 'ID');
}

/** A message about a code is what a code may leave behind. */
function withoutMessages(tree: string): string {
  const kept: string[] = [];
  let skipped: number | null = null;
  for (const line of tree.split('\n')) {
    const depth = line.search(/\S/);
    if (skipped !== null && depth > skipped) continue;
    skipped = /^\s*- region "Meldungen"|^\s*- (log|status|alert)\b/.test(line) ? depth : null;
    if (skipped === null) kept.push(line);
  }
  return kept.join('\n');
}

/** The lines that differ, for a failure that says what a burst did: the first `most` of them. */
export function changes(before: string, after: string, most = 12): string {
  const [was, is] = [before.split('\n'), after.split('\n')];
  const gone = was.filter(line => !is.includes(line)).map(line => `- ${line.trim()}`);
  const come = is.filter(line => !was.includes(line)).map(line => `+ ${line.trim()}`);
  return [...gone, ...come].slice(0, most).join('\n');
}

export const textOf = (burst: readonly Stroke[]): string =>
  burst.map(({ key, modifier, pause }) => `${pause}:${modifier ? `${modifier}+` : ''}${JSON.stringify(key)}`).join(' ');
