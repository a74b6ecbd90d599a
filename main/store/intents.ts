/** Intents to move money: written before the command, ended after it, asked for after a crash. */

import type { IntentKind } from '../domain/evidence.ts';
import { snapshotFromReceipt } from '../domain/reconciliation.ts';
import type { DecisionKind, DecisionState, IntentRow, IntentState, Intents, ReportRow } from '../world/sales.ts';
import type { Database } from './database.ts';
import { createTerminalJournal } from './terminalJournal.ts';

interface Row {
  readonly id: string;
  readonly sale: string | null;
  readonly merchant: string;
  readonly till: string | null;
  readonly staff: string | null;
  readonly party: string;
  readonly kind: IntentKind;
  readonly method: string;
  readonly amount: number;
  readonly currency: string;
  readonly original_receipt: number | null;
  readonly original_trace: number | null;
  readonly original_amount: number | null;
  readonly known_receipt: number | null;
  readonly baseline: string | null;
  readonly screen: number;
  readonly state: IntentState;
  readonly person: number;
  readonly stop_asked_at: number | null;
  readonly late: DecisionState | null;
  readonly late_kind: DecisionKind;
  readonly reason: string | null;
  readonly facts: string | null;
  readonly slips: string | null;
  readonly started_at: number;
  readonly ended_at: number | null;
}

/** A sale that was cancelled meanwhile has nothing left to decide. */
const OPEN_LATE = `late = 'open'
  AND EXISTS (SELECT 1 FROM smart_transaction s WHERE s.id = intent.sale AND s.state = 'closed')`;

/** Signatures first, the newest of them; then the late approvals as they came. */
const FIRST_LATE = "late_kind = 'late', iif(late_kind = 'signature', -number, number)";

/** Numbers begin again some time: what refers to the number after it was given anew refers to something else. */
export const REFERRING_TO = `SELECT i.* FROM intent first JOIN intent i ON i.party = first.party
    AND i.original_receipt = first.facts ->> 'receiptNumber' AND i.number > first.number AND i.state = 'approved'
  WHERE first.id = ? AND NOT EXISTS (SELECT 1 FROM intent anew WHERE anew.party = first.party
    AND anew.facts ->> 'receiptNumber' = first.facts ->> 'receiptNumber' AND anew.state = 'approved'
    AND anew.original_receipt IS NULL AND anew.number > first.number AND anew.number < i.number)
  ORDER BY i.number`;

/** A tip may have been told under the number of what it was added to. Without the sign the index would not be used. */
export const TIPPED = `SELECT i.* FROM intent tip JOIN intent i ON i.party = tip.party
    AND i.facts ->> 'receiptNumber' = +tip.original_receipt AND i.number < tip.number
    AND i.state = 'approved' AND i.kind <> 'tip'
  WHERE tip.id = ? ORDER BY i.number DESC LIMIT 1`;

/** After so many a counter of receipts is where it was, or has begun anew. */
const RECEIPT_NUMBERS = 9999;

/** Of a terminal that never gives numbers all intents would be looked through, so that is asked first. */
const ofLastReceipt = (wanted: string): string => `CASE WHEN EXISTS (
    SELECT 1 FROM intent WHERE party = ? AND facts ->> 'receiptNumber' IS NOT NULL)
  THEN (SELECT ${wanted} FROM intent WHERE party = ? AND facts ->> 'receiptNumber' IS NOT NULL
    ORDER BY number DESC LIMIT 1) END`;

