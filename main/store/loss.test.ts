/** A process that confirms commits is killed, its files are damaged, and the next start says what is missing. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readMark } from './commitMark.ts';
import { type Database, DatabaseRefusal, type Opening, openDatabase } from './database.ts';

const open: Database[] = [];
let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'tillbridge-loss-'));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map(db => db.close()));
  rmSync(data, { recursive: true, force: true });
});

function opened(how: Opening = {}, directory = data): Database {
  const db = openDatabase(directory, {}, undefined, 'live', how);
  open.push(db);
  return db;
}

async function closed(): Promise<void> {
  await open.pop()?.close();
}

const file = (name: string) => join(data, name);
const risks = (db: Database) => db.risks.all().map(({ kind }) => kind);
const merchants = (db: Database) => db.prepare<number>('SELECT count(*) FROM merchant').pluck().get();
const add = (db: Database, id: string) =>
  db.write(() => void db.prepare('INSERT INTO merchant VALUES (?, ?, ?, ?)').run(id, 'Shop', '[]', 'EUR'));

const SELLING = `
  const { openDatabase } = await import(${JSON.stringify(new URL('./database.ts', import.meta.url).href)});
  const [, directory, last] = process.argv;
  const db = openDatabase(directory, {}, undefined, 'live');
  const insert = db.prepare("INSERT INTO merchant VALUES (?, 'Shop', '[]', 'EUR')");
  for (let number = 1; number <= Number(last); number += 1) {
    await db.write(() => void insert.run(process.pid + '-' + number));
    console.log(number);
  }
  setInterval(() => undefined, 1000);`;

/**
 * Kills a process with SIGKILL once it has confirmed as many commits, in the middle of the next ones where `goesOn`; gives how
 * many it confirmed.
 */
