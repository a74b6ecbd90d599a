/** The receipt as PDF draws the lines of the preview. */
import { inflateSync } from 'node:zlib';
import { PDFDocument, PDFRawStream } from 'pdf-lib';
import { expect, it } from 'vitest';
import { nameValue, type ReceiptLine, separator, space, textline } from '../domain/receipt.ts';
import { lineText, paperLines } from '../domain/receiptLayout.ts';
import { receiptPdf } from './receiptPdf.ts';

const lines: readonly ReceiptLine[] = [
  separator('Kassenbon'),
  textline('Bäckerei Süß', 'important', 'align-center'),
  space,
  nameValue('Holzofenbrot mit Walnüssen und Honig aus der Rhön', '4,50 € A'),
  nameValue('Summe', '4,50 €', 'important'),
  separator(),
  textline('Vielen Dank', 'align-right'),
];

/** Texts in the order in which the page draws them. */
function drawnTexts(document: PDFDocument): readonly string[] {
  return document.context.enumerateIndirectObjects().flatMap(([, object]) => {
    if (!(object instanceof PDFRawStream)) return [];
    const content = inflateSync(object.contents).toString('latin1');
    return [...content.matchAll(/<([0-9A-F]+)> Tj/g)].map(([, hex = '']) => decoded(Buffer.from(hex, 'hex')));
  });
}

const decoded = (bytes: Buffer): string => new TextDecoder('windows-1252').decode(bytes);

it('line by line, with umlauts and the euro, and the mark of a cancelled sale', async () => {
  const bytes = await receiptPdf({ lines, mark: 'STORNIERT', title: 'Bon 7', at: 0 });
  const shown = paperLines(lines, { mark: 'STORNIERT' }).map(line =>
    line.kind === 'rule' ? '' : lineText(line, 42).trimEnd(),
  );
  expect(drawnTexts(await PDFDocument.load(bytes))).toEqual(shown.filter(Boolean));
});

it('a line with letters that the font does not have is the picture that a printer would print', async () => {
  const bytes = await receiptPdf({
    lines: [nameValue('Łódź 中文 🙂', '1,00 €'), textline('Brot')],
    title: 'x',
    at: 0,
  });
  const document = await PDFDocument.load(bytes);
  expect(drawnTexts(document)).toEqual(['Brot']);
  const pictures = document.context
    .enumerateIndirectObjects()
    .filter(([, object]) => object instanceof PDFRawStream && String(object.dict).includes('/Subtype /Image'));
  expect(pictures).toHaveLength(1);
  expect(String((pictures[0]![1] as PDFRawStream).dict)).toMatch(/\/Width 504\n\/Height 30/);
});
