/** Attempts at PINs, by the thousand: how many are looked at, who else is slowed, and what an answer gives away. */

import { afterAll, describe, expect, it } from 'vitest';
import { eanCheckDigit } from '../../domain/checkDigits.ts';
import { closeAll, demoDirectory, testClock } from '../../doubles/bridge.fixture.ts';
import { sqlFunctions } from '../../query/comparable.ts';
import { type Accounts, createAccounts } from '../../store/accounts.ts';
import { openDatabase } from '../../store/database.ts';
import { createDeviceCodes } from '../../store/deviceCodes.ts';
import { createDevices } from '../../store/devices.ts';
import { createDisplays } from '../../store/displays.ts';
import { demoIds } from '../../world/demoIds.ts';
import { createPins, type Pins, pinCosts } from './pins.ts';
import { createSignIn } from './signIn.ts';
import { insideOf, placeOf, type SignInPlace } from './signInPlaces.ts';

afterAll(closeAll);

const at = (address: string) => placeOf({ address, forwarded: undefined }, null);
const till = (name: string) => placeOf({ address: '10.0.0.8', forwarded: undefined }, name);
const CASHIER = 'cashier@demo.example';

/** `slowness`: time in which a PIN is compared, ms. */
async function opened(slowness = 0) {
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
      clock.pass(slowness);
      return real.matches(pin, stored);
    },
  };
  const begin = () =>
    createSignIn({
      accounts,
      devices,
      deviceCodes: createDeviceCodes(db),
      displays: createDisplays(db),
      clock,
      pins,
      longestPin: 8,
    });
  const attempt =
    (signIn = begin()) =>
    (name: string, pin: string, place: SignInPlace) =>
      signIn.person(name, pin, demoIds.merchant, place).then(
        () => 'in',
        (error: { key: string }) => error.key,
      );
  return { clock, db, accounts, hashed, attempt, begin, pins };
}

/** A thousand attempts, one a second. */
async function thousand(attempt: (index: number) => Promise<string>, pass: (ms: number) => void): Promise<void> {
  for (let index = 0; index < 1000; index += 1) {
    await attempt(index);
    pass(1000);
  }
}

describe('a scanned code in the place of a PIN', () => {
  it('is nobody’s guess: the person can sign in all the same, and nothing is compared', async () => {
    const { attempt, hashed } = await opened();
    const sign = attempt();
    for (let scans = 0; scans < 50; scans += 1)
      expect(await sign(CASHIER, '2000000010069', till('one'))).toBe('userInvalid');
    expect(hashed).toEqual([]);
    expect(await sign(CASHIER, '1111', till('one'))).toBe('in');
  });
});

describe('a code of a packet in the place of a PIN', () => {
  // EAN-8, UPC-A, UPC-E, with the prefix of the scanner, and digits of a length that no PIN of this shop has.
  const SCANS = ['96385074', '036000291452', '01234565', ']E096385074', '123456789011'];

  it('keeps no PIN waiting: a hand and a slow scanner look alike here, so both are counted, each by itself', async () => {
    const { attempt, clock } = await opened();
    const person = attempt();
    for (let scans = 0; scans < 60; scans += 1) {
      expect(await person(CASHIER, SCANS[scans % SCANS.length]!, till('one'))).toBe('userInvalid');
      clock.pass(1000);
    }
    expect(await person(CASHIER, '2222', till('one'))).toBe('userInvalid');
    expect(await person(CASHIER, '1111', till('one'))).toBe('in');
  });

  it('is compared, and no oftener than other guesses are', async () => {
    const { attempt, accounts, clock, hashed, pins } = await opened();
    const person = attempt();
    const row = accounts.staff(CASHIER);
    if (!row) throw new Error('the demo has a cashier');
    const pinHash = await pins.hash('96385074');
    await accounts.write(() => accounts.putStaff({ ...row, pinHash }));
    expect(await person(CASHIER, '96385074', till('one'))).toBe('in');
    hashed.length = 0;
    const ean8 = (index: number) => String(1_000_000 + index) + eanCheckDigit(String(1_000_000 + index));
    await thousand(index => person(CASHIER, ean8(index), till('one')), clock.pass);
    expect(hashed).toHaveLength(23);
    clock.pass(300_000);
    expect(await person(CASHIER, '96385074', till('one'))).toBe('in');
  });

  it('ends no pause of guesses at a PIN', async () => {
    const person = (await opened()).attempt();
    for (let miss = 0; miss < 12; miss += 1) await person(CASHIER, '0000', till('one'));
    expect(await person(CASHIER, SCANS[0]!, till('one'))).toBe('userInvalid');
    expect(await person(CASHIER, '1111', till('one'))).toBe('userLocked');
  });
});

