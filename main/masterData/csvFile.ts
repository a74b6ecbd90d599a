/**
 * Reads a CSV file as people save it: comma, semicolon, tab or bar; any line end; stray quotes. Columns are found by their names, in
 * any order. A line that cannot be read is one faulty line, and reading goes on behind it, so nothing is lost unsaid.
 */
import { parse } from 'csv-parse/sync';
import type { FileChoice } from '../domain/fileChoice.ts';
import type { CharacterSet, ReadCharacterSet } from '../wire/listFiles.ts';
import { characterSetOf, decoded, gathered } from './characterSet.ts';
import {
  type CsvColumns,
  CsvRefusal,
  type Head,
  headOf,
  isData,
  isHead,
  knownIn,
  type LineProblem,
  MOST_ABOVE,
  MOST_COLUMNS,
  missingColumns,
  namelessHead,
  tooManyColumns,
  writtenHead,
} from './fileHead.ts';
import { isWorkbook, workbookRows } from './workbook.ts';

/** Its line counts from 1 on in the file; a record over several lines has the first one. */
export type CsvLine =
  | {
      readonly line: number;
      /** By the plain name of the column; a column that is not known keeps its own name in small letters. */
      readonly values: Readonly<Record<string, string>>;
    }
  | { readonly line: number; readonly problem: LineProblem };

/** Facts of a file that are known before its lines are read. */
export interface CsvFacts {
  readonly characterSet: ReadCharacterSet;
  /** Columns that nobody reads. */
  readonly ignored: readonly string[];
  readonly columns: readonly FileColumn[];
  /** Line that names the columns, from 1 on; 0: the file has none. */
  readonly headLine: number;
  /** Names of columns of which one has to be there, and none is. */
  readonly missing: readonly string[];
}

/** A column of a file, what it becomes (null: nothing), and its first cells. */
export interface FileColumn {
  readonly head: string;
  readonly becomes: string | null;
  readonly samples: string[];
}

export interface CsvReading {
  /** Cuts payment card numbers to their last four digits; a cell that holds one makes its line faulty. */
  readonly cutText: (text: string) => string;
  /** Null: found by the bytes. */
  readonly characterSet?: CharacterSet | null;
  readonly opened?: (facts: CsvFacts) => void;
  /** The choice for a file with these names of its columns, in small letters. */
  readonly choice?: (head: readonly string[]) => FileChoice;
}

/** Characters of one record. */
const LONGEST = 100_000;
/** Lines of one record. */
const MOST_LINES = 50;

/** Cells that say yes, and those that say no. */
export const YES = /^(1|x|y|j|yes|ja|true|wahr)$/i;
export const NO = /^(|0|-|n|no|nein|false|falsch)$/i;

/** A workbook says what its letters are. */
const OF_WORKBOOKS: CharacterSet = 'utf-8';
const SAMPLES = 3;
const LONGEST_SAMPLE = 60;
const GUESSED: FileChoice = { columns: null, values: {} };

/** Throws `CsvRefusal` where the columns are wrong. */
export async function* readCsv(
  source: AsyncIterable<Uint8Array>,
  columns: CsvColumns,
  { cutText, characterSet = null, opened, choice = () => GUESSED }: CsvReading,
): AsyncGenerator<CsvLine> {
  const parts = await gathered(source);
  refuseOlder(parts);
  const isPacked = isWorkbook(parts);
  const named = isPacked ? OF_WORKBOOKS : characterSet;
  const set = named === null ? await characterSetOf(parts) : { name: named, guessed: false };
  const records = isPacked ? workbookRecords(await workbookRows(parts)) : new TextRecords(parts, set.name);
  const headLine = await records.skipTitle(columns);
  const first = await records.next();
  if (!first) throw new CsvRefusal(1, 'Die Datei ist leer.', 'The file is empty.');
  if ('texts' in first.record) throw new CsvRefusal(first.line, first.record.texts.de, first.record.texts.en);
  const { cells } = first.record;
  if (cells.length > MOST_COLUMNS) throw tooManyColumns(cells.length, first.line);
  const isNameless = headLine === 0;
  const written = isNameless ? namelessHead(cells.length) : cells.map(cell => writtenHead(cutText(cell)));
  const decided = choice(written);
  const head = headOf(written, columns, first.line, decided);
  const shown = written.map((name, index): FileColumn => {
    const own = head.names[index] ?? '';
    const known = Object.hasOwn(columns.aliases, own);
    return { head: isNameless ? '' : cutText(cells[index] ?? name), becomes: known ? own : null, samples: [] };
  });
  const missing = head.missing[0] ?? [];
  opened?.({ characterSet: set, ignored: head.ignored, columns: shown, headLine, missing });
  const noted = (record: CsvRecord) => {
    if (!('cells' in record) || record.cells.length !== shown.length) return;
    for (const [index, { samples }] of shown.entries())
      if (samples.length < SAMPLES) samples.push(cutText(record.cells[index] ?? '').slice(0, LONGEST_SAMPLE));
  };
  records.width = written.length;
  let next = isNameless ? first : await records.next();
  for (let count = 0; next; count += 1, next = await records.next()) {
    noted(next.record);
    if (head.missing.length > 0 && count < SAMPLES) continue;
    if (head.missing.length > 0) break;
    yield { line: next.line, ...readLine(head, next.record, columns, cutText) };
  }
  if (head.missing.length > 0) throw missingColumns(head, columns, first.line);
}

