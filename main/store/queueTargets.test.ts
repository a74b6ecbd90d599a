/** The lease of a target: one worker at a time, and nothing of a worker that overslept is written. */
import { afterEach, expect, it } from 'vitest';
import { temporaryDirectory } from '../doubles/bridge.fixture.ts';
import { LeaseLost } from '../world/queue.ts';
import { type Database, openDatabase } from './database.ts';
import { createQueueCases } from './queueCases.ts';
import { createQueueTargets } from './queueTargets.ts';

const open: Database[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(db => db.close()));
});

function opened(directory = temporaryDirectory()): Database {
  const db = openDatabase(directory, {}, undefined, 'live');
  open.push(db);
  return db;
}

function targetsAt(start: number) {
  const clock = { now: start };
  const db = opened();
  return { db, clock, targets: createQueueTargets(db, () => clock.now) };
}

it('gives the lease to one worker, renews it for that one, and to another one once it has lapsed', async () => {
  const { targets, clock } = targetsAt(1_000_000);
  const first = await targets.lease('upstream', 30_000, null);
  expect(first).toBe(1);
  expect(await targets.lease('upstream', 30_000, null)).toBeNull();
  clock.now += 20_000;
  expect(await targets.lease('upstream', 30_000, first)).toBe(first);
  clock.now += 29_999;
  expect(await targets.lease('upstream', 30_000, null)).toBeNull();
  clock.now += 1;
  expect(await targets.lease('upstream', 30_000, null)).toBe(2);
  expect(await targets.lease('upstream', 30_000, first)).toBeNull();
});

it('keeps the leases of the targets apart', async () => {
  const { targets } = targetsAt(0);
  expect(await targets.lease('upstream', 30_000, null)).toBe(1);
  expect(await targets.lease('office', 30_000, null)).toBe(1);
});

it('gives a released lease away at once, and not one that somebody else holds by now', async () => {
  const { targets, clock } = targetsAt(1000);
  const first = (await targets.lease('office', 30_000, null)) ?? 0;
  await targets.release('office', first);
  expect(await targets.lease('office', 30_000, null)).toBe(2);
  clock.now += 1;
  await targets.release('office', first);
  expect(await targets.lease('office', 30_000, null)).toBeNull();
});

it('writes nothing of a worker whose lease another one has taken over', async () => {
  const { targets, clock, db } = targetsAt(1000);
  const cases = createQueueCases(db, () => clock.now);
  const complete = (token: number) =>
    db.write(() => {
      targets.requireLease('upstream', token);
      const about = { merchant: 'MRC_1', kind: 'twice', object: `STX_${token}`, amount: 1, currency: 'EUR' };
      cases.open({ ...about, facts: {} });
    });
  const paused = (await targets.lease('upstream', 1000, null)) ?? 0;
  clock.now += 1000;
  const awake = (await targets.lease('upstream', 1000, null)) ?? 0;
  await expect(complete(paused)).rejects.toBeInstanceOf(LeaseLost);
  expect(cases.openCount()).toBe(0);
  await complete(awake);
  expect(cases.openCount()).toBe(1);
});

it('does not wait for a lease that lies in the future because the clock was set back', async () => {
  const { targets, clock } = targetsAt(100_000_000);
  expect(await targets.lease('upstream', 30_000, null)).toBe(1);
  clock.now -= 86_400_000;
  expect(await targets.lease('upstream', 30_000, null)).toBe(2);
});

it('does not wait for the lease of a process that is gone', async () => {
  const directory = temporaryDirectory();
  const db = opened(directory);
  expect(await createQueueTargets(db, () => 1000).lease('upstream', 30_000, null)).toBe(1);
  await open.pop()?.close();
  expect(await createQueueTargets(opened(directory), () => 1001).lease('upstream', 30_000, null)).toBe(2);
});

it('keeps since when a target is up or down, and writes only what changed', async () => {
  const { targets, clock, db } = targetsAt(1000);
  const reason = { code: 'timeout', texts: { de: 'Keine Antwort.', en: 'No answer.' } };
  expect(targets.condition('upstream')).toMatchObject({ state: 'unknown', since: 1000 });
  await targets.report('upstream', { state: 'down', nextTry: 2000, reason });
  clock.now = 2000;
  await targets.report('upstream', { state: 'down', nextTry: 4000, reason });
  expect(targets.condition('upstream')).toEqual({ state: 'down', since: 1000, nextTry: 4000, reason });
  const commits = db.commits();
  await targets.report('upstream', { state: 'down', nextTry: 4000, reason });
  expect(db.commits()).toBe(commits);
  clock.now = 4000;
  await targets.report('upstream', { state: 'up', nextTry: null, reason: null });
  expect(targets.condition('upstream')).toEqual({ state: 'up', since: 4000, nextTry: null, reason: null });
});

it('opens a case once for the same thing, and again after it was closed', async () => {
  const { clock, db } = targetsAt(1000);
  const cases = createQueueCases(db, () => clock.now);
  const entry = { merchant: 'MRC_1', kind: 'overspent', object: 'MCD_1', amount: 5, currency: 'EUR', facts: {} };
  const ids = () => db.prepare<string>('SELECT id FROM queue_case WHERE closed_at IS NULL').pluck().all();
  for (let count = 0; count < 2; count += 1) await db.write(() => cases.open(entry));
  const [id = '', ...others] = ids();
  expect(others).toEqual([]);
  const ending = { by: 'USR_1', reason: 'paid back' };
  expect(await db.write(() => cases.close('MRC_2', id, ending))).toBe(false);
  expect(await db.write(() => cases.close('MRC_1', id, ending))).toBe(true);
  expect(await db.write(() => cases.close('MRC_1', id, ending))).toBe(false);
  await db.write(() => cases.open(entry));
  expect(ids()).toHaveLength(1);
});
