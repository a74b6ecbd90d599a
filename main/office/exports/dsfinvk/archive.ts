/** Cash point closings in the layout of DSFinV-K as a zip archive, written while it is read: memory stays flat. */
import { stringify } from 'csv-stringify/sync';
import type { Sql } from '../../database/officeDatabase.ts';
import { zipped } from '../zip.ts';
import { indexXml } from './indexXml.ts';
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

/** A store's business day: what one statement reads, so that no connection is held for the whole archive. */
interface StoreDay {
  readonly store: string;
  readonly day: string;
}

const DAYS = `SELECT DISTINCT store, to_char(business_day, 'YYYY-MM-DD') AS day FROM figure_sale
  WHERE store = ANY($1::text[]) AND business_day BETWEEN $2::date AND $3::date AND (sales <> 0 OR cancellations <> 0)
  ORDER BY store, day`;

export async function* closingArchive(sql: Sql, span: ClosingSpan): AsyncGenerator<Uint8Array> {
  const days = await sql.query<StoreDay>(DAYS, [span.stores, span.from, span.to]);
  yield* zipped([
    { name: 'index.xml', content: once(indexXml(layoutTables, span.supplier, UNSIGNED)) },
    { name: 'UNSIGNED.txt', content: once(`${UNSIGNED}\r\n`) },
    ...layoutTables.map(table => ({ name: `${table.file}.csv`, content: tableText(sql, table, days) })),
  ]);
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

async function* tableText(
  sql: Sql,
  { columns, sql: statement }: LayoutTable,
  days: readonly StoreDay[],
): AsyncGenerator<string> {
  yield line([columns.map(({ name }) => name)]);
  if (statement === null) return;
  for (const { store, day } of days) {
    const rows = await sql.query<Readonly<Record<string, unknown>>>(statement, [[store], day, day]);
    yield line(rows.map(row => columns.map(({ name, kind }) => written(row[name.toLowerCase()], kind))));
  }
}

const line = (rows: readonly (readonly string[])[]): string =>
  stringify(rows as string[][], { delimiter: ';', record_delimiter: 'windows' });

/** Texts longer than any column of the layout are cut; line ends would break readers that know no quotes. */
function written(value: unknown, kind: ColumnKind): string {
  if (value === null || value === undefined) return '';
  if (kind === 'text')
    return String(value)
      .replace(/[\r\n\t]+/g, ' ')
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
