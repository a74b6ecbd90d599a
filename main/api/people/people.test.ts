/** People over HTTP: their lives from the first PIN to the return, and what is refused with nothing changed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, closeAll, ok, startBridge, type TestBridge } from '../../doubles/bridge.fixture.ts';
import type { AuditEntry } from '../../wire/audit.ts';
import type { Person } from '../../wire/people.ts';
import type { Session } from '../../wire/session.ts';

const path = '/bridge/v1/people';

interface Refusal {
  readonly code: number;
  readonly error_user: string;
  readonly error_details: string;
  readonly faults?: readonly { readonly path: string }[];
}

let bridge: TestBridge;
let client: Client;
let names = 0;

beforeAll(async () => {
  bridge = await startBridge();
  client = await bridge.client();
});
afterAll(closeAll);

/** Somebody with the PIN 4711 of her own. */
async function person(more: object = {}): Promise<Person> {
  names += 1;
  const body = {
    username: `p${names}@shop.example`,
    name: `Person ${names}`,
    role: 'cashier',
    pin: '4711',
    mustChange: false,
  };
  return ok(await client.ask<Person>('POST', path, { body: { ...body, ...more } }));
}

const signIn = (username: string, pin: string, new_pin?: string) =>
  bridge.ask<Session & Refusal>('POST', '/bridge/v1/session', { body: { username, pin, new_pin } });
const tokenOf = async (username: string, pin: string) => ok(await signIn(username, pin)).access_token;
const act = <T = Person & Refusal>(id: string, word: string, body: object = {}) =>
  client.ask<T>('POST', `${path}/${id}/${word}`, { body });
const reads = async (token: string) => (await bridge.ask('GET', '/bridge/v1/till', { token })).status;
const audit = async (subject: string) =>
  ok(await client.ask<{ data: AuditEntry[] }>('GET', `/bridge/v1/audit?q=subject:${subject}&count=100`)).data;

describe('a person', () => {
  it('is made, found, changed and read with the version that was meant', async () => {
    const made = await person({ username: 'Müller', name: 'Änne Müller', language: 'en' });
    expect(made).toMatchObject({ username: 'Müller', role: 'cashier', language: 'en', state: 'active', pin: 'set' });
    const found = ok(
      await client.ask<{ count: number; data: Person[] }>('GET', `${path}?q=name:änne*%20AND%20state:active`),
    );
    expect([found.count, found.data[0]?.id]).toEqual([1, made.id]);
    const read = await client.ask<Person>('GET', `${path}/${made.id}`);
    const put = (tag: string | null, body: object) =>
      client.ask<Person & Refusal>('PUT', `${path}/${made.id}`, { body, headers: { 'if-match': tag ?? '' } });
    const first = await put(read.headers.get('etag'), { name: 'Anna Müller' });
    expect(ok(first).name).toBe('Anna Müller');
    expect((await put(read.headers.get('etag'), { name: 'Lost' })).status).toBe(412);
    expect(ok(await put(first.headers.get('etag'), { role: 'readOnly' })).role).toBe('readOnly');
    const session = ok(await signIn('MÜLLER', '4711'));
    expect(session.user).toMatchObject({ id: made.id, role: 'readOnly', language: 'en' });
    const log = await audit(made.id);
    expect(log.map(entry => entry.action)).toEqual(['changed', 'changed', 'created']);
    expect(log[0]?.before).toMatchObject({ role: 'cashier' });
    expect(log[0]?.actor).toMatchObject({ name: 'demo-client', person: null });
  });

  it('gets another role in her running sign-in', async () => {
    const { id, username } = await person();
    const token = await tokenOf(username, '4711');
    const put = (role: string) => client.ask('PUT', `${path}/${id}`, { body: { role } });
    const lists = async () => (await bridge.ask('GET', path, { token })).status;
    expect(await lists()).toBe(403);
    ok(await put('manager'));
    expect(await lists()).toBe(200);
    ok(await put('cashier'));
    expect(await lists()).toBe(403);
  });

  it.each([
    [{ username: 'аnna' }, 'username'],
    [{ username: 'Cashier@Demo.example' }, 'username'],
    [{ name: 'An\u202ena' }, 'name'],
    [{ pin: '1234' }, 'pin'],
    [{ pin: '47' }, 'pin'],
  ])('is refused with %j, and nobody is made', async (more, member) => {
    const count = async () => ok(await client.ask<{ count: number }>('GET', `${path}?count=1`)).count;
    const before = await count();
    const body = { username: 'new@shop.example', name: 'New', role: 'cashier', pin: '4711', ...more };
    const refused = await client.ask<Refusal>('POST', path, { body });
    expect([refused.status, refused.body.faults?.[0]?.path]).toEqual([500, member]);
    expect(refused.text).not.toMatch(/1234|4711/);
    expect(await count()).toBe(before);
  });

  it.each([{ role: 'integrator' }, { role: 'backoffice' }, { role: 'admin' }, { role: 'cashier', pin_hash: 'x' }])(
    'cannot be given %j',
    async more => {
      const body = { username: 'other@shop.example', name: 'Other', ...more };
      expect((await client.ask('POST', path, { body })).status).toBe(500);
    },
  );

  it('may have the PIN of a colleague, and nobody learns of it', async () => {
    const [first, second] = [await person({ pin: '8305' }), await person({ pin: '8305' })];
    ok(await signIn(first.username, '8305'));
    ok(await signIn(second.username, '8305'));
    const other = await person({ pin: '2718' });
    const refused = await signIn(other.username, '8305');
    const unknown = await signIn('nobody@shop.example', '8305');
    expect([refused.status, refused.body.code]).toEqual([401, 2005]);
    expect([unknown.status, unknown.body.code, unknown.body.error_user]).toEqual([401, 2005, refused.body.error_user]);
  });
});

