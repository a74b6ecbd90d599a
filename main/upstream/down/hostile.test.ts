/**
 * A service that says anything: whatever the objects of its lists hold, the till sells on, shows every list of its own, takes
 * what can be used, and names what cannot. One till serves all tests; the service is a stub.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  type Client,
  cards,
  closeAll,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
  until,
} from '../../doubles/bridge.fixture.ts';
import { systemClock } from '../../world/clock.ts';
import type { Json } from '../../world/down.ts';

const LISTS = {
  stores: '/api/v2/General/Stores',
  groups: '/api/v2/Loyalty/CardGroups',
  customers: '/api/v2/Loyalty/Customers',
  cards: '/api/v2/Loyalty/MerchantCards',
} as const;
type Kind = keyof typeof LISTS;

/** Answers of the service by path; everything else is an empty list. */
const answers = new Map<string, unknown>();
let server: Server;
let till: TestBridge;
let client: Client;
let manager: Client;
/** A right object of each kind, as a service shows it. */
const right = {} as Record<Kind, Json>;

beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://stub');
    const known = answers.get(pathname);
    const isMissing = known === undefined && /changes|catalogue|campaigns|Merchants|Contracts|stop/.test(pathname);
    response.writeHead(isMissing ? 404 : 200, { 'content-type': 'application/json' });
    if (pathname === '/oauth/token') return void response.end('{"access_token":"a","expires_in":1000}');
    const [from, most] = [Number(searchParams.get('offset') ?? 0), Number(searchParams.get('count') ?? 10)];
    if (Array.isArray(known))
      return void response.end(JSON.stringify({ count: known.length, data: known.slice(from, from + most) }));
    response.end(JSON.stringify(known ?? (isMissing ? { error: 'ProductNotFoundException', code: 1 } : EMPTY)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  till = await startBridge({
    config: { upstream: { address, client_id: 'a', client_secret: 'b', offline: OFFLINE } },
    parts: { clock: systemClock },
  });
  [client, manager] = [await till.client(), await till.staff('manager')];
  for (const [kind, path] of Object.entries(LISTS)) {
    const { data } = ok(await client.ask<{ data: Json[] }>('GET', path));
    right[kind as Kind] = data[0] ?? {};
  }
});
beforeEach(() => answers.clear());
afterAll(async () => {
  await closeAll();
  server.closeAllConnections();
  server.close();
});

const OFFLINE = { redeem: 'refuse', amount: 0, maxAgeHours: 72 } as const;
const EMPTY = { count: 0, data: [] };

/** Everything is compared anew with what the service now answers. */
async function read(): Promise<void> {
  await until(async () => (await parts()).reading === null);
  till.alter('UPDATE down_kind SET compared_at = NULL');
  ok(await manager.ask('POST', '/bridge/v1/queue/down/read'));
  await until(async () => {
    const { reading, parts: all } = await parts();
    return reading === null && all.every(({ part, compared }) => compared !== null || !(part in LISTS));
  });
}
interface DownView {
  readonly reading: string | null;
  readonly parts: readonly { readonly part: string; readonly compared: string | null }[];
}
const parts = async () => ok(await manager.ask<DownView>('GET', '/bridge/v1/queue/down'));

/** A sale with a card of the shop, and every list that somebody may look at. */
async function sellsAndShows(): Promise<void> {
  const { id } = await client.create(sale([item(100)], cards.rich));
  ok(await client.post(`/${id}/preTransaction`));
  ok(await client.post(`/${id}/start/cash`));
  for (const path of Object.values(LISTS)) ok(await client.ask('GET', `${path}?count=1000`));
  ok(await client.ask('GET', '/bridge/v1/catalogue'));
  ok(await manager.ask('GET', '/bridge/v1/queue/cases'));
}

