import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, closeAll, ok, startBridge, type TestBridge, testClock } from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import { openDatabase } from '../../store/database.ts';
import type { Store } from '../../wire/shops.ts';
import { demoIds } from '../../world/demoIds.ts';

const path = '/api/v2/General/Stores';
const own = `${path}/${demoIds.store}`;
const HOUR = 3_600_000;

let bridge: TestBridge;
let demo: Client;
let other: Client;

beforeAll(async () => {
  // A Monday, 07:30 in Berlin.
  bridge = await startBridge({ clock: testClock(Date.parse('2026-11-23T06:30:00Z')) });
  [demo, other] = [await bridge.client(), await bridge.client('other')];
});
afterAll(closeAll);

const create = (body: object) => demo.ask<Store>('POST', path, { body });
const change = (id: string, body: object) => demo.ask<Store>('PUT', `${path}/${id}`, { body });
const read = async (id: string) => ok(await demo.ask<Store>('GET', `${path}/${id}`));
const list = async (query: string) => ok(await demo.ask<{ count: number; data: Store[] }>('GET', `${path}?${query}`));

const full = {
  name: ' Filiale Nord ',
  merchant: demoIds.merchant,
  address: {
    type: 'shop',
    street: 'Hauptstraße',
    street_number: '5a',
    city: 'Musterstadt',
    postal_code: '12345',
    country: 'de',
  },
  facebook_id: 'shop',
  phone: '030 123456',
  url_website: 'https://shop.example',
  photo_main: 'https://shop.example/1.png',
  photo: ['https://shop.example/1.png', 'https://shop.example/2.png'],
  open_hours: [{ open: { day: 1, time: '0800' }, close: { day: 1, time: '1230' } }],
  geometry: { lat: 52.5, lon: 13.4 },
};

