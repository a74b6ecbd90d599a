/** Routings over HTTP: they decide at which terminal a till's card payments end. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, closeAll, ok, startBridge, type TestBridge } from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import type { Device } from '../../wire/devices.ts';
import type { Routing } from '../../wire/routings.ts';
import { demoIds } from '../../world/demoIds.ts';
import { fixedId } from '../../world/ids.ts';

const path = '/api/v2/Smart/Routings';
const demoRouting = fixedId('SRT', 'demo');

let bridge: TestBridge;
let client: Client;
beforeEach(async () => {
  bridge = await startBridge();
  client = await bridge.client();
});
afterAll(closeAll);

interface Refusal {
  readonly code: number;
  readonly error: string;
}

const make = async (body: object = {}) => ok(await client.ask<Routing>('POST', path, { body }));
const read = async (id: string) => ok(await client.ask<Routing>('GET', `${path}/${id}`));
const device = async (body: object) => ok(await client.ask<Device>('POST', '/api/v2/Smart/Devices', { body }));
const routingOf = async (id: string) =>
  ok(await client.ask<Device>('GET', `/api/v2/Smart/Devices/${id}`)).routing?.id ?? null;
const assign = (routing: string, id: string) => client.ask<Routing>('POST', `${path}/${routing}/assign/${id}`);
const unassign = (routing: string, id: string) => client.ask<Routing[]>('DELETE', `${path}/${routing}/assign/${id}`);

/** Pays by card as the till that signed in with this uuid. */
async function payAs(uuid: string) {
  const demo = { grant_type: 'device', client_id: 'demo-client', client_secret: 'demo-secret' };
  const ask = async <T>(body: object) =>
    ok(await bridge.ask<T>('POST', '/oauth/token', { body: { ...demo, ...body } }));
  const { device_code, user_code } = await ask<{ device_code: string; user_code: string }>({ uuid });
  ok(await client.ask('PUT', '/api/v2/Smart/Devices/pin', { body: { user_pin: user_code } }));
  const { access_token: token } = await ask<{ access_token: string }>({ code: device_code });
  const body = { basket_info: { sum: 500 } };
  const { id } = ok(await bridge.ask<{ id: string }>('POST', '/api/v2/Smart/Transactions', { token, body }));
  return bridge.ask<{ status: string } & Refusal>('POST', `/api/v2/Smart/Transactions/${id}/start/cashless`, { token });
}

describe('a routing', () => {
  it('is made, read, listed, changed and removed; what is removed is answered as a list', async () => {
    specifies({ 'Devices and routings': '/Smart/Routings: create, read, list, change, remove' });
    const made = await make({ description: 'Theke', store: demoIds.store });
    expect(made).toMatchObject({
      object: 'smart.routings',
      merchant: { object: 'general.merchants', id: demoIds.merchant },
      store: { object: 'general.stores', id: demoIds.store, name: 'Marktplatz' },
      description: 'Theke',
      assign: [],
    });
    expect(made.id).toMatch(/^SRT_[A-Z0-9]{30}$/);
    expect(await read(made.id)).toEqual(made);
    const list = ok(await client.ask<{ count: number; data: Routing[] }>('GET', path));
    expect([list.count, list.data.map(({ id }) => id)]).toEqual([2, [made.id, demoRouting]]);
    const put = ok(await client.ask<Routing>('PUT', `${path}/${made.id}`, { body: { description: 'Tresen' } }));
    expect(put).toMatchObject({ description: 'Tresen', store: { id: demoIds.store } });
    expect(ok(await client.ask<Routing[]>('DELETE', `${path}/${made.id}`))).toEqual([put]);
    expect((await client.ask('GET', `${path}/${made.id}`)).status).toBe(404);
    expect((await client.ask('DELETE', `${path}/${made.id}`)).status).toBe(404);
  });

  it('is found by the devices in it', async () => {
    const { data } = ok(await client.ask<{ data: Routing[] }>('GET', `${path}?q=assign.id:${demoIds.terminal}`));
    expect(data.map(({ id }) => id)).toEqual([demoRouting]);
  });

  it('of the demo joins till and terminal, and both name it', async () => {
    expect((await read(demoRouting)).assign.map(({ id }) => id)).toEqual([demoIds.terminal, demoIds.till]);
    expect([await routingOf(demoIds.till), await routingOf(demoIds.terminal)]).toEqual([demoRouting, demoRouting]);
  });

  it('keeps what it does not know and its own members', async () => {
    const made = await make({ color: 'red', id: 'SRT_X', assign: [{ id: demoIds.till }], object: 'x' });
    expect(made).toMatchObject({ color: 'red', assign: [], object: 'smart.routings' });
    expect(made.id).not.toBe('SRT_X');
  });

  it.each([{ description: 5 }, { description: 'x'.repeat(1001) }, { store: 5 }, { store: { id: 5 } }])(
    'refuses %j',
    async body => {
      expect((await client.ask('POST', path, { body })).status).toBe(500);
    },
  );

  it.each([{ store: 'STO_X' }, { merchant: demoIds.other }])('does not find %j', async body => {
    expect((await client.ask('POST', path, { body })).status).toBe(404);
  });

  it('of another merchant is not there', async () => {
    const other = await bridge.client('other');
    for (const [method, rest] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', `/assign/${demoIds.otherTill}`],
      ['DELETE', `/assign/${demoIds.till}`],
    ] as const) {
      const body = method === 'PUT' ? {} : undefined;
      expect((await other.ask(method, `${path}/${demoRouting}${rest}`, { body })).status, method).toBe(404);
    }
    expect((await assign(demoRouting, demoIds.otherTill)).status).toBe(404);
  });
});

