/** Signing in, sessions, rights over people, and the audit log, over HTTP and on a real PostgreSQL. */
import { describe, expect, it } from 'vitest';
import { hashToken } from '../../../world/secrets.ts';
import { checkAudit } from '../../people/audit.ts';
import { ids, openBooks, passwords } from '../../reports/books.fixture.ts';

const books = openBooks();
const form = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  books.ask<{ access_token?: string; error?: string }>(null, '/token', {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
  });
const json = (method: string, body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
});
const cookieOf = (headers: Headers) => (headers.get('set-cookie') ?? '').split(';')[0] ?? '';

describe('signing in', () => {
  it('gives a token for the right password, and tells who is signed in', async () => {
    const [username, password] = passwords.chain;
    const { status, body, headers } = await form({ username, password });
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'bearer', expires_in: 43_200 });
    expect(headers.get('cache-control')).toBe('no-store');
    const me = await books.ask<object>('chain', '/me');
    expect(me.body).toMatchObject({
      role: 'chain',
      today: '2026-11-23',
      stores: [{ id: ids.north }, { id: ids.south }],
    });
  });

  it('keeps no token, only its hash', async () => {
    const [username, password] = passwords.chain;
    const { body } = await form({ username, password });
    const rows = await books.database.query<{ hash: string }>('SELECT hash FROM session');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ hash }) => hash)).not.toContain(body.access_token);
  });

  it('is over where a clock that was twenty years ahead began it', async () => {
    const [username, password] = passwords.chain;
    const token = (await form({ username, password })).body.access_token ?? '';
    const me = () => books.ask(null, '/me', { headers: { authorization: `bearer ${token}` } });
    expect((await me()).status).toBe(200);
    await books.database.query(
      `UPDATE session SET begun = begun + interval '20 years', expires = expires + interval '20 years' WHERE hash = $1`,
      [hashToken(token)],
    );
    expect((await me()).status).toBe(401);
  });

  it.each([
    ['a wrong password', { username: 'chain@own.example', password: 'wrong-password' }],
    ['an unknown name', { username: 'nobody@own.example', password: 'wrong-password' }],
  ])('refuses %s with the same words', async (_what, fields) => {
    const { status, body } = await form(fields);
    expect([status, body.error]).toEqual([401, 'invalid_grant']);
  });

  it('slows wrong passwords, many at once included, and lets the person in after the pause', async () => {
    const attempt = () => form({ username: 'reader@own.example', password: 'no' });
    const answers = await Promise.all(Array.from({ length: 12 }, attempt));
    const states = answers.map(({ status }) => status);
    expect(states.filter(status => status === 401).length).toBeLessThanOrEqual(3);
    expect(states.filter(status => status === 429).length).toBeGreaterThanOrEqual(9);
    const [username, password] = passwords.reader;
    const locked = await form({ username, password });
    expect(locked.status).toBe(429);
    const wait = Number(locked.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    books.clock.now += wait * 1000 + 1;
    expect((await form({ username, password })).status).toBe(200);
  });

  it('ends a session after twelve hours and at signing out', async () => {
    const [username, password] = passwords.chain;
    const sign = async () => ({ authorization: `Bearer ${(await form({ username, password })).body.access_token}` });
    const headers = await sign();
    expect((await books.ask(null, '/me', { headers })).status).toBe(200);
    await books.ask(null, '/token', { method: 'DELETE', headers });
    expect((await books.ask(null, '/me', { headers })).status).toBe(401);
    const second = await sign();
    books.clock.now += 43_200_001;
    expect((await books.ask(null, '/me', { headers: second })).status).toBe(401);
    books.clock.now -= 43_200_001;
  });
});

