/**
 * A till and a back office whose machines have a wrong clock: the clock of the process is set below Node, by libfaketime (Debian
 * package `faketime`), so that database, logs and every library see it, too.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../main/doubles/bridge.fixture.ts';
import { type Cluster, noPostgres, startCluster } from '../../main/office/database/cluster.fixture.ts';
import { type Caller, createCaller } from './calls.ts';
import { officeCommand } from './fleet.ts';
import { type Program, startProgram } from './programs.ts';

const LIBRARY = ['x86_64', 'aarch64']
  .map(machine => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find(existsSync);
const missing = LIBRARY === undefined ? 'no libfaketime is installed' : noPostgres;

const root = join(import.meta.dirname, '..', '..');
const PERSON = 'chain@office.example';
const MANAGER = { username: 'manager@shop.example', pin: '739182' };
const CLIENT = { client_id: 'register', client_secret: 'a-long-secret-of-the-register' };
const SHOP = {
  shop: { name: 'Laden am Eck', street: 'Weg 1', zip: '10115', city: 'Berlin', country: 'DE', currency: 'EUR' },
  people: [{ ...MANAGER, name: 'Erika Muster', role: 'manager' }],
  clients: [{ id: CLIENT.client_id, secret: CLIENT.client_secret }],
};
const SALES = '/api/v2/Smart/Transactions';

/**
 * The environment of a process whose clock is wrong by this, as `-37h` or `+19y`. Elapsed time goes on as it does, and the times of
 * files stay, as on a machine whose clock somebody has set.
 */
const clock = (by: string | null): Readonly<Record<string, string>> =>
  by === null ? {} : { LD_PRELOAD: LIBRARY ?? '', FAKETIME: by, FAKETIME_DONT_FAKE_MONOTONIC: '1', NO_FAKE_STAT: '1' };

describe.skipIf(missing !== null)(
  `a wrong clock below the program${missing ? ` (skipped: ${missing})` : ''}`,
  { timeout: 300_000 },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'tillbridge-clock-'));
    const data = join(folder, 'till');
    let cluster: Cluster;
    let place: readonly string[];
    let office: Program;
    let till: Program;
    let head: Caller;
    const running = new Set<Program>();

    async function start(file: string, options: readonly string[], by: string | null): Promise<Program> {
      const program = await startProgram(file, options, clock(by));
      running.add(program);
      return program;
    }
    /** Ends it in order, and starts it again at its address. */
    async function again(before: Program, file: string, options: readonly string[], by: string | null) {
      await before.stop();
      running.delete(before);
      return start(file, ['--port', new URL(before.address).port, ...options], by);
    }
    const officeAgain = async (by: string | null) => {
      office = await again(office, 'main/office/serve.ts', place, by);
    };
    const tillAgain = async (by: string | null) => {
      till = await again(till, 'main/headless.ts', ['--data', data], by);
    };

    /** A token of now: one of another time may be over. */
    const register = () =>
      createCaller(() => till.address, '/oauth/token', { ...CLIENT, grant_type: 'client_credentials' });
    /** Receipt number of a sale for cash, or the name of the refusal. */
    async function sell(): Promise<number | string> {
      const caller = register();
      const product = { id: 1, articleNumber: '1', desc: 'Brot', quantity: 1, priceOne: 100, tax: 7 };
      const created = await caller.call('POST', SALES, { basket: { products: [product] } });
      if (created?.status !== 200) return created?.body.error_code;
      return (await caller.call('POST', `${SALES}/${created.body.id}/start/cash`))?.body.receipt_number;
    }
    const risks = async (): Promise<readonly string[]> => {
      const answer = await fetch(`${till.address}/healthz`);
      return ((await answer.json()) as { risks: readonly { kind: string }[] }).risks.map(({ kind }) => kind);
    };
    const held = async (): Promise<number> => (await head.call('GET', '/office/v1/sales'))?.body.count;
    const notes = async (): Promise<string> =>
      JSON.stringify((await head.call('GET', '/office/v1/reports/health?language=en'))?.body.notes);

    beforeAll(async () => {
      const file = join(folder, 'shop.json');
      writeFileSync(file, JSON.stringify(SHOP));
      const options = ['main/setupCommand.ts', '--data', data, '--file', file];
      const made = spawnSync(process.execPath, [join(root, 'main/run.mjs'), ...options], { cwd: root });
      expect(made.status, String(made.stderr)).toBe(0);
      // Without its back office the till costs a third.
      const link = process.env.LONG ? await linkToOffice() : [];
      till = await start('main/headless.ts', ['--port', '0', '--data', data, ...link], null);
    });
    async function linkToOffice(): Promise<readonly string[]> {
      cluster = await startCluster();
      place = ['--data', join(folder, 'office'), '--database', cluster.database()];
      const enrol = officeCommand(['enrol', '--store', 'Eck', ...place]);
      const password = officeCommand(['person', PERSON, ...place]);
      office = await start('main/office/serve.ts', ['--port', '0', ...place], null);
      head = createCaller(() => office.address, '/office/v1/token', { username: PERSON, password });
      return ['--backoffice', office.address, '--enrol', enrol];
    }
    afterAll(async () => {
      for (const program of running) await program.kill();
      cluster?.remove();
      rmSync(folder, { recursive: true, force: true });
    });

    it.runIf(process.env.LONG)(
      'of the back office, 37 hours behind: what is sold meanwhile waits, and is counted once the clock is right (npm run test:long)',
      async () => {
        expect(await sell()).toBe(1);
        await until(async () => (await held()) === 1, 60_000);
        await officeAgain('-37h');
        expect([await sell(), await sell()]).toEqual([2, 3]);
        await until(async () => (await risks()).includes('clockDiffers'), 60_000);
        await until(async () => /clocks? of /.test(await notes()), 120_000);
        expect(await held()).toBe(1);
        await officeAgain(null);
        await until(async () => (await held()) === 3, 120_000);
        await until(async () => !(await risks()).includes('clockDiffers'), 60_000);
      },
    );

    it('of the till, nineteen years ahead: a red light and no sale, and no number is lost', async () => {
      const before = Number(await sell());
      await tillAgain('+19y');
      expect(await sell()).toBe('clockUnsure');
      expect(await risks()).toContain('clockUnsure');
      await tillAgain(null);
      expect(await sell()).toBe(before + 1);
      expect(await risks()).toEqual([]);
      if (process.env.LONG) await until(async () => (await held()) === before + 1, 60_000);
    });

    // The file system keeps its own time here, so the right clock would find that the files were changed long after they were written.
    it.runIf(process.env.LONG)(
      'of the till, four years behind: a red light, no sale, and nothing that was sold is missing',
      async () => {
        const before = Number(await sell());
        await tillAgain('-4y');
        expect(await sell()).toBe('clockUnsure');
        expect(await risks()).toContain('clockUnsure');
        await until(async () => (await held()) === before, 60_000);
      },
    );
  },
);
