/** How long a key is remembered by a clock that is set, while the bridge runs and before its start. */
import { afterEach, expect, it } from 'vitest';
import { closeAll, temporaryDirectory, testClock } from '../doubles/bridge.fixture.ts';
import { sqlFunctions } from '../query/comparable.ts';
import { openDatabase } from './database.ts';
import { createRequestKeys, KEY_LIFE } from './requestKeys.ts';

afterEach(closeAll);

it('a key lives for 24 hours of passed time, and one of a clock that ran ahead no longer than that', async () => {
  const clock = testClock();
  const db = openDatabase(temporaryDirectory(), sqlFunctions);
  const keys = createRequestKeys(db, clock);
  const add = (key: string, at = keys.now()) =>
    db.write(() => keys.changed({ client: 'demo-client', key, fingerprint: '', at }, []));
  const tidy = () => db.write(keys.prune);
  const isKnown = (key: string, of = keys) => of.find('demo-client', key) !== null;

  await add('early');
  for (const days of [3, -365, 362]) {
    clock.jump(days * KEY_LIFE);
    await tidy();
    expect(isKnown('early'), `a clock set by ${days} days`).toBe(true);
  }
  clock.pass(KEY_LIFE / 2);
  await add('late');
  // The next start reckons by the clock of then.
  const next = createRequestKeys(db, clock);
  expect([isKnown('early', next), isKnown('late', next)]).toEqual([true, true]);
  clock.pass(KEY_LIFE / 2 + 1000);
  await tidy();
  expect([isKnown('early'), isKnown('late')]).toEqual([false, true]);

  await add('ahead', clock.now() + 400 * KEY_LIFE);
  await tidy();
  expect(isKnown('ahead')).toBe(true);
  clock.pass(KEY_LIFE + 1000);
  expect(isKnown('ahead')).toBe(false);
  await db.close();
});
