/**
 * The version of an export: one word for its question and for all that its answer is made of. The same word promises the same bytes,
 * so that a reader who was cut off asks for the rest alone.
 */
import { createHash } from 'node:crypto';
import { version as program } from '../../world/programVersion.ts';
import type { Sql } from '../database/officeDatabase.ts';

export interface ExportQuestion {
  readonly merchant: string;
  readonly stores: readonly string[];
  /** Everything else that the answer depends on. */
  readonly asked: unknown;
}

/** Records that are held or set aside, days that were made anew, and what a file tells of merchant, stores and tills. */
const PARTS = [
  'SELECT store, till, epoch, got::text AS got FROM till_head WHERE store = ANY($1::text[]) ORDER BY store, till, epoch',
  'SELECT store, count(*) AS count, max(at) AS at FROM set_aside WHERE store = ANY($1::text[]) GROUP BY store ORDER BY store',
  'SELECT store, sum(times)::bigint AS times FROM remade_day WHERE store = ANY($1::text[]) GROUP BY store ORDER BY store',
  `SELECT store, bridge, condition->>'version' AS version, condition->'shop' AS shop FROM heartbeat
    WHERE store = ANY($1::text[]) ORDER BY store, bridge`,
  'SELECT * FROM store WHERE id = ANY($1::text[]) ORDER BY id',
  'SELECT id, name FROM till WHERE store = ANY($1::text[]) ORDER BY id',
];

export async function exportVersion(sql: Sql, { merchant, stores, asked }: ExportQuestion): Promise<string> {
  const held: unknown[] = [program, asked, await sql.query('SELECT * FROM merchant WHERE id = $1', [merchant])];
  for (const part of PARTS) held.push(await sql.query(part, [stores]));
  return createHash('sha256').update(JSON.stringify(held)).digest('base64url').slice(0, 27);
}

/** The pieces behind the first `skip` bytes. */
export async function* behind(
  pieces: AsyncIterable<string | Uint8Array>,
  skip: number,
): AsyncGenerator<string | Uint8Array> {
  let left = skip;
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece as Uint8Array);
    if (left < bytes.length) yield left === 0 ? piece : bytes.subarray(left);
    left = Math.max(0, left - bytes.length);
  }
}
