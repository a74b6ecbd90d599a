/** Intents of an older database go on as they were; what is asked of them is found by index. */
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { TransactionFacts } from '../../drivers/index.ts';
import type { TransactionReport } from '../domain/evidence.ts';
import { matchOf } from '../domain/transactionMatch.ts';
import { closeAll, temporaryDirectory } from '../doubles/bridge.fixture.ts';
import { sqlFunctions } from '../query/comparable.ts';
import { reportByIntent, reportOf } from '../terminal/payment/transactionReport.ts';
import type { ReportRow } from '../world/sales.ts';
import { openDatabase } from './database.ts';
import { createIntents, REFERRING_TO, TIPPED } from './intents.ts';
import { shopBefore } from './olderDatabase.fixture.ts';

afterEach(closeAll);

const id = (prefix: string) => `${prefix}_${'1'.repeat(30)}`;
const [merchant, sale, terminal, till] = [id('MRC'), id('STX'), id('SDV'), `SDV_${'2'.repeat(30)}`] as const;

/** A payment that was approved and one that is unknown. */
const oldShop = (): string =>
  shopBefore(140, db =>
    db.exec(`
    INSERT INTO merchant (id, name, address, currency) VALUES ('${merchant}', 'Laden', '[]', 'EUR');
    INSERT INTO smart_transaction (id, merchant, till, client, state, query_status, business_day, created, updated, document)
      VALUES ('${sale}', '${merchant}', '${till}', 'c', 'unclear', 'pending', '2026-01-01', 0, 0, '{}');
    INSERT INTO intent (id, sale, party, kind, method, amount, currency, known_receipt, reverses, state, person, facts,
      started_at, ended_at) VALUES
      ('a', '${sale}', '${terminal}', 'payment', 'cashless', 1000, 'EUR', 6, NULL, 'approved', 0,
       '{"receiptNumber":7,"traceNumber":70,"amount":1000}', 1700000000000, 1700000009000),
      ('b', '${sale}', '${terminal}', 'reversal', 'cashless', 1000, 'EUR', 7, 7, 'unknown', 1, NULL, 1700000010000, NULL);
    UPDATE intent SET reason = 'abgebrochen' WHERE id = 'b';
  `),
  );

it('keeps every intent of an older database', async () => {
  const db = openDatabase(oldShop(), sqlFunctions);
  const intents = createIntents(db);
  expect(intents.get('a')).toMatchObject({
    merchant,
    till,
    kind: 'payment',
    state: 'approved',
    facts: { receiptNumber: 7 },
    snapshotBefore: { last: { receipt: 6 }, totals: null },
    reason: null,
    endedAt: 1_700_000_009_000,
  });
  expect(intents.unsettled(terminal)).toMatchObject({
    id: 'b',
    kind: 'reversal',
    needsPerson: true,
    original: { receipt: 7, trace: null, amount: null },
    decision: null,
    reason: { de: 'abgebrochen', en: 'abgebrochen' },
  });
  expect(intents.lastReceipt(terminal)).toBe(7);
  expect(intents.attempts(terminal)).toBe(1);
  expect(intents.byReceipt(terminal, 7, 0)?.id).toBe('a');
  expect(intents.operations(merchant, terminal, { count: 10, offset: 0 })).toEqual({ count: 0, rows: [] });
  await db.close();
});

it.each([
  ['a payment', 8, 'payment', 'approved', 8, null, [8, 0]],
  ['a declined payment: the terminal may have taken it back under one more', 8, 'payment', 'declined', 8, null, [8, 1]],
  ['a reversal under the number of its original, which used none', 8, 'reversal', 'declined', 7, 7, [8, 1]],
  ['a tip under the number of its payment, which used none', 8, 'tip', 'approved', 7, 7, [8, 1]],
  ['a payment whose numbers have begun again', 9999, 'payment', 'approved', 1, null, [1, 0]],
] as const)(
  'the newest receipt number is that of %s',
  async (_what, first, kind, state, receipt, original, expected) => {
    const db = openDatabase(oldShop(), sqlFunctions);
    const add = (id: string, what: string, ended: string, number: number, of: number | null) =>
      db
        .prepare(`INSERT INTO intent (id, sale, merchant, till, party, kind, method, amount, currency, original_receipt, state,
        facts, started_at, ended_at)
      SELECT '${id}', sale, merchant, till, party, '${what}', method, amount, currency, ${of}, '${ended}',
        '{"receiptNumber":${number}}', started_at, ended_at FROM intent WHERE id = 'a'`)
        .run();
    add('c', 'payment', 'approved', first, null);
    add('d', kind, state, receipt, original);
    const intents = createIntents(db);
    expect([intents.lastReceipt(terminal), intents.attempts(terminal)]).toEqual(expected);
    await db.close();
  },
);

