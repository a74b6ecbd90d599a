/** A receipt as PDF: the lines of the one layout in a font whose characters are equally wide, on a page as wide as the paper. */

import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib';
import { cellsOf, drawnLetters } from '../../drivers/index.ts';
import type { ReceiptLine } from '../domain/receipt.ts';
import { lineText, type PaperLine, type PaperText, paperLines, USUAL_COLUMNS } from '../domain/receiptLayout.ts';
import { visualCells } from './visualOrder.ts';

const MM = 72 / 25.4;
const WIDTH = 80 * MM;
const MARGIN = 5 * MM;
/** Courier: each character is 0.6 of its height wide. */
const CHARACTER = 0.6;
const SIZE = (WIDTH - 2 * MARGIN) / USUAL_COLUMNS / CHARACTER;
const LINE = SIZE * 1.3;
/** A page of a PDF is at most 14,400 points high; readers show shorter ones better. */
const LONGEST_PAGE = 10_000;
const BLACK = rgb(0, 0, 0);
/** Dots of a column of a drawn line. */
const DOTS = 12;
/** Share of a drawn line below the line on which letters stand. */
const BELOW = 11 / 30;

interface Fonts {
  readonly plain: PDFFont;
  readonly bold: PDFFont;
  readonly known: ReadonlySet<number>;
}

export interface PdfReceipt {
  readonly lines: readonly ReceiptLine[];
  readonly mark?: string | undefined;
  readonly title: string;
  /** ms since 1970 */
  readonly at: number;
}

export async function receiptPdf({ lines, mark, title, at }: PdfReceipt): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setTitle(title);
  document.setProducer('Tillbridge');
  document.setCreationDate(new Date(at));
  document.setModificationDate(new Date(at));
  const plain = await document.embedFont(StandardFonts.Courier);
  const bold = await document.embedFont(StandardFonts.CourierBold);
  const fonts = { plain, bold, known: new Set(plain.getCharacterSet()) };
  for (const page of pagesOf(paperLines(lines, { mark }))) await drawPage(document, page, fonts);
  return document.save();
}

const heightOf = (line: PaperLine): number => (line.kind === 'text' ? line.size * LINE : LINE);

/** As many lines on a page as fit; a page is as high as its lines. */
function pagesOf(lines: readonly PaperLine[]): readonly (readonly PaperLine[])[] {
  const pages: PaperLine[][] = [[]];
  let height = 0;
  for (const line of lines) {
    if (height + heightOf(line) > LONGEST_PAGE) {
      pages.push([]);
      height = 0;
    }
    height += heightOf(line);
    pages.at(-1)?.push(line);
  }
  return pages;
}

async function drawPage(document: PDFDocument, lines: readonly PaperLine[], fonts: Fonts): Promise<void> {
  const height = lines.reduce((sum, line) => sum + heightOf(line), 0) + 2 * MARGIN;
  const page = document.addPage([WIDTH, Math.max(height, 40 * MM)]);
  let y = page.getHeight() - MARGIN;
  for (const line of lines) {
    y -= heightOf(line);
    if (line.kind === 'text' && !isInFont(line, fonts)) await drawLetters(page, line, y + LINE * 0.25);
    else drawLine(page, line, y + LINE * 0.25, fonts);
  }
}

function drawLine(page: PDFPage, line: PaperLine, y: number, { plain, bold }: Fonts): void {
  if (line.kind === 'rule') {
    const middle = y + SIZE * 0.3;
    const [start, end] = [
      { x: MARGIN, y: middle },
      { x: WIDTH - MARGIN, y: middle },
    ];
    page.drawLine({ start, end, thickness: 0.6, dashArray: [3, 2], color: BLACK });
    return;
  }
  const text = lineText(line, USUAL_COLUMNS).trimEnd();
  if (text === '') return;
  page.drawText(text, { x: MARGIN, y, size: SIZE * line.size, font: line.bold ? bold : plain, color: BLACK });
}

const isInFont = (line: PaperText, { known }: Fonts): boolean =>
  [...lineText(line, USUAL_COLUMNS)].every(one => known.has(one.codePointAt(0) ?? 0));

/** A line with other letters is the picture that the printer draws. */
async function drawLetters(page: PDFPage, line: PaperText, y: number): Promise<void> {
  const cells = visualCells(line) ?? cellsOf(lineText(line, USUAL_COLUMNS));
  const png = await drawnLetters(cells, { width: USUAL_COLUMNS * DOTS, bold: line.bold, size: line.size });
  const picture = await page.doc.embedPng(png);
  const scale = (WIDTH - 2 * MARGIN) / (USUAL_COLUMNS * DOTS);
  const { width, height } = picture.scale(scale);
  page.drawImage(picture, { x: MARGIN, y: y - height * BELOW, width, height });
}
