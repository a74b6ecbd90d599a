import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closeAll, temporaryDirectory } from '../doubles/bridge.fixture.ts';
import { type Database, openDatabase } from './database.ts';
import { remembered } from './rememberedReads.ts';

let db: Database;
let reads: number;
let settingOf: (key: string) => string | null;

beforeEach(() => {
  db = openDatabase(temporaryDirectory());
  reads = 0;
  const value = db.prepare<string>('SELECT value FROM setting WHERE key = ?').pluck();
  settingOf = remembered(db, 'setting', (key: string) => {
    reads += 1;
    return value.get(key) ?? null;
  });
});
afterEach(async () => {
  await db.close();
  await closeAll();
});

const run = (sql: string) => db.write(() => void db.prepare(sql).run());

it('reads once, also that there is nothing', () => {
  expect([settingOf('a'), settingOf('a'), reads]).toEqual([null, null, 1]);
});

it('reads again after a row of the table was added, changed or removed, and not after other writes', async () => {
  for (const [sql, found] of [
    ["INSERT INTO setting VALUES ('a', '1')", '1'],
    ["INSERT INTO setting VALUES ('a', '2') ON CONFLICT DO UPDATE SET value = excluded.value", '2'],
    ["INSERT OR REPLACE INTO setting VALUES ('a', '3')", '3'],
    ["UPDATE setting SET value = '4' WHERE key = 'a'", '4'],
    ['DELETE FROM setting', null],
  ] as const) {
    settingOf('a');
    await run(sql);
    expect(settingOf('a')).toBe(found);
    const before = reads;
    await run("INSERT INTO counter VALUES ('x', 1) ON CONFLICT DO UPDATE SET value = value + 1");
    expect([settingOf('a'), reads]).toEqual([found, before]);
  }
});

it('forgets what a job has seen that was undone', async () => {
  await run("INSERT INTO setting VALUES ('a', 'kept')");
  const undone = db.write(() => {
    db.prepare("UPDATE setting SET value = 'undone'").run();
    expect(settingOf('a')).toBe('undone');
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(settingOf('a')).toBe('kept');
});

it('reads again after the contents were replaced', async () => {
  await run("INSERT INTO setting VALUES ('a', 'before')");
  const copy = join(temporaryDirectory(), 'copy.db');
  db.copyTo(copy);
  await run("UPDATE setting SET value = 'after'");
  expect(settingOf('a')).toBe('after');
  await db.replaceBy(copy, () => undefined);
  expect(settingOf('a')).toBe('before');
});
