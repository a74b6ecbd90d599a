/**
 * Card sales on a disk that fails: every Nth write or flush of the data directory is refused, torn or has no room
 * (`failingDisk.c`). Then the process is killed and started on a sound disk: everything that was confirmed is there, and
 * journal and terminal agree.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startVirtualTerminal } from '../../drivers/simulator/zvt/start.ts';
import { alarmsOf } from './alarms.ts';
import { isSettled, type Judgement, judge, signIn, startProcess } from './bridgeProcess.ts';

export interface DiskPoint {
  /** Every so many writes and flushes one fails. */
  readonly every: number;
  readonly sales: number;
}

export interface DiskResult extends Judgement {
  readonly point: DiskPoint;
  readonly confirmed: number;
  /** Calls that the bridge refused or did not answer while the disk failed. */
  readonly refused: number;
}

const TIMEOUT = 30_000;

/** The reason why no disk can be made to fail here; null where it can. */
export async function diskObstacle(): Promise<string | null> {
  if (process.platform !== 'linux') return 'it needs LD_PRELOAD of Linux';
  return promisify(execFile)('cc', ['--version']).then(
    () => null,
    () => 'it needs a C compiler (cc)',
  );
}

/** One result a point, each with a shop of its own. */
export async function* failAll(points: readonly DiskPoint[]): AsyncGenerator<DiskResult> {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tillbridge-disk-'));
  const library = join(folder, 'failingDisk.so');
  try {
    const source = join(import.meta.dirname, 'failingDisk.c');
    await promisify(execFile)('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl']);
    for (const point of points) yield await failing(point, mkdtempSync(join(folder, 'shop-')), library);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function failing(point: DiskPoint, folder: string, library: string): Promise<DiskResult> {
  const data = join(folder, 'data');
  const isFailing = join(folder, 'failing');
  const terminal = await startVirtualTerminal({ port: 0, delay: 0, amountRules: false });
  const bridge = await startProcess(data, terminal.port, {
    LD_PRELOAD: library,
    FAILING_DISK_FOLDER: data,
    FAILING_DISK_SWITCH: isFailing,
    FAILING_DISK_EVERY: String(point.every),
  });
  let sound: Awaited<ReturnType<typeof startProcess>> | undefined;
  try {
    const seller = await openSeller(bridge.url);
    await seller.sell(2);
    const before = seller.refused;
    writeFileSync(isFailing, '');
    await seller.sell(point.sales);
    rmSync(isFailing);
    const refused = seller.refused - before;
    // A disk that works again is used again, without a restart.
    await isSettled(data, terminal, TIMEOUT);
    const isBack = await seller.sell(2);
    bridge.child.kill('SIGKILL');
    await bridge.gone;
    sound = await startProcess(data, terminal.port);
    const settled = await isSettled(data, terminal, TIMEOUT);
    const noticed = [
      ...(before > 0 ? ['a sale was refused before the disk failed'] : []),
      ...(isBack ? [] : ['no sale passed once the disk worked again']),
      ...(settled ? [] : [`no outcome after ${TIMEOUT} ms`]),
      ...(await alarmsOf(sound.url)),
    ];
    const confirmed = [...seller.confirmations.values()].filter(what => what === 'paid').length;
    return { point, ...judge(data, terminal, seller.confirmations, noticed), confirmed, refused };
  } finally {
    bridge.child.kill('SIGKILL');
    sound?.child.kill('SIGKILL');
    await Promise.all([bridge.gone, sound?.gone]);
    await terminal.close();
  }
}

async function openSeller(url: string) {
  const token = await signIn(url);
  const confirmations = new Map<string, 'created' | 'paid'>();
  let refused = 0;
  let amount = 1000;

  /** Null when the bridge refused or did not answer. */
  async function ask(path: string, body: object): Promise<{ id: string; status: string } | null> {
    const response = await fetch(`${url}/api/v2/Smart/Transactions${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => null);
    if (response?.ok) return (await response.json()) as { id: string; status: string };
    refused += 1;
    await response?.text();
    return null;
  }

  return {
    confirmations,
    get refused() {
      return refused;
    },
    /** One card sale after the other; true when the last one was paid. */
    async sell(count: number): Promise<boolean> {
      let isPaid = false;
      for (let sale = 0; sale < count; sale += 1) {
        amount += 100;
        const product = { articleNumber: '1', ean: '', desc: 'Ware', quantity: 1, priceOne: amount, tax: 19 };
        const created = await ask('', { basket: { products: [product] } });
        isPaid = false;
        if (!created) continue;
        confirmations.set(created.id, 'created');
        isPaid = (await ask(`/${created.id}/start/cashless`, {}))?.status === 'ok';
        if (isPaid) confirmations.set(created.id, 'paid');
      }
      return isPaid;
    },
  };
}
