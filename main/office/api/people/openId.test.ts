/** Signing in through OpenID Connect, against a provider over real HTTP. */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../world/clock.ts';
import { ConfigRefusal } from '../../../world/config.ts';
import { readOpenIdSettings } from '../../people/openIdConnect.ts';
import { type Provider, type Signing, startProvider } from '../../people/openIdProvider.fixture.ts';
import { openBooks, passwords } from '../../reports/books.fixture.ts';
import { buildOfficeServer } from '../server.ts';

const books = openBooks();
let provider: Provider;
let app: FastifyInstance;
let url = '';

beforeAll(async () => {
  provider = await startProvider('office', 'secret');
  app = await buildOfficeServer(officeWith({}));
  await app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
const officeWith = (changes: object) => {
  const whole = {
    issuer: provider.issuer,
    clientId: 'office',
    clientSecret: 'secret',
    algorithm: 'RS256',
    secondFactor: false,
  };
  const openId = { ...whole, address: 'http://127.0.0.1', ...changes };
  // The library judges times by the clock of the machine.
  return { ...books.office, clock: systemClock, settings: { ...books.office.settings, openId } };
};
afterAll(async () => {
  await app.close();
  await provider.close();
});
beforeEach(() => {
  provider.person.email = 'Chain@own.example';
  provider.person.email_verified = true;
  for (const name of Object.keys(provider.forged)) delete provider.forged[name];
  Object.assign(provider.signing, { how: 'listed', kid: undefined });
  provider.refusal = null;
});

const ask = (path: string, cookie = '', language = 'de') =>
  fetch(`${url}${path}`, { redirect: 'manual', headers: { cookie, 'accept-language': language } });
const cookieOf = (answer: Response, name: string) =>
  answer.headers
    .getSetCookie()
    .find(each => each.startsWith(`${name}=`))
    ?.split(';')[0] ?? '';

/** The way of a browser: to the provider, and back with a code. */
async function wayBack() {
  const begun = await ask('/office/v1/open-id');
  expect(begun.status).toBe(302);
  const atProvider = await fetch(begun.headers.get('location') ?? '', { redirect: 'manual' });
  const back = new URL(atProvider.headers.get('location') ?? '');
  return { begun, flow: cookieOf(begun, 'tillbridge_office_flow'), back: `${back.pathname}${back.search}` };
}

describe('a sign-in at the provider', () => {
  it('asks with PKCE, state and nonce', async () => {
    const { begun } = await wayBack();
    const asked = new URL(begun.headers.get('location') ?? '').searchParams;
    expect(asked.get('code_challenge_method')).toBe('S256');
    for (const name of ['code_challenge', 'state', 'nonce']) expect(asked.get(name)?.length).toBeGreaterThan(30);
    expect(asked.get('redirect_uri')).toBe('http://127.0.0.1/office/v1/open-id/callback');
  });

  it('ends with a session of the person whose username is the verified mail address', async () => {
    const { flow, back } = await wayBack();
    const ended = await ask(back, flow);
    expect(ended.status).toBe(200);
    const me = await ask('/office/v1/me', cookieOf(ended, 'tillbridge_office'));
    expect(await me.json()).toMatchObject({ username: 'chain@own.example', role: 'chain' });
  });

  it('counts once', async () => {
    const { flow, back } = await wayBack();
    expect((await ask(back, flow)).status).toBe(200);
    expect((await ask(back, flow)).status).toBe(403);
  });

  it('is not ended in another browser', async () => {
    const { back } = await wayBack();
    const other = await wayBack();
    for (const cookie of ['', other.flow]) expect((await ask(back, cookie)).status).toBe(403);
  });

  it.each([
    ['an unverified address', () => Object.assign(provider.person, { email_verified: false })],
    ['an unknown address', () => Object.assign(provider.person, { email: 'nobody@own.example' })],
    ['another nonce', () => Object.assign(provider.forged, { nonce: 'planted' })],
    ['a token for another client', () => Object.assign(provider.forged, { aud: 'another' })],
    ['a token that has expired', () => Object.assign(provider.forged, { exp: 1 })],
    ['a token without an end', () => Object.assign(provider.forged, { exp: undefined })],
    ['a token of the future', () => Object.assign(provider.forged, { iat: Date.now() / 1000 + 3600 })],
    ['a token for several clients', () => Object.assign(provider.forged, { aud: ['office', 'another'] })],
    ['a token that another client got', () => Object.assign(provider.forged, { azp: 'another' })],
    ['a key that nobody published', () => Object.assign(provider.signing, { kid: 'unknown' })],
    ['a token of another issuer', () => Object.assign(provider.forged, { iss: 'https://evil.example' })],
  ])('is refused with %s', async (_what, change) => {
    const { flow, back } = await wayBack();
    change();
    const ended = await ask(back, flow);
    expect(ended.status).toBe(403);
    expect(cookieOf(ended, 'tillbridge_office')).toBe('');
  });

  it.each<[string, Signing]>([
    ['a spoilt signature', 'spoilt'],
    ['the signature of another key', 'stranger'],
    ['no signature, which the provider lists', 'none'],
    ['the public key as a secret (HS256)', 'publicKeyAsSecret'],
    ['the secret of the client (HS256)', 'clientSecret'],
    ['an algorithm that is not the registered one', 'otherAlgorithm'],
  ])('is refused with %s', async (_what, how) => {
    const { flow, back } = await wayBack();
    provider.signing.how = how;
    const ended = await ask(back, flow);
    expect(ended.status).toBe(403);
    expect(cookieOf(ended, 'tillbridge_office')).toBe('');
    expect(await ended.text()).toContain('ließ sich nicht bestätigen');
  });

  it('goes on at once when the provider changes its key', async () => {
    const first = await wayBack();
    expect((await ask(first.back, first.flow)).status).toBe(200);
    const before = await wayBack();
    provider.rotate();
    expect((await ask(before.back, before.flow)).status).toBe(200);
  });

  it.each([
    [
      'de',
      /<html lang="de">[\s\S]*Nicht angemeldet[\s\S]*dort abgelehnt[\s\S]*<a class="back" href="\/">Zurück zur Anmeldung/,
    ],
    ['en', /<html lang="en">[\s\S]*Not signed in[\s\S]*refused there[\s\S]*<a class="back" href="\/">Back to sign-in/],
  ])('that fails is a page with a sentence and a way back (%s)', async (language, text) => {
    provider.refusal = 'access_denied';
    const { flow, back } = await wayBack();
    const ended = await ask(back, flow, language);
    expect([ended.status, ended.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8']);
    expect(await ended.text()).toMatch(text);
    expect(cookieOf(ended, 'tillbridge_office_flow')).toBe('tillbridge_office_flow=');
  });

  it('counts the algorithm that is registered, and no other', async () => {
    const other = await buildOfficeServer(officeWith({ algorithm: 'RS384' }));
    const ended = async (how: Signing) => {
      provider.signing.how = how;
      const begun = await other.inject('/office/v1/open-id');
      const atProvider = await fetch(String(begun.headers.location), { redirect: 'manual' });
      const { search } = new URL(atProvider.headers.get('location') ?? '');
      const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? '';
      return (await other.inject({ url: `/office/v1/open-id/callback${search}`, headers: { cookie } })).statusCode;
    };
    expect([await ended('otherAlgorithm'), await ended('listed')]).toEqual([200, 403]);
    await other.close();
  });

  it('is asked for a second factor where that is set, and no password signs anybody in', async () => {
    const strict = await buildOfficeServer(officeWith({ secondFactor: true }));
    const ended = async (amr: unknown) => {
      if (amr !== undefined) provider.forged.amr = amr;
      const begun = await strict.inject('/office/v1/open-id');
      const atProvider = await fetch(String(begun.headers.location), { redirect: 'manual' });
      const { search } = new URL(atProvider.headers.get('location') ?? '');
      const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? '';
      const answer = await strict.inject({ url: `/office/v1/open-id/callback${search}`, headers: { cookie } });
      const isSignedIn = String(answer.headers['set-cookie']).includes('tillbridge_office=');
      return [answer.statusCode, isSignedIn];
    };
    for (const amr of [undefined, ['pwd'], [], 'mfa', ['mfa-not'], { mfa: true }])
      expect(await ended(amr), JSON.stringify(amr)).toEqual([403, false]);
    expect(await ended(['pwd', 'otp', 'mfa'])).toEqual([200, true]);
    const [username, password] = passwords.chain;
    const byPassword = await strict.inject({
      method: 'POST',
      url: '/office/v1/token',
      payload: { username, password },
    });
    expect([byPassword.statusCode, byPassword.json().error]).toEqual([400, 'unsupported_grant_type']);
    expect((await strict.inject('/office/v1/sign-in')).json()).toMatchObject({ password: false, open_id: true });
    await strict.close();
  });

  it('is a page where the database cannot be reached', async () => {
    const transaction = () =>
      Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
    const whole = officeWith({});
    const down = await buildOfficeServer({ ...whole, database: { ...whole.database, transaction } });
    const answer = await down.inject('/office/v1/open-id');
    await down.close();
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
    expect(answer.body).toContain('erreicht gerade ihre Datenbank nicht');
  });

  it('is a page, too, where the provider cannot be reached', async () => {
    const nobody = await buildOfficeServer(officeWith({ issuer: 'http://127.0.0.1:1' }));
    const answer = await nobody.inject('/office/v1/open-id');
    await nobody.close();
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([502, 'text/html; charset=utf-8']);
    expect(answer.body).toContain('nicht erreichbar');
    expect(answer.body).not.toContain('127.0.0.1');
  });

  it('is bounded in number and age, and those of one place cost nobody else his', async () => {
    await books.database.query('DELETE FROM open_id_flow');
    const { flow, back } = await wayBack();
    await books.database.query(`UPDATE open_id_flow SET place = 'somewhere else'`);
    for (let begun = 0; begun < 25; begun += 1) expect((await ask('/office/v1/open-id')).status).toBe(302);
    expect(
      await books.database.query('SELECT place, count(*)::int AS count FROM open_id_flow GROUP BY place ORDER BY 2'),
    ).toEqual([
      { place: 'somewhere else', count: 1 },
      { place: '127.0.0.1', count: 20 },
    ]);
    await books.database.query(
      `UPDATE open_id_flow SET expires = expires - interval '11 minutes' WHERE place = '127.0.0.1'`,
    );
    expect((await ask(back, flow)).status).toBe(200);
    expect(await books.database.query('SELECT 1 FROM open_id_flow')).toEqual([]);
    // A clock that ran ahead leaves none that lives longer.
    const ahead = await wayBack();
    await books.database.query(`UPDATE open_id_flow SET expires = expires + interval '1 day'`);
    expect((await ask(ahead.back, ahead.flow)).status).toBe(403);
  });

  it('is refused for a person who is locked', async () => {
    await books.database.query(`UPDATE person SET locked = true WHERE id = 'USR_STORE'`);
    provider.person.email = 'store@own.example';
    const { flow, back } = await wayBack();
    expect((await ask(back, flow)).status).toBe(403);
  });
});

it('is offered where it is configured', async () => {
  expect(await (await ask('/office/v1/sign-in')).json()).toEqual({
    password: true,
    open_id: true,
    code: false,
    signed_in: false,
    set_up: false,
  });
  expect((await books.ask(null, '/sign-in')).body).toEqual({
    password: true,
    open_id: false,
    code: false,
    signed_in: false,
    set_up: false,
  });
  expect((await books.ask(null, '/open-id')).status).not.toBe(302);
});

it('settings are complete or refused', () => {
  const whole = {
    TILLBRIDGE_OFFICE_OPENID_ISSUER: 'https://id.example',
    TILLBRIDGE_OFFICE_OPENID_CLIENT_ID: 'office',
    TILLBRIDGE_OFFICE_OPENID_CLIENT_SECRET: 'secret',
  };
  const read =
    (changes: object, address: string | null = 'https://office.example') =>
    () =>
      readOpenIdSettings({ ...whole, ...changes }, address);
  expect(readOpenIdSettings({}, null)).toBeNull();
  expect(read({})()).toMatchObject({ address: 'https://office.example', algorithm: 'RS256' });
  expect(read({ TILLBRIDGE_OFFICE_SECOND_FACTOR: 'yes' })()).toMatchObject({ secondFactor: true });
  expect(read({ TILLBRIDGE_OFFICE_SECOND_FACTOR: 'on' })).toThrow(/must be yes or no/);
  expect(() => readOpenIdSettings({ TILLBRIDGE_OFFICE_SECOND_FACTOR: 'yes' }, null)).toThrow(/needs a company account/);
  expect(read({ TILLBRIDGE_OFFICE_OPENID_ALGORITHM: 'ES256' })()).toMatchObject({ algorithm: 'ES256' });
  for (const name of Object.keys(whole).slice(1)) expect(read({ [name]: undefined })).toThrow(ConfigRefusal);
  expect(read({}, null)).toThrow(ConfigRefusal);
  expect(read({ TILLBRIDGE_OFFICE_OPENID_ISSUER: 'http://id.example' })).toThrow(ConfigRefusal);
  for (const algorithm of ['none', 'HS256', 'RS1'])
    expect(read({ TILLBRIDGE_OFFICE_OPENID_ALGORITHM: algorithm })).toThrow(ConfigRefusal);
});
