/** Intents to move money: written before the command, ended after it, and reconciled after a crash. */

import type { TerminalSnapshot } from '../domain/evidence.ts';
import { snapshotFromReceipt } from '../domain/evidence.ts';
import type { IntentRow, Intents, ReportRow } from '../world/sales.ts';
import { type ColumnTable, columnsOf, flag, json, jsonList, type StoredRow } from './columns.ts';
import type { Database } from './database.ts';
import { OPAQUE_PARAMETER } from './statement.ts';
import { createTerminalJournal } from './terminalJournal.ts';
import { createUnsolicitedMessages } from './unsolicitedMessages.ts';

type OpenedMember =
  | 'id'
  | 'sale'
  | 'merchant'
  | 'till'
  | 'staff'
  | 'device'
  | 'kind'
  | 'method'
  | 'amount'
  | 'currency'
  | 'onScreen'
  | 'state'
  | 'startedAt';

/** The members that an intent is opened with, as they lie in the row. */
interface OpenedColumns extends Pick<IntentRow, OpenedMember> {
  readonly originalReceipt: number | null;
  readonly originalTrace: number | null;
  readonly originalAmount: number | null;
  /** Receipt number of the terminal's last transaction before: 0 when it kept none, null when that is unknown. */
  readonly knownReceipt: number | null;
  /** Null in intents of an older version. */
  readonly snapshotBefore: TerminalSnapshot | null;
}

/** An intent as it lies in the row. */
type IntentColumns = OpenedColumns & Omit<IntentRow, keyof OpenedColumns | 'original'>;

const openedTable: ColumnTable<OpenedColumns> = {
  id: 'id',
  sale: 'sale',
  merchant: 'merchant',
  till: 'till',
  staff: 'staff',
  device: 'party',
  kind: 'kind',
  method: 'method',
  amount: 'amount',
  currency: 'currency',
  originalReceipt: 'original_receipt',
  originalTrace: 'original_trace',
  originalAmount: 'original_amount',
  knownReceipt: 'known_receipt',
  snapshotBefore: json('baseline'),
  onScreen: flag('screen'),
  state: 'state',
  startedAt: 'started_at',
};

const opened = columnsOf(openedTable);

const columns = columnsOf<IntentColumns>({
  ...openedTable,
  needsPerson: flag('person'),
  stopRequestedAt: 'stop_asked_at',
  decision: 'late',
  decisionKind: 'late_kind',
  surplus: flag('surplus'),
  reason: json('reason'),
  facts: json('facts'),
  slips: jsonList('slips'),
  endedAt: 'ended_at',
});

const reports = columnsOf<ReportRow>({
  id: 'id',
  state: 'state',
  facts: json('facts'),
  startedAt: 'started_at',
  endedAt: 'ended_at',
});

type Row = StoredRow<IntentColumns>;

/** Decisions that are still open; a sale that was cancelled since then has nothing left to decide, but a surplus has. */
const OPEN_DECISION = `late = 'open'
  AND (surplus OR EXISTS (SELECT 1 FROM smart_transaction s WHERE s.id = intent.sale
    AND s.state IN ('closed', 'partlyPaid', 'partlyReversed')))`;

/** Signatures first, the newest of them; then the late approvals in the order they came. */
const FIRST_DECISION = "late_kind = 'late', iif(late_kind = 'signature', -number, number)";

/**
 * Approved commands that refer to the receipt of an intent. Receipt numbers begin again some time: a reference to the
 * number after it was given anew refers to another intent.
 */
export const REFERRING_TO = `SELECT ${columns.select('i')} FROM intent first JOIN intent i ON i.party = first.party
    AND i.original_receipt = first.facts ->> 'receiptNumber' AND i.number > first.number AND i.state = 'approved'
  WHERE first.id = ${OPAQUE_PARAMETER} AND NOT EXISTS (SELECT 1 FROM intent anew WHERE anew.party = first.party
    AND anew.facts ->> 'receiptNumber' = first.facts ->> 'receiptNumber' AND anew.state = 'approved'
    AND anew.original_receipt IS NULL AND anew.number > first.number AND anew.number < i.number)
  ORDER BY i.number`;

/**
 * The payment that a tip was added to. A terminal may report a tip under the receipt number of that payment. Without the
 * plus sign the index would not be used.
 */
export const TIPPED = `SELECT ${columns.select('i')} FROM intent tip JOIN intent i ON i.party = tip.party
    AND i.facts ->> 'receiptNumber' = +tip.original_receipt AND i.number < tip.number
    AND i.state = 'approved' AND i.kind <> 'tip'
  WHERE tip.id = ${OPAQUE_PARAMETER} ORDER BY i.number DESC LIMIT 1`;

