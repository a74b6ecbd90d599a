/** The file of a bank as rows of texts: its character set, its separator and the row of its heads are recognised. Pure. */
import { parse } from 'csv-parse/sync';

export type BankCharset = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

export interface BankText {
  readonly charset: BankCharset;
  readonly text: string;
}

export interface BankRows {
  readonly separator: string;
  readonly rows: readonly BankRow[];
}

export interface BankRow {
  /** Line of the file, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** It cannot be read: a quote is not closed, or the row has no end. */
  readonly isBroken?: true;
}

/** The reason to refuse a file as a whole. */
export class BankFileRefusal extends Error {}

const SEPARATORS = [';', ',', '\t', '|'] as const;
/** Lines that are looked at to recognise the separator. */
const LOOKED_AT = 50;

/** Throws BankFileRefusal where the file holds no text. */
export function decodedText(bytes: Uint8Array): BankText {
  const charset = charsetOf(bytes);
  const text = new TextDecoder(charset).decode(bytes);
  if (text.startsWith('PK\u0003\u0004'))
    throw new BankFileRefusal('the file is a ZIP archive: unpack it, and choose the files in it one after the other');
  if (text.includes('\0'))
    throw new BankFileRefusal('the file is no text: export it from the bank as CSV, MT940 or CAMT.053');
  if (text.trim() === '') throw new BankFileRefusal('the file is empty');
  return { charset, text };
}

/** Throws BankFileRefusal where the text has no rows. */
export function readRows(text: string): BankRows {
  const separator = separatorOf(text);
  return { separator, rows: split(text, separator) };
}

/** A mark at the beginning decides; else what reads as UTF-8 is UTF-8, because other texts with umlauts do not. */
function charsetOf(bytes: Uint8Array): BankCharset {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** The separator that gives the most columns to the most lines. */
function separatorOf(text: string): string {
  const first = text.split(/\r\n|\n|\r/, LOOKED_AT).join('\n');
  const scored = SEPARATORS.map(separator => {
    const widths = split(first, separator).map(({ cells }) => cells.length);
    const counts = new Map<number, number>();
    for (const width of widths) if (width > 1) counts.set(width, (counts.get(width) ?? 0) + 1);
    return { separator, score: Math.max(0, ...[...counts].map(([width, count]) => count * (width - 1))) };
  });
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one));
  if (best.score === 0)
    throw new BankFileRefusal('the file has no columns: they are separated by semicolons, commas, tabs or bars');
  return best.separator;
}

interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

const OPTIONS = {
  bom: true,
  info: true,
  relax_column_count: true,
  // A quote in the middle of a text is a quote.
  relax_quotes: true,
  skip_empty_lines: true,
  trim: true,
};

function split(text: string, separator: string): readonly BankRow[] {
  try {
    const options = {
      ...OPTIONS,
      delimiter: separator,
      record_delimiter: ['\r\n', '\n', '\r'],
      max_record_size: LONGEST,
    };
    const rows = (parse(text, options) as unknown as readonly Parsed[]).map(({ record, info }) => ({
      line: info.lines,
      cells: record,
    }));
    if (!rows.some(({ cells }) => cells.some(cell => LINE_END.test(cell)))) return rows;
  } catch {
    // A quote that nobody closes: its line is found below.
  }
  return splitByLines(text, separator);
}

const LINE_END = /\r\n|\n|\r/;
/** Characters of one row. */
const LONGEST = 100_000;
/** Lines of one row. */
const MOST_LINES = 20;

/** Row by row: a quote that is not closed costs its own line, and never the lines up to the next quote. */
function splitByLines(text: string, separator: string): readonly BankRow[] {
  const lines = text.replace(/^\ufeff/, '').split(LINE_END);
  const width = widthOf(lines, separator);
  const rows: BankRow[] = [];
  for (let at = 0; at < lines.length; ) {
    const first = lines[at] ?? '';
    const { cells, count } = first.length > LONGEST ? UNREADABLE : rowFrom(lines, at, { separator, width });
    at += count;
    if (cells === null) rows.push({ line: at, cells: [], isBroken: true });
    else if (cells.some(cell => cell !== '')) rows.push({ line: at, cells });
  }
  return rows;
}

const UNREADABLE = { cells: null, count: 1 };

/** The most frequent number of cells, as the separators tell it. */
function widthOf(lines: readonly string[], separator: string): number {
  const counts = Map.groupBy(lines.filter(Boolean), line => line.split(separator).length);
  return [...counts].reduce((most, [width, { length }]) => (length > most.length ? { width, length } : most), {
    ...{ width: 1, length: 0 },
  }).width;
}

/** A cell in quotes may go on in the next lines, as long as these are no rows of their own. */
function rowFrom(
  lines: readonly string[],
  at: number,
  { separator, width }: { readonly separator: string; readonly width: number },
): { readonly cells: readonly string[] | null; readonly count: number } {
  let text = lines[at] ?? '';
  if (!text.includes('"')) return { cells: text.split(separator).map(cell => cell.trim()), count: 1 };
  for (let count = 1; count <= MOST_LINES; count += 1) {
    const cells = cellsIn(text, separator);
    if (cells) return { cells, count };
    text += `\n${lines[at + count] ?? ''}`;
    const holdsTwo = text.split(separator).length - 1 >= 2 * (width - 1);
    if (at + count >= lines.length || holdsTwo || text.length > LONGEST) break;
  }
  return UNREADABLE;
}

/** Null where a quote is still open. */
function cellsIn(text: string, separator: string): readonly string[] | null {
  try {
    // One row, so no line end ends it.
    const [row] = parse(text, { ...OPTIONS, delimiter: separator, record_delimiter: '\0' }) as unknown as Parsed[];
    return row?.record ?? [];
  } catch {
    return null;
  }
}
