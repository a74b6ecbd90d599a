/** The row that decides which records of a till and epoch are held; it is locked while a batch is taken in. */
import type { ChainHead } from '../../batch/batchChain.ts';
import { numberLimits } from '../../wire/office/batches.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Sql, Statement } from '../database/officeDatabase.ts';
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

const keyOf = ({ store, till, epoch }: RecordPlace) => [store, till, epoch];

/** Reads the row and locks it until the transaction ends; `readHead` takes what it gives. */
export const headLock = (place: RecordPlace): Statement => ({
  name: 'lock till_head',
  text: `SELECT got::text AS got, highest, batch, chain FROM till_head WHERE store = $1 AND till = $2 AND epoch = $3 FOR UPDATE`,
  values: keyOf(place),
});

/** The row of `headLock`, made where there is none. Throws `officeBatch` where a till has too many epochs. */
export async function readHead(sql: Sql, place: RecordPlace, rows: readonly unknown[], at: string): Promise<TillHead> {
  const [row] = rows as readonly HeadRow[];
  if (row) {
    const chain = row.batch === 0 ? null : { batch: row.batch, hash: row.chain };
    return { got: readRanges(row.got), highest: row.highest, chain };
  }
  const made = await sql.query(
    `INSERT INTO till_head (store, till, epoch, got, highest, batch, chain, first_seen, last_seen)
     SELECT $1, $2, $3::bigint, '{}'::int8multirange, 0, 0, '', $4::timestamptz, $4::timestamptz
       WHERE (SELECT count(*) FROM till_head WHERE store = $1 AND till = $2 AND epoch <> $3::bigint) < ${numberLimits.epochs}
     RETURNING highest`,
    [...keyOf(place), at],
  );
  if (made.length === 0)
    throw new BridgeError('officeBatch', `the till has ${numberLimits.epochs} epochs already; nothing was taken`);
  return { got: [], highest: 0, chain: null };
}

export const headWriting = (place: RecordPlace, head: TillHead, at: string): Statement => ({
  name: 'write till_head',
  text: `UPDATE till_head SET got = $4::text::int8multirange, highest = $5, batch = $6, chain = $7, last_seen = $8
     WHERE store = $1 AND till = $2 AND epoch = $3`,
  values: [...keyOf(place), writeRanges(head.got), head.highest, head.chain?.batch ?? 0, head.chain?.hash ?? '', at],
});
