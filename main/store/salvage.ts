/**
 * The description of the tables, found again in a database whose first page is lost: its rows still lie on other pages. A copy with a
 * first page of its own and these rows is read like any damaged database.
 */
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { DIRECTORY_FILES } from './directoryFiles.ts';

/** A row of `sqlite_schema`. */
export interface SchemaRow {
  readonly rowid: number;
  readonly type: string;
  readonly name: string;
  readonly table: string;
  readonly root: number;
  readonly sql: string | null;
}

/** The usual one first: of two that fit, the first counts. */
const PAGE_SIZES = [4096, 8192, 16_384, 32_768, 65_536, 2048, 1024, 512];
const TABLE_LEAF = 0x0d;
const LEAF_HEAD = 8;
const NEWEST_FORMAT = 4;

/** Reads the pages of a file; page 1 is the first one. */
interface Pages {
  readonly size: number;
  readonly count: number;
  page(number: number): Buffer | null;
}

const pagesOf = (bytes: Buffer, size: number): Pages => ({
  size,
  count: Math.floor(bytes.length / size),
  page: number =>
    number < 1 || number * size > bytes.length ? null : bytes.subarray((number - 1) * size, number * size),
});

/** The page size by which most rows are found, and these rows; null where there is none. */
export function findSchema(bytes: Buffer): { readonly pageSize: number; readonly rows: readonly SchemaRow[] } | null {
  const tries = PAGE_SIZES.map(pageSize => ({ pageSize, rows: rowsIn(pagesOf(bytes, pageSize)) }));
  const best = tries.reduce((most, one) => (one.rows.length > most.rows.length ? one : most));
  return best.rows.length === 0 ? null : best;
}

/** Pages that were given up may hold older rows: of each name the newest one counts. */
function rowsIn(pages: Pages): readonly SchemaRow[] {
  const newest = new Map<string, SchemaRow>();
  for (let number = 2; number <= pages.count; number += 1) {
    const page = pages.page(number);
    if (page?.[0] !== TABLE_LEAF) continue;
    for (const row of schemaRowsOf(page, pages))
      if ((newest.get(row.name)?.rowid ?? -1) < row.rowid) newest.set(row.name, row);
  }
  return [...newest.values()].sort((a, b) => a.rowid - b.rowid);
}

function schemaRowsOf(page: Buffer, pages: Pages): readonly SchemaRow[] {
  const count = page.readUInt16BE(3);
  if (LEAF_HEAD + 2 * count > page.length) return [];
  return Array.from({ length: count }, (_, index) => page.readUInt16BE(LEAF_HEAD + 2 * index)).flatMap(offset => {
    try {
      const row = schemaRowAt(page, offset, pages);
      return row && isTree(pages.page(row.root)) ? [row] : [];
    } catch (error) {
      // A cell that points beyond its page is none.
      if (error instanceof RangeError) return [];
      throw error;
    }
  });
}

const TREES = [0x02, 0x05, 0x0a, TABLE_LEAF];
const isTree = (page: Buffer | null): boolean => page !== null && TREES.includes(page[0] ?? 0);

function schemaRowAt(page: Buffer, offset: number, pages: Pages): SchemaRow | null {
  const size = varint(page, offset);
  const rowid = varint(page, size.next);
  if (size.value > MOST_SQL) return null;
  const values = recordOf(payload(page, rowid.next, size.value, pages));
  const [type, name, table, root, sql] = values;
  const isRow = (type === 'table' || type === 'index') && typeof name === 'string' && typeof table === 'string';
  if (!isRow || values.length !== 5 || typeof root !== 'number') return null;
  if (sql !== null && (typeof sql !== 'string' || !/^CREATE (TABLE|UNIQUE INDEX|INDEX) /i.test(sql))) return null;
  return { rowid: rowid.value, type, name, table, root, sql };
}

const MOST_SQL = 1_000_000;

function varint(bytes: Buffer, at: number): { readonly value: number; readonly next: number } {
  let value = 0;
  for (let index = 0; index < 8; index += 1) {
    const byte = bytes.readUInt8(at + index);
    value = value * 128 + (byte & 127);
    if (byte < 128) return { value, next: at + index + 1 };
  }
  return { value: value * 256 + bytes.readUInt8(at + 8), next: at + 9 };
}

