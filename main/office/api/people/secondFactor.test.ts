/** The second factor over HTTP: set up, asked for, used once, lost, required, and attacked. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createVault, noVault } from '../../../world/vault.ts';
import { codeAt, stepAt } from '../../people/oneTimeCodes.ts';
import { sealSecrets } from '../../people/secondFactor.ts';
import { ids, openBooks, passwords } from '../../reports/books.fixture.ts';
import { buildOfficeServer } from '../server.ts';

const books = openBooks();
const [USERNAME, PASSWORD] = passwords.store;
const PERSON = 'USR_STORE';
const PATH = '/me/second-factor';

interface Answer {
  readonly access_token?: string;
  readonly secret?: string;
  readonly address?: string;
  readonly recovery_codes?: readonly string[];
  readonly error_code?: string;
  readonly set_up?: boolean;
  readonly code?: boolean;
  readonly since?: string | null;
  readonly required?: boolean;
}

const signIn = (code?: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  books.ask<Answer>(null, '/token', {
    method: 'POST',
    body: new URLSearchParams({ username: USERNAME, password: PASSWORD, ...(code ? { code } : {}), ...fields }),
    headers,
  });
const call = (token: string | undefined, path: string, body?: object, method = body ? 'POST' : 'GET') =>
  books.ask<Answer>(null, path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
const isIn = async (token: string | undefined) => (await call(token, '/me')).status === 200;

/** The bytes of a secret as an app reads them from its base32. */
function bytesOf(secret = ''): Buffer {
  const bits = [...secret].map(letter =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)));
}
/** The code of the app, `offset` steps from now. */
const codeOf = (secret: string, offset = 0) => codeAt(bytesOf(secret), stepAt(books.clock.now) + offset);
/** A code that counts at no time around now. */
const wrongCode = (secret: string) =>
  ['000000', '000001', '000002', '000003'].find(code => ![-1, 0, 1].some(offset => codeOf(secret, offset) === code))!;
const nextStep = () => {
  books.clock.now += 30_000;
};

async function setUp() {
  const first = (await signIn()).body.access_token;
  const begun = await call(first, `${PATH}/begin`, { before: PASSWORD });
  const secret = begun.body.secret ?? '';
  const confirmed = await call(first, `${PATH}/confirm`, { code: codeOf(secret) });
  expect([begun.status, confirmed.status]).toEqual([200, 200]);
  nextStep();
  const { recovery_codes: recovery = [], access_token: token } = confirmed.body;
  return { first, secret, recovery, token, address: begun.body.address };
}

const auditOf = (action: string) =>
  books.database.query<{ person: string | null; facts: string }>(
    'SELECT person, facts FROM audit WHERE merchant = $1 AND action = $2 ORDER BY number DESC',
    [ids.merchant, action],
  );
const FORGET = `DELETE FROM recovery_code; DELETE FROM second_factor; DELETE FROM second_factor_set_up;
  UPDATE merchant SET second_factor = '{}'; DELETE FROM sign_in_failure; DELETE FROM sign_in_place;
  DELETE FROM session WHERE person = '${PERSON}'`;
beforeEach(() => books.database.script(FORGET));
afterEach(() => books.database.script(FORGET));

