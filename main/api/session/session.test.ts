/** The session of the screen: answers before anybody has signed in, and the delay of guessing. */
import { afterAll, expect, it } from 'vitest';
import { closeAll, item, ok, sale, startBridge, type TestBridge } from '../../doubles/bridge.fixture.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import { demoIds } from '../../world/demoIds.ts';

afterAll(closeAll);

let shared: TestBridge | undefined;

interface Info {
  readonly staff: readonly { readonly username: string }[];
  readonly staffHidden: boolean;
  readonly tills: readonly { readonly id: string; readonly open_basket?: object }[];
}

/** As a server on the machine of the bridge hands on what another machine asks. */
const from = (address: string, cookie = '') => ({ 'x-forwarded-for': address, ...(cookie === '' ? {} : { cookie }) });
const signIn = (bridge: TestBridge, pin: string, headers: Record<string, string>) =>
  bridge.ask<{ code: number }>('POST', '/bridge/v1/session', {
    body: { username: 'cashier@demo.example', pin },
    headers,
  });

it('names are shown at the machine of the bridge, and elsewhere at a till that somebody has signed in at', async () => {
  const bridge = await startBridge();
  const info = async (headers: Record<string, string> = {}) =>
    (await bridge.ask<Info>('GET', '/bridge/v1/screen', { headers })).body;
  expect((await info()).staff.map(({ username }) => username)).toContain('cashier@demo.example');
  expect(await info(from('10.0.0.8'))).toMatchObject({ staff: [], staffHidden: true });
  expect(await info(from('10.0.0.8', `tillbridge_till_x=${'a'.repeat(43)}`))).toMatchObject({ staff: [] });
  const answer = await signIn(bridge, '1111', from('10.0.0.8'));
  const cookie = answer.headers.getSetCookie().find(one => one.startsWith('tillbridge_till_')) ?? '';
  expect(cookie).toMatch(/HttpOnly/);
  expect(cookie).toMatch(/SameSite=Strict/);
  const [till = ''] = cookie.split(';');
  expect(await info(from('10.0.0.99', till))).toMatchObject({ staffHidden: false });
  expect((await info(from('10.0.0.99', till))).staff.length).toBeGreaterThan(0);
  expect((await info(from('10.0.0.8'))).staff).toEqual([]);
  const again = await bridge.restart();
  expect(
    (await again.ask<Info>('GET', '/bridge/v1/screen', { headers: from('10.0.0.99', till) })).body.staffHidden,
  ).toBe(false);
});

it.each([
  { 'x-forwarded-for': '10.0.0.8' },
  { forwarded: 'for=127.0.0.1, for=10.0.0.8;proto=https' },
  { forwarded: 'for="[2001:db8::8]:4711"' },
  { forwarded: 'for=_hidden' },
  { 'x-real-ip': '10.0.0.8' },
  { via: '1.1 proxy' },
  { 'x-forwarded-host': 'till.shop.example' },
] as const)('a server on this machine that calls for others is not this machine: %j', async headers => {
  shared ??= await startBridge();
  const { body } = await shared.ask<Info>('GET', '/bridge/v1/screen', { headers });
  expect(body).toMatchObject({ staff: [], staffHidden: true, setup: { here: false } });
  const health = await shared.ask<{ parts: object }>('GET', '/healthz', { headers });
  const here = await shared.ask<{ parts: object }>('GET', '/healthz');
  expect([health.text.includes('"name":"'), here.text.includes('"name":"')]).toEqual([false, true]);
});

it('says what is open at a till before anybody signs in, where names are shown', async () => {
  const bridge = await startBridge();
  const tillOf = async (headers: Record<string, string> = {}) => {
    const { body } = await bridge.ask<Info>('GET', '/bridge/v1/screen', { headers });
    return body.tills.find(({ id }) => id === demoIds.till);
  };
  expect(await tillOf()).not.toHaveProperty('open_basket');
  const till = await bridge.staff('cashier');
  const { id } = await till.create(sale([item(300), item(150, { quantity: 2 })]));
  ok(await till.ask('PUT', '/bridge/v1/till', { body: { transaction: id } }));
  expect(await tillOf()).toMatchObject({ open_basket: { lines: 2, sum: 600 } });
  expect(await tillOf(from('10.0.0.8'))).not.toHaveProperty('open_basket');
  ok(await till.post(`/${id}/start/cash`));
  expect(await tillOf()).not.toHaveProperty('open_basket');
});

it('whoever guesses waits as long as Retry-After says, and the till goes on', async () => {
  const bridge = await startBridge();
  const first = await signIn(bridge, '1111', from('10.0.0.8'));
  const [till = ''] = (first.headers.getSetCookie().find(one => one.startsWith('tillbridge_till_')) ?? '').split(';');
  for (let miss = 0; miss < 10; miss += 1) await signIn(bridge, '0000', from('10.6.6.6'));
  const locked = await signIn(bridge, '1111', from('10.6.6.6'));
  expect([locked.status, locked.body.code, locked.headers.get('retry-after')]).toEqual([429, 2006, '30']);
  expect((await signIn(bridge, '1111', from('10.6.6.6', till))).status).toBe(200);
  bridge.clock.pass(30_000);
  expect((await signIn(bridge, '1111', from('10.6.6.6'))).status).toBe(200);
  const body = { client_id: 'demo-client', client_secret: 'x', grant_type: 'client_credentials' };
  for (let miss = 0; miss < 20; miss += 1)
    await bridge.ask('POST', '/oauth/token', { body, headers: from('10.6.6.6') });
  const refused = await bridge.ask('POST', '/oauth/token', { body, headers: from('10.6.6.6') });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '4']);
  const right = { ...body, client_secret: 'demo-secret' };
  expect((await bridge.ask('POST', '/oauth/token', { body: right, headers: from('10.6.6.6') })).status).toBe(200);
});

