/**
 * Reads a CSV file as people save it: comma, semicolon, tab or bar; any line end; stray quotes. Columns are found by their names, in
 * any order. A line that cannot be read is one faulty line, and reading goes on behind it, so nothing is lost unsaid.
 */
import { parse } from 'csv-parse/sync';
import leven from 'leven';
import type { CharacterSet, ReadCharacterSet } from '../wire/articles.ts';
import { characterSetOf, decoded, gathered } from './characterSet.ts';

export interface LineProblem {
  /** Name of the column, or null for the whole line. */
  readonly column: string | null;
  readonly texts: { readonly de: string; readonly en: string };
}

/** Its line counts from 1 on in the file; a record over several lines has the first one. */
export type CsvLine =
  | {
      readonly line: number;
      /** By the plain name of the column; a column that is not known keeps its own name in small letters. */
      readonly values: Readonly<Record<string, string>>;
    }
  | { readonly line: number; readonly problem: LineProblem };

/** The file as a whole is refused: its first line does not name the columns. */
export class CsvRefusal extends Error {
  readonly line: number;
  readonly texts: LineProblem['texts'];

  constructor(line: number, de: string, en: string) {
    super(en);
    this.line = line;
    this.texts = { de, en };
  }
}

export interface CsvColumns {
  /** Further names of a column, in small letters. */
  readonly aliases: Readonly<Record<string, readonly string[]>>;
  /** One name of each row must be there. */
  readonly required: readonly (readonly string[])[];
  /** The column of the shop's own card numbers, which its reader checks. */
  readonly ownNumbers?: string;
}

/** Facts of a file that are known before its lines are read. */
export interface CsvFacts {
  readonly characterSet: ReadCharacterSet;
  /** Columns that nobody reads. */
  readonly ignored: readonly string[];
}

export interface CsvReading {
  /** Cuts payment card numbers to their last four digits; a cell that holds one makes its line faulty. */
  readonly cutText: (text: string) => string;
  /** Null: found by the bytes. */
  readonly characterSet?: CharacterSet | null;
  readonly opened?: (facts: CsvFacts) => void;
}

/** Characters of one record. */
const LONGEST = 100_000;
/** Lines of one record. */
const MOST_LINES = 50;

/** Throws `CsvRefusal` where the columns are wrong. */
export async function* readCsv(
  source: AsyncIterable<Uint8Array>,
  columns: CsvColumns,
  { cutText, characterSet = null, opened }: CsvReading,
): AsyncGenerator<CsvLine> {
  const parts = await gathered(source);
  const set = characterSet === null ? await characterSetOf(parts) : { name: characterSet, guessed: false };
  const lines = new LineQueue(linesOf(decoded(parts, set.name)));
  if (/^sep=.$/i.test((await lines.at(0)) ?? '')) lines.drop(1);
  let separator: string | null = null;
  let names: readonly string[] | null = null;
  for (let first = await lines.at(0); first !== undefined; first = await lines.at(0)) {
    const line = lines.dropped + 1;
    separator ??= isBlank(first) ? null : separatorOf(first ?? '');
    const record: CsvRecord = separator === null ? EMPTY_RECORD : await nextRecord(lines, separator, names?.length);
    lines.drop(record.count);
    if ('cells' in record && record.cells.every(isBlank)) continue;
    if (names) yield { line, ...readLine(names, record, name => name !== columns.ownNumbers, cutText) };
    else {
      const head = headOf(record, columns, line, cutText);
      names = head.names;
      opened?.({ characterSet: set, ignored: head.ignored });
    }
  }
  if (!names) throw new CsvRefusal(1, 'Die Datei ist leer.', 'The file is empty.');
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
  names: readonly string[],
  record: CsvRecord,
  isChecked: (name: string) => boolean,
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
  const held = cells.findIndex((cell, index) => isChecked(names[index] ?? '') && cutText(cell) !== cell);
  if (held >= 0) return { problem: { column: cutText(names[held] ?? ''), texts: cardTexts(cells[held] ?? '') } };
  return { values: Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])) };
}

