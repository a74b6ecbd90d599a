/** Entity tags: readers learn that nothing changed, writers change only the version they know. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, closeAll, item, sale, startBridge, type TestBridge } from '../doubles/bridge.fixture.ts';
import { specifies } from '../doubles/specifies.ts';

const path = '/api/v2/Smart/Transactions';
const ANOTHER = '"another-version"';
let bridge: TestBridge;
let shop: Client;

beforeAll(async () => {
  bridge = await startBridge();
  shop = await bridge.client();
});
afterAll(closeAll);

const read = (id: string, headers = {}) => shop.ask('GET', `${path}/${id}`, { headers });
const change = (id: string, price: number, headers = {}) =>
  shop.ask('PUT', `${path}/${id}`, { body: sale([item(price)]), headers });
const tagOf = async (id: string) => (await read(id)).headers.get('etag') ?? '';

async function raw(id: string, headers: Record<string, string>) {
  const answer = await fetch(`${bridge.url}${path}/${id}`, {
    headers: { authorization: `Bearer ${shop.token}`, ...headers },
  });
  return { status: answer.status, tag: answer.headers.get('etag'), text: await answer.text() };
}

describe('ETag', () => {
  it('is strong, the same for the same text and another after a change', async () => {
    const made = await shop.post('', sale([item(100)]));
    const tag = made.headers.get('etag');
    expect(tag).toMatch(/^"[\w-]{27}"$/);
    expect(await tagOf(made.body.id)).toBe(tag);
    const changed = await change(made.body.id, 200);
    expect(changed.headers.get('etag')).not.toBe(tag);
    expect(await tagOf(made.body.id)).toBe(changed.headers.get('etag'));
  });

  it('that the reader has already is answered with 304 and no body', async () => {
    specifies({ 'Beyond the specification: requests': 'ETag and If-None-Match' });
    const { id } = await shop.create(sale([item(100)]));
    const tag = await tagOf(id);
    for (const known of [tag, `W/${tag}`, `${ANOTHER}, ${tag}`, '*'])
      expect(await raw(id, { 'if-none-match': known })).toEqual({ status: 304, tag, text: '' });
    expect((await raw(id, { 'if-none-match': ANOTHER })).status).toBe(200);
  });
});

describe('If-Match', () => {
  it('lets the change of the known version pass and refuses that of another with 412', async () => {
    specifies({ 'Beyond the specification: requests': 'If-Match' });
    const { id } = await shop.create(sale([item(100)]));
    const tag = await tagOf(id);
    expect((await change(id, 200, { 'if-match': tag })).status).toBe(200);
    const late = await change(id, 300, { 'if-match': tag });
    expect(late).toMatchObject({ status: 412, body: { code: 1051, status: 'error' } });
    expect((await shop.read(id)).basket_info.sum).toBe(200);
    expect((await change(id, 300, { 'if-match': await tagOf(id) })).status).toBe(200);
    expect((await change(id, 400, { 'if-match': '*' })).status).toBe(200);
    expect((await change(id, 500, { 'if-match': `W/${await tagOf(id)}` })).status).toBe(412);
    expect((await change(id, 500, { 'if-match': 'nonsense' })).status).toBe(412);
  });

  it('lets one of many pass that change the same version at the same time', async () => {
    const { id } = await shop.create(sale([item(100)]));
    const tag = await tagOf(id);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_none, index) => change(id, 1000 + index, { 'if-match': tag })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(9).fill(412)]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect((await shop.read(id)).basket_info.sum).toBe(1000 + winner);
  });

  it('of something that does not exist is 404 as without it', async () => {
    const answer = await change('STX_'.padEnd(34, '0'), 100, { 'if-match': ANOTHER });
    expect(answer.status).toBe(404);
  });

  it('every resource that can be read by itself has an ETag', async () => {
    const lists = [
      'Smart/Transactions',
      'Smart/Devices',
      'General/Stores',
      'General/Contracts',
      'Payment/Transactions',
    ];
    for (const name of lists) {
      const { body } = await shop.ask<{ data: { id: string }[] }>('GET', `/api/v2/${name}?count=1`);
      if (!body.data[0]) continue;
      const one = await shop.ask('GET', `/api/v2/${name}/${body.data[0].id}`);
      expect(one.headers.get('etag'), name).toMatch(/^"[\w-]{27}"$/);
    }
  });

  it('holds for stores as it does for sales', async () => {
    const path = '/api/v2/General/Stores';
    const { body } = await shop.ask<{ data: { id: string; name: string }[] }>('GET', `${path}?count=1`);
    const [store] = body.data;
    const put = (tag: string) =>
      shop.ask('PUT', `${path}/${store?.id}`, { body: { name: store?.name }, headers: { 'if-match': tag } });
    const read = await shop.ask('GET', `${path}/${store?.id}`);
    expect((await put(ANOTHER)).status).toBe(412);
    expect((await put(read.headers.get('etag') ?? '')).status).toBe(200);
  });
});
