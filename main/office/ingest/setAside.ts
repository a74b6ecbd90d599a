/**
 * Records that a person takes out of the books, with the reason. They stay as they were received and are counted by nobody, also
 * when their days are made anew; a person can let them count again.
 */
import { BridgeError } from '../../world/errors.ts';
import type { Sql } from '../database/officeDatabase.ts';
import { rebuildInside } from './rebuild.ts';

/** The records of a sale or another object in a store. */
export interface ObjectPlace {
  readonly store: string;
  /** STX_…, or the id of another object that a record is about. */
  readonly object: string;
}

export interface SettingAside {
  /** USR_… */
  readonly person: string;
  /** ms since 1970 */
  readonly at: number;
  readonly reason: string;
}

/** The store of these that holds records of the object. Throws `notFound`. */
export async function storeOfObject(sql: Sql, stores: readonly string[], object: string): Promise<string> {
  const [held] = await sql.query<{ store: string }>(
    'SELECT store FROM document WHERE store = ANY($1::text[]) AND object = $2 LIMIT 1',
    [stores, object],
  );
  if (!held) throw new BridgeError('notFound', `no record of ${object} is held; nothing was changed`);
  return held.store;
}

/** Inside a transaction: all records of the object count no more. Gives how many. */
export async function setAside(sql: Sql, place: ObjectPlace, why: SettingAside): Promise<number> {
  const rows = await sql.query(
    `INSERT INTO set_aside (store, business_day, till, epoch, sequence, object, at, person, reason)
     SELECT store, business_day, till, epoch, sequence, object, $3, $4, $5 FROM document WHERE store = $1 AND object = $2
     ON CONFLICT DO NOTHING RETURNING sequence`,
    [place.store, place.object, new Date(why.at).toISOString(), why.person, why.reason],
  );
  await remakeDays(sql, place);
  return rows.length;
}

/** Inside a transaction: the records count again, as they would have without it. Gives how many. */
export async function takeBack(sql: Sql, place: ObjectPlace): Promise<number> {
  const rows = await sql.query('DELETE FROM set_aside WHERE store = $1 AND object = $2 RETURNING sequence', [
    place.store,
    place.object,
  ]);
  await remakeDays(sql, place);
  return rows.length;
}

/** The days of the closing first: a cancellation counts by what is held of its sale. */
async function remakeDays(sql: Sql, { store, object }: ObjectPlace): Promise<void> {
  const days = await sql.query<{ day: string }>(
    `SELECT business_day AS day FROM document WHERE store = $1 AND object = $2
     GROUP BY business_day ORDER BY bool_and(event = 'cancelled'), business_day`,
    [store, object],
  );
  for (const { day } of days)
    if (!(await rebuildInside(sql, { store, day })))
      throw new BridgeError('badInput', `the figures of ${day} came without their documents; nothing was changed`);
}
