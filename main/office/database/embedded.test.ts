/** An embedded database that stops answering: everything is refused with its cause, and it comes back by itself. */
import { cpSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { smallDisk } from '../../store/smallDisk.fixture.ts';
import { buildOfficeServer } from '../api/server.ts';
import type { Office } from '../office.ts';
import { type EmbeddedDatabase, openEmbedded } from './embedded.ts';
import { embeddedLimits } from './embeddedThread.ts';
import { openDatabase } from './open.ts';
import { isUnavailable } from './unavailable.ts';

const data = mkdtempSync(join(tmpdir(), 'embedded-'));
const disk = smallDisk(160);
const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});
afterAll(() => {
  disk?.free();
  rmSync(data, { recursive: true, force: true });
});

/** Keeps the thread busy for hours. */
const ENDLESS = 'SELECT count(*) FROM generate_series(1, 1000000000000) AS n';

/** The directory of a database that was closed, copied for each test: making one from nothing takes ten seconds. */
const prepared = join(data, 'first');
beforeAll(async () => {
  const first = await openDatabase({ address: null, data: prepared, lost: () => undefined });
  await first.close();
}, 180_000);

async function opened(place: string, lost: string[] = [], limits = embeddedLimits): Promise<EmbeddedDatabase> {
  if (!existsSync(place)) cpSync(prepared, place, { recursive: true });
  const database = await openEmbedded(place, null, { limits, lost: error => lost.push(error.message) });
  open.push(database);
  return database;
}

async function served(database: EmbeddedDatabase): Promise<string> {
  const settings = { data: '', demo: true, host: '127.0.0.1', port: 0, database: null, backlog: 1 };
  const clock = { now: Date.now, elapsed: () => performance.now() };
  const app = await buildOfficeServer({ database, clock, log: () => undefined, settings } as unknown as Office);
  await app.listen({ host: '127.0.0.1', port: 0 });
  open.push({ close: () => app.close() });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

describe('a task that takes longer than its limit', () => {
  it('is ended with its cause; the next ones find the database as it was', async () => {
    const lost: string[] = [];
    const database = await opened(join(data, 'limit'), lost, { ...embeddedLimits, query: 3000 });
    await database.script('CREATE TABLE kept (a integer); INSERT INTO kept VALUES (1)');
    const transaction = database.transaction(async sql => {
      await sql.query('INSERT INTO kept VALUES (2)');
      await sql.query(ENDLESS).catch(() => undefined);
      // Code that goes on after an error must not write outside of the transaction.
      await sql.query('INSERT INTO kept VALUES (3)');
    });
    await expect(transaction).rejects.toSatisfy(isUnavailable);
    expect(await database.query('SELECT a FROM kept')).toEqual([{ a: 1 }]);
    expect(lost).toEqual(['the embedded database cannot be used: it gave no answer in time and is started again']);
  }, 180_000);

  it.runIf(process.env.LONG)(
    'keeps nobody from closing, and the database opens again (npm run test:long)',
    async () => {
      const place = join(data, 'close');
      const database = await opened(place, [], { ...embeddedLimits, close: 500 });
      await database.script('CREATE TABLE kept (a integer)');
      const endless = expect(database.query(ENDLESS)).rejects.toSatisfy(isUnavailable);
      const later = expect(database.query('SELECT 1')).rejects.toSatisfy(isUnavailable);
      await database.close();
      await Promise.all([endless, later]);
      const again = await opened(place);
      expect(await again.query('SELECT a FROM kept')).toEqual([]);
    },
    180_000,
  );
});

describe.skipIf(disk === null)('a disk without room for the log of the database', () => {
  it('answers 503 with the cause within seconds, and works again once there is room', async () => {
    const lost: string[] = [];
    const database = await opened(join(disk!.path, 'office'), lost);
    const url = await served(database);
    const health = async () => {
      const answer = await fetch(`${url}/healthz`);
      return { status: answer.status, text: await answer.text() };
    };
    await database.script('CREATE TABLE kept (a integer); INSERT INTO kept VALUES (1)');
    expect((await health()).status).toBe(200);
    expect((await fetch(`${url}/healthz`, { method: 'HEAD' })).status).toBe(200);
    const ballast = join(disk!.path, 'ballast');
    const { bavail, bsize } = statfsSync(disk!.path);
    writeFileSync(ballast, Buffer.alloc(bavail * bsize - 2 * 1024 * 1024));
    const fill = async () => {
      for (let count = 0; count < 100; count += 1)
        await database.query("SELECT pg_logical_emit_message(true, 'fill', repeat('x', 500000))");
    };
    await expect(fill()).rejects.toMatchObject({ code: '53100' });
    for (let count = 0; count < 3; count += 1) {
      const refused = await health();
      expect(refused.status).toBe(503);
      expect(refused.text).toContain('its disk is full');
    }
    rmSync(ballast);
    expect((await health()).status).toBe(200);
    expect(await database.query('SELECT a FROM kept')).toEqual([{ a: 1 }]);
    await database.query('INSERT INTO kept VALUES (2)');
    expect(lost).toContain('the embedded database cannot be used: its disk is full');
  }, 180_000);
});
