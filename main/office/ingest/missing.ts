/**
 * Finds records of a till and epoch that are not held, although the till says that they were confirmed or are older
 * than those held.
 */
import type { Sql } from '../database/officeDatabase.ts';
import type { RecordPlace } from './factRows.ts';
import { gapsIn, readRanges, withNumbers } from './ranges.ts';
import type { TillHead } from './tillHead.ts';

/** Gaps that are named in an answer; there is an answer for each batch. */
const MOST_WANTED = 100;

/** `confirmed`: the newest number that the till holds for confirmed. `at`: now, ISO 8601. */
export async function missingBelow(
  sql: Sql,
  place: RecordPlace,
  confirmed: number,
  at: string,
): Promise<readonly (readonly [number, number])[]> {
  const [row] = await sql.query<{ got: string; highest: number }>(
    'SELECT got::text AS got, highest FROM till_head WHERE store = $1 AND till = $2 AND epoch = $3',
    [place.store, place.till, place.epoch],
  );
  const got = readRanges(row?.got ?? '{}');
  const highest = Math.max(confirmed, got.at(-1)?.[1] ?? 0);
  return wantedRanges(sql, place, { got, highest }, at);
}

/**
 * Ranges that are missing below the highest number, without the refused records: sending those again would not help.
 * Only a record that was refused for its time, perhaps by the fault of our clock, is wanted again from the moment at
 * which that time is possible.
 */
export async function wantedRanges(
  sql: Sql,
  place: RecordPlace,
  { got, highest }: Pick<TillHead, 'got' | 'highest'>,
  at: string,
): Promise<[number, number][]> {
  if (gapsIn(got, highest).length === 0) return [];
  const refused = await sql.query<{ sequence: number }>(
    `SELECT DISTINCT sequence FROM refused_record WHERE store = $1 AND till = $2 AND epoch = $3 AND sequence IS NOT NULL
       AND (due IS NULL OR due > $4::timestamptz)`,
    [place.store, place.till, place.epoch, at],
  );
  const settled = withNumbers(
    got,
    refused.map(({ sequence }) => sequence),
  );
  return gapsIn(settled, highest)
    .slice(0, MOST_WANTED)
    .map(([first, last]): [number, number] => [first, last]);
}