describe('a PIN', () => {
  it('set by a manager has to be changed at the next sign-in, in one commit with it', async () => {
    const { id, username } = await person({ mustChange: true });
    expect((await signIn(username, '4711')).body.code).toBe(5062);
    const oauth = {
      grant_type: 'appuser',
      client_id: 'demo-client',
      client_secret: 'demo-secret',
      username,
      password: '4711',
    };
    const token = await bridge.ask<{ error: string }>('POST', '/oauth/token', { body: { ...oauth, device: 'x' } });
    expect([token.status, token.body.error]).toEqual([401, 'invalid_grant']);
    for (const pin of ['1111', '4711', '47']) {
      const refused = await signIn(username, '4711', pin);
      expect([refused.status, refused.body.code, refused.body.faults?.[0]?.path]).toEqual([500, 5063, 'new_pin']);
    }
    ok(await signIn(username, '4711', '2718'));
    ok(await signIn(username, '2718'));
    expect((await signIn(username, '4711')).body.code).toBe(2005);
    const [entry] = await audit(id);
    expect(entry).toMatchObject({ action: 'pinChanged', actor: { person: id }, before: null, after: null });
  });

  it('that was reset ends the sign-ins; an own change ends the others', async () => {
    const { id, username } = await person();
    const [first, second] = [await tokenOf(username, '4711'), await tokenOf(username, '4711')];
    const change = (pin: string, new_pin: string) =>
      bridge.ask<Refusal>('PUT', '/bridge/v1/session/pin', { token: first, body: { pin, new_pin } });
    expect((await change('0000', '2718')).body.code).toBe(2005);
    expect((await change('4711', '4711')).body.code).toBe(5063);
    ok(await change('4711', '2718'));
    expect([await reads(first), await reads(second)]).toEqual([200, 401]);
    ok(await act(id, 'pin', { pin: '9027' }));
    expect(await reads(first)).toBe(401);
    expect((await signIn(username, '9027')).body.code).toBe(5062);
  });

  it('is missing until one is set, and then no PIN is right, the empty one included', async () => {
    const made = await person({ pin: undefined });
    expect(made.pin).toBe('missing');
    for (const pin of ['4711', '0', 'x']) expect((await signIn(made.username, pin)).body.code).toBe(2005);
    ok(await act(made.id, 'pin', { pin: '4711', mustChange: false }));
    bridge.clock.pass(10_000);
    ok(await signIn(made.username, '4711'));
  });

  it('stands in no answer, journal, log, audit log or database', async () => {
    const { id, username } = await person({ pin: '73195028' });
    ok(await act(id, 'pin', { pin: '73195028' }));
    await signIn(username, '73195028', '73195029');
    await signIn(username, '73195028');
    const journal = await client.ask('GET', '/bridge/v1/journal?count=200');
    const everything = [journal.text, bridge.log.join(), JSON.stringify(await audit(id))];
    const tables = bridge.rows<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'");
    for (const { name } of tables) everything.push(JSON.stringify(bridge.rows(`SELECT * FROM "${name}"`)));
    expect(everything.join()).not.toMatch(/7319502[89]/);
  });
});

