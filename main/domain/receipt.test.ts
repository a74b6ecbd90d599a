/** Receipt lines as plain text. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { specifies } from '../doubles/specifies.ts';
import { nameValue, type ReceiptLine, receiptText, separator, space, textline } from './receipt.ts';
import { sizeOf } from './receiptLayout.ts';

const text = (lines: readonly ReceiptLine[], width = 20) => receiptText(lines, width).split('\n');

describe('receipt lines', () => {
  it('have the members of the specification', () => {
    specifies({ Receipt: 'lines have the members of the table; important among the decorations' });
    expect([
      separator('Kundenkarte'),
      separator(),
      textline('Hallo'),
      nameValue('Summe', '1,00 EUR', 'important'),
      space,
    ]).toEqual([
      { type: 'separator', value: { caption: 'Kundenkarte' } },
      { type: 'separator', value: {} },
      { type: 'textline', value: { text: 'Hallo', decoration: [] } },
      { type: 'name-value', value: { name: 'Summe', value: '1,00 EUR', decoration: ['important'] } },
      { type: 'space' },
    ]);
  });
});

describe('plain text', () => {
  it('centres a caption between empty lines, and rules where there is none', () => {
    specifies({ Receipt: 'separator with an optional caption: centred, or a rule' });
    expect(text([separator('Kassenbon')])).toEqual(['', '     Kassenbon', '']);
    expect(text([separator()])).toEqual(['--------------------']);
  });

  it('aligns as decorated, to the left by default', () => {
    specifies({
      Receipt: ['alignment is left by default', 'textline with decorations', 'align-left, align-center, align-right'],
    });
    const line = textline('Danke', 'important');
    const lines = [
      line,
      textline('Danke', 'align-left'),
      textline('Danke', 'align-center'),
      textline('Danke', 'align-right'),
    ];
    expect(text(lines)).toEqual(['Danke', 'Danke', '       Danke', '               Danke']);
  });

  it('puts name and value on the two edges, below each other where they do not fit', () => {
    specifies({ Receipt: 'name-value on one line' });
    expect(text([nameValue('Summe', '7,96 EUR')])).toEqual(['Summe       7,96 EUR']);
    expect(text([nameValue('Elf Zeichen', '12,50 EUR')])).toEqual(['Elf Zeichen', '           12,50 EUR']);
  });

  it('breaks at blanks, and inside a word only where it must', () => {
    expect(text([textline('Vielen Dank für Ihren Einkauf')])).toEqual(['Vielen Dank für', 'Ihren Einkauf']);
    expect(text([textline('Donaudampfschifffahrtsgesellschaft')])).toEqual(['Donaudampfschifffahr', 'tsgesellschaft']);
  });

  it('keeps an empty line for a space', () => {
    specifies({ Receipt: 'space is an empty line without value' });
    return expect(text([space, space])).toEqual(['', '']);
  });

  it('lets no control character through', () => {
    expect(text([textline('a\nb\u001bc')])).toEqual(['a b c']);
    expect(text([nameValue('a\r', '\tb')])).toEqual(['a                  b']);
  });

  it('is never wider than the paper and loses no letter', () => {
    const words = fc.string({ unit: 'grapheme', maxLength: 60 });
    const side = fc.constantFrom('align-left' as const, 'align-center' as const, 'align-right' as const);
    const line = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).map(separator),
      fc.tuple(words, side).map(([value, align]) => textline(value, align)),
      fc.tuple(words, words).map(([name, value]) => nameValue(name, value)),
      fc.constant(space),
    );
    const letters = (value: string) => value.normalize('NFC').replace(/[\p{Cc}\p{Cf}\p{Mn}\p{Me}\s]/gu, '');
    fc.assert(
      fc.property(fc.array(line), fc.integer({ min: 1, max: 48 }), (lines, width) => {
        const printed = receiptText(lines, width);
        expect(printed.split('\n').every(row => sizeOf(row) <= Math.max(width, 2))).toBe(true);
        const values = lines.flatMap(({ ...entry }) => ('value' in entry ? Object.values(entry.value) : []));
        const expected = values
          .filter(part => typeof part === 'string')
          .map(letters)
          .join('');
        expect(letters(printed)).toBe(expected);
      }),
    );
  });
});
