/** Records of a span of days with the documents of their sales and ends of day, for the reports of the till. */
import { setImmediate as turn } from 'node:timers/promises';
import type { ZRecord } from '../world/cash.ts';
import type { Database } from './database.ts';

/** A record as reports count it. Amounts in minor units, `at` in ms since 1970; `facts` and `document` are JSON. */
export interface ReportRow extends Omit<ZRecord, 'number'> {
  readonly till: string;
  readonly store: string | null;
}

/** Rows between two turns of the event loop, so that a long report holds no sale up. */
const CHUNK = 100;

/**
 * The document of a sale (`s`) without the members that no figure reads: more than half of its text is its slip, and to parse it
 * took a third of the time of a report. A damaged text stays as it is, so that the report can say so.
 */
const SALE_OF_FIGURES = `CASE WHEN json_valid(s.document)
  THEN json_remove(s.document, '$.receipt', '$.payments', '$.transactions', '$.merchant', '$.outcome') ELSE s.document END`;

/** The document behind a record (`r`), and the tables that it comes from. */
export const DOCUMENT_OF_RECORD = `coalesce(${SALE_OF_FIGURES}, d.document) AS document
  FROM queue_record r LEFT JOIN smart_transaction s ON s.id = r.object LEFT JOIN day_end_result d ON d.id = r.object`;

const ROWS = `SELECT r.till, r.store, r.business_day, r.at, r.kind, r.event, r.object, r.sum, r.currency, r.facts, ${DOCUMENT_OF_RECORD}
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
