/** The reports of business days on disk. Each carries the SHA-256 over the one before, so that a change shows. */
import { createHash } from 'node:crypto';
import { unknownEnding } from '../domain/zReport.ts';
import type { BookEnd, FollowedRecord, ScheduledZ, ZRecord, ZReports, ZRow } from '../world/cash.ts';
import type { Database } from './database.ts';
import { nextByRows, numberGuard } from './numberDoubt.ts';
import { salesInParts, unsettledSales } from './openSales.ts';
import { DOCUMENT_OF_RECORD } from './reportRecords.ts';

const LAST = `SELECT id, number, made, record, movement, opening, counted, lifetime, hash FROM z_report
  WHERE till = ? ORDER BY number DESC LIMIT 1`;

export function createZReports(db: Database): ZReports {
  return { ...createSpans(db), ...createFacts(db), ...createDocuments(db), ...createSchedules(db) };
}

function createSpans(db: Database): Pick<ZReports, 'last' | 'nextNumber' | 'beginning' | 'end'> {
  const last = db.prepare<ZRow>(LAST);
  const next = db.prepare<number>(nextByRows('report', 'z_report', 'number')).pluck();
  const before = db.prepare<number>('SELECT record FROM z_beginning WHERE till = ?').pluck();
  const end = db.prepare<BookEnd>(`SELECT
    coalesce((SELECT max(number) FROM queue_record WHERE till = ?), 0) AS record,
    coalesce((SELECT max(number) FROM cash_movement WHERE till = ?), 0) AS movement,
    coalesce((SELECT max(number) FROM drawer_opening WHERE till = ?), 0) AS opening`);
  return {
    last: till => last.get(till) ?? null,
    nextNumber: till => next.get(till) ?? 1,
    beginning(till) {
      const row = last.get(till);
      if (row) return { record: row.record, movement: row.movement, opening: row.opening };
      return { record: before.get(till) ?? 0, movement: 0, opening: 0 };
    },
    end: till => end.get(till, till, till) ?? { record: 0, movement: 0, opening: 0 },
  };
}

type Facts = Pick<ZReports, 'records' | 'firstRecord' | 'followed' | 'gaps' | 'liability' | 'openSales'>;

/** Unknown results of a till by an index of their own, and what ended them or those that were open before, by their sales. */
const FOLLOWED = `WITH begun AS (
    SELECT number, object FROM queue_record WHERE till = ? AND number > ? AND number <= ? AND kind = 'sale' AND event = 'unknown'),
  wanted AS (SELECT object FROM begun UNION SELECT value FROM json_each(?))
  SELECT business_day, event, object, at, sum FROM (
    SELECT r.* FROM wanted w CROSS JOIN queue_record r ON r.object = w.object
      WHERE +r.till = ? AND +r.number > ? AND +r.number <= ? AND r.kind = 'sale' AND r.event IN (${unknownEnding.map(event => `'${event}'`).join(', ')})
    UNION ALL SELECT r.* FROM queue_record r WHERE r.till = ? AND r.number > ? AND r.number <= ? AND r.kind = 'sale' AND r.event = 'unknown')
  ORDER BY number`;

const OPEN_SALES = (open: string) => `SELECT id, state FROM smart_transaction WHERE ${open} AND till = ? ORDER BY id`;

