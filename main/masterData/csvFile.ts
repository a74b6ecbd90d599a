/**
 * Reads a CSV file as people save it: UTF-8 with or without a mark, UTF-16, Windows-1252; comma, semicolon or tab; stray quotes. The
 * file is streamed, so its size does not matter. Columns are found by their names, in any order.
 */
import { parse } from 'csv-parse';

export interface CsvLine {
  /** Of the file, from 1 on; of a record over several lines the first one. */
  readonly line: number;
  /** By the plain name of the column; a column that is not known keeps its own name in small letters. */
  readonly values: Readonly<Record<string, string>>;
}

export interface LineProblem {
  /** Name of the column, or null for the whole line. */
  readonly column: string | null;
  readonly texts: { readonly de: string; readonly en: string };
}

/** The file as a whole cannot be read from this line on. */
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
}

/** Bytes of one record. */
const LONGEST = 100_000;

/** Throws `CsvRefusal` where the columns are wrong or the rest cannot be read. */
export async function* readCsv(source: AsyncIterable<Uint8Array>, columns: CsvColumns): AsyncGenerator<CsvLine> {
  const texts = decoded(source);
  const { head, skipped } = await firstLine(texts);
  const parser = parse({
    delimiter: separatorOf(head),
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    trim: true,
    max_record_size: LONGEST,
  });
  void feed(parser as unknown as Feed, head, texts);
  let names: readonly string[] | null = null;
  let before = skipped;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const line = before + 1;
      before = skipped + info.lines;
      if (record.every(value => value === '')) continue;
      if (names) yield { line, values: valuesOf(names, record) };
      else names = namesOf(record, columns, line);
    }
  } catch (error) {
    throw refusalOf(error, before + 1);
  }
  if (!names) throw new CsvRefusal(1, 'Die Datei ist leer.', 'The file is empty.');
}

interface Feed {
  write(text: string): boolean;
  once(event: 'drain' | 'close', listener: () => void): unknown;
  off(event: 'drain' | 'close', listener: () => void): unknown;
  end(): void;
  destroy(error: Error): void;
  readonly destroyed: boolean;
}

/** What goes wrong while the file is read ends the parser with the same error. */
async function feed(parser: Feed, head: string, texts: AsyncIterator<string>): Promise<void> {
  try {
    for (let text = head; ; ) {
      if (parser.destroyed) return;
      if (text !== '' && !parser.write(text)) await new Promise<void>(done => drained(parser, done));
      const next = await texts.next();
      if (next.done) return parser.end();
      text = next.value;
    }
  } catch (error) {
    parser.destroy(error as Error);
  }
}

/** A parser that was closed takes nothing any more. */
function drained(parser: Feed, done: () => void): void {
  const end = () => {
    parser.off('drain', end);
    parser.off('close', end);
    done();
  };
  parser.once('drain', end);
  parser.once('close', end);
}

function refusalOf(error: unknown, line: number): unknown {
  const { code = '' } = error as { code?: string };
  if (code === 'CSV_MAX_RECORD_SIZE' || code === 'CSV_QUOTE_NOT_CLOSED')
    return new CsvRefusal(line, 'Ein Anführungszeichen wird nicht geschlossen.', 'A quotation mark is not closed.');
  if (!code.startsWith('CSV_')) return error;
  return new CsvRefusal(line, 'Die Zeile ist nicht als CSV lesbar.', 'The line cannot be read as CSV.');
}

const valuesOf = (names: readonly string[], record: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name, index) => [name, record[index] ?? '']));

function namesOf(record: readonly string[], { aliases, required }: CsvColumns, line: number): readonly string[] {
  const names = record.map((written, index) => {
    const name = written.toLowerCase().replace(/[\s-]+/g, '_');
    const known = Object.entries(aliases).find(([own, others]) => own === name || others.includes(name));
    return known?.[0] ?? (name === '' ? `column ${index + 1}` : name);
  });
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined)
    throw new CsvRefusal(line, `Die Spalte ${twice} gibt es zweimal.`, `There are two columns ${twice}.`);
  const missing = required.find(choice => !choice.some(name => names.includes(name)));
  if (!missing) return names;
  const list = Object.keys(aliases).join(';');
  throw new CsvRefusal(
    line,
    `Die Spalte ${missing.join(' oder ')} fehlt. Die erste Zeile nennt die Spalten: ${list}`,
    `The column ${missing.join(' or ')} is missing. The first line names the columns: ${list}`,
  );
}

/** The text up to the end of its first line, without the line `sep=;` that spreadsheets write. */
async function firstLine(texts: AsyncIterator<string>): Promise<{ readonly head: string; readonly skipped: number }> {
  let head = '';
  while (!/[\r\n]/.test(head.trimStart())) {
    const next = await texts.next();
    if (next.done) break;
    head += next.value;
    if (head.length > LONGEST) break;
  }
  const separator = /^sep=.\r?\n/i.exec(head);
  return separator ? { head: head.slice(separator[0].length), skipped: 1 } : { head, skipped: 0 };
}

/** The sign that stands most often in the first line, outside quotation marks. */
function separatorOf(head: string): string {
  const line = (head.trimStart().split(/\r?\n|\r/)[0] ?? '').replace(/"[^"]*"/g, '');
  const count = (sign: string) => line.split(sign).length;
  return [';', ',', '\t', '|'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

type Decoder = InstanceType<typeof TextDecoder>;

/** Parts large enough to see what they are written in, and never cut behind the first byte of a letter. */
async function* gathered(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of source) {
    parts.push(part);
    size += part.length;
    if (size < PART || (part.at(-1) ?? 0) > 127) continue;
    yield Buffer.concat(parts);
    [parts, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(parts);
}

const PART = 65_536;

/** Decodes a stream: by its mark, else UTF-8 as long as it is, else Windows-1252. */
async function* decoded(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: Decoder | null = null;
  let begun = false;
  for await (const part of gathered(source)) {
    if (!begun) decoder = markedDecoder(part);
    begun = true;
    // As long as there are plain letters only, every character set is the same.
    if (!decoder && part.some(byte => byte > 127)) decoder = decoderFor(part);
    yield decoder ? readWith(decoder, part) : Buffer.from(part).toString('latin1');
  }
  if (decoder) yield readWith(decoder, null);
}

function markedDecoder(part: Uint8Array): Decoder | null {
  const [first, second, third] = part;
  if (first === 0xef && second === 0xbb && third === 0xbf) return new TextDecoder('utf-8', { fatal: true });
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le', { fatal: true });
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be', { fatal: true });
  return null;
}

function decoderFor(part: Uint8Array): Decoder {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(part, { stream: true });
    return new TextDecoder('utf-8', { fatal: true });
  } catch {
    return new TextDecoder('windows-1252');
  }
}

function readWith(decoder: Decoder, part: Uint8Array | null): string {
  try {
    return part === null ? decoder.decode() : decoder.decode(part, { stream: true });
  } catch {
    throw new CsvRefusal(
      1,
      'Die Datei mischt Zeichensätze. Bitte als UTF-8 speichern.',
      'The file mixes character sets. Please save it as UTF-8.',
    );
  }
}
