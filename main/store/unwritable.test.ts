/** A disk that cannot be written: refused, red, and green again by itself; pages that are checked beside the work. */
import { closeSync, cpSync, mkdirSync, openSync, rmSync, statfsSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { closeAll, item, sale, startBridge, temporaryDirectory, until } from '../doubles/bridge.fixture.ts';
import { type Database, openDatabase } from './database.ts';
import { checkIntegrity } from './integrity.ts';
import { smallDisk } from './smallDisk.fixture.ts';

afterAll(closeAll);

const opened: Database[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(db => db.close()));
});

describe('the disk is full while the till sells', () => {
  it('sales are refused, /healthz is red with the cure, and everything goes on once there is room', async () => {
    const db = openDatabase(temporaryDirectory(), {}, undefined, 'live');
    opened.push(db);
    const pages = db.prepare<number>('PRAGMA page_count').pluck().get() ?? 0;
    db.prepare(`PRAGMA max_page_count = ${pages}`).get();
    const insert = db.prepare("INSERT INTO merchant VALUES (?, ?, '[]', 'EUR')");
    const add = (id: string) => db.write(() => void insert.run(id, 'x'.repeat(10_000)));
    await expect(Promise.all(Array.from({ length: 20 }, (_, number) => add(`m${number}`)))).rejects.toMatchObject({
      code: 'SQLITE_FULL',
    });
    expect(db.risks.all()).toMatchObject([{ kind: 'unwritable', details: 'SQLITE_FULL' }]);
    db.prepare('PRAGMA max_page_count = 1000000').get();
    // Nobody sells: it is tried again all the same.
    await until(() => db.risks.all().length === 0);
    await add('later');
  });
});

const disk = smallDisk(24);
afterAll(() => disk?.free());

describe.skipIf(disk === null)('a disk that is really full', () => {
  it('refuses sales, says so, and sells again when there is room', async () => {
    const place = join(disk!.path, 'shop');
    mkdirSync(place);
    const source = await startBridge();
    const copy = source.data;
    await source.close();
    cpSync(copy, place, { recursive: true });
    const bridge = await startBridge({ data: place, config: { journal: 'off' } });
    const client = await bridge.client();
    const ballast = join(disk!.path, 'ballast');
    const { bavail, bsize } = statfsSync(disk!.path);
    writeFileSync(ballast, Buffer.alloc(bavail * bsize - 200_000));
    const create = () => client.ask('POST', '/api/v2/Smart/Transactions', { body: sale([item(100)]) });
    const refused = await until(async () => {
      const answer = await create();
      return answer.status === 200 ? null : answer;
    });
    expect([refused.status, (refused.body as unknown as { code: number }).code]).toEqual([500, 1002]);
    const health = await bridge.ask<{ risks: { kind: string }[] }>('GET', '/healthz');
    expect([health.status, health.body.risks.map(({ kind }) => kind)]).toEqual([503, ['unwritable']]);
    rmSync(ballast);
    await until(async () => (await fetch(`${bridge.url}/healthz`)).status === 200);
    expect((await create()).status).toBe(200);
    await bridge.close();
  });

  it('a start there is one sentence, or opens for reading', async () => {
    const place = join(disk!.path, 'start');
    mkdirSync(place);
    const ballast = join(disk!.path, 'ballast');
    const { bavail, bsize } = statfsSync(disk!.path);
    writeFileSync(ballast, Buffer.alloc(bavail * bsize));
    try {
      await startBridge({ data: place });
      throw new Error('it was opened');
    } catch (error) {
      expect((error as Error).message).not.toContain('\n');
      expect((error as { code?: string }).code ?? (error as Error).constructor.name).toMatch(
        /ENOSPC|SQLITE_|DatabaseRefusal/,
      );
    }
    rmSync(ballast);
  });
});

/** Behind the first requests. */
const soon = { parts: { checkAfter: 1000 } };

describe('the check of the pages', () => {
  it('finds nothing in an orderly database, without holding up who writes', async () => {
    const bridge = await startBridge();
    const client = await bridge.client();
    const check = checkIntegrity(join(bridge.data, 'tillbridge.db'));
    expect((await client.create(sale([item(100)]))).status).toBe('created');
    const { problems } = await check.result;
    expect(problems).toEqual([]);
    expect(check.progress().done).toBe(check.progress().of);
  });

  it('runs by itself after an end that was not in order, and reports its result', async () => {
    const first = await startBridge(soon);
    const crashed = await first.crashCopy();
    const checked = async () =>
      !(await (await fetch(`${crashed.url}/metrics`)).text()).includes('tillbridge_integrity_checked_seconds 0\n');
    expect(await checked()).toBe(false);
    await until(checked);
    const health = await crashed.ask<{ checked: { ok: boolean } }>('GET', '/healthz');
    expect([health.status, health.body.checked.ok]).toEqual([200, true]);
  });

  it('runs after an orderly end, too: a file that was overwritten since turns the light red', async () => {
    const bridge = await startBridge();
    await bridge.close();
    const file = join(bridge.data, 'tillbridge.db');
    const db = new Sqlite(file);
    const page = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'audit_person'").pluck().get() as number;
    const size = db.pragma('page_size', { simple: true }) as number;
    db.close();
    const handle = openSync(file, 'r+');
    writeSync(handle, Buffer.alloc(size, 0xee), 0, size, (page - 1) * size);
    closeSync(handle);
    const again = await startBridge({ ...soon, data: bridge.data });
    expect((await again.ask('GET', '/healthz')).status).toBe(200);
    await until(async () => (await again.ask('GET', '/healthz')).status === 503);
    const { body } = await again.ask<{ risks: readonly { kind: string }[] }>('GET', '/healthz');
    expect(body.risks.map(({ kind }) => kind)).toEqual(['damaged']);
  });
});
