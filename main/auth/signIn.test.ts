/** Signing in over a real store, without HTTP: guessing at secrets, and what is forgotten in time. */
import { afterAll, expect, it } from 'vitest';
import { closeAll, demoDirectory, testClock } from '../bridge.fixture.ts';
import { demoIds } from '../demo/ids.ts';
import { sqlFunctions } from '../query/comparable.ts';
import { createAccounts } from '../store/accounts.ts';
import { openDatabase } from '../store/database.ts';
import { createDeviceCodes } from '../store/deviceCodes.ts';
import { createDevices } from '../store/devices.ts';
import { createSignIn } from './signIn.ts';

afterAll(closeAll);

async function opened() {
  const clock = testClock();
  const db = openDatabase(await demoDirectory(), sqlFunctions);
  const accounts = createAccounts(db);
  const devices = createDevices(db, { append: () => undefined });
  const signIn = createSignIn({ accounts, devices, codes: createDeviceCodes(db), clock });
  const client = (secret: string, from = '127.0.0.1', id = 'demo-client') =>
    signIn.grants.client(id, secret, from).then(
      () => 'in',
      (error: { key: string }) => error.key,
    );
  const count = (table: string) => db.prepare<number>(`SELECT count(*) FROM ${table}`).pluck().get();
  return { clock, db, devices, signIn, client, count, tidy: () => db.write(signIn.tidy) };
}

it('guessing client secrets gets slower after twenty misses, at the address that guesses', async () => {
  const { client, clock } = await opened();
  for (let miss = 0; miss < 20; miss += 1) expect(await client(`wrong${miss}`)).toBe('credentialsInvalid');
  expect(await client('demo-secret')).toBe('clientLocked');
  expect(await client('demo-secret', '10.0.0.5')).toBe('in');
  clock.pass(2000);
  expect(await client('demo-secret')).toBe('in');
  expect(await client('wrong')).toBe('credentialsInvalid');
});

it('unknown names are slowed down like known ones, kept as hashes, and forgotten after a day of silence', async () => {
  const { client, clock, count, db, tidy } = await opened();
  for (let miss = 0; miss < 20; miss += 1) await client('x', 'here', 'nobody-known');
  expect(await client('x', 'here', 'nobody-known')).toBe('clientLocked');
  for (let name = 0; name < 50; name += 1) await client('x', 'here', `name${name}`);
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
  const client = await signIn.grants.client('demo-client', 'demo-secret', 'here');
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
  const client = await signIn.grants.client('demo-client', 'demo-secret', 'here');
  const codes = new Set<string>();
  for (let round = 0; round < 100; round += 1)
    codes.add((await signIn.deviceGrant.begin(client, '/vendor/demo/till/1')).userCode);
  expect(codes.size).toBe(100);
});
