/** Records of a span of days with the documents of their sales and ends of day, for the reports of the till. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Database } from './database.ts';

/** A record as reports count it. Amounts in minor units, `at` in ms since 1970; `facts` and `document` are JSON. */
export interface ReportRow {
  readonly till: string;
  readonly store: string | null;
  readonly business_day: string;
  readonly at: number;
  readonly kind: string;
  readonly event: string;
  readonly object: string;
  readonly sum: number | null;
  readonly currency: string | null;
  readonly facts: string;
  readonly document: string | null;
}

/** Rows between two turns of the event loop, so that a long report holds no sale up. */
const CHUNK = 200;

const ROWS = `SELECT r.till, r.store, r.business_day, r.at, r.kind, r.event, r.object, r.sum, r.currency, r.facts,
  coalesce(s.document, d.document) AS document
  FROM queue_record r LEFT JOIN smart_transaction s ON s.id = r.object LEFT JOIN day_end_result d ON d.id = r.object
  WHERE r.merchant = ? AND r.business_day BETWEEN ? AND ? AND r.kind IN ('sale', 'cardOperation', 'dayEnd', 'zReport', 'basket')`;

/** Hands every record of the days to `take`; both days are included. */
export const createReportRecords =
  (db: Pick<Database, 'snapshot'>) =>
  async (merchant: string, from: string, to: string, take: (row: ReportRow) => void): Promise<void> => {
    const rows = db.snapshot<ReportRow>(ROWS, [merchant, from, to]);
    try {
      for (let chunk = rows.take(CHUNK); chunk.length > 0; chunk = rows.take(CHUNK)) {
        for (const row of chunk) take(row);
        await turn();
      }
    } finally {
      rows.close();
    }
  };
