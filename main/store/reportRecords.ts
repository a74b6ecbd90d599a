/** The few records that reports of the till list one by one, with the documents of their sales and ends of day. */
import type { ZRecord } from '../world/cash.ts';
import type { Database } from './database.ts';

/** A record as reports list it. Amounts in minor units, `at` in ms since 1970; `facts` and `document` are JSON. */
export interface ReportRow extends Omit<ZRecord, 'currency'> {
  readonly till: string;
}

/**
 * The document of a sale (`s`) without the members that no figure reads: more than half of its text is its slip, and to parse it
 * took a third of the time of a report. A damaged text stays as it is, so that the report can say so.
 */
export const SALE_OF_FIGURES = `CASE WHEN json_valid(s.document)
  THEN json_remove(s.document, '$.receipt', '$.payments', '$.transactions', '$.merchant', '$.outcome') ELSE s.document END`;

/** The document behind a record (`r`), and the tables that it comes from. */
export const DOCUMENT_OF_RECORD = `coalesce(${SALE_OF_FIGURES}, d.document) AS document
  FROM queue_record r LEFT JOIN smart_transaction s ON s.id = r.object LEFT JOIN day_end_result d ON d.id = r.object`;

/** In the words of an index that holds these records alone. */
const LISTED = `SELECT r.number, r.till, r.business_day, r.at, r.kind, r.event, r.object, r.sum, r.facts, ${DOCUMENT_OF_RECORD}
  WHERE r.merchant = ? AND r.business_day BETWEEN ? AND ?
    AND (r.kind IN ('dayEnd', 'zReport') OR (r.kind = 'sale' AND r.event = 'unknown'))`;

/** A payment of the last evening is often settled the next morning, so these come from any day. */
const ENDS = `SELECT r.number, r.till, r.business_day, r.at, r.kind, r.event, r.object, r.sum, r.facts, ${DOCUMENT_OF_RECORD}
  WHERE r.kind = 'sale' AND r.event <> 'unknown' AND r.object IN (SELECT value FROM json_each(?))`;

/** Records of the days that reports list one by one, both days included, and the later records of sales with an unknown result. */
export function createReportRecords({ prepare }: Pick<Database, 'prepare'>) {
  const listed = prepare<ReportRow>(LISTED);
  const ends = prepare<ReportRow>(ENDS);
  return (merchant: string, from: string, to: string): readonly ReportRow[] => {
    const found = listed.all(merchant, from, to);
    const unknown = found.flatMap(({ event, object }) => (event === 'unknown' ? [object] : []));
    return unknown.length === 0 ? found : [...found, ...ends.all(JSON.stringify(unknown))];
  };
}
