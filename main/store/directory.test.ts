/** A data directory keeps its identity and its purpose, whoever opens it and wherever it is copied to. */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Purpose, purposeOf } from '../domain/purpose.ts';
import { demoDirectory } from '../doubles/bridge.fixture.ts';
import { sqlFunctions } from '../query/comparable.ts';
import { openDatabase } from './database.ts';
import { DirectoryRefusal, readDirectory } from './directory.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'tillbridge-directory-'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

async function openAs(purpose: Purpose, directory = data) {
  const db = openDatabase(directory, sqlFunctions, undefined, purpose);
  await db.close();
  return db.directory!;
}

async function refusedAs(purpose: Purpose, directory = data): Promise<string> {
  const refused = await openAs(purpose, directory).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(DirectoryRefusal);
  const { message } = refused as Error;
  expect(message).not.toContain('\n');
  return message;
}

describe('the purpose of a directory', () => {
  it.each(['demo', 'training', 'live'] as const)('%s is kept, with the identity it was made with', async purpose => {
    const made = await openAs(purpose);
    expect(made).toMatchObject({ purpose, id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(await openAs(purpose)).toEqual(made);
    expect(readDirectory(data)).toEqual(made);
    expect(readdirSync(data).filter(name => name.endsWith('.new'))).toEqual([]);
  });

  it.each([
    ['demo', 'live'],
    ['training', 'live'],
    ['live', 'demo'],
    ['live', 'training'],
    ['demo', 'training'],
  ] as const)('%s is refused as %s, in one sentence that says what to do', async (is, asked) => {
    await openAs(is);
    const sentence = await refusedAs(asked);
    expect(sentence).toContain(data);
    expect(sentence).toContain('--data');
    expect(await openAs(is)).toMatchObject({ purpose: is });
  });

  it('comes from the options of the program', () => {
    expect(purposeOf({ demo: false, training: false })).toBe('live');
    expect(purposeOf({ demo: true, training: false })).toBe('demo');
    expect(purposeOf({ demo: true, training: true })).toBe('training');
  });

  it('goes along with a copy of the directory', async () => {
    const made = await openAs('live');
    const copy = `${data}-copy`;
    cpSync(data, copy, { recursive: true });
    try {
      expect(await openAs('live', copy)).toEqual(made);
      await refusedAs('demo', copy);
    } finally {
      rmSync(copy, { recursive: true });
    }
  });
});

describe('a directory of an older version', () => {
  it('with demo data never goes live', async () => {
    const older = await demoDirectory();
    expect(await refusedAs('live', older)).toContain('a demo');
    expect(existsSync(join(older, 'directory.json'))).toBe(false);
    expect(await openAs('demo', older)).toMatchObject({ purpose: 'demo' });
    expect(await openAs('training', await demoDirectory())).toMatchObject({ purpose: 'training' });
  });

  it('with a shop of its own is live', async () => {
    const db = openDatabase(data, sqlFunctions);
    await db.write(() => db.prepare("INSERT INTO merchant VALUES ('MRC_1', 'Shop', '[]', 'EUR')").run());
    await db.close();
    await refusedAs('demo');
    expect(await openAs('live')).toMatchObject({ purpose: 'live' });
  });

  it('with an empty database is what it is opened as', async () => {
    await openDatabase(data, sqlFunctions).close();
    expect(await openAs('training')).toMatchObject({ purpose: 'training' });
  });
});

describe('the file of the identity', () => {
  it('is readable by its owner alone', async () => {
    await openAs('live');
    expect(statSync(join(data, 'directory.json')).mode & 0o777).toBe(0o600);
  });

  it('comes back from the database when it is lost', async () => {
    const made = await openAs('live');
    rmSync(join(data, 'directory.json'));
    await refusedAs('demo');
    expect(await openAs('live')).toEqual(made);
  });

  it('is not guessed when it is damaged', async () => {
    await openAs('live');
    const file = join(data, 'directory.json');
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, 20));
    expect(await refusedAs('live')).toContain('directory.json');
  });
});
