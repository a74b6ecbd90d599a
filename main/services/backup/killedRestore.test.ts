/** A restore that is killed at every step: the data of before or of the backup is there, or a start says that the database is gone. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, expect, it } from 'vitest';
import { closeAll, temporaryDirectory, testClock } from '../../doubles/bridge.fixture.ts';
import { startLiveShop } from '../../doubles/liveShop.fixture.ts';
import { sqlFunctions } from '../../query/comparable.ts';
import { openDatabase } from '../../store/database.ts';
import { makeBackup } from './make.ts';
import { restore } from './restore.ts';

afterEach(closeAll);

const NOW = Date.UTC(2026, 10, 28, 12);
const OPEN = { passphrase: null, secretsKey: null };

/** Kills the process that loads it before the change number KILL_AT of the file system. */
const KILLER = `import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
let left = Number(process.env.KILL_AT);
for (const name of ['mkdirSync', 'copyFileSync', 'renameSync', 'rmSync']) {
  const real = fs[name];
  fs[name] = (...all) => {
    if ((left -= 1) < 0) process.kill(process.pid, 'SIGKILL');
    return real(...all);
  };
}
syncBuiltinESMExports();`;

/** `before`, or `after` the restore; `gone` where a start refuses and says why. */
async function stateOf(data: string): Promise<string> {
  try {
    const db = openDatabase(data, sqlFunctions, undefined, 'live');
    const value = db.prepare<string>("SELECT value FROM setting WHERE key = 'which'").pluck().get();
    await db.close();
    return value ?? 'empty';
  } catch (error) {
    return /The database of .* is gone: .*Put back the latest backup/.test(String(error)) ? 'gone' : String(error);
  }
}

it('leaves a directory that is as before, says that its database is gone, or is restored', {
  timeout: 300_000,
}, async () => {
  const bridge = await startLiveShop({ clock: testClock(NOW) });
  const { data } = bridge;
  await bridge.close();
  const mark = async (directory: string, value: string) => {
    const db = openDatabase(directory, sqlFunctions, undefined, 'live');
    await db.write(() => db.prepare("INSERT OR REPLACE INTO setting (key, value) VALUES ('which', ?)").run(value));
    return db;
  };
  await (await mark(data, 'after')).close();
  const to = temporaryDirectory();
  const { folder } = await makeBackup({ ...{ directory: data, to, program: '0', now: new Date(NOW) }, ...OPEN });
  // The log beside the database holds what was written last, as after a crash.
  const source = join(temporaryDirectory(), 'crashed');
  const db = await mark(data, 'before');
  cpSync(data, source, { recursive: true });
  await db.close();
  expect(existsSync(join(source, 'tillbridge.db-wal'))).toBe(true);
  const preload = join(temporaryDirectory(), 'kill.mjs');
  writeFileSync(preload, KILLER);

  const seen: string[] = [];
  const stride = process.env.LONG ? 1 : 5;
  for (let step = 0; step < 60; step += stride) {
    const copy = join(temporaryDirectory(), 'till');
    cpSync(source, copy, { recursive: true });
    const { signal, status, stderr } = spawnSync(
      process.execPath,
      ['--import', preload, 'main/run.mjs', 'main/dataDirectory/cli.ts', 'restore', '--data', copy, '--from', folder],
      { env: { ...process.env, KILL_AT: String(step) }, encoding: 'utf8' },
    );
    const again = join(temporaryDirectory(), 'again');
    cpSync(copy, again, { recursive: true });
    seen.push(await stateOf(copy));
    if (signal === null) {
      expect([status, stderr]).toEqual([0, expect.any(String)]);
      break;
    }
    expect(signal).toBe('SIGKILL');
    await restore({ from: folder, ...OPEN }, again, new Date(NOW));
    expect(await stateOf(again)).toBe('after');
    const kept = readdirSync(again).filter(name => name.startsWith('lost-') && hasBefore(join(again, name)));
    expect([step, kept.length]).toEqual([step, 1]);
  }
  const order = ['before', 'gone', 'after'];
  expect(seen.filter(state => !order.includes(state))).toEqual([]);
  expect(seen.map(state => order.indexOf(state))).toEqual(seen.map(state => order.indexOf(state)).sort());
  expect(new Set(seen)).toEqual(new Set(order));
});

/** The database of before is kept in the folder. */
function hasBefore(folder: string): boolean {
  const file = join(folder, 'tillbridge.db');
  if (!existsSync(file)) return false;
  const db = new Sqlite(file);
  const value = db.prepare("SELECT value FROM setting WHERE key = 'which'").pluck().get();
  db.close();
  return value === 'before';
}
