/** The control interface: data, clock and faults of a running bridge. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Static } from 'typebox';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Client,
  cards,
  closeAll,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
  temporaryDirectory,
} from '../../doubles/bridge.fixture.ts';
import { liveSignIn, startLiveShop } from '../../doubles/liveShop.fixture.ts';
import type { ClockView, ControlView } from '../../wire/control.ts';

const control = '/bridge/v1/control';
const sales = '/api/v2/Smart/Transactions';

let bridge: TestBridge;
let client: Client;
beforeAll(async () => {
  bridge = await startBridge();
  client = await bridge.client();
});
afterAll(closeAll);

const count = async () => ok(await client.ask<{ count: number }>('GET', `${sales}?count=0`)).count;
const balance = async (card: string) =>
  ok(await client.ask<{ merchantcard: { balance: number } }>('GET', `/bridge/v1/cards/${card}`)).merchantcard.balance;
const put = (path: string, body: object) => client.ask<Static<typeof ClockView>>('PUT', control + path, { body });
const post = (path: string, body?: object) =>
  client.ask<{ result: boolean }>('POST', control + path, body === undefined ? {} : { body });

describe('who may control', () => {
  it('only a token with the scope: a person has none', async () => {
    const manager = await bridge.staff('manager');
    expect((await manager.ask('GET', control)).status).toBe(403);
    expect((await bridge.ask('GET', control)).status).toBe(401);
  });

  it('nobody where it is switched off', async () => {
    const plain = await liveSignIn(await startLiveShop());
    expect((await plain.ask('GET', control)).status).toBe(404);
  });

  it('anyone with the scope where the configuration switches it on', async () => {
    const data = temporaryDirectory();
    const own = await startBridge({ data, config: { demo: false, training: true, control: true } });
    const view = ok(await (await own.client()).ask<Static<typeof ControlView>>('GET', control));
    expect(view.scenarios.map(({ name }) => name)).toEqual(['demo', 'day', 'month']);
  });
});

describe('data', () => {
  it('a file that is no snapshot of this version is refused, and everything stays as it is', async () => {
    const { id } = await client.create(sale([item(100)]));
    const place = join(bridge.data, 'snapshots');
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'foreign.db'), 'not a database '.repeat(500));
    writeFileSync(join(place, 'empty.db'), '');
    writeFileSync(join(place, 'cut.db.part'), 'what a crash left of a copy');
    for (const name of ['foreign', 'empty']) {
      const refused = await post(`/snapshots/${name}/restore`);
      expect(refused).toMatchObject({ status: 500, body: { code: 1001 } });
    }
    expect((await client.read(id)).id).toBe(id);
    const { snapshots } = ok(await client.ask<{ snapshots: string[] }>('GET', `${control}/snapshots`));
    expect(snapshots).not.toContain('cut');
    ok(await post('/snapshots', { name: 'cut' }));
    ok(await post('/snapshots/cut/restore'));
    for (const name of ['foreign', 'empty', 'cut']) ok(await client.ask('DELETE', `${control}/snapshots/${name}`));
  });

  it('stays as long as money moves, also where a payment begins while a reset prepares itself', async () => {
    const payer = { type: 'bank_account', private: { owner: 'T', iban: 'DE89370400440532013000' } };
    const callback_urls = { success: 'https://shop.example/ok', failure: 'https://shop.example/no' };
    const pay = async () => {
      const { id } = await client.create(sale([item(500)]));
      const paid = await client.post(`/${id}/prepare/debit`, {
        container: payer,
        customer: { contact: { surname: 'Muster' } },
        callback_urls,
      });
      return { status: paid.status, known: (await client.ask('GET', `${sales}/${id}`)).status };
    };
    const paying = Array.from({ length: 30 }, () => pay().catch(() => ({ status: 404, known: 404 })));
    const resets = await Promise.all(Array.from({ length: 5 }, () => post('/reset')));
    expect(resets.every(({ status }) => status === 200 || status === 405)).toBe(true);
    const endings = await Promise.all(paying);
    expect(endings.filter(({ status }) => status === 500)).toEqual([]);
    expect(bridge.log.filter(line => line.includes('cannot be stored'))).toEqual([]);
  });

  it('nobody stays signed in who is not there any more, and least of all with more rights', async () => {
    const own = await startBridge();
    const integrator = await own.client();
    ok(await integrator.ask('POST', `${control}/snapshots`, { body: { name: 'before' } }));
    own.alter(`UPDATE staff SET username = 'new@demo.example' WHERE username = 'cashier@demo.example'`);
    own.alter(`INSERT INTO staff (id, merchant, username, name, role, pin_hash)
      SELECT 'USR_NEW', merchant, 'cashier@demo.example', 'Neu', role, pin_hash FROM staff WHERE username = 'new@demo.example'`);
    const cashier = await own.staff('cashier');
    expect((await cashier.ask('POST', '/api/v2/Smart/Devices', { body: { type: 'cashier' } })).status).toBe(404);
    ok(await integrator.ask('POST', `${control}/snapshots/before/restore`));
    expect((await cashier.ask('POST', '/api/v2/Smart/Devices', { body: { type: 'cashier' } })).status).toBe(401);
  });

  it('reset forgets what was sold and booked, and keeps who is signed in', async () => {
    ok(await post('/reset'));
    const { id } = await client.create(sale([item(500)], cards.rich));
    await client.post(`/${id}/preTransaction`);
    ok(await client.post(`/${id}/start/loyalty`));
    expect(await balance(cards.rich)).toBe(4500);
    ok(await post('/reset'));
    expect(await count()).toBe(0);
    expect(await balance(cards.rich)).toBe(5000);
    expect((await client.ask('GET', `${sales}/${id}`)).status).toBe(404);
    expect((await client.create(sale([item(100)]))).status).toBe('created');
  });

  it('a scenario tells what has happened', async () => {
    ok(await post('/reset', { scenario: 'day' }));
    const { data } = ok(await client.ask<{ data: { status: string }[] }>('GET', `${sales}?count=50`));
    expect(data.map(({ status }) => status).sort()).toEqual([
      'cancelled',
      'created',
      'failed',
      'ok',
      'ok',
      'processing',
    ]);
    ok(await post('/reset', { scenario: 'month' }));
    expect(await count()).toBe(300);
    const days = bridge.rows('SELECT DISTINCT business_day FROM smart_transaction');
    expect(days.length).toBeGreaterThanOrEqual(30);
  });

  it('an unknown scenario is refused, and nothing is lost', async () => {
    await client.create(sale([item(100)]));
    const before = await count();
    expect((await post('/reset', { scenario: '__proto__' })).status).toBe(404);
    expect(await count()).toBe(before);
  });

  it('a snapshot brings back what was there when it was taken', async () => {
    ok(await post('/reset'));
    const first = await client.create(sale([item(100)], cards.rich));
    ok(await post('/snapshots', { name: 'one' }));
    expect((await post('/snapshots', { name: 'one' })).status).toBe(500);
    await client.create(sale([item(200)]));
    await client.post(`/${first.id}/preTransaction`);
    ok(await client.post(`/${first.id}/start/loyalty`));
    ok(await post('/snapshots/one/restore'));
    expect(await count()).toBe(1);
    expect((await client.read(first.id)).status).toBe('created');
    expect(await balance(cards.rich)).toBe(5000);
    ok(await client.ask('DELETE', `${control}/snapshots/one`));
    expect((await post('/snapshots/one/restore')).status).toBe(404);
  });

  it.each(['../x', 'a/b', '', 'x'.repeat(61)])('a snapshot cannot be called %j', async name => {
    expect((await post('/snapshots', { name })).status).toBe(500);
  });

  it('the database stays whole', async () => {
    ok(await post('/reset', { scenario: 'day' }));
    expect(bridge.rows('PRAGMA foreign_key_check')).toEqual([]);
    const [stored] = bridge.rows<{ rows: number }>('SELECT count(*) AS rows FROM smart_transaction');
    expect(await count()).toBe(stored?.rows);
  });
});

describe('the clock', () => {
  it('moves, and tokens end as if the time had passed', async () => {
    const other = await bridge.client();
    const { offset } = ok(await put('/clock', { by: 1_201_000 }));
    expect(offset).toBe(1_201_000);
    expect((await other.ask('GET', sales)).status).toBe(401);
    const again = await bridge.client();
    ok(await again.ask('PUT', `${control}/clock`, { body: { release: true } }));
    client = await bridge.client();
  });

  it.each([{ by: 9e15 }, { by: -9e15 }, { now: '9999-12-31T23:59:59+00:00' }, { now: '0001-01-01T00:00:00+00:00' }])(
    'goes nowhere where no timestamp can be written: %o',
    async body => {
      expect(await put('/clock', body)).toMatchObject({ status: 500, body: { code: 1001 } });
      expect(ok(await client.ask<Static<typeof ClockView>>('GET', `${control}/clock`)).offset).toBe(0);
    },
  );

  it('is set to a moment', async () => {
    const view = ok(await put('/clock', { now: '2031-02-03T04:05:06+00:00' }));
    expect(Date.parse(view.now)).toBe(Date.parse('2031-02-03T04:05:06Z'));
    const next = await bridge.client();
    expect((await next.create({})).created.slice(0, 4)).toBe('2031');
    ok(await next.ask('PUT', `${control}/clock`, { body: { release: true } }));
    client = await bridge.client();
  });

  it.each([{}, { by: 1, release: true }, { now: 'yesterday' }, { by: 'x' }])('refuses %j', async body => {
    expect((await put('/clock', body)).status).toBe(500);
  });
});

describe('faults', () => {
  const fault = (body: object) => client.ask('POST', `${control}/faults`, { body });
  let before = 0;
  beforeEach(async () => {
    before = await count();
  });
  // Also where a test fails in the middle: nothing else of this file would hold with a fault.
  afterEach(async () => void (await client.ask('DELETE', `${control}/faults`)));
  const made = async () => (await count()) - before;

  it('a status n times, then normal, and nothing was done', async () => {
    ok(await fault({ operation: `POST ${sales}`, status: 503, times: 2 }));
    const statuses = [];
    for (let round = 0; round < 3; round += 1) statuses.push((await client.post('', sale([item(100)]))).status);
    expect(statuses).toEqual([503, 503, 200]);
    expect(await made()).toBe(1);
  });

  it('a cut before: nothing is booked', async () => {
    ok(await fault({ operation: `POST ${sales}`, cut: 'before', times: 1 }));
    await expect(client.post('', sale([item(100)]))).rejects.toThrow();
    expect(await made()).toBe(0);
  });

  it('a cut after: booked, and only the answer is lost', async () => {
    ok(await fault({ operation: `POST ${sales}`, cut: 'after', times: 1 }));
    await expect(client.post('', sale([item(100)]))).rejects.toThrow();
    expect(await made()).toBe(1);
  });

  it('latency, of the named client only', async () => {
    ok(await fault({ operation: `GET ${sales}*`, latency: { from: 150, to: 200 }, client: 'demo-client', times: 1 }));
    const other = await bridge.client('other');
    const start = performance.now();
    ok(await other.ask('GET', sales));
    const unhindered = performance.now() - start;
    const middle = performance.now();
    ok(await client.ask('GET', sales));
    expect(performance.now() - middle).toBeGreaterThan(145);
    expect(unhindered).toBeLessThan(145);
  });

  it('for one request by header', async () => {
    const headers = { 'x-tillbridge-fault': 'status=502, latency=1' };
    expect((await client.ask('POST', sales, { headers, body: {} })).status).toBe(502);
    expect((await client.ask('POST', sales, { headers: { 'x-tillbridge-fault': 'boom' }, body: {} })).status).toBe(500);
    expect(await made()).toBe(0);
  });

  it('one can be ended, or all', async () => {
    const { faults } = ok(
      await client.ask<{ faults: { id: string }[] }>('POST', `${control}/faults`, {
        body: { operation: 'GET *', status: 500 },
      }),
    );
    ok(await client.ask('DELETE', `${control}/faults/${faults[0]?.id}`));
    expect((await client.ask('DELETE', `${control}/faults/${faults[0]?.id}`)).status).toBe(404);
    ok(await client.ask('GET', sales));
    ok(await fault({ operation: 'GET *', status: 500 }));
    ok(await client.ask('DELETE', `${control}/faults`));
    ok(await client.ask('GET', sales));
  });

  it.each([{ operation: 'x' }, { operation: 'x', latency: { from: 5, to: 1 } }, { operation: 'x', status: 200 }])(
    'refuses %j',
    async body => {
      expect((await fault(body)).status).toBe(500);
    },
  );
});

it('the virtual terminal is out of reach where there is none', async () => {
  expect((await client.ask('GET', `${control}/terminal/state`)).status).toBe(405);
});

it.each([
  ['card', { card: 1 }],
  ['pin', { pin: '12' }],
  ['key', { key: 'enter' }],
  ['behaviour', { unacknowledged: 'lost' }],
])('the virtual terminal: a body of POST %s that is not as declared is refused', async (action, body) => {
  const [member = ''] = Object.keys(body);
  const refused = await client.ask<{ errors: object[] }>('POST', `${control}/terminal/${action}`, { body });
  expect([refused.status, refused.body.errors]).toEqual([500, [expect.objectContaining({ path: member })]]);
  const { headers } = await client.ask('POST', `${control}/terminal/${action}`, { body: { ...body, colour: 1 } });
  expect(headers.get('tillbridge-unknown-members')).toBe('"colour"');
});

it('lets a device in that shows a user code', async () => {
  const device = { client_id: 'demo-client', client_secret: 'demo-secret', grant_type: 'device' };
  const asked = ok(
    await bridge.ask<{ device_code: string; user_code: string }>('POST', '/oauth/token', {
      body: { ...device, uuid: '/vendor/demo/till/1' },
    }),
  );
  const poll = () =>
    bridge.ask<{ access_token: string }>('POST', '/oauth/token', { body: { ...device, code: asked.device_code } });
  expect((await poll()).status).toBe(401);
  ok(await post('/devices/approve', { user_code: asked.user_code }));
  bridge.clock.pass(6000);
  const { access_token } = ok(await poll());
  expect((await bridge.ask('GET', sales, { token: access_token })).status).toBe(200);
});