describe('a thousand attempts', () => {
  it('at one person at one till: 23 are compared, and nobody else waits, not at this till and not elsewhere', async () => {
    const { attempt, clock, hashed } = await opened();
    const person = attempt();
    const pin = (index: number) => String(3000 + index);
    await thousand(index => person(CASHIER, pin(index), till('one')), clock.pass);
    expect(hashed).toHaveLength(23);
    expect(await person(CASHIER, '1111', till('one'))).toBe('userLocked');
    expect(await person(CASHIER, '1111', till('two'))).toBe('in');
    expect(await person('manager@demo.example', '9999', till('one'))).toBe('in');
    // After a restart, too.
    expect(await attempt()(CASHIER, '1111', till('one'))).toBe('userLocked');
    clock.pass(300_000);
    expect(await person(CASHIER, '1111', till('one'))).toBe('in');
  });

  it('at many names from one address: 63 are compared, and tills and this machine never wait for them', async () => {
    const { attempt, clock, hashed } = await opened();
    const person = attempt();
    await thousand(index => person(`guess${index}`, '2580', at('10.6.6.6')), clock.pass);
    expect(hashed).toHaveLength(63);
    expect(await person(CASHIER, '1111', at('10.6.6.6'))).toBe('userLocked');
    for (const place of [till('one'), at('127.0.0.1'), at('10.6.6.7')])
      expect(await person(CASHIER, '1111', place)).toBe('in');
  });

  it('at one person from a thousand addresses: no more than from one are compared, and her tills never wait for them', async () => {
    const { attempt, clock, hashed } = await opened();
    const person = attempt();
    const address = (index: number) => at(`10.${index % 250}.${Math.trunc(index / 250)}.6`);
    await thousand(index => person(CASHIER, String(3000 + index), address(index)), clock.pass);
    expect(hashed.length).toBeLessThan(64);
    expect(await person(CASHIER, '1111', till('one'))).toBe('in');
  });

  it('at the manager’s PIN inside one till slow her down there alone', async () => {
    const { attempt, clock, hashed } = await opened();
    const person = attempt();
    await thousand(() => person('manager@demo.example', '0000', insideOf('SDV_1')), clock.pass);
    expect(hashed).toHaveLength(23);
    expect(await person('manager@demo.example', '9999', insideOf('SDV_2'))).toBe('in');
  });
});

it('a pause outlives 25,000 misses at other names', async () => {
  const { attempt, accounts, begin, clock, db } = await opened();
  const signIn = begin();
  const person = attempt(signIn);
  for (let miss = 0; miss < 30; miss += 1) {
    await person(CASHIER, '0000', till('one'));
    clock.pass(31_000);
  }
  await person(CASHIER, '0000', till('one'));
  clock.pass(1000);
  await db.write(() => {
    for (let index = 0; index < 25_000; index += 1)
      accounts.setFailures(`other ${index}`, { count: 1, blockedUntil: 0 }, clock.now());
    signIn.tidy();
  });
  expect(db.prepare<number>('SELECT count(*) FROM login_failure').pluck().get()).toBe(20_000);
  expect(await person(CASHIER, '1111', till('one'))).toBe('userLocked');
});

