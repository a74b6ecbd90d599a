/**
 * A page as ESC/POS bytes. Commands and code pages are the library's; what no code page of the printer has is drawn with the
 * fonts of this product, so that a name never loses a letter.
 */

import ReceiptPrinterEncoder, { type ImageInput } from '@point-of-sale/receipt-printer-encoder';
import { drawText, glyphSize } from './font.ts';
import {
  type Bitmap,
  cellsOf,
  type PaperSettings,
  type PrintedCode,
  type PrinterLine,
  type PrinterPage,
} from './printer.ts';

/** Lines between the last line and the knife. */
const FEED_BEFORE_CUT = 4;
/** Height of a barcode, dots: 8 mm. */
const BARCODE_HEIGHT = 64;
/** Dots of one module of a QR code: a code of 25 modules is 19 mm wide. */
const QR_MODULE = 6;

/** Pages that have the letters of the languages of the shops here, the one with the euro first. */
const CANDIDATES = ['cp858', 'windows1252', 'iso8859-15', 'cp850', 'cp437', 'cp852', 'cp865'] as const;

const LINE_FEED = 0x0a;

type Encoder = ReceiptPrinterEncoder;

/** The whole job: from the reset of the printer to the knife. */
export function pageBytes(page: PrinterPage, settings: PaperSettings): Buffer {
  const encoder = createEncoder(settings);
  encoder.initialize();
  if (page.logo) image(encoder.align('center'), page.logo).align('left');
  const above = page.lines.flatMap(line => {
    const picture = pictureOf(line, settings);
    if (picture) return [encoder.encode(), raster(picture)];
    addText(encoder, line);
    return [];
  });
  if (page.code) addCode(encoder, page.code);
  return Buffer.concat([...above, page.isPart ? encoder.encode() : ending(encoder, settings)]);
}

function ending(encoder: Encoder, settings: PaperSettings): Uint8Array {
  if (settings.cut === 'none') encoder.newline(FEED_BEFORE_CUT + 2);
  else encoder.cut(settings.cut);
  const bytes = encoder.encode();
  // The library feeds a line behind the knife, which would stand at the head of the next slip.
  return settings.cut !== 'none' && bytes.at(-1) === LINE_FEED ? bytes.subarray(0, -1) : bytes;
}

function createEncoder({ columns, model, codePage }: PaperSettings): Encoder {
  return new ReceiptPrinterEncoder({
    language: 'esc-pos',
    columns,
    codepageMapping: model,
    codepageCandidates: [...pagesOf(codePage)] as never,
    imageMode: 'raster',
    feedBeforeCut: FEED_BEFORE_CUT,
    newline: '\n',
    feedAfterBlock: false,
    errors: 'relaxed',
  });
}

const pagesOf = (codePage: PaperSettings['codePage']): readonly string[] =>
  codePage === 'auto' || codePage === 'bitmap' ? CANDIDATES : [codePage];

/** A control character of a text would be a command to the printer: it opens a drawer, or cuts. */
const CONTROLS = /\p{Cc}/gu;

const written = ({ text }: PrinterLine): string => text.replaceAll(CONTROLS, ' ').replaceAll('\u00a0', ' ').trimEnd();

/** The line as a picture, where the printer has not all of its letters. */
function pictureOf(line: PrinterLine, settings: PaperSettings): Bitmap | null {
  const text = written(line);
  const { bold, size } = line;
  const isDrawn = line.cells !== undefined || settings.codePage === 'bitmap' || !isInCodePages(text, settings);
  if (!isDrawn) return null;
  return drawText(line.cells ?? cellsOf(text), { width: settings.columns * glyphSize.width, bold, size });
}

/** GS v 0, in the size in which it is drawn. The library's own way looks at four bytes for each dot, which would hold up a till. */
function raster({ width, height, bits }: Bitmap): Buffer {
  const head = Buffer.from([0x1d, 0x76, 0x30, 0, 0, 0, 0, 0]);
  head.writeUInt16LE(width / 8, 4);
  head.writeUInt16LE(height, 6);
  return Buffer.concat([head, bits]);
}

function addText(encoder: Encoder, line: PrinterLine): void {
  const { bold, size } = line;
  encoder.codepage('auto').bold(bold).size(size, size).text(written(line)).bold(false).size(1, 1).newline();
}

const known = new Map<string, boolean>();

/** True where every character stands in one of the pages; the library prints a question mark for any other. */
function isInCodePages(text: string, settings: PaperSettings): boolean {
  return [...text].every(character => {
    if (character >= ' ' && character <= '~') return true;
    const key = `${settings.model} ${settings.codePage} ${character}`;
    const isThere = known.get(key) ?? canEncode(character, settings);
    // Characters come from outside: the memory of them has a limit.
    if (known.size > 5000) known.clear();
    known.set(key, isThere);
    return isThere;
  });
}

function canEncode(character: string, settings: PaperSettings): boolean {
  const bytes = createEncoder(settings).codepage('auto').text(character).encode();
  return !bytes.includes(0x3f);
}

function addCode(encoder: Encoder, { kind, text }: PrintedCode): void {
  encoder.newline().align('center');
  if (kind === 'qr') encoder.qrcode(text, { model: 2, size: QR_MODULE, errorlevel: 'm' });
  else encoder.barcode(text, 'code128', { height: BARCODE_HEIGHT, width: 2, text: 'below' });
  encoder.align('left');
}

/** The library wants a picture with four bytes for each dot, as a browser has them. */
function image(encoder: Encoder, { width, height, bits }: Bitmap): Encoder {
  const padded = Math.ceil(height / 8) * 8;
  const data = new Uint8ClampedArray(width * padded * 4).fill(255);
  for (let dot = 0; dot < width * height; dot += 1)
    if (((bits[dot >> 3] ?? 0) >> (7 - (dot & 7))) & 1) data.fill(0, dot * 4, dot * 4 + 3);
  const picture = { width, height: padded, data } as unknown as ImageInput;
  return encoder.image(picture, { width, height: padded, algorithm: 'threshold' });
}
