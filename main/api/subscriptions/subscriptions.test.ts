import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, item, ok, until } from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import type { PaymentTransaction } from '../../wire/payments.ts';
import type { Subscription } from '../../wire/subscriptions.ts';
import { demoIds } from '../../world/demoIds.ts';
import {
  bankAccount,
  DAY,
  done,
  monthly,
  opened,
  otherAccount,
  path,
  payments,
  plan,
  read,
  subscribe,
  subscriptionOf,
} from './subscriptions.fixture.ts';

afterEach(closeAll);

describe('a sale with a subscription in its basket', () => {
  it('answers with the id of the subscription once it is paid', async () => {
    specifies({
      Subscription: 'a Smart Transaction with a subscription in its basket answers with the Subscription ID',
    });
    const { client } = await opened();
    const sale = await subscribe(client, await plan(client));
    const subscription = await subscriptionOf(client, sale);
    expect(subscription).toMatchObject({
      object: 'payment.subscriptions',
      smart_transaction: { object: 'smart.transactions', id: sale.id },
      merchant: { object: 'general.merchants', id: demoIds.merchant },
      contract: { object: 'general.contracts', id: demoIds.contract },
      container: { object: 'payment.containers' },
      plan: { object: 'payment.plans' },
      status: 'active',
      currency: 'EUR',
      demo: false,
      billing_cycles: {
        cycle_executions: [
          { sequence: 2, tenure_type: 'regular', total_cycles: 3, cycles_completed: 1, cycles_remaining: 2 },
        ],
      },
    });
    const [payment] = await payments(client, subscription.id);
    expect(payment?.id).toBe(sale.transactions[0]?.id);
    expect(ok(await client.ask<{ count: number }>('GET', `${path}?q=status:active`)).count).toBe(1);
  });

  it('starts later when start_at says so', async () => {
    const { bridge, client } = await opened();
    const start = new Date(bridge.clock.now() + 10 * DAY).toISOString();
    const { billing_cycles, start_at } = await subscriptionOf(
      client,
      await subscribe(client, await plan(client), { start_at: start }),
    );
    expect(Date.parse(billing_cycles.next_billing_time ?? '')).toBe(Math.floor(Date.parse(start) / 1000) * 1000);
    expect(start_at).toBe(billing_cycles.next_billing_time);
  });

  it('needs a plan that is known, active and in its currency', async () => {
    const { client } = await opened();
    const line = (more: object) => ({ basket: { products: [item(990, { item_type: 'subscription', ...more })] } });
    const sleeping = await plan(client, [monthly], { status: 'created' });
    const francs = await plan(client, [monthly], { currency: 'CHF' });
    const good = await plan(client);
    expect((await client.post('', line({}))).status).toBe(500);
    expect((await client.post('', line({ plan_id: `PLN_${'0'.repeat(30)}` }))).status).toBe(404);
    expect(await client.post('', line({ plan_id: sleeping }))).toMatchObject({ status: 405, body: { code: 1250 } });
    expect((await client.post('', line({ plan_id: francs }))).status).toBe(500);
    expect((await client.post('', line({ plan_id: good, start_at: 'soon' }))).status).toBe(500);
    const twice = { basket: { products: [1, 2].map(() => item(990, { item_type: 'subscription', plan_id: good })) } };
    expect((await client.post('', twice)).status).toBe(500);
  });

  it('is paid with a method of its plan', async () => {
    const { client } = await opened();
    const line = item(990, {
      item_type: 'subscription',
      plan_id: await plan(client, [monthly], { payment_methods: ['creditcard'] }),
    });
    const { id } = await client.create({ basket: { products: [line] } });
    expect(
      (
        await client.post(`/${id}/start/debit`, {
          container: bankAccount,
          customer: { contact: { surname: 'Muster' } },
        })
      ).status,
    ).toBe(405);
  });
});