/** Denied by a verdict: what the terminal itself declined has none. A decision: what was found since is decided about. */
const SENT = `SELECT ${columns.select('i')}, i.state = 'declined' AND i.late IS NULL
    AND EXISTS (SELECT 1 FROM terminal_journal j WHERE j.intent = i.id AND j.kind = 'verdict') AS denied
  FROM intent i WHERE i.party = ${OPAQUE_PARAMETER} AND i.state <> 'notSent' ORDER BY i.number DESC LIMIT ?`;

/** Carried out by the word of a person or of the totals, so that no receipt is known. */
const UNREPORTED = `SELECT * FROM (SELECT ${columns.select()}, row_number() OVER (ORDER BY number DESC) - 1 AS since FROM intent
  WHERE party = ${OPAQUE_PARAMETER} AND state <> 'notSent' ORDER BY number DESC LIMIT ?)
  WHERE state = 'approved' AND facts ->> 'receiptNumber' IS NULL AND facts ->> 'traceNumber' IS NULL`;

/** The receipt counter of a terminal begins anew after this number. */
const RECEIPT_NUMBERS = 9999;

/**
 * A column of the newest intent that used a receipt number of its own: a terminal may report a reversal or a tip under
 * the number of its original. Asks first whether the terminal gives receipt numbers at all, else all of its intents
 * would be looked through.
 */
const ofLastReceipt = (wanted: string): string => `CASE WHEN EXISTS (
    SELECT 1 FROM intent WHERE party = ${OPAQUE_PARAMETER} AND facts ->> 'receiptNumber' IS NOT NULL)
  THEN (SELECT ${wanted} FROM intent WHERE party = ${OPAQUE_PARAMETER} AND facts ->> 'receiptNumber' IS NOT NULL
    AND facts ->> 'receiptNumber' IS NOT original_receipt ORDER BY number DESC LIMIT 1) END`;

/** A command that did not stay approved may have used one more number, by which the terminal took it back. */
const SETTLED_NUMBER = "number - (state <> 'approved')";

export function createIntents(db: Database): Intents {
  return {
    ...createChanges(db),
    ...createLookups(db),
    ...createDecisions(db),
    ...createReceipts(db),
    ...createOperations(db),
    journal: createTerminalJournal(db),
    unsolicited: createUnsolicitedMessages(db),
  };
}

const rowsWhere = (db: Database, condition: string) =>
  db.prepare<Row>(`SELECT ${columns.select()} FROM intent WHERE ${condition}`);

const numberOf = (db: Database, sql: string) => db.prepare<number>(sql).pluck();

/** Everything that writes an intent. */
function createChanges(
  db: Database,
): Pick<
  Intents,
  | 'open'
  | 'end'
  | 'overrule'
  | 'reopen'
  | 'becomeSurplus'
  | 'askPerson'
  | 'report'
  | 'addSlip'
  | 'recordStopRequest'
  | 'markDecision'
> {
  const insert = db.prepare(opened.insert('intent'));
  const end = db.prepare(`UPDATE intent SET state = ?, person = 0, reason = ?, facts = coalesce(?, facts),
    slips = coalesce(?, slips), surplus = ?, ended_at = ? WHERE id = ? AND state IN ('open', 'unknown')`);
  const overrule = db.prepare(`UPDATE intent SET state = 'approved', reason = ?, facts = coalesce(?, facts),
    slips = coalesce(?, slips), surplus = ? WHERE id = ? AND state = 'declined'`);
  const reopen = db.prepare(
    `UPDATE intent SET state = 'unknown', person = ?, reason = ?, facts = coalesce(?, facts), ended_at = NULL
    WHERE id = ? AND state IN ('declined', 'approved')`,
  );
  const becomeSurplus = db.prepare("UPDATE intent SET surplus = 1 WHERE id = ? AND state = 'approved'");
  const askPerson = db.prepare(
    "UPDATE intent SET person = 1, reason = ? WHERE id = ? AND state IN ('open', 'unknown')",
  );
  const addSlip = db.prepare(
    "UPDATE intent SET slips = json_insert(coalesce(slips, '[]'), '$[#]', json(?)) WHERE id = ?",
  );
  const report = db.prepare("UPDATE intent SET facts = ? WHERE id = ? AND state = 'unknown'");
  const stop = db.prepare(
    "UPDATE intent SET stop_asked_at = ? WHERE id = ? AND stop_asked_at IS NULL AND state IN ('open', 'unknown')",
  );
  const decide = db.prepare('UPDATE intent SET late = ?, late_kind = ? WHERE id = ?');
  return {
    open: intent => void insert.run(...opened.values(openedOf(intent))),
    end(id, { state, reason, facts, slips, at, surplus = false }) {
      const ending = [state, textOf(reason), textOf(facts), textOf(slips), surplus ? 1 : 0, at] as const;
      const { changes } = end.run(...ending, id);
      if (changes !== 1) throw new Error(`intent ${id} has ended before`);
    },
    overrule(id, { reason, facts, slips, surplus = false }) {
      const { changes } = overrule.run(textOf(reason), textOf(facts), textOf(slips), surplus ? 1 : 0, id);
      if (changes !== 1) throw new Error(`intent ${id} is not declined`);
    },
    reopen(id, reason, { person = true, facts = null } = {}) {
      const { changes } = reopen.run(person ? 1 : 0, textOf(reason), textOf(facts), id);
      if (changes !== 1) throw new Error(`intent ${id} has not ended`);
    },
    becomeSurplus: id => void becomeSurplus.run(id),
    askPerson: (id, reason) => void askPerson.run(textOf(reason), id),
    addSlip: (id, slip) => void addSlip.run(textOf(slip), id),
    report: (id, facts) => void report.run(textOf(facts), id),
    recordStopRequest: (id, at) => void stop.run(at, id),
    markDecision: (id, state, kind) => void decide.run(state, kind, id),
  };
}

