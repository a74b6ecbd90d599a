/** Cancellations that came before their sale: they are kept, and counted once the sale is here. */
import type { OfficeRecord } from '../../wire/office/records.ts';
import type { Sql } from '../database/officeDatabase.ts';
import { asideOf, placeKey } from './asideKeys.ts';
import { addFacts, factTables, noRows } from './factRows.ts';
import { openStaging, stageRows, writeStaged } from './figureTables.ts';
import { count, type RecordCheck, type RecordFacts } from './recordCheck.ts';

export interface WaitingCancellation {
  readonly till: string;
  readonly epoch: number;
  readonly sequence: number;
  readonly day: string;
  readonly hash: string;
  readonly record: string;
}

type Taken = Extract<RecordCheck, { verdict: 'taken' }>;

/**
 * Cancellations that came before their sale, of sales that this batch closes. Runs inside the transaction of the batch,
 * before the batch is written.
 */
export async function waitingCancellations(
  sql: Sql,
  store: string,
  taken: readonly Taken[],
): Promise<readonly WaitingCancellation[]> {
  const closed = taken.flatMap(({ read: { record }, figures }) =>
    figures?.sale && record.event === 'closed' ? [record.object] : [],
  );
  if (closed.length === 0) return [];
  return sql.query<WaitingCancellation>(
    `SELECT till, epoch, sequence, business_day AS day, hash, record FROM document
     WHERE store = $1 AND object = ANY($2) AND kind = 'sale' AND event = 'cancelled' AND NOT figures
     ORDER BY received, till, epoch, sequence`,
    [store, closed],
  );
}

export async function countWaiting(
  sql: Sql,
  store: string,
  waiting: readonly WaitingCancellation[],
  facts: Pick<RecordFacts, 'held' | 'hourOf'>,
): Promise<void> {
  if (waiting.length === 0) return;
  const rows = noRows();
  for (const { till, epoch, sequence, day, hash, record: text } of waiting) {
    const record = JSON.parse(text) as OfficeRecord;
    if ((await asideOf(sql, store, day)).has(placeKey(till, epoch, sequence))) continue;
    const check = count({ record, hash, text }, facts);
    if (check.verdict !== 'taken' || check.figures === null) continue;
    addFacts(rows, { store, till, epoch }, record, check.figures);
    await sql.query(
      `UPDATE document SET figures = true
       WHERE store = $1 AND business_day = $2 AND till = $3 AND epoch = $4 AND sequence = $5`,
      [store, day, till, epoch, sequence],
    );
  }
  await openStaging(sql);
  // The records that the batch itself has staged are written already.
  for (const table of factTables) await sql.query(`TRUNCATE pg_temp.staged_${table}`);
  await stageRows(sql, rows);
  await writeStaged(
    sql,
    factTables.filter(table => rows[table].length > 0),
  );
}
