/** The mandate form as a PDF of one page, A4, to be printed, signed and sent back. */
import type { Grayscale, PDFFont, PDFPage } from 'pdf-lib';
import {
  creditorFields,
  debtorFields,
  type MandateField,
  type MandateForm,
  mandateHint,
  mandateText,
  mandateTitle,
  signatureFields,
} from '../domain/mandate.ts';
import { latin } from './latinText.ts';

/** Points: 72 to an inch. */
const WIDTH = 595.28;
const HEIGHT = 841.89;
const LEFT = 62;
const RIGHT = WIDTH - 50;
/** Fixed height of the signatures, so that longer text above cannot push them off the page. */
const SIGNATURES = 162;
const COLUMN = (RIGHT - LEFT - 24) / 2;

interface Pen {
  readonly page: PDFPage;
  readonly plain: PDFFont;
  readonly bold: PDFFont;
  readonly grey: (level: number) => Grayscale;
}

/** Makes the PDF; `made` is the time of the form in ms, so that the same form gives the same file. */
export async function mandatePdf(form: MandateForm, made: number): Promise<Uint8Array> {
  const { grayscale, PDFDocument, StandardFonts } = await import('pdf-lib');
  const file = await PDFDocument.create();
  file.setTitle(`${mandateTitle.de} ${form.reference}`);
  file.setLanguage('de-DE');
  file.setProducer('Tillbridge');
  file.setCreationDate(new Date(made));
  file.setModificationDate(new Date(made));
  const [plain, bold] = [
    await file.embedFont(StandardFonts.Helvetica),
    await file.embedFont(StandardFonts.HelveticaBold),
  ];
  draw({ page: file.addPage([WIDTH, HEIGHT]), plain, bold, grey: grayscale }, form);
  return file.save();
}

function draw(pen: Pen, form: MandateForm) {
  let y = HEIGHT - 66;
  y = line(pen, mandateTitle.de, LEFT, y, { size: 18, bold: true, width: RIGHT - LEFT });
  y = line(pen, mandateTitle.en, LEFT, y - 2, { size: 11, pale: true, width: RIGHT - LEFT });
  y = box(pen, creditorFields(form), y - 14);
  const text = mandateText(form);
  y = line(pen, text.de, LEFT, y - 22, { size: 10, width: RIGHT - LEFT });
  y = line(pen, text.en, LEFT, y - 6, { size: 8.5, pale: true, width: RIGHT - LEFT });
  box(pen, debtorFields(form), y - 12);
  signatures(pen, SIGNATURES);
  const hint = line(pen, mandateHint.de, LEFT, 96, { size: 8.5, width: RIGHT - LEFT });
  line(pen, mandateHint.en, LEFT, hint - 2, { size: 7.5, pale: true, width: RIGHT - LEFT });
}

/** Draws fields in two columns inside a frame; returns the lower edge. */
function box(pen: Pen, fields: readonly MandateField[], top: number): number {
  let y = top;
  for (let row = 0; row < fields.length; row += 2) {
    const lower = fields
      .slice(row, row + 2)
      .map((field, column) => drawField(pen, field, LEFT + 12 + column * (COLUMN + 12), y - 18));
    y = Math.min(...lower);
  }
  pen.page.drawRectangle({
    x: LEFT,
    y: y - 4,
    width: RIGHT - LEFT,
    height: top - y + 4,
    borderWidth: 0.75,
    borderColor: pen.grey(0.55),
  });
  return y - 4;
}

function drawField(pen: Pen, { de, en, lines }: MandateField, x: number, top: number): number {
  const label = de === en ? de : `${de} / ${en}`;
  let y = line(pen, label, x, top, { size: 7.5, pale: true, width: COLUMN - 12 }) - 1;
  for (const text of lines) y = line(pen, text, x, y - 2, { size: 10.5, width: COLUMN - 12, most: 2 });
  return y;
}

function signatures(pen: Pen, y: number) {
  for (const [column, { de, en }] of signatureFields.entries()) {
    const x = LEFT + column * (COLUMN + 24);
    pen.page.drawLine({ start: { x, y }, end: { x: x + COLUMN, y }, thickness: 0.75, color: pen.grey(0) });
    const below = line(pen, de, x, y - 12, { size: 8.5, width: COLUMN });
    line(pen, en, x, below, { size: 7.5, pale: true, width: COLUMN });
  }
}

interface Style {
  readonly size: number;
  readonly width: number;
  readonly bold?: true;
  readonly pale?: true;
  /** Maximum number of rows; further rows are cut. */
  readonly most?: number;
}

/** Draws text, broken at blanks to the width; returns the position of the next line. */
function line({ page, plain, bold, grey }: Pen, text: string, x: number, y: number, style: Style): number {
  const { size, width, pale, most } = style;
  const font = style.bold ? bold : plain;
  const rows = broken(latin(text), row => font.widthOfTextAtSize(row, size) <= width).slice(0, most);
  for (const [index, row] of rows.entries())
    page.drawText(row, { x, y: y - index * size * LEADING, size, font, color: grey(pale ? 0.35 : 0) });
  return y - rows.length * size * LEADING;
}

const LEADING = 1.32;

/** Breaks text into rows; a word wider than a row is cut. */
function broken(text: string, fits: (row: string) => boolean): readonly string[] {
  const rows: string[] = [];
  for (const word of text.split(' ').flatMap(word => pieces(word, fits))) {
    const row = rows.length === 0 ? word : `${rows.at(-1)} ${word}`;
    if (rows.length > 0 && fits(row)) rows[rows.length - 1] = row;
    else rows.push(word);
  }
  return rows;
}

function pieces(word: string, fits: (row: string) => boolean): readonly string[] {
  if (fits(word)) return [word];
  let length = word.length - 1;
  while (length > 1 && !fits(word.slice(0, length))) length -= 1;
  return [word.slice(0, length), ...pieces(word.slice(length), fits)];
}