/** Files that spreadsheets save beside tables, by how they begin. */
function refuseOlder([first]: readonly Uint8Array[]): void {
  const begin = Buffer.from(first?.subarray(0, 512) ?? []);
  const isOldWorkbook = begin.subarray(0, 4).toString('hex') === 'd0cf11e0';
  if (isOldWorkbook || /^(?:\ufeff)?\s*<(?:!doctype html|html|table|\?xml)/i.test(begin.toString('utf8')))
    throw new CsvRefusal(
      1,
      'Die Datei ist eine alte Excel-Datei (.xls) oder eine Webseite. Bitte sie in der Tabellenkalkulation öffnen und als .xlsx oder als CSV speichern.',
      'The file is an old workbook (.xls) or a web page. Please open it in the spreadsheet and save it as .xlsx or as CSV.',
    );
}

interface PlacedRecord {
  readonly line: number;
  readonly record: CsvRecord;
}

/** The records of a file one after the other, without empty ones. */
interface Records {
  /** Cells of the head, once it is known. */
  width: number | undefined;
  next(): Promise<PlacedRecord | undefined>;
  /** Drops what stands above the head; gives its line, or 0 for a file without one. */
  skipTitle(columns: CsvColumns): Promise<number>;
}

/** A title stands above a line that names known columns; a file that begins with values has no head. */
function headAmong(rows: readonly (readonly string[])[], columns: CsvColumns): number | null {
  const [first = []] = rows;
  const head = rows.findIndex(cells => isHead(cells, columns));
  const [own = [], next = []] = head < 0 ? [] : rows.slice(head);
  // Above the names of the columns stand those of several together: `Artikel` over `Nummer` and `Bezeichnung`.
  const isOver = isHead(next, columns) && !isData(next) && knownIn(next, columns) > knownIn(own, columns);
  if (head >= 0) return isOver ? head + 1 : head;
  return isData(first) ? null : 0;
}

function workbookRecords(rows: readonly (readonly string[])[]): Records {
  const width = rows.reduce((most, row) => Math.max(most, row.findLastIndex(cell => cell !== '') + 1), 0);
  let at = 0;
  const filled = (index: number) => rows[index]?.some(cell => cell !== '') === true;
  return {
    width,
    async next() {
      while (at < rows.length && !filled(at)) at += 1;
      if (at >= rows.length) return undefined;
      at += 1;
      const cells = Array.from({ length: width }, (_, index) => rows[at - 1]?.[index] ?? '');
      return { line: at, record: { count: 1, cells } };
    },
    async skipTitle(columns) {
      const some = rows.map((row, index) => ({ row, index })).filter(({ index }) => filled(index));
      const above = headAmong(
        some.slice(0, MOST_ABOVE).map(({ row }) => row),
        columns,
      );
      if (above === null) return 0;
      at = some[above]?.index ?? 0;
      return at + 1;
    },
  };
}

class TextRecords implements Records {
  width: number | undefined;
  readonly #lines: LineQueue;
  #separator = ';';

  constructor(parts: readonly Uint8Array[], set: CharacterSet) {
    this.#lines = new LineQueue(linesOf(decoded(parts, set)));
  }

