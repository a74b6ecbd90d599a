/** Sales as CSV, row after row. */
import { stringify } from 'csv-stringify/sync';
import { digitsOf, type Language, plainAmount, safeCell } from './cells.ts';

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
  const text = (lines: readonly (readonly string[])[], bom: boolean) =>
    stringify(lines as string[][], { delimiter, record_delimiter: 'windows', bom });
  yield text([COLUMNS], true);
  let piece: string[][] = [];
  for await (const row of rows) {
    const digits = digitsOf(String(row.currency ?? ''));
    piece.push(COLUMNS.map(name => cell(row[name], AMOUNTS.has(name), digits, point)));
    if (piece.length < PIECE) continue;
    yield text(piece, false);
    piece = [];
  }
  if (piece.length > 0) yield text(piece, false);
}

function cell(value: unknown, isAmount: boolean, digits: number, point: '.' | ','): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return isAmount ? plainAmount(value, digits, point) : String(value);
  return safeCell(String(value));
}
