/** The row that decides which records of a till and epoch are held; it is locked while a batch is taken in. */
import type { ChainHead } from '../../batch/batchChain.ts';
import { numberLimits } from '../../wire/office/batches.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Sql } from '../database/officeDatabase.ts';
import type { RecordPlace } from './factRows.ts';
import { type Range, readRanges, writeRanges } from './ranges.ts';

export interface TillHead {
  readonly got: readonly Range[];
  /** The newest number that the till has named. */
  readonly highest: number;
  /** Null while nothing of the till and epoch has come. */
  readonly chain: ChainHead | null;
}

interface HeadRow {
  readonly got: string;
  readonly highest: number;
  readonly batch: number;
  readonly chain: string;
}

/** Makes the row where there is none, and locks it until the transaction ends. Throws `officeBatch` where a till has too many epochs. */
export async function lockHead(sql: Sql, place: RecordPlace, at: string): Promise<TillHead> {
  const key = [place.store, place.till, place.epoch];
  await sql.query(
    `INSERT INTO till_head (store, till, epoch, got, highest, batch, chain, first_seen, last_seen)
     SELECT $1, $2, $3::bigint, '{}'::int8multirange, 0, 0, '', $4::timestamptz, $4::timestamptz
       WHERE (SELECT count(*) FROM till_head WHERE store = $1 AND till = $2 AND epoch <> $3::bigint) < ${numberLimits.epochs}
     ON CONFLICT DO NOTHING`,
    [...key, at],
  );
  const [row] = await sql.query<HeadRow>(
    `SELECT got::text AS got, highest, batch, chain FROM till_head
     WHERE store = $1 AND till = $2 AND epoch = $3 FOR UPDATE`,
    key,
  );
  if (!row)
    throw new BridgeError('officeBatch', `the till has ${numberLimits.epochs} epochs already; nothing was taken`);
  const chain = row.batch === 0 ? null : { batch: row.batch, hash: row.chain };
  return { got: readRanges(row.got), highest: row.highest, chain };
}

export async function writeHead(sql: Sql, place: RecordPlace, head: TillHead, at: string): Promise<void> {
  await sql.query(
    `UPDATE till_head SET got = $4::text::int8multirange, highest = $5, batch = $6, chain = $7, last_seen = $8
     WHERE store = $1 AND till = $2 AND epoch = $3`,
    [
      place.store,
      place.till,
      place.epoch,
      writeRanges(head.got),
      head.highest,
      head.chain?.batch ?? 0,
      head.chain?.hash ?? '',
      at,
    ],
  );
}