describe('the cookie of a browser', () => {
  const own = { 'sec-fetch-site': 'same-origin' };
  const signIn = async () => {
    const [username, password] = passwords.chain;
    return form({ username, password, cookie: '1' }, own);
  };

  it('is HttpOnly and SameSite=Strict, and the answer holds no token', async () => {
    const { body, headers } = await signIn();
    expect(body.access_token).toBeUndefined();
    expect(headers.getSetCookie()[0]).toMatch(
      /^tillbridge_office=[\w-]{43}; Max-Age=43200; Path=\/office; HttpOnly; SameSite=Strict$/,
    );
    expect((await books.ask(null, '/me', { headers: { cookie: cookieOf(headers) } })).status).toBe(200);
  });

  it('is never one that the browser brought along', async () => {
    const [username, password] = passwords.chain;
    const planted = `tillbridge_office=${'a'.repeat(43)}`;
    const { headers } = await form({ username, password, cookie: '1' }, { ...own, cookie: planted });
    expect(cookieOf(headers)).not.toBe(planted);
    expect((await books.ask(null, '/me', { headers: { cookie: planted } })).status).toBe(401);
  });

  it.each([
    ['a foreign page', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['another port of this machine', { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:1' }],
    ['an old browser of a foreign page', { origin: 'https://evil.example' }],
    ['nobody', {}],
  ])('changes nothing for %s', async (_what, headers: Record<string, string>) => {
    const cookie = cookieOf((await signIn()).headers);
    const change = json('PATCH', { language: 'en' }, { cookie, ...headers });
    expect((await books.ask(null, '/me', change)).status).toBe(403);
    const [username, password] = passwords.chain;
    expect((await form({ username, password, cookie: '1' }, headers)).status).toBe(403);
  });

  it('changes something for a page of its own', async () => {
    const cookie = cookieOf((await signIn()).headers);
    for (const headers of [own, { origin: books.url }])
      expect((await books.ask(null, '/me', json('PATCH', { language: 'de' }, { cookie, ...headers }))).status).toBe(
        200,
      );
  });
});

describe('people', () => {
  const person = {
    username: 'new@own.example',
    name: 'New',
    role: 'store',
    store: ids.north,
    password: 'long-enough-1',
  };

  it('are added, changed and locked by the chain; a lock ends their sessions', async () => {
    const added = await books.ask<{ id: string }>('chain', '/people', json('POST', person));
    expect(added.status).toBe(201);
    const token = (await form({ username: person.username, password: person.password })).body.access_token;
    const headers = { authorization: `Bearer ${token}` };
    expect((await books.ask(null, '/me', { headers })).status).toBe(200);
    const locked = await books.ask('chain', `/people/${added.body.id}`, json('PATCH', { locked: true }));
    expect(locked.body).toMatchObject({ locked: true });
    expect((await books.ask(null, '/me', { headers })).status).toBe(401);
    expect((await form({ username: person.username, password: person.password })).status).toBe(401);
  });

  it.each(['store', 'reader'] as const)('are nothing for the role of %s', async name => {
    expect((await books.ask(name, '/people')).status).toBe(403);
    expect((await books.ask(name, '/people', json('POST', person))).status).toBe(403);
    expect((await books.ask(name, '/audit')).status).toBe(403);
  });

  it('of another merchant are not there', async () => {
    const listed = await books.ask<{ data: { username: string }[] }>('chain', '/people');
    expect(listed.body.data.map(({ username }) => username)).not.toContain(passwords.foreign[0]);
    for (const [path, init] of [
      ['/people/USR_FOREIGN', json('PATCH', { locked: true })],
      ['/people/USR_FOREIGN/password', json('POST', { password: 'taken-over-1' })],
      ['/people', json('POST', { ...person, username: 'x@own.example', store: ids.abroad })],
    ] as const)
      expect([path, (await books.ask('chain', path, init)).status]).toEqual([path, 404]);
  });

  it.each([
    ['a short password', { ...person, username: 'a@b.c', password: 'short' }, 400],
    ['a taken username in other letters', { ...person, username: 'CHAIN@own.example' }, 409],
    ['a store person without a store', { ...person, username: 'a@b.c', store: null }, 400],
  ])('are refused with %s', async (_what, body, status) => {
    expect((await books.ask('chain', '/people', json('POST', body))).status).toBe(status);
  });

  it('keep at least one of the chain', async () => {
    expect((await books.ask('chain', '/people/USR_CHAIN', json('PATCH', { locked: true }))).status).toBe(400);
    expect((await books.ask('chain', '/me')).status).toBe(200);
  });

  it('change their password with the one of before, which ends their other sessions', async () => {
    const [username, password] = passwords.store;
    const sign = async (word: string) => (await form({ username, password: word })).body.access_token;
    const [here, there] = [await sign(password), await sign(password)];
    const asking = (token: string | undefined) => ({ authorization: `Bearer ${token}` });
    const change = (before: string, after: string) => json('POST', { before, password: after }, asking(here));
    expect((await books.ask(null, '/me/password', change('wrong', 'another-password'))).status).toBe(403);
    expect((await books.ask(null, '/me/password', change(password, 'another-password'))).status).toBe(200);
    // Tests hash as a demo does, at a cost of nothing; a password that somebody sets has its full cost.
    const stored = "SELECT password_hash AS hash FROM person WHERE id = 'USR_STORE'";
    expect(await books.database.query(stored)).toEqual([{ hash: expect.stringMatching(/^a1\./) }]);
    expect((await books.ask(null, '/me', { headers: asking(here) })).status).toBe(200);
    expect((await books.ask(null, '/me', { headers: asking(there) })).status).toBe(401);
    expect((await books.ask(null, '/me/password', change('another-password', password))).status).toBe(200);
  });

  it.each([
    ['of those most used', 'basketball'],
    ['with signs for letters, a year or an exclamation mark', 'P@ssw0rd2026!'],
    ['of a row of keys', 'qwertzuiop'],
    ['of repetitions', 'abcabcabcabc'],
    ['of the own names', 'own.example2026'],
  ])('take no password %s', async (_, password) => {
    const own = await books.ask<{ error_code: string }>(
      'chain',
      '/me/password',
      json('POST', { before: passwords.chain[1], password }),
    );
    expect([own.status, own.body.error_code]).toEqual([400, 'passwordEasy']);
    const person = { username: 'easy@own.example', name: 'Easy', role: 'chain', password };
    const added = await books.ask<{ error_code: string }>('chain', '/people', json('POST', person));
    expect([added.status, added.body.error_code]).toEqual([400, 'passwordEasy']);
  });
});

describe('the own sessions', () => {
  interface View {
    readonly id: string;
    readonly browser: string;
    readonly place: string;
    readonly own: boolean;
  }
  const [username, password] = passwords.reader;
  const sign = async () => (await form({ username, password })).body.access_token;
  const asking = (token: string | undefined) => ({ authorization: `Bearer ${token}`, 'user-agent': 'Test 1' });
  const listed = async (token: string | undefined) =>
    (await books.ask<{ data: View[] }>(null, '/me/sessions', { headers: asking(token) })).body.data;
  const isIn = async (token: string | undefined) =>
    (await books.ask(null, '/me', { headers: asking(token) })).status === 200;
  const end = (token: string | undefined, body: object) =>
    books.ask(null, '/me/sessions/end', json('POST', body, asking(token)));

  it('are listed with their beginnings and places, and end by the password, one or all others', async () => {
    const [here, first, second] = [await sign(), await sign(), await sign()];
    const sessions = await listed(here);
    expect(sessions.length).toBeGreaterThanOrEqual(3);
    expect(sessions.filter(({ own }) => own)).toHaveLength(1);
    expect(sessions.find(({ own }) => own)).toMatchObject({ place: expect.stringMatching(/./) });
    const other = (await listed(first)).find(({ own }) => own)!;
    expect((await end(here, { before: 'wrong', session: other.id })).status).toBe(403);
    expect((await end(here, { session: other.id })).status).toBe(403);
    expect(await isIn(first)).toBe(true);
    expect((await end(here, { before: password, session: other.id })).status).toBe(200);
    expect([await isIn(here), await isIn(first), await isIn(second)]).toEqual([true, false, true]);
    expect((await end(here, { before: password, session: other.id })).status).toBe(404);
    expect((await end(here, { before: password })).status).toBe(200);
    expect([await isIn(here), await isIn(second)]).toEqual([true, false]);
    expect(await listed(here)).toHaveLength(1);
  });

  it('of somebody else are neither listed nor ended', async () => {
    const [chain, chainPassword] = passwords.chain;
    const theirs = (await form({ username: chain, password: chainPassword })).body.access_token;
    const own = await sign();
    const foreign = (await listed(theirs)).find(one => one.own)!;
    expect((await listed(own)).map(({ id }) => id)).not.toContain(foreign.id);
    expect((await end(own, { before: password, session: foreign.id })).status).toBe(404);
    expect(await isIn(theirs)).toBe(true);
    const mine = (await listed(own)).find(one => one.own)!;
    expect((await end(own, { before: password, session: mine.id })).status).toBe(404);
    expect(await isIn(own)).toBe(true);
  });
});

describe('the audit log', () => {
  it('names who did what, newest first, and never a secret', async () => {
    const { body, text } = await books.ask<{ count: number; data: { action: string }[] }>('chain', '/audit?count=1000');
    expect(body.data.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['signIn', 'signInRefused', 'personAdded', 'passwordChanged']),
    );
    expect(body.count).toBe(body.data.length);
    expect(text).not.toContain('long-enough-1');
  });

  it('notices a row that was changed, and one that was taken away', async () => {
    const check = () => books.ask<{ ok: boolean; broken: number | null }>('chain', '/audit/check');
    expect((await check()).body).toMatchObject({ ok: true, broken: null });
    const [row] = await books.database.query<{ facts: string }>(
      'SELECT facts FROM audit WHERE merchant = $1 AND number = 3',
      [ids.merchant],
    );
    await books.database.query(`UPDATE audit SET facts = '{}' WHERE merchant = $1 AND number = 3`, [ids.merchant]);
    expect((await check()).body).toMatchObject({ ok: false, broken: 3 });
    await books.database.query('UPDATE audit SET facts = $2 WHERE merchant = $1 AND number = 3', [
      ids.merchant,
      row?.facts,
    ]);
    expect((await check()).body).toMatchObject({ ok: true });
    const gone = await checkAudit(
      { ...books.database, query: async () => [{ number: 10_000, hash: '' }] as never },
      ids.merchant,
    );
    expect(gone.ok).toBe(false);
  });

  it('of a merchant is a chain of its own', async () => {
    await books.ask('foreign', '/me');
    expect((await books.ask('foreign', '/audit/check')).body).toMatchObject({ ok: true });
    const { text } = await books.ask('foreign', '/audit?count=1000');
    expect(text).not.toContain('USR_CHAIN');
  });
});
