/** Backups under faults: wrong manifests, bombs, two at once, clocks that jump, links into the data. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, ok, temporaryDirectory, testClock, until } from '../../doubles/bridge.fixture.ts';
import { liveSignIn, startLiveShop } from '../../doubles/liveShop.fixture.ts';
import { HEADLESS, TERMINAL_AWAY } from '../../doubles/programs.fixture.ts';
import { sqlFunctions } from '../../query/comparable.ts';
import { readMark } from '../../store/commitMark.ts';
import { openDatabase } from '../../store/database.ts';
import { readDirectory } from '../../store/directory.ts';
import type { Backups } from '../../wire/backups.ts';
import { configOf } from '../../world/configReading.ts';
import { makeBackup } from './make.ts';
import { backupName, backupsIn, type FoundBackup, MANIFEST, type Manifest, PARTIAL } from './manifest.ts';
import { restore } from './restore.ts';
import { superseded } from './retention.ts';
import { runBackup } from './run.ts';
import { ScheduledBackups } from './schedule.ts';

afterEach(closeAll);

const NOW = Date.UTC(2026, 10, 28, 12);
const DAY = 86_400_000;
const OPEN = { passphrase: null, secretsKey: null };
const order = (directory: string, to: string, now = NOW) => ({
  ...{ directory, to, program: '0.0.0-test', now: new Date(now) },
  ...OPEN,
});

async function closedShop() {
  const bridge = await startLiveShop({ clock: testClock(NOW - 60_000) });
  await bridge.close();
  return bridge.data;
}

/** Changes the manifest of a backup. */
function rewrite(folder: string, change: (manifest: Manifest) => object) {
  const file = join(folder, MANIFEST);
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')))));
}

describe('a manifest that somebody wrote', () => {
  const TIMES = ['yesterday', '', '2026-99-99T00:00:00.000Z', '+275760-09-13T00:00:00.000Z'];
  it.each(TIMES.filter((_, at) => process.env.LONG || at % 3 === 0))(
    'with the time "%s" is no backup, and holds up no later one',
    async made => {
      const [data, to] = [await closedShop(), temporaryDirectory()];
      const { folder } = await makeBackup(order(data, to, NOW - 60_000));
      rewrite(folder, manifest => ({ ...manifest, made }));
      const { made: next } = await runBackup({ ...order(data, to), now: NOW, keep: { days: 1, weeks: 0, months: 0 } });
      expect(backupsIn(to, JSON.parse(readFileSync(join(data, 'directory.json'), 'utf8')).id)).toMatchObject([
        { folder: join(to, next.name) },
      ]);
      await expect(restore({ from: folder, ...OPEN }, data, new Date(NOW))).rejects.toThrow(/Nothing was changed/);
    },
  );

  it('that names the database twice or not at all replaces nothing', async () => {
    const [data, to] = [await closedShop(), temporaryDirectory()];
    const { folder } = await makeBackup(order(data, to));
    const before = readFileSync(join(data, 'tillbridge.db'));
    const { files } = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as Manifest;
    for (const wrong of [[...files, ...files], files.filter(({ name }) => name !== 'tillbridge.db')]) {
      rewrite(folder, manifest => ({ ...manifest, files: wrong }));
      await expect(restore({ from: folder, ...OPEN }, data, new Date(NOW))).rejects.toThrow(/Nothing was changed/);
    }
    expect(readFileSync(join(data, 'tillbridge.db')).equals(before)).toBe(true);
  });
});

describe('restoring', () => {
  it('writes no more than the manifest says, however much a file unpacks to', async () => {
    const [data, to] = [await closedShop(), temporaryDirectory()];
    const { folder } = await makeBackup(order(data, to));
    writeFileSync(join(folder, 'tillbridge.mark.gz'), gzipSync(Buffer.alloc(64_000_000)));
    const clean = join(temporaryDirectory(), 'till');
    let largest = 0;
    const watch = setInterval(() => {
      const file = join(clean, 'tillbridge.restore', 'tillbridge.mark');
      largest = Math.max(largest, statSync(file, { throwIfNoEntry: false })?.size ?? 0);
    }, 1);
    await expect(restore({ from: folder, ...OPEN }, clean, new Date(NOW))).rejects.toThrow(/is damaged/);
    clearInterval(watch);
    expect(largest).toBeLessThan(1_000_000);
    expect(existsSync(clean)).toBe(false);
  });

  it('begins only where the disk has room for it', async () => {
    const [data, to] = [await closedShop(), temporaryDirectory()];
    const { folder } = await makeBackup(order(data, to));
    rewrite(folder, ({ files, ...manifest }) => ({
      ...manifest,
      files: files.map(file => ({ ...file, bytes: Number.MAX_SAFE_INTEGER })),
    }));
    await expect(restore({ from: folder, ...OPEN }, data, new Date(NOW))).rejects.toThrow(/MB.*Nothing was changed/);
    expect(existsSync(join(data, 'tillbridge.restore'))).toBe(false);
  });
});