/** A mistyped EAN may look like the number of a payment card, too. */
export const cardTexts = (cell: string): LineProblem['texts'] => {
  const last = cell.replace(/\D/g, '').slice(-4);
  return {
    de: `Das sieht aus wie die Nummer einer Zahlungskarte (…${last}); nichts davon wird behalten. Eine EAN hat eine falsche Prüfziffer; Kundenkarten nennt die Einstellung loyaltyPrefixes.`,
    en: `This looks like the number of a payment card (…${last}); nothing of it is kept. An EAN has a wrong check digit; loyalty cards are named by the setting loyaltyPrefixes.`,
  };
};

interface Head {
  readonly names: readonly string[];
  readonly ignored: readonly string[];
}

function headOf(
  record: CsvRecord,
  { aliases, required }: CsvColumns,
  line: number,
  cutText: CsvReading['cutText'],
): Head {
  if ('texts' in record) throw new CsvRefusal(line, record.texts.de, record.texts.en);
  const written = record.cells.map(cell =>
    cutText(cell)
      .toLowerCase()
      .replace(/[\s-]+/g, '_'),
  );
  const names = knownNames(written, aliases, line);
  const ignored = names.filter(name => name !== '' && !Object.hasOwn(aliases, name));
  for (const name of ignored) refuseNear(name, names, aliases, line);
  const missing = required.find(choice => !choice.some(name => names.includes(name)));
  if (!missing) return { names, ignored };
  const list = Object.keys(aliases).join(';');
  throw new CsvRefusal(
    line,
    `Die Spalte ${missing.join(' oder ')} fehlt. Die erste Zeile nennt die Spalten: ${list}`,
    `The column ${missing.join(' or ')} is missing. The first line names the columns: ${list}`,
  );
}

/** The own name of a column goes before its further names; what is left of those is a column that nobody reads. */
function knownNames(written: readonly string[], aliases: CsvColumns['aliases'], line: number): readonly string[] {
  const meant = written.map(
    name => Object.entries(aliases).find(([own, others]) => own === name || others.includes(name))?.[0],
  );
  return written.map((name, index) => {
    const own = meant[index];
    if (own === undefined) return name;
    const others = written.filter((_, other) => meant[other] === own);
    if (others.length === 1) return own;
    if (others.filter(other => other === own).length === 1) return name === own ? own : `${name} ${index + 1}`;
    throw new CsvRefusal(line, `Die Spalte ${own} gibt es zweimal.`, `There are two columns ${own}.`);
  });
}

/** A column whose name is damaged would be left alone without a word, and what it says would be lost. */
function refuseNear(name: string, names: readonly string[], aliases: CsvColumns['aliases'], line: number): void {
  const missing = Object.entries(aliases).filter(([own]) => !names.includes(own));
  const near = missing.flatMap(([own, others]) => [own, ...others]).find(known => isDamaged(name, known));
  if (near === undefined) return;
  throw new CsvRefusal(
    line,
    `Die Spalte ${name} gibt es nicht; gemeint ist wohl ${near}. Bitte so nennen, oder anders, wenn sie nichts damit zu tun hat.`,
    `The column ${name} is not known; ${near} is meant, it seems. Please name it so, or otherwise when it is something else.`,
  );
}

const SHORTEST_NAME = 3;
/** Characters of a byte order mark that was damaged. */
const MARK = 3;

function isDamaged(name: string, known: string): boolean {
  if (known.length < SHORTEST_NAME) return false;
  if (leven(name, known, { maxDistance: 2 }) === 1) return true;
  const before = name.endsWith(known) ? name.slice(0, -known.length) : '';
  return before.length > 0 && before.length <= MARK && /[^\x20-\x7e]/.test(before);
}

/** The sign that stands most often in the first line, outside quotation marks. */
function separatorOf(head: string): string {
  const line = head.replace(/"[^"]*"/g, '');
  const count = (sign: string) => line.split(sign).length;
  return [';', ',', '\t', '|'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
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
