/** Subscriptions that are paid by card: 3-D Secure at the beginning, then charges without the payer. */
import { afterEach, describe, expect, it } from 'vitest';
import { type Client, closeAll, item, ok, startBridge, until } from '../../doubles/bridge.fixture.ts';
import { demoIds } from '../../world/demoIds.ts';
import { DAY, done, opened, path, payments, read, subscriptionOf } from './subscriptions.fixture.ts';

afterEach(closeAll);

/** The payer accepts on the 3-D Secure page. */
const acceptPage = (origin: string, url: string) =>
  fetch(url, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams({ answer: 'accept' }),
    redirect: 'manual',
  });

describe('a subscription paid by card', () => {
  const card = (last4: string) => ({
    type: 'credit_card',
    private: { owner: 'Ada Muster', pan: `XXXXXXXXXXXX${last4}`, expiration_date: '2030-12', issuer: 'visa' },
  });
  const first = {
    payment_context: { auto_capture: true, mit_instructions: { type: 'cit', standing_instruction: 'recurring' } },
  };

  async function subscribeByCard(client: Client, planId: string, last4: string, context: object = first) {
    const line = item(500, { item_type: 'subscription', plan_id: planId });
    const { id } = await client.create({ basket: { products: [line] }, ...context });
    return ok(await client.post(`/${id}/prepare/creditcard`, { container: card(last4) }));
  }

  it('is charged without its payer, by the first payment', async () => {
    const { client, pass } = await opened();
    const { id } = await subscriptionOf(client, await subscribeByCard(client, demoIds.plan, '1111'));
    await pass(32 * DAY);
    await until(async () => done(await read(client, id))[0] === 2);
    expect((await payments(client, id)).map(({ amount }) => amount).toSorted()).toEqual([1990, 500]);
  });

  it('begins when the payer has passed 3-D Secure', async () => {
    const { bridge, client } = await opened();
    const sale = await subscribeByCard(client, demoIds.plan, '3220');
    expect(sale.iframe_url).toBeDefined();
    expect(ok(await client.ask<{ count: number }>('GET', path)).count).toBe(0);
    await acceptPage(bridge.url, sale.iframe_url ?? '');
    expect((await subscriptionOf(client, await client.read(sale.id))).status).toBe('active');
  });

  it('begins although its plan was closed while the payer was at 3-D Secure', async () => {
    const { bridge, client } = await opened();
    const sale = await subscribeByCard(client, demoIds.plan, '3220');
    ok(await client.ask('PATCH', `/api/v2/Payment/Plans/${demoIds.plan}`, { body: { status: 'inactive' } }));
    await acceptPage(bridge.url, sale.iframe_url ?? '');
    expect((await subscriptionOf(client, await client.read(sale.id))).status).toBe('active');
    const line = item(500, { item_type: 'subscription', plan_id: demoIds.plan });
    expect((await client.post('', { basket: { products: [line] } })).status).toBe(405);
  });

  it('does not begin with an authorisation that is given up', async () => {
    const { client } = await opened();
    const sale = await subscribeByCard(client, demoIds.plan, '1111', {
      payment_context: { mit_instructions: { type: 'cit' } },
    });
    ok(await client.post(`/${sale.id}/cancel`));
    expect(ok(await client.ask<{ count: number }>('GET', path)).count).toBe(0);
  });

  it('is suspended where the contract is not activated for recurring payments', async () => {
    const bridge = await startBridge();
    const client = await bridge.client('other');
    const { id } = await subscriptionOf(
      client,
      await subscribeByCard(client, demoIds.otherPlan, '1111', { payment_context: { auto_capture: true } }),
    );
    bridge.clock.pass(32 * DAY);
    const later = await bridge.client('other');
    await until(async () => (await read(later, id)).status === 'suspended');
    expect(await payments(later, id)).toHaveLength(1);
  });
});
