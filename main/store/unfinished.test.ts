import { afterAll, expect, it } from 'vitest';
import { createBridge } from '../bridge.ts';
import { flow } from '../checkout/flow.ts';
import { cards, closeAll, item, sale, temporaryDirectory } from '../doubles/bridge.fixture.ts';
import { cashier, testWorld } from '../doubles/world.fixture.ts';
import { configOf } from '../world/configReading.ts';
import { unsettledSales } from './openSales.ts';
import { createUnfinished } from './unfinished.ts';

afterAll(closeAll);

it('counts what runs, what is unknown, and what is paid in part, without looking at the sales that are closed', async () => {
  const { world, db } = await testWorld();
  const unfinished = createUnfinished(db);
  expect(unfinished()).toEqual({ running: 0, unknown: 0, midTender: 0 });
  const { id } = await flow.create(world, cashier, sale([item(1500)], cards.some));
  await flow.preTransaction(world, cashier, id);
  expect(unfinished()).toEqual({ running: 0, unknown: 0, midTender: 1 });
  for (const [state, counts] of [
    ['paying', { running: 1, unknown: 0 }],
    ['reversing', { running: 1, unknown: 0 }],
    ['unclear', { running: 0, unknown: 1 }],
    ['reversalUnclear', { running: 0, unknown: 1 }],
    ['closed', { running: 0, unknown: 0 }],
  ] as const) {
    await db.write(() => db.prepare('UPDATE smart_transaction SET state = ? WHERE id = ?').run(state, id));
    expect(unfinished(), state).toEqual({ ...counts, midTender: 1 });
  }
  const plan = db.prepare<{ detail: string }>(`EXPLAIN QUERY PLAN SELECT state, count(*) FROM smart_transaction
    WHERE ${unsettledSales()} GROUP BY state`);
  expect(plan.all()[0]?.detail).toContain('smart_transaction_unsettled');
  await db.close();
});

it('is reported by the bridge, so that its host can ask before it ends', async () => {
  const bridge = await createBridge(configOf({ data: temporaryDirectory(), port: 0, demo: true }), {
    log: () => undefined,
    openTerminal: () => Promise.reject(new Error('no terminal here')),
  });
  expect(bridge.unfinished()).toEqual({ running: 0, unknown: 0, midTender: 0, waiting: 0 });
  await bridge.close();
});
