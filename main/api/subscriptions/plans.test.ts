import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, closeAll, ok, startBridge, type TestBridge } from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import type { Plan } from '../../wire/subscriptions.ts';
import { demoIds } from '../../world/demoIds.ts';

const path = '/api/v2/Payment/Plans';
const regular = {
  sequence: 1,
  interval: { unit: 'month', count: 1 },
  tenure_type: 'regular',
  total_cycles: 12,
  price: 990,
};
const setup = { sequence: 0, tenure_type: 'setup', price: '500' };

let bridge: TestBridge;
let demo: Client;

beforeAll(async () => {
  bridge = await startBridge();
  demo = await bridge.client();
});
afterAll(closeAll);

const create = (body: object) => demo.ask<Plan>('POST', path, { body });
const change = (method: string, id: string, body: object) => demo.ask<Plan>(method, `${path}/${id}`, { body });

describe('a plan', () => {
  it('comes back with every field', async () => {
    const plan = ok(
      await create({
        description: 'Kaffee',
        currency: 'EUR',
        status: 'active',
        payment_methods: ['debit'],
        merchant: demoIds.merchant,
        billing_cycles: [setup, regular],
        product_type: 'physical',
      }),
    );
    expect(plan).toEqual({
      object: 'payment.plans',
      id: expect.stringMatching(/^PLN_[A-Z0-9]{30}$/),
      created: expect.any(String),
      description: 'Kaffee',
      currency: 'EUR',
      status: 'active',
      payment_methods: ['debit'],
      merchant: { object: 'general.merchants', id: demoIds.merchant },
      billing_cycles: [{ sequence: 0, interval: null, tenure_type: 'setup', total_cycles: 1, price: 500 }, regular],
      product_type: 'physical',
    });
    expect(ok(await demo.ask('GET', `${path}/${plan.id}`))).toEqual(plan);
    expect(ok(await demo.ask<{ data: Plan[] }>('GET', `${path}?q=id:${plan.id}`)).data).toEqual([plan]);
  });

  it('PATCH changes what it names, PUT writes the plan anew', async () => {
    specifies({ Subscription: 'plans: GET, POST, PUT, PATCH' });
    const { id } = ok(await create({ description: 'A', product_type: 'x', billing_cycles: [regular] }));
    expect(ok(await change('PATCH', id, { description: 'B' }))).toMatchObject({
      description: 'B',
      product_type: 'x',
      status: 'created',
    });
    expect(ok(await change('PUT', id, { billing_cycles: [{ ...regular, price: 1290 }] }))).toMatchObject({
      description: null,
      product_type: null,
      billing_cycles: [{ price: 1290 }],
    });
  });

  it('keeps currency and billing cycles once it is active', async () => {
    const { id } = ok(await create({ billing_cycles: [regular] }));
    ok(await change('PATCH', id, { status: 'active' }));
    expect((await change('PATCH', id, { billing_cycles: [{ ...regular, price: 1 }] })).status).toBe(405);
    for (const input of [{ currency: 'CHF' }, { status: 'created' }])
      expect(await change('PATCH', id, input)).toMatchObject({ status: 405, body: { code: 1251 } });
    expect(ok(await change('PATCH', id, { status: 'inactive', billing_cycles: [regular] })).status).toBe('inactive');
  });

  it.each([
    [{}],
    [{ billing_cycles: [] }],
    [{ billing_cycles: [setup] }],
    [{ billing_cycles: [{ ...regular, interval: { unit: 'decade', count: 1 } }] }],
    [{ billing_cycles: [{ ...regular, interval: { unit: 'day', count: 0 } }] }],
    [{ billing_cycles: [{ ...regular, price: -1 }] }],
    [{ billing_cycles: [{ ...regular, price: 'much' }] }],
    [{ billing_cycles: [{ ...regular, tenure_type: 'sometimes' }] }],
    [{ billing_cycles: 'monthly' }],
    [{ billing_cycles: [regular], currency: 'JPY' }],
    [{ billing_cycles: [regular], currency: 'euro' }],
    [{ billing_cycles: [regular], status: 'sleeping' }],
    [{ billing_cycles: [regular], payment_methods: ['prepaid'] }],
    [{ billing_cycles: [regular], payment_methods: 'debit' }],
    [{ billing_cycles: [regular], description: 'x'.repeat(1001) }],
  ])('refuses %j', async body => {
    expect((await create(body)).status).toBe(500);
  });

  it('is the own merchant’s', async () => {
    const { id } = ok(await create({ billing_cycles: [regular] }));
    const other = await bridge.client('other');
    expect((await create({ billing_cycles: [regular], merchant: demoIds.other })).status).toBe(404);
    expect((await other.ask('GET', `${path}/${id}`)).status).toBe(404);
    expect((await (await bridge.staff('cashier')).ask('PATCH', `${path}/${id}`, { body: {} })).status).toBe(404);
    expect((await other.ask('PATCH', `${path}/${id}`, { body: {} })).status).toBe(404);
  });
});
