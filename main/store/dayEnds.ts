/** The end-of-day reports of the terminals: which receipt numbers each of them closed. */
import type { DayEnds } from '../ports/sales.ts';
import type { Database } from './database.ts';

export function createDayEnds(db: Database): DayEnds {
  const insert = db.prepare(`INSERT INTO day_end (device, sale, at, receipt_number) VALUES (?, ?, ?, coalesce(
    (SELECT receipt_number FROM smart_transaction WHERE merchant = ? AND receipt_number IS NOT NULL
     ORDER BY receipt_number DESC LIMIT 1), 0))`);
  const newest = db
    .prepare<number>('SELECT receipt_number FROM day_end WHERE device = ? ORDER BY number DESC LIMIT 1')
    .pluck();
  return {
    record: ({ device, merchant, sale, at }) => void insert.run(device, sale, at, merchant),
    closedUpTo: device => newest.get(device) ?? 0,
  };
}
