/** Cancellations that came before their sale: they are kept, and counted once the sale is here. */
import type { OfficeRecord } from '../../wire/office/records.ts';
import type { Sql, Statement } from '../database/officeDatabase.ts';
import { asideOf, placeKey } from './asideKeys.ts';
import { addFacts, type FactRows } from './factRows.ts';
import { count, type RecordFacts } from './recordCheck.ts';

interface WaitingCancellation {
  readonly till: string;
  readonly epoch: number;
  readonly sequence: number;
  readonly day: string;
  readonly object: string;
  readonly hash: string;
  readonly record: string;
}

/** Cancellations of these sales that are held and counted by nobody. */
export const waitingCancellations = (store: string, sales: readonly string[]): Statement => ({
  text: `SELECT till, epoch, sequence, business_day AS day, object, hash, record FROM document
     WHERE store = $1 AND object = ANY($2) AND kind = 'sale' AND event = 'cancelled' AND NOT figures
     ORDER BY received, till, epoch, sequence`,
  values: [store, sales],
});

/** Adds the facts of those whose sale is `closed` now; gives the statements that let their documents count. */
export async function countWaiting(
  sql: Sql,
  rows: FactRows,
  {
    store,
    waiting,
    closed,
  }: { readonly store: string; readonly waiting: readonly unknown[]; readonly closed: ReadonlySet<string> },
  facts: Pick<RecordFacts, 'held' | 'hourOf'>,
): Promise<readonly Statement[]> {
  const counted: Statement[] = [];
  for (const { till, epoch, sequence, day, object, hash, record: text } of waiting as readonly WaitingCancellation[]) {
    if (!closed.has(object) || (await asideOf(sql, store, day)).has(placeKey(till, epoch, sequence))) continue;
    const record = JSON.parse(text) as OfficeRecord;
    const check = count({ record, hash, text }, facts);
    if (check.verdict !== 'taken' || check.figures === null) continue;
    addFacts(rows, { store, till, epoch }, record, check.figures);
    counted.push({
      text: `UPDATE document SET figures = true
       WHERE store = $1 AND business_day = $2 AND till = $3 AND epoch = $4 AND sequence = $5`,
      values: [store, day, till, epoch, sequence],
    });
  }
  return counted;
}