async function killedAfter(count: number, goesOn = false): Promise<number> {
  const last = goesOn ? Number.MAX_SAFE_INTEGER : count;
  const child = spawn(process.execPath, ['--input-type=module', '-e', SELLING, data, String(last)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let confirmed = 0;
  // A row that was confirmed before the process ended may still stand in the pipe.
  for await (const line of createInterface({ input: child.stdout })) {
    confirmed = Number(line);
    if (confirmed === count) child.kill('SIGKILL');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return confirmed;
}

function flip(name: string, from: number, length: number): void {
  const handle = openSync(file(name), 'r+');
  writeSync(handle, Buffer.alloc(length, 0xa5), 0, length, from);
  closeSync(handle);
}

const walSize = () => statSync(file('tillbridge.db-wal')).size;

describe('after a kill', () => {
  it('nothing is missing, and the start knows that it was no orderly end', async () => {
    const confirmed = await killedAfter(250, true);
    const db = opened();
    expect(db.readOnly).toBe(false);
    expect(db.afterCrash).toBe(true);
    expect(merchants(db)).toBeGreaterThanOrEqual(confirmed);
    await add(db, 'more');
    await closed();
    expect(opened().afterCrash).toBe(false);
  });

  const damages: Readonly<Record<string, () => void>> = {
    'the write-ahead log is deleted': () => rmSync(file('tillbridge.db-wal')),
    'the write-ahead log and its index are deleted': () => {
      rmSync(file('tillbridge.db-wal'));
      rmSync(file('tillbridge.db-shm'));
    },
    'the write-ahead log is cut': () => truncateSync(file('tillbridge.db-wal'), Math.floor(walSize() * 0.96)),
    'a page of the write-ahead log is flipped': () => flip('tillbridge.db-wal', Math.floor(walSize() * 0.8), 4096),
    'the write-ahead log is emptied': () => truncateSync(file('tillbridge.db-wal'), 0),
  };

  it.each(Object.keys(damages))('%s: nothing is sold any more, what is there can be read', async name => {
    // The schema is in the main file, as on every day but the first.
    await add(opened(), 'yesterday');
    await closed();
    const confirmed = await killedAfter(100);
    const kept = readFileSync(file('tillbridge.mark'));
    damages[name]?.();
    // Looking at it changes nothing: the next start finds the same.
    for (const _start of [1, 2]) {
      const db = opened();
      expect([risks(db), db.readOnly]).toEqual([['behind'], true]);
      expect(merchants(db)).toBeLessThanOrEqual(confirmed);
      await expect(add(db, 'refused')).rejects.toMatchObject({ key: 'readOnly' });
      await closed();
    }
    expect(readFileSync(file('tillbridge.mark'))).toEqual(kept);
  });

  it('so little can be left that there is nothing to read: one sentence about the loss', async () => {
    await killedAfter(20);
    for (const name of ['tillbridge.db', 'tillbridge.db-wal', 'tillbridge.db-shm']) rmSync(file(name));
    const nothing = new Sqlite(file('tillbridge.db'));
    nothing.pragma('journal_mode = WAL');
    nothing.close();
    expect(() => opened()).toThrow(DatabaseRefusal);
    expect(() => opened()).toThrow(/older than what this till has confirmed.*are missing.*accept-loss/);
  });

  it('the index of the write-ahead log is made anew, whatever became of it', async () => {
    const confirmed = await killedAfter(100);
    flip('tillbridge.db-shm', 0, 4096);
    const db = opened();
    expect(db.readOnly).toBe(false);
    expect(merchants(db)).toBeGreaterThanOrEqual(confirmed);
  });
});

describe('a database that was here and is gone', () => {
  const goings: Readonly<Record<string, () => void>> = {
    deleted: () => {
      for (const name of readdirSync(data).filter(name => name.startsWith('tillbridge.db'))) rmSync(file(name));
    },
    'of zero length': () => {
      for (const name of ['tillbridge.db-wal', 'tillbridge.db-shm']) rmSync(file(name), { force: true });
      truncateSync(file('tillbridge.db'), 0);
    },
  };
  it.each(Object.keys(goings))('%s: no empty start, but one sentence', async name => {
    const db = opened();
    await add(db, 'a');
    await closed();
    goings[name]?.();
    expect(() => opened()).toThrow(/is gone: \d+ changes had been confirmed.*accept-loss/);
    const fresh = opened({ acceptLoss: true });
    expect(merchants(fresh)).toBe(0);
    await add(fresh, 'b');
    await closed();
    expect(merchants(opened())).toBe(1);
  });
});

describe('another database in its place', () => {
  it('an older copy of its own is behind, until a person accepts the loss', async () => {
    const first = opened();
    await add(first, 'a');
    await closed();
    const backup = readFileSync(file('tillbridge.db'));
    const second = opened();
    await add(second, 'b');
    await closed();
    writeFileSync(file('tillbridge.db'), backup);
    const behind = opened();
    expect(risks(behind)).toEqual(['behind']);
    expect(behind.risks.all()[0]?.details).toMatch(/^1 of \d+ confirmed changes are missing/);
    await closed();
    const accepted = opened({ acceptLoss: true });
    expect(risks(accepted)).toEqual([]);
    await add(accepted, 'c');
    await closed();
    expect(readdirSync(data).filter(name => name.startsWith('lost-'))).toHaveLength(1);
    const again = opened();
    expect([again.readOnly, merchants(again)]).toEqual([false, 2]);
  });

  it('a backup of the whole directory is in order', async () => {
    const first = opened();
    await add(first, 'a');
    await closed();
    const copy = `${data}-backup`;
    cpSync(data, copy, { recursive: true });
    const second = opened();
    await add(second, 'b');
    await closed();
    rmSync(data, { recursive: true });
    cpSync(copy, data, { recursive: true });
    rmSync(copy, { recursive: true });
    expect([risks(opened()), merchants(open[0]!)]).toEqual([[], 1]);
  });

  it('one of another directory is foreign', async () => {
    await add(opened(), 'a');
    await closed();
    const other = mkdtempSync(join(tmpdir(), 'tillbridge-other-'));
    try {
      await opened({}, other).close();
      open.pop();
      cpSync(join(other, 'tillbridge.db'), file('tillbridge.db'));
      const foreign = opened();
      expect([risks(foreign), foreign.readOnly]).toEqual([['foreign'], true]);
    } finally {
      rmSync(other, { recursive: true });
    }
  });

  it('a database in an empty directory, with its key, is taken with its identity', async () => {
    const db = opened();
    await add(db, 'a');
    await closed();
    const other = mkdtempSync(join(tmpdir(), 'tillbridge-moved-'));
    try {
      for (const name of ['tillbridge.db', 'secrets.key']) cpSync(file(name), join(other, name));
      const moved = opened({}, other);
      expect([moved.readOnly, moved.directory]).toEqual([false, db.directory]);
      await closed();
    } finally {
      rmSync(other, { recursive: true });
    }
  });

  it('a copy that is restored on purpose moves the mark along', async () => {
    const db = opened();
    await add(db, 'a');
    db.copyTo(file('snapshot'));
    await add(db, 'b');
    await db.replaceBy(file('snapshot'), () => undefined);
    expect(merchants(db)).toBe(1);
    await closed();
    const again = opened();
    expect([again.readOnly, merchants(again)]).toEqual([false, 1]);
  });
});

describe('the mark', () => {
  it('never says more than the database holds, and follows every commit', async () => {
    const db = opened();
    const stored = () => db.prepare<number>('SELECT commits FROM commit_mark').pluck().get();
    for (let number = 0; number < 20; number += 1) {
      await add(db, `m${number}`);
      expect(readMark(data)).toMatchObject({ commits: stored(), clean: false });
    }
    const before = stored();
    await db.write(() => db.prepare('SELECT count(*) FROM merchant').get());
    expect(stored()).toBe(before);
    await closed();
    expect(readMark(data)).toMatchObject({ commits: before, clean: true });
  });

  it('a torn slot leaves the one before', async () => {
    const db = opened();
    await add(db, 'a');
    await add(db, 'b');
    await closed();
    const bytes = readFileSync(file('tillbridge.mark'));
    const commits = readMark(data)!.commits;
    for (const slot of [0, 512]) {
      const torn = Buffer.from(bytes);
      torn.fill(0, slot + 40, slot + 60);
      writeFileSync(file('tillbridge.mark'), torn);
      expect(readMark(data)!.commits).toBeGreaterThanOrEqual(commits - 1);
    }
  });

  it('that is damaged or lost stops nobody', async () => {
    await add(opened(), 'a');
    await closed();
    writeFileSync(file('tillbridge.mark'), 'x'.repeat(1024));
    expect(opened().readOnly).toBe(false);
    await closed();
    rmSync(file('tillbridge.mark'));
    expect(opened().readOnly).toBe(false);
  });

  it('holds after a power cut that takes what was not on the disk: behind, never ahead', async () => {
    const db = opened();
    await add(db, 'a');
    // The power cut brings back the slots of a second ago.
    const old = readFileSync(file('tillbridge.mark'));
    await add(db, 'b');
    await closed();
    writeFileSync(file('tillbridge.mark'), old);
    const again = opened();
    expect([again.readOnly, merchants(again)]).toEqual([false, 2]);
  });
});
