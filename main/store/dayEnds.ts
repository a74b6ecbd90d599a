/** Ends of days on disk: results, the journal between two of them, and the schedule. */

import type { Movement } from '../domain/dayEnd.ts';
import type { DayEnd } from '../wire/dayEnds.ts';
import type { DayEndRecord, DayEnds, ScheduleProgress } from '../world/dayEnds.ts';
import { createChainCheck } from './chain.ts';
import { columnsOf, flag, json, type StoredRow } from './columns.ts';
import type { Database } from './database.ts';
import { salesInParts } from './openSales.ts';
import { OPAQUE_PARAMETER } from './statement.ts';

/** A result as it lies in the row, beside the document that names id, device and state as well. */
interface StoredDayEnd extends Omit<DayEndRecord, 'after'>, Pick<DayEnd, 'id' | 'device' | 'state'> {}

const columns = columnsOf<StoredDayEnd>({
  id: 'id',
  merchant: 'merchant',
  device: 'device',
  till: 'till',
  state: 'state',
  needsPerson: flag('person'),
  askedAfter: 'journal_after',
  through: 'journal_through',
  closes: 'closes',
  totalsBefore: json('totals_before'),
  document: json('document'),
});

type Row = StoredRow<StoredDayEnd> & Pick<DayEndRecord, 'after'>;

const progress = columnsOf<ScheduleProgress>({
  device: 'device',
  at: 'at',
  day: 'day',
  state: 'state',
  nextTry: 'next_try',
  lastTry: 'last_try',
  result: 'result',
});

/** The amount that the terminal reported counts. It reports a tip as the new sum, and a release without an amount. */
const MOVEMENTS = `SELECT i.kind, i.facts ->> 'receiptNumber' AS receipt,
  CASE WHEN i.kind IN ('tip', 'release') THEN i.amount ELSE coalesce(i.facts ->> 'amount', i.amount) END AS amount,
  i.original_receipt AS refers, i.original_amount AS held,
  i.facts ->> 'cardType' AS cardType, i.facts ->> 'cardName' AS cardName,
  i.till, i.sale, coalesce(i.ended_at, i.started_at) AS at, i.facts ->> 'terminalId' AS terminal
  FROM intent i WHERE i.party = ? AND i.number > ? AND i.number <= ? AND i.state = 'approved' ORDER BY i.number`;

/** Receipts that the journal explains. A person's "not paid" explains none: if the terminal counts it, the difference names it. */
const RECEIPTS = `SELECT i.facts ->> 'receiptNumber' FROM intent i
  WHERE i.party = ? AND i.number > ? AND i.number <= ? AND i.facts ->> 'receiptNumber' IS NOT NULL
    AND NOT (i.state = 'declined' AND EXISTS (
      SELECT 1 FROM terminal_journal j WHERE j.intent = i.id AND j.kind = 'verdict' AND j.data ->> 'who' IS NOT NULL))`;

