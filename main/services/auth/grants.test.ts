import { afterAll, describe, expect, it } from 'vitest';
import { isOver } from '../../domain/expiry.ts';
import { closeAll, demoDirectory, testClock } from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import { sqlFunctions } from '../../query/comparable.ts';
import { createAccounts } from '../../store/accounts.ts';
import { openDatabase } from '../../store/database.ts';
import { screenClientId } from '../../world/demoIds.ts';
import { ClientSecrets } from './clientSecrets.ts';
import { createGrants } from './grants.ts';
import { createGuesses } from './guesses.ts';
import { createIssuer, termOf } from './issuer.ts';
import { createPersons } from './persons.ts';
import { plainPins } from './pins.ts';

afterAll(closeAll);

async function signedIn(clientId: string) {
  const clock = testClock();
  const db = openDatabase(await demoDirectory(), sqlFunctions);
  const accounts = createAccounts(db);
  const guesses = createGuesses(accounts, clock);
  let ended = 0;
  const grants = createGrants({
    accounts,
    clock,
    isOver: ({ expiresAt }) => clock.now() >= expiresAt,
    guesses,
    secrets: new ClientSecrets(plainPins),
    renews: false,
    person: createPersons(accounts, guesses),
    issuer: createIssuer(accounts, clock, () => undefined),
    tillOf: () => null,
    ended: () => {
      ended += 1;
    },
  });
  const client = accounts.client(clientId)!;
  const issued = await grants.appUser(client, 'cashier@demo.example', '1111', 'x');
  return { db, grants, client, token: issued.refreshToken ?? '', ended: () => ended };
}

describe('refresh', () => {
  it('with rotation, two in the same turn: one is taken for a theft and ends the family', async () => {
    specifies({ Authentication: 'refreshing with rotation: of two at the same moment' });
    const { db, grants, client, token, ended } = await signedIn(screenClientId);
    const both = await Promise.allSettled([grants.refresh(client, token), grants.refresh(client, token)]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(ended()).toBe(1);
    expect(db.prepare('SELECT count(*) FROM token').pluck().get()).toBe(0);
    await db.close();
  });

  it('without rotation the same token serves any number', async () => {
    specifies({ Authentication: 'refreshing without rotation: the old one stays valid' });
    const { db, grants, client, token, ended } = await signedIn('demo-client');
    const issued = await Promise.all([grants.refresh(client, token), grants.refresh(client, token)]);
    expect(new Set(issued.map(({ accessToken }) => accessToken)).size).toBe(2);
    expect(ended()).toBe(0);
    await db.close();
  });
});

describe('a session of the screen that an older version gave out', () => {
  it.each([
    [screenClientId, true],
    ['demo-client', false],
  ])('of %s for half a year: is over %s', (client, over) => {
    const [now, halfYear] = [Date.parse('2026-11-29'), 15_768_000_000];
    expect(isOver(termOf({ kind: 'refresh', client, expiresAt: now + halfYear }), now)).toBe(over);
  });
});