describe('a store', () => {
  it('comes back with every field', async () => {
    specifies({
      'General Store': [
        'general.stores: object and id STO_',
        'name',
        'merchant (General Merchant ID in, reference out)',
        'address',
        'facebook_id',
        'phone',
        'url_website',
        'photo_main',
        'photo',
        'open_hours',
        'id_old',
        'store_name',
        'acceptance_point',
        'name_raw',
        'has_beacon',
        'phone_number_formatted',
      ],
      'Endpoints: General Stores': [
        'POST /General/Stores: store input, created store',
        'GET /General/Stores/{generalStoreId}: expand, store',
      ],
    });
    const store = ok(await create(full));
    expect(store).toEqual({
      object: 'general.stores',
      id: expect.stringMatching(/^STO_[A-Z0-9]{30}$/),
      id_old: null,
      created: expect.any(String),
      merchant: { object: 'general.merchants', id: demoIds.merchant },
      store_name: 'Filiale Nord',
      name: 'Filiale Nord',
      name_raw: ' Filiale Nord ',
      source: null,
      key: null,
      hash: expect.any(String),
      facebook_id: 'shop',
      phone_number_formatted: '+49 30 123456',
      address_components: [
        { long_name: '5a', short_name: '5a', types: ['street_number'] },
        { long_name: 'Hauptstraße', short_name: 'Hauptstraße', types: ['route'] },
        { long_name: 'Musterstadt', short_name: 'Musterstadt', types: ['locality', 'political'] },
        { long_name: 'Germany', short_name: 'DE', types: ['country', 'political'] },
        { long_name: '12345', short_name: '12345', types: ['postal_code'] },
      ],
      address_formatted: 'Hauptstraße 5a, 12345 Musterstadt, Germany',
      geometry: { lat: 52.5, lon: 13.4 },
      photo_main: 'https://shop.example/1.png',
      photo: ['https://shop.example/1.png', 'https://shop.example/2.png'],
      category_main: null,
      category: [],
      url_website: 'https://shop.example',
      open_hours: full.open_hours,
      open_now: false,
      open_time: 800,
      utc_offset: '+01:00',
      assigned_by: [],
      invited_by: [],
      has_beacon: false,
      acceptance_point: false,
      is_default: false,
    });
    expect(await read(store.id)).toEqual(store);
  });

  it('needs no more than a name', async () => {
    const store = ok(await create({ name: 'Klein', address: null, phone: null, photo: null, open_hours: null }));
    expect(store).toMatchObject({
      name: 'Klein',
      address_components: [],
      address_formatted: null,
      photo: [],
      open_time: null,
    });
  });

  it('PUT changes what is named and leaves the rest', async () => {
    specifies({ 'Endpoints: General Stores': 'PUT /General/Stores/{generalStoreId}: updated store' });
    const { id } = ok(await create(full));
    const changed = ok(await change(id, { phone: '+43 1 58858', open_hours: [] }));
    expect(changed).toMatchObject({
      name: 'Filiale Nord',
      phone_number_formatted: '+43 1 58858',
      open_hours: [],
      open_time: null,
    });
    expect(changed.updated).toBeDefined();
    expect(ok(await change(id, { address: { city: 'Wien', country: 'AT' } })).address_formatted).toBe('Wien, Austria');
    expect(ok(await change(id, { photo_main: null, facebook_id: null }))).toMatchObject({
      photo_main: null,
      facebook_id: null,
    });
  });

  it('that gets another name is shown with it by its devices', async () => {
    const mine = await startBridge();
    const client = await mine.client();
    ok(await client.ask('PUT', own, { body: { name: 'Rathausplatz' } }));
    const device = ok(await client.ask('GET', `/api/v2/Smart/Devices/${demoIds.terminal}`));
    expect(device).toMatchObject({ store: { object: 'general.stores', id: demoIds.store, name: 'Rathausplatz' } });
  });

  it.each([
    [{}],
    [{ name: '' }],
    [{ name: 7 }],
    [{ name: 'x'.repeat(201) }],
    [{ name: 'x', phone: 'call me' }],
    [{ name: 'x', address: { country: 'Deutschland' } }],
    [{ name: 'x', address: { country: 'XX' } }],
    [{ name: 'x', address: 'here' }],
    [{ name: 'x', photo: 'one.png' }],
    [{ name: 'x', open_hours: [{ close: { day: 1, time: '0800' } }] }],
    [{ name: 'x', open_hours: [{ open: { day: 7, time: '0800' } }] }],
    [{ name: 'x', open_hours: [{ open: { day: 1, time: '8:00' } }] }],
    [{ name: 'x', open_hours: [{ open: { day: 1, time: '2401' } }] }],
    [{ name: 'x', time_zone: 'Europe/Nowhere' }],
    [{ name: 'x', geometry: { lat: 'north', lon: 1 } }],
  ])('refuses %j', async body => {
    specifies({ 'Endpoints: General Stores': 'POST /General/Stores: wrong input is refused' });
    expect((await create(body)).status).toBe(500);
  });

  it('is the own merchant’s', async () => {
    specifies({ 'Endpoints: General Stores': 'one merchant does not see the stores of another' });
    expect((await create({ name: 'x', merchant: demoIds.other })).status).toBe(404);
    expect((await other.ask('GET', own)).status).toBe(404);
    expect((await other.ask('PUT', own, { body: { name: 'x' } })).status).toBe(404);
    expect((await other.ask('POST', `${own}/setDefault`, { body: { reason: 'x' } })).status).toBe(404);
    expect((await demo.ask('GET', `${path}/STO_1`)).status).toBe(404);
  });

  it('is opened by managers and integrators, not by a cashier', async () => {
    specifies({
      'Endpoints: General Stores': 'POST /General/Stores is available for more API users',
      Versioning: 'POST /General/Stores is available for more API users',
    });
    const cashier = await bridge.staff('cashier');
    expect((await cashier.ask('POST', path, { body: { name: 'x' } })).status).toBe(404);
    expect((await cashier.ask('GET', path)).status).toBe(200);
    expect((await (await bridge.staff('manager')).ask('POST', path, { body: { name: 'Manager' } })).status).toBe(200);
  });
});