export function createDayEnds(db: Database): DayEnds {
  const reopen = db.prepare('DELETE FROM day_end WHERE sale = ?');
  const close = db.prepare('INSERT INTO day_end (device, sale, receipt_number, at) VALUES (?, ?, ?, ?)');
  const closed = db
    .prepare<number>(`SELECT max(receipt_number) FROM day_end WHERE device = ${OPAQUE_PARAMETER}`)
    .pluck();
  const movements = db.prepare<Movement>(MOVEMENTS);
  const receipts = db.prepare<number>(RECEIPTS).pluck();
  const newestIntent = db.prepare<number>('SELECT max(number) FROM intent WHERE party = ?').pluck();
  const newestReceipt = db
    .prepare<number>(`SELECT receipt_number FROM smart_transaction
      WHERE merchant = ? AND receipt_number IS NOT NULL ORDER BY receipt_number DESC LIMIT 1`)
    .pluck();
  const held = db
    .prepare<string>(`SELECT r.sale FROM reservation r JOIN smart_transaction s ON s.id = r.sale
      WHERE r.state = 'held' AND s.till IN (SELECT value FROM json_each(?))
      UNION SELECT s.id FROM smart_transaction s WHERE ${salesInParts('s.state')} AND s.till IN (SELECT value FROM json_each(?))`)
    .pluck();
  const paidThere = db
    .prepare<string>(`SELECT DISTINCT s.id FROM smart_transaction s JOIN intent i ON i.sale = s.id
      WHERE ${salesInParts('s.state')} AND i.party = ? AND i.kind = 'payment' AND i.state = 'approved'`)
    .pluck();

  return {
    ...createResults(db),
    ...createSchedules(db),
    ...createPlaces(db),
    reopen: transaction => void reopen.run(transaction),
    record: ({ device, sale, receiptNumber, at }) => void close.run(device, sale, receiptNumber, at),
    closedUpTo: device => closed.get(device) ?? 0,
    newestIntent: device => newestIntent.get(device) ?? 0,
    newestReceipt: merchant => newestReceipt.get(merchant) ?? 0,
    movements: ({ device, after, through }) => movements.all(device, after, through),
    receipts: ({ device, after, through }) => new Set(receipts.all(device, after, through)),
    brokenChain: createChainCheck(db),
    betweenTenders: tills => held.all(JSON.stringify(tills), JSON.stringify(tills)),
    partlyPaidAt: device => paidThere.all(device),
  };
}

/**
 * A day begins where the newest earlier day ends that took place. Whether that day took place may be known only long
 * after this one was requested, so its end is looked up with every reading.
 */
const ROWS = `SELECT ${columns.select('r')}, max(r.journal_after, coalesce((SELECT e.journal_through FROM day_end_result e
    WHERE e.device = r.device AND e.number < r.number AND e.state IN ('agrees', 'differs')
    ORDER BY e.number DESC LIMIT 1), 0)) AS "after" FROM day_end_result r`;

/** Results that counted payments of this one; results behind the next day that took place begin there anyway. */
const SHORTENED = `${ROWS} JOIN day_end_result closed ON closed.id = ?
  WHERE r.device = closed.device AND r.number > closed.number AND r.journal_after < closed.journal_through
    AND r.state IN ('unknown', 'agrees', 'differs') AND NOT EXISTS (SELECT 1 FROM day_end_result b
      WHERE b.device = r.device AND b.number > closed.number AND b.number < r.number AND b.state IN ('agrees', 'differs'))
  ORDER BY r.number`;

type Results = Pick<
  DayEnds,
  'insert' | 'save' | 'find' | 'list' | 'count' | 'open' | 'allOpen' | 'shortenedBy' | 'last'
>;

