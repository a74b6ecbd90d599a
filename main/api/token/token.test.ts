/** Signing in: every row of the token error table, what is kept of a secret, and who may do what with a token. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anyText } from '../../doubles/anyText.ts';
import { closeAll, ok, startBridge, type TestBridge } from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';

interface Issued {
  readonly access_token: string;
  readonly expires_in: number;
  readonly token_type: string;
  readonly scope: string | null;
  readonly refresh_token?: string;
}
interface Refused {
  readonly error: string;
  readonly error_description: string;
  readonly error_uri: string;
  readonly supportId: string;
}

const MEMBERS = ['cause', 'cure', 'error', 'error_description', 'error_uri', 'fault', 'supportId'];

let bridge: TestBridge;
beforeAll(async () => {
  bridge = await startBridge();
});
afterAll(closeAll);

const demo = { client_id: 'demo-client', client_secret: 'demo-secret' };
const cashier = { ...demo, grant_type: 'appuser', username: 'cashier@demo.example', password: '1111', device: 'x' };

const form = (fields: Record<string, string>, headers: Record<string, string> = {}, path = '/oauth/token') =>
  bridge.ask<Issued & Refused>('POST', path, {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });

const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});

const reads = async (token: string) => (await bridge.ask('GET', '/api/v2/Smart/Transactions', { token })).status;

describe('a token', () => {
  it('comes for client credentials, by form', async () => {
    specifies({
      Conventions: 'the token endpoint takes form-encoded input',
      Endpoints: 'POST /oauth/token: gives tokens for four grants',
      Authentication: [
        'tokens come for a form-encoded body',
        'client_credentials: access_token, expires_in, token_type bearer, scope',
      ],
    });
    const answer = await form({ ...demo, grant_type: 'client_credentials' });
    expect(ok(answer)).toMatchObject({ expires_in: 1200, token_type: 'bearer' });
    expect(answer.body.scope).toBeTypeOf('string');
    expect(answer.body.refresh_token).toBeUndefined();
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await reads(answer.body.access_token)).toBe(200);
  });

  it.each([
    [
      'as JSON',
      () => bridge.ask<Issued>('POST', '/oauth/token', { body: { ...demo, grant_type: 'client_credentials' } }),
    ],
    ['with a doubled slash', () => form({ ...demo, grant_type: 'client_credentials' }, {}, '//oauth/token')],
    ['with a trailing slash', () => form({ ...demo, grant_type: 'client_credentials' }, {}, '/oauth/token/')],
    ['with a Basic header', () => form({ grant_type: 'client_credentials' }, basic('demo-client', 'demo-secret'))],
    [
      'with an encoded Basic header',
      () => form({ grant_type: 'client_credentials' }, basic('demo%2Dclient', 'demo%2Dsecret')),
    ],
    ['with fields nobody knows', () => form({ ...demo, grant_type: 'client_credentials', 'deviceinfo[name]': 'x' })],
  ] as const)('%s', async (_how, get) => {
    specifies({ Authentication: ['existing clients send JSON, with nulls', 'credentials in body or headers'] });
    expect(await reads(ok(await get()).access_token)).toBe(200);
  });

  it('of a person has no scope and can be refreshed, again and again with the same refresh token', async () => {
    specifies({ Authentication: 'appuser: scope null and a refresh_token' });
    const { refresh_token, scope } = ok(await form(cashier));
    expect(scope).toBeNull();
    for (let round = 0; round < 2; round += 1) {
      const again = ok(await form({ ...demo, grant_type: 'refresh_token', refresh_token: refresh_token ?? '' }));
      expect(again.refresh_token).toBeUndefined();
      expect(again.scope).toBeNull();
      expect(await reads(again.access_token)).toBe(200);
    }
  });
});

describe('refusals, by the table of the specification', () => {
  beforeEach(() => specifies({ Authentication: 'grant_type selects the flow' }));
  const grant = { grant_type: 'client_credentials' };
  const password = { ...cashier, password: 'wrong' };
  const table: readonly [what: string, fields: Record<string, string>, status: number, error: string, words: RegExp][] =
    [
      [
        'wrong secret',
        { ...grant, client_id: 'demo-client', client_secret: 'x' },
        400,
        'invalid_client',
        /credentials invalid/,
      ],
      [
        'unknown client',
        { ...grant, client_id: 'nobody', client_secret: 'x' },
        400,
        'invalid_client',
        /credentials invalid/,
      ],
      ['no credentials', grant, 400, 'invalid_client', /not found in headers or body/],
      ['no secret', { ...grant, client_id: 'demo-client' }, 400, 'invalid_client', /client secret/],
      ['unknown grant', { ...demo, grant_type: 'password' }, 400, 'unsupported_grant_type', /unknown grant type/],
      ['a grant out of JavaScript', { ...demo, grant_type: '__proto__' }, 400, 'unsupported_grant_type', /unknown/],
      ['no grant', demo, 400, 'invalid_request', /not specified/],
      [
        'no password',
        { ...demo, grant_type: 'appuser', username: 'a', device: 'b' },
        400,
        'invalid_request',
        /required/,
      ],
      [
        'no device',
        { ...demo, grant_type: 'appuser', username: 'a', password: 'b' },
        400,
        'invalid_request',
        /required/,
      ],
      ['wrong password', password, 401, 'invalid_grant', /invalid/],
      ['unknown person', { ...cashier, username: 'nobody' }, 401, 'invalid_grant', /invalid/],
      ['neither uuid nor code', { ...demo, grant_type: 'device' }, 400, 'invalid_request', /uuid or code required/],
      ['an unknown device', { ...demo, grant_type: 'device', uuid: '/a/b' }, 401, 'invalid_device', /not configured/],
      ['an unknown code', { ...demo, grant_type: 'device', code: 'x' }, 400, 'invalid_code', /code parameter is not/],
      ['no refresh token', { ...demo, grant_type: 'refresh_token' }, 400, 'invalid_request', /required/],
      [
        'wrong refresh token',
        { ...demo, grant_type: 'refresh_token', refresh_token: 'x' },
        400,
        'invalid_grant',
        /not valid/,
      ],
    ];

  it.each(table)('%s', async (_what, fields, status, error, words) => {
    specifies({
      Errors: [
        'invalid_client: client credentials invalid',
        'unsupported_grant_type: unknown grant type',
        'invalid_request: grant type not specified',
        'invalid_request: missing parameters: username, password and device required',
      ],
    });
    const refused = await form(fields);
    expect([refused.status, refused.body.error]).toEqual([status, error]);
    expect(refused.body.error_description).toMatch(words);
    expect(Object.keys(refused.body).sort()).toEqual(MEMBERS);
    expect(refused.body.error_uri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/docs\/errors#token-\w+$/);
    expect(refused.headers.get('x-support-id')).toBe(refused.body.supportId);
  });

  it.each([
    ['malformed JSON', '{"grant_type":', 'application/json'],
    ['a number for a text', '{"grant_type":5}', 'application/json'],
    ['a list', '[]', 'application/json'],
    ['another type of content', '<xml/>', 'text/xml'],
  ])('%s, in the same shape', async (_what, body, type) => {
    const refused = await bridge.ask<Refused>('POST', '/oauth/token', { body, headers: { 'content-type': type } });
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_request']);
    expect(Object.keys(refused.body).sort()).toEqual(MEMBERS);
    expect(refused.body.error_uri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/docs\/errors#token-\w+$/);
    expect(refused.headers.get('x-support-id')).toBe(refused.body.supportId);
  });

  it('a PIN through a program of others, where the setting leaves that out; the screen takes it', async () => {
    const shop = await startBridge({ config: { appuserGrant: false } });
    const asked = await shop.ask<Refused>('POST', '/oauth/token', { body: cashier });
    expect([asked.status, asked.body.error]).toEqual([400, 'unsupported_grant_type']);
    expect(asked.body.error_description).toMatch(/at the screen/);
    ok(await shop.ask('POST', '/bridge/v1/session', { body: { username: 'cashier@demo.example', pin: '1111' } }));
    expect((await shop.client()).token).toMatch(/^[\w-]{20,}$/);
    await shop.close();
  });

  it('whatever is sent, the answer is one of the table and nothing breaks', async () => {
    const grants = ['client_credentials', 'appuser', 'device', 'refresh_token', 'x', '', '__proto__'];
    const text = fc.oneof(anyText(40), fc.constant(null), fc.integer());
    const fields = fc.record(
      {
        grant_type: fc.constantFrom(...grants),
        client_id: fc.oneof(fc.constant('demo-client'), text),
        client_secret: fc.oneof(fc.constant('demo-secret'), text),
        uuid: text,
        code: text,
        refresh_token: text,
      },
      { requiredKeys: [] },
    );
    // A bridge of its own: so many wrong secrets may lock the client.
    const own = await startBridge();
    await fc.assert(
      fc.asyncProperty(fields, async body => {
        const answer = await own.ask<Refused>('POST', '/oauth/token', { body });
        expect([200, 400, 401, 429]).toContain(answer.status);
        if (answer.status !== 200) expect(Object.keys(answer.body).sort()).toEqual(MEMBERS);
      }),
      { numRuns: process.env.LONG ? 200 : 60 },
    );
  });

  it('nothing at all', async () => {
    specifies({ Errors: 'invalid_client: credentials not found in headers or body' });
    const refused = await bridge.ask<Refused>('POST', '/oauth/token');
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_client']);
  });

  it('a person of another merchant', async () => {
    const refused = await form({ ...cashier, client_id: 'other-client', client_secret: 'other-secret' });
    expect([refused.status, refused.body.error]).toEqual([401, 'invalid_grant']);
  });

  it('a refresh token of another client', async () => {
    const { refresh_token = '' } = ok(await form(cashier));
    const refused = await form({
      client_id: 'other-client',
      client_secret: 'other-secret',
      grant_type: 'refresh_token',
      refresh_token,
    });
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant']);
  });
});

describe('what a token opens', () => {
  interface Refusal {
    readonly code: number;
    readonly error: string;
  }
  const get = (headers: Record<string, string>) =>
    bridge.ask<Refusal>('GET', '/api/v2/Smart/Transactions', { headers });

  it.each([
    ['none', {}],
    ['another scheme', { authorization: 'Basic abc' }],
    ['an unknown one', { authorization: 'Bearer abc' }],
    ['an empty one', { authorization: 'Bearer ' }],
    ['a huge one', { authorization: `Bearer ${'x'.repeat(5000)}` }],
  ])('401: %s', async (_what, headers) => {
    specifies({ Errors: 'HTTP 401: missing or invalid token' });
    const refused = await get(headers as Record<string, string>);
    expect([refused.status, refused.body.code]).toEqual([401, 2003]);
  });

  it('401: a refresh token is no access token', async () => {
    const { refresh_token = '' } = ok(await form(cashier));
    expect(await reads(refresh_token)).toBe(401);
  });

  it('403: a client without a contract', async () => {
    specifies({ Errors: 'HTTP 403: no contract' });
    const nobody = await bridge.client('nocontract');
    expect((await nobody.ask('GET', '/api/v2/Smart/Transactions')).status).toBe(403);
  });

  it('404: what is not there, only for those who are signed in', async () => {
    specifies({ Errors: 'HTTP 404: not found' });
    expect((await (await bridge.client()).ask('GET', '/api/v2/Nothing')).status).toBe(404);
    expect((await bridge.ask('GET', '/api/v2/Smart/Transactions/STX_1')).status).toBe(401);
  });

  it('a header named Authenticate is not read: the defined one is Authorization', async () => {
    specifies({ Authentication: 'a header named Authenticate is not the defined scheme' });
    const { token } = await bridge.client();
    expect((await get({ authenticate: `Bearer ${token}` })).status).toBe(401);
    expect((await get({ authorization: `Bearer ${token}` })).status).toBe(200);
  });

  it('the scheme is read without regard to case', async () => {
    specifies({ Authentication: 'API calls carry Authorization: Bearer' });
    const { token } = await bridge.client();
    expect((await get({ authorization: `bEARER ${token}` })).status).toBe(200);
  });
});

describe('time', () => {
  it('ends an access token after 1200 seconds, not before, and a refresh token after half a year', async () => {
    specifies({
      Authentication: 'expires_in: a token is usable for 1200 seconds',
      Limits: 'access token lifetime 1200 seconds',
    });
    const own = await startBridge();
    const till = await own.staff('cashier');
    const signIn = await own.ask<Issued>('POST', '/oauth/token', { body: cashier });
    const refresh = () =>
      own.ask<Issued>('POST', '/oauth/token', {
        body: { ...demo, grant_type: 'refresh_token', refresh_token: signIn.body.refresh_token },
      });
    const status = async () => (await till.ask('GET', '/api/v2/Smart/Transactions')).status;
    own.clock.pass(1_199_000);
    expect(await status()).toBe(200);
    own.clock.pass(1000);
    expect(await status()).toBe(401);
    expect((await refresh()).status).toBe(200);
    own.clock.pass(180 * 86_400_000);
    expect((await refresh()).status).toBe(200);
    own.clock.pass(3 * 86_400_000);
    expect((await refresh()).status).toBe(400);
  });

  it('makes guessing slow: three misses are free, then the pause doubles, and a hit forgets them', async () => {
    specifies({ Authentication: 'guessing at PINs is slowed down' });
    const own = await startBridge();
    const guess = async (password: string) =>
      (await own.ask('POST', '/oauth/token', { body: { ...cashier, username: 'MANAGER@demo.example', password } }))
        .status;
    for (let miss = 0; miss < 3; miss += 1) expect(await guess('0000')).toBe(401);
    expect(await guess('0000')).toBe(429);
    own.clock.pass(4000);
    expect(await guess('0000')).toBe(401);
    own.clock.pass(7900);
    expect(await guess('0000')).toBe(429);
    expect(await guess('9999')).toBe(200);
    for (let miss = 0; miss < 2; miss += 1) expect(await guess('0000')).toBe(401);
    expect(await guess('9999')).toBe(200);
  });

  it('guesses sent all at once tell no more than guesses sent one by one', async () => {
    const own = await startBridge();
    const pins = [...Array.from({ length: 39 }, (_, index) => String(index).padStart(4, '0')), '9999'];
    const guesses = pins.map(pin =>
      own.ask('POST', '/oauth/token', { body: { ...cashier, username: 'manager@demo.example', password: pin } }),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter(status => status !== 429).length).toBeLessThanOrEqual(3);
  });
});

describe('at rest', () => {
  it('no secret is in the database', async () => {
    specifies({
      Authentication: 'no secret stands in the database',
      Errors: 'invalid_client: client invalid or must authenticate using a client secret',
    });
    const own = await startBridge();
    const { access_token, refresh_token = '' } = (await own.ask<Issued>('POST', '/oauth/token', { body: cashier }))
      .body;
    await own.close();
    const file = readFileSync(join(own.data, 'tillbridge.db'));
    expect(file.includes('cashier@demo.example')).toBe(true);
    for (const secret of [access_token, refresh_token, 'demo-secret', 'other-secret'])
      expect(file.includes(secret), secret).toBe(false);
    expect(own.log.join()).not.toContain(access_token);
    const pins = own.rows<{ pin_hash: string }>('SELECT pin_hash FROM staff').map(row => row.pin_hash);
    for (const hash of pins) expect(hash).toMatch(/^s2\.[\w-]*\.\d\d\.[\w-]{22}\.[\w-]{43}$/);
  });

  it('a restart keeps the tokens', async () => {
    const own = await startBridge();
    const { token } = await own.client();
    const again = await own.restart();
    expect((await again.ask('GET', '/api/v2/Smart/Transactions', { token })).status).toBe(200);
  });
});
