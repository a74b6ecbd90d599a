/** The thread of `workbook.ts`: the rows of one spreadsheet, some at a time, then `end`, or the word for what is wrong. */
import { parentPort, workerData } from 'node:worker_threads';
import { strFromU8, Unzip, UnzipInflate, unzipSync, type Zippable, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/node';
import { MOST_ROWS, reachesTooFar } from './sheetReach.ts';

export type WorkbookPart = readonly (readonly string[])[] | 'end' | 'tooLarge' | 'noTable';

/** Bytes of all parts, unpacked. */
const LARGEST = 200_000_000;
/** Characters of all cells: a text that a file holds once may stand in all of them. */
const MOST_TEXT = 100_000_000;
/** Bytes that are unpacked, and rows that are handed over, at once. */
const PIECE = 65_536;
const ROWS = 1000;

const post = (part: WorkbookPart) => parentPort?.postMessage(part);

/** True where more is in the file than may be. The sizes that a file names itself may be wrong. */
function isTooLarge(bytes: Uint8Array): boolean {
  let size = 0;
  const unzip = new Unzip(file => {
    file.ondata = (_error, data) => {
      size += data?.length ?? 0;
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  for (let at = 0; at < bytes.length && size <= LARGEST; at += PIECE)
    unzip.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length);
  return size > LARGEST;
}

/** Decimals that a number of a spreadsheet can mean. */
const PLACES = 6;

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (typeof cell !== 'number') return String(cell).trim();
  // Digits behind the fifteenth are those of nobody: zeros show it, as spreadsheets themselves write them.
  if (Math.abs(cell) > Number.MAX_SAFE_INTEGER && Math.abs(cell) < 1e30)
    return String(BigInt(Math.trunc(cell))).replace(/(?<=\d{15})\d/g, '0');
  const text = String(Number(cell.toFixed(PLACES)));
  // Three decimals are decimals here, and no thousands.
  return /\.\d{3}$/.test(text) ? `${text}0` : text;
}

/** Place of the first sheet that a person sees, from 1 on: templates hide lists of choices in front of it. */
function shownSheet(book: Uint8Array | undefined): number {
  const sheets = book ? (strFromU8(book).match(/<(?:\w+:)?sheet\s[^>]*>/g) ?? []) : [];
  return (
    Math.max(
      0,
      sheets.findIndex(sheet => !/\sstate="(?:hidden|veryHidden)"/.test(sheet)),
    ) + 1
  );
}

/** A sheet that reaches too far is left out, since it need not be the one that is shown; null: every sheet needs the part that does. */
function partsOf(bytes: Uint8Array): { readonly parts: Zippable; readonly isCut: boolean } | null {
  const parts = Object.entries(unzipSync(bytes, { filter: ({ name }) => /\.xml(?:\.rels)?$/.test(name) }));
  const kept = parts.filter(([, part]) => !reachesTooFar(part));
  const isShared = parts.some(part => !kept.includes(part) && !/sheets\/[^/]*$/.test(part[0]));
  return isShared ? null : { parts: Object.fromEntries(kept), isCut: kept.length < parts.length };
}

/** Cells behind the last text of a row are none. */
function textsOf(row: readonly unknown[]): readonly string[] {
  const texts = row.map(textOf);
  return texts.slice(0, texts.findLastIndex(text => text !== '') + 1);
}

async function read(bytes: Uint8Array): Promise<'end' | 'tooLarge' | 'noTable'> {
  let isTooFar = false;
  try {
    if (isTooLarge(bytes)) return 'tooLarge';
    const read = partsOf(bytes);
    if (!read) return 'tooLarge';
    const { parts } = read;
    isTooFar = read.isCut;
    const shown = shownSheet(parts['xl/workbook.xml'] as Uint8Array | undefined);
    const rows = await readSheet(Buffer.from(zipSync(parts, { level: 0 })), shown);
    if (rows.length > MOST_ROWS) return 'tooLarge';
    let text = 0;
    for (let at = 0; at < rows.length; at += ROWS) {
      const texts = rows.slice(at, at + ROWS).map(textsOf);
      text += texts.flat().reduce((sum, { length }) => sum + length, 0);
      if (text > MOST_TEXT) return 'tooLarge';
      post(texts);
    }
    return 'end';
  } catch {
    return isTooFar ? 'tooLarge' : 'noTable';
  }
}

post(await read(workerData as Uint8Array));
