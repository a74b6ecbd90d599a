/** Records as they were received, one JSON object a line, oldest business day first. */
import type { Sql } from '../database/officeDatabase.ts';

export interface DocumentSpan {
  readonly stores: readonly string[];
  readonly from: string;
  readonly to: string;
}

/** Each line: where the record came from, and the record itself. */
export async function* documentLines(sql: Sql, { stores, from, to }: DocumentSpan): AsyncGenerator<string> {
  const rows = sql.stream<{ head: string; record: string }>(
    `SELECT json_build_object('store', store, 'till', till, 'epoch', epoch,
       'received', to_char(received AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text AS head, record
       FROM document WHERE store = ANY($1::text[]) AND business_day BETWEEN $2::date AND $3::date
      ORDER BY business_day, store, till, epoch, sequence`,
    [stores, from, to],
  );
  for await (const { head, record } of rows) yield `${head.slice(0, -1)}, "record" : ${oneLine(record)}}\n`;
}

/** A record came as one line; one that did not is kept as a text. */
const oneLine = (record: string): string =>
  /^\{[^\r\n]*\}$/.test(record.trim()) ? record.trim() : JSON.stringify(record);