/** A long record goes on at a chain of other pages. */
function payload(page: Buffer, at: number, size: number, pages: Pages): Buffer {
  const most = pages.size - 35;
  if (size <= most) return page.subarray(at, at + size);
  const least = Math.floor(((pages.size - 12) * 32) / 255) - 23;
  const fitting = least + ((size - least) % (pages.size - 4));
  const local = fitting <= most ? fitting : least;
  const parts = [page.subarray(at, at + local)];
  let [left, next] = [size - local, page.readUInt32BE(at + local)];
  while (left > 0) {
    const more = pages.page(next);
    if (!more) throw new RangeError('the record goes on at a page that is not there');
    parts.push(more.subarray(4, 4 + Math.min(left, pages.size - 4)));
    left -= pages.size - 4;
    next = more.readUInt32BE(0);
  }
  return Buffer.concat(parts);
}

type Value = string | number | null;

/** Bytes of a number by its serial type. */
const INTEGERS = [0, 1, 2, 3, 4, 6, 8, 8];

function recordOf(bytes: Buffer): readonly Value[] {
  const head = varint(bytes, 0);
  const values: Value[] = [];
  let [at, body] = [head.next, head.value];
  while (at < head.value) {
    const { value: type, next } = varint(bytes, at);
    const length = type >= 12 ? Math.floor((type - 12) / 2) : (INTEGERS[type] ?? 0);
    if (body + length > bytes.length) throw new RangeError('the record is longer than its bytes');
    values.push(readValue(bytes.subarray(body, body + length), type));
    at = next;
    body += length;
  }
  return values;
}

function readValue(bytes: Buffer, type: number): Value {
  if (type === 8 || type === 9) return type - 8;
  if (type >= 1 && type <= 5) return bytes.readIntBE(0, bytes.length);
  return type >= 13 && type % 2 === 1 ? bytes.toString('utf8') : null;
}

/** A folder with a copy that can be read, for as long as `read` takes; null where nothing was found. */
export async function salvaged<T>(
  directory: string,
  read: (folder: string, rows: readonly SchemaRow[]) => Promise<T>,
): Promise<T | null> {
  const { database, log } = DIRECTORY_FILES;
  const found = findSchema(readFileSync(join(directory, database)));
  if (found === null) return null;
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-salvage-'));
  try {
    const copy = join(folder, database);
    copyFileSync(join(directory, database), copy);
    if (existsSync(join(directory, log))) copyFileSync(join(directory, log), join(folder, log));
    await putFirstPage(copy, firstPage(found.pageSize));
    describeTables(copy, found.rows);
    return await read(folder, found.rows);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Of an empty database: without a size, which SQLite takes from the file then. */
function firstPage(size: number): Buffer {
  const page = Buffer.alloc(size);
  page.write('SQLite format 3\0', 0, 'latin1');
  page.writeUInt16BE(size === 65_536 ? 1 : size, 16);
  // Written and read with a log, no bytes reserved, the fractions of a page that the format prescribes.
  page.set([2, 2, 0, 64, 32, 32], 18);
  page.writeUInt32BE(1, 40);
  page.writeUInt32BE(NEWEST_FORMAT, 44);
  page.writeUInt32BE(1, 56);
  page.writeUInt8(TABLE_LEAF, 100);
  page.writeUInt16BE(size === 65_536 ? 0 : size, 105);
  return page;
}

async function putFirstPage(file: string, page: Buffer): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.write(page, 0, page.length, 0);
  } finally {
    await handle.close();
  }
}

function describeTables(file: string, rows: readonly SchemaRow[]): void {
  const sqlite = new Sqlite(file);
  try {
    sqlite.unsafeMode(true);
    sqlite.pragma('writable_schema = ON');
    const add = sqlite.prepare(
      'INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES (?, ?, ?, ?, ?)',
    );
    const all = sqlite.transaction(() => {
      for (const { type, name, table, root, sql } of rows) add.run(type, name, table, root, sql);
    });
    all();
  } finally {
    sqlite.close();
  }
}