describe('locked, left and back', () => {
  it('a lock ends the sign-ins and the open streams at once, and names its reason to managers alone', async () => {
    const { id, username } = await person();
    const token = await tokenOf(username, '4711');
    const stream = await fetch(`${bridge.url}/bridge/v1/events`, { headers: { authorization: `Bearer ${token}` } });
    const ended = stream.text().then(
      () => true,
      () => true,
    );
    const locked = ok(await act(id, 'lock', { reason: 'Schlüssel verloren' }));
    expect(locked).toMatchObject({ state: 'locked', lockReason: 'Schlüssel verloren' });
    expect([await reads(token), await ended]).toEqual([401, true]);
    const refused = await signIn(username, '4711');
    expect([refused.status, refused.body.code]).toEqual([403, 5064]);
    expect(refused.text).not.toContain('Schlüssel');
    expect((await signIn(username, '4712')).body.code).toBe(2005);
    const screen = await bridge.ask<{ staff: { username: string }[] }>('GET', '/bridge/v1/screen');
    expect(screen.body.staff.map(one => one.username)).not.toContain(username);
    ok(await act(id, 'unlock'));
    ok(await signIn(username, '4711'));
    expect((await audit(id)).slice(0, 2).map(({ action, reason }) => [action, reason])).toEqual([
      ['unlocked', null],
      ['locked', 'Schlüssel verloren'],
    ]);
  });

  it('whoever has left stays in the lists and gives the user name away', async () => {
    const { id, username, name } = await person();
    const token = await tokenOf(username, '4711');
    ok(await act(id, 'leave', { reason: 'Umzug' }));
    expect(await reads(token)).toBe(401);
    expect((await signIn(username, '4711')).body.code).toBe(2005);
    expect((await act(id, 'pin', { pin: '2718' })).body.code).toBe(5065);
    expect((await client.ask<Refusal>('PUT', `${path}/${id}`, { body: { name: 'X' } })).body.code).toBe(5065);
    const next = await person({ username: username.toUpperCase() });
    expect((await act(id, 'return')).body.faults?.[0]?.path).toBe('username');
    const back = ok(await act(id, 'return', { username: `back-${username}` }));
    expect(back).toMatchObject({ id, name, state: 'active', pin: 'missing', leftAt: null });
    expect(next.id).not.toBe(id);
    expect((await audit(id)).map(entry => entry.action)).toEqual(['returned', 'removed', 'created']);
  });

  it('the last manager is neither locked nor demoted nor leaves, whoever asks', async () => {
    const all = ok(await client.ask<{ data: Person[] }>('GET', `${path}?q=role:manager&count=100`)).data;
    const [last, ...others] = all.filter(one => one.state === 'active');
    for (const { id } of others) ok(await act(id, 'leave'));
    const withoutPin = await person({ role: 'manager', pin: undefined });
    const locked = await person({ role: 'manager' });
    ok(await act(locked.id, 'lock', { reason: 'x' }));
    const id = last?.id ?? '';
    const demote = () => client.ask<Refusal>('PUT', `${path}/${id}`, { body: { role: 'cashier' } });
    for (const refused of [await act(id, 'lock', { reason: 'x' }), await act(id, 'leave'), await demote()])
      expect([refused.status, refused.body.code]).toEqual([405, 5061]);
    ok(await act(withoutPin.id, 'pin', { pin: '4711' }));
    const both = await Promise.all([act(id, 'lock', { reason: 'x' }), act(withoutPin.id, 'lock', { reason: 'y' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 405]);
    for (const one of [id, withoutPin.id]) await act(one, 'unlock');
  });
});

describe('rights', () => {
  it('of another merchant nobody is read, changed, locked or brought back', async () => {
    const { id } = await person();
    const other = await bridge.client('other');
    const tries = [
      other.ask('GET', `${path}/${id}`),
      other.ask('PUT', `${path}/${id}`, { body: { name: 'X' } }),
      ...['lock', 'leave', 'unlock', 'return', 'pin'].map(word =>
        other.ask('POST', `${path}/${id}/${word}`, {
          body: word === 'lock' ? { reason: 'x' } : word === 'pin' ? { pin: '4711' } : {},
        }),
      ),
    ];
    for (const answer of await Promise.all(tries)) expect(answer.status).toBe(404);
    const { data } = ok(await other.ask<{ data: Person[] }>('GET', `${path}?count=1000`));
    expect(data.map(one => one.id)).not.toContain(id);
  });

  it('cashiers and clients without manage read and change nobody', async () => {
    const { username } = await person();
    const token = await tokenOf(username, '4711');
    expect((await bridge.ask('GET', path, { token })).status).toBe(403);
    expect((await bridge.ask('POST', path, { token, body: {} })).status).toBe(403);
  });
});

it('beyond two hundred people the sign-in wants a typed user name, and managers can still be called', async () => {
  const screen = async () =>
    (await bridge.ask<{ staff: { role: string }[]; staffHidden: boolean }>('GET', '/bridge/v1/screen')).body;
  expect((await screen()).staffHidden).toBe(false);
  bridge.alter(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
    INSERT INTO staff (id, merchant, username, name, role, pin_hash)
    SELECT 'USR_' || printf('%030d', i), merchant, 'many' || i, 'Many', 'cashier', '' FROM n, staff WHERE username = 'manager@demo.example'`);
  const { staff, staffHidden } = await screen();
  expect([staffHidden, new Set(staff.map(({ role }) => role))]).toEqual([true, new Set(['manager'])]);
});
