/**
 * A proxy that mixes up the answers of concurrent requests: a card spends at the service what was sold, no sale of another request is
 * touched, and every customer is served.
 */
import { afterEach, expect, it } from 'vitest';
import { cards, closeAll, item, sale, startBridge, type TestBridge, until } from '../../doubles/bridge.fixture.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import { systemClock } from '../../world/clock.ts';
import type { Config } from '../../world/config.ts';
import { type MixingProxy, mixingProxyTo } from './mixingProxy.fixture.ts';

const proxies: MixingProxy[] = [];
afterEach(async () => {
  await closeAll();
  await Promise.all(proxies.splice(0).map(proxy => proxy.close()));
});

const RUNS = process.env.LONG ? 12 : 1;
const TILLS = 3;
const CUSTOMERS = 8;

/** Numbers from 0 to 1 from a seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

async function tillAt(address: string): Promise<TestBridge> {
  const upstream = { address, client_id: 'demo-client', client_secret: 'demo-secret', lagSeconds: 0.2 };
  const config = { upstream: { ...upstream, offline: { redeem: 'refuse', amount: 0, maxAgeHours: 72 } } };
  const till = await startBridge({ config: config as Partial<Config>, parts: { clock: systemClock } });
  await isUp(till);
  return till;
}

const isUp = (till: TestBridge) =>
  until(
    () => till.rows<{ state: string }>("SELECT state FROM queue_target WHERE target = 'upstream'")[0]?.state === 'up',
  );
const isDrained = (till: TestBridge) =>
  until(
    () =>
      till.rows('SELECT * FROM upstream_delivery').length === 0 &&
      till.rows('SELECT * FROM upstream_hold').length === 0,
    60_000,
  );

/** One customer after the other: with a card, and sometimes the sale is given up. */
async function serve(till: TestBridge, random: () => number): Promise<readonly SmartTransaction[]> {
  const client = await till.client();
  const served: string[] = [];
  for (let customer = 0; customer < CUSTOMERS; customer += 1) {
    const card = random() < 0.7 ? cards.rich : cards.some;
    const { id } = await client.create(sale([item(100 + Math.floor(random() * 400))], card));
    served.push(id);
    const applied = await client.post<{ code?: number }>(`/${id}/preTransaction`);
    // Another till may have spent from the card in the same moment (51).
    expect([200, 405], applied.text).toContain(applied.status);
    if (applied.status === 405) expect(applied.body.code, applied.text).toBe(51);
    const ended = await client.post(random() < 0.15 ? `/${id}/cancel` : `/${id}/start/cash`);
    expect(ended.status, ended.text).toBe(200);
  }
  return Promise.all(served.map(id => client.read(id)));
}

type There = SmartTransaction & { readonly product?: string };

async function salesAt({ client }: TestBridge): Promise<readonly There[]> {
  const { ask } = await client();
  return (await ask<{ data: There[] }>('GET', '/api/v2/Smart/Transactions?count=1000')).body.data;
}

const byCard = ({ tenders = [] }: SmartTransaction) =>
  tenders.filter(({ method }) => method === 'loyalty').reduce((sum, { amount }) => sum + amount, 0);

for (const strips of [[], ['tillbridge-request']])
  it.each(Array.from({ length: RUNS }, (_, run) => run + Number(process.env.PROPERTY_SEED ?? 1) * 100))(
    `(run %i, ${strips.length === 0 ? 'with' : 'without'} the number of the request in the answer) spends what was sold`,
    { timeout: 120_000 },
    async run => {
      const random = randomFrom(run);
      const service = await startBridge();
      const proxy = await mixingProxyTo(service.url, random, strips);
      proxies.push(proxy);
      const tills: TestBridge[] = [];
      for (let count = 0; count < TILLS; count += 1) tills.push(await tillAt(proxy.url));
      proxy.mix(25);
      const here = (await Promise.all(tills.map(till => serve(till, random)))).flat();
      expect(proxy.swapped).toBeGreaterThan(5);
      proxy.mix(0);
      for (const till of tills) {
        await (await till.client()).ask('POST', '/bridge/v1/queue/try');
        await isDrained(till);
      }
      const there = await salesAt(service);
      const marked = (mark: (product: string) => boolean) =>
        there.filter(({ status, product = '' }) => status === 'ok' && mark(product.split(' ')[0] ?? ''));
      for (const { id, status, basket_info, ...sold } of here) {
        const paid = marked(product => product === id || product.startsWith(`${id}/hold.`));
        const sums = paid.map(one => one.basket_info.sum);
        expect([id, status, sums]).toEqual([id, status, status === 'ok' ? [basket_info.sum] : []]);
        const spent = marked(product => product.startsWith(id)).reduce((sum, one) => sum + byCard(one), 0);
        expect([id, spent]).toEqual([id, status === 'ok' ? byCard({ id, status, basket_info, ...sold }) : 0]);
      }
      // Nothing is held, and every paid sale there is one of ours.
      expect(there.filter(({ status }) => status === 'processing')).toEqual([]);
      const ours = new Set(here.map(({ id }) => id));
      expect(marked(product => !ours.has(product.split('/')[0] ?? ''))).toEqual([]);
    },
  );
