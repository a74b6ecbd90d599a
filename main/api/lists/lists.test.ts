/** The common list parameters over HTTP, on several resources. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  type Client,
  closeAll,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
} from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import type { ListAggregation, ListCheck } from '../../wire/lists.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import { timestamp } from '../../world/clock.ts';

interface Document {
  readonly object: string;
  readonly id: string;
  readonly [member: string]: unknown;
}
interface Page<T = Document> {
  readonly count: number;
  readonly data: readonly T[];
  readonly scroll_id?: string;
  readonly meta?: Readonly<Record<string, { type: string; indexed: boolean; sortable: boolean; list: boolean }>>;
}
interface Refusal {
  readonly code: number;
  readonly error_details: string;
}

const SALES = '/api/v2/Smart/Transactions';
const CONTRACTS = '/api/v2/General/Contracts';
const DEVICES = '/api/v2/Smart/Devices';

let bridge: TestBridge;
let till: Client;
const ids: string[] = [];

beforeAll(async () => {
  bridge = await startBridge();
  till = await bridge.client();
  for (let index = 0; index < 24; index += 1) {
    const { id } = await till.create({
      ...sale([item(100 + index)]),
      transactionRef: `Order ${String(index).padStart(2, '0')}`,
      market: index < 10 ? 'North' : 'South',
    });
    ids.push(id);
    if (index % 3 === 0) ok(await till.post(`/${id}/start/cash`));
    if (index % 3 === 1) ok(await till.post(`/${id}/cancel`));
  }
});
afterAll(closeAll);

type Parameters = Readonly<Record<string, string>>;

const ask = <T = Page>(path: string, parameters: Parameters, client = till): Promise<Answer<T>> =>
  client.ask<T>('GET', `${path}?${new URLSearchParams(parameters)}`);
const list = async <T = Page>(parameters: Parameters, path = SALES): Promise<T> => ok(await ask<T>(path, parameters));
const refusal = async (parameters: Parameters, client = till): Promise<Refusal> => {
  const { status, body } = await ask<Refusal>(SALES, parameters, client);
  expect(status).toBe(500);
  return body;
};

describe('validate=1', () => {
  it('says that a query can be read, and gives no data', async () => {
    specifies({ 'Common list parameters': 'validate=1: check syntax of the query string' });
    for (const path of [SALES, CONTRACTS, DEVICES])
      expect(await list({ validate: '1', q: 'status:ok AND (a.b:[1 TO 5] OR NOT c:x*)' }, path)).toEqual({
        result: true,
      });
  });

  it('says what is wrong, and where', async () => {
    specifies({ 'Common list parameters': 'validate=1: what is wrong, and where' });
    expect(await list<ListCheck>({ validate: '1', q: 'status:ok AND' })).toEqual({
      result: false,
      parameter: 'q',
      text: 'status:ok AND',
      position: 13,
      message: expect.stringContaining('ends where'),
    });
    expect(await list<ListCheck>({ validate: 'true', q: 'a:[1 TO', count: '1' }, CONTRACTS)).toMatchObject({
      result: false,
      position: 2,
    });
    expect(await list<ListCheck>({ validate: '1', sort: 'a:up' })).toMatchObject({ result: false, parameter: 'sort' });
  });

  it('that is not asked for gives the list', async () => {
    expect(await list({ validate: '0', count: '1' })).toMatchObject({ count: 24 });
  });
});

describe('meta', () => {
  it('describes the fields beside the data', async () => {
    specifies({ 'Common list parameters': 'meta=true: field definitions' });
    const { meta, data, count } = await list({ meta: 'true', count: '2' });
    expect([count, data.length]).toEqual([24, 2]);
    expect(meta).toMatchObject({
      id: { type: 'id', indexed: true, sortable: true },
      created: { type: 'timestamp', indexed: true },
      is_demo: { type: 'boolean', indexed: false, sortable: true, list: false },
      'basket_info.sum': { type: 'number', indexed: true, list: false, description: 'smallest currency unit' },
      'basket.products.quantity': { type: 'number', indexed: false, sortable: false, list: true },
      'transactions.id': { type: 'id', indexed: true, sortable: false, list: true },
    });
  });

  it('only: in the place of the data, on every list', async () => {
    specifies({ 'Common list parameters': 'meta=only: field definitions without data' });
    for (const path of [SALES, CONTRACTS, DEVICES]) {
      const answer = await list({ meta: 'only' }, path);
      expect(Object.keys(answer)).toEqual(['count', 'meta']);
      expect(answer.meta).toMatchObject({ id: { type: 'id', indexed: true } });
    }
  });
});

describe('preset', () => {
  it('is a query with a name, asked together with q', async () => {
    specifies({ 'Common list parameters': 'preset: query preset' });
    expect((await list({ preset: 'open' })).count).toBe(8);
    expect((await list({ preset: 'paid' })).count).toBe(8);
    expect((await list({ preset: 'cancelled', q: 'transactionRef:"Order 0*"' })).count).toBe(0);
    expect((await list({ preset: 'cancelled', q: 'transactionRef:"Order 01"' })).count).toBe(1);
    expect((await list({ preset: 'failed' })).count).toBe(0);
  });

  it('today ends with the day of the till', async () => {
    const quiet = await startBridge();
    const client = await quiet.client();
    await client.create(sale([item(5)]));
    const count = async () => ok(await ask(SALES, { preset: 'today' }, client)).count;
    expect(await count()).toBe(1);
    quiet.clock.pass(86_400_000);
    const tomorrow = await quiet.client();
    expect(ok(await ask(SALES, { preset: 'today' }, tomorrow)).count).toBe(0);
  });

  it('with a name that is not known is ignored', async () => {
    specifies({ 'Common list parameters': 'preset that is not known is ignored' });
    for (const preset of ['nothing', 'constructor', '']) expect((await list({ preset })).count).toBe(24);
    expect((await list({ preset: 'open' }, CONTRACTS)).count).toBe((await list({}, CONTRACTS)).count);
  });
});

describe('aggregate', () => {
  const byStatus = { group_by_prop: 'status', sum_by_prop: 'basket_info.sum' };

  it('counts and adds up by group', async () => {
    specifies({ 'Common list parameters': 'aggregate: object' });
    const answer = await list<ListAggregation>({ aggregate: JSON.stringify(byStatus) });
    expect(answer).toMatchObject({ count: 24, type: 'group', sum: true });
    const rows = Object.fromEntries(answer.data.map(({ k, c, s }) => [String(k), [c, s]]));
    expect(rows).toEqual({ created: [8, 900], ok: [8, 884], cancelled: [8, 892] });
    expect(answer.data.map(({ l = -1 }) => answer.lookup[l])).toEqual(answer.data.map(({ ks }) => ks));
  });

  it('counts by span of time, within q, min and max', async () => {
    const now = bridge.clock.now();
    const span = { timestamp_prop: 'created', interval: 'day' };
    const answer = await list<ListAggregation>({ q: 'market:north', aggregate: JSON.stringify(span) });
    expect(answer).toMatchObject({ count: 10, type: 'time', sum: false, lookup: [] });
    expect(answer.data.reduce((total, { c }) => total + c, 0)).toBe(10);
    const later = { ...span, min: timestamp(now + 86_400_000) };
    expect(await list({ aggregate: JSON.stringify(later) })).toMatchObject({ count: 0, data: [] });
  });

  it('is the same as an object in brackets, and without a group a total', async () => {
    const total = { count: 24, type: 'total', data: [{ k: null, ks: '', c: 24, s: 2676 }] };
    expect(await list({ 'aggregate[sum_by_prop]': 'basket_info.sum' })).toMatchObject(total);
    expect(await list({ aggregate: '{"sum_by_prop":"basket_info.sum"}' })).toMatchObject(total);
  });

  it('answers on other lists, too', async () => {
    const answer = await list<ListAggregation>({ aggregate: '{"group_by_prop":"type"}' }, DEVICES);
    expect(answer.data.map(({ k }) => k)).toEqual(expect.arrayContaining(['zvt', 'cashier']));
  });

  it.each(['{', '5', '{}', '{"interval":"decade","group_by_prop":"a"}', '{"group_by_prop":"a","min":"2026-01-01"}'])(
    '%s is refused with a reason',
    async aggregate => {
      specifies({ 'Common list parameters': 'aggregate that cannot be read is refused' });
      const { code, error_details } = await refusal({ aggregate });
      expect([code, error_details.length > 10]).toEqual([1001, true]);
    },
  );
});

describe('a scroll', () => {
  const walk = async (
    parameters: Parameters,
    between: () => Promise<unknown>,
    path = SALES,
  ): Promise<readonly string[]> => {
    const seen: string[] = [];
    let page = await list(parameters, path);
    while (page.data.length > 0) {
      seen.push(...page.data.map(({ id }) => id));
      await between();
      page = await list({ scroll_id: page.scroll_id ?? '' }, path);
    }
    return seen;
  };

  it('gives every match once while others write', async () => {
    specifies({ 'Common list parameters': 'scroll_id: identifier of a previous search context' });
    const { data } = await list({ q: 'status:cancelled OR status:ok', count: '100', sort: 'basket_info.sum' });
    const write = async () => {
      const { id } = await till.create({ ...sale([item(1)]), market: 'During' });
      ok(await till.post(`/${id}/cancel`));
    };
    const seen = await walk(
      { q: 'status:cancelled OR status:ok', sort: 'basket_info.sum', count: '5', scroll_expire: '1m' },
      write,
    );
    expect(seen).toEqual(data.map(({ id }) => id));
    expect((await list({ q: 'market:During' })).count).toBeGreaterThan(3);
  });

  it('works on other lists, with fields and expand', async () => {
    const stores = await list({ count: '100' }, CONTRACTS);
    expect(await walk({ scroll_expire: '30', count: '1' }, async () => undefined, CONTRACTS)).toEqual(
      stores.data.map(({ id }) => id),
    );
    const page = await list({ scroll_expire: '1m', count: '1', fields: 'status', q: 'market:South' });
    expect(Object.keys(page.data[0] ?? {}).toSorted()).toEqual(['id', 'object', 'status']);
    const next = await list({ scroll_id: page.scroll_id ?? '', count: '2' });
    expect(next.data.map(one => Object.keys(one).length)).toEqual([3, 3]);
  });

  it('is refused once it has expired, to others, and after a restart', async () => {
    specifies({ 'Common list parameters': 'scroll_id of another, expired or unknown is refused' });
    const own = await startBridge();
    const client = await own.client();
    await client.create(sale([item(5)]));
    await client.create(sale([item(6)]));
    const open = async () => ok(await ask(SALES, { scroll_expire: '10s', count: '1' }, client)).scroll_id ?? '';
    const next = async (scroll_id: string, by = client) => (await ask<Refusal>(SALES, { scroll_id }, by)).status;
    const first = await open();
    expect(await next(first, await own.client('other'))).toBe(404);
    expect(await next(first, await own.client())).toBe(200);
    own.clock.pass(10_000);
    expect(await next(first)).toBe(404);
    expect(await next('anything')).toBe(404);
    const second = await open();
    const again = await own.restart();
    expect(await next(second, await again.client())).toBe(404);
  });

  it.each(['0', 'soon', '-5m', '1 week'])('that is to be kept for %s is refused', async scroll_expire => {
    specifies({ 'Common list parameters': 'scroll_expire that is no time is refused' });
    expect((await refusal({ scroll_expire })).error_details).toContain('scroll_expire');
  });
});

describe('expand', () => {
  it('puts the objects in the place of references, as their own GET answers them', async () => {
    specifies({ 'Common list parameters': ['expand: all or a specific one', 'single-resource GET accepts expand'] });
    const device = ok(await till.ask<{ data: Document[] }>('GET', DEVICES)).data.find(({ type }) => type === 'cashier');
    const id = (await till.create({ ...sale([item(5)]), device_source: { object: 'smart.devices', id: device?.id } }))
      .id;
    const alone = ok(await till.ask<Document>('GET', `${SALES}/${id}`));
    const whole = { ...(alone.device_source as object), ...device };
    expect(ok(await till.ask<Document>('GET', `${SALES}/${id}?expand=device_source`)).device_source).toEqual(whole);
    expect(ok(await till.ask<Document>('GET', `${SALES}/${id}?expand=all`)).device_source).toEqual(whole);
    expect(ok(await till.ask<Document>('GET', `${SALES}/${id}?expand=`))).toEqual(alone);
    const [inList] = (await list({ q: `id:${id}`, expand: 'device_source' })).data;
    expect(inList).toEqual({ ...alone, device_source: whole });
    const [part] = (await list({ q: `id:${id}`, expand: 'device_source', fields: 'device_source.type' })).data;
    expect(part?.device_source).toEqual({ type: 'cashier' });
  });

  it('leaves what cannot be read as it is', async () => {
    const other = await bridge.client('other');
    const foreign = await other.create(sale([item(5)]));
    const reference = { object: 'smart.transactions', id: foreign.id };
    const { id } = await till.create({
      ...sale([item(5)]),
      store: reference,
      subscription: { object: 'x', id: 'y' },
    });
    const read = ok(await till.ask<SmartTransaction & Document>('GET', `${SALES}/${id}?expand=all`));
    expect([read.store, read.subscription]).toEqual([reference, { object: 'x', id: 'y' }]);
  });

  it('that is no list of names is refused', async () => {
    expect((await refusal({ expand: 'a b' })).error_details).toContain('not a field');
    expect((await till.ask('GET', `${SALES}/${ids[0]}?expand=a..b`)).status).toBe(500);
  });
});

describe('clients of all ages', () => {
  const refs = async (query: string) => {
    const { data } = ok(await till.ask<Page>('GET', `${SALES}?count=100&${query}`));
    return data.map(({ transactionRef }) => transactionRef);
  };
  const third = ['Order 03'];

  it.each([
    `q=${encodeURIComponent('transactionRef:"Order 03"')}`,
    `q=${encodeURIComponent(encodeURIComponent('transactionRef:"Order 03"'))}`,
    `q=${encodeURIComponent('\'transactionRef:"Order 03"\'')}`,
    'q=transactionRef:"Order+03"',
    'q=transactionRef:Order%5C+03',
    'q=transactionRef:order?03',
    'q=transactionRef:"Order+03"&geo[field]=place&geo[lat]=1&geo[lon]=2&geo[distance]=3km',
    'q=!(NOT+transactionRef:"Order+03")',
  ])('%s finds one', async query => {
    specifies({
      'Common list parameters': [
        'q should be URL-encoded; encoded twice, quoted or not at all it is understood, too',
        'wildcard ? matches one character',
      ],
      Endpoints: 'GET /Smart/Transactions: transactionRef can be searched',
    });
    expect(await refs(query)).toEqual(third);
  });

  it.each(['q=NOT+market:*+AND+NOT+market:During', 'q=!_exists_:market', 'q=-_exists_:market'])(
    '%s finds what has none',
    async query => {
      specifies({ 'Common list parameters': 'NOT in front, ! and _exists_' });
      const markets = ok(await till.ask<Page>('GET', `${SALES}?${query}`)).data.map(({ market }) => market ?? null);
      expect(new Set(markets)).toEqual(new Set([null]));
    },
  );

  it.each(['sort=market:desc,basket_info.sum:asc', 'sort[market]=desc&sort[basket_info.sum]=asc'])(
    '%s sorts by both',
    async sort => {
      specifies({ 'Common list parameters': 'sort by several fields, also as sort[field]=order' });
      const sorted = await refs(`q=transactionRef:Order*&${sort}`);
      const order = (from: number, to: number) =>
        Array.from({ length: to - from }, (_, index) => `Order ${String(from + index).padStart(2, '0')}`);
      expect(sorted).toEqual([...order(10, 24), ...order(0, 10)]);
    },
  );

  it('numbers, booleans and timestamps are compared as such', async () => {
    specifies({ 'Common list parameters': 'q: numbers, booleans and timestamps compared as such' });
    expect(await refs('q=basket_info.sum:[0103 TO 103.0]')).toEqual(third);
    expect(await refs('q=is_demo:false AND basket.products.priceOne:103')).toEqual(third);
    const { created } = await till.read(ids[3] ?? '');
    const utc = new Date(created).toISOString();
    expect(await refs(`q=transactionRef:"Order 03" AND created:"${utc}"`)).toEqual(third);
  });

  it('other lists take q, sort, fields, count and offset, too', async () => {
    const all = await list({ sort: 'id:asc' }, DEVICES);
    expect(all.count).toBe(all.data.length);
    expect((await list({ sort: 'id:asc', count: '1', offset: '1', fields: 'type' }, DEVICES)).data).toEqual([
      { object: 'smart.devices', id: all.data[1]?.id, type: all.data[1]?.type },
    ]);
    expect((await list({ q: 'type:zvt' }, DEVICES)).data.every(({ type }) => type === 'zvt')).toBe(true);
    expect((await list({ q: 'NOT _exists_:id' }, CONTRACTS)).count).toBe(0);
  });
});