export function createIntents(db: Database): Intents {
  const rows = (condition: string) => db.prepare<Row>(`SELECT * FROM intent WHERE ${condition}`);
  const number = (sql: string) => db.prepare<number>(sql).pluck();

  const insert = db.prepare(`INSERT INTO intent
    (id, sale, merchant, till, staff, party, kind, method, amount, currency, original_receipt, original_trace,
     original_amount, known_receipt, baseline, screen, state, started_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const end = db.prepare(`UPDATE intent SET state = ?, person = 0, reason = ?, facts = coalesce(?, facts),
    slips = coalesce(?, slips), ended_at = ? WHERE id = ? AND state IN ('open', 'unknown')`);
  const overrule = db.prepare(`UPDATE intent SET state = 'approved', reason = ?, facts = coalesce(?, facts),
    slips = coalesce(?, slips) WHERE id = ? AND state = 'declined'`);
  const person = db.prepare("UPDATE intent SET person = 1, reason = ? WHERE id = ? AND state IN ('open', 'unknown')");
  const stop = db.prepare(
    "UPDATE intent SET stop_asked_at = ? WHERE id = ? AND stop_asked_at IS NULL AND state IN ('open', 'unknown')",
  );
  const late = db.prepare('UPDATE intent SET late = ?, late_kind = ? WHERE id = ?');
  const byId = rows('id = ?');
  // At most one (unique index). With ORDER BY the statement would be compiled anew for every party that is asked for.
  const unsettled = rows("party = ? AND party <> 'acquirer' AND state IN ('open', 'unknown')");
  const all = rows("state IN ('open', 'unknown') ORDER BY number");
  const ofSale = rows('sale = ? ORDER BY number DESC');
  // Compiled anew for every party, and nearly always in vain: `anyLate` is asked first.
  const anyLate = number("SELECT 1 FROM intent WHERE party = ? AND late = 'open'");
  const openLate = rows(`party = ? AND ${OPEN_LATE} ORDER BY ${FIRST_LATE} LIMIT 1`);
  const allLate = rows(`${OPEN_LATE} ORDER BY ${FIRST_LATE}`);
  const newestSent = rows("party = ? AND state <> 'notSent' ORDER BY number DESC LIMIT 1");
  const told = db.prepare<ToldColumns>(`SELECT id, state, facts, started_at, ended_at FROM intent
    WHERE party = ? AND facts IS NOT NULL ORDER BY number DESC LIMIT ?`);
  const attempts = number(`SELECT count(*) FROM (SELECT 1 FROM intent
    WHERE party = ? AND number > coalesce(${ofLastReceipt('number')}, 0) LIMIT ${RECEIPT_NUMBERS})`);
  const last = number(`SELECT ${ofLastReceipt("facts ->> 'receiptNumber'")}`);
  const byReceipt = rows(`party = ? AND state = 'approved' AND facts ->> 'receiptNumber' = ? AND number > ?
    ORDER BY number DESC LIMIT 1`);
  const tipped = db.prepare<Row>(TIPPED);
  const referringTo = db.prepare<Row>(REFERRING_TO);
  const onScreen = number('SELECT 1 FROM till WHERE device = ? AND sale = ?');
  const operation = rows('id = ? AND merchant = ? AND sale IS NULL');
  const operations = rows('merchant = ? AND party = ? AND sale IS NULL ORDER BY number DESC LIMIT ? OFFSET ?');
  const count = number('SELECT rows FROM row_count WHERE kind = ? AND merchant = ?');
  const read = (row: Row | undefined): IntentRow | null => (row ? intentOf(row) : null);

  return {
    open: intent =>
      void insert.run(
        intent.id,
        intent.sale,
        intent.merchant,
        intent.till,
        intent.staff,
        intent.device,
        intent.kind,
        intent.method,
        intent.amount,
        intent.currency,
        intent.original?.receipt ?? null,
        intent.original?.trace ?? null,
        intent.original?.amount ?? null,
        receiptOf(intent),
        JSON.stringify(intent.snapshotBefore),
        intent.onScreen ? 1 : 0,
        intent.state,
        intent.startedAt,
      ),
    end(id, { state, reason, facts, slips, at }) {
      const { changes } = end.run(state, textOf(reason), textOf(facts), textOf(slips), at, id);
      if (changes !== 1) throw new Error(`intent ${id} has ended before`);
    },
    overrule(id, { reason, facts, slips }) {
      const { changes } = overrule.run(textOf(reason), textOf(facts), textOf(slips), id);
      if (changes !== 1) throw new Error(`intent ${id} is not declined`);
    },
    askPerson: (id, reason) => void person.run(textOf(reason), id),
    recordStopRequest: (id, at) => void stop.run(at, id),
    markDecision: (id, value, kind) => void late.run(value, kind, id),
    get: id => read(byId.get(id)),
    unsettled: party => read(unsettled.get(party)),
    allUnsettled: () => all.all().map(intentOf),
    ofSale: sale => ofSale.all(sale).map(intentOf),
    openDecision: party => (anyLate.get(party) === undefined ? null : read(openLate.get(party))),
    allOpenDecisions: () => allLate.all().map(intentOf),
    newestSent: party => read(newestSent.get(party)),
    reports: (party, most) => told.all(party, most).map(toldOf),
    attempts: party => attempts.get(party, party, party) ?? 0,
    lastReceipt: party => last.get(party, party) ?? null,
    byReceipt: (party, receiptNumber, after) => read(byReceipt.get(party, receiptNumber, after)),
    tipped: tip => read(tipped.get(tip)),
    referringTo: id => referringTo.all(id).map(intentOf),
    onScreen: (till, sale) => onScreen.get(till, sale) !== undefined,
    operation: (merchant, id) => read(operation.get(id, merchant)),
    operations: (merchant, party, { count: most, offset }) => ({
      count: count.get(`terminal.operations ${party}`, merchant) ?? 0,
      rows: operations.all(merchant, party, most, offset).map(intentOf),
    }),
    journal: createTerminalJournal(db),
  };
}

/** Of the terminal's last transaction before: 0 when it kept none, null when that is not known. */
function receiptOf({ snapshotBefore: { last } }: IntentRow): number | null {
  return last === 'none' ? 0 : (last?.receipt ?? null);
}

type ToldColumns = Pick<Row, 'id' | 'state' | 'facts' | 'started_at' | 'ended_at'>;

const toldOf = ({ id, state, facts, started_at, ended_at }: ToldColumns): ReportRow => ({
  id,
  state,
  facts: parsed(facts),
  startedAt: started_at,
  endedAt: ended_at,
});

const parsed = (text: string | null) => (text === null ? null : JSON.parse(text));

const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

const intentOf = (row: Row): IntentRow => ({
  id: row.id,
  sale: row.sale,
  merchant: row.merchant,
  till: row.till,
  staff: row.staff,
  device: row.party,
  kind: row.kind,
  method: row.method,
  amount: row.amount,
  currency: row.currency,
  original:
    row.original_receipt === null
      ? null
      : { receipt: row.original_receipt, trace: row.original_trace, amount: row.original_amount },
  snapshotBefore:
    row.baseline === null ? snapshotFromReceipt(row.known_receipt, row.started_at) : JSON.parse(row.baseline),
  onScreen: row.screen === 1,
  state: row.state,
  needsPerson: row.person === 1,
  stopRequestedAt: row.stop_asked_at,
  decision: row.late,
  decisionKind: row.late_kind,
  reason: parsed(row.reason),
  facts: parsed(row.facts),
  slips: row.slips === null ? [] : JSON.parse(row.slips),
  startedAt: row.started_at,
  endedAt: row.ended_at,
});