describe('billing', () => {
  it('makes a payment whenever a cycle is due, until all are done', async () => {
    specifies({ Subscription: 'billing cycles are charged when they are due' });
    const { client, pass } = await opened();
    const sale = await subscribe(client, await plan(client));
    const { id } = await subscriptionOf(client, sale);
    await pass(31 * DAY);
    await until(async () => done(await read(client, id))[0] === 2);
    await pass(31 * DAY);
    const ended = await until(async () => {
      const now = await read(client, id);
      return now.status === 'completed' ? now : null;
    });
    expect(done(ended)).toEqual([3]);
    expect(ended.billing_cycles.next_billing_time).toBeNull();
    const paid = await payments(client, id);
    expect(paid.map(({ amount }) => amount)).toEqual([990, 990, 990]);
    await pass(62 * DAY);
    const later = await subscribe(client, await plan(client));
    expect((await subscriptionOf(client, later)).status).toBe('active');
    expect(await payments(client, id)).toHaveLength(3);
  });

  it('charges nothing for a trial that costs nothing, and the price of each cycle', async () => {
    const { client, pass } = await opened();
    const trial = {
      sequence: 1,
      interval: { unit: 'week', count: 1 },
      tenure_type: 'trial',
      total_cycles: 2,
      price: 0,
    };
    const setup = { sequence: 0, tenure_type: 'setup', price: 500 };
    const sale = await subscribe(client, await plan(client, [setup, trial, { ...monthly, price: 1290 }]));
    const { id } = await subscriptionOf(client, sale);
    expect(done(await read(client, id))).toEqual([1, 1, 0]);
    await pass(15 * DAY);
    await until(async () => done(await read(client, id))[2] === 1);
    expect(done(await read(client, id))).toEqual([1, 2, 1]);
    expect((await payments(client, id)).map(({ amount }) => amount).toSorted()).toEqual([1290, 990]);
  });

  it('that is declined suspends the subscription until it has another container', async () => {
    specifies({ Subscription: 'updatePaymentContainer' });
    const { client, pass } = await opened();
    const sale = await subscribe(
      client,
      await plan(client, [
        { ...monthly, price: 1005 },
        { ...monthly, sequence: 3, price: 990 },
      ]),
    );
    const { id } = await subscriptionOf(client, sale);
    await pass(31 * DAY);
    await until(async () => (await read(client, id)).status === 'suspended');
    expect(done(await read(client, id))).toEqual([1, 0]);
    const url = `/${id}/updatePaymentContainer`;
    const answer = ok(await client.post(url, { container: otherAccount }));
    expect(answer.id).toBe(sale.id);
    expect((await client.post(url, {})).status).toBe(500);
    expect((await client.post(url, { id: `PCT_${'0'.repeat(30)}` })).status).toBe(404);
    expect((await client.post(`/SUB_${'0'.repeat(30)}/updatePaymentContainer`, otherAccount)).status).toBe(404);
    await until(async () => (await read(client, id)).status === 'suspended');
    expect(await payments(client, id)).toHaveLength(3);
  });

  it('goes on after a crash, and no cycle is charged twice', async () => {
    specifies({ Subscription: 'billing goes on after a crash, and no cycle is charged twice' });
    const { bridge, client, pass } = await opened();
    const sale = await subscribe(client, await plan(client));
    const { id } = await subscriptionOf(client, sale);
    await pass(31 * DAY);
    const copy = await bridge.crashCopy();
    const again = await copy.client();
    await until(async () => done(await read(again, id))[0] === 2);
    expect((await payments(again, id)).filter(({ status }) => status === 111)).toHaveLength(2);
  });

  it('is not suspended by a charge that a crash kept from the acquirer', async () => {
    const { bridge, client, pass } = await opened();
    const slow = 77_703;
    const sale = await subscribe(client, await plan(client, [monthly, { ...monthly, sequence: 3, price: slow }]));
    const { id } = await subscriptionOf(client, sale);
    for (const cycle of [2, 3]) {
      await pass(31 * DAY);
      await until(async () => done(await read(client, id))[0] === cycle);
    }
    await pass(31 * DAY);
    await until(() => bridge.rows("SELECT 1 FROM payment_operation WHERE state = 'open'").length);
    const copy = await bridge.crashCopy();
    const again = await copy.client();
    await until(async () => done(await read(again, id))[1] === 1);
    expect((await read(again, id)).status).toBe('active');
    expect((await payments(again, id)).map(({ details }) => details.status_simple).sort()).toEqual([1, 1, 1, 1, 3]);
  });

  it('tells the push address of the sale of the subscription and of its payments', async () => {
    specifies({
      Events: [
        'Subscription payment or refund transaction created',
        'type added where something is new',
        'Subscription payment or refund transaction created: the push address of the sale is told',
      ],
    });
    const { bridge, client, pass } = await opened();
    const context = { application_context: { return_urls: { url_push: 'https://shop.example/push' } } };
    const sale = await subscribe(client, await plan(client, [{ ...monthly, total_cycles: 2 }]), {}, context);
    const { id } = await subscriptionOf(client, sale);
    await pass(31 * DAY);
    await until(async () => (await read(client, id)).status === 'completed');
    const pushes = bridge.rows<{ target: string; type: string; id: string }>(
      "SELECT document ->> 'target' AS target, document ->> 'type' AS type, query_object AS id FROM push ORDER BY number",
    );
    const ofSubscription = pushes.filter(push => push.id === id);
    expect(ofSubscription).toEqual([
      { target: 'payment.subscriptions', type: 'added', id },
      { target: 'payment.subscriptions', type: 'changed', id },
    ]);
    const [newest] = await payments(client, id);
    expect(pushes.filter(push => push.id === newest?.id).map(({ target }) => target)).toContain('payment.svcdebits');
  });

  it('stops when the subscription is cancelled', async () => {
    const { client, pass } = await opened();
    const { id } = await subscriptionOf(client, await subscribe(client, await plan(client)));
    expect(ok(await client.ask<Subscription>('POST', `${path}/${id}/cancel`)).status).toBe('cancelled');
    const ended = { status: 405, body: { code: 1253 } };
    expect(await client.ask('POST', `${path}/${id}/cancel`)).toMatchObject(ended);
    expect(await client.post(`/${id}/updatePaymentContainer`, otherAccount)).toMatchObject(ended);
    await pass(62 * DAY);
    const other = await subscriptionOf(client, await subscribe(client, await plan(client, [{ ...monthly, price: 1 }])));
    await pass(31 * DAY);
    await until(async () => done(await read(client, other.id))[0] === 2);
    expect(await payments(client, id)).toHaveLength(1);
  });
});