describe('open_now and open_time', () => {
  it('follow the clock of the bridge and the zone of the store, in lists and when read', async () => {
    specifies({ 'General Store': ['open_now (boolean)', 'open_time (integer)'] });
    const mine = await startBridge({ clock: testClock(Date.parse('2026-11-23T06:59:00Z')) });
    let client = await mine.client();
    const [read, search] = [`${path}/${demoIds.store}`, `${path}?q=open_now:true`];
    const now = async () => {
      const { open_now, open_time } = ok(await client.ask<Store>('GET', read));
      const { count } = ok(await client.ask<{ count: number }>('GET', search));
      return [open_now, open_time, count];
    };
    expect(await now()).toEqual([false, 800, 0]);
    mine.clock.pass(60_000);
    expect(await now()).toEqual([true, 1830, 1]);
    mine.clock.pass(10.5 * HOUR - 1);
    client = await mine.client();
    expect(await now()).toEqual([true, 1830, 1]);
    mine.clock.pass(1);
    expect(await now()).toEqual([false, 800, 0]);
  });

  it('follow a clock that is set back', async () => {
    const clock = testClock(Date.parse('2026-11-23T12:00:00Z'));
    const mine = await startBridge({ clock });
    let client = await mine.client();
    expect(ok(await client.ask<Store>('GET', own)).open_now).toBe(true);
    clock.pass(-12 * HOUR);
    // A sign-in by the clock before does not count any more.
    client = await mine.client();
    expect(ok(await client.ask<Store>('GET', own)).open_now).toBe(false);
  });

  it('go by the zone that is named', async () => {
    const hours = [{ open: { day: '1', time: '0000' }, close: { day: 1, time: '0300' } }];
    const store = ok(await create({ name: 'New York', open_hours: hours, time_zone: 'America/New_York' }));
    expect(store).toMatchObject({ open_now: true, open_time: 300, utc_offset: '-05:00' });
  });
});

describe('the list of stores', () => {
  it('finds by name, sorts, pages and leaves out fields', async () => {
    specifies({ 'Endpoints: General Stores': 'GET /General/Stores: list parameters' });
    ok(await create({ name: 'Zeppelin' }));
    expect((await list('q=name:zeppelin')).data.map(({ name }) => name)).toEqual(['Zeppelin']);
    expect((await list('sort=name:desc&count=1')).data[0]?.name).toBe('Zeppelin');
    expect((await list('q=name:zeppelin&fields=name')).data[0]).not.toHaveProperty('open_hours');
    expect((await list('count=0')).count).toBeGreaterThan(1);
  });

  it('finds a name by index', async () => {
    const mine = await startBridge();
    await mine.close();
    const db = openDatabase(mine.data);
    const plan = db
      .prepare<{ detail: string }>(
        'EXPLAIN QUERY PLAN SELECT document FROM store WHERE merchant = ? AND query_name = ?',
      )
      .all('m', 'n');
    await db.close();
    expect(plan.map(({ detail }) => detail).join()).toContain('store_name');
  });
});

describe('setDefault', () => {
  it('makes a store the one default store of its merchant and keeps the reason', async () => {
    specifies({
      'Endpoints: General Stores':
        'POST /General/Stores/{generalStoreId}/setDefault: {reason}, {result}; the default store of its merchant',
    });
    const mine = await startBridge();
    const client = await mine.client();
    const { id } = ok(await client.ask<Store>('POST', path, { body: { name: 'Neu' } }));
    const answer = await client.ask('POST', `${path}/${id}/setDefault`, { body: { reason: 'moved' } });
    expect(ok(answer)).toEqual({ result: true });
    const { data } = ok(await client.ask<{ data: Store[] }>('GET', path));
    expect(data.filter(store => store.is_default).map(store => store.id)).toEqual([id]);
    expect(ok(await client.ask('GET', '/api/v2/General/Merchants/me'))).toMatchObject({ store: { id } });
    const [row] = mine.rows<{ reason: string }>(
      `SELECT inner ->> '$.default.reason' AS reason FROM store WHERE id = '${id}'`,
    );
    expect(row?.reason).toBe('moved');
    ok(await client.ask('POST', `${path}/${id}/setDefault`, { body: { reason: 'again' } }));
  });

  it.each([[{}], [{ reason: 7 }], [{ reason: 'x'.repeat(1001) }]])('refuses %j', async body => {
    expect((await demo.ask('POST', `${own}/setDefault`, { body })).status).toBe(500);
  });
});