describe('places', () => {
  it('a link into the data directory is no place for backups', async () => {
    const data = await closedShop();
    mkdirSync(join(data, 'inside'));
    const link = join(temporaryDirectory(), 'link');
    symlinkSync(join(data, 'inside'), link);
    await expect(makeBackup(order(data, link))).rejects.toThrow(/inside the data directory/);
  });

  it('two at once of one directory: one is made whole, the other says that one is under way', async () => {
    const [data, to] = [await closedShop(), temporaryDirectory()];
    const both = await Promise.allSettled([makeBackup(order(data, to)), makeBackup(order(data, to, NOW + 1000))]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(String(both.find(one => one.status === 'rejected')?.reason)).toContain('another backup');
    const [found, ...more] = readdirSync(to);
    expect(more).toEqual([]);
    const clean = join(temporaryDirectory(), 'till');
    await restore({ from: join(to, found ?? ''), ...OPEN }, clean, new Date(NOW));
  });
});

describe.skipIf(process.platform === 'win32')('a share that never answers', () => {
  it('stops neither the till nor its end', async () => {
    const [data, to] = [join(temporaryDirectory(), 'shop'), temporaryDirectory()];
    await openDatabase(data, sqlFunctions, undefined, 'demo').close();
    const dead = join(to, backupName(readDirectory(data)?.id ?? '', new Date(0)));
    mkdirSync(dead);
    // An open of it waits for a writer for ever, as that of a file on a server that is gone.
    expect(spawnSync('mkfifo', [join(dead, MANIFEST)]).status).toBe(0);
    const env = { ...process.env, ...TERMINAL_AWAY, TILLBRIDGE_BACKUP: JSON.stringify({ to }) };
    const child = spawn(process.execPath, [...HEADLESS, '--demo', '--port', '0', '--data', data], {
      ...{ env, stdio: ['ignore', 'pipe', 'ignore'] },
    });
    const ended = once(child, 'exit');
    try {
      const [ready] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string];
      const url = ready.split(' ').at(-1) ?? '';
      const grant = { grant_type: 'client_credentials', client_id: 'demo-client', client_secret: 'demo-secret' };
      const issued = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(grant) });
      const headers = { authorization: `Bearer ${((await issued.json()) as { access_token: string }).access_token}` };
      expect((await fetch(`${url}/bridge/v1/backups`, { method: 'POST', headers })).status).toBe(200);
      await until(() => readdirSync(to).length === 2 && !readdirSync(to).some(name => name.endsWith(PARTIAL)));
      const view = await fetch(`${url}/bridge/v1/backups`, { headers });
      expect(((await view.json()) as Backups).running).toBe(true);
      child.kill('SIGTERM');
      await ended;
    } finally {
      child.kill('SIGKILL');
    }
    expect(readMark(data)).toMatchObject({ clean: true });
  });
});

describe('clocks', () => {
  it('backups of a clock that stood ahead take no place of the good ones', () => {
    const backup = (made: number) =>
      ({ folder: String(made), manifest: { made: new Date(made).toISOString() } as Manifest }) satisfies FoundBackup;
    const ahead = Array.from({ length: 40 }, (_, day) => backup(NOW + (4000 + 31 * day) * DAY));
    const good = Array.from({ length: 14 }, (_, day) => backup(NOW - day * DAY));
    expect(superseded([...ahead, ...good], NOW, { days: 14, weeks: 8, months: 12 })).toEqual([]);
  });

  /** A till whose setting `backup` holds `setting`. */
  async function startWith(setting: string, to: string) {
    const bridge = await startLiveShop({ clock: testClock(NOW) });
    const { data } = bridge;
    await bridge.close();
    bridge.alter(`INSERT OR REPLACE INTO setting (key, value) VALUES ('backup', '${setting}')`);
    return startLiveShop({
      data,
      clock: testClock(NOW),
      config: { backup: { ...configOf({}).backup, to, at: '03:30' } },
    });
  }

  const AHEAD = NOW + 4000 * DAY;
  const last = { name: 'n', made: new Date(AHEAD).toISOString(), program: '1', sales: 0, receipt: 0, bytes: 1 };
  const lastAhead = { ...last, sealed: false, has_key: true };
  const STATES = [
    ['is no JSON', 'broken{'],
    ['has other names', '{"a":1}'],
    ['has wrong types', '{"served":"x","since":1e400,"last":7,"problem":[]}'],
    ['is of a clock that stood ahead', JSON.stringify({ served: AHEAD, since: AHEAD, last: lastAhead, problem: null })],
  ] as const;
  it.each(STATES.filter((_, at) => process.env.LONG || at > 1))(
    'a till whose state of backups %s begins, and a backup is made when somebody asks',
    async (_, setting) => {
      const bridge = await startWith(setting, temporaryDirectory());
      const manager = await liveSignIn(bridge, 'manager');
      ok(await manager.ask<Backups>('POST', '/bridge/v1/backups'));
      const view = async () => ok(await manager.ask<Backups>('GET', '/bridge/v1/backups'));
      await until(async () => !(await view()).running);
      expect(await view()).toMatchObject({ problem: null, last: { made: new Date(NOW).toISOString() } });
    },
  );

  it.each([
    ['the last backup was served', { served: AHEAD, since: AHEAD, last: lastAhead, problem: null }],
    ['the last one failed', { served: 0, since: AHEAD, last: null, problem: { at: AHEAD, kind: 'other', text: 'x' } }],
  ])('go back after %s: the next look makes one', async (_, state) => {
    const to = temporaryDirectory();
    const data = await closedShop();
    const db = openDatabase(data, sqlFunctions, undefined, 'live');
    await db.write(() =>
      db.prepare("INSERT OR REPLACE INTO setting (key, value) VALUES ('backup', ?)").run(JSON.stringify(state)),
    );
    const backups = new ScheduledBackups({
      db,
      plan: { directory: data, to, at: '03:30', keep: { days: 1, weeks: 1, months: 1 }, program: '0', ...OPEN },
      now: () => NOW,
      zone: () => 'Europe/Berlin',
      log: () => undefined,
    });
    backups.look();
    expect(backups.view().running).toBe(true);
    await backups.start();
    expect(readdirSync(to)).toHaveLength(1);
    expect(db.risks.all().map(({ kind }) => kind)).not.toContain('backupOverdue');
    await db.close();
  });
});
