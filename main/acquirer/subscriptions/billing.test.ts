/** Billing of subscriptions: every due cycle is charged once, also after lost answers. */
import { afterEach, describe, expect, it } from 'vitest';
import type { BillingCycle } from '../../domain/billing.ts';
import { closeAll } from '../../doubles/bridge.fixture.ts';
import { type Changes, testWorld } from '../../doubles/world.fixture.ts';
import { containerFor } from '../../wallet/containers.ts';
import { demoIds } from '../../world/demoIds.ts';
import type { World } from '../../world/world.ts';
import { recoverOperations, runOperation } from '../payments/operationRun.ts';
import { openPayment } from '../payments/operationStart.ts';
import { PLAIN_ORDER } from '../payments/plainOrder.ts';
import { billDue } from './billing.ts';
import { stepTo, subscriptionById } from './document.ts';

afterEach(closeAll);

const merchant = demoIds.merchant;
const DAY = 86_400_000;
const daily: BillingCycle = {
  sequence: 1,
  interval: { unit: 'day', count: 1 },
  tenure_type: 'regular',
  total_cycles: 0,
  price: 700,
};

/** A subscription that has been begun by direct debit and has a cycle that is due since an hour. */
async function subscribed(changes: Changes = {}) {
  const { world, db } = await testWorld(changes);
  const first = await world.ledger.write(() => {
    const account = { type: 'bank_account', private: { iban: 'DE89370400440532013000', owner: 'Ada Muster' } };
    const container = containerFor(world, merchant, account, null, { allowCard: false })?.id ?? null;
    const money = { merchant, method: 'debit', amount: 700, currency: 'EUR', action: 'sale' } as const;
    return openPayment(world, {
      ...PLAIN_ORDER,
      ...money,
      purpose: 'Abo',
      container,
      subscription: { purpose: 'Kaffee' },
    });
  });
  await runOperation(world, first);
  const [begun] = world.subscriptions.all(merchant);
  const id = begun?.document.id ?? '';
  const start = Date.now() - DAY - 3_600_000;
  await world.ledger.write(() =>
    stepTo(world, subscriptionById(world, merchant, id), { cycles: [daily], start, completed: 1 }),
  );
  return { world, db, id };
}

const paid = (world: World) =>
  world.payments.all(merchant).filter(({ document }) => document.subscription !== null).length;

describe('billing', () => {
  it('leaves a cycle due while the shop has no payment processor', async () => {
    const processor = { there: true };
    const { world, id } = await subscribed({
      acquirer: real => ({ ...real, serves: what => processor.there && real.serves(what) }),
    });
    processor.there = false;
    await billDue(world);
    expect(paid(world)).toBe(1);
    expect(subscriptionById(world, merchant, id).document.status).toBe('active');
    processor.there = true;
    await billDue(world);
    expect(paid(world)).toBe(2);
  });

  it('charges a cycle once when it runs twice at the same time', async () => {
    const { world, db, id } = await subscribed();
    await Promise.all([billDue(world), billDue(world)]);
    await billDue(world);
    expect(paid(world)).toBe(2);
    expect(subscriptionById(world, merchant, id).inner).toMatchObject({ completed: 2, charge: null });
    await db.close();
  });

  it('waits for a lost answer, and never repeats the request under another key', async () => {
    let lost = 0;
    const { world, db, id } = await subscribed({
      acquirer: acquirer => ({
        ...acquirer,
        async sale(request) {
          const answer = await acquirer.sale(request);
          lost += 1;
          if (lost === 2) throw new Error('the line broke');
          return answer;
        },
      }),
    });
    await billDue(world);
    await billDue(world);
    const waiting = subscriptionById(world, merchant, id).inner;
    expect([lost, paid(world), waiting.due]).toEqual([2, 2, null]);
    expect(waiting.charge).toMatch(/^PCI_/);
    await recoverOperations(world);
    expect(subscriptionById(world, merchant, id).inner).toMatchObject({ completed: 2, charge: null });
    expect(paid(world)).toBe(2);
    await db.close();
  });

  it('without a container suspends the subscription and moves nothing', async () => {
    const { world, db, id } = await subscribed();
    await world.ledger.write(() => stepTo(world, subscriptionById(world, merchant, id), {}, { container: null }));
    await billDue(world);
    expect(subscriptionById(world, merchant, id).document.status).toBe('suspended');
    expect(paid(world)).toBe(1);
    await db.close();
  });
});
