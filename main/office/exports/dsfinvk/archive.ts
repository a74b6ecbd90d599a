/** Cash point closings in the layout of DSFinV-K as a zip archive, written while it is read: memory stays flat. */
import { csvText } from '../../../domain/csvText.ts';
import type { Sql } from '../../database/officeDatabase.ts';
import { zipped } from '../zip.ts';
import { indexXml } from './indexXml.ts';
import { CLOSINGS } from './receipts.ts';
import { type ColumnKind, type LayoutTable, layoutTables } from './tables.ts';

export interface ClosingSpan {
  readonly stores: readonly string[];
  /** Business days, both included. */
  readonly from: string;
  readonly to: string;
  /** Name of the merchant. */
  readonly supplier: string;
}

const UNSIGNED =
  'Ohne TSE: Die Belege sind nicht signiert; tse.csv und transactions_tse.csv sind leer. / Unsigned: no technical security device was present.';

/** A till's business day in the files: its number, and the moment of its last receipt. */
interface Closing {
  readonly till: string;
  readonly day: string;
  readonly number: number;
  readonly made: string;
}
type Row = Readonly<Record<string, unknown>>;

/** Stores that sold in the span. */
const STORES = `SELECT DISTINCT store FROM figure_sale
  WHERE store = ANY($1::text[]) AND business_day BETWEEN $2::date AND $3::date AND (sales <> 0 OR cancellations <> 0) ORDER BY store`;

/**
 * One ordered statement for each file and store, read as a stream: the primary keys begin with store and day, so the first row
 * comes at once and memory stays flat.
 */
export async function* closingArchive(sql: Sql, span: ClosingSpan): AsyncGenerator<Uint8Array> {
  const stores = await sql.query<{ store: string }>(STORES, [span.stores, span.from, span.to]);
  const ids = stores.map(({ store }) => store);
  yield* zipped([
    { name: 'index.xml', content: once(indexXml(layoutTables, span.supplier, UNSIGNED)) },
    { name: 'UNSIGNED.txt', content: once(`${UNSIGNED}\r\n`) },
    ...layoutTables.map(table => ({ name: `${table.file}.csv`, content: tableText(sql, table, ids, span) })),
  ]);
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

/** Rows that become text together. */
const PIECE = 500;

async function* tableText(
  sql: Sql,
  { columns, sql: statement }: LayoutTable,
  stores: readonly string[],
  { from, to }: ClosingSpan,
): AsyncGenerator<string> {
  yield line([columns.map(({ name }) => name)]);
  if (statement === null) return;
  for (const store of stores) {
    const closings = await closingsOf(sql, store, from, to);
    let piece: string[][] = [];
    for await (const row of sql.stream<Row>(statement, [store, from, to])) {
      const closing = closings.get(`${row.z_kasse_id} ${row.z_day}`);
      const whole: Row = { ...row, z_erstellung: closing?.made, z_nr: closing?.number };
      piece.push(columns.map(({ name, kind }) => written(whole[name.toLowerCase()], kind)));
      if (piece.length < PIECE) continue;
      yield line(piece);
      piece = [];
    }
    if (piece.length > 0) yield line(piece);
  }
}

async function closingsOf(sql: Sql, store: string, from: string, to: string): Promise<ReadonlyMap<string, Closing>> {
  const closings = await sql.query<Closing>(CLOSINGS, [store, from, to]);
  return new Map(closings.map(closing => [`${closing.till} ${closing.day}`, closing]));
}

const line = (rows: readonly (readonly string[])[]): string => csvText(rows, { delimiter: ';' });

/** Texts longer than any column of the layout are cut; line ends would break readers that know no quotes. */
function written(value: unknown, kind: ColumnKind): string {
  if (value === null || value === undefined) return '';
  if (kind === 'text')
    return String(value)
      .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
      .slice(0, 255);
  const number = Number(value);
  switch (kind) {
    case 'whole':
      return String(number);
    case 'quantity':
      return comma(number, 3);
    case 'rate':
      return comma(number, 2);
    case 'amount2':
      return comma(number / 100, 2);
    case 'amount5':
      return comma(number / 100, 5);
  }
}

const comma = (value: number, digits: number): string => (value || 0).toFixed(digits).replace('.', ',');
