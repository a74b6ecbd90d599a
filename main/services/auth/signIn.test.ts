/** Signing in over a real store, without HTTP: guessing at secrets, and what is forgotten in time. */

import { afterAll, expect, it } from 'vitest';
import { closeAll, demoDirectory, testClock } from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import { sqlFunctions } from '../../query/comparable.ts';
import { createAccounts } from '../../store/accounts.ts';
import { openDatabase } from '../../store/database.ts';
import { createDeviceCodes } from '../../store/deviceCodes.ts';
import { createDevices } from '../../store/devices.ts';
import { createDisplays } from '../../store/displays.ts';
import { demoIds } from '../../world/demoIds.ts';
import { createPins, pinCosts } from './pins.ts';
import { createSignIn } from './signIn.ts';
import { INSIDE, placeOf } from './signInPlaces.ts';

afterAll(closeAll);

const at = (address: string) => placeOf({ address, forwarded: undefined }, null);

async function opened() {
  const clock = testClock();
  const db = openDatabase(await demoDirectory(), sqlFunctions);
  const accounts = createAccounts(db);
  const devices = createDevices(db, { append: () => undefined });
  const plain = createPins(pinCosts.demo, null);
  /** The form and the cost of each hash that was worked out, which is where the time of a sign-in goes. */
  const hashed: string[] = [];
  const worked = (stored: string) => {
    hashed.push(stored.split('.').slice(0, 3).join('.'));
    return stored;
  };
  const pins = {
    ...plain,
    hash: async (pin: string) => worked(await plain.hash(pin)),
    matches: (pin: string, stored: string) => plain.matches(pin, worked(stored)),
  };
  const signIn = createSignIn({
    accounts,
    devices,
    deviceCodes: createDeviceCodes(db),
    displays: createDisplays(db),
    clock,
    pins,
  });
  const client = (secret: string, from = '127.0.0.1', id = 'demo-client') =>
    signIn.grants.client(id, secret, at(from)).then(
      () => 'in',
      (error: { key: string }) => error.key,
    );
  const count = (table: string) => db.prepare<number>(`SELECT count(*) FROM ${table}`).pluck().get();
  const person = (pin: string, address: string, till: string | null = null, name = 'cashier@demo.example') =>
    signIn.person(name, pin, null, placeOf({ address, forwarded: undefined }, till)).then(
      () => 'in',
      (error: { key: string; retryAfter: number | null }) => error.key + (error.retryAfter ?? ''),
    );
  return { clock, db, devices, signIn, client, person, count, hashed, tidy: () => db.write(signIn.tidy) };
}

it('guessing client secrets gets slower after twenty misses, and the right one passes', async () => {
  specifies({ Authentication: 'guessing at client secrets is slowed down' });
  const { client, clock } = await opened();
  for (let miss = 0; miss < 20; miss += 1) expect(await client(`wrong${miss}`)).toBe('credentialsInvalid');
  expect(await client('wrong')).toBe('clientLocked');
  clock.pass(4000);
  expect(await client('wrong')).toBe('credentialsInvalid');
  expect(await client('wrong')).toBe('clientLocked');
  expect(await client('demo-secret')).toBe('in');
  expect(await client('wrong')).toBe('credentialsInvalid');
});

it('unknown names are slowed down like known ones, kept as hashes, and forgotten after a day of silence', async () => {
  const { client, clock, count, db, tidy } = await opened();
  for (let miss = 0; miss < 20; miss += 1) await client('x', '127.0.0.1', 'nobody-known');
  expect(await client('x', '127.0.0.1', 'nobody-known')).toBe('clientLocked');
  for (let name = 0; name < 50; name += 1) await client('x', '127.0.0.1', `name${name}`);
  expect(count('login_failure')).toBe(51);
  expect(JSON.stringify(db.prepare('SELECT * FROM login_failure').all())).not.toContain('nobody-known');
  clock.pass(86_399_000);
  await tidy();
  expect(count('login_failure')).toBe(51);
  clock.pass(2000);
  await tidy();
  expect(count('login_failure')).toBe(0);
});

it('codes and tokens whose time has passed are forgotten, and a till without a token is offline', async () => {
  const { signIn, clock, count, devices, tidy } = await opened();
  const client = await signIn.grants.client('demo-client', 'demo-secret', INSIDE);
  const till = () => devices.find(demoIds.merchant, demoIds.till)?.online;
  await signIn.deviceGrant.begin(client, '/vendor/demo/till/1');
  await signIn.grants.appUser(client, 'cashier@demo.example', '1111', 'x');
  expect([count('device_code'), count('token'), till()]).toEqual([1, 2, true]);
  await tidy();
  expect([count('device_code'), till()]).toEqual([1, true]);
  clock.pass(1_200_001);
  await tidy();
  expect([count('device_code'), count('token'), till()]).toEqual([0, 1, false]);
});

