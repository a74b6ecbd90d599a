/** Letters that the font does not have are put together from those that it has. */
import { expect, it } from 'vitest';
import { drawText } from './font.ts';

const drawn = (text: string) => Buffer.from(drawText(text, { width: 12, bold: false, size: 1 }).bits).toString('hex');
const box = drawn('\ufffd');

const lettersOf = (...blocks: readonly (readonly [number, number])[]) =>
  blocks
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)))
    .filter(one => /^\p{L}$/u.test(one));

it.each(['όο', 'Άα', 'ѝи', 'ǒo', 'ṽv'])('%s: the first has its accent', pair => {
  const [whole = '', base = ''] = [...pair];
  expect(drawn(whole)).not.toBe(box);
  expect(drawn(whole)).not.toBe(drawn(base));
});

it('has every letter of modern Greek, of Latin Extended Additional and of Vietnamese', () => {
  const unknown = lettersOf([0x386, 0x3ce], [0x1e00, 0x1e99], [0x1ea0, 0x1ef9]).filter(one => drawn(one) === box);
  expect(unknown.join(' ')).toBe('');
});

it.each(['語', 'ع', 'ש', '😀'])('%s is a box, because the font has no such script', letter =>
  expect(drawn(letter)).toBe(box),
);
