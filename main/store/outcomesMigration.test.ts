/** Sales written before they said how their money stands say it after the migration as new ones do. */
import { afterEach, expect, it } from 'vitest';
import { saleOutcomeOf } from '../domain/saleOutcome.ts';
import type { State } from '../domain/transaction.ts';
import { closeAll } from '../doubles/bridge.fixture.ts';
import { sqlFunctions } from '../query/comparable.ts';
import { openDatabase } from './database.ts';
import { shopBefore } from './olderDatabase.fixture.ts';

afterEach(closeAll);

const merchant = `MRC_${'1'.repeat(30)}`;
const terminal = `SDV_${'1'.repeat(30)}`;

interface Old {
  readonly state: State;
  readonly method?: string;
  readonly receipt?: number;
  readonly late?: string;
  readonly person?: true;
  /** `missing_sum` afterwards. */
  readonly missing: number;
}

const olds: readonly Old[] = [
  { state: 'created', missing: 700 },
  { state: 'processing', missing: 700 },
  { state: 'failed', method: 'cashless', missing: 700 },
  { state: 'closed', method: 'cash', receipt: 1, missing: 0 },
  { state: 'closed', method: 'cashless', receipt: 2, late: 'open', missing: 0 },
  { state: 'closed', method: 'cashless', receipt: 3, late: 'kept', missing: 0 },
  { state: 'closed', missing: 0 },
  { state: 'cancelled', missing: 700 },
  { state: 'cancelled', method: 'cash', receipt: 4, missing: 0 },
  { state: 'unclear', method: 'cashless', missing: 700 },
  { state: 'unclear', method: 'cashless', person: true, missing: 700 },
  { state: 'paying', method: 'cashless', missing: 700 },
];

const idOf = (index: number) => `STX_${String(index).padStart(30, '0')}`;

it('every sale has an outcome, and what is paid misses nothing', async () => {
  const directory = shopBefore(210, db => {
    db.exec(`INSERT INTO merchant (id, name, address, currency) VALUES ('${merchant}', 'Laden', '[]', 'EUR')`);
    const insert = db.prepare(`INSERT INTO smart_transaction
      (id, merchant, client, state, query_status, method, receipt_number, business_day, created, updated, document, position)
      VALUES (?, '${merchant}', 'c', ?, 'x', ?, ?, '2026-01-01', 0, 0, ?, ?)`);
    const intent = db.prepare(`INSERT INTO intent
      (id, sale, merchant, party, kind, method, amount, currency, state, person, late, started_at)
      VALUES (?, ?, '${merchant}', ?, 'payment', 'cashless', 700, 'EUR', ?, ?, ?, 0)`);
    for (const [index, { state, method = null, receipt = null, late = null, person }] of olds.entries()) {
      const document = {
        id: idOf(index),
        basket_info: { sum: 1000, missing_sum: 700, currency: 'EUR', gratuity: null },
      };
      insert.run(document.id, state, method, receipt, JSON.stringify(document), index + 1);
      if (late || person)
        intent.run(
          `i${index}`,
          document.id,
          `${terminal}${index}`,
          late ? 'approved' : 'unknown',
          person ? 1 : 0,
          late,
        );
    }
  });
  const db = openDatabase(directory, sqlFunctions);
  const rows = db.prepare<{ document: string }>('SELECT document FROM smart_transaction ORDER BY position').all();
  await db.close();
  for (const [index, { state, method, late, person, missing }] of olds.entries()) {
    const { basket_info, outcome } = JSON.parse(rows[index]?.document ?? '{}');
    const { next, ...expected } = saleOutcomeOf({
      ...{ id: idOf(index), state, missing, paid: 1000, again: null },
      isService: state === 'closed' && method === undefined,
      person: person === true,
      late: late !== undefined,
      abortRequested: false,
      undecided: late === 'open' ? 'late' : null,
    });
    expect([index, basket_info.missing_sum]).toEqual([index, missing]);
    expect([index, outcome]).toEqual([index, { ...expected, next: next && { ...next, why: expect.any(String) } }]);
  }
});
