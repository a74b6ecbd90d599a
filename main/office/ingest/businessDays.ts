/**
 * Puts the documents of a store on the business days that its zone and the start of its day give them now: for days that were taken
 * in before the start was known. Documents stay as they were received; facts and figures of every day concerned are made anew.
 */
import { businessDays } from '../../domain/businessDay.ts';
import type { OfficeDatabase, Sql } from '../database/officeDatabase.ts';
import { createPartitions } from '../database/partitions.ts';
import { factTables } from './factRows.ts';
import { rebuildDay } from './rebuild.ts';

interface Placed {
  readonly till: string;
  readonly epoch: number;
  readonly sequence: number;
  readonly day: string;
  /** Ms since 1970. */
  readonly at: number;
}

interface Move extends Placed {
  readonly to: string;
}

const DOCUMENTS = `SELECT till, epoch, sequence, to_char(business_day, 'YYYY-MM-DD') AS day, round(extract(epoch FROM at) * 1000)::bigint AS at
  FROM document WHERE store = $1 AND business_day >= coalesce($2::date, '-infinity') AND business_day <= coalesce($3::date, 'infinity')`;

/** Gives how many documents are on another day now. */
export async function moveDays(database: OfficeDatabase, from: string | null, to: string | null): Promise<number> {
  let moved = 0;
  for (const { id, zone, start } of await storesOf(database)) {
    const dayOf = businessDays(zone, start ?? '00:00');
    const placed = await database.query<Placed>(DOCUMENTS, [id, from, to]);
    const moves = placed.map(one => ({ ...one, to: dayOf(one.at) })).filter(one => one.to !== one.day);
    if (moves.length === 0) continue;
    moved += moves.length;
    await createPartitions(database).require(moves.map(one => one.to));
    await database.transaction(sql => move(sql, id, moves));
    for (const day of new Set(moves.flatMap(one => [one.day, one.to]))) await rebuildDay(database, { store: id, day });
  }
  return moved;
}

/** Stores with the start of the day as their heartbeats name it. */
async function storesOf(
  sql: Sql,
): Promise<readonly { readonly id: string; readonly zone: string; readonly start: string | null }[]> {
  const stores = await sql.query<{ id: string; zone: string }>('SELECT id, time_zone AS zone FROM store ORDER BY id');
  const starts = await sql.query<{ store: string; start: string }>(
    `SELECT store, max(condition->>'day_start') AS start FROM heartbeat
      WHERE condition->>'day_start' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' GROUP BY store`,
  );
  const byStore = new Map(starts.map(({ store, start }) => [store, start]));
  return stores.map(({ id, zone }) => ({ id, zone, start: byStore.get(id) ?? null }));
}

const KEY = 'store = $1 AND business_day = $2::date AND till = $3 AND epoch = $4 AND sequence = $5';

async function move(sql: Sql, store: string, moves: readonly Move[]): Promise<void> {
  await sql.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`store ${store}`]);
  for (const { till, epoch, sequence, day, to } of moves) {
    const key = [store, day, till, epoch, sequence];
    for (const table of factTables) if (table !== 'document') await sql.query(`DELETE FROM ${table} WHERE ${KEY}`, key);
    await sql.query(`UPDATE document SET business_day = $6::date WHERE ${KEY}`, [...key, to]);
  }
}
