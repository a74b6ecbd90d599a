/** Attempts at PINs, by the thousand: how many are looked at, who else is slowed, and what an answer gives away. */
import { afterAll, describe, expect, it } from 'vitest';
import { closeAll, demoDirectory, testClock } from '../../doubles/bridge.fixture.ts';
import { type Accounts, createAccounts } from '../../store/accounts.ts';
import { openDatabase } from '../../store/database.ts';
import { createDeviceCodes } from '../../store/deviceCodes.ts';
import { createDevices } from '../../store/devices.ts';
import { createDisplays } from '../../store/displays.ts';
import { demoIds } from '../../world/demoIds.ts';
import { createPins, type Pins, pinCosts } from '../../world/secrets.ts';
import { sqlFunctions } from '../query/comparable.ts';
import { createSignIn } from './signIn.ts';
import { insideOf, placeOf, type SignInPlace } from './signInPlaces.ts';

afterAll(closeAll);

const at = (address: string) => placeOf({ address, forwarded: undefined }, null);
const till = (name: string) => placeOf({ address: '10.0.0.8', forwarded: undefined }, name);
const CASHIER = 'cashier@demo.example';

async function opened() {
  const clock = testClock();
  const db = openDatabase(await demoDirectory(), sqlFunctions);
  const accounts = createAccounts(db);
  const devices = createDevices(db, { append: () => undefined });
  /** The hashes that were computed, without their salts. */
  const hashed: string[] = [];
  const real = createPins(pinCosts.demo, null);
  const pins: Pins = {
    ...real,
    matches(pin, stored) {
      hashed.push(stored.split('.').slice(0, 3).join('.'));
      return real.matches(pin, stored);
    },
  };
  const begin = () =>
    createSignIn({ accounts, devices, deviceCodes: createDeviceCodes(db), displays: createDisplays(db), clock, pins });
  const attempt =
    (signIn = begin()) =>
    (name: string, pin: string, place: SignInPlace) =>
      signIn.person(name, pin, demoIds.merchant, place).then(
        () => 'in',
        (error: { key: string }) => error.key,
      );
  return { clock, db, accounts, hashed, attempt };
}

/** A thousand attempts, one a second: how many were looked at. */
async function thousand(attempt: (index: number) => Promise<string>, pass: (ms: number) => void): Promise<number> {
  let looked = 0;
  for (let index = 0; index < 1000; index += 1) {
    if ((await attempt(index)) === 'userInvalid') looked += 1;
    pass(1000);
  }
  return looked;
}

describe('a thousand attempts', () => {
  it('at one person at one till: twelve are looked at, and nobody else waits, not at this till and not elsewhere', async () => {
    const { attempt, clock } = await opened();
    const person = attempt();
    const pin = (index: number) => String(3000 + index);
    expect(await thousand(index => person(CASHIER, pin(index), till('one')), clock.pass)).toBeLessThanOrEqual(12);
    expect(await person(CASHIER, '1111', till('one'))).toBe('userLocked');
    expect(await person(CASHIER, '1111', till('two'))).toBe('in');
    expect(await person('manager@demo.example', '9999', till('one'))).toBe('in');
    // After a restart, too.
    expect(await attempt()(CASHIER, '1111', till('one'))).toBe('userLocked');
    clock.pass(300_000);
    expect(await person(CASHIER, '1111', till('one'))).toBe('in');
  });

  it('at many names from one address: forty are looked at, and tills and this machine never wait for them', async () => {
    const { attempt, clock } = await opened();
    const person = attempt();
    const looked = await thousand(index => person(`guess${index}`, '2580', at('10.6.6.6')), clock.pass);
    expect(looked).toBeLessThanOrEqual(40);
    expect(await person(CASHIER, '1111', at('10.6.6.6'))).toBe('userLocked');
    for (const place of [till('one'), at('127.0.0.1'), at('10.6.6.7')])
      expect(await person(CASHIER, '1111', place)).toBe('in');
  });

  it('at the manager’s PIN inside one till slow her down there alone', async () => {
    const { attempt, clock } = await opened();
    const person = attempt();
    const looked = await thousand(() => person('manager@demo.example', '0000', insideOf('SDV_1')), clock.pass);
    expect(looked).toBeLessThanOrEqual(12);
    expect(await person('manager@demo.example', '9999', insideOf('SDV_2'))).toBe('in');
  });
});

describe('an answer gives nothing away', () => {
  /** Whoever is not there, has no PIN, has left or is locked, as the wrong PIN of somebody who is there. */
  it('neither by its words nor by the work behind it', async () => {
    const { attempt, accounts, hashed } = await opened();
    await arrange(accounts);
    const person = attempt();
    const words = [];
    for (const name of [CASHIER, 'nobody@demo.example', 'nopin', 'gone', 'locked', 'саshier@demo.example']) {
      words.push(await person(name, '5555', till(name)));
      expect(hashed.splice(0), name).toEqual([`s2..${pinCosts.demo}`]);
    }
    expect(new Set(words)).toEqual(new Set(['userInvalid']));
  });

  it('before the PIN is right: only then a lock and a change of the PIN are spoken of', async () => {
    const { attempt, accounts } = await opened();
    await arrange(accounts);
    const person = attempt();
    expect(await person('locked', '1111', till('one'))).toBe('userBlocked');
    expect(await person('gone', '1111', till('one'))).toBe('userInvalid');
    expect(await person('changing', '1111', till('one'))).toBe('pinChangeNeeded');
    expect(await person('changing', '1112', till('one'))).toBe('userInvalid');
  });
});

/** People in every state, with the PIN 1111 where they have one. */
function arrange(accounts: Accounts): Promise<void> {
  const row = accounts.staff(CASHIER);
  if (!row) throw new Error('the demo has a cashier');
  const now = '2026-01-01T00:00:00+00:00';
  return accounts.write(() => {
    accounts.putStaff({ ...row, id: 'USR_NOPIN', username: 'nopin', pin_hash: '' });
    accounts.putStaff({ ...row, id: 'USR_GONE', username: 'gone', left_at: now });
    accounts.putStaff({ ...row, id: 'USR_LOCKED', username: 'locked', locked_at: now, lock_reason: 'x' });
    accounts.putStaff({ ...row, id: 'USR_CHANGING', username: 'changing', pin_change: 1 });
  });
}
