/** Guessing at passwords, with and without a proxy: who is paused, who is not, and how many guesses a day are looked at. */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forgetGuesses, judge, waitOf } from '../../people/guesses.ts';
import { openBooks, passwords } from '../../reports/books.fixture.ts';
import { buildOfficeServer } from '../server.ts';

const books = openBooks();
/** Trusts the proxy at 127.0.0.1, as the tests are one. */
let proxied: FastifyInstance;
let behindProxy = '';

beforeAll(async () => {
  const settings = { ...books.office.settings, address: 'https://office.example', names: ['office.example'] };
  proxied = await buildOfficeServer({ ...books.office, settings: { ...settings, trustedProxies: ['127.0.0.1'] } });
  await proxied.listen({ host: '127.0.0.1', port: 0 });
  behindProxy = `http://127.0.0.1:${(proxied.server.address() as AddressInfo).port}`;
});
afterAll(() => proxied.close());
beforeEach(async () => {
  await books.database.script('DELETE FROM sign_in_failure; DELETE FROM sign_in_place');
});

interface Attempt {
  readonly username?: string;
  readonly password?: string;
  /** X-Forwarded-For as the proxy sends it; null: no proxy. */
  readonly from?: string | null;
  readonly headers?: Record<string, string>;
}
const [OWNER, RIGHT] = passwords.chain;

async function attempt({ username = OWNER, password = RIGHT, from = null, headers = {} }: Attempt) {
  const answer = await fetch(`${from === null ? books.url : behindProxy}/office/v1/token`, {
    method: 'POST',
    body: new URLSearchParams({ username, password, cookie: '1' }),
    headers: { 'sec-fetch-site': 'same-origin', ...(from === null ? {} : { 'x-forwarded-for': from }), ...headers },
  });
  await answer.text();
  return answer;
}
const statusOf = async (wanted: Attempt) => (await attempt(wanted)).status;
const wrong = (wanted: Attempt) => statusOf({ ...wanted, password: 'wrong-password' });
/** Until the place is paused. */
const pauseHere = async (wanted: Attempt) => {
  for (let count = 0; count < 3; count += 1) expect(await wrong(wanted)).toBe(401);
  expect(await wrong(wanted)).toBe(429);
};

describe('the address of a client', () => {
  it('is what the trusted proxy names last, so wrong guesses elsewhere lock nobody out', async () => {
    await pauseHere({ from: '198.51.100.7' });
    expect(await statusOf({ from: '198.51.100.7' })).toBe(429);
    expect(await statusOf({ from: '203.0.113.5' })).toBe(200);
    // A caller who forges the header before the proxy adds to it keeps his own address.
    expect(await statusOf({ from: '203.0.113.9, 198.51.100.7' })).toBe(429);
    expect(await wrong({ from: '198.51.100.7, 203.0.113.5' })).toBe(401);
  });

  it('is that of the peer where the header holds no address', async () => {
    await pauseHere({ from: 'unknown' });
    expect(await statusOf({ from: '"><script>' })).toBe(429);
  });

  it('is one for a whole network of IPv6, however it is written', async () => {
    await pauseHere({ from: '2001:db8:0:1::7' });
    expect(await statusOf({ from: '2001:0DB8:0000:0001:ffff::1' })).toBe(429);
    expect(await statusOf({ from: '2001:db8:0:2::7' })).toBe(200);
  });

  it('is taken from no header of a peer that nobody trusts', async () => {
    const forged = (number: number) => ({
      headers: { 'x-forwarded-for': `203.0.113.${number}`, forwarded: `for=203.0.113.${number};proto=https` },
    });
    for (const number of [1, 2, 3]) expect(await wrong(forged(number))).toBe(401);
    expect(await wrong(forged(4))).toBe(429);
  });
});