/** Finds intents by id, by sale, by terminal, and the unsettled ones. */
function createLookups(
  db: Database,
): Pick<
  Intents,
  | 'get'
  | 'unsettled'
  | 'allUnsettled'
  | 'ofSale'
  | 'newestSent'
  | 'declined'
  | 'onScreen'
  | 'denied'
  | 'unreported'
  | 'saidReadyAtWork'
> {
  const byId = rowsWhere(db, 'id = ?');
  // At most one row (unique index). With ORDER BY SQLite would compile the statement anew at each binding.
  const unsettled = rowsWhere(db, "party = ? AND party <> 'acquirer' AND state IN ('open', 'unknown')");
  const allUnsettled = rowsWhere(db, "state IN ('open', 'unknown') ORDER BY number");
  const ofSale = rowsWhere(db, `sale = ${OPAQUE_PARAMETER} ORDER BY surplus, number DESC`);
  const newestSent = rowsWhere(db, `party = ${OPAQUE_PARAMETER} AND state <> 'notSent' ORDER BY number DESC LIMIT 1`);
  const declined = rowsWhere(
    db,
    `party = ${OPAQUE_PARAMETER} AND state = 'declined' AND number <= ? ORDER BY number DESC LIMIT ?`,
  );
  const sent = db.prepare<Row & { readonly denied: number }>(SENT);
  const unreported = db.prepare<Row & { readonly since: number }>(UNREPORTED);
  const readyAtWork = numberOf(
    db,
    `SELECT 1 FROM terminal_journal WHERE device = ? AND kind = 'evidence' AND data ->> 'event' = 'readyAtWork'
      AND data ->> 'terminal' IS ?`,
  );
  const onScreen = numberOf(db, 'SELECT 1 FROM till WHERE device = ? AND sale = ?');
  return {
    get: id => read(byId.get(id)),
    unsettled: device => read(unsettled.get(device)),
    allUnsettled: () => allUnsettled.all().map(intentOf),
    ofSale: sale => ofSale.all(sale).map(intentOf),
    newestSent: device => read(newestSent.get(device)),
    declined: (device, through, count) => declined.all(device, through, count).map(intentOf),
    denied: (device, count) =>
      sent
        .all(device, count)
        .flatMap(({ denied, ...row }, since) => (denied ? [{ since, intent: intentOf(row as Row) }] : [])),
    unreported: (device, count) =>
      unreported.all(device, count).map(({ since, ...row }) => ({ since, intent: intentOf(row as Row) })),
    saidReadyAtWork: (device, terminalId) => readyAtWork.get(device, terminalId) !== undefined,
    onScreen: (till, sale) => onScreen.get(till, sale) !== undefined,
  };
}

/** Approvals that a person has to decide about. */
function createDecisions(db: Database): Pick<Intents, 'openDecision' | 'allOpenDecisions'> {
  // The second statement is asked nearly always in vain: the first one is cheaper and goes before.
  const isAnyOpen = numberOf(db, "SELECT 1 FROM intent WHERE party = ? AND late = 'open'");
  const first = rowsWhere(db, `party = ${OPAQUE_PARAMETER} AND ${OPEN_DECISION} ORDER BY ${FIRST_DECISION} LIMIT 1`);
  const all = rowsWhere(db, `${OPEN_DECISION} ORDER BY ${FIRST_DECISION}`);
  return {
    openDecision: device => (isAnyOpen.get(device) === undefined ? null : read(first.get(device))),
    allOpenDecisions: () => all.all().map(intentOf),
  };
}