it('takes the right objects between those that are spoilt anywhere, and sells on', async () => {
  const spoilt = fc.sample(fc.tuple(fc.nat(), fc.jsonValue({ maxDepth: 3 })), { numRuns: 400, seed: 5 });
  for (const [kind, path] of Object.entries(LISTS)) {
    const objects = spoilt
      .splice(0, 100)
      .map(([place, value], number) => spoil(fresh(right[kind as Kind], number), place, value));
    const good = Array.from({ length: 20 }, (_, number) => fresh(right[kind as Kind], 1000 + number));
    const mixed = good.flatMap((one, place) => [...objects.slice(place * 5, place * 5 + 5), one]);
    answers.set(path, [...mixed, null, 7, 'x', []]);
  }
  await read();
  console.log(
    JSON.stringify((await manager.ask('GET', '/bridge/v1/queue/down')).body).slice(0, 2500),
    till.log.slice(-5),
  );
  for (const kind of Object.keys(LISTS) as Kind[])
    for (let number = 1000; number < 1020; number += 1) {
      const { id } = fresh(right[kind], number);
      expect(till.rows('SELECT 1 FROM upstream_object WHERE upstream = ?', String(id)), `${kind} ${id}`).toHaveLength(
        1,
      );
    }
  await sellsAndShows();
  const { data } = ok(await manager.ask<{ data: { kind: string; object: string }[] }>('GET', '/bridge/v1/queue/cases'));
  expect(data.filter(({ kind }) => kind === 'notUsable').map(({ object }) => object)).toContain('cards');
});

it('sells on by the articles and campaigns that can be computed, whatever stands beside them', async () => {
  const { articles: data } = ok(await client.ask<{ articles: Json[] }>('GET', '/bridge/v1/catalogue'));
  const values = [null, '', 'x'.repeat(2000), -1, 1e300, 0.5, [], {}, true, '1'];
  const odd = ['articleNumber', 'desc', 'price', 'tax', 'group', 'ean'].flatMap(member =>
    values.map((value, number) => ({ ...data[0], articleNumber: `odd-${member}-${number}`, [member]: value })),
  );
  answers.set('/bridge/v1/changes', { log: 'a', last: 0, next: 0, gap: false, data: [null, 7, { object: 1 }] });
  answers.set('/bridge/v1/catalogue/pages', { version: 'v', next: null, articles: [null, 4, ...data, ...odd, 'x'] });
  const campaign = { id: 'good', name: 'Zehn', condition: {}, effect: { type: 'percent', percent: 10 } };
  const effects = [undefined, null, 'x', {}, { type: 'percent' }, { type: 'percent', percent: 1000 }, { type: 'new' }];
  const conditions = [null, { cardGroups: 'x' }, { validFrom: 'soon' }, { minQuantity: 'two' }, { articles: [null] }];
  const campaigns = [
    ...effects.map((effect, number) => ({ ...campaign, id: `e${number}`, effect })),
    ...conditions.map((condition, number) => ({ ...campaign, id: `c${number}`, condition })),
    null,
    campaign,
  ];
  answers.set('/bridge/v1/campaigns', { campaigns });
  await read();
  await until(() => till.rows('SELECT 1 FROM campaign').length > 0);
  expect(till.rows('SELECT id FROM campaign')).toEqual([{ id: 'good' }]);
  await until(() => till.rows('SELECT 1 FROM catalogue WHERE version IS NOT NULL').length > 0);
  await sellsAndShows();
  const listed = ok(await manager.ask<{ data: { kind: string; object: string }[] }>('GET', '/bridge/v1/queue/cases'));
  const named = listed.data.filter(({ kind }) => kind === 'notUsable').map(({ object }) => object);
  expect(named).toEqual(expect.arrayContaining(['catalogue', 'campaigns']));
});

/** The same with ids, numbers and names of its own. */
function fresh(object: Json, number: number): Json {
  const { id, card, customernumber, name, display_name, cardgroup } = object as Record<string, Json>;
  const own = (text: unknown) => `${String(text).slice(0, 4)}${String(number).padStart(30, 'H')}`;
  return {
    ...object,
    id: own(id),
    ...(card
      ? { card: { ...card, id: own(card.id), cardnumber: `4711${String(number).padStart(12, '0')}` }, cardgroup }
      : {}),
    ...(customernumber ? { customernumber: `K${number}` } : {}),
    ...(name ? { name: `Ort ${number}` } : {}),
    ...(display_name ? { display_name: `Gruppe ${number}` } : {}),
  };
}

/** Puts a value in the place of one member, however deep. */
function spoil(object: Json, place: number, value: unknown): Json {
  const paths = pathsOf(object);
  const path = paths[place % paths.length] ?? [];
  const copy = structuredClone(object) as Record<string, unknown>;
  let at: Record<string, unknown> = copy;
  for (const name of path.slice(0, -1)) at = at[name] as Record<string, unknown>;
  at[path.at(-1) ?? 'id'] = value;
  return copy;
}

const pathsOf = (value: unknown, above: readonly string[] = []): string[][] =>
  value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([name, member]) => [[...above, name], ...pathsOf(member, [...above, name])])
    : [];