describe('a second factor', () => {
  it('counts once its first code has confirmed it, and ends every session of before', async () => {
    const other = (await signIn()).body.access_token;
    const first = (await signIn()).body.access_token;
    expect((await call(first, `${PATH}/begin`, { before: 'wrong' })).body.error_code).toBe('passwordBefore');
    const { body } = await call(first, `${PATH}/begin`, { before: PASSWORD });
    expect(body.address).toBe(
      `otpauth://totp/${encodeURIComponent('Bäckerei Nord & Süd')}:store%40own.example?secret=${body.secret}&issuer=${encodeURIComponent('Bäckerei Nord & Süd')}&algorithm=SHA1&digits=6&period=30`,
    );
    // Begun is not set up: the password alone still signs in.
    expect((await signIn()).status).toBe(200);
    const wrong = await call(first, `${PATH}/confirm`, { code: wrongCode(body.secret ?? '') });
    expect([wrong.status, wrong.body.error_code]).toEqual([403, 'secondFactorWrong']);
    const { body: confirmed } = await call(first, `${PATH}/confirm`, { code: codeOf(body.secret ?? '') });
    expect(confirmed.recovery_codes).toHaveLength(10);
    expect(new Set(confirmed.recovery_codes).size).toBe(10);
    expect([await isIn(other), await isIn(first), await isIn(confirmed.access_token)]).toEqual([false, false, true]);
    const listed = await books.ask<{ data: { id: string; second_factor: boolean }[] }>('chain', '/people');
    expect(listed.body.data.filter(person => person.second_factor).map(({ id }) => id)).toEqual([PERSON]);
    expect((await auditOf('secondFactorSet'))[0]?.person).toBe(PERSON);
  });

  it('is asked for at the sign-in, and wrong, missing and right codes beside a wrong password are answered alike', async () => {
    const { secret } = await setUp();
    expect((await books.ask<Answer>(null, '/sign-in')).body.code).toBe(true);
    const answers = [
      await signIn(),
      await signIn(wrongCode(secret)),
      await signIn(codeOf(secret), { password: 'wrong-password' }),
    ];
    for (const { status, text } of answers)
      expect([status, text.replace(/"supportId":"[^"]*",?/, '')]).toEqual([
        401,
        answers[0]?.text.replace(/"supportId":"[^"]*",?/, ''),
      ]);
    books.clock.now += 60_000;
    expect((await signIn(codeOf(secret))).status).toBe(200);
    const [refused] = await auditOf('signInRefused');
    expect(JSON.parse(refused?.facts ?? '{}')).not.toHaveProperty('factor');
    const facts = (await auditOf('signInRefused')).map(row => JSON.parse(row.facts) as { factor?: string });
    expect(facts.slice(0, 3).filter(({ factor }) => factor === 'wrong')).toHaveLength(2);
    expect(JSON.parse((await auditOf('signIn'))[0]?.facts ?? '{}')).toMatchObject({ by: 'password', factor: 'code' });
  });

  it('takes codes of a clock that is one step off, and none of two', async () => {
    const { secret } = await setUp();
    books.clock.now += 300_000;
    expect((await signIn(codeOf(secret, -2))).status).toBe(401);
    expect((await signIn(codeOf(secret, 2))).status).toBe(401);
    expect((await signIn(codeOf(secret, -1))).status).toBe(200);
    expect((await signIn(codeOf(secret, 1))).status).toBe(200);
    // The one of now is older than the newest that was taken.
    expect((await signIn(codeOf(secret))).status).toBe(401);
  });

  it('takes no code twice: of fifty at once one opens a session', async () => {
    const { secret } = await setUp();
    const known = await signIn(codeOf(secret), { cookie: '1' }, { 'sec-fetch-site': 'same-origin' });
    const cookie = known.headers
      .getSetCookie()
      .map(each => each.split(';')[0])
      .join('; ');
    nextStep();
    const code = codeOf(secret);
    const sessions = async () =>
      (
        await books.database.query<{ n: number }>('SELECT count(*)::int AS n FROM session WHERE person = $1', [PERSON])
      )[0]?.n ?? 0;
    const before = await sessions();
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    const answers = await Promise.all(Array.from({ length: 50 }, () => signIn(code, { cookie: '1' }, headers)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.every(({ status }) => [200, 401, 429].includes(status))).toBe(true);
    expect((await sessions()) - before).toBe(1);
  });

  it('is set up by the password and in the session that begins it, within ten minutes and five wrong codes', async () => {
    const [here, there] = [(await signIn()).body.access_token, (await signIn()).body.access_token];
    expect((await call(here, `${PATH}/confirm`, { code: '123456' })).status).toBe(409);
    const begin = async () => (await call(here, `${PATH}/begin`, { before: PASSWORD })).body.secret ?? '';
    const confirm = async (token: string | undefined, code: string) =>
      (await call(token, `${PATH}/confirm`, { code })).status;
    let secret = await begin();
    expect(await confirm(there, codeOf(secret))).toBe(409);
    books.clock.now += 600_001;
    expect(await confirm(here, codeOf(secret))).toBe(409);
    secret = await begin();
    for (let count = 0; count < 5; count += 1) expect(await confirm(here, wrongCode(secret))).toBe(403);
    expect(await confirm(here, codeOf(secret))).toBe(409);
    expect((await call(here, PATH)).body.since).toBeNull();
  });

  it('is begun anew and ended by password and code together, and never by the password alone', async () => {
    const { token, secret } = await setUp();
    for (const path of ['begin', 'end', 'recovery-codes'])
      expect([
        path,
        (await call(token, `${PATH}/${path}`, { before: PASSWORD, code: wrongCode(secret) })).status,
      ]).toEqual([path, 403]);
    // Three misses: the next one has to wait, with the right code, too.
    expect((await call(token, `${PATH}/end`, { before: PASSWORD, code: codeOf(secret) })).status).toBe(429);
    books.clock.now += 60_000;
    const other = (await signIn(codeOf(secret))).body.access_token;
    expect((await call(token, `${PATH}/end`, { before: PASSWORD, code: codeOf(secret) })).status).toBe(403);
    nextStep();
    expect((await call(token, `${PATH}/end`, { before: PASSWORD, code: codeOf(secret) })).status).toBe(200);
    expect([await isIn(token), await isIn(other)]).toEqual([true, false]);
    expect((await signIn()).status).toBe(200);
    expect((await auditOf('secondFactorEnded')).length).toBeGreaterThan(0);
  });

  it('is replaced by the one of a new phone with its first code, and counts until then', async () => {
    const { token, secret } = await setUp();
    const begun = await call(token, `${PATH}/begin`, { before: PASSWORD, code: codeOf(secret) });
    const next = begun.body.secret ?? '';
    nextStep();
    expect((await signIn(codeOf(next))).status).toBe(401);
    expect((await signIn(codeOf(secret))).status).toBe(200);
    expect((await call(token, `${PATH}/confirm`, { code: codeOf(next) })).status).toBe(200);
    nextStep();
    expect((await signIn(codeOf(secret))).status).toBe(401);
    expect((await signIn(codeOf(next))).status).toBe(200);
  });

  it('stays when the password is set anew', async () => {
    const { secret } = await setUp();
    const set = async (password: string) =>
      (await call((await signIn(codeOf(secret))).body.access_token, '/me/password', { before: PASSWORD, password }))
        .status;
    const reset = await books.ask('chain', `/people/${PERSON}/password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password: PASSWORD }),
    });
    expect(reset.status).toBe(200);
    expect((await signIn()).status).toBe(401);
    expect(await set(PASSWORD)).toBe(200);
  });

  it('is for the password: whoever signs in through the company account sets none up', async () => {
    const token = (await signIn()).body.access_token;
    const hash = await books.database.query<{ hash: string }>(
      'SELECT password_hash AS hash FROM person WHERE id = $1',
      [PERSON],
    );
    await books.database.query('UPDATE person SET password_hash = NULL WHERE id = $1', [PERSON]);
    expect((await call(token, `${PATH}/begin`, { before: '' })).body.error_code).toBe('secondFactorState');
    await books.database.query('UPDATE person SET password_hash = $2 WHERE id = $1', [PERSON, hash[0]?.hash]);
  });

  it('is changed by no foreign page', async () => {
    const { headers } = await signIn(undefined, { cookie: '1' }, { 'sec-fetch-site': 'same-origin' });
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const send = (path: string, site: string) =>
      books.ask<Answer>(null, `${PATH}/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie, 'sec-fetch-site': site },
        body: JSON.stringify({ before: PASSWORD, ...(path === 'begin' ? {} : { code: '123456' }) }),
      });
    for (const path of ['begin', 'end', 'recovery-codes']) expect((await send(path, 'cross-site')).status).toBe(403);
    expect((await send('begin', 'same-origin')).status).toBe(200);
  });

  it('gives a browser a new cookie when it begins to count', async () => {
    const own = { 'sec-fetch-site': 'same-origin' };
    const { headers } = await signIn(undefined, { cookie: '1' }, own);
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const send = (path: string, body: object) =>
      books.ask<Answer>(null, `${PATH}/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie, ...own },
        body: JSON.stringify(body),
      });
    const { secret = '' } = (await send('begin', { before: PASSWORD })).body;
    const confirmed = await send('confirm', { code: codeOf(secret) });
    expect(confirmed.body.access_token).toBeUndefined();
    const after = confirmed.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect(after).not.toBe(cookie);
    const me = async (sent: string) => (await books.ask(null, '/me', { headers: { cookie: sent } })).status;
    expect([await me(cookie), await me(after)]).toEqual([401, 200]);
  });
});

describe('recovery codes', () => {
  it('sign in once each, however they are typed, and of twenty at once one', async () => {
    const { recovery, secret } = await setUp();
    const known = await signIn(codeOf(secret), { cookie: '1' }, { 'sec-fetch-site': 'same-origin' });
    const cookie = known.headers
      .getSetCookie()
      .map(each => each.split(';')[0])
      .join('; ');
    const [first = '', second = '', third = ''] = recovery;
    expect(first).toMatch(/^([A-Z2-7]{6}-){3}[A-Z2-7]{6}$/);
    expect((await signIn(first.toLowerCase().replaceAll('-', ' '))).status).toBe(200);
    expect((await signIn(first)).status).toBe(401);
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(second, { cookie: '1' }, headers)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const rows = await books.database.query<{ hash: string }>('SELECT hash FROM recovery_code');
    expect(rows).toHaveLength(8);
    expect(JSON.stringify(rows)).not.toContain(third.replaceAll('-', ''));
    expect(JSON.parse((await auditOf('signIn'))[0]?.facts ?? '{}')).toMatchObject({ factor: 'recovery' });
  });

  it('are made anew, and those of before are good for nothing', async () => {
    const { token, recovery, secret } = await setUp();
    const made = await call(token, `${PATH}/recovery-codes`, { before: PASSWORD, code: codeOf(secret) });
    expect(made.body.recovery_codes).toHaveLength(10);
    expect((await signIn(recovery[0])).status).toBe(401);
    expect((await signIn(made.body.recovery_codes?.[9])).status).toBe(200);
  });
});

describe('guessing at codes', () => {
  it('with the right password is bounded for the person from wherever it comes, and says nothing about the password', async () => {
    const { secret, recovery } = await setUp();
    const settings = { ...books.office.settings, trustedProxies: ['127.0.0.1'] };
    const app = await buildOfficeServer({ ...books.office, settings });
    const from = async (number: number, code: string, password: string = PASSWORD) =>
      (
        await app.inject({
          method: 'POST',
          url: '/office/v1/token',
          headers: { host: '127.0.0.1', 'x-forwarded-for': `198.51.100.${number}` },
          payload: { username: USERNAME, password, code },
        })
      ).statusCode;
    for (let address = 1; address <= 10; address += 1) expect(await from(address, wrongCode(secret))).toBe(401);
    // The pause of the codes: the right one is wrong now, as any code beside a wrong password.
    expect(await from(11, codeOf(secret))).toBe(401);
    expect(await from(12, codeOf(secret), 'wrong-password')).toBe(401);
    // Nobody guesses a recovery code, so it counts; and the place is known from then on.
    expect(await from(13, recovery[0] ?? '')).toBe(200);
    nextStep();
    expect(await from(13, codeOf(secret))).toBe(200);
    books.clock.now += 300_001;
    expect(await from(14, codeOf(secret))).toBe(200);
    await app.close();
  });

  it('by a clock that ran far ahead refuses no later code', async () => {
    const { secret } = await setUp();
    await books.database.query('UPDATE second_factor SET last_step = last_step + 10000000 WHERE person = $1', [PERSON]);
    expect((await signIn(codeOf(secret))).status).toBe(200);
    expect((await signIn(codeOf(secret))).status).toBe(401);
  });
});

describe('where the chain wants it', () => {
  const want = async (roles: readonly string[]) => {
    const answer = await books.ask('chain', '/merchant', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ second_factor: roles }),
    });
    expect(answer.status).toBe(200);
  };

  it('a person without one can set it up, and do nothing else until then', async () => {
    const before = (await signIn()).body.access_token;
    await want(['store', 'readonly']);
    // People at work go on until their next sign-in.
    expect(await isIn(before)).toBe(true);
    const token = (await signIn()).body.access_token;
    for (const path of ['/me', '/sales', '/me/sessions', '/reports']) {
      const { status, body } = await call(token, path);
      expect([path, status, body.error_code]).toEqual([path, 403, 'secondFactorDue']);
    }
    const change = await call(token, '/me/password', { before: PASSWORD, password: 'another-password' });
    expect(change.body.error_code).toBe('secondFactorDue');
    const ways = await books.ask<Answer>(null, '/sign-in', { headers: { authorization: `Bearer ${token}` } });
    expect(ways.body).toMatchObject({ code: true, set_up: true });
    const { secret = '' } = (await call(token, `${PATH}/begin`, { before: PASSWORD })).body;
    const confirmed = await call(token, `${PATH}/confirm`, { code: codeOf(secret) });
    expect(await isIn(confirmed.body.access_token)).toBe(true);
    nextStep();
    expect((await call(confirmed.body.access_token, PATH)).body.required).toBe(true);
    const ended = await call(confirmed.body.access_token, `${PATH}/end`, { before: PASSWORD, code: codeOf(secret) });
    expect([ended.status, ended.body.error_code]).toEqual([409, 'secondFactorState']);
  });

  it('it is nothing for other roles', async () => {
    await want(['chain']);
    expect(await isIn((await signIn()).body.access_token)).toBe(true);
  });
});

describe('a lost phone', () => {
  const reset = (id: string, person: 'chain' | 'store' | 'foreign' = 'chain') =>
    books.ask<Answer>(person, `/people/${id}/second-factor/reset`, { method: 'POST' });

  it('is helped by somebody of the chain, which ends every session of the person', async () => {
    const { token } = await setUp();
    expect((await reset(PERSON, 'foreign')).status).toBe(404);
    expect(await isIn(token)).toBe(true);
    expect((await reset(PERSON)).status).toBe(200);
    expect(await isIn(token)).toBe(false);
    expect((await signIn()).status).toBe(200);
    expect(await books.database.query('SELECT hash FROM recovery_code')).toEqual([]);
    expect(JSON.parse((await auditOf('secondFactorReset'))[0]?.facts ?? '{}')).toEqual({ of: PERSON });
    expect((await reset(PERSON)).status).toBe(409);
    expect((await reset('USR_CHAIN')).status).toBe(409);
  });
});

describe('secrets in the database', () => {
  it('are sealed with the key of the back office, from its first start with one on, and opened by no other', async () => {
    const { secret } = await setUp();
    const stored = async () =>
      (await books.database.query<{ secret: string }>('SELECT secret FROM second_factor'))[0]?.secret ?? '';
    expect(await stored()).toBe(bytesOf(secret).toString('base64url'));
    const key = 'a key of at least thirty-two signs';
    await sealSecrets(books.database, createVault(key));
    expect(await stored()).toMatch(/^sealed1\./);
    expect(await stored()).not.toContain(bytesOf(secret).toString('base64url'));
    const app = await buildOfficeServer({ ...books.office, settings: { ...books.office.settings, key } });
    const payload = { username: USERNAME, password: PASSWORD, code: codeOf(secret) };
    expect((await app.inject({ method: 'POST', url: '/office/v1/token', payload })).statusCode).toBe(200);
    await app.close();
    for (const other of [noVault, createVault(`${key}!`)])
      await expect(sealSecrets(books.database, other)).rejects.toThrow(/TILLBRIDGE_OFFICE_KEY/);
    await sealSecrets(books.database, createVault(key));
  });
});
