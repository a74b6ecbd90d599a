/**
 * Upheavals of a shop beside bad lines and kills: a database that ends, a disk that is full, a clock that is wrong, and tills
 * and offices that are put back to an older state. Each leaves everything running again, as the person who repairs it would.
 */
import { cpSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Cluster } from '../../main/office/database/cluster.fixture.ts';
import type { Fleet, Till } from './fleet.ts';

export const upheavals = [
  /** PostgreSQL ends at once and is started again. */
  'databaseStops',
  /** The disk of a till is full for a while: what it cannot write it must not sell. */
  'diskFull',
  /** A till goes on with a clock that is a day ahead or behind, until the end. */
  'clock',
  /** A till goes on from an older copy of its data directory. */
  'tillRestored',
  /** The back office goes on from an older copy of its database. */
  'officeRestored',
  /** Batches that the back office has taken come again, the newest first. */
  'batchesReordered',
] as const;
export type Upheaval = (typeof upheavals)[number];

/** Facts about the upheavals that the books need. */
export interface Traces {
  /** How often each took place. */
  readonly count: Record<Upheaval, number>;
  /** Sales of a till that its older copy does not hold: at most once elsewhere, because they may never have been sent. */
  readonly lost: Set<string>;
  /** Sales that were refused because the disk was full, and sales that were taken all the same. */
  readonly onFullDisk: { refused: number; sold: number };
}

export const noTraces = (): Traces => ({
  count: Object.fromEntries(upheavals.map(name => [name, 0])) as Record<Upheaval, number>,
  lost: new Set(),
  onFullDisk: { refused: 0, sold: 0 },
});

/** Null: it cannot take place here, for example without PostgreSQL. */
type Act = (till: Till) => Promise<void>;
export type Acts = Readonly<Record<Upheaval, Act | null>>;

const SALES = '/api/v2/Smart/Transactions';
const DAY = 86_400_000;
/** Sales while the disk is full. */
const TRIES = 6;
/** ms that a shop goes on before somebody puts an older state back, and that a database is gone at most. */
const WHILE = 4000;

export function actsOf(fleet: Fleet, cluster: Cluster | null, random: () => number, traces: Traces): Acts {
  return {
    databaseStops: cluster && (() => databaseStops(cluster, random)),
    diskFull: fleet.hasSmallDisks ? till => till.alone(() => diskFull(till, traces)) : null,
    clock: till => till.alone(() => wrongClock(till, random)),
    tillRestored: till => till.alone(() => tillRestored(till, traces)),
    officeRestored: fleet.officeBackup && (() => officeRestored(fleet)),
    batchesReordered: () => fleet.lines.office.repeat(random),
  };
}

async function databaseStops(cluster: Cluster, random: () => number): Promise<void> {
  cluster.stop();
  await pause(random() * WHILE);
  cluster.start();
}

/** Fills the disk to the last byte, sells, and makes room again. */
async function diskFull(till: Till, { onFullDisk }: Traces): Promise<void> {
  const ballast = join(till.data, '..', 'ballast');
  const { bavail, bsize } = statfsSync(till.data);
  try {
    writeFileSync(ballast, Buffer.alloc(bavail * bsize));
  } catch {
    // The till took the last bytes meanwhile: it is full.
  }
  for (let number = 0; number < TRIES; number += 1) {
    const sold = await sellOne(till, `${till.name}-full-${number}`, number % 2 === 0 ? 'cash' : 'cashless');
    if (sold === null) onFullDisk.refused += 1;
    else onFullDisk.sold += 1;
  }
  rmSync(ballast, { force: true });
  // The till finds out by itself that there is room.
  for (let look = 0; look < 100; look += 1) {
    if ((await sellOne(till, `${till.name}-room-${look}`, 'cash')) !== null) return;
    await pause(200);
  }
  throw new Error(`${till.name} does not sell although its disk has room again`);
}

/** Id of the sale; null where it was refused, or nobody answered. */
async function sellOne(till: Till, transactionRef: string, method: 'cash' | 'cashless'): Promise<string | null> {
  const products = [{ articleNumber: '1001', desc: 'Cappuccino', priceOne: 340, tax: 19, quantity: 1, group: [] }];
  const created = await till.call('POST', SALES, { transactionRef, basket: { products } });
  const id = created?.body.id;
  if (typeof id !== 'string') return null;
  const paid = await till.call('POST', `${SALES}/${id}/start/${method}`);
  return paid?.body.status === 'ok' ? id : null;
}

async function wrongClock(till: Till, random: () => number): Promise<void> {
  await till.kill();
  const preload = pathToFileURL(join(import.meta.dirname, 'otherClock.ts')).href;
  await till.start({ NODE_OPTIONS: `--import ${preload}`, PROOF_CLOCK: String(random() < 0.5 ? DAY : -DAY) });
}

/** Sells on after the copy was made, so that the older state lacks sales as well as what was sent since. */
async function tillRestored(till: Till, { lost }: Traces): Promise<void> {
  const copy = mkdtempSync(join(tmpdir(), 'tillbridge-copy-'));
  await till.kill();
  cpSync(till.data, copy, { recursive: true });
  await till.start();
  for (let number = 0; number < 2; number += 1) {
    const sold = await sellOne(till, `${till.name}-lost-${lost.size}`, 'cash');
    if (sold !== null) lost.add(sold);
  }
  await pause(WHILE);
  await till.kill();
  for (const entry of till.entries()) rmSync(join(till.data, entry), { recursive: true, force: true });
  cpSync(copy, till.data, { recursive: true });
  rmSync(copy, { recursive: true });
  await till.start();
}

async function officeRestored({ office, officeBackup }: Fleet): Promise<void> {
  await office.kill();
  const restore = officeBackup!();
  await office.start();
  await pause(WHILE);
  await office.kill();
  restore();
  await office.start();
}

const pause = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds));
