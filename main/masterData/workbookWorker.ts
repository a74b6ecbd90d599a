/** The thread of `workbook.ts`: the rows of one spreadsheet, some at a time, then `end`, or the word for what is wrong. */
import { parentPort, workerData } from 'node:worker_threads';
import { strFromU8, Unzip, UnzipInflate, unzipSync } from 'fflate';
import { readSheet } from 'read-excel-file/node';

export type WorkbookPart = readonly (readonly string[])[] | 'end' | 'tooLarge' | 'noTable';

/** Bytes of all parts, unpacked. */
const LARGEST = 200_000_000;
/** Rows of a spreadsheet, empty ones among them: more than an import may have. */
const MOST_ROWS = 300_000;
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
function shownSheet(bytes: Uint8Array): number {
  const { 'xl/workbook.xml': book } = unzipSync(bytes, { filter: ({ name }) => name === 'xl/workbook.xml' });
  const sheets = book ? (strFromU8(book).match(/<(?:\w+:)?sheet\s[^>]*>/g) ?? []) : [];
  return (
    Math.max(
      0,
      sheets.findIndex(sheet => !/\sstate="(?:hidden|veryHidden)"/.test(sheet)),
    ) + 1
  );
}

async function read(bytes: Uint8Array): Promise<'end' | 'tooLarge' | 'noTable'> {
  try {
    if (isTooLarge(bytes)) return 'tooLarge';
    const rows = await readSheet(Buffer.from(bytes), shownSheet(bytes));
    if (rows.length > MOST_ROWS) return 'tooLarge';
    for (let at = 0; at < rows.length; at += ROWS) post(rows.slice(at, at + ROWS).map(row => row.map(textOf)));
    return 'end';
  } catch {
    return 'noTable';
  }
}

post(await read(workerData as Uint8Array));
