/**
 * How far the parts of a spreadsheet reach, before they are read. A reader makes every row and cell in between, so that one kilobyte
 * may ask for gigabytes; and where one list is larger than what a thread has left, not the thread ends but the whole bridge. Pure.
 */

/** Of every workbook there is: row 1,048,576 and column XFD. Programs write an empty last row, to give it a height. */
const LAST_ROW = 1_048_576;
const LAST_COLUMN = 16_384;
/** Rows down to the last one with something in it: more than an import may have. */
export const MOST_ROWS = 300_000;
/** Those rows, by the widest of them. */
const MOST_CELLS = 12_000_000;
/** Everything else: texts, formats, names of sheets. */
const MOST_ELEMENTS = 5_000_000;

const BEGIN = /<([^\s<>/!?"'=][^\s<>/"'=]*)/g;
const REST = /([^<>"']*(?:(?:"[^"]*"|'[^']*')[^<>"']*)*)>/y;
const PLACE = /[\s"'](?:[^\s=:"']*:)?r\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const COLUMN = /^([A-Z]{0,3})(\d{1,7})$/;
/** Elements of a cell, of which there are no lists. */
const OF_CELLS = new Set(['v', 'f', 'is', 't']);

interface Place {
  readonly row: number;
  readonly column: number;
}

/** True where no import, or no workbook at all, reaches as far as this part does, and where nobody can tell. */
export function reachesTooFar(part: Uint8Array): boolean {
  const text = Buffer.from(part.buffer, part.byteOffset, part.length).toString('latin1');
  const reach = { row: 0, column: 0, filled: 0, widest: 0, elements: 0 };
  for (const { 0: begin, 1: name = '', index } of text.matchAll(BEGIN)) {
    const local = name.slice(name.lastIndexOf(':') + 1);
    if (local !== 'row' && local !== 'c') {
      if (!OF_CELLS.has(local)) reach.elements += 1;
      if (reach.elements > MOST_ELEMENTS) return true;
      continue;
    }
    REST.lastIndex = index + begin.length;
    const attributes = REST.exec(text)?.[1];
    const place = attributes === undefined ? null : placeIn(` ${attributes}`);
    if (!place) return true;
    reach.row = Math.max(reach.row + (local === 'row' ? 1 : 0), place.row);
    reach.column = local === 'row' ? 0 : Math.max(reach.column + 1, place.column);
    if (reach.row > LAST_ROW || reach.column > LAST_COLUMN) return true;
    if (local === 'row' || attributes?.endsWith('/') || text.startsWith('</', REST.lastIndex)) continue;
    reach.filled = reach.row;
    reach.widest = Math.max(reach.widest, reach.column);
    if (reach.filled > MOST_ROWS || reach.filled * reach.widest > MOST_CELLS) return true;
  }
  return false;
}

/** Zeros where nothing is said; null where several things are, or none that is a place. */
function placeIn(attributes: string): Place | null {
  const [said, ...more] = attributes.matchAll(PLACE);
  if (!said) return { row: 0, column: 0 };
  const [, letters, row] = COLUMN.exec(said[1] ?? said[2] ?? '') ?? [];
  if (letters === undefined || more.length > 0) return null;
  return { row: Number(row), column: [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) };
}
