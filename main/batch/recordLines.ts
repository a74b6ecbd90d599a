/** Records as lines of JSON (NDJSON): written by the till, read by the back office line by line within fixed limits. */
import { createGunzip } from 'node:zlib';
import { Compile, type Validator } from 'typebox/compile';
import type { Texts } from '../domain/texts.ts';
import { batchLimits } from '../wire/office/batches.ts';
import { OfficeRecord } from '../wire/office/records.ts';
import { recordHash } from './recordHash.ts';

/** One line of JSON for each record, each ended by a line feed. */
export function* writeRecords(records: Iterable<OfficeRecord>): Generator<string> {
  for (const record of records) yield `${JSON.stringify(record)}\n`;
}

export type LineFault = 'notJson' | 'notARecord' | 'lineTooLong' | 'outsideRange';

/** A line of a batch: a record with its hash, or the reason why it cannot be read. `line` counts from 1. */
export type RecordLine =
  | {
      readonly line: number;
      readonly text: string;
      readonly record: OfficeRecord;
      readonly hash: string;
    }
  | {
      readonly line: number;
      /** At most 16 KiB of the line. */
      readonly text: string;
      readonly record: null;
      /** The number of the record, where the line still shows one. */
      readonly sequence: number | null;
      /** As the sender computed it; null where the line is no object of JSON. */
      readonly hash: string | null;
      readonly code: LineFault;
      readonly texts: Texts;
    };

/** A body above a limit of `batchLimits`: answered 413, and nothing of it is taken. */
export class BatchTooLarge extends Error {}

/** A body that cannot be inflated: answered 400, and nothing of it is taken. */
export class BatchUnreadable extends Error {}

export interface ReadOptions {
  /** `gzip`, or nothing for plain lines. */
  readonly encoding?: string | undefined;
  /** Sequence numbers that the head of the batch names; others are refused by record. */
  readonly first?: number;
  readonly last?: number;
}

/**
 * Reads the records of a batch one by one; never more than a line and a chunk is in memory beside the body. A broken line is
 * given with its reason, and the lines after it are read. Throws `BatchTooLarge` and `BatchUnreadable`.
 */
export async function* readRecords(
  body: Uint8Array | AsyncIterable<Uint8Array>,
  options: ReadOptions = {},
): AsyncGenerator<RecordLine> {
  let count = 0;
  for await (const text of linesOf(inflated(body, options.encoding))) {
    count += 1;
    if (count > batchLimits.records) throw new BatchTooLarge(`a batch holds at most ${batchLimits.records} records`);
    yield lineOf(count, text, options);
  }
}

async function* inflated(
  body: Uint8Array | AsyncIterable<Uint8Array>,
  encoding: string | undefined,
): AsyncGenerator<Uint8Array> {
  const source = limited(
    body instanceof Uint8Array ? [body] : body,
    batchLimits.body,
    'a batch has at most 1 MiB as it is sent',
  );
  if (encoding === undefined || encoding === 'identity') {
    yield* source;
    return;
  }
  if (encoding !== 'gzip') throw new BatchUnreadable(`the content encoding ${encoding} is not known; send gzip`);
  yield* limited(gunzipped(source), batchLimits.inflated, 'a batch has at most 8 MiB after it was inflated');
}

async function* gunzipped(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  const feeding = feed(gunzip, source);
  try {
    yield* gunzip as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw error instanceof BatchTooLarge
      ? error
      : new BatchUnreadable('the body cannot be inflated: it is no whole gzip');
  } finally {
    gunzip.destroy();
    await feeding;
  }
}

/** Ends the stream with what the source throws, so that its reader gets that error. */
async function feed(gunzip: ReturnType<typeof createGunzip>, source: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    for await (const chunk of source) {
      if (gunzip.destroyed) return;
      gunzip.write(chunk);
    }
    gunzip.end();
  } catch (error) {
    gunzip.destroy(error as Error);
  }
}

async function* limited(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  limit: number,
  words: string,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > limit) throw new BatchTooLarge(words);
    yield chunk;
  }
}

/** Lines as text without their line feed; empty ones are left out. Splits bytes, so that no character is cut. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let open: Uint8Array[] = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      const text = textOf([...open, chunk.subarray(from, end)]);
      open = [];
      from = end + 1;
      if (text !== '') yield text;
    }
    if (from < chunk.length) open.push(chunk.subarray(from));
  }
  const rest = textOf(open);
  if (rest !== '') yield rest;
}

const LINE_FEED = 10;
const textOf = (parts: readonly Uint8Array[]): string => Buffer.concat(parts).toString('utf8').trim();

function lineOf(line: number, text: string, { first = 1, last = Number.MAX_SAFE_INTEGER }: ReadOptions): RecordLine {
  const refused = (code: LineFault, sequence: number | null, hash: string | null = null): RecordLine => ({
    line,
    text: text.slice(0, 16 * 1024),
    record: null,
    sequence,
    hash,
    code,
    texts: faultTexts[code],
  });
  if (text.length > batchLimits.line) return refused('lineTooLong', null);
  try {
    const record: unknown = JSON.parse(text);
    validator ??= Compile(OfficeRecord);
    const hash = typeof record === 'object' && record !== null ? recordHash(record) : null;
    if (!validator.Check(record)) return refused('notARecord', sequenceOf(record), hash);
    if (record.sequence < first || record.sequence > last) return refused('outsideRange', record.sequence, hash);
    return { line, text, record, hash: hash ?? recordHash(record) };
  } catch (error) {
    // A line that is nested too deep ends in a RangeError of the parser or of the hash.
    if (error instanceof SyntaxError || error instanceof RangeError) return refused('notJson', null);
    throw error;
  }
}

/** Compiled with the first record: a till never reads any. */
let validator: Validator<Record<never, never>, typeof OfficeRecord> | undefined;

function sequenceOf(value: unknown): number | null {
  const sequence = (value as { sequence?: unknown } | null)?.sequence;
  return Number.isSafeInteger(sequence) ? (sequence as number) : null;
}

const faultTexts: Readonly<Record<LineFault, Texts>> = {
  notJson: {
    de: 'Diese Zeile ist kein gültiges JSON. Die anderen Zeilen des Pakets gelten.',
    en: 'This line is not valid JSON. The other lines of the batch hold.',
  },
  notARecord: {
    de: 'Diese Zeile ist kein Datensatz: Ein Feld fehlt oder hat einen falschen Wert. Die anderen Zeilen gelten.',
    en: 'This line is no record: a member is missing or has a wrong value. The other lines hold.',
  },
  lineTooLong: {
    de: 'Dieser Datensatz ist länger als 1 MiB. Die anderen Zeilen des Pakets gelten.',
    en: 'This record is longer than 1 MiB. The other lines of the batch hold.',
  },
  outsideRange: {
    de: 'Die Nummer dieses Datensatzes liegt nicht in dem Bereich, den das Paket nennt.',
    en: 'The number of this record is not in the range that the batch names.',
  },
};
