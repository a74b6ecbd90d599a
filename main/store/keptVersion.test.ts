/** Data that are kept before an update, and the way back to them. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { closeAll, item, sale, startBridge } from '../doubles/bridge.fixture.ts';
import { goBack, keepVersion } from './keptVersion.ts';

afterAll(closeAll);

const said: string[] = [];
const say = (line: string) => void said.push(line);
const databaseOf = (data: string) => join(data, 'tillbridge.db');

/** A stopped till that has sold once. */
async function stopped(): Promise<string> {
  const bridge = await startBridge();
  await sell(bridge);
  return bridge.data;
}

async function sell(bridge: Awaited<ReturnType<typeof startBridge>>): Promise<void> {
  const client = await bridge.client();
  await client.ask('POST', '/api/v2/Smart/Transactions', { body: sale([item(100)]) });
  await bridge.close();
}

/** A newer version has changed the database. */
function newer(data: string) {
  const sqlite = new Sqlite(databaseOf(data));
  sqlite.exec('CREATE TABLE of_the_newer_version (id INTEGER) STRICT; PRAGMA user_version = 9998;');
  sqlite.close();
}

describe('the data before an update', () => {
  it('come back byte for byte, and the till of before opens them without a doubt', async () => {
    const data = await stopped();
    expect(keepVersion(data, '2.0.0', say)).toBe(0);
    const before = readFileSync(databaseOf(data));
    newer(data);
    expect(goBack(data, '2.0.0', say)).toBe(0);
    expect(readFileSync(databaseOf(data)).equals(before)).toBe(true);
    expect(existsSync(join(data, 'before-update'))).toBe(false);
    const bridge = await startBridge({ data });
    expect(await (await fetch(`${bridge.url}/healthz`)).json()).toMatchObject({ risks: [] });
    await bridge.close();
  });

  it('stay away where the newer version has booked something', async () => {
    const data = await stopped();
    keepVersion(data, '2.0.0', say);
    await sell(await startBridge({ data }));
    newer(data);
    expect(goBack(data, '2.0.0', say)).toBe(3);
    expect(said.at(-1)).toContain('its data stay');
  });

  it('leave nothing where they cannot be kept as a whole', async () => {
    const data = await stopped();
    const mark = join(data, 'tillbridge.mark');
    renameSync(mark, `${mark}.away`);
    expect(() => keepVersion(data, '2.0.0', say)).toThrow('ENOENT');
    expect(existsSync(join(data, 'before-update'))).toBe(false);
  });

  it('that were cut off half way back are put back as a whole', async () => {
    const data = await stopped();
    keepVersion(data, '2.0.0', say);
    const before = readFileSync(databaseOf(data));
    newer(data);
    writeFileSync(join(data, 'before-update', 'putting-back'), '');
    writeFileSync(databaseOf(data), before.subarray(0, 5000));
    expect(goBack(data, '2.0.0', say)).toBe(0);
    expect(readFileSync(databaseOf(data)).equals(before)).toBe(true);
  });

  it('are not those of another update, and need none where the database has not changed', async () => {
    const data = await stopped();
    expect(goBack(data, '2.0.0', say)).toBe(0);
    keepVersion(data, '2.0.0', say);
    expect(goBack(data, '3.0.0', say)).toBe(0);
    expect(existsSync(join(data, 'before-update', 'facts.json'))).toBe(true);
    expect(goBack(data, '2.0.0', say)).toBe(0);
    expect(said.at(-1)).toBe('the data fit the version before');
    // Half of a copy, of a program that was killed while it kept them, is none.
    mkdirSync(join(data, 'before-update'));
    expect(goBack(data, '2.0.0', say)).toBe(0);
    expect(keepVersion(data, '2.0.0', say)).toBe(0);
  });
});