describe('the right PIN', () => {
  const HOUR = 3_600_000;

  it('passes during a pause until ten were wrong, and ends it', async () => {
    const person = (await opened()).attempt();
    for (let round = 0; round < 3; round += 1) {
      const words = [];
      for (let miss = 0; miss < 9; miss += 1) words.push(await person(CASHIER, '0000', till('one')));
      expect(words.filter(word => word === 'userInvalid')).toHaveLength(3);
      expect(await person(CASHIER, '1111', till('one'))).toBe('in');
    }
  });

  it('takes off ten misses, so that guesses beside somebody who signs in all day stay few', async () => {
    const { attempt, clock, hashed } = await opened();
    const person = attempt();
    let hits = 0;
    for (let minute = 0; minute < 24 * 60; minute += 1) {
      for (let each = 0; each < 5; each += 1) await person(CASHIER, '0000', till('one'));
      clock.pass(60_000);
      if (minute % 72 === 71 && (await person(CASHIER, '1111', till('one'))) === 'in') hits += 1;
    }
    expect(hits).toBeGreaterThan(0);
    expect(hashed.length - hits).toBeLessThanOrEqual(20 + 24 * 12 + 10 * hits);
  });

  it('passes beside guesses that are compared for so long that the pause is over meanwhile, and no more of them are told wrong', async () => {
    const { attempt, clock, hashed } = await opened(1500);
    const person = attempt();
    const words = await Promise.all(
      Array.from({ length: 30 }, (_, index) => person(CASHIER, String(3000 + index), till('one'))),
    );
    expect(words.filter(word => word === 'userInvalid').length).toBeLessThanOrEqual(3);
    expect(hashed.length).toBeLessThanOrEqual(10);
    clock.pass(30_000);
    expect(await person(CASHIER, '1111', till('one'))).toBe('in');
  });

  it('is taken thirty times at once', async () => {
    const person = (await opened()).attempt();
    const words = await Promise.all(Array.from({ length: 30 }, () => person(CASHIER, '1111', at('10.0.0.7'))));
    expect(new Set(words)).toEqual(new Set(['in']));
  });

  it('waits five minutes at most where a clock ran ahead when guesses were counted', async () => {
    const { attempt, clock } = await opened();
    const person = attempt();
    clock.jump(40 * 24 * HOUR);
    for (let miss = 0; miss < 12; miss += 1) await person(CASHIER, '0000', till('one'));
    expect(await person(CASHIER, '1111', till('one'))).toBe('userLocked');
    clock.jump(-40 * 24 * HOUR);
    expect(await person(CASHIER, '1111', till('one'))).toBe('in');
  });

  it('is not kept waiting by guesses at the one before', async () => {
    const { attempt, accounts, pins } = await opened();
    const person = attempt();
    for (let miss = 0; miss < 12; miss += 1) await person(CASHIER, '0000', till('one'));
    expect(await person(CASHIER, '1111', till('one'))).toBe('userLocked');
    const row = accounts.staff(CASHIER);
    if (!row) throw new Error('the demo has a cashier');
    const pinHash = await pins.hash('2718');
    await accounts.write(() => accounts.putStaff({ ...row, pinHash }));
    expect(await person(CASHIER, '2718', till('one'))).toBe('in');
  });
});

describe('an answer gives nothing away', () => {
  /** A person who is not there, has no PIN, has left or is locked, answered as the wrong PIN of somebody who is there. */
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
    accounts.putStaff({ ...row, id: 'USR_NOPIN', username: 'nopin', pinHash: '' });
    accounts.putStaff({ ...row, id: 'USR_GONE', username: 'gone', leftAt: now });
    accounts.putStaff({ ...row, id: 'USR_LOCKED', username: 'locked', lockedAt: now, lockReason: 'x' });
    accounts.putStaff({ ...row, id: 'USR_CHANGING', username: 'changing', pinChange: true });
  });
}
