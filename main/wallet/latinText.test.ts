/** Text in the letters of the built-in PDF fonts. */
import fc from 'fast-check';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { expect, it } from 'vitest';
import { latin } from './latinText.ts';

it.each([
  ['Müller & Söhne', 'Müller & Söhne'],
  ['Łódź', 'Lódz'],
  ['Şahin', 'Sahin'],
  ['Žižek – €', 'Žižek – €'],
  ['Ξένος', '.....'],
  ['a\tb\nc', 'a b c'],
])('%s is written %s', (text, written) => {
  expect(latin(text)).toBe(written);
});

it('gives only letters that the built-in fonts can show', async () => {
  const font = await (await PDFDocument.create()).embedFont(StandardFonts.Helvetica);
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), text => void font.encodeText(latin(text))));
});
