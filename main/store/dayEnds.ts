/** The end-of-day reports of the terminals: which receipt numbers each of them closed. */
import type { DayEnds } from '../ports.ts';
import type { Database } from './database.ts';

export function createDayEnds(db: Database): DayEnds {
  const insert = db.prepare(`INSERT INTO day_end (device, sale, receipt_number, at)
    SELECT ?, ?, coalesce(max(receipt_number), 0), ? FROM smart_transaction
    WHERE merchant = ? AND receipt_number IS NOT NULL`);
  const newest = db
    .prepare<number>('SELECT receipt_number FROM day_end WHERE device = ? ORDER BY number DESC LIMIT 1')
    .pluck();
  return {
    record: ({ device, merchant, sale, at }) => void insert.run(device, sale, at, merchant),
    closedUpTo: device => newest.get(device) ?? 0,
  };
}
