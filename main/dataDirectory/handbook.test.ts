/** The handbook, carried out word by word: each section's commands run after what it is about has happened to a till. */
import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, it } from 'vitest';
import {
  type Client,
  closeAll,
  item,
  ok,
  sale,
  temporaryDirectory,
  testClock,
  until,
} from '../doubles/bridge.fixture.ts';
import { liveDirectory, liveIds, liveSignIn, startLiveShop } from '../doubles/liveShop.fixture.ts';
import { smallDisk } from '../store/smallDisk.fixture.ts';

const disk = smallDisk(40);
afterAll(async () => {
  await closeAll();
  disk?.free();
});

const ROOT = join(import.meta.dirname, '..', '..');
const HANDBOOK = readFileSync(join(ROOT, 'docs', 'handbook.md'), 'utf8');
const PROGRAMS = { data: 'main/dataDirectory/cli.ts', zvt: 'drivers/commandLine/zvt.ts' } as const;
const DAY = 86_400_000;

/** The commands below a heading, in their order. */
function commandsOf(heading: string): readonly string[] {
  const section = HANDBOOK.split(/^## /m).find(text => text.startsWith(`${heading}\n`)) ?? '';
  const blocks = [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, lines = '']) =>
    lines.trim().split('\n'),
  );
  expect([heading, blocks.length > 0]).toEqual([heading, true]);
  return blocks;
}

/** Runs a command of the handbook with its placeholders filled in. */
function run(command: string, places: Readonly<Record<string, string>>): SpawnSyncReturns<string> {
  const filled = command.replace(/\b(DIR|FILE|FOLDER|BACKUP|HOST:PORT|SAVED|NEW)\b/g, name => places[name] ?? name);
  const [, program, rest = ''] = /^npm run (data|zvt) -- (.*)$/.exec(filled) ?? [];
  const options = { cwd: ROOT, encoding: 'utf8' } as const;
  if (program === undefined) return spawnSync('sh', ['-c', filled], options);
  // As npm starts it: the built program, in half the time.
  const file = PROGRAMS[program as keyof typeof PROGRAMS];
  return spawnSync(process.execPath, ['main/run.mjs', file, ...rest.split(' ')], options);
}

const runAll = (heading: string, places: Readonly<Record<string, string>>) =>
  commandsOf(heading).map(command => ({ command, ...run(command, places) }));

async function sell(client: Client): Promise<number> {
  const { id } = ok(await client.post<{ id: string }>('', sale([item(100)])));
  return (ok(await client.post(`/${id}/start/cash`)) as { receipt_number: number }).receipt_number;
}

async function soldShop() {
  const bridge = await startLiveShop({ clock: testClock() });
  const client = await liveSignIn(bridge);
  for (const number of [1, 2, 3]) expect(await sell(client)).toBe(number);
  return { bridge, client };
}

async function withBackup(data: string) {
  const to = temporaryDirectory();
  const made = run('npm run data -- backup --data DIR --to FOLDER', { DIR: data, FOLDER: to });
  const BACKUP = /tillbridge-\w{8}-\S+Z/.exec(made.stdout)?.[0] ?? '';
  expect([made.status, BACKUP === '']).toEqual([0, false]);
  return { FOLDER: to, BACKUP };
}

it('quiet days: settings, the right moment, a backup and its rehearsal', async () => {
  const { bridge } = await soldShop();
  const [FOLDER, FILE] = [temporaryDirectory(), join(temporaryDirectory(), 'config.json')];
  writeFileSync(FILE, JSON.stringify({ port: 0, backup: { to: FOLDER } }), { mode: 0o600 });
  const SAVED = join(temporaryDirectory(), 'report.txt');
  let BACKUP = '';
  for (const command of commandsOf('Quiet days')) {
    const { status, stdout, stderr } = run(command, { DIR: bridge.data, FOLDER, FILE, BACKUP, SAVED });
    expect([command, status, stderr]).toEqual([command, 0, '']);
    BACKUP ||= /tillbridge-\w{8}-\S+Z/.exec(stdout)?.[0] ?? '';
  }
});

it('the terminal is gone: cash goes on, and the question by hand names it', async () => {
  const { client } = await soldShop();
  expect(await sell(client)).toBe(4);
  const [{ status, stdout, stderr } = { status: 0, stdout: '', stderr: '' }] = runAll('The terminal is gone', {
    'HOST:PORT': '127.0.0.1:1',
  });
  expect(status).not.toBe(0);
  expect(`${stdout}${stderr}`).toMatch(/unreachable/);
});

it.skipIf(disk === null)('the disk is full: no sale, a red light, and on again without a restart', async () => {
  const data = join(disk!.path, 'shop');
  mkdirSync(data);
  cpSync(await liveDirectory(), data, { recursive: true });
  const bridge = await startLiveShop({ data, clock: testClock() });
  const client = await liveSignIn(bridge);
  expect(await sell(client)).toBe(1);
  const { bavail, bsize } = statfsSync(data);
  writeFileSync(join(data, 'tillbridge.1.log'), Buffer.alloc(bavail * bsize - 150_000));
  const refused = await until(async () => {
    const answer = await client.post<{ code: number }>('', sale([item(100)]));
    return answer.status === 200 ? null : answer;
  });
  expect(refused.body.code).toBe(1002);
  expect((await fetch(`${bridge.url}/healthz`)).status).toBe(503);
  for (const { status } of runAll('The disk is full', { DIR: data })) expect(status).toBe(0);
  await until(async () => (await fetch(`${bridge.url}/healthz`)).status === 200);
  expect(await sell(client)).toBe(2);
  await bridge.close();
});