describe('a payment with subscription.purpose', () => {
  it('begins a subscription whose number later payments pass; its currency cannot change', async () => {
    specifies({
      Subscription: [
        'the first payment can be marked as recurring, and the response carries a Subscription ID',
        'the Subscription ID is passed with each further payment',
        'the currency of a recurring payment cannot change',
      ],
      Limits: 'currency of a recurring payment cannot change',
    });
    const { client } = await opened();
    const container = ok(
      await client.ask<{ id: string }>('POST', '/api/v2/Payment/Containers', { body: bankAccount }),
    ).id;
    const pay = (body: object) =>
      client.ask<PaymentTransaction>('POST', '/api/v2/Payment/Transactions', {
        body: {
          amount: 500,
          currency: 'EUR',
          payment_methods: ['debit'],
          purpose: 'Abo',
          payment_action: 'sale',
          container,
          ...body,
        },
      });
    const first = ok(await pay({ subscription: { purpose: 'Zeitung' } }));
    const subscription = await read(client, first.subscription?.id ?? '');
    expect(subscription).toMatchObject({ purpose: 'Zeitung', currency: 'EUR', plan: null, status: 'active' });
    expect(ok(await pay({ subscription: { id: subscription.number } })).subscription?.id).toBe(subscription.id);
    expect((await pay({ subscription: { id: subscription.number }, currency: 'CHF' })).status).not.toBe(200);
    expect((await pay({ subscription: { id: 4711 } })).status).toBe(404);
    // Only what a sale began gets another payment means.
    const changed = await client.post(`/${subscription.id}/updatePaymentContainer`, otherAccount);
    expect(changed).toMatchObject({ status: 405, body: { code: 1252 } });
  });

  it('that is declined leaves a cancelled subscription', async () => {
    const { client } = await opened();
    const container = ok(
      await client.ask<{ id: string }>('POST', '/api/v2/Payment/Containers', { body: bankAccount }),
    ).id;
    const body = {
      amount: 105,
      currency: 'EUR',
      payment_methods: ['debit'],
      purpose: 'Abo',
      container,
      subscription: { purpose: 'Zeitung' },
    };
    await client.ask('POST', '/api/v2/Payment/Transactions', { body });
    expect(ok(await client.ask<{ data: Subscription[] }>('GET', path)).data.map(({ status }) => status)).toEqual([
      'cancelled',
    ]);
  });

  it('is a subscription of its merchant', async () => {
    const { bridge, client } = await opened();
    const { id } = await subscriptionOf(client, await subscribe(client, await plan(client)));
    const other = await bridge.client('other');
    expect((await other.ask('GET', `${path}/${id}`)).status).toBe(404);
    expect((await other.ask('POST', `${path}/${id}/cancel`)).status).toBe(404);
    expect((await other.post(`/${id}/updatePaymentContainer`, otherAccount)).status).toBe(404);
  });
});
