/** Makes the body of a batch: lines of records with the documents they are about, compressed, within the limits. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { recordHash } from '../batch/recordHash.ts';
import { batchLimits } from '../wire/office/batches.ts';
import type { RecordKind } from '../wire/office/records.ts';
import type { OfficeDelivery, RecordRange, StoredRecord } from '../world/officeLink.ts';

/** Reads the document that a record is about, as JSON text; null where there is none. One reader for each kind. */
/** Kinds that are missing have no document: their facts say everything. */
export type Documents = Readonly<Partial<Record<RecordKind, (record: StoredRecord) => string | null>>>;

export interface BatchBody {
  /** gzip */
  readonly body: Uint8Array;
  /** Hash of each record in the order of the lines. */
  readonly hashes: readonly string[];
  /** Number of the last record. */
  readonly last: number;
}

interface Limits {
  /** Characters of all lines together. */
  readonly lines: number;
  /** Bytes after compression. */
  readonly body: number;
}

/** A new batch stays far below the limits of the office, because its documents may grow until it is sent once more. */
const FRESH: Limits = { lines: 2 * 1024 * 1024, body: batchLimits.body * 0.75 };
const BEGUN: Limits = { lines: batchLimits.inflated * 0.75, body: batchLimits.body };

/** Records of one turn of the event loop: terminals and cashiers never wait for a batch. */
const SLICE = 25;

/** Rows that are read in one turn. */
const ROWS = 200;

const compress = promisify(gzip);

/** Reads the records of a range, at most `most`, a few rows in each turn. */
export async function recordsOf(
  delivery: Pick<OfficeDelivery, 'records'>,
  range: RecordRange,
  most: number,
): Promise<readonly StoredRecord[]> {
  const records: StoredRecord[] = [];
  for (let first = range.first; ; ) {
    const wanted = Math.min(ROWS, most - records.length);
    const rows = delivery.records({ ...range, first }, wanted);
    records.push(...rows);
    const last = rows.at(-1)?.sequence;
    if (last === undefined || rows.length < wanted || records.length >= most) return records;
    first = last + 1;
    await nextTurn();
  }
}

/**
 * Null where not even one record fits. `isBegun`: the batch was sent before, perhaps, and holds the same records again; else
 * it ends where it becomes too large.
 */
export async function batchBody(
  records: readonly StoredRecord[],
  documents: Documents,
  isBegun: boolean,
): Promise<BatchBody | null> {
  const limits = isBegun ? BEGUN : FRESH;
  const { lines, hashes } = await linesOf(records, documents, limits.lines);
  const body = await compress(Buffer.from(lines.join('')));
  if (body.length <= limits.body) return { body, hashes, last: records[hashes.length - 1]?.sequence ?? 0 };
  return hashes.length > 1 ? batchBody(records.slice(0, hashes.length >> 1), documents, false) : null;
}

async function linesOf(records: readonly StoredRecord[], documents: Documents, most: number) {
  const lines: string[] = [];
  const hashes: string[] = [];
  let size = 0;
  for (const [index, stored] of records.entries()) {
    if (index > 0 && index % SLICE === 0) await nextTurn();
    const record = recordOf(stored);
    const line = lineOf(record, documents[stored.kind as RecordKind]?.(stored) ?? null);
    size += line.length;
    if (size > most && index > 0) break;
    lines.push(line);
    hashes.push(recordHash(record));
  }
  return { lines, hashes };
}

/** The record without its document. Times are UTC, so that a change of the time zone changes no hash. */
const recordOf = ({ merchant: _, at, facts, ...record }: StoredRecord) => ({
  ...record,
  at: new Date(at).toISOString(),
  facts: JSON.parse(facts),
});

/** Documents are stored as the text that goes out, so they are not read and written once more. */
function lineOf(record: object, document: string | null): string {
  const text = document === null || document.length > batchLimits.line / 2 ? 'null' : oneLine(document);
  return `${JSON.stringify(record).slice(0, -1)},"document":${text}}\n`;
}

const oneLine = (text: string): string => (/[\r\n]/.test(text) ? JSON.stringify(JSON.parse(text)) : text);