  async next(): Promise<PlacedRecord | undefined> {
    for (let first = await this.#lines.at(0); first !== undefined; first = await this.#lines.at(0)) {
      const line = this.#lines.dropped + 1;
      const record = isBlank(first) ? EMPTY_RECORD : await nextRecord(this.#lines, this.#separator, this.width);
      this.#lines.drop(record.count);
      if (!('cells' in record && record.cells.every(isBlank))) return { line, record };
    }
    return undefined;
  }

  async skipTitle(columns: CsvColumns): Promise<number> {
    const lines = this.#lines;
    if (/^sep=.$/i.test((await lines.at(0)) ?? '')) lines.drop(1);
    while (isBlank((await lines.at(0)) ?? null)) lines.drop(1);
    const above: string[] = [];
    for (let index = 0; index < MOST_ABOVE; index += 1) above.push((await lines.at(index)) ?? '');
    this.#separator = separatorOf(above.find(line => separatorOf(line) !== null) ?? '') ?? ';';
    const rows = above.map(line => {
      const cells = line.includes('"') ? cellsOf(line, this.#separator, false) : line.split(this.#separator);
      return typeof cells === 'string' ? [] : cells.map(cell => cell.trim());
    });
    const head = headAmong(rows, columns);
    lines.drop(head ?? 0);
    return head === null ? 0 : lines.dropped + 1;
  }
}

const isBlank = (text: string | null): boolean => text?.trim() === '';

type CsvRecord = { readonly count: number } & (
  | { readonly cells: readonly string[] }
  | { readonly texts: LineProblem['texts'] }
);

const EMPTY_RECORD: CsvRecord = { count: 1, cells: [] };
const faulty = (de: string, en: string): CsvRecord => ({ count: 1, texts: { de, en } });
const NOT_CLOSED = faulty('Ein Anführungszeichen wird nicht geschlossen.', 'A quotation mark is not closed.');
const STRAY = faulty(
  'Ein Anführungszeichen steht mitten in einer Zelle, die mit einem beginnt; im Text wird es doppelt geschrieben.',
  'A quotation mark stands within a cell that begins with one; inside a text it is written twice.',
);
const TOO_LONG = faulty(
  `Die Zeile ist länger als ${LONGEST} Zeichen.`,
  `The line is longer than ${LONGEST} characters.`,
);

/** The record that begins with the first line. A cell in quotes may go on in the next lines, as long as these are no records of their own. */
async function nextRecord(lines: LineQueue, separator: string, width: number | undefined): Promise<CsvRecord> {
  const first = await lines.at(0);
  if (first == null) return TOO_LONG;
  if (!first.includes('"')) return { count: 1, cells: first.split(separator).map(cell => cell.trim()) };
  let text = first;
  for (let count = 1; ; count += 1) {
    const cells = cellsOf(text, separator, count > 1);
    if (cells === 'stray') return count === 1 ? STRAY : NOT_CLOSED;
    if (cells !== 'open') return { count, cells };
    const next = await lines.at(count);
    if (next == null || count === MOST_LINES) return NOT_CLOSED;
    text += `\n${next}`;
    // A quote that a damage has opened would swallow the records behind it.
    const holdsTwo = width !== undefined && text.split(separator).length - 1 >= 2 * (width - 1);
    if (holdsTwo || text.length > LONGEST) return NOT_CLOSED;
  }
}

/** `Rohr 3/4" lang` is read as it stands, but not where the record goes over several lines. */
function cellsOf(text: string, delimiter: string, isStrict: boolean): readonly string[] | 'open' | 'stray' {
  try {
    const options = { delimiter, trim: true, relax_column_count: true, relax_quotes: !isStrict };
    // One record, so no line end ends it.
    const [cells = [], ...more] = parse(text, { ...options, record_delimiter: '\u0000' }) as string[][];
    return more.length === 0 ? cells : 'stray';
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (code === 'CSV_QUOTE_NOT_CLOSED') return 'open';
    if (code.startsWith('CSV_') || code === 'INVALID_OPENING_QUOTE') return 'stray';
    throw error;
  }
}

function readLine(
  { names, written, marks, fillers }: Pick<Head, 'names' | 'written' | 'marks' | 'fillers'>,
  record: CsvRecord,
  { ownNumbers, several = [], meant = {}, currency }: CsvColumns,
  cutText: CsvReading['cutText'],
): { readonly values: Readonly<Record<string, string>> } | { readonly problem: LineProblem } {
  if ('texts' in record) return { problem: { column: null, texts: record.texts } };
  const { cells } = record;
  if (cells.length !== names.length)
    return {
      problem: {
        column: null,
        texts: {
          de: `Die Zeile hat ${cells.length} Spalten, die erste Zeile ${names.length}: ein Trennzeichen fehlt oder ist zu viel.`,
          en: `The line has ${cells.length} columns, the first line has ${names.length}: a separator is missing, or there is one too many.`,
        },
      },
    };
  const nameless = cells.findIndex((cell, index) => cell !== '' && names[index] === '');
  if (nameless >= 0)
    return {
      problem: {
        column: null,
        texts: {
          de: `Die Spalte ${nameless + 1} hat in der ersten Zeile keinen Namen, hier aber einen Inhalt.`,
          en: `The column ${nameless + 1} has no name in the first line, and holds something here.`,
        },
      },
    };
  const foreign = cells.find((cell, index) => isOtherCurrency(written[index] ?? '', cell, currency));
  if (foreign !== undefined)
    return {
      problem: {
        column: null,
        texts: {
          de: `Die Zeile ist in ${foreign}, und das Geschäft rechnet in ${currency}.`,
          en: `The line is in ${foreign}, and the shop reckons in ${currency}.`,
        },
      },
    };
  const held = cells.findIndex((cell, index) => names[index] !== ownNumbers && cutText(cell) !== cell);
  if (held >= 0) return { problem: { column: cutText(names[held] ?? ''), texts: cardTexts(cells[held] ?? '') } };
  const values: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const mark = marks[index] ?? null;
    const text = meant[name]?.(written[index] ?? '', cells[index] ?? '') ?? cells[index] ?? '';
    const cell = mark === null ? text : markedCell(text, mark);
    const joins = (several.includes(name) || mark !== null) && values[name];
    values[name] = joins ? [values[name], cell].filter(Boolean).join(' ') : cell;
  }
  for (const { own, place } of fillers) values[own] ||= cells[place] ?? '';
  return { values };
}

/** True for `USD` in a column of currencies where the shop reckons in another one. */
const isOtherCurrency = (head: string, cell: string, currency: string | undefined): boolean =>
  currency !== undefined &&
  /(?:^|_)(?:currency|currency_code|w(?:ä|ae)hrung|devise|valuta)$/i.test(head) &&
  /^[a-z]{3}$/i.test(cell) &&
  cell.toUpperCase() !== currency;

/** A cell below a head that names a value: yes is that value, no is none, and anything else is its own. */
function markedCell(cell: string, value: string): string {
  if (YES.test(cell)) return value;
  return NO.test(cell) ? '' : cell;
}

/** A mistyped EAN may look like the number of a payment card, too. */
export const cardTexts = (cell: string): LineProblem['texts'] => {
  const last = cell.replace(/\D/g, '').slice(-4);
  return {
    de: `Das sieht aus wie die Nummer einer Zahlungskarte (…${last}); nichts davon wird behalten. Eine EAN hat eine falsche Prüfziffer; Kundenkarten nennt die Einstellung loyaltyPrefixes.`,
    en: `This looks like the number of a payment card (…${last}); nothing of it is kept. An EAN has a wrong check digit; loyalty cards are named by the setting loyaltyPrefixes.`,
  };
};

/** The sign that stands most often in a line, outside quotation marks; null where none does. */
function separatorOf(head: string): string | null {
  const line = head.replace(/"[^"]*"/g, '');
  const count = (sign: string) => line.split(sign).length;
  const best = [';', ',', '\t', '|'].reduce((most, sign) => (count(sign) > count(most) ? sign : most));
  return count(best) > 1 ? best : null;
}

/** The lines of a text, whatever ends them; null for a line that is longer than any record. */
async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<string | null> {
  let rest = '';
  let isLong = false;
  for await (const text of texts) {
    const held = rest + text;
    // The second half of a line end may come with the next part.
    const end = held.endsWith('\r') ? '\r' : '';
    const lines = held.slice(0, held.length - end.length).split(/\r\n|\n|\r/);
    rest = `${lines.pop()}${end}`;
    for (const line of lines) {
      yield isLong || line.length > LONGEST ? null : line;
      isLong = false;
    }
    isLong ||= rest.length > LONGEST;
    if (isLong) rest = end;
  }
  if (rest !== '' || isLong) yield isLong ? null : rest.replace(/\r$/, '');
}

/** Lines that can be looked at before they are taken. */
class LineQueue {
  /** Lines that were taken. */
  dropped = 0;
  readonly #source: AsyncIterator<string | null>;
  #held: (string | null)[] = [];

  constructor(source: AsyncIterator<string | null>) {
    this.#source = source;
  }

  /** Undefined behind the last one. */
  async at(index: number): Promise<string | null | undefined> {
    while (this.#held.length <= index) {
      const next = await this.#source.next();
      if (next.done) return undefined;
      this.#held.push(next.value);
    }
    return this.#held[index];
  }

  drop(count: number): void {
    this.dropped += count;
    this.#held = this.#held.slice(count);
  }
}
