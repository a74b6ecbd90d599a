/** Sales as CSV and records as JSON Lines, row after row: memory stays flat. */
import { csvText, safeCell } from '../../domain/csvText.ts';
import type { Language } from '../../domain/money.ts';
import { digitsOf, plainAmount } from '../../reporting/cells.ts';
import { isDay } from '../../reporting/days.ts';
import type { Sql } from '../database/officeDatabase.ts';

type Row = Readonly<Record<string, unknown>>;

/** Columns, and those that are amounts in minor units. */
const COLUMNS = [
  'business_day',
  'created',
  'store',
  'store_name',
  'till',
  'till_name',
  'epoch',
  'sequence',
  'event',
  'id',
  'transactionRef',
  'receipt_number',
  'status',
  'cashier',
  'method',
  'currency',
  'sum',
  'turnover',
  'discount',
  'tip',
] as const;
const AMOUNTS: ReadonlySet<string> = new Set(['sum', 'turnover', 'discount', 'tip']);

const PIECE = 500;

/** Semicolon and decimal comma in German, comma and point in English. */
export async function* salesCsv(rows: AsyncIterable<Row>, language: Language): AsyncGenerator<string> {
  const delimiter = language === 'de' ? ';' : ',';
  const point = language === 'de' ? ',' : '.';
  yield csvText([COLUMNS], { delimiter, bom: true });
  let piece: string[][] = [];
  for await (const row of rows) {
    const digits = digitsOf(String(row.currency ?? ''));
    piece.push(COLUMNS.map(name => cell(row[name], AMOUNTS.has(name), digits, point)));
    if (piece.length < PIECE) continue;
    yield csvText(piece, { delimiter });
    piece = [];
  }
  if (piece.length > 0) yield csvText(piece, { delimiter });
}

function cell(value: unknown, isAmount: boolean, digits: number, point: '.' | ','): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return isAmount ? plainAmount(value, digits, point) : String(value);
  return safeCell(String(value));
}

/** The place of a record in the export: a client that was cut off names that of its last whole line. */
export interface DocumentPlace {
  readonly day: string;
  readonly store: string;
  readonly till: string;
  readonly epoch: number;
  readonly sequence: number;
}

/** As it stands in each line (`place`); null for what is none. */
export function readPlace(text: string): DocumentPlace | null {
  const [day = '', store = '', till = '', epoch = '', sequence = '', ...more] = text.split('/');
  const isPlace = isDay(day) && store !== '' && till !== '' && /^\d{1,11}$/.test(epoch) && /^\d{1,12}$/.test(sequence);
  return isPlace && more.length === 0 ? { day, store, till, epoch: Number(epoch), sequence: Number(sequence) } : null;
}

export interface DocumentSpan {
  readonly stores: readonly string[];
  readonly from: string;
  readonly to: string;
}

/**
 * Records as they were received, oldest business day first. Each line: its place, where the record came from, and the record itself. With
 * `after` the lines behind that place follow, so that an export which was cut off goes on.
 */
export async function* documentLines(
  sql: Sql,
  { stores, from, to }: DocumentSpan,
  after: DocumentPlace | null = null,
): AsyncGenerator<string> {
  const rows = sql.stream<{ head: string; record: string }>(
    `SELECT json_build_object('place', to_char(business_day, 'YYYY-MM-DD') || '/' || store || '/' || till || '/' || epoch || '/' || sequence, 'store', store, 'till', till, 'epoch', epoch,
       'received', to_char(received AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text AS head, record
       FROM document WHERE store = ANY($1::text[]) AND business_day BETWEEN $2::date AND $3::date
        ${after ? 'AND (business_day, store, till, epoch, sequence) > ($4::date, $5, $6, $7::bigint, $8::bigint)' : ''}
      ORDER BY business_day, store, till, epoch, sequence`,
    [stores, from, to, ...(after ? [after.day, after.store, after.till, after.epoch, after.sequence] : [])],
  );
  for await (const { head, record } of rows) yield `${head.slice(0, -1)}, "record" : ${oneLine(record)}}\n`;
}

/** A record came as one line; one that did not is kept as a text. */
const oneLine = (record: string): string =>
  /^\{[^\r\n]*\}$/.test(record.trim()) ? record.trim() : JSON.stringify(record);
