import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, DatabaseRefusal, openDatabase } from './database.ts';

let data: string;
const open: Database[] = [];
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'tillbridge-db-'));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map(db => db.close()));
  rmSync(data, { recursive: true, force: true });
});

const opened = (directory = data) => {
  const db = openDatabase(directory);
  open.push(db);
  return db;
};
const closed = async () => {
  await open.pop()?.close();
};
const file = () => join(data, 'tillbridge.db');

/** A second connection, as a backup would open it. */
function look<T>(read: (sqlite: Sqlite.Database) => T): T {
  const sqlite = new Sqlite(file());
  try {
    return read(sqlite);
  } finally {
    sqlite.close();
  }
}

function refused(directory = data): string {
  try {
    opened(directory);
  } catch (error) {
    expect(error).toBeInstanceOf(DatabaseRefusal);
    expect((error as Error).message).not.toContain('\n');
    return (error as Error).message;
  }
  throw new Error('the database was opened');
}

const merchant = (id: string) => `INSERT INTO merchant VALUES ('${id}', 'a', '[]', 'EUR')`;

describe('opening', () => {
  it('is durable: write-ahead log, full flush, foreign keys', () => {
    const db = opened();
    const pragma = (name: string) => db.prepare(`PRAGMA ${name}`).pluck().get();
    expect([pragma('journal_mode'), pragma('synchronous'), pragma('foreign_keys')]).toEqual(['wal', 2, 1]);
  });

  it('has strict tables only', () => {
    const db = opened();
    const loose = db.prepare(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'",
    );
    expect(loose.all()).toEqual([]);
  });

  it('keeps foreign keys', async () => {
    const db = opened();
    await expect(
      db.write(() =>
        db.prepare("INSERT INTO store (id, merchant, inner, document) VALUES ('a', 'nobody', '{}', '{}')").run(),
      ),
    ).rejects.toThrow('FOREIGN KEY');
  });

  it('brings the schema up to date once and leaves it alone afterwards', async () => {
    const db = opened();
    const version = db.prepare<number>('PRAGMA user_version').pluck().get();
    expect(version).toBeGreaterThanOrEqual(30);
    await db.write(() => db.prepare(merchant('M')).run());
    await closed();
    const again = opened();
    expect(again.prepare('PRAGMA user_version').pluck().get()).toBe(version);
    expect(again.prepare('SELECT id FROM merchant').pluck().all()).toEqual(['M']);
  });

  it('what was answered is there for another process', async () => {
    const db = opened();
    await db.write(() => db.prepare(merchant('M')).run());
    expect(look(sqlite => sqlite.prepare('SELECT id FROM merchant').pluck().all())).toEqual(['M']);
  });
});

describe('refusals, each in one sentence', () => {
  it('a database newer than the program, which stays as it was', async () => {
    opened();
    await closed();
    const version = look(sqlite => sqlite.pragma('user_version', { simple: true }));
    look(sqlite => sqlite.pragma('user_version = 9999'));
    expect(refused()).toMatch(/newer Tillbridge \(schema 9999/);
    expect(look(sqlite => sqlite.pragma('user_version', { simple: true }))).toBe(9999);
    look(sqlite => sqlite.pragma(`user_version = ${version}`));
    expect(opened()).toBeDefined();
  });

  it('a second bridge in the same directory, named by its process', () => {
    opened();
    expect(refused()).toContain(`in use by another Tillbridge (process ${process.pid})`);
  });

  it('a file that is no database', () => {
    writeFileSync(file(), 'this is not a database, but it is long enough to be looked at. '.repeat(40));
    expect(refused()).toMatch(/not a database|damaged/);
  });

  it('a directory that cannot be made', () => {
    writeFileSync(join(data, 'file'), '');
    expect(refused(join(data, 'file', 'below'))).toMatch(/cannot be used/);
  });

  it('and none of them leaves the directory locked', () => {
    writeFileSync(file(), 'x'.repeat(5000));
    refused();
    rmSync(file());
    expect(opened()).toBeDefined();
  });
});

describe('a killed process', () => {
  const holder = `
    const { openDatabase } = await import(${JSON.stringify(new URL('./database.ts', import.meta.url).href)});
    const db = openDatabase(process.argv[1]);
    await db.write(() => db.prepare(${JSON.stringify(merchant('answered'))}).run());
    console.log('ready');
    setInterval(() => {}, 1000);`;

  it('holds the directory while it lives, and leaves no stale lock and no lost commit', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', holder, data], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise(resolve => createInterface({ input: child.stdout }).once('line', resolve));
    expect(refused()).toContain(`process ${child.pid}`);
    const ended = new Promise(resolve => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
    const db = opened();
    expect(db.prepare('SELECT id FROM merchant').pluck().all()).toEqual(['answered']);
  });
});