it('stands at the till that the sign-in names, and refuses a till that the shop does not have', async () => {
  const bridge = await startBridge();
  const manager = await bridge.staff('manager');
  const terrace = ok(
    await manager.ask<{ id: string }>('POST', '/bridge/v1/tills', { body: { name: 'Terrasse', uuid: '/t/terrace' } }),
  );
  const { tills } = ok(await bridge.ask<{ tills: { id: string; name: string }[] }>('GET', '/bridge/v1/screen'));
  expect(tills.map(({ name }) => name)).toEqual(['Kasse 1', 'Terrasse']);
  const at = (till?: string) =>
    bridge.ask<{ access_token: string; till: string }>('POST', '/bridge/v1/session', {
      body: { username: 'cashier@demo.example', pin: '1111', ...(till === undefined ? {} : { till }) },
    });
  const { access_token: token, till } = ok(await at(terrace.id));
  expect([till, ok(await at()).till]).toEqual([terrace.id, tills[0]?.id]);
  const { id } = ok(await bridge.ask<SmartTransaction>('POST', '/api/v2/Smart/Transactions', { token, body: {} }));
  expect(bridge.rows<{ till: string }>('SELECT till FROM smart_transaction WHERE id = ?', id)).toEqual([
    { till: terrace.id },
  ]);
  for (const foreign of [demoIds.otherTill, demoIds.terminal, 'SDV_NONE']) {
    const { status, headers } = await at(foreign);
    expect([status, headers.getSetCookie()]).toEqual([404, []]);
  }
});

interface SessionRow {
  readonly id: string;
  readonly person: { readonly id: string };
  readonly own: boolean;
  readonly browser: string;
  readonly address: string;
  readonly begun: string;
  readonly client: string | null;
  readonly till: { readonly name: string };
}

it('people see where they are signed in and end it, a manager those of everybody; an ended one is in nowhere', async () => {
  const bridge = await startBridge();
  const signedIn = async (username: string, pin: string, agent: string, place = {}) => {
    const headers = { 'user-agent': agent, ...place };
    const answer = await bridge.ask<{ access_token: string }>('POST', '/bridge/v1/session', {
      body: { username, pin },
      headers,
    });
    const authorization = { authorization: `Bearer ${answer.body.access_token}` };
    const cookie =
      answer.headers
        .getSetCookie()
        .find(one => !one.startsWith('tillbridge_till_'))
        ?.split(';')[0] ?? '';
    const listed = async () =>
      (await bridge.ask<{ data: SessionRow[] }>('GET', '/bridge/v1/sessions', { headers: authorization })).body.data;
    const end = async (id: string) =>
      (await bridge.ask('POST', `/bridge/v1/sessions/${id}/end`, { headers: authorization })).status;
    const status = async () => (await bridge.ask('GET', '/bridge/v1/till', { headers: authorization })).status;
    const refreshed = async () =>
      (await bridge.ask('POST', '/bridge/v1/session/refresh', { headers: { cookie } })).status;
    return { listed, end, status, refreshed };
  };
  const [cashier, manager] = ['cashier@demo.example', 'manager@demo.example'];
  const here = await signedIn(cashier, '1111', 'Screen 1');
  const there = await signedIn(cashier, '1111', 'Screen 2');
  // A server on this machine says for whom it calls; its own address would be that of everybody.
  const boss = await signedIn(manager, '9999', 'Office', from('10.0.0.7, 10.0.0.8'));
  const own = await here.listed();
  expect(own.map(({ browser, own }) => [browser, own]).toSorted()).toEqual([
    ['Screen 1', true],
    ['Screen 2', false],
  ]);
  expect(own[0]).toMatchObject({ client: null, till: { name: 'Kasse 1' }, begun: expect.stringMatching(/^20/) });
  // Nobody but a manager sees or ends that of somebody else.
  const all = await boss.listed();
  expect(all.map(({ browser }) => browser).toSorted()).toEqual(['Office', 'Screen 1', 'Screen 2']);
  expect(all.map(({ browser, address }) => [browser, address]).toSorted()).toEqual([
    ['Office', '10.0.0.8'],
    ['Screen 1', ''],
    ['Screen 2', ''],
  ]);
  const idOf = (browser: string) => all.find(one => one.browser === browser)?.id ?? '';
  expect(await here.end(idOf('Office'))).toBe(404);
  expect(await here.end(idOf('Screen 2'))).toBe(200);
  expect([await there.status(), await there.refreshed(), await here.status()]).toEqual([401, 401, 200]);
  expect(await here.end(idOf('Screen 2'))).toBe(404);
  expect(await boss.end(idOf('Screen 1'))).toBe(200);
  expect([await here.status(), await here.refreshed(), await boss.status()]).toEqual([401, 401, 200]);
  expect((await boss.listed()).map(({ browser }) => browser)).toEqual(['Office']);
  const [noted] = bridge.rows<{ n: number }>(
    `SELECT count(*) AS n FROM audit_entry WHERE document LIKE '%"signedOut"%'`,
  );
  expect(noted?.n).toBe(2);
});
