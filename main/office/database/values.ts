/** How values go into COPY, and how columns come back: the same for the server and the embedded database. */

/** Type numbers of PostgreSQL whose columns are read in a way of our own. */
const TYPES = { int8: 20, date: 1082, numeric: 1700 } as const;

/**
 * Amounts are bigint and their sums numeric; both come back as numbers. A date is the text `YYYY-MM-DD`, because a moment
 * in the zone of the machine would shift it.
 */
export const columnReaders: Readonly<Record<number, (text: string) => unknown>> = {
  [TYPES.int8]: Number,
  [TYPES.numeric]: Number,
  [TYPES.date]: text => text,
};

/** Characters that end a column or a row in the text format of COPY. */
const SPECIAL = /[\\\t\n\r]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** NUL and halves of a character, which PostgreSQL holds in no text, become U+FFFD. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');

/** A value as JSON that a column of the type jsonb holds, names of members included. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) => {
    if (typeof part === 'string') return storable(part);
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.keys(part).every(name => storable(name) === name)
      ? part
      : Object.fromEntries(Object.entries(part).map(([name, each]) => [storable(name), each]));
  });

/** One row in the text format of COPY. */
export const copyLine = (row: readonly unknown[]): string => `${row.map(copyValue).join('\t')}\n`;

function copyValue(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (value instanceof Date) return value.toISOString();
  const safe = typeof value === 'string' ? storable(value) : storableJson(value);
  return SPECIAL.test(safe) ? safe.replace(SPECIAL, character => ESCAPES[character] ?? '') : safe;
}

/** Rows are sent in pieces of about this many characters. */
const PIECE = 64 * 1024;

/** The rows as pieces of text; `counted` learns how many rows there were. */
export async function* copyPieces(
  rows: Iterable<readonly unknown[]> | AsyncIterable<readonly unknown[]>,
  counted: (count: number) => void,
): AsyncGenerator<string> {
  let piece = '';
  let count = 0;
  for await (const row of rows) {
    piece += copyLine(row);
    count += 1;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
  counted(count);
}

export const copyStatement = (table: string, columns: readonly string[], from: string): string =>
  `COPY ${table} (${columns.join(', ')}) FROM ${from}`;
