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
    const widths = split(first, separator, true).map(({ cells }) => cells.length);
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

function split(text: string, separator: string, isBeginning = false): readonly BankRow[] {
  try {
    const parsed = parse(text, {
      delimiter: separator,
      bom: true,
      info: true,
      relax_column_count: true,
      // A quote in the middle of a text is a quote.
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      max_record_size: 100_000,
    }) as unknown as readonly Parsed[];
    return parsed.map(({ record, info }) => ({ line: info.lines, cells: record }));
  } catch (error) {
    if (isBeginning) return [];
    throw new BankFileRefusal(`the file cannot be read: ${(error as Error).message.slice(0, 200)}`);
  }
}
