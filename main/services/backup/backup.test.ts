/** Backups of a till that sells: whole, read back, and put back without a number being given twice. */
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { verify } from '../../dataDirectory/verify.ts';
import {
  type Client,
  closeAll,
  item,
  ok,
  sale,
  temporaryDirectory,
  testClock,
  until,
} from '../../doubles/bridge.fixture.ts';
import { liveSignIn, startLiveShop } from '../../doubles/liveShop.fixture.ts';
import { DatabaseRefusal } from '../../files/refusal.ts';
import { sqlFunctions } from '../../query/comparable.ts';
import { openDatabase } from '../../store/database.ts';
import { readNumberDoubt } from '../../store/numberDoubt.ts';
import { shopBefore } from '../../store/olderDatabase.fixture.ts';
import type { Backups } from '../../wire/backups.ts';
import { configOf } from '../../world/configReading.ts';
import { type BackupOrder, makeBackup } from './make.ts';
import { backupsIn, type FoundBackup, type Manifest, viewOf } from './manifest.ts';
import { rehearse, restore } from './restore.ts';
import { superseded } from './retention.ts';

afterEach(closeAll);

const NOW = Date.UTC(2026, 10, 28, 12);
const PASSPHRASE = 'correct horse battery';
type Secrets = Pick<BackupOrder, 'passphrase' | 'secretsKey'>;
const OPEN: Secrets = { passphrase: null, secretsKey: null };
const SEALED: Secrets = { passphrase: PASSPHRASE, secretsKey: null };

async function sell(client: Client): Promise<number | string> {
  const made = await client.post<{ id: string; error_code?: string }>('', sale([item(100)]));
  if (made.status !== 200) return made.body.error_code ?? String(made.status);
  return (ok(await client.post(`/${made.body.id}/start/cash`)) as { receipt_number: number }).receipt_number;
}

const order = (directory: string, to: string, more = OPEN) => ({
  ...{ directory, to, program: '0.0.0-test', now: new Date(NOW) },
  ...more,
});

const inOrder = async (folder: string) => {
  const lines: string[] = [];
  expect([await verify(folder, line => void lines.push(line)), lines]).toEqual([0, expect.any(Array)]);
};

/** A closed shop with three receipts. */
async function shopOfThree() {
  const bridge = await startLiveShop({ clock: testClock(NOW - 60_000) });
  const client = await liveSignIn(bridge);
  for (const number of [1, 2, 3]) expect(await sell(client)).toBe(number);
  await bridge.close();
  return bridge.data;
}

