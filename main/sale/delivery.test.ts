/** setDelivery, and the pushes for changes of a sale. */
import { afterEach, describe, expect, it } from 'vitest';
import { account, answerChallenge, card, queuedPushes, type Refusal } from '../checkout/payments.fixture.ts';
import { type Client, closeAll, item, ok, sale, startBridge, until } from '../doubles/bridge.fixture.ts';
import { specifies } from '../doubles/specifies.ts';
import type { SmartTransaction } from '../wire/transactions.ts';

afterEach(closeAll);

const URL_PUSH = 'https://shop.example/push';
const context = { application_context: { return_urls: { url_push: URL_PUSH } } };

async function shop() {
  const bridge = await startBridge();
  return { bridge, till: await bridge.client() };
}

async function closed(till: Client, more: object = {}) {
  const { id } = await till.create({ ...sale([item(1200)]), ...more });
  return ok(await till.post(`/${id}/start/cash`));
}

const deliver = (till: Client, id: string, delivery_options?: unknown) =>
  till.post<SmartTransaction & Refusal>(`/${id}/setDelivery`, { delivery_options });

describe('setDelivery', () => {
  it.each([
    ['shipping', 'received', { tracking_code: 'T1', shipped_by: 'post' }, 'shipped_at'],
    ['collection', 'collection', { code: '4711' }, 'delivered_at'],
  ])('%s: the status stays %s, the sent members are added, and the time is set', async (type, status, more, when) => {
    specifies({ 'Smart Transaction: states': 'setDelivery keeps the status and marks shipped or collected' });
    const { till } = await shop();
    const order = await closed(till, { intent: 'order', delivery_options: { type, invoice_number: 'R1' } });
    expect(order.status).toBe(status);
    const delivered = ok(await deliver(till, order.id, { type, ...more }));
    expect(delivered.status).toBe(status);
    expect(delivered).toMatchObject({ delivery_options: { type, invoice_number: 'R1', ...more } });
    expect((delivered as unknown as { delivery_options: Record<string, string> }).delivery_options[when]).toMatch(
      /^\d{4}-/,
    );
    expect(await till.read(order.id)).toEqual(delivered);
  });

  it('keeps the sent time', async () => {
    const { till } = await shop();
    const order = await closed(till, { intent: 'order', delivery_options: { type: 'shipping' } });
    const shipped_at = '2026-11-20T10:00:00+01:00';
    expect(ok(await deliver(till, order.id, { type: 'shipping', shipped_at }))).toMatchObject({
      delivery_options: { shipped_at },
    });
  });

  it('is pushed and written to the event log', async () => {
    const { bridge, till } = await shop();
    const order = await closed(till, { intent: 'order', delivery_options: { type: 'shipping' }, ...context });
    const before = queuedPushes(bridge).length;
    ok(await deliver(till, order.id, { type: 'shipping' }));
    expect(queuedPushes(bridge).slice(before)).toEqual([
      { url: URL_PUSH, target: 'smart.transactions', type: 'changed', id: order.id },
    ]);
  });

  it('is refused before execution and after cancelling', async () => {
    const { till } = await shop();
    const { id } = await till.create({ ...sale([item(1200)]), intent: 'order' });
    expect((await deliver(till, id, { type: 'shipping' })).body.code).toBe(1003);
    ok(await till.post(`/${id}/cancel`));
    expect((await deliver(till, id, { type: 'shipping' })).status).toBe(405);
  });

  it.each([[undefined], [null], [[]], ['shipping'], [{}], [{ type: 'drone' }], [{ type: 7 }]])(
    'refuses delivery_options %j',
    async options => {
      const { till } = await shop();
      const order = await closed(till, { intent: 'order' });
      const refused = await deliver(till, order.id, options);
      expect(refused.status).toBe(500);
      expect(refused.body.error_details).toContain('delivery_options');
    },
  );

  it('does not find the sale of another merchant', async () => {
    const { bridge, till } = await shop();
    const order = await closed(till, { intent: 'order' });
    expect((await deliver(await bridge.client('other'), order.id, { type: 'shipping' })).status).toBe(404);
  });
});

describe('a push to application_context.return_urls.url_push', () => {
  it('is sent for every change of the wire status', async () => {
    specifies({
      Events: [
        'application_context.return_urls.url_push tells every change of the status',
        'url_push of a Smart Transaction is application_context.return_urls.url_push',
      ],
    });
    const { bridge, till } = await shop();
    const { id } = await till.create({ ...sale([item(1200)]), ...context });
    expect(queuedPushes(bridge)).toEqual([]);
    ok(await till.ask('PUT', `/api/v2/Smart/Transactions/${id}`, { body: sale([item(1300)]) }));
    expect(queuedPushes(bridge)).toEqual([]);
    const { transactions } = ok(await till.post(`/${id}/start/cash`));
    ok(await till.post(`/${id}/cancel`));
    const push = { url: URL_PUSH, target: 'smart.transactions', type: 'changed', id };
    expect(queuedPushes(bridge).filter(({ target }) => target === push.target)).toEqual([push, push]);
    // Pushes of the payment: accepted, refunded, and the refund itself.
    const ofPayments = queuedPushes(bridge).filter(({ target }) => target === 'payment.transactions');
    expect(ofPayments.map(({ url, type }) => [url, type])).toEqual(Array(3).fill([URL_PUSH, 'changed']));
    expect(ofPayments.slice(0, 2).map(one => one.id)).toEqual(Array(2).fill(transactions[0]?.id));
  });

  it('is sent for the outcome of an unknown terminal payment', async () => {
    specifies({ Events: 'url_push tells the verdict on an unknown ending' });
    const { bridge, till } = await shop();
    const { id } = await till.create({ ...sale([item(1200)]), ...context });
    bridge.terminal.endings.push('loseApproval');
    ok(await till.post(`/${id}/start/cashless`));
    await until(async () => (await till.read(id)).status === 'ok');
    // pending, unknown, then the verdict with the payment it found
    const { transactions } = await till.read(id);
    expect(queuedPushes(bridge).map(push => push.id)).toEqual([id, id, transactions[0]?.id, id]);
  });

  it('is inherited by the Payment Transaction, which sends its own changes there', async () => {
    specifies({
      Events: [
        'url_push is forwarded to objects created for the transaction',
        'url_push is forwarded to objects created during the life cycle',
      ],
    });
    const { bridge, till } = await shop();
    const { id } = await till.create({ ...sale([item(1200)]), ...context });
    const { iframe_url, transactions } = ok(
      await till.post<SmartTransaction>(`/${id}/prepare/creditcard`, card('3220')),
    );
    await answerChallenge(iframe_url, 'accept');
    ok(await till.post(`/${id}/start`));
    expect(queuedPushes(bridge)).toContainEqual({
      url: URL_PUSH,
      target: 'payment.svccreditcards',
      type: 'changed',
      id: transactions[0]?.id,
    });
    expect(queuedPushes(bridge).at(-1)).toMatchObject({ target: 'smart.transactions', id });
  });

  it('is not sent without an address', async () => {
    const { bridge, till } = await shop();
    const { id } = await till.create(sale([item(1200)]));
    ok(await till.post(`/${id}/start/debit`, account));
    expect(queuedPushes(bridge)).toEqual([]);
  });
});
