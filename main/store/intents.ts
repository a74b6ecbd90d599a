/** Intents to move money: written before the command, ended after it, asked for after a crash. */
import type { IntentRow, IntentState, Intents } from '../ports/sales.ts';
import type { Database } from './database.ts';

interface Row {
  readonly id: string;
  readonly sale: string;
  readonly merchant: string;
  readonly party: string;
  readonly kind: 'payment' | 'reversal';
  readonly method: string;
  readonly amount: number;
  readonly currency: string;
  readonly known_receipt: number | null;
  readonly reverses: number | null;
  readonly state: IntentState;
  readonly person: number;
  readonly reason: string | null;
  readonly facts: string | null;
  readonly started_at: number;
}

const SELECT = 'SELECT i.*, s.merchant FROM intent i JOIN smart_transaction s ON s.id = i.sale';

export function createIntents(db: Database): Intents {
  const insert = db.prepare(`INSERT INTO intent
    (id, sale, party, kind, method, amount, currency, known_receipt, reverses, state, started_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const end = db.prepare(
    "UPDATE intent SET state = ?, person = 0, reason = ?, facts = coalesce(?, facts), ended_at = ? WHERE id = ? AND state IN ('open', 'unknown')",
  );
  const person = db.prepare('UPDATE intent SET person = 1, reason = ? WHERE id = ?');
  const byId = db.prepare<Row>(`${SELECT} WHERE i.id = ?`);
  const unsettled = db.prepare<Row>(
    `${SELECT} WHERE i.party = ? AND i.party <> 'acquirer' AND i.state IN ('open', 'unknown') ORDER BY i.number LIMIT 1`,
  );
  const all = db.prepare<Row>(`${SELECT} WHERE i.state IN ('open', 'unknown') ORDER BY i.number`);
  const ofSale = db.prepare<Row>(`${SELECT} WHERE i.sale = ? ORDER BY i.number DESC`);
  const last = db
    .prepare<number>(`SELECT facts ->> 'receiptNumber' FROM intent
      WHERE party = ? AND facts ->> 'receiptNumber' IS NOT NULL ORDER BY number DESC LIMIT 1`)
    .pluck();
  const read = (row: Row | undefined): IntentRow | null => (row ? intentOf(row) : null);

  return {
    open: intent =>
      void insert.run(
        intent.id,
        intent.sale,
        intent.party,
        intent.kind,
        intent.method,
        intent.amount,
        intent.currency,
        intent.knownReceipt,
        intent.reverses,
        intent.state,
        intent.startedAt,
      ),
    end(id, { state, reason, facts, at }) {
      const { changes } = end.run(state, reason, facts === null ? null : JSON.stringify(facts), at, id);
      if (changes !== 1) throw new Error(`intent ${id} has ended before`);
    },
    askPerson: (id, reason) => void person.run(reason, id),
    get: id => read(byId.get(id)),
    unsettled: party => read(unsettled.get(party)),
    allUnsettled: () => all.all().map(intentOf),
    ofSale: sale => ofSale.all(sale).map(intentOf),
    lastReceipt: party => last.get(party) ?? null,
  };
}

const intentOf = (row: Row): IntentRow => ({
  id: row.id,
  sale: row.sale,
  merchant: row.merchant,
  party: row.party,
  kind: row.kind,
  method: row.method,
  amount: row.amount,
  currency: row.currency,
  knownReceipt: row.known_receipt,
  reverses: row.reverses,
  state: row.state,
  person: row.person === 1,
  reason: row.reason,
  facts: row.facts === null ? null : JSON.parse(row.facts),
  startedAt: row.started_at,
});