/** Changes one byte in the middle. */
function spoil(file: string) {
  const bytes = readFileSync(file);
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

describe('a backup', () => {
  it.each([['readable', OPEN] as const, ...(process.env.LONG ? [['encrypted', SEALED] as const] : [])])(
    'that is %s, made while ten tills sell, is put back on a clean machine, and no number is given twice',
    {
      timeout: 120_000,
    },
    async (_, how) => {
      const bridge = await startLiveShop({ clock: testClock(NOW - 60_000) });
      const clients = await Promise.all(Array.from({ length: 10 }, () => liveSignIn(bridge)));
      const given: (number | string)[] = [];
      let isMaking = true;
      const selling = clients.map(async client => {
        for (let sold = 0; (isMaking && sold < 8) || sold < 3; sold += 1) given.push(await sell(client));
      });
      const to = temporaryDirectory();
      const { folder, manifest } = await makeBackup(order(bridge.data, to, how));
      isMaking = false;
      await Promise.all(selling);
      await bridge.close();
      const highest = given.length;
      expect(new Set(given)).toEqual(new Set(Array.from({ length: highest }, (__, index) => index + 1)));
      expect(manifest.receipt).toBeLessThan(highest);

      await rehearse({ from: folder, ...how }, inOrder);
      const clean = join(temporaryDirectory(), 'till');
      const { sales, receipt } = manifest;
      expect(await restore({ from: folder, ...how }, clean, new Date(NOW))).toMatchObject({
        sales,
        receipt,
        before: null,
      });
      const restored = await startLiveShop({ data: clean, clock: testClock(NOW) });
      expect(restored.rows('SELECT count(*) AS sales FROM smart_transaction WHERE receipt_number IS NOT NULL')).toEqual(
        [{ sales: manifest.sales }],
      );
      const [till, manager] = [await liveSignIn(restored), await liveSignIn(restored, 'manager')];
      expect(await sell(till)).toBe('numbersUnsure');
      ok(await manager.ask('POST', '/bridge/v1/doubts/numbers', { body: { receipt: highest } }));
      expect(await sell(till)).toBe(highest + 1);
    },
  );

  it('that is encrypted shows nothing of the shop, and opens by its passphrase alone', async () => {
    const data = await shopOfThree();
    const { folder } = await makeBackup(order(data, temporaryDirectory(), SEALED));
    const all = readdirSync(folder).map(name => readFileSync(join(folder, name)).toString('latin1'));
    expect(all.filter(text => /SQLite format|Laden am Eck/.test(text))).toEqual([]);
    const into = join(temporaryDirectory(), 'till');
    await expect(restore({ from: folder, ...OPEN }, into, new Date(NOW))).rejects.toThrow('name its passphrase');
    const wrong = { from: folder, passphrase: 'another passphrase', secretsKey: null };
    await expect(restore(wrong, into, new Date(NOW))).rejects.toThrow(/damaged, or the passphrase is another one/);
    expect(existsSync(join(into, 'tillbridge.db'))).toBe(false);
  });

  it('takes a key that is kept outside along only where it is encrypted', async () => {
    const secretsKey = 'k'.repeat(40);
    const bridge = await startLiveShop({ clock: testClock(NOW), config: { secretsKey } });
    const open = await makeBackup(order(bridge.data, temporaryDirectory(), { passphrase: null, secretsKey }));
    const sealed = await makeBackup(order(bridge.data, temporaryDirectory(), { passphrase: PASSPHRASE, secretsKey }));
    expect([open, sealed].map(found => viewOf(found).has_key)).toEqual([false, true]);
    await rehearse({ from: sealed.folder, ...SEALED }, async folder =>
      expect(readFileSync(join(folder, 'secrets.key'), 'utf8')).toBe(secretsKey),
    );
  });

  it('replaces what is there only when it is whole; what was there is kept', async () => {
    const data = await shopOfThree();
    const to = temporaryDirectory();
    const { folder, manifest } = await makeBackup(order(data, to));
    for (const name of readdirSync(folder)) {
      const broken = join(temporaryDirectory(), 'broken');
      cpSync(folder, broken, { recursive: true });
      if (name === 'backup.json') writeFileSync(join(broken, name), '{');
      else spoil(join(broken, name));
      const before = readFileSync(join(data, 'tillbridge.db'));
      await expect(restore({ from: broken, ...OPEN }, data, new Date(NOW))).rejects.toThrow(/Nothing was changed/);
      expect(readFileSync(join(data, 'tillbridge.db')).equals(before)).toBe(true);
    }
    const { before } = await restore({ from: folder, ...OPEN }, data, new Date(NOW));
    expect(readdirSync(before ?? '')).toEqual(expect.arrayContaining(['tillbridge.db', 'tillbridge.mark']));
    expect(manifest.receipt).toBe(3);
  });

  it('of another directory replaces nothing, and a running till is not touched', async () => {
    const [one, other] = [await shopOfThree(), await startLiveShop({ clock: testClock(NOW) })];
    const { folder } = await makeBackup(order(one, temporaryDirectory()));
    await expect(restore({ from: folder, ...OPEN }, other.data, new Date(NOW))).rejects.toThrow(
      /name an empty directory/,
    );
    const own = await makeBackup(order(other.data, temporaryDirectory()));
    await expect(restore({ from: own.folder, ...OPEN }, other.data, new Date(NOW))).rejects.toThrow(/in use/);
    expect(await sell(await liveSignIn(other))).toBe(1);
  });

  it('is not made where it would help nobody, and leaves nothing half behind', async () => {
    const data = await shopOfThree();
    const to = temporaryDirectory();
    await expect(makeBackup(order(data, join(to, 'away')))).rejects.toThrow(/is not there: plug in its disk/);
    mkdirSync(join(data, 'inside'));
    await expect(makeBackup(order(data, join(data, 'inside')))).rejects.toThrow(/inside the data directory/);
    const damaged = temporaryDirectory();
    cpSync(data, damaged, { recursive: true });
    const file = join(damaged, 'tillbridge.db');
    const bytes = readFileSync(file);
    bytes.fill(0xff, 40_000, Math.min(400_000, bytes.length));
    writeFileSync(file, bytes);
    await expect(makeBackup(order(damaged, to))).rejects.toThrow(/damaged/);
    expect(readdirSync(to)).toEqual([]);
    expect(readdirSync(damaged).filter(name => name.includes('backup'))).toEqual([]);
  });

  it('can be read by its owner alone', async () => {
    if (process.platform === 'win32') return;
    const { folder } = await makeBackup(order(await shopOfThree(), temporaryDirectory()));
    const open = readdirSync(folder).filter(name => (statSync(join(folder, name)).mode & 0o077) !== 0);
    expect([statSync(folder).mode & 0o077, open]).toEqual([0, []]);
  });
});

describe('backups by themselves', () => {
  const start = (to: string, clock = testClock(NOW)) =>
    startLiveShop({ clock, config: { backup: { ...configOf({}).backup, to } } });

  it('are made when somebody asks, and say what went wrong where the disk is away', async () => {
    const to = join(temporaryDirectory(), 'stick');
    const bridge = await start(to);
    const manager = await liveSignIn(bridge, 'manager');
    const view = async () => ok(await manager.ask<Backups>('GET', '/bridge/v1/backups'));
    const make = async () => ok(await manager.ask<Backups>('POST', '/bridge/v1/backups'));
    expect((await make()).running).toBe(true);
    await until(async () => !(await view()).running);
    expect(await view()).toMatchObject({ last: null, problem: { kind: 'placeMissing' } });
    mkdirSync(to);
    await make();
    await until(async () => !(await view()).running);
    expect(await view()).toMatchObject({ to, at: '03:30', problem: null, last: { sales: 0, sealed: false } });
    const cashier = await liveSignIn(bridge, 'cashier');
    expect((await cashier.ask('POST', '/bridge/v1/backups')).status).toBe(403);
    const found = readdirSync(to);
    expect(found).toHaveLength(1);
    // It is still known after a restart.
    const again = await bridge.restart();
    const after = ok(await (await liveSignIn(again, 'manager')).ask<Backups>('GET', '/bridge/v1/backups'));
    expect(after.last?.name).toBe(found[0]);
  });
});

describe('an update', () => {
  const versionOf = (file: string) => {
    const db = new Sqlite(file, { readonly: true });
    const version = db.pragma('user_version', { simple: true });
    db.close();
    return version;
  };

  it('keeps the database of the version before, from which the way back leads', async () => {
    const data = shopBefore(740, db => db.exec("INSERT INTO setting (key, value) VALUES ('sold', 'much')"));
    const before = versionOf(join(data, 'tillbridge.db'));
    await openDatabase(data, sqlFunctions, undefined, 'live').close();
    const kept = join(data, `tillbridge.before-update-from-${before}.db`);
    expect([versionOf(kept), versionOf(join(data, 'tillbridge.db')) === before]).toEqual([before, false]);
    // A second start changes nothing more, and keeps nothing more.
    await openDatabase(data, sqlFunctions, undefined, 'live').close();
    expect(readdirSync(data).filter(name => /^tillbridge\.before.*\.db$/.test(name))).toHaveLength(1);

    const { before: folder } = await restore({ from: kept, ...OPEN }, data, new Date());
    expect(existsSync(join(folder ?? '', 'tillbridge.db'))).toBe(true);
    const db = openDatabase(data, sqlFunctions, undefined, 'live');
    expect(db.prepare("SELECT value FROM setting WHERE key = 'sold'").get()).toEqual({ value: 'much' });
    expect(readNumberDoubt(db)()?.cause).toBe('restored');
    await db.close();
    await expect(restore({ from: kept, ...OPEN }, temporaryDirectory(), new Date())).rejects.toThrow(
      /without its directory/,
    );
  });
});

describe('a restore that is refused', () => {
  it('says what a file is, and leaves a place as it was', async () => {
    const [data, to] = [await shopOfThree(), temporaryDirectory()];
    const { folder } = await makeBackup(order(data, to));
    const damaged = join(folder, readdirSync(folder).find(name => name.startsWith('tillbridge.db')) ?? '');
    writeFileSync(damaged, readFileSync(damaged).subarray(0, 100));
    const noise = join(to, 'noise.db');
    writeFileSync(noise, randomBytes(5000));
    const empty = join(to, 'empty.db');
    writeFileSync(empty, '');
    const place = temporaryDirectory();
    const gone = join(place, 'not', 'there');
    for (const [from, said] of [
      [noise, /is no database/],
      [empty, /is no database/],
      [join(data, 'tillbridge.db'), /without its directory/],
      [folder, /is damaged/],
      [join(to, 'nothing'), /no whole backup/],
    ] as const)
      for (const directory of [place, gone]) {
        await expect(restore({ from, ...OPEN }, directory, new Date())).rejects.toThrow(said);
        expect([from, readdirSync(place)]).toEqual([from, []]);
      }
    // Databases of another program, and of a later version of this one.
    const [foreign, later] = [join(to, 'foreign.db'), join(to, 'later.db')];
    new Sqlite(foreign).exec('CREATE TABLE a (b)').close();
    new Sqlite(join(data, 'tillbridge.db')).exec(`VACUUM INTO '${later}'`).close();
    new Sqlite(later).exec('PRAGMA user_version = 99999').close();
    const before = readdirSync(data).sort();
    for (const from of [noise, foreign, later])
      await expect(restore({ from, ...OPEN }, data, new Date())).rejects.toBeInstanceOf(DatabaseRefusal);
    expect(readdirSync(data).sort()).toEqual(before);
  });
});

describe('retention', () => {
  const backup = (made: string) =>
    ({ folder: made, manifest: { made: new Date(made).toISOString() } as Manifest }) satisfies FoundBackup;
  const DAY = 86_400_000;

  it('keeps the newest of each day, week and month, and never goes down to none', () => {
    const now = Date.UTC(2026, 10, 28, 12);
    const all = Array.from({ length: 800 }, (_, index) => backup(new Date(now - index * (DAY / 2)).toISOString()));
    const gone = new Set(superseded(all, now, { days: 14, weeks: 8, months: 12 }));
    const kept = all.filter(one => !gone.has(one)).map(({ folder }) => folder.slice(0, 10));
    expect(kept.length).toBeLessThan(14 + 8 + 12 + 2);
    expect(new Set(kept.slice(0, 15)).size).toBeGreaterThanOrEqual(14);
    expect(kept.at(-1)).toMatch(/^2025-1[12]/);
    expect(superseded([backup('2001-01-01')], now, { days: 1, weeks: 0, months: 0 })).toEqual([]);
  });

  it('takes no backup of another till for one of its own', async () => {
    const to = temporaryDirectory();
    const [one, other] = [await shopOfThree(), await shopOfThree()];
    const made = await makeBackup(order(one, to));
    await makeBackup(order(other, to));
    expect(backupsIn(to, made.manifest.directory.id)).toEqual([made]);
  });
});
