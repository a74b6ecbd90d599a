/** A spreadsheet as it is (.xlsx): the rows of its first sheet as texts, as a CSV file would hold them. */
import { unzipSync } from 'fflate';
import { readSheet } from 'read-excel-file/node';
import { CsvRefusal } from './fileHead.ts';

/** Bytes of all parts, unpacked: a small file may hold far more than memory has. */
const LARGEST = 200_000_000;

/** True for a file that is packed as spreadsheets are. */
export const isWorkbook = ([first]: readonly Uint8Array[]): boolean =>
  first?.[0] === 0x50 && first[1] === 0x4b && first[2] === 3 && first[3] === 4;

/** Throws `CsvRefusal` for a file that is no spreadsheet. */
export async function workbookRows(parts: readonly Uint8Array[]): Promise<readonly (readonly string[])[]> {
  const bytes = Buffer.concat(parts);
  try {
    let size = 0;
    unzipSync(bytes, {
      filter: ({ originalSize }) => {
        size += originalSize;
        return false;
      },
    });
    if (size > LARGEST) throw new Error('too large');
    const rows = await readSheet(bytes);
    return rows.map(row => row.map(textOf));
  } catch {
    throw new CsvRefusal(
      1,
      'Die Datei ist keine Tabelle, die gelesen werden kann. Bitte sie in der Tabellenkalkulation als .xlsx oder als CSV speichern.',
      'The file is no spreadsheet that can be read. Please save it in the spreadsheet as .xlsx or as CSV.',
    );
  }
}

/** Decimals that a number of a spreadsheet can mean. */
const PLACES = 6;

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (typeof cell !== 'number') return String(cell).trim();
  const text = String(Number(cell.toFixed(PLACES)));
  // Three decimals are decimals here, and no thousands.
  return /\.\d{3}$/.test(text) ? `${text}0` : text;
}