it('finds every earlier report that is certainly about the same transaction by its numbers', async () => {
  const db = openDatabase(oldShop(), sqlFunctions);
  const insert =
    db.prepare(`INSERT INTO intent (id, sale, merchant, till, party, kind, method, amount, currency, state, facts,
      started_at, ended_at)
    SELECT ?, sale, merchant, till, party, kind, method, amount, currency, 'approved', ?, started_at, ended_at
    FROM intent WHERE id = 'a'`);
  const some = [undefined, 1, 2];
  const all: TransactionFacts[] = some.flatMap(receiptNumber =>
    some.flatMap(traceNumber =>
      some.flatMap(reference =>
        [{}, { time: '12:00:00' }].map(more => ({
          ...{ ...more, receiptNumber, traceNumber, amount: 1000 },
          ...(reference === undefined ? {} : { reference: String(reference) }),
        })),
      ),
    ),
  ) as TransactionFacts[];
  for (const [index, facts] of all.entries()) insert.run(`i${index}`, JSON.stringify(facts));
  const intents = createIntents(db);
  const certain = (rows: readonly ReportRow[], report: TransactionReport) =>
    rows.filter(row => matchOf(reportByIntent(row), report) === 'certain').map(row => row.id);
  for (const facts of all) {
    const report = reportOf(facts, true, 0);
    const expected = certain(intents.reports(terminal, 100), report);
    expect(certain(intents.reportsLike(terminal, 100, report), report)).toEqual(expected);
  }
  expect(intents.reports(terminal, 100)).toHaveLength(all.length + 1);
  expect(intents.reportsLike(terminal, 100, { receipt: 7, trace: null })).toMatchObject([{ id: 'a' }]);
  expect(intents.reportsLike(terminal, all.length, { receipt: 7, trace: null })).toEqual([]);
  await db.close();
});

it('lists what has not ended, of every terminal, oldest first, one for each of them', async () => {
  const db = openDatabase(oldShop(), sqlFunctions);
  const add = (id: string, party: string) =>
    db
      .prepare(`INSERT INTO intent (id, sale, merchant, till, party, kind, method, amount, currency, state, started_at)
      SELECT '${id}', sale, merchant, till, '${party}', kind, method, amount, currency, 'open', started_at FROM intent WHERE id = 'b'`)
      .run();
  add('c', 'A terminal before the other one');
  add('d', 'acquirer');
  add('e', 'acquirer');
  expect(() => add('f', terminal)).toThrow('UNIQUE');
  const intents = createIntents(db);
  expect(intents.allUnsettled().map(one => one.id)).toEqual(['b', 'c', 'd', 'e']);
  expect(intents.unsettled(terminal)?.id).toBe('b');
  expect(intents.unsettled('acquirer')).toBeNull();
  await db.close();
});

describe('the plan', () => {
  const db = openDatabase(temporaryDirectory(), sqlFunctions);
  afterAll(() => db.close());
  const planOf = (sql: string) =>
    db
      .prepare<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => detail)
      .join('; ');

  it.each([
    ["SELECT * FROM intent WHERE state IN ('open', 'unknown') ORDER BY number", 'intent_unsettled'],
    [
      "SELECT * FROM intent WHERE party = 'x' AND party <> 'acquirer' AND state IN ('open', 'unknown')",
      'intent_unsettled (party=?)',
    ],
    ["SELECT * FROM intent WHERE party = 'x' AND late = 'open' ORDER BY number LIMIT 1", 'intent_late'],
    ["SELECT * FROM intent WHERE late = 'open' ORDER BY party, number", 'intent_late'],
    [
      "SELECT * FROM intent WHERE party = 'x' AND state = 'approved' AND facts ->> 'receiptNumber' = 7 ORDER BY number DESC",
      'intent_receipt',
    ],
    [
      "SELECT * FROM intent WHERE merchant = 'm' AND party = 'x' AND sale IS NULL ORDER BY number DESC LIMIT 9",
      'intent_operation',
    ],
    ["SELECT * FROM intent WHERE party = 'x' AND facts IS NOT NULL ORDER BY number DESC LIMIT 30", 'intent_party'],
    [REFERRING_TO.replace('?', "'i'"), 'intent_reference'],
    [REFERRING_TO.replace('?', "'i'"), 'intent_receipt'],
    [TIPPED.replace('?', "'i'"), 'intent_receipt'],
    ["SELECT * FROM terminal_journal WHERE intent = 'i' ORDER BY number", 'terminal_journal_intent'],
    [
      "SELECT * FROM terminal_journal WHERE merchant = 'm' AND device = 'x' ORDER BY number DESC LIMIT 9",
      'terminal_journal_device',
    ],
  ])('%s', (sql, index) => {
    expect(planOf(sql)).toContain(index);
  });
});
