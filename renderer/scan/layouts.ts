/**
 * Characters of a scanner that is set to another keyboard than the till: read by the place of the key, which the layout of the till does
 * not change. Source: the standard layouts US (ANSI) and German (DIN 2137, T1) of Windows; names of keys by UI Events `code`.
 */

export type Layout = 'us' | 'de';

/** A key: what the till's layout makes of it, its place, and the keys held down. */
export type Stroke = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'>;

type Row = readonly [places: string, plain: string, shifted: string];

const DIGITS = 'Digit1 Digit2 Digit3 Digit4 Digit5 Digit6 Digit7 Digit8 Digit9 Digit0';
const SIGNS = 'Backquote Minus Equal BracketLeft BracketRight Semicolon Quote Backslash Comma Period Slash';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LETTER_KEYS = [...LETTERS].map(letter => `Key${letter}`).join(' ');
const SWAPPED = LETTERS.replace('Y', '#').replace('Z', 'Y').replace('#', 'Z');

const ROWS: Readonly<Record<Layout, readonly Row[]>> = {
  us: [
    [LETTER_KEYS, LETTERS.toLowerCase(), LETTERS],
    [DIGITS, '1234567890', '!@#$%^&*()'],
    [SIGNS, "`-=[];'\\,./", '~_+{}:"|<>?'],
  ],
  de: [
    [LETTER_KEYS, SWAPPED.toLowerCase(), SWAPPED],
    [DIGITS, '1234567890', '!"§$%&/()='],
    [SIGNS, '^ß´ü+öä#,.-', "°?`Ü*ÖÄ';:_"],
    ['IntlBackslash', '<', '>'],
  ],
};

/** With AltGr, which is Control and Alt for some systems. */
const THIRD: Readonly<Record<Layout, Readonly<Record<string, string>>>> = {
  us: {},
  de: {
    ...{ Digit7: '{', Digit8: '[', Digit9: ']', Digit0: '}', Minus: '\\', KeyQ: '@', KeyE: '€' },
    ...{ BracketRight: '~', IntlBackslash: '|', Digit2: '²', Digit3: '³', KeyM: 'µ' },
  },
};

const TABLES = Object.fromEntries(
  Object.entries(ROWS).map(([layout, rows]) => [
    layout,
    new Map(
      rows.flatMap(([places, plain, shifted]) =>
        places.split(' ').map((place, at) => [place, [[...plain][at], [...shifted][at]]] as const),
      ),
    ),
  ]),
);

/** The character that the key has on a keyboard of the layout; the key itself where it has none. */
export function characterOf(stroke: Stroke, layout: Layout): string {
  const { key, code, shiftKey, ctrlKey, altKey, metaKey } = stroke;
  const isThird = (ctrlKey && altKey) || altKey;
  if (isThird) return THIRD[layout][code] ?? key;
  if (ctrlKey || metaKey) return key;
  return TABLES[layout]?.get(code)?.[shiftKey ? 1 : 0] ?? key;
}
