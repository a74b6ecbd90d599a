/** Letters that the font does not have are put together, or come from the letters of all scripts. */
import { expect, it } from 'vitest';
import { drawText } from './font.ts';

const drawn = (text: string, columns = 1) =>
  Buffer.from(drawText([{ text, columns }], { width: 24, bold: false, size: 1 }).bits).toString('hex');
const box = drawn('\ufffd');
const nothing = drawn(' ');

/** Letters of blocks by their numbers in Unicode. */
const BLOCKS = {
  Latin: '0000-024f 1e00-1eff 2c60-2c7f a720-a7ff ab30-ab6f fb00-fb06',
  Greek: '0370-03ff 1f00-1fff',
  Cyrillic: '0400-052f 1c80-1c8f 2de0-2dff a640-a69f',
  'Armenian and Georgian': '0530-058f 10a0-10ff fb13-fb17',
  Arabic: '0600-06ff 0750-077f 08a0-08ff fb50-fdff fe70-feff',
  Hebrew: '0590-05ff fb1d-fb4f',
  CJK: '2e80-2fdf 3000-312f 3190-31ff 3200-4dbf 4e00-9fff f900-faff',
  Hangul: '1100-11ff 3130-318f a960-a97f ac00-d7ff',
  Symbols: '2000-27bf',
} as const;

/**
 * Letters that neither font has, because Unicode took them in after the fonts were drawn (version 14 and later).
 */
const MISSING: Partial<Record<keyof typeof BLOCKS, string>> = {
  Latin: 'a7c0-a7c1 a7cb-a7dc a7f1-a7f4',
  Cyrillic: '1c89-1c8a',
  Arabic: '061d 08b5 08c8-08c9 fbc2-fbd2 fd40-fd4f fd90-fd91 fdc8-fdcf fdfe-fdff',
  CJK: '31e4-31e5 31ef 9ffd-9fff',
  Symbols: '20c0-20c1 2427-2429',
};

const lettersIn = (ranges: string) =>
  ranges
    .split(' ')
    .filter(Boolean)
    .flatMap(range => {
      const [from = 0, to = from] = range.split('-').map(point => Number.parseInt(point, 16));
      return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index));
    });

const numberOf = (letter: string) => letter.codePointAt(0)?.toString(16);

const isPrinted = (letter: string) => /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(letter);

it.each(Object.keys(BLOCKS) as (keyof typeof BLOCKS)[])('every letter, digit and sign of %s is drawn', block => {
  const missing = lettersIn(BLOCKS[block])
    .filter(isPrinted)
    .filter(letter => [box, nothing].includes(drawn(letter)));
  const known = lettersIn(MISSING[block] ?? '').filter(isPrinted);
  expect(missing.map(numberOf).join(' ')).toBe(known.map(numberOf).join(' '));
});

it.each(['όο', 'Άα', 'ѝи', 'ǒo', 'ṽv', 'ṭt', 'ệe'])('%s: the first has its accent', pair => {
  const [whole = '', base = ''] = [...pair];
  expect(drawn(whole)).not.toBe(box);
  expect(drawn(whole)).not.toBe(drawn(base));
});

it.each(['กี', 'கீ', 'क्'])('%s has the mark over or under its letter', letter => {
  expect(drawn(letter)).not.toBe(drawn([...letter][0] ?? ''));
  expect(drawn(letter)).not.toBe(box);
});

it.each(['😀', '🥐', '☕', '🇩'])('%s is a picture of two columns, and of one where it must be', emoji => {
  expect([box, nothing]).not.toContain(drawn(emoji, 2));
  expect(drawn(emoji, 1)).not.toBe(drawn(emoji, 2));
});

it('a letter of which no font here knows anything is a box', () => expect(drawn('\u{10330}')).toBe(box));