it('codes are never given twice', async () => {
  const { signIn } = await opened();
  const client = await signIn.grants.client('demo-client', 'demo-secret', INSIDE);
  const codes = new Set<string>();
  for (let round = 0; round < 100; round += 1)
    codes.add((await signIn.deviceGrant.begin(client, '/vendor/demo/till/1')).userCode);
  expect(codes.size).toBe(100);
});

it('a guesser at another machine cannot lock anybody out at a till, at this machine, or where the person has been', async () => {
  const { person } = await opened();
  expect(await person('1111', '10.0.0.7')).toBe('in');
  for (let miss = 0; miss < 3; miss += 1) expect(await person('0000', '10.6.6.6')).toBe('userInvalid');
  expect(await person('0000', '10.6.6.6')).toBe('userLocked4');
  for (const other of Array.from({ length: 30 }, (_, index) => `10.6.7.${index}`)) await person('0000', other);
  expect(await person('1111', '10.0.0.9')).toMatch(/^userLocked/);
  expect(await person('1111', '127.0.0.1')).toBe('in');
  expect(await person('1111', '10.0.0.7')).toBe('in');
  expect(await person('1111', '10.0.0.8', 'till')).toBe('in');
});

it('a till has its own counter for each person', async () => {
  const { person } = await opened();
  for (let miss = 0; miss < 10; miss += 1) await person('0000', '10.0.0.8', 'one till');
  expect(await person('1111', '10.0.0.8', 'one till')).toBe('userLocked30');
  expect(await person('1111', '10.0.0.8', 'another till')).toBe('in');
  expect(await person('9999', '10.0.0.8', 'one till', 'manager@demo.example')).toBe('in');
});

it('however many machines guess, one person is tried forty times and then twelve times an hour', async () => {
  const { person, clock, hashed } = await opened();
  let machine = 0;
  for (let second = 0; second < 2 * 3600; second += 30) {
    for (let each = 0; each < 3; each += 1) {
      machine += 1;
      const address = `2001:db8:${(machine >> 8).toString(16)}:${(machine & 255).toString(16)}::${machine.toString(16)}`;
      await person('0000', address);
    }
    clock.pass(30_000);
  }
  // One hash more is that of nobody.
  expect(hashed.length).toBeGreaterThan(40 + 20);
  expect(hashed.length).toBeLessThanOrEqual(1 + 40 + 2 * 12);
});

it('addresses of one network of version 6 are one place, and so are both ways to write one of version 4', () => {
  expect(at('2001:db8::1')).toEqual(at('2001:0db8:0:0:ffff::2'));
  expect(at('2001:db8:0:1::1')).not.toEqual(at('2001:db8::1'));
  expect(at('::ffff:10.0.0.1')).toEqual(at('10.0.0.1'));
  expect(at('::1')).toEqual(at('127.0.0.1'));
  const behindProxy = placeOf({ address: '127.0.0.1', forwarded: '6.6.6.6, 10.0.0.9' }, null);
  expect(behindProxy).toEqual(at('10.0.0.9'));
});

it('what is remembered of guessers is bounded, and outlives a restart', async () => {
  const { db, tidy, clock, signIn } = await opened();
  const accounts = createAccounts(db);
  await db.write(() => {
    for (let name = 0; name < 20_100; name += 1)
      accounts.setFailures(`${name}`, { count: 1, blockedUntil: 0 }, clock.now() - 20_100 + name);
  });
  await tidy();
  expect(db.prepare<number>('SELECT count(*) FROM login_failure').pluck().get()).toBeLessThanOrEqual(20_001);
  expect(accounts.failures('20099')).not.toBeNull();
  const cookie = await signIn.tills.remember(undefined);
  const other = createSignIn({
    accounts: createAccounts(db),
    devices: createDevices(db, { append: () => undefined }),
    deviceCodes: createDeviceCodes(db),
    displays: createDisplays(db),
    clock,
  });
  const caller = { address: '10.0.0.8', forwarded: undefined };
  expect(other.tills.place(caller, cookie).isKnown).toBe(true);
  const forged = cookie.replace(/^./, first => (first === '_' ? '-' : '_'));
  expect(other.tills.place(caller, forged).isKnown).toBe(false);
  expect(await other.tills.remember(cookie)).toBe(cookie);
});

it('a wrong PIN costs the same work for a name that nobody has, also the first time', async () => {
  const { person, clock, hashed } = await opened();
  const workOf = async (name: string) => {
    hashed.length = 0;
    expect(await person('0000', '127.0.0.1', null, name)).toBe('userInvalid');
    return [...hashed];
  };
  // The first caller makes the hash that unknown names are compared with.
  await person('0000', '127.0.0.1', null, 'manager@demo.example');
  const known = await workOf('cashier@demo.example');
  expect(known).toHaveLength(1);
  expect(await workOf('nobody@demo.example')).toEqual(known);
  clock.pass(3_600_000);
  expect(await workOf('nobody@demo.example')).toEqual(await workOf('cashier@demo.example'));
});
