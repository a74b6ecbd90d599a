/** The cookie session of the screen: where its refresh token is kept, its rotation, and sign-out. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, closeAll, ok, startBridge, type TestBridge } from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';

let bridge: TestBridge;
beforeAll(async () => {
  bridge = await startBridge();
});
afterAll(closeAll);

const HOUR = 3_600_000;
const reads = async (token: string) => (await bridge.ask('GET', '/api/v2/Smart/Transactions', { token })).status;

describe('the session of our own screen', () => {
  interface Session {
    readonly access_token: string;
    readonly user: { readonly role: string };
  }
  const cookieOf = (answer: Answer<unknown>) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const signIn = (pin = '1111') =>
    bridge.ask<Session>('POST', '/bridge/v1/session', { body: { username: 'cashier@demo.example', pin } });
  const refresh = (cookie: string) =>
    bridge.ask<Session>('POST', '/bridge/v1/session/refresh', { headers: { cookie } });

  it('keeps the refresh token where no script can read it', async () => {
    const answer = await signIn();
    expect(ok(answer).user.role).toBe('cashier');
    const [cookie] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Strict/);
    expect(cookie).not.toMatch(/Max-Age|Expires/);
    expect(cookie).toMatch(/Path=\/bridge\/v1\/session/);
    expect(answer.text).not.toContain(cookieOf(answer).split('=')[1]);
  });

  it('rotates: a refresh token is good once, and using it again ends the whole family', async () => {
    specifies({ Authentication: 'refreshing with rotation: using one twice ends the family' });
    const first = cookieOf(await signIn());
    const renewed = await refresh(first);
    const second = cookieOf(renewed);
    expect(second).not.toBe(first);
    expect(await reads(ok(renewed).access_token)).toBe(200);
    expect((await refresh(first)).status).toBe(401);
    expect((await refresh(second)).status).toBe(401);
    expect(await reads(renewed.body.access_token)).toBe(401);
  });

  it('two refreshes at the same moment do not both get a new one', async () => {
    const cookie = cookieOf(await signIn());
    const answers = await Promise.all([refresh(cookie), refresh(cookie)]);
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThan(2);
  });

  it('ends with sign-out, and with it the access token', async () => {
    const answer = await signIn();
    const cookie = cookieOf(answer);
    expect((await bridge.ask('DELETE', '/bridge/v1/session', { headers: { cookie } })).body).toEqual({ result: true });
    expect(await reads(answer.body.access_token)).toBe(401);
    expect((await refresh(cookie)).status).toBe(401);
  });

  it('ends with the sign-out of a program, which has its token and no cookie', async () => {
    const { access_token: token } = (await signIn()).body;
    const headers = { authorization: `Bearer ${token}` };
    expect((await bridge.ask('DELETE', '/bridge/v1/session', { headers })).body).toEqual({ result: true });
    expect(await reads(token)).toBe(401);
  });

  it('is over at the bridge after a night without its screen, renewed or not; a client of the API keeps its half year', async () => {
    const [left, renewed] = [cookieOf(await signIn()), cookieOf(await refresh(cookieOf(await signIn())))];
    const { clock } = bridge;
    const token = (fields: Record<string, string>) =>
      bridge.ask<{ refresh_token: string }>('POST', '/oauth/token', {
        body: new URLSearchParams({ client_id: 'demo-client', client_secret: 'demo-secret', ...fields }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    const person = { username: 'cashier@demo.example', password: '1111', device: 'x' };
    const client = ok(await token({ grant_type: 'appuser', ...person }));
    clock.pass(11 * HOUR);
    const kept = cookieOf(await refresh(renewed));
    clock.pass(2 * HOUR);
    expect((await refresh(left)).status).toBe(401);
    expect((await refresh(kept)).status).toBe(200);
    clock.pass(150 * 24 * HOUR);
    expect((await token({ grant_type: 'refresh_token', refresh_token: client.refresh_token })).status).toBe(200);
  });

  it('is over with the lock of the screen, also of one that sleeps and cannot lock itself', async () => {
    const locking = await startBridge({ config: { lockAfter: 5 } });
    const body = { username: 'cashier@demo.example', pin: '1111' };
    const signedIn = await locking.ask<Session>('POST', '/bridge/v1/session', { body });
    locking.clock.pass(26 * 60_000);
    const headers = { cookie: cookieOf(signedIn) };
    expect((await locking.ask('POST', '/bridge/v1/session/refresh', { headers })).status).toBe(401);
  });

  it.each([
    ['a wrong PIN', { username: 'cashier@demo.example', pin: '0000' }, 401],
    ['nobody', { username: 'nobody', pin: '0000' }, 401],
    ['no PIN', { username: 'cashier@demo.example' }, 500],
  ])('refuses %s', async (_what, body, status) => {
    expect((await bridge.ask('POST', '/bridge/v1/session', { body })).status).toBe(status);
  });

  it('is null without a cookie: a first visit is no mistake', async () => {
    const answer = await bridge.ask('POST', '/bridge/v1/session/refresh');
    expect([answer.status, answer.text]).toEqual([200, 'null']);
    expect((await refresh('tillbridge_x=y')).text).toBe('null');
  });
});