it('charged twice, she says: the terminal shows both payments', async () => {
  const words = ['drivers/simulator/zvt/serve.ts', '--port', '0'];
  const terminal = spawn(process.execPath, words, { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const [line] = (await once(createInterface({ input: terminal.stdout }), 'line')) as [string];
    const place = { 'HOST:PORT': /\d+\.\d+\.\d+\.\d+:\d+/.exec(line)?.[0] ?? '' };
    for (const _ of [1, 2]) expect(run('npm run zvt -- pay --tcp HOST:PORT --amount 1200', place).status).toBe(0);
    const [totals, receipt] = runAll('The customer was charged twice, she says', place);
    expect([totals?.status, receipt?.status]).toEqual([0, 0]);
    expect(totals?.stdout).toMatch(/24[.,]00|2400/);
    expect(receipt?.stdout).toMatch(/12[.,]00|1200/);
  } finally {
    terminal.kill('SIGKILL');
  }
});

it('stolen: the last backup sells elsewhere, and gives no number twice', async () => {
  const { bridge } = await soldShop();
  const places = { ...(await withBackup(bridge.data)), NEW: join(temporaryDirectory(), 'till') };
  await bridge.close();
  for (const { status, stderr } of runAll('The till was stolen', places)) expect([status, stderr]).toEqual([0, '']);
  const again = await startLiveShop({ data: places.NEW, clock: testClock() });
  const manager = await liveSignIn(again, 'manager');
  expect((await manager.post<{ code: number }>('', sale([item(100)]))).body.code).toBe(1291);
  const reports = [{ till: liveIds.till, number: 0 }];
  ok(await manager.ask('POST', '/bridge/v1/doubts/numbers', { body: { receipt: 30, reports } }));
  expect(await sell(manager)).toBe(31);
});

it('lightning: what was confirmed is there, and is backed up', async () => {
  const { bridge } = await soldShop();
  const struck = join(temporaryDirectory(), 'till');
  cpSync(bridge.data, struck, { recursive: true });
  const [verified, backedUp] = runAll('Lightning', { DIR: struck, FOLDER: temporaryDirectory() });
  expect([verified?.status, verified?.stderr, backedUp?.status]).toEqual([0, '', 0]);
  expect(backedUp?.stdout).toMatch(/3 sales up to receipt 3/);
});

it('lightning, and the disk forgot: the loss is named with its last sale, and accepted', async () => {
  const { bridge } = await soldShop();
  const struck = join(temporaryDirectory(), 'till');
  cpSync(bridge.data, struck, { recursive: true });
  const log = join(struck, 'tillbridge.db-wal');
  truncateSync(log, statSync(log).size - 1500);
  const [verified, accepted] = runAll('Lightning, and the disk forgot', { DIR: struck });
  expect([verified?.status, accepted?.status]).toEqual([3, 0]);
  expect(verified?.stdout).toMatch(/missing/);
  expect(accepted?.stdout).toMatch(/^Accepted: .* missing.*\(receipt 3\)/);
});

it('a dead disk: what can be read is saved, also without the first page, and the backup goes back', async () => {
  const { bridge } = await soldShop();
  const places = {
    ...(await withBackup(bridge.data)),
    DIR: bridge.data,
    SAVED: join(temporaryDirectory(), 'saved.jsonl'),
  };
  await bridge.close();
  const handle = openSync(join(bridge.data, 'tillbridge.db'), 'r+');
  writeSync(handle, Buffer.alloc(4096), 0, 4096, 0);
  closeSync(handle);
  const [exported, restored] = runAll('A dead disk', places);
  expect([exported?.status, restored?.status, restored?.stderr]).toEqual([3, 0, '']);
  expect(exported?.stderr).toMatch(/damaged: the first page/);
  expect(readFileSync(places.SAVED, 'utf8').match(/"table":"smart_transaction"/g)).toHaveLength(3);
  const kept = /kept in (\S+)/.exec(restored?.stdout ?? '')?.[1] ?? '';
  expect(existsSync(join(kept, 'tillbridge.db'))).toBe(true);
});

it('a wrong clock: nothing is sold until it is set', async () => {
  const { bridge } = await soldShop();
  const { data } = bridge;
  await bridge.close();
  const clock = testClock(Date.now() + 40 * DAY);
  const ahead = await startLiveShop({ data, clock });
  const client = await liveSignIn(ahead);
  expect((await client.post<{ code: number }>('', sale([item(100)]))).body.code).toBe(1292);
  expect(await (await fetch(`${ahead.url}/healthz`)).text()).toMatch(/clockUnsure/);
  await ahead.close();
  const right = await startLiveShop({ data, clock: testClock() });
  expect(await sell(await liveSignIn(right))).toBe(4);
});
