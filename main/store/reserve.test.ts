/** The reserve of the disk, on a disk that is really full: a payment under way is stored, people sign in, and nothing new is sold. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { closeAll, item, ok, sale, type TestBridge, until } from '../doubles/bridge.fixture.ts';
import { liveDirectory, liveSignIn, startLiveShop } from '../doubles/liveShop.fixture.ts';
import { RESERVE_FILE } from './reserve.ts';
import { smallDisk } from './smallDisk.fixture.ts';

const MIB = 1024 * 1024;
const WHOLE = 8 * MIB;
const disk = smallDisk(64);
const ballast = () => join(disk!.path, 'ballast');

let filler: ChildProcess | null = null;
async function stopFilling() {
  const ended = filler && once(filler, 'exit');
  filler?.kill('SIGKILL');
  await ended;
  filler = null;
}
afterEach(async () => {
  await stopFilling();
  if (disk) rmSync(ballast(), { force: true });
});
afterAll(async () => {
  await closeAll();
  disk?.free();
});

/** Another program that takes all the room there is, and every byte that comes free, until it is stopped. */
const FILL = `const fs = require('node:fs');
const file = fs.openSync(process.argv[1], 'w');
let size = 65536, isSaid = false;
const take = () => {
  for (;;) {
    try { fs.writeSync(file, Buffer.alloc(size)); }
    catch { if (size > 512) { size /= 2; continue; } break; }
  }
  size = 65536;
  if (!isSaid) process.stdout.write('full');
  isSaid = true;
};
setInterval(take, 1);`;

async function fill() {
  filler = spawn(process.execPath, ['-e', FILL, ballast()], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(filler.stdout!, 'data');
}

const sizeIn = (data: string) => statSync(join(data, RESERVE_FILE), { throwIfNoEntry: false })?.size ?? 0;
const blocksIn = (data: string) => statSync(join(data, RESERVE_FILE)).blocks * 512;
const risksOf = async ({ ask }: TestBridge) =>
  (await ask<{ risks: { kind: string }[] }>('GET', '/healthz')).body.risks.map(({ kind }) => kind);

async function shopOnTheDisk(name: string) {
  const data = join(disk!.path, name);
  mkdirSync(data);
  cpSync(await liveDirectory(), data, { recursive: true });
  return startLiveShop({ data });
}

describe.skipIf(disk === null)('on a full disk', () => {
  it('a payment under way is stored, people sign in, nothing new is sold; with room all goes on', async () => {
    const bridge = await shopOnTheDisk('shop');
    const client = await liveSignIn(bridge);
    await until(() => sizeIn(bridge.data) === WHOLE);
    expect(blocksIn(bridge.data)).toBeGreaterThanOrEqual(WHOLE);
    const [paid, open] = [await client.create(sale([item(1000)])), await client.create(sale([item(500)]))];
    bridge.terminal.during = fill;
    expect(ok(await client.post(`/${paid.id}/start/cashless`))).toMatchObject({ status: 'ok' });
    expect(filler).not.toBeNull();
    expect(bridge.rows('SELECT state FROM intent')).toEqual([{ state: 'approved' }]);
    expect(await risksOf(bridge)).toEqual(['diskFull']);
    expect((await bridge.ask('GET', '/healthz')).status).toBe(503);

    // Signing in writes its token; reading needs no room.
    for (const role of ['cashier', 'manager'] as const) {
      const person = await liveSignIn(bridge, role);
      expect(await person.read(paid.id)).toMatchObject({ status: 'ok' });
    }
    const commands = bridge.terminal.commands.length;
    const refused = [await client.post('', sale([item(100)])), await client.post(`/${open.id}/start/cashless`)];
    expect(refused.map(({ body }) => (body as unknown as { code: number }).code)).toEqual([1002, 1002]);
    expect(bridge.terminal.commands).toHaveLength(commands);
    expect(sizeIn(bridge.data)).toBeGreaterThan(0);

    await stopFilling();
    rmSync(ballast());
    await until(async () => (await risksOf(bridge)).length === 0);
    expect(sizeIn(bridge.data)).toBe(WHOLE);
    expect(ok(await client.post(`/${open.id}/start/cashless`))).toMatchObject({ status: 'ok' });
    await bridge.close();
    rmSync(bridge.data, { recursive: true });
  });

  it('a start knows that the reserve is given up, and makes it whole when there is room', async () => {
    const first = await shopOnTheDisk('again');
    const client = await liveSignIn(first);
    await until(() => sizeIn(first.data) === WHOLE);
    await fill();
    await until(async () => (await client.post('', sale([item(100)]))).status !== 200);
    await first.close();
    expect(sizeIn(first.data)).toBeLessThan(WHOLE);
    const again = await startLiveShop({ data: first.data });
    await until(async () => (await risksOf(again)).includes('diskFull'));
    await liveSignIn(again, 'manager');
    await stopFilling();
    rmSync(ballast());
    await until(async () => (await risksOf(again)).length === 0);
    expect(sizeIn(again.data)).toBe(WHOLE);
  });
});
