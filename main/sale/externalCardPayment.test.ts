/** start/cashless_direct: one card payment at another terminal pays one sale. */
import { afterEach, expect, it } from 'vitest';
import { type Client, closeAll, item, ok, sale, startBridge } from '../doubles/bridge.fixture.ts';
import { specifies } from '../doubles/specifies.ts';

afterEach(closeAll);

const facts = { tid: '60001234', trace: 17, cardtype: 'girocard' };
const HOUR = 3_600_000;

interface Answer {
  readonly code: number;
  readonly error_details: string;
}

async function pay(till: Client, more: object = {}) {
  const { id } = await till.create(sale([item(500)]));
  const { status, body } = await till.post<Answer>(`/${id}/start/cashless_direct`, { ...facts, ...more });
  return { id, status, body };
}

it('the same tid and trace pay once; another terminal, another number and a sale of another day are others', async () => {
  specifies({ 'Smart Transactions: rules': '5: the same tid and trace pay one sale' });
  const bridge = await startBridge();
  const till = await bridge.client();
  const paid = await pay(till);
  expect(paid.status).toBe(200);
  const [payment] = (await till.read(paid.id)).transactions;
  for (const trace of [17, '17', '017']) {
    const again = await pay(till, { trace });
    expect([again.status, again.body.code, again.body.error_details]).toEqual([
      405,
      1275,
      expect.stringContaining(String(payment?.id)),
    ]);
    expect((await till.read(again.id)).status).toBe('created');
    expect(ok(await till.post(`/${again.id}/start/cash`)).status).toBe('ok');
  }
  expect((await pay(till, { trace: 18 })).status).toBe(200);
  expect((await pay(till, { tid: '60001235' })).status).toBe(200);
  expect((await pay(await bridge.client('other'))).status).toBe(200);
  bridge.clock.pass(25 * HOUR);
  expect((await pay(await bridge.client())).status).toBe(200);
});

it('a sale that a till enters, which it has sold before, is no second use', async () => {
  const till = await (await startBridge()).client();
  expect((await pay(till)).status).toBe(200);
  const { id } = await till.create({ ...sale([item(500)]), product: 'STX_QOQRO2370NBXV0KXFQ4PFQ424W03MR' });
  expect(ok(await till.post(`/${id}/start/cashless_direct`, facts)).status).toBe('ok');
});

it('two at once: one pays', async () => {
  const till = await (await startBridge()).client();
  const both = await Promise.all([pay(till), pay(till)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 405]);
});

it('a part of a sale uses its card payment up, in this sale and in every other', async () => {
  const till = await (await startBridge()).client();
  const { id } = await till.create(sale([item(500)]));
  const part = (name: string) =>
    till.post<Answer>(`/${id}/start/cashless_direct`, { ...facts, part: { id: name, amount: 250 } });
  ok(await part('a'));
  const second = await part('b');
  const other = await pay(till);
  for (const refused of [second, other])
    expect([refused.status, refused.body.code, refused.body.error_details]).toEqual([
      405,
      1275,
      expect.stringContaining(id),
    ]);
});

it('a sale whose payment is not executed uses no card payment up', async () => {
  const till = await (await startBridge()).client();
  const { id } = await till.create({ ...sale([item(500)]), is_demo: true });
  ok(await till.post(`/${id}/start/cashless_direct`, facts));
  expect((await pay(till)).status).toBe(200);
});