describe('the right password', () => {
  it('gets through at an address where somebody guesses at many names', async () => {
    // A name that nobody has costs a whole hash; these have the one of the demo.
    await books.database.query(
      `INSERT INTO person (id, merchant, username, name, role, password_hash) SELECT 'USR_JUNK' || n, merchant, 'junk' || n || '@own.example', name, role, password_hash
         FROM person, generate_series(0, 33) AS n WHERE username = $1`,
      [OWNER],
    );
    for (let name = 0; name < 34; name += 1) expect(await wrong({ username: `junk${name}@own.example` })).toBe(401);
    expect(await statusOf({})).toBe(200);
  });

  it('gets through while many addresses guess at the same person', async () => {
    for (let address = 1; address <= 8; address += 1)
      for (let count = 0; count < 3; count += 1) await wrong({ from: `198.51.100.${address}` });
    // Their shared tries are used up: none of them may guess on.
    expect(await wrong({ from: '198.51.100.1' })).toBe(429);
    expect(await wrong({ from: '203.0.113.5' })).toBe(401);
    expect(await statusOf({ from: '203.0.113.5' })).toBe(200);
  });

  it('gets through in a browser that has signed in before, whoever guesses at the same address', async () => {
    const signedIn = await attempt({});
    const browser = signedIn.headers.getSetCookie().find(each => each.startsWith('tillbridge_office_browser='));
    expect(browser).toMatch(/; Max-Age=7776000; Path=\/office\/v1\/token; HttpOnly; SameSite=Strict$/);
    const cookie = browser?.split(';')[0] ?? '';
    await pauseHere({});
    expect(await statusOf({})).toBe(429);
    const again = await attempt({ headers: { cookie } });
    expect(again.status).toBe(200);
    // It keeps what it has, and it opens nothing at another account.
    expect(again.headers.getSetCookie().some(each => each.startsWith(cookie))).toBe(true);
    const [reader, password] = passwords.reader;
    await pauseHere({ username: reader });
    expect(await statusOf({ username: reader, password, headers: { cookie } })).toBe(429);
    // A cookie that this back office never gave out is replaced.
    const planted = `tillbridge_office_browser=${'a'.repeat(43)}`;
    const answer = await attempt({
      username: passwords.store[0],
      password: passwords.store[1],
      headers: { cookie: planted },
    });
    expect(answer.headers.getSetCookie().some(each => each.startsWith(planted))).toBe(false);
  });

  it('gets through in a known browser while its address is flooded', async () => {
    const signedIn = await attempt({});
    const cookie = signedIn.headers.getSetCookie().find(each => each.startsWith('tillbridge_office_browser='));
    const flood = Array.from({ length: 40 }, (_, name) => wrong({ username: `flood${name}@own.example` }));
    expect(await statusOf({ headers: { cookie: cookie?.split(';')[0] ?? '' } })).toBe(200);
    const states = await Promise.all(flood);
    // No more than ten of one address are in the line.
    expect(states.filter(status => status === 429).length).toBeGreaterThan(10);
  });

  it('gets through at once after a clock that ran ahead has counted', async () => {
    books.clock.now += 7 * 86_400_000;
    await pauseHere({});
    books.clock.now -= 7 * 86_400_000;
    expect(await wrong({})).toBe(401);
    expect(await statusOf({})).toBe(429);
    books.clock.now += 300_001;
    expect(await statusOf({})).toBe(200);
  });

  it('gets through at once when it is a new one', async () => {
    const [reader] = passwords.reader;
    await pauseHere({ username: reader });
    const set = await books.ask('chain', '/people/USR_READER/password', {
      method: 'POST',
      body: JSON.stringify({ password: 'quite-another-1' }),
      headers: { 'content-type': 'application/json' },
    });
    expect(set.status).toBe(200);
    expect(await statusOf({ username: reader, password: 'quite-another-1' })).toBe(200);
  });

  it('of before is guessed at inside without locking the door', async () => {
    const [username, password] = passwords.store;
    const change = (before: string) =>
      books.ask('store', '/me/password', {
        method: 'POST',
        body: JSON.stringify({ before, password: 'quite-another-1' }),
        headers: { 'content-type': 'application/json' },
      });
    for (const status of [403, 403, 403, 429]) expect((await change('wrong-password')).status).toBe(status);
    expect(await statusOf({ username, password })).toBe(200);
    await books.database.script('DELETE FROM sign_in_failure');
    await pauseHere({ username });
    expect((await change('wrong-password')).status).toBe(403);
  });
});

