/** Backups at bad places and of other data: no room, no rights, a disk that is read-only by now; older versions, demo and training. */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { closeAll, ok, temporaryDirectory, testClock, until } from '../../doubles/bridge.fixture.ts';
import { liveSignIn, startLiveShop } from '../../doubles/liveShop.fixture.ts';
import { sqlFunctions } from '../../query/comparable.ts';
import { openDatabase } from '../../store/database.ts';
import { readNumberDoubt } from '../../store/numberDoubt.ts';
import { shopBefore } from '../../store/olderDatabase.fixture.ts';
import { smallDisk } from '../../store/smallDisk.fixture.ts';
import type { Backups } from '../../wire/backups.ts';
import { configOf } from '../../world/configReading.ts';
import { makeBackup } from './make.ts';
import { restore } from './restore.ts';

afterEach(closeAll);

const NOW = Date.UTC(2026, 10, 28, 12);
const OPEN = { passphrase: null, secretsKey: null };
const order = (directory: string, to: string) => ({
  ...{ directory, to, program: '0.0.0-test', now: new Date(NOW) },
  ...OPEN,
});

const disk = smallDisk(1);
afterAll(() => disk?.free());

it.skipIf(disk === null)(
  'a full stick: the till sells on, the page says what to do, the stick is left as it was',
  async () => {
    const backup = { ...configOf({}).backup, to: disk!.path, at: null };
    const bridge = await startLiveShop({ clock: testClock(NOW), config: { backup } });
    await bridge.close();
    // Digits that hardly shrink, so that the backup is larger than the stick.
    bridge.alter(`WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n LIMIT 1000)
    INSERT INTO setting (key, value) SELECT 'n' || value, hex(randomblob(2000)) FROM n`);
    const again = await startLiveShop({ data: bridge.data, clock: testClock(NOW), config: { backup } });
    const manager = await liveSignIn(again, 'manager');
    ok(await manager.ask<Backups>('POST', '/bridge/v1/backups'));
    const view = await until(async () => {
      const now = ok(await manager.ask<Backups>('GET', '/bridge/v1/backups'));
      return now.running ? null : now;
    });
    expect(view).toMatchObject({ last: null, problem: { kind: 'placeUnwritable' } });
    expect(view.problem?.text).toMatch(/ENOSPC.*room/);
    expect(readdirSync(disk!.path)).toEqual([]);
    expect(readdirSync(again.data).filter(name => name.startsWith('tillbridge.backup'))).toEqual([]);
  },
);

const isRoot = process.getuid?.() === 0;

describe.skipIf(!isRoot)('another user of the machine', () => {
  const NOBODY = 65_534;
  const asNobody = (...words: string[]) =>
    spawnSync(process.execPath, ['main/run.mjs', 'main/dataDirectory/cli.ts', ...words], {
      ...{ uid: NOBODY, gid: NOBODY, encoding: 'utf8', env: { ...process.env, HOME: '/nonexistent' } },
    });

  it('is told in one sentence that data or folder are closed, and leaves nothing behind', async () => {
    const { data, close } = await startLiveShop({ clock: testClock(NOW) });
    await close();
    const [mine, to] = [temporaryDirectory(), temporaryDirectory()];
    const own = join(mine, 'till');
    cpSync(data, own, { recursive: true });
    chmodSync(mine, 0o755);
    for (const file of ['', ...readdirSync(own)]) chownSync(join(own, file), NOBODY, NOBODY);
    chmodSync(to, 0o755);
    const tries = [
      asNobody('backup', '--data', data, '--to', to),
      asNobody('backup', '--data', own, '--to', to),
      asNobody('rehearse', '--data', own, '--from', join(data, 'tillbridge.db')),
      asNobody('restore', '--data', join(to, 'till'), '--from', join(data, 'tillbridge.db')),
    ];
    for (const { status, stdout, stderr } of tries)
      expect([status, stdout, stderr.trim()]).toEqual([
        2,
        '',
        expect.stringMatching(/^[^\n]*(EACCES|rights?|permission)[^\n]*$/),
      ]);
    expect(readdirSync(to)).toEqual([]);
    const left = readdirSync(own).filter(name => name !== 'tillbridge.copy.lock');
    expect(left.sort()).toEqual(readdirSync(data).sort());
  });
});

describe('a backup of other data', () => {
  it.each(['demo', 'training'] as const)(
    'of a %s goes back as such, without a question about numbers',
    async purpose => {
      const [data, to] = [join(temporaryDirectory(), 'till'), temporaryDirectory()];
      await openDatabase(data, sqlFunctions, undefined, purpose).close();
      const { folder } = await makeBackup(order(data, to));
      const clean = join(temporaryDirectory(), 'till');
      expect(await restore({ from: folder, ...OPEN }, clean, new Date(NOW))).toMatchObject({ purpose });
      const db = openDatabase(clean, sqlFunctions, undefined, purpose);
      expect([db.readOnly, readNumberDoubt(db)()]).toEqual([false, null]);
      await db.close();
      expect(() => openDatabase(clean, sqlFunctions, undefined, 'live')).toThrow(purpose);
    },
  );

  it('of an older version goes back, is brought up to date by the next start, and asks for the numbers', async () => {
    const { data: shop, close } = await startLiveShop({ clock: testClock(NOW) });
    await close();
    const older = shopBefore(740, db => db.exec("INSERT INTO setting (key, value) VALUES ('sold', 'much')"));
    copyFileSync(join(shop, 'directory.json'), join(older, 'directory.json'));
    const to = temporaryDirectory();
    const { folder, manifest } = await makeBackup(order(older, to));
    expect(manifest.schema).toBeLessThan(740);
    const clean = join(temporaryDirectory(), 'till');
    await restore({ from: folder, ...OPEN }, clean, new Date(NOW));
    const db = openDatabase(clean, sqlFunctions, undefined, 'live');
    expect(db.prepare("SELECT value FROM setting WHERE key = 'sold'").get()).toEqual({ value: 'much' });
    expect(readNumberDoubt(db)()?.cause).toBe('restored');
    await db.close();
  });
});