describe('assigning', () => {
  const second = { type: 'cashier', description: 'Kasse 2', vendor_uid: '/vendor/demo/till/2' };

  it('lets a second till pay at the same terminal', async () => {
    specifies({ 'Devices and routings': 'POST …/assign/{deviceId}: cashless goes there' });
    const till = await device(second);
    const refused = await payAs(second.vendor_uid);
    expect([refused.status, refused.body.code]).toEqual([405, 3003]);
    const { id } = await make({ description: 'Zweite' });
    ok(await assign(id, till.id));
    const joined = ok(await assign(id, demoIds.terminal));
    expect(joined.assign).toMatchObject([
      { object: 'smart.devices', id: till.id, type: 'cashier', description: 'Kasse 2' },
      { object: 'smart.devices', id: demoIds.terminal, type: 'zvt' },
    ]);
    expect(await routingOf(till.id)).toBe(id);
    expect(ok(await payAs(second.vendor_uid)).status).toBe('ok');
    expect(ok(await payAs('/vendor/demo/till/1')).status).toBe('ok');
  });

  it('a till that is taken out has no terminal, and says so clearly', async () => {
    specifies({ 'Devices and routings': 'DELETE …/assign/{deviceId}: no terminal any more' });
    const [parted] = ok(await unassign(demoRouting, 'me'));
    expect(parted?.assign.map(({ id }) => id)).toEqual([demoIds.terminal]);
    expect(await routingOf(demoIds.till)).toBeNull();
    const refused = await payAs('/vendor/demo/till/1');
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([405, 3003, 'ProductNotAllowedException']);
    expect((await unassign(demoRouting, 'me')).status).toBe(404);
  });

  it('a routing that is removed leaves its devices without one', async () => {
    ok(await client.ask('DELETE', `${path}/${demoRouting}`));
    expect([await routingOf(demoIds.till), await routingOf(demoIds.terminal)]).toEqual([null, null]);
    expect((await payAs('/vendor/demo/till/1')).body.code).toBe(3003);
  });

  it('a shared terminal names its oldest routing until that is gone', async () => {
    const { id } = await make();
    ok(await assign(id, demoIds.terminal));
    expect(await routingOf(demoIds.terminal)).toBe(demoRouting);
    ok(await client.ask('DELETE', `${path}/${demoRouting}`));
    expect(await routingOf(demoIds.terminal)).toBe(id);
  });

  it('twice is once', async () => {
    const before = await read(demoRouting);
    expect(ok(await assign(demoRouting, demoIds.till))).toEqual(before);
  });

  it.each(['till', 'terminal'] as const)('a second %s in one routing is refused', async side => {
    const extra = await device(side === 'till' ? second : { type: 'webterminal' });
    const refused = await assign(demoRouting, extra.id);
    expect([refused.status, (refused.body as unknown as Refusal).error]).toEqual([500, 'ProductDuplicateException']);
  });

  it('a till in two routings is refused', async () => {
    const { id } = await make();
    expect((await assign(id, demoIds.till)).status).toBe(500);
  });

  it('shows a new description of a device', async () => {
    ok(await client.ask('PUT', `/api/v2/Smart/Devices/${demoIds.till}`, { body: { description: 'Kasse vorn' } }));
    expect((await read(demoRouting)).assign[1]).toMatchObject({ description: 'Kasse vorn' });
  });

  it.each(['SDV_X', 'nothing'])('does not find the device %s', async id => {
    expect((await assign(demoRouting, id)).status).toBe(404);
  });
});
