/** What of a till and epoch is not held although the till says that it was confirmed, or that it is older than what is held. */
import type { Sql } from '../database/officeDatabase.ts';
import type { RecordPlace } from './factRows.ts';
import { readRanges } from './ranges.ts';
import { wantedRanges } from './takeBatch.ts';

/** `confirmed`: the newest number that the till holds for confirmed. */
export async function missingBelow(
  sql: Sql,
  place: RecordPlace,
  confirmed: number,
): Promise<readonly (readonly [number, number])[]> {
  const [row] = await sql.query<{ got: string; highest: number }>(
    'SELECT got::text AS got, highest FROM till_head WHERE store = $1 AND till = $2 AND epoch = $3',
    [place.store, place.till, place.epoch],
  );
  const got = readRanges(row?.got ?? '{}');
  const highest = Math.max(confirmed, got.at(-1)?.[1] ?? 0);
  return wantedRanges(sql, place, { got, highest });
}