/** Reports of a terminal, and the intents behind a receipt number. */
function createReceipts(
  db: Database,
): Pick<
  Intents,
  'reports' | 'reportsLike' | 'attempts' | 'lastReceipt' | 'byReceipt' | 'tipped' | 'referringTo' | 'inOrder'
> {
  const newest = `FROM intent WHERE party = ${OPAQUE_PARAMETER} AND facts IS NOT NULL ORDER BY number DESC LIMIT ${OPAQUE_PARAMETER}`;
  const newestReports = db.prepare<StoredRow<ReportRow>>(`SELECT ${reports.select()} ${newest}`);
  const reportsLike = db.prepare<StoredRow<ReportRow>>(
    `SELECT ${reports.select()} FROM (SELECT id, state, facts, started_at, ended_at ${newest})
    WHERE facts ->> 'receiptNumber' = ? OR facts ->> 'traceNumber' = ? OR facts ->> 'reference' = ?`,
  );
  const attempts = numberOf(
    db,
    `SELECT count(*) FROM (SELECT 1 FROM intent
    WHERE party = ${OPAQUE_PARAMETER} AND number > coalesce(${ofLastReceipt(SETTLED_NUMBER)}, 0) LIMIT ${RECEIPT_NUMBERS})`,
  );
  const last = numberOf(db, `SELECT ${ofLastReceipt("facts ->> 'receiptNumber'")}`);
  const byReceipt = rowsWhere(
    db,
    `party = ${OPAQUE_PARAMETER} AND state = 'approved' AND facts ->> 'receiptNumber' = ${OPAQUE_PARAMETER} AND number > ${OPAQUE_PARAMETER}
    ORDER BY number DESC LIMIT 1`,
  );
  const tipped = db.prepare<Row>(TIPPED);
  const referringTo = db.prepare<Row>(REFERRING_TO);
  const number = numberOf(db, 'SELECT number FROM intent WHERE id = ?');
  return {
    reports: (device, most) => newestReports.all(device, most).map(reports.read),
    reportsLike: (device, most, { receipt, trace, reference = null }) =>
      reportsLike.all(device, most, receipt, trace, reference).map(reports.read),
    attempts: device => attempts.get(device, device, device) ?? 0,
    lastReceipt: device => last.get(device, device) ?? null,
    byReceipt: (device, receiptNumber, after) => read(byReceipt.get(device, receiptNumber, after)),
    tipped: tip => read(tipped.get(tip)),
    referringTo: id => referringTo.all(id).map(intentOf),
    inOrder: some => some.toSorted((a, b) => (number.get(a.id) ?? 0) - (number.get(b.id) ?? 0)),
  };
}

/** Operations without a sale. */
function createOperations(db: Database): Pick<Intents, 'operation' | 'operations'> {
  const byId = rowsWhere(db, 'id = ? AND merchant = ? AND sale IS NULL');
  const page = rowsWhere(db, 'merchant = ? AND party = ? AND sale IS NULL ORDER BY number DESC LIMIT ? OFFSET ?');
  const count = numberOf(db, 'SELECT rows FROM row_count WHERE kind = ? AND merchant = ?');
  return {
    operation: (merchant, id) => read(byId.get(id, merchant)),
    operations: (merchant, device, { count: most, offset }) => ({
      count: count.get(`terminal.operations ${device}`, merchant) ?? 0,
      rows: page.all(merchant, device, most, offset).map(intentOf),
    }),
  };
}

const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

function openedOf(intent: IntentRow): OpenedColumns {
  const { original, snapshotBefore } = intent;
  const { last } = snapshotBefore;
  return {
    ...intent,
    originalReceipt: original?.receipt ?? null,
    originalTrace: original?.trace ?? null,
    originalAmount: original?.amount ?? null,
    knownReceipt: last === 'none' ? 0 : (last?.receipt ?? null),
  };
}

const read = (row: Row | undefined): IntentRow | null => (row ? intentOf(row) : null);

function intentOf(row: Row): IntentRow {
  const { originalReceipt, originalTrace, originalAmount, knownReceipt, snapshotBefore, ...intent } = columns.read(row);
  return {
    ...intent,
    original:
      originalReceipt === null ? null : { receipt: originalReceipt, trace: originalTrace, amount: originalAmount },
    snapshotBefore: snapshotBefore ?? snapshotFromReceipt(knownReceipt, intent.startedAt),
  };
}
