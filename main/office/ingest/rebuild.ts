/**
 * Makes the facts and figures of a store and day anew from the documents as they were received: beside the old ones, and
 * put in their place in one transaction. The same way a sample is checked each night, and undone.
 */

import { storeHours } from '../../domain/storeHour.ts';
import type { OfficeRecord } from '../../wire/office/records.ts';
import type { OfficeDatabase, Sql, Statement } from '../database/officeDatabase.ts';
import { firstOfThird, forgotten, isCounted, THIRDS, thirdStatements } from '../database/thirds.ts';
import type { Office } from '../office.ts';
import { asideOf, placeKey } from './asideKeys.ts';
import { addFacts, factTables, noRows } from './factRows.ts';
import { figureTables } from './figureTables.ts';
import { count } from './recordCheck.ts';
import { heldStatements, readHeld, statusFollowing } from './saleEventsHeld.ts';
import { writeFacts } from './writeFacts.ts';

export interface StoreDay {
  readonly store: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
}

/** Tables that are made anew; documents stay as they were received. */
const DERIVED = factTables.filter(table => table !== 'document');

/** Stores and days that hold documents, both ends included; of one store where it is named. */
export const storeDays = (
  sql: Sql,
  from: string | null,
  to: string | null,
  store: string | null = null,
): Promise<readonly StoreDay[]> =>
  sql.query<StoreDay>(
    `SELECT DISTINCT store, business_day AS day FROM document
     WHERE business_day >= coalesce($1::date, '-infinity') AND business_day <= coalesce($2::date, 'infinity')
       AND ($3::text IS NULL OR store = $3) ORDER BY business_day, store`,
    [from, to, store],
  );

/** Gives false where facts of the day came without documents: they cannot be made anew, and stay. */
export const rebuildDay = (database: OfficeDatabase, place: StoreDay): Promise<boolean> =>
  database.transaction(sql => remake(sql, place));

/** Makes the day anew, compares, and undoes it. Gives the tables that differ. */
export async function checkDay(database: OfficeDatabase, place: StoreDay): Promise<readonly string[]> {
  const differences: string[] = [];
  const undone = new Error('undone');
  try {
    await database.transaction(async sql => {
      const before = await fingerprints(sql, place);
      const third = { ...place, day: firstOfThird(place.day) };
      if (await isCounted(sql, third)) before.set(THIRDS, await fingerprint(sql, THIRDS, third));
      if (await remake(sql, place)) {
        const after = await fingerprints(sql, place);
        await sql.pipeline(thirdStatements(third));
        after.set(THIRDS, await fingerprint(sql, THIRDS, third));
        differences.push(...[...before].filter(([table, print]) => after.get(table) !== print).map(([table]) => table));
      }
      throw undone;
    });
  } catch (error) {
    if (error !== undone) throw error;
  }
  return differences;
}

/** Counts the hours of stores anew whose zone has changed, each day by itself. Gives these stores. */
export async function remakeHours({ database, log }: Pick<Office, 'database' | 'log'>): Promise<readonly string[]> {
  const due = await database.query<{ id: string; zone: string }>(
    'SELECT id, time_zone AS zone FROM store WHERE hours_due ORDER BY id',
  );
  for (const { id, zone } of due) {
    for (const place of await storeDays(database, null, null, id)) await rebuildDay(database, place);
    // A zone that changed meanwhile leaves the work due.
    await database.query('UPDATE store SET hours_due = false WHERE id = $1 AND time_zone = $2', [id, zone]);
    log('info', 'the hours of a store were counted anew by its zone', { store: id, zone });
  }
  return due.map(({ id }) => id);
}

interface HeldDocument {
  readonly till: string;
  readonly epoch: number;
  readonly hash: string;
  readonly figures: boolean;
  readonly record: string;
}

/** The same inside a transaction of the caller. */
export const rebuildInside = (sql: Sql, place: StoreDay): Promise<boolean> => remake(sql, place);

async function remake(sql: Sql, { store, day }: StoreDay): Promise<boolean> {
  await sql.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`store ${store}`]);
  // A cancellation counts once its sale is held.
  const documents = await sql.query<HeldDocument>(
    `SELECT till, epoch, hash, figures, record FROM document WHERE store = $1 AND business_day = $2
     ORDER BY (event = 'cancelled'), received, till, epoch, sequence`,
    [store, day],
  );
  const aside = await asideOf(sql, store, day);
  const [facts] = await sql.query<{ count: number }>(
    'SELECT count(*) AS count FROM sale WHERE store = $1 AND business_day = $2',
    [store, day],
  );
  if ((facts?.count ?? 0) > documents.length) return false;
  const hourOf = storeHours(await zoneOf(sql, store));
  // The day of a document may have been made anew; its record says the one that it was sent with.
  const records = documents.map(({ record }): OfficeRecord => ({ ...JSON.parse(record), business_day: day }));
  const ids = records.flatMap(({ kind, object }) => (kind === 'sale' ? [object] : []));
  const held = readHeld(await sql.pipeline(heldStatements(store, [...new Set(ids)], day)));
  const rows = noRows();
  const changed: { till: string; epoch: number; sequence: number; figures: boolean }[] = [];
  for (const [index, { till, epoch, hash, figures: before, record: text }] of documents.entries()) {
    const record = records[index]!;
    const isAside = aside.has(placeKey(till, epoch, record.sequence));
    const check = isAside ? null : count({ record, hash, text }, { held, hourOf });
    const figures = check?.verdict === 'taken' ? check.figures : null;
    if (figures) addFacts(rows, { store, till, epoch }, record, figures);
    if (before !== (figures !== null))
      changed.push({ till, epoch, sequence: record.sequence, figures: figures !== null });
  }
  for (const table of [...DERIVED, ...figureTables])
    await sql.query(`DELETE FROM ${table} WHERE store = $1 AND business_day = $2`, [store, day]);
  const behind = [...statusFollowing(store, held.followed()), remadeNow(store, day), ...forgotten(store, day)];
  await writeFacts(sql, rows, behind);
  for (const { till, epoch, sequence, figures } of changed)
    await sql.query(
      'UPDATE document SET figures = $6 WHERE store = $1 AND business_day = $2 AND till = $3 AND epoch = $4 AND sequence = $5',
      [store, day, till, epoch, sequence, figures],
    );
  return true;
}

/** An export of the day is another one from now on. */
const remadeNow = (store: string, day: string): Statement => ({
  text: `INSERT INTO remade_day AS r (store, business_day, times) VALUES ($1, $2, 1)
    ON CONFLICT (store, business_day) DO UPDATE SET times = r.times + 1`,
  values: [store, day],
});

export async function zoneOf(sql: Sql, store: string): Promise<string> {
  const [row] = await sql.query<{ zone: string }>('SELECT time_zone AS zone FROM store WHERE id = $1', [store]);
  if (!row) throw new Error(`there is no store ${store}`);
  return row.zone;
}

/** One text for the rows of each table that a rebuild makes. */
async function fingerprints(sql: Sql, place: StoreDay): Promise<Map<string, string>> {
  const prints = new Map<string, string>();
  for (const table of [...DERIVED, ...figureTables]) prints.set(table, await fingerprint(sql, table, place));
  return prints;
}

async function fingerprint(sql: Sql, table: string, { store, day }: StoreDay): Promise<string> {
  const [row] = await sql.query<{ print: string | null }>(
    `SELECT md5(string_agg(t::text, ',' ORDER BY t::text)) AS print FROM ${table} AS t WHERE store = $1 AND business_day = $2`,
    [store, day],
  );
  return row?.print ?? '';
}
