/** Indexes of open sales are found by the words of their condition, and cost the writing of a sale no table of its own. */
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../doubles/bridge.fixture.ts';
import { sqlFunctions } from '../query/comparable.ts';
import { openDatabase } from './database.ts';
import { salesInParts, unsettledSales } from './openSales.ts';

const db = openDatabase(temporaryDirectory(), sqlFunctions);
afterAll(() => db.close());

describe('open sales', () => {
  it.each([
    ['smart_transaction_unsettled', unsettledSales()],
    ['smart_transaction_in_parts', salesInParts()],
    ['smart_transaction_in_parts', `${salesInParts('smart_transaction.state')} AND till = 'SDV_1'`],
  ])('are found by %s', (index, condition) => {
    const plan = db.prepare<{ detail: string }>(
      `EXPLAIN QUERY PLAN SELECT id FROM smart_transaction WHERE ${condition}`,
    );
    expect(
      plan
        .all()
        .map(({ detail }) => detail)
        .join(),
    ).toContain(index);
  });

  it.each([
    [
      'a new sale',
      `INSERT INTO smart_transaction (id, merchant, client, state, business_day, created, updated, document)
      VALUES ('STX_1', 'm', 'c', 'created', '2026-11-30', 0, 0, '{}')`,
    ],
    ['its next state', "UPDATE smart_transaction SET state = 'paying', updated = 1 WHERE id = 'STX_1'"],
    ['an event', "INSERT INTO change (merchant, object, id, type, at) VALUES ('m', 'o', 'STX_1', 'added', 0)"],
  ])('need no further table where %s is written', (_what, sql) => {
    const steps = db.prepare<{ opcode: string }>(`EXPLAIN ${sql}`).all();
    expect(steps.map(({ opcode }) => opcode)).not.toContain('OpenEphemeral');
  });
});
