/** Clients of the API over HTTP: secrets that are shown once, rotated and ended, and rights that nobody gives away. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, closeAll, ok, startBridge, type TestBridge } from '../../doubles/bridge.fixture.ts';
import type { AuditEntry } from '../../wire/audit.ts';
import type { ClientWithSecret, Client as Shown } from '../../wire/clients.ts';
import { demoIds } from '../../world/demoIds.ts';

const path = '/bridge/v1/clients';
const HOUR = 3_600_000;

interface Refusal {
  readonly code: number;
  readonly faults?: readonly { readonly path: string }[];
}

let bridge: TestBridge;
let client: Client;
let made = 0;

beforeAll(async () => {
  bridge = await startBridge();
  client = await bridge.client();
});
afterAll(closeAll);

async function register(more: object = {}): Promise<ClientWithSecret> {
  made += 1;
  return ok(await client.ask<ClientWithSecret>('POST', path, { body: { id: `register-${made}`, ...more } }));
}

const signIn = (id: string, secret: string) =>
  bridge.ask<{ access_token: string; error?: string }>('POST', '/oauth/token', {
    body: { grant_type: 'client_credentials', client_id: id, client_secret: secret },
  });
const tokenOf = async (id: string, secret: string) => ok(await signIn(id, secret)).access_token;
const reads = async (token: string, at = '/bridge/v1/till') => (await bridge.ask('GET', at, { token })).status;
const act = <T = ClientWithSecret & Refusal>(id: string, word: string, body: object) =>
  client.ask<T>('POST', `${path}/${id}/${word}`, { body });
const read = async (id: string) => ok(await client.ask<Shown>('GET', `${path}/${id}`));

describe('a client', () => {
  it('sells with its secret, which no other answer, list, journal, audit entry or row holds', async () => {
    const answer = await client.ask<ClientWithSecret>('POST', path, { body: { id: 'front-desk', name: 'Tresen' } });
    const { secret, ...shown } = ok(answer);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(shown).toMatchObject({
      id: 'front-desk',
      name: 'Tresen',
      scopes: ['smart', 'loyalty', 'payment', 'general'],
    });
    expect(await reads(await tokenOf('front-desk', secret))).toBe(200);
    const texts = [
      (await client.ask('GET', `${path}?count=100`)).text,
      (await client.ask('GET', `${path}/front-desk`)).text,
      (await client.ask('GET', '/bridge/v1/journal?count=200')).text,
      (await client.ask('GET', '/bridge/v1/audit?count=100')).text,
      bridge.log.join(),
    ];
    const tables = bridge.rows<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'");
    for (const { name } of tables) texts.push(JSON.stringify(bridge.rows(`SELECT * FROM "${name}"`)));
    expect(texts.join()).not.toContain(secret);
  });

  it('gets an id where it brings none, and shows on which day it was used last', async () => {
    const { id, secret, lastUsed } = ok(await client.ask<ClientWithSecret>('POST', path, { body: {} }));
    expect([id, lastUsed]).toEqual([expect.stringMatching(/^client-[a-z0-9]{12}$/), null]);
    const token = await tokenOf(id, secret);
    const day = new Date(bridge.clock.now()).toISOString().slice(0, 10);
    expect((await read(id)).lastUsed).toBe(day);
    const writes = () => bridge.rows('SELECT last_used FROM client WHERE id = ?', id);
    const before = writes();
    for (let call = 0; call < 3; call += 1) await reads(token);
    expect(writes()).toEqual(before);
  });

  it('acts for the till it is bound to', async () => {
    const { data } = ok(
      await client.ask<{ data: { id: string; type: string }[] }>(
        'GET',
        '/api/v2/Smart/Devices?count=100&fields=id,type',
      ),
    );
    const terminal = data.find(({ type }) => type !== 'cashier')?.id;
    const till = ok(await client.ask<{ id: string }>('POST', '/bridge/v1/tills', { body: { name: 'Kasse zwei' } })).id;
    const refused = await client.ask<Refusal>('POST', path, { body: { id: 'bound', till: terminal } });
    expect(refused.body.faults?.[0]?.path).toBe('till');
    const { secret } = ok(await client.ask<ClientWithSecret>('POST', path, { body: { id: 'bound', till } }));
    const view = await bridge.ask<{ device: { id: string } }>('GET', '/bridge/v1/till', {
      token: await tokenOf('bound', secret),
    });
    expect(ok(view).device.id).toBe(till);
    expect(till).not.toBe(demoIds.till);
    ok(await client.ask('PUT', `${path}/bound`, { body: { till: null } }));
    expect((await read('bound')).till).toBeNull();
  });

  it.each([
    [{ id: 'ab' }, 500, 'id'],
    [{ id: 'demo-client' }, 500, 'id'],
    [{ id: 'tillbridge-screen' }, 500, 'id'],
    [{ id: 'other-client' }, 500, 'id'],
    [{ id: 'good-one', name: 'a\u200bb' }, 500, 'name'],
    [{ id: 'good-one', till: 'SDV_000000000000000000000000000000' }, 500, 'till'],
  ])('is refused with %j', async (body, status, member) => {
    const refused = await client.ask<Refusal>('POST', path, { body });
    expect([refused.status, refused.body.faults?.[0]?.path]).toEqual([status, member]);
  });

  it.each([{ scopes: [] }, { scopes: ['root'] }, { scopes: ['smart', 'smart'] }, { rotates: 1 }, { secret: 'mine' }])(
    'is refused with %j before anything is looked at',
    async more => {
      expect((await client.ask('POST', path, { body: { id: 'good-one', ...more } })).status).toBe(500);
    },
  );
});

describe('a secret', () => {
  it('and its successor are both good for the overlap, and then the successor alone', async () => {
    const { id, secret } = await register();
    const token = await tokenOf(id, secret);
    const next = ok(await act(id, 'secret', { overlapMinutes: 60 }));
    expect(next.secret).not.toBe(secret);
    expect(Date.parse(next.oldSecretUntil ?? '')).toBe(Math.floor((bridge.clock.now() + HOUR) / 1000) * 1000);
    for (const good of [secret, next.secret]) ok(await signIn(id, good));
    expect(await reads(token)).toBe(200);
    bridge.clock.pass(HOUR);
    expect((await signIn(id, secret)).body.error).toBe('invalid_client');
    ok(await signIn(id, next.secret));
    client = await bridge.client();
  });

  it('that is ended at once takes its tokens with it, and the overlap of a secret before', async () => {
    const { id, secret } = await register();
    const second = ok(await act(id, 'secret', { overlapMinutes: 1440 }));
    const tokens = [await tokenOf(id, secret), await tokenOf(id, second.secret)];
    const third = ok(await act(id, 'secret', { overlapMinutes: 0 }));
    expect(third.oldSecretUntil).toBeNull();
    for (const token of tokens) expect(await reads(token)).toBe(401);
    for (const old of [secret, second.secret]) expect((await signIn(id, old)).status).toBe(400);
    ok(await signIn(id, third.secret));
    for (const overlapMinutes of [-1, 1441, 0.5])
      expect((await act(id, 'secret', { overlapMinutes })).status).toBe(500);
  });

  it('of a client that was ended is good for nothing, with those of persons who signed in through it', async () => {
    const { id, secret } = await register();
    const person = { grant_type: 'appuser', username: 'cashier@demo.example', password: '1111', device: 'x' };
    const signed = await bridge.ask<{ access_token: string; refresh_token: string }>('POST', '/oauth/token', {
      body: { ...person, client_id: id, client_secret: secret },
    });
    const tokens = [await tokenOf(id, secret), ok(signed).access_token];
    const ended = ok(await act<Shown>(id, 'revoke', { reason: 'Kasse gestohlen' }));
    expect(ended).toMatchObject({ state: 'revoked', revokeReason: 'Kasse gestohlen' });
    for (const token of tokens) expect(await reads(token)).toBe(401);
    expect((await signIn(id, secret)).status).toBe(400);
    const again = [
      await act(id, 'secret', { overlapMinutes: 0 }),
      await act(id, 'revoke', { reason: 'x' }),
      await client.ask<Refusal>('PUT', `${path}/${id}`, { body: { scopes: ['smart'] } }),
    ];
    for (const refused of again) expect([refused.status, refused.body.code]).toEqual([405, 5066]);
    expect((await client.ask<Refusal>('POST', path, { body: { id } })).body.faults?.[0]?.path).toBe('id');
    const { data } = ok(await client.ask<{ data: AuditEntry[] }>('GET', `/bridge/v1/audit?q=subject:${id}`));
    expect(data.map(({ action, reason }) => [action, reason])).toEqual([
      ['revoked', 'Kasse gestohlen'],
      ['created', null],
    ]);
  });
});

describe('rights', () => {
  it('nobody gives away what he does not have, nor takes it by a new secret', async () => {
    const rich = await register({ scopes: ['smart', 'payment', 'manage'] });
    const poor = await register({ scopes: ['smart', 'manage'] });
    const token = await tokenOf(poor.id, poor.secret);
    const asPoor = (method: string, at: string, body: object) => bridge.ask<Refusal>(method, at, { token, body });
    const tries = [
      await asPoor('POST', path, { id: 'stronger', scopes: ['smart', 'control'] }),
      await asPoor('POST', path, { id: 'stronger' }),
      await asPoor('PUT', `${path}/${poor.id}`, { scopes: ['smart', 'payment', 'manage'] }),
      await asPoor('POST', `${path}/${rich.id}/secret`, { overlapMinutes: 0 }),
    ];
    for (const refused of tries) expect([refused.status, refused.body.code]).toEqual([403, 5067]);
    ok(await asPoor('PUT', `${path}/${rich.id}`, { name: 'Renamed' }));
    ok(await signIn(rich.id, rich.secret));
  });

  it('other scopes count from the next call on', async () => {
    const { id, secret } = await register({ scopes: ['smart', 'manage'] });
    const token = await tokenOf(id, secret);
    expect(await reads(token, path)).toBe(200);
    ok(await client.ask('PUT', `${path}/${id}`, { body: { scopes: ['smart'] } }));
    expect([await reads(token, path), await reads(token)]).toEqual([403, 200]);
  });

  it('the client of the screen and those of other merchants are not there', async () => {
    const other = await bridge.client('other');
    const { id } = await register();
    for (const name of ['tillbridge-screen', 'other-client', 'nobody'])
      for (const [method, at, body] of [
        ['GET', '', undefined],
        ['PUT', '', { name: 'x' }],
        ['POST', '/secret', { overlapMinutes: 0 }],
        ['POST', '/revoke', { reason: 'x' }],
      ] as const)
        expect((await client.ask(method, `${path}/${name}${at}`, { body })).status, `${method} ${name}`).toBe(404);
    expect((await other.ask('POST', `${path}/${id}/revoke`, { body: { reason: 'x' } })).status).toBe(404);
    const { data } = ok(await client.ask<{ count: number; data: Shown[] }>('GET', `${path}?count=1000`));
    expect(data.map(one => one.id)).not.toContain('tillbridge-screen');
    expect(data.map(one => one.id)).not.toContain('other-client');
  });
});
