/** The rows that the commit of a sale also writes: all of them with the sale, or none. */
import { afterAll, expect, it } from 'vitest';
import { closeAll, item, sale } from '../doubles/bridge.fixture.ts';
import { cashier, testWorld } from '../doubles/world.fixture.ts';
import type { SavedStep } from '../world/saleWriters.ts';
import { flow } from './flow.ts';

afterAll(closeAll);

it.each(['closing', 'saved', 'closed'] as const)('an error of a writer at %s undoes the whole step', async moment => {
  const { world, db } = await testWorld();
  const { id } = await flow.create(world, cashier, sale([item(1000)]));
  const before = world.ledger.sale(cashier.merchant, id);
  const broken = {
    [moment]() {
      throw new Error('no room');
    },
  };
  const failing = { ...world, saleWriters: [...world.saleWriters, broken] };
  await expect(flow.start(failing, cashier, id, 'cash', {})).rejects.toThrow('no room');
  expect(world.ledger.sale(cashier.merchant, id)).toEqual(before);
  expect(world.payments.ofSale(cashier.merchant, id)).toEqual([]);
  expect((await flow.start(world, cashier, id, 'cash', {})).receipt_number).toBe(1);
  await db.close();
});

it('a writer is called in the order of the step, with the sale before it', async () => {
  const { world, db } = await testWorld();
  const calls: string[] = [];
  const listening = {
    closing: () => {
      calls.push('closing');
      return [];
    },
    saved: (_: unknown, { input, before }: SavedStep) => void calls.push(`saved ${input}, was ${before.state}`),
    closed: () => void calls.push('closed'),
    returning: () => void calls.push('returning'),
  };
  const listened = { ...world, saleWriters: [...world.saleWriters, listening] };
  const { id } = await flow.create(listened, cashier, sale([item(1000)]));
  await flow.start(listened, cashier, id, 'cash', {});
  await flow.cancel(listened, cashier, id);
  expect(calls).toEqual(['closing', 'saved book, was created', 'closed', 'returning', 'saved cancel, was closed']);
  await db.close();
});
