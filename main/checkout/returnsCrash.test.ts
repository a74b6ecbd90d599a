/** The bridge is killed at any commit of a return: afterwards drawer, terminal, units and loyalty card agree, and the return can be finished. */
import { afterAll, expect, it } from 'vitest';
import { closeAll, item, sale, temporaryDirectory, until } from '../doubles/bridge.fixture.ts';
import { usedTerminalMemory } from '../doubles/terminalMemory.ts';
import { cashier, testWorld } from '../doubles/world.fixture.ts';
import { copyDirectory } from '../store/directoryCopy.fixture.ts';
import { demoIds } from '../world/demoIds.ts';
import type { World } from '../world/world.ts';
import { commitKills } from './commitKills.fixture.ts';
import { flow } from './flow.ts';

afterAll(closeAll);

/** A split sale of which all comes back: to the loyalty card nothing, to two cards and to the drawer. */
async function returned(world: World): Promise<void> {
  const { id } = await flow.create(world, cashier, sale([item(250, { quantity: 4 })]));
  await flow.start(world, cashier, id, 'cash', { part: { amount: 300 } });
  await flow.start(world, cashier, id, 'cashless', { part: { amount: 200 } });
  const { basket } = await flow.start(world, cashier, id, 'cashless', {});
  const [line] = basket.products;
  for (const quantity of [1, 3]) {
    const lines = [{ sale: id, line: line?.id ?? 0, quantity }];
    const begun = await flow.openReturn(world, cashier, { lines, reason: 'defekt' });
    await flow.payOut(world, cashier, begun.id, {});
  }
}

interface Row {
  readonly id: string;
  readonly state: string;
}

it('ends in books that agree, and what is open is paid out once', { timeout: 120_000 }, async () => {
  const { kills, write, from } = commitKills();
  const { world, data, memory } = await testWorld({ write, memory: usedTerminalMemory() });
  from(data, memory);
  await returned(world);
  expect(kills.length).toBeGreaterThan(10);
  for (const [at, { data: copy, memories }] of kills.entries()) {
    // In `npm test` every second commit.
    if (!process.env.LONG && at % 2 === 1) continue;
    for (const [when, after] of memories.entries()) {
      const message = `commit ${at} of ${kills.length}, ${when === 0 ? 'just after' : 'just before the next'}`;
      const dead = temporaryDirectory();
      copyDirectory(copy, dead);
      const { world: next, db } = await testWorld({ data: dead, memory: after });
      await next.recovery.begin();
      await until(() => next.intents.allUnsettled().length === 0);
      const sales = () => db.prepare<Row>('SELECT id, state FROM smart_transaction ORDER BY number').all();
      const [original, ...returns] = sales();
      for (const { id } of returns) {
        const now = next.ledger.sale(demoIds.merchant, id);
        if (now && now.state !== 'closed' && now.state !== 'cancelled') await flow.payOut(next, cashier, id, {});
      }
      const [bought, ...back] = sales().map(({ id }) => next.ledger.sale(demoIds.merchant, id));
      expect(
        back.every(one => one?.state === 'closed'),
        message,
      ).toBe(true);
      const tendersOf = (wanted: string) =>
        [bought, ...back].reduce(
          (sum, one) =>
            sum +
            (one?.document.tenders ?? []).reduce(
              (own, { method, amount }) => own + (method === wanted ? amount : 0),
              0,
            ),
          0,
        );
      if (bought?.state === 'closed') expect(tendersOf('cashless'), message).toBe(after.totals.amount);
      const value = back.reduce((sum, one) => sum + (one?.document.goods_return?.value ?? 0), 0);
      expect(back.reduce((sum, one) => sum + (one?.document.basket_info.sum ?? 0), 0) + value, message).toBe(0);
      const units = next.returns.unitsOf(original?.id ?? '');
      expect(
        units.every(({ state }) => state === 'returned'),
        message,
      ).toBe(true);
      expect(units.reduce((sum, { first, last }) => sum + last - first + 1, 0) * 250, message).toBe(value);
      for (const { given, amount } of next.returns.tendersOf(original?.id ?? ''))
        expect(amount, message).toBeLessThanOrEqual(given);
      await db.close();
    }
  }
});
