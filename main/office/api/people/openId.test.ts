/** Signing in through OpenID Connect, against a provider over real HTTP. */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ConfigRefusal } from '../../../world/config.ts';
import { readOpenIdSettings } from '../../people/openIdConnect.ts';
import { type Provider, startProvider } from '../../people/openIdProvider.fixture.ts';
import { openBooks } from '../../reports/books.fixture.ts';
import { buildOfficeServer } from '../server.ts';

const books = openBooks();
let provider: Provider;
let app: FastifyInstance;
let url = '';

beforeAll(async () => {
  provider = await startProvider('office', 'secret');
  const openId = { issuer: provider.issuer, clientId: 'office', clientSecret: 'secret', address: 'http://127.0.0.1' };
  app = await buildOfficeServer({ ...books.office, settings: { ...books.office.settings, openId } });
  await app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await app.close();
  await provider.close();
});
beforeEach(() => {
  provider.person.email = 'Chain@own.example';
  provider.person.email_verified = true;
  for (const name of Object.keys(provider.forged)) delete provider.forged[name];
});

const ask = (path: string, cookie = '') => fetch(`${url}${path}`, { redirect: 'manual', headers: { cookie } });
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
    ['a token of another issuer', () => Object.assign(provider.forged, { iss: 'https://evil.example' })],
  ])('is refused with %s', async (_what, change) => {
    const { flow, back } = await wayBack();
    change();
    const ended = await ask(back, flow);
    expect(ended.status).toBe(403);
    expect(cookieOf(ended, 'tillbridge_office')).toBe('');
  });

  it('is refused for a person who is locked', async () => {
    await books.database.query(`UPDATE person SET locked = true WHERE id = 'USR_STORE'`);
    provider.person.email = 'store@own.example';
    const { flow, back } = await wayBack();
    expect((await ask(back, flow)).status).toBe(403);
  });
});

it('is offered where it is configured', async () => {
  expect(await (await ask('/office/v1/sign-in')).json()).toEqual({ password: true, open_id: true, signed_in: false });
  expect((await books.ask(null, '/sign-in')).body).toEqual({ password: true, open_id: false, signed_in: false });
  expect((await books.ask(null, '/open-id')).status).not.toBe(302);
});

it('settings are complete or refused', () => {
  const whole = {
    TILLBRIDGE_OFFICE_OPENID_ISSUER: 'https://id.example',
    TILLBRIDGE_OFFICE_OPENID_CLIENT_ID: 'office',
    TILLBRIDGE_OFFICE_OPENID_CLIENT_SECRET: 'secret',
    TILLBRIDGE_OFFICE_ADDRESS: 'https://office.example/',
  };
  expect(readOpenIdSettings({})).toBeNull();
  expect(readOpenIdSettings(whole)).toMatchObject({ address: 'https://office.example' });
  for (const name of Object.keys(whole).slice(1))
    expect(() => readOpenIdSettings({ ...whole, [name]: undefined })).toThrow(ConfigRefusal);
  expect(() => readOpenIdSettings({ ...whole, TILLBRIDGE_OFFICE_OPENID_ISSUER: 'http://id.example' })).toThrow(
    ConfigRefusal,
  );
});