/** An attacker who never waits longer than he has to. Gives the guesses that are looked at in a day. */
async function guessesInADay(placesOf: (guess: number) => string, nameOf: (guess: number) => string): Promise<number> {
  const begun = books.clock.now;
  let looked = 0;
  for (let guess = 0; books.clock.now < begun + 86_400_000; guess += 1) {
    const attempted = { username: nameOf(guess), place: { address: placesOf(guess), browser: null } };
    const wait = await waitOf(books.database, attempted, books.clock.now);
    books.clock.now += wait * 1000;
    if (
      (await judge(books.database, { now: () => books.clock.now, elapsed: () => 0 }, attempted, {
        password: false,
      })) === 'wrong'
    )
      looked += 1;
  }
  books.clock.now = begun;
  await forgetGuesses(books.database, begun + 2 * 86_400_000);
  return looked;
}

describe('an attacker has, in a day,', () => {
  it('299 guesses from one address at one person', async () => {
    expect(
      await guessesInADay(
        () => 'one',
        () => OWNER,
      ),
    ).toBe(299);
  });

  it('three guesses more at each further person', async () => {
    const people = ['a', 'b', 'c', 'd'];
    expect(
      await guessesInADay(
        () => 'one',
        guess => people[guess % 4] ?? '',
      ),
    ).toBeLessThanOrEqual(4 * 3 + 325);
  });

  it('three guesses more from each further address at one person', async () => {
    expect(
      await guessesInADay(
        guess => `address ${guess % 20}`,
        () => OWNER,
      ),
    ).toBeLessThanOrEqual(20 * 3 + 325);
  });
});

describe('the cookies', () => {
  it('are Secure and bound to the host where the address of the back office is https', async () => {
    const answer = await attempt({ from: '203.0.113.5' });
    const [session, browser] = answer.headers.getSetCookie();
    expect(session).toMatch(
      /^__Host-tillbridge_office=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(browser).toMatch(/^__Host-tillbridge_office_browser=[\w-]{43}; .*; Path=\/; .*; Secure; SameSite=Strict$/);
    const me = (cookie: string) => fetch(`${behindProxy}/office/v1/me`, { headers: { cookie } });
    const cookie = session?.split(';')[0] ?? '';
    expect((await me(cookie)).status).toBe(200);
    // A page without TLS could have planted it.
    expect((await me(cookie.replace('__Host-', ''))).status).toBe(401);
    const out = await fetch(`${behindProxy}/office/v1/token`, {
      method: 'DELETE',
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    });
    expect(out.headers.get('set-cookie')).toBe(
      '__Host-tillbridge_office=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict',
    );
  });

  it('are Secure by the word of a trusted proxy alone', async () => {
    const settings = { ...books.office.settings, trustedProxies: ['127.0.0.1'] };
    const trusting = await buildOfficeServer({ ...books.office, settings });
    const url = await trusting.listen({ host: '127.0.0.1', port: 0 });
    const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-proto': 'https' };
    const body = new URLSearchParams({ username: OWNER, password: RIGHT, cookie: '1' });
    for (const [at, secure] of [
      [url, true],
      [books.url, false],
    ] as const) {
      const answer = await fetch(`${at}/office/v1/token`, { method: 'POST', body, headers });
      expect([at, answer.headers.get('set-cookie')?.includes('Secure')]).toEqual([at, secure]);
    }
    await trusting.close();
  });
});

it('a name that no proxy may choose: X-Forwarded-Host counts for nothing', async () => {
  const answer = await fetch(`${behindProxy}/office/v1/me`, { headers: { 'x-forwarded-host': 'evil.example' } });
  expect(await answer.text()).not.toContain('evil.example');
});