function createResults(db: Database): Results {
  const insert = db.prepare(columns.insert('day_end_result'));
  const save = db.prepare(
    'UPDATE day_end_result SET state = ?, person = ?, totals_before = ?, document = ? WHERE id = ?',
  );
  const byId = db.prepare<Row>(`${ROWS} WHERE r.id = ? AND r.merchant = ?`);
  const newest = db
    .prepare<string>('SELECT document FROM day_end_result WHERE merchant = ? ORDER BY number DESC LIMIT ? OFFSET ?')
    .pluck();
  const ofDevice = db
    .prepare<string>(`SELECT document FROM day_end_result WHERE merchant = ? AND device = ?
      ORDER BY number DESC LIMIT ? OFFSET ?`)
    .pluck();
  const count = db.prepare<number>('SELECT rows FROM row_count WHERE kind = ? AND merchant = ?').pluck();
  const open = db.prepare<Row>(`${ROWS} WHERE r.device = ? AND r.state IN ('running', 'unknown') ORDER BY r.number`);
  const allOpen = db.prepare<Row>(`${ROWS} WHERE r.state IN ('running', 'unknown') ORDER BY r.number`);
  const shortenedBy = db.prepare<Row>(SHORTENED);
  // A day end with a reason was reconciled later: its day was closed soon after it was requested.
  const last = db.prepare<{ through: number; at: string | null }>(`SELECT journal_through AS through,
    coalesce(iif(document ->> 'reason' IS NULL, document ->> 'ended', NULL), document ->> 'started') AS at FROM day_end_result
    WHERE device = ? AND state IN ('agrees', 'differs') ORDER BY number DESC LIMIT 1`);
  // An older version kept only the moment of a day end.
  const older = db.prepare<{ through: number | null; at: number }>(`SELECT d.at,
    (SELECT max(i.number) FROM intent i WHERE i.party = d.device AND i.started_at <= d.at) AS through
    FROM day_end d WHERE d.device = ? ORDER BY d.number DESC LIMIT 1`);
  const documents = (texts: readonly string[]): readonly DayEnd[] => texts.map(text => JSON.parse(text));

  return {
    insert(record) {
      const { id, device, state } = record.document;
      insert.run(...columns.values({ ...record, id, device, state }));
    },
    save({ needsPerson, totalsBefore, document }) {
      const totals = totalsBefore && JSON.stringify(totalsBefore);
      save.run(document.state, Number(needsPerson), totals, JSON.stringify(document), document.id);
    },
    find(merchant, id) {
      const row = byId.get(id, merchant);
      return row ? recordOf(row) : null;
    },
    list: (merchant, device, limit, offset) =>
      documents(device === null ? newest.all(merchant, limit, offset) : ofDevice.all(merchant, device, limit, offset)),
    count: (merchant, device) => count.get(device === null ? 'day.ends' : `day.ends ${device}`, merchant) ?? 0,
    open: device => open.all(device).map(recordOf),
    allOpen: () => allOpen.all().map(recordOf),
    shortenedBy: id => shortenedBy.all(id).map(recordOf),
    last(device) {
      const result = last.get(device);
      if (result) return { through: result.through, at: result.at === null ? null : Date.parse(result.at) };
      const before = older.get(device);
      return { through: before?.through ?? 0, at: before?.at ?? null };
    },
  };
}

function recordOf({ after, ...row }: Row): DayEndRecord {
  const { id: _id, device: _device, state: _state, ...record } = columns.read(row);
  return { ...record, after };
}

function createSchedules(
  db: Database,
): Pick<DayEnds, 'scheduledAt' | 'schedule' | 'scheduleProgress' | 'setScheduleProgress'> {
  const at = db.prepare<{ at: string | null }>(`SELECT at FROM day_end_schedule
    WHERE merchant = ? AND device IN (?, '') ORDER BY device DESC LIMIT 1`);
  const set = db.prepare(`INSERT INTO day_end_schedule (merchant, device, at)
    VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET at = excluded.at`);
  const forget = db.prepare("DELETE FROM day_end_schedule WHERE merchant = ? AND device <> ''");
  const due = db.prepare<StoredRow<ScheduleProgress>>(`SELECT ${progress.select()} FROM day_end_due WHERE device = ?`);
  const setDue = db.prepare(progress.insert('day_end_due').replace('INSERT', 'INSERT OR REPLACE'));
  return {
    scheduledAt: (merchant, device) => at.get(merchant, device)?.at,
    schedule(merchant, device, time) {
      // A schedule for all terminals replaces the schedule of each.
      if (device === null) forget.run(merchant);
      set.run(merchant, device ?? '', time);
    },
    scheduleProgress(device) {
      const row = due.get(device);
      return row ? progress.read(row) : null;
    },
    setScheduleProgress: row => void setDue.run(...progress.values(row)),
  };
}

function createPlaces(db: Database): Pick<DayEnds, 'terminals' | 'description' | 'tills'> {
  const terminals = db.prepare<{ id: string; merchant: string }>(
    "SELECT id, merchant FROM smart_device WHERE query_type = 'zvt' ORDER BY number",
  );
  const description = db.prepare<string>("SELECT document ->> 'description' FROM smart_device WHERE id = ?").pluck();
  const tills = db
    .prepare<string>(`SELECT DISTINCT d.id FROM smart_routing_device mine
      JOIN smart_routing_device other ON other.routing = mine.routing
      JOIN smart_device d ON d.id = other.device
      WHERE mine.device = ? AND d.query_type IN ('cashier', 'shopmodule') ORDER BY d.number`)
    .pluck();
  return {
    terminals: () => terminals.all(),
    description: device => description.get(device) ?? '',
    tills: device => tills.all(device),
  };
}
