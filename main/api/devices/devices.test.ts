/** Devices over HTTP: what is kept, what is refused, and in which order they are listed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  type Client,
  closeAll,
  ok,
  startBridge,
  type TestBridge,
  until,
} from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import type { Device, DevicePinConfig } from '../../wire/devices.ts';
import { demoIds } from '../../world/demoIds.ts';

const path = '/api/v2/Smart/Devices';

interface List {
  readonly count: number;
  readonly data: readonly Device[];
}
interface Refusal {
  readonly code: number;
  readonly error: string;
  readonly error_details: string;
}

let bridge: TestBridge;
let client: Client;
beforeAll(async () => {
  bridge = await startBridge();
  client = await bridge.client();
});
afterAll(closeAll);

const make = async (body: object) => ok(await client.ask<Device>('POST', path, { body }));
const read = async (id: string) => ok(await client.ask<Device>('GET', `${path}/${id}`));
const list = async (query: string, who = client) => ok(await who.ask<List>('GET', `${path}?${query}`));
const refusal = ({ status, body }: Answer<unknown>) => [status, (body as Refusal).error];

describe('the list of devices', () => {
  it('holds terminals first, whatever was made last, and none of another merchant', async () => {
    specifies({ 'Devices and routings': 'GET /Smart/Devices: terminals first' });
    const own = await startBridge();
    const mine = await own.client();
    for (const type of ['cashier', 'zvt', 'cashier'])
      ok(await mine.ask('POST', path, { body: { type, description: type } }));
    const { count, data } = await list('', mine);
    expect(data.map(({ type }) => type)).toEqual(['zvt', 'zvt', 'cashier', 'cashier', 'cashier']);
    expect([count, data[1]?.id]).toEqual([5, demoIds.terminal]);
    expect((await list('', await own.client('other'))).data.map(({ id }) => id)).toEqual([
      demoIds.otherTerminal,
      demoIds.otherTill,
    ]);
  });

  it('takes the list parameters', async () => {
    specifies({ 'Devices and routings': 'GET /Smart/Devices: list parameters' });
    expect((await list('q=type:cashier%20AND%20vendor_uid:%22/vendor/demo/till/1%22')).data).toMatchObject([
      { id: demoIds.till },
    ]);
    expect((await list('q=tid:60001234&fields=tid')).data).toMatchObject([{ tid: '60001234' }]);
    expect((await list('count=1&offset=1')).data).toHaveLength(1);
    expect((await list('sort=type:asc')).data[0]?.type).toBe('cashier');
    expect((await list('q=online:true')).data.every(({ online }) => online)).toBe(true);
  });

  it.each(['count=-1', 'q=type:[', 'sort=:'])('refuses %s', async query => {
    expect((await client.ask('GET', `${path}?${query}`)).status).toBe(500);
  });
});

describe('one device', () => {
  it('keeps every field and gives the rest its default', async () => {
    specifies({ 'Devices and routings': 'POST /Smart/Devices: every field' });
    const made = await make({
      type: 'cashier',
      description: 'Kasse 3',
      store: demoIds.store,
      contract: { object: 'general.contracts', id: demoIds.contract },
      vendor: 'tester',
      vendor_uid: '/vendor/tester/till/3',
      tid: '60001111',
      device: { id: 'HW1', serial_number: '4711' },
      products: { loyalty: { enabled: true, tid: '1' } },
      idle_screen_register: 'Willkommen',
      refresh: '30',
      connection_type: 'stomp',
      terminal_type: 'x',
      base_version: '1.0',
      color: 'red',
      id: 'SDV_MINE',
      online: true,
      routing: { id: 'SRT_X' },
      user_pin: '1',
      created: 'x',
    });
    expect(made).toMatchObject({
      object: 'smart.devices',
      merchant: { object: 'general.merchants', id: demoIds.merchant },
      store: { object: 'general.stores', id: demoIds.store, name: 'Marktplatz' },
      contract: { object: 'general.contracts', id: demoIds.contract },
      device: { id: 'HW1', serial_number: '4711' },
      products: { loyalty: { enabled: true, tid: '1' } },
      refresh: 30,
      connection_type: 'stomp',
      idle_screen_terminal: null,
      routing: null,
      user_pin: null,
      online: false,
      color: 'red',
    });
    expect(made.id).toMatch(/^SDV_[A-Z0-9]{30}$/);
    expect(await read(made.id)).toEqual(made);
  });

  it('changes what is sent and keeps what is not', async () => {
    specifies({ 'Devices and routings': 'PUT /Smart/Devices/{id}' });
    const made = await make({ type: 'zvt', description: 'Terminal 2', tid: '1' });
    const put = (body: object) => client.ask<Device>('PUT', `${path}/${made.id}`, { body });
    const changed = ok(await put({ description: 'Terminal B', store: demoIds.store }));
    expect(changed).toMatchObject({ description: 'Terminal B', tid: '1', store: { id: demoIds.store }, type: 'zvt' });
    expect(ok(await put({ store: null, tid: null, products: null }))).toMatchObject({
      store: null,
      tid: null,
      products: {},
      description: 'Terminal B',
    });
    expect((await put({ type: 'cashier' })).status).toBe(500);
    expect(ok(await put({ type: 'zvt' })).type).toBe('zvt');
  });

  it('me is the till of the token', async () => {
    specifies({ 'Devices and routings': 'GET /Smart/Devices/{id}: me is the own till' });
    expect((await read('me')).id).toBe(demoIds.till);
    expect((await read('ME')).id).toBe(demoIds.till);
  });

  it.each([
    ['no type', {}],
    ['an unknown type', { type: 'toaster' }],
    ['a number as description', { type: 'cashier', description: 5 }],
    ['a description too long', { type: 'cashier', description: 'x'.repeat(1001) }],
    ['products as a list', { type: 'cashier', products: ['a'] }],
    ['a till with a uuid of another form', { type: 'cashier', vendor_uid: 'till1' }],
    ['a uuid that ends too early', { type: 'cashier', vendor_uid: '/vendor/x/till' }],
    ['a uuid that is taken', { type: 'cashier', vendor_uid: '/vendor/demo/till/1' }],
    ['the same uuid in other letters', { type: 'cashier', vendor_uid: '/VENDOR/demo/till/1' }],
    ['refresh as text', { type: 'cashier', refresh: 'often' }],
    ['an unknown connection', { type: 'cashier', connection_type: 'pigeon' }],
  ])('refuses %s', async (_what, body) => {
    specifies({ Authentication: 'uuid has the format /key/value/key2/value2' });
    expect((await client.ask('POST', path, { body })).status).toBe(500);
  });

  it('a uuid that is taken has another error than wrong input', async () => {
    specifies({ Authentication: 'each device has a uuid of its own' });
    const body = { type: 'cashier', vendor_uid: '/vendor/demo/till/1' };
    expect(refusal(await client.ask('POST', path, { body }))).toEqual([500, 'ProductDuplicateException']);
  });

  it.each([
    ['an unknown store', { store: 'STO_X' }],
    ["another merchant's store", { store: { id: 'STO_00000000000000000000000000OTHER' } }],
    ['an unknown contract', { contract: 'GCR_X' }],
    ["another merchant's contract", { contract: demoIds.otherContract }],
    ['another merchant', { merchant: demoIds.other }],
  ])('does not find %s', async (_what, body) => {
    expect((await client.ask('POST', path, { body: { type: 'cashier', ...body } })).status).toBe(404);
    expect((await client.ask('PUT', `${path}/${demoIds.till}`, { body })).status).toBe(404);
  });

  it('of another merchant is not there', async () => {
    specifies({ 'Devices and routings': "another merchant's is not there" });
    const other = await bridge.client('other');
    for (const [method, rest, body] of [
      ['GET', '', undefined],
      ['PUT', '', { description: 'x' }],
      ['PUT', '/devicePin', { pin: '1234' }],
      ['GET', '/devicePinConfig', undefined],
      ['GET', '/routing/zvt', undefined],
    ] as const)
      expect((await other.ask(method, `${path}/${demoIds.till}${rest}`, { body })).status, `${method} ${rest}`).toBe(
        404,
      );
  });

  it('stands in the change log, for screens and back office', async () => {
    const { id } = await make({ type: 'cashier', description: 'Neu' });
    ok(await client.ask('PUT', `${path}/${id}`, { body: { description: 'Neuer' } }));
    expect(bridge.rows('SELECT object, type FROM change WHERE id = ? ORDER BY seq', id)).toEqual([
      { object: 'smart.devices', type: 'added' },
      { object: 'smart.devices', type: 'changed' },
    ]);
  });
});

describe('online', () => {
  it('is a terminal that answers, and a till that is signed in until its token runs out', async () => {
    specifies({ 'Devices and routings': 'online is live' });
    const own = await startBridge();
    const mine = await own.client();
    const online = async (id: string) => ok(await mine.ask<Device>('GET', `${path}/${id}`)).online;
    await until(() => online(demoIds.terminal));
    expect(await online(demoIds.till)).toBe(false);
    await own.staff('cashier');
    expect(await online(demoIds.till)).toBe(true);
    expect(own.rows("SELECT * FROM change WHERE object = 'smart.devices'")).toEqual([]);
  });
});

describe('after a crash', () => {
  it('nobody is shown online who is not', async () => {
    const own = await startBridge();
    await own.staff('cashier');
    await own.close();
    own.alter("UPDATE smart_device SET document = json_set(document, '$.online', json('true'))");
    own.clock.pass(1_300_000);
    const after = await startBridge({ data: own.data, clock: own.clock, config: { terminals: [] } });
    const { data } = await list('', await after.client());
    expect(data.map(({ online }) => online)).toEqual([false, false]);
  });
});

describe('two that change a device', () => {
  it.each([demoIds.till, 'me'])('one version at a time, as %s', async id => {
    const change = (description: string, tag: string) =>
      client.ask<Device>('PUT', `${path}/${id}`, { body: { description }, headers: { 'if-match': tag } });
    const tag = (await client.ask('GET', `${path}/${id}`)).headers.get('etag') ?? '';
    const answers = await Promise.all(['a', 'b', 'c'].map(one => change(`${one} ${id}`, tag)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
    const known = await fetch(`${bridge.url}${path}/${id}`, {
      headers: {
        authorization: `Bearer ${client.token}`,
        'if-none-match': answers.find(({ status }) => status === 200)?.headers.get('etag') ?? '',
      },
    });
    expect(known.status).toBe(304);
  });

  it('nobody makes its hardware something else', async () => {
    const { id } = await make({ type: 'zvt', device: { id: 'x', object: 5, serial_number: '1' } });
    expect((await read(id)).device).toEqual({ object: 'general.devices', id: 'x', serial_number: '1' });
  });
});

describe('PIN of a device', () => {
  const pin = (body: object) => client.ask<DevicePinConfig>('PUT', `${path}/me/devicePin`, { body });
  const config = async () => ok(await client.ask<DevicePinConfig>('GET', `${path}/me/devicePinConfig`));

  it('is set for the device, and for store and merchant where they are named; it is never answered', async () => {
    specifies({ 'Devices and routings': 'PUT devicePin, GET devicePinConfig' });
    expect((await config()).smart_device).toEqual({ id: demoIds.till, auth_password_set: false });
    expect(ok(await pin({ pin: '4711', store_id: demoIds.store }))).toEqual({
      merchant: { id: demoIds.merchant, auth_password_set: false },
      store: { id: demoIds.store, auth_password_set: true },
      smart_device: { id: demoIds.till, auth_password_set: true },
    });
    ok(await pin({ pin: '4712', merchant_id: demoIds.merchant }));
    expect((await config()).merchant.auth_password_set).toBe(true);
    bridge.alter(`DELETE FROM device_pin WHERE owner = '${demoIds.merchant}'`);
    expect(ok(await pin({ pin: '4712', merchant_id: 'me' })).merchant.auth_password_set).toBe(true);
    expect(JSON.stringify(bridge.rows('SELECT * FROM device_pin'))).not.toMatch(/"471[12]"/);
  });

  it.each([{}, { pin: '1' }, { pin: 1234 }, { pin: 'x'.repeat(65) }])('refuses %j', async body => {
    expect((await pin(body)).status).toBe(500);
  });

  it('does not find store and merchant of others', async () => {
    expect((await pin({ pin: '4711', merchant_id: demoIds.other })).status).toBe(404);
    expect((await pin({ pin: '4711', store_id: 'STO_X' })).status).toBe(404);
  });
});

describe('the devices a till is joined with', () => {
  it.each(['zvt', 'cashless', 'ZVT', 'type/zvt'])('by %s', async type => {
    specifies({ 'Devices and routings': 'GET /Smart/Devices/{id}/routing/{type}' });
    const { count, data } = ok(await client.ask<List>('GET', `${path}/me/routing/${type}`));
    expect([count, data[0]?.id]).toEqual([1, demoIds.terminal]);
  });

  it('none of another type, and no type that is none', async () => {
    expect(ok(await client.ask<List>('GET', `${path}/me/routing/webterminal`))).toEqual({ count: 0, data: [] });
    expect((await client.ask('GET', `${path}/me/routing/toaster`)).status).toBe(500);
  });
});
