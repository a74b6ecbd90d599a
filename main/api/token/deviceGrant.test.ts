/** The device flow at the token endpoint: two steps, one approval, and the refusals until then. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Client, closeAll, ok, startBridge, type TestBridge } from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import { demoIds } from '../../world/demoIds.ts';

interface Codes {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_url: string;
  readonly expires_in: number;
  readonly interval: number;
}
interface Issued {
  readonly access_token: string;
  readonly expires_in: number;
  readonly token_type: string;
  readonly scope: string | null;
  readonly refresh_token: string;
}
interface Refused {
  readonly error: string;
  readonly error_description: string;
}

const UUID = '/vendor/demo/till/1';
const demo = { client_id: 'demo-client', client_secret: 'demo-secret' };
const other = { client_id: 'other-client', client_secret: 'other-secret' };

const form = <T>(bridge: TestBridge, fields: Record<string, string>) =>
  bridge.ask<T>('POST', '/oauth/token', {
    body: new URLSearchParams({ ...demo, grant_type: 'device', ...fields }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const begin = async (bridge: TestBridge, uuid = UUID) => ok(await form<Codes>(bridge, { uuid }));
const poll = (bridge: TestBridge, code: string) => form<Issued & Refused>(bridge, { code });
const approve = (person: Client, user_pin: string) =>
  person.ask<{ id: string }>('PUT', '/api/v2/Smart/Devices/pin', { body: { user_pin } });
const refusalOf = ({ status, body }: Answer<Refused>) => [status, body.error];
const reads = async (bridge: TestBridge, token: string) =>
  (await bridge.ask('GET', '/api/v2/Smart/Devices/me', { token })).status;

const PENDING = [401, 'authorization_pending'];

async function letIn(bridge: TestBridge, uuid = UUID): Promise<Issued> {
  const { device_code, user_code } = await begin(bridge, uuid);
  ok(await approve(await bridge.client(), user_code));
  return ok(await poll(bridge, device_code));
}

let bridge: TestBridge;
beforeAll(async () => {
  bridge = await startBridge();
});
afterAll(closeAll);

describe('device step 1', () => {
  it('gives a device a code for itself, one to show, and where to type it', async () => {
    specifies({ Authentication: 'device step 1: device_code, user_code, verification_url, expires_in, interval' });
    const answer = await form<Codes>(bridge, { uuid: UUID });
    expect(ok(answer)).toMatchObject({ expires_in: 1200, interval: 5, verification_url: `${bridge.url}/device` });
    expect(answer.body.device_code).toMatch(/^[0-9a-f]{32}$/);
    expect(answer.body.user_code).toMatch(/^[BCDFGHJKMNPQRSTVWXZ2-9]{8}$/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['an unknown uuid', { uuid: '/vendor/demo/till/2' }],
    ['one in other letters', { uuid: UUID.toUpperCase() }],
    ["another merchant's", { uuid: '/vendor/other/till/1' }],
  ])('refuses %s: the device is not configured', async (_what, fields) => {
    specifies({ Errors: 'invalid_device: device with given uuid not configured' });
    const refused = await form<Refused>(bridge, fields);
    expect(refusalOf(refused)).toEqual([401, 'invalid_device']);
    expect(refused.body.error_description).toBe('device with given uuid not configured');
  });

  it('without uuid and code is refused in the words of the specification', async () => {
    specifies({ Errors: 'invalid_request: missing parameters: uuid or code required' });
    const refused = await form<Refused>(bridge, {});
    expect(refusalOf(refused)).toEqual([400, 'invalid_request']);
    expect(refused.body.error_description).toBe('missing parameters: uuid or code required');
  });

  it('takes JSON with nulls, and credentials in a Basic header', async () => {
    const authorization = `Basic ${Buffer.from('demo-client:demo-secret').toString('base64')}`;
    const answer = await bridge.ask<Codes>('POST', '/oauth/token', {
      headers: { authorization },
      body: { grant_type: 'device', uuid: UUID, code: null, username: null },
    });
    expect(ok(answer).user_code).toHaveLength(8);
  });

  it('begun again drops the code of before', async () => {
    const first = await begin(bridge);
    const second = await begin(bridge);
    expect(refusalOf(await poll(bridge, first.device_code))).toEqual([400, 'invalid_code']);
    expect((await approve(await bridge.client(), first.user_code)).status).toBe(404);
    expect(refusalOf(await poll(bridge, second.device_code))).toEqual(PENDING);
  });
});

describe('device step 2', () => {
  it('waits for the person, then gives tokens that stand for the till of the uuid', async () => {
    specifies({
      Authentication: [
        'device step 2: access_token, scope null, refresh_token',
        'the refresh_token of a device is used until refreshed again',
      ],
      Errors: 'authorization_pending: keep polling',
    });
    const { device_code, user_code } = await begin(bridge);
    const waiting = await poll(bridge, device_code);
    expect(refusalOf(waiting)).toEqual(PENDING);
    expect(waiting.body.error_description).toBe('waiting for the user to enter the correct user_code');
    expect(ok(await approve(await bridge.staff('cashier'), user_code)).id).toBe(demoIds.till);
    const issued = ok(await poll(bridge, device_code));
    expect(issued).toMatchObject({ expires_in: 1200, token_type: 'bearer', scope: null });
    const me = ok(
      await bridge.ask<{ id: string; vendor_uid: string; online: boolean }>('GET', '/api/v2/Smart/Devices/me', {
        token: issued.access_token,
      }),
    );
    expect(me).toMatchObject({ id: demoIds.till, vendor_uid: UUID, online: true });
    const renewed = ok(
      await form<Issued>(bridge, { grant_type: 'refresh_token', refresh_token: issued.refresh_token }),
    );
    expect(renewed.scope).toBeNull();
    expect(await reads(bridge, renewed.access_token)).toBe(200);
  });

  it('the till of a token pays at the terminal it is joined with', async () => {
    const { access_token: token } = await letIn(bridge);
    const sale = ok(
      await bridge.ask<{ id: string; device_source: { id: string } }>('POST', '/api/v2/Smart/Transactions', {
        token,
        body: { basket_info: { sum: 500 } },
      }),
    );
    expect(sale.device_source.id).toBe(demoIds.till);
    const paid = await bridge.ask('POST', `/api/v2/Smart/Transactions/${sale.id}/start/cashless`, { token });
    expect(ok(paid).status).toBe('ok');
  });

  it('asked again before the interval has passed is refused with the interval, and the code is not looked up', async () => {
    specifies({ Authentication: 'the device polls every interval seconds', Limits: 'poll interval 5 seconds' });
    const own = await startBridge();
    const { device_code, user_code } = await begin(own);
    expect((await poll(own, device_code)).body.error_description).not.toMatch(/interval/);
    own.clock.pass(4900);
    const fast = await poll(own, device_code);
    expect(refusalOf(fast)).toEqual(PENDING);
    expect(fast.body.error_description).toMatch(/interval/);
    own.clock.pass(100);
    expect((await poll(own, device_code)).body.error_description).not.toMatch(/interval/);
    // Somebody who polls too fast still gets in: the decision opens the door at once.
    ok(await approve(await own.client(), user_code));
    expect((await poll(own, device_code)).status).toBe(200);
  });

  it('is looked at when the clock was put back', async () => {
    const own = await startBridge();
    const { device_code } = await begin(own);
    await poll(own, device_code);
    own.clock.pass(-60_000);
    expect((await poll(own, device_code)).body.error_description).not.toMatch(/interval/);
  });

  it.each([
    ['an unknown code', 'f'.repeat(32)],
    ['no code at all', '-'],
    ['a huge one', 'x'.repeat(4000)],
  ])('refuses %s', async (_what, code) => {
    specifies({ Errors: 'invalid_code: the code parameter is not valid' });
    const refused = await poll(bridge, code);
    expect(refusalOf(refused)).toEqual([400, 'invalid_code']);
    expect(refused.body.error_description).toBe('the code parameter is not valid');
  });

  it('a code is good once, for one of two that ask at the same moment', async () => {
    const { device_code, user_code } = await begin(bridge);
    ok(await approve(await bridge.client(), user_code));
    const answers = await Promise.all([poll(bridge, device_code), poll(bridge, device_code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(refusalOf(await poll(bridge, device_code))).toEqual([400, 'invalid_code']);
  });

  it('a code belongs to the client that asked for it', async () => {
    const { device_code, user_code } = await begin(bridge);
    ok(await approve(await bridge.client(), user_code));
    expect(refusalOf(await form<Refused>(bridge, { ...other, code: device_code }))).toEqual([400, 'invalid_code']);
    expect((await poll(bridge, device_code)).status).toBe(200);
  });

  it('codes expire after 1200 seconds, for the device and for the person', async () => {
    specifies({
      Authentication: 'the user_code is good within expires_in seconds',
      Limits: 'device code lifetime 1200 seconds',
    });
    const own = await startBridge();
    const { device_code, user_code } = await begin(own);
    own.clock.pass(1_199_000);
    expect(refusalOf(await poll(own, device_code))).toEqual(PENDING);
    own.clock.pass(1000);
    expect(refusalOf(await poll(own, device_code))).toEqual(PENDING);
    own.clock.pass(5000);
    expect(refusalOf(await poll(own, device_code))).toEqual([400, 'invalid_code']);
    expect((await approve(await own.client(), user_code)).status).toBe(404);
  });

  it('codes survive a restart, waiting and approved, and stand nowhere in the database', async () => {
    specifies({ Authentication: 'codes and tokens are kept as hashes' });
    const own = await startBridge();
    const { device_code, user_code } = await begin(own);
    const again = await own.restart();
    expect(refusalOf(await poll(again, device_code))).toEqual(PENDING);
    ok(await approve(await again.client(), user_code));
    const text = JSON.stringify(again.rows('SELECT * FROM device_code'));
    expect(text).not.toContain(device_code);
    expect(text).not.toContain(user_code);
    const last = await again.restart();
    expect((await poll(last, device_code)).status).toBe(200);
    expect(last.rows('SELECT * FROM device_code')).toEqual([]);
  });
});

describe('a device', () => {
  it('has one valid access token at a time: a new one ends the former', async () => {
    specifies({ Authentication: 'a device has one valid access token at a time' });
    const own = await startBridge();
    const first = await letIn(own);
    const renewed = ok(await form<Issued>(own, { grant_type: 'refresh_token', refresh_token: first.refresh_token }));
    expect(await reads(own, first.access_token)).toBe(401);
    expect(await reads(own, renewed.access_token)).toBe(200);
    const second = await letIn(own);
    expect(await reads(own, renewed.access_token)).toBe(401);
    expect((await form(own, { grant_type: 'refresh_token', refresh_token: first.refresh_token })).status).toBe(400);
    expect(await reads(own, second.access_token)).toBe(200);
  });

  it('that signs in does not sign out the persons at it', async () => {
    const own = await startBridge();
    const cashier = await own.staff('cashier');
    await letIn(own);
    expect(await reads(own, cashier.token)).toBe(200);
  });

  it('has the rights of a cashier', async () => {
    const own = await startBridge();
    const { access_token: token } = await letIn(own);
    const refused = await own.ask('POST', '/api/v2/Smart/Devices', { token, body: { type: 'cashier' } });
    expect([refused.status, (refused.body as unknown as { code: number }).code]).toEqual([404, 2004]);
  });

  it('loses every token when a manager ends them', async () => {
    const own = await startBridge();
    const [issued, cashier, manager] = [await letIn(own), await own.staff('cashier'), await own.staff('manager')];
    const end = (person: Client) => person.ask('DELETE', `/bridge/v1/devices/${demoIds.till}/tokens`);
    expect((await end(cashier)).status).toBe(403);
    expect(ok(await end(await own.client())).valueOf()).toEqual({ result: true });
    for (const token of [issued.access_token, cashier.token, manager.token]) expect(await reads(own, token)).toBe(401);
    expect((await form(own, { grant_type: 'refresh_token', refresh_token: issued.refresh_token })).status).toBe(400);
  });

  it('made by call signs in with the uuid it was given', async () => {
    specifies({ Authentication: 'a device that was made signs in with its uuid' });
    const made = ok(
      await (await bridge.client()).ask<{ id: string; vendor_uid: string }>('POST', '/api/v2/Smart/Devices', {
        body: { type: 'cashier', description: 'Kasse 2' },
      }),
    );
    expect(made.vendor_uid).toMatch(/^(\/[^/]+\/[^/]+)+$/);
    const { access_token: token } = await letIn(bridge, made.vendor_uid);
    expect(ok(await bridge.ask<{ id: string }>('GET', '/api/v2/Smart/Devices/me', { token })).id).toBe(made.id);
  });
});

describe('the person', () => {
  it('types the code as people do: small letters, spaces and dashes', async () => {
    specifies({ Authentication: 'the user_code is typed as people do' });
    const { device_code, user_code } = await begin(bridge);
    const sloppy = ` ${user_code.slice(0, 4).toLowerCase()} - ${user_code.slice(4).toLowerCase()}`;
    ok(await approve(await bridge.client(), sloppy));
    expect((await poll(bridge, device_code)).status).toBe(200);
  });

  it('of another merchant finds no device behind the code', async () => {
    const { device_code, user_code } = await begin(bridge);
    expect((await approve(await bridge.client('other'), user_code)).status).toBe(404);
    expect(refusalOf(await poll(bridge, device_code))).toEqual(PENDING);
  });

  it('may name the device, and then no other is let in', async () => {
    specifies({ 'Devices and routings': 'PUT /Smart/Devices/pin and /{id}/pin' });
    const { user_code } = await begin(bridge);
    const client = await bridge.client();
    const pin = (id: string) => client.ask('PUT', `/api/v2/Smart/Devices/${id}/pin`, { body: { user_pin: user_code } });
    expect((await pin(demoIds.terminal)).status).toBe(404);
    expect((await pin(demoIds.otherTill)).status).toBe(404);
    expect((await pin('me')).status).toBe(200);
    expect((await pin('me')).status).toBe(404);
  });

  it('is slowed down when guessing codes, and the right one is taken', async () => {
    specifies({ Authentication: 'guessing at user codes is slowed down' });
    const own = await startBridge();
    const { user_code } = await begin(own);
    const cashier = await own.staff('cashier');
    const guess = async (code: string) => (await approve(cashier, code)).status;
    for (let miss = 0; miss < 5; miss += 1) expect(await guess(`BBBBBBB${miss + 2}`)).toBe(404);
    expect(await guess('BBBBBBBB')).toBe(429);
    expect(await guess(user_code)).toBe(200);
  });

  it.each([{}, { user_pin: '' }, { user_pin: 5 }, { user_pin: 'x'.repeat(51) }])('sends nonsense: %j', async body => {
    const refused = await (await bridge.client()).ask('PUT', '/api/v2/Smart/Devices/pin', { body });
    expect(refused.status).toBe(500);
  });
});
