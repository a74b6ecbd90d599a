/** Cash point closings in the layout of DSFinV-K as a zip archive, written while it is read: memory stays flat. */
import countries from 'i18n-iso-countries';
import { csvText } from '../../../domain/csvText.ts';
import type { Sql } from '../../database/officeDatabase.ts';
import { zipped } from '../zip.ts';
import { type Closing, closingParameters, closingsOf } from './closings.ts';
import { indexXml } from './indexXml.ts';
import { type LayoutColumn, type LayoutTable, layoutTables } from './tables.ts';

export interface ClosingSpan {
  readonly stores: readonly string[];
  /** Business days, both included: every closing that contains one of them. */
  readonly from: string;
  readonly to: string;
  /** Name of the merchant. */
  readonly supplier: string;
}

const UNSIGNED =
  'Ohne TSE: Die Belege sind nicht signiert; tse.csv und transactions_tse.csv sind leer. / Unsigned: no technical security device was present.';

type Row = Readonly<Record<string, unknown>>;
/** A store with what is exported of it. */
interface ClosedStore {
  readonly store: string;
  readonly closings: readonly Closing[];
}

/**
 * One ordered statement for each file and store, read as a stream: the primary keys begin with store and day, so the first row
 * comes at once and memory stays flat.
 */
export async function* closingArchive(sql: Sql, span: ClosingSpan): AsyncGenerator<Uint8Array> {
  const stores: ClosedStore[] = [];
  for (const store of [...span.stores].sort()) {
    const closings = await closingsOf(sql, store, span.from, span.to);
    if (closings.length > 0) stores.push({ store, closings });
  }
  await checkStatements(sql, stores);
  const preliminary = preliminaryText(stores.flatMap(({ closings }) => closings));
  yield* zipped(
    [
      { name: 'index.xml', content: once(indexXml(layoutTables, span.supplier, UNSIGNED)) },
      { name: 'UNSIGNED.txt', content: once(`${UNSIGNED}\r\n`) },
      ...(preliminary === '' ? [] : [{ name: 'PRELIMINARY.txt', content: once(preliminary) }]),
      ...layoutTables.map(table => ({ name: `${table.file}.csv`, content: tableText(sql, table, stores) })),
    ],
    span.to,
  );
}

/** The database plans every statement before the archive begins: what it refuses is an answer with its error, and no archive without an end. */
async function checkStatements(sql: Sql, [first]: readonly ClosedStore[]): Promise<void> {
  if (!first) return;
  const values = closingParameters(first.store, first.closings);
  for (const { sql: text } of layoutTables) if (text !== null) await sql.query(`EXPLAIN ${text}`, values);
}

/** Closings that are no Z report yet, one a line; empty where there is none. */
const preliminaryText = (closings: readonly Closing[]): string =>
  closings
    .filter(({ open }) => open !== null)
    .map(
      ({ till, number, open }) =>
        `${till}, Z_NR ${number}: ${open} Belege, die noch in keinem Z-Bericht stehen; die Nummer ist die des nächsten. / ${open} receipts that no Z report contains yet; the number is that of the next one.\r\n`,
    )
    .join('');

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

/** Rows that become text together. */
const PIECE = 500;

async function* tableText(
  sql: Sql,
  { columns, sql: statement }: LayoutTable,
  stores: readonly ClosedStore[],
): AsyncGenerator<string> {
  yield line([columns.map(({ name }) => name)]);
  if (statement === null) return;
  for (const { store, closings } of stores) {
    let piece: string[][] = [];
    for await (const row of sql.stream<Row>(statement, closingParameters(store, closings))) {
      piece.push(columns.map(column => written(row[column.name.toLowerCase()], column)));
      if (piece.length < PIECE) continue;
      yield line(piece);
      piece = [];
    }
    if (piece.length > 0) yield line(piece);
  }
}

const line = (rows: readonly (readonly string[])[]): string => csvText(rows, { delimiter: ';' });

/** Texts longer than any column of the layout are cut; line ends would break readers that know no quotes. */
function written(value: unknown, { kind, length }: LayoutColumn): string {
  if (value === null || value === undefined) return '';
  if (kind === 'text')
    return String(value)
      .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
      .slice(0, length);
  if (kind === 'country') return countries.alpha2ToAlpha3(String(value).toUpperCase()) ?? '';
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