function createFacts(db: Database): Facts {
  const records =
    db.prepare<ZRecord>(`SELECT r.number, r.business_day, r.at, r.kind, r.event, r.object, r.sum, r.currency, r.facts,
    ${DOCUMENT_OF_RECORD} WHERE r.till = ? AND r.number > ? ORDER BY r.number LIMIT ?`);
  const first = db.prepare<number | null>('SELECT min(number) FROM queue_record WHERE object = ?').pluck();
  const followed = db.prepare<FollowedRecord>(FOLLOWED);
  const receipts = db
    .prepare<number>(
      'SELECT count(DISTINCT receipt_number) FROM smart_transaction WHERE merchant = ? AND receipt_number BETWEEN ? AND ?',
    )
    .pluck();
  const gaps = db
    .prepare<number>(`SELECT given.value FROM (WITH RECURSIVE given(value) AS (
        SELECT CAST(? AS INTEGER) UNION ALL SELECT value + 1 FROM given WHERE value < ?) SELECT value FROM given) AS given
      WHERE NOT EXISTS (SELECT 1 FROM smart_transaction s WHERE s.merchant = ? AND s.receipt_number = given.value)
      LIMIT ?`)
    .pluck();
  const liability = db
    .prepare<number>(`SELECT total(e.amount) FROM merchant_card c JOIN loyalty_entry e ON e.merchant_card = c.id
      WHERE c.merchant = ? AND e.account IN ('cash', 'bonus')`)
    .pluck();
  const inParts = db.prepare<{ id: string; state: string }>(OPEN_SALES(salesInParts()));
  const unsettled = db.prepare<{ id: string; state: string }>(OPEN_SALES(unsettledSales()));
  return {
    records: (till, after, limit) => records.all(till, after, limit),
    firstRecord: object => first.get(object) ?? 0,
    followed: (till, after, through, open) =>
      followed.all(till, after, through, JSON.stringify(open), till, after, through, till, after, through),
    // Mostly there are none, and to count is quicker than to look for each number.
    gaps: (merchant, first, last, limit) =>
      receipts.get(merchant, first, last) === last - first + 1 ? [] : gaps.all(first, last, merchant, limit),
    liability: merchant => liability.get(merchant) ?? 0,
    openSales: till => [...unsettled.all(till), ...inParts.all(till)],
  };
}

export const hashOfReport = (before: string, document: string): string =>
  createHash('sha256').update(before).update(document).digest('hex');

function createDocuments(db: Database): Pick<ZReports, 'find' | 'list' | 'insert'> {
  const byId = db.prepare<string>('SELECT document FROM z_report WHERE id = ? AND merchant = ?').pluck();
  const newest = db
    .prepare<string>('SELECT document FROM z_report WHERE merchant = ? ORDER BY made DESC, number DESC LIMIT ?')
    .pluck();
  const ofTill = db
    .prepare<string>('SELECT document FROM z_report WHERE till = ? AND merchant = ? ORDER BY number DESC LIMIT ?')
    .pluck();
  const last = db.prepare<ZRow>(LAST);
  const requireNumbers = numberGuard(db);
  const insert = db.prepare(`INSERT INTO z_report
      (id, merchant, till, number, made, record, movement, opening, counted, lifetime, hash, document)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  return {
    find(merchant, id) {
      const text = byId.get(id, merchant);
      return text === undefined ? null : JSON.parse(text);
    },
    list: (merchant, till, count) =>
      (till === null ? newest.all(merchant, count) : ofTill.all(till, merchant, count)).map(text => JSON.parse(text)),
    insert(merchant, report, end) {
      requireNumbers();
      const { id, till, number, made, cash, lifetime } = report;
      const document = JSON.stringify(report);
      const hash = hashOfReport(last.get(till)?.hash ?? '', document);
      insert.run(
        ...[id, merchant, till, number, Date.parse(made)],
        ...[end.record, end.movement, end.opening, cash.counted, lifetime.after, hash, document],
      );
    },
  };
}

function createSchedules(db: Database): Pick<ZReports, 'tills' | 'scheduled' | 'setScheduled'> {
  const tills = db.prepare<{ id: string; merchant: string }>(
    "SELECT id, merchant FROM smart_device WHERE query_type IN ('cashier', 'shopmodule') ORDER BY number",
  );
  const find = db.prepare<ScheduledZ>('SELECT at, day, state FROM z_due WHERE till = ?');
  const set = db.prepare('INSERT OR REPLACE INTO z_due (till, at, day, state) VALUES (?, ?, ?, ?)');
  return {
    tills: () => tills.all(),
    scheduled: till => find.get(till) ?? null,
    setScheduled: (till, { at, day, state }) => void set.run(till, at, day, state),
  };
}
