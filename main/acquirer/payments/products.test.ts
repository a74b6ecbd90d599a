/** Products and statuses: one table each, and every product of the specification is made by something. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAll } from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import { type TestWorld, testWorld } from '../../doubles/world.fixture.ts';
import { demoIds } from '../../world/demoIds.ts';
import { fixedId } from '../../world/ids.ts';
import type { World } from '../../world/world.ts';
import { cancelPayment } from './cancel.ts';
import { endChallenge } from './challenge.ts';
import { accountOf, cardOf, pay } from './payments.fixture.ts';
import { simpleStatuses, statuses } from './statuses.ts';

let test: TestWorld;
let world: World;
beforeAll(async () => {
  test = await testWorld();
  world = test.world;
});
afterAll(async () => {
  await test.db.close();
  await closeAll();
});

describe('the product of a payment', () => {
  it.each([
    [16, 'PAYMENTGUARANTEE_DEBIT', { method: 'debit' }],
    [50, 'PREAUTHORISATION_PAYMENTGUARANTEE_DEBIT', { method: 'debit', action: 'authorization' }],
    [309, 'DEBIT_CROWDFUNDING', { method: 'debit', accrual: true }],
    [20, 'DEMO_DEBIT', { method: 'debit', demo: true }],
    [26, 'PAYMENTGUARANTEE_CREDITCARD', { method: 'creditcard' }],
    [218, 'PREAUTORISSATION_PAYMENTGUARANTEE_CREDITCARD', { method: 'creditcard', action: 'authorization' }],
    [311, 'CREDITCARD_CROWDFUNDING', { method: 'creditcard', accrual: true }],
    [21, 'DEMO_CREDITCARD', { method: 'creditcard', demo: true }],
    [36, 'PREPAY', { method: 'prepaid' }],
    [310, 'PREPAY_CROWDFUNDING', { method: 'prepaid', accrual: true }],
    [267, 'INVOICE', { method: 'invoice' }],
    [329, 'DEMO_INVOICE', { method: 'invoice', demo: true }],
    [283, 'PARTIAL_PAYMENT', { method: 'easycredit' }],
    [440, 'PAYPAL', { method: 'paypal' }],
  ] as const)('%i %s', async (id, raw, more) => {
    specifies({
      'Payment Transaction': [
        'product 16 PAYMENTGUARANTEE_DEBIT',
        'product 26 PAYMENTGUARANTEE_CREDITCARD',
        'product 36 PREPAY',
        'product 50 PREAUTHORISATION_PAYMENTGUARANTEE_DEBIT',
        'product 92 PAYMENTGUARANTEE_CREDITCARD_REFUND',
        'product 218 PREAUTORISSATION_PAYMENTGUARANTEE_CREDITCARD',
        'product 267 INVOICE',
        'product 283 PARTIAL_PAYMENT',
        'product 309 DEBIT_CROWDFUNDING',
        'product 310 PREPAY_CROWDFUNDING',
        'product 311 CREDITCARD_CROWDFUNDING',
      ],
    });
    const container = more.method === 'debit' ? await accountOf(world) : await cardOf(world, '1111');
    const { payment } = await pay(world, { ...more, container });
    expect(payment).toMatchObject({ product_id: id, product_raw: raw });
    expect(payment.product).not.toBe('');
  });

  it.each([
    [92, 'PAYMENTGUARANTEE_CREDITCARD_REFUND', 'creditcard'],
    [478, 'PAYPAL_REFUND', 'paypal'],
  ])('%i %s is the refund of its method', async (id, raw, method) => {
    const container = await cardOf(world, '1111');
    const { payment } = await pay(world, { method, container });
    const all = { amount: null, reason: null, reduceStakeholders: false };
    const [refund] = await cancelPayment(world, demoIds.merchant, payment.id, all);
    expect(refund).toMatchObject({ product_id: id, product_raw: raw, amount: -1000 });
  });
});

describe('the status of a payment', () => {
  it('at the counter is accepted and 111', () => {
    const pos = world.payments.find(demoIds.merchant, fixedId('PCI', 'pos'))?.document;
    expect(pos).toMatchObject({ status: 111, details: { status_simple: 1, status_simple_text: 'accepted' } });
  });

  it('by Sofort is accepted and 111 once its payer has finished', async () => {
    specifies({ Versioning: 'Sofort has accepted and status id 111' });
    const { payment } = await pay(world, { method: 'sofort' });
    const page = world.payments.challenges.openOf(payment.id)?.id ?? '';
    expect((await endChallenge(world, page, 'accepted'))?.payment).toMatchObject({
      status: 111,
      details: { status_simple_text: 'accepted' },
    });
  });

  it('by prepay is authorized and 25 while the money is awaited', async () => {
    specifies({
      'Payment Transaction': [
        'status (integer) and status_text',
        'status_simple_text authorized has simple status id 2',
        'status id 25 is a prepay that waits',
      ],
    });
    const { payment } = await pay(world, { method: 'prepaid' });
    expect(payment).toMatchObject({
      status: 25,
      status_text: 'Vorkasse wartend',
      details: { status: 25, status_simple: 2, status_simple_text: 'authorized', cleared: 'open' },
    });
  });

  it('in demo mode is 11', async () => {
    specifies({ 'Payment Transaction': 'demo is the demo mode', Versioning: 'demo-mode payments are marked as such' });
    const container = await accountOf(world);
    expect((await pay(world, { method: 'debit', container, demo: true })).payment.status).toBe(11);
  });

  it('has a text, a simple and a specific status for every id, and an id for every simple status', () => {
    for (const { text, en, simple, specific } of Object.values(statuses)) {
      expect([text, en, specific].includes('')).toBe(false);
      expect(simpleStatuses[simple]).toBeDefined();
    }
    const reached = new Set(Object.values(statuses).map(({ simple }) => String(simple)));
    expect(reached).toEqual(new Set(Object.keys(simpleStatuses)));
  });
});
