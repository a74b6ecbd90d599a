/** Numbers of the queue: without gaps, whatever fails, is killed or moves. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, expect, it } from 'vitest';
import { temporaryDirectory } from '../doubles/bridge.fixture.ts';
import { sqlFunctions } from '../query/comparable.ts';
import type { QueueEntry } from '../world/queue.ts';
import { type Database, openDatabase } from './database.ts';
import { createQueue } from './queue.ts';

const open: Database[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(db => db.close()));
});

function opened(directory = temporaryDirectory()): Database {
  const db = openDatabase(directory, sqlFunctions, undefined, 'live');
  open.push(db);
  return db;
}

const at = Date.UTC(2026, 10, 23, 12);
const businessDay = () => '2026-11-23';
const entry = (object: string, changes: Partial<QueueEntry> = {}): QueueEntry => ({
  ...{ kind: 'sale', event: 'closed', object, merchant: 'MRC_1', till: 'SDV_1', sum: 100, currency: 'EUR' },
  ...{ facts: { state: 'closed' }, lane: object },
  ...changes,
});

interface Row {
  readonly till: string;
  readonly epoch: number;
  readonly sequence: number;
  readonly store: string | null;
  readonly object: string;
}
const rows = (db: Database) =>
  db.prepare<Row>('SELECT till, epoch, sequence, store, object FROM queue_record ORDER BY number').all();
const delivered = (db: Database) => db.prepare<string>('SELECT lane FROM upstream_delivery').pluck().all();

it('numbers each till by itself, from one, and the merchant where no till acted', async () => {
  const db = opened();
  const queue = createQueue(db, () => at, { upstream: false, businessDay });
  await db.write(() => {
    for (const till of ['SDV_1', 'SDV_2', 'SDV_1', null, null]) queue.append(entry('STX_1', { till }));
  });
  expect(rows(db).map(({ till, epoch, sequence }) => [till, epoch, sequence])).toEqual([
    ['SDV_1', at / 1000, 1],
    ['SDV_2', at / 1000, 1],
    ['SDV_1', at / 1000, 2],
    ['MRC_1', at / 1000, 1],
    ['MRC_1', at / 1000, 2],
  ]);
  expect(delivered(db)).toEqual([]);
});

it('takes the number back with a job that fails, and wakes nobody', async () => {
  const db = opened();
  const queue = createQueue(db, () => at, { upstream: true, businessDay });
  let woken = 0;
  queue.onAppended(() => {
    woken += 1;
  });
  const failing = () => {
    queue.append(entry('STX_lost'));
    throw new Error('refused');
  };
  const append = (id: string) => () => queue.append(entry(id));
  await Promise.allSettled([db.write(append('STX_1')), db.write(failing), db.write(append('STX_2'))]);
  expect(rows(db).map(({ object, sequence }) => [object, sequence])).toEqual([
    ['STX_1', 1],
    ['STX_2', 2],
  ]);
  expect(delivered(db)).toEqual(['STX_1', 'STX_2']);
  expect(woken).toBe(2);
});

it('lets only what the upstream service has a call for wait for it', async () => {
  const db = opened();
  const queue = createQueue(db, () => at, { upstream: true, businessDay });
  await db.write(() => {
    queue.append(entry('STX_1', { event: 'unknown' }));
    queue.append(entry('STX_2', { facts: { played: true } }));
    queue.append(entry('INT_3', { kind: 'terminalOperation', event: 'approved' }));
    queue.append(entry('STX_4', { lane: 'MCD_4' }));
    queue.append(entry('LTX_5', { kind: 'cardOperation', event: 'booked', lane: 'MCD_4' }));
  });
  expect(rows(db)).toHaveLength(5);
  expect(delivered(db)).toEqual(['MCD_4', 'MCD_4']);
});

it('begins a new epoch when the till moves to another store', async () => {
  const db = opened();
  const queue = createQueue(db, () => at, { upstream: false, businessDay });
  const device = (store: string) => JSON.stringify({ id: 'SDV_1', store: { id: store } });
  await db.write(() => {
    db.prepare("INSERT INTO merchant VALUES ('MRC_1', 'Shop', '[]', 'EUR')").run();
    db.prepare(`INSERT INTO smart_device (id, merchant, inner, document, query_type)
      VALUES ('SDV_1', 'MRC_1', '{}', ?, 'cashier')`).run(device('STO_1'));
    queue.append(entry('STX_1'));
    queue.append(entry('STX_2'));
    db.prepare('UPDATE smart_device SET document = ?').run(device('STO_2'));
    queue.append(entry('STX_3'));
  });
  const [first, second, third] = rows(db);
  expect([first, second].map(row => [row?.store, row?.epoch, row?.sequence])).toEqual([
    ['STO_1', at / 1000, 1],
    ['STO_1', at / 1000, 2],
  ]);
  expect([third?.store, third?.sequence]).toEqual(['STO_2', 1]);
  expect(third?.epoch).toBeGreaterThan(at / 1000);
});

it('gives the number again that a full disk has refused', async () => {
  const db = opened();
  const queue = createQueue(db, () => at, { upstream: true, businessDay });
  const pages = (most: number) => db.prepare(`PRAGMA max_page_count = ${most}`).get();
  const used = db.prepare<number>('PRAGMA page_count').pluck().get() ?? 0;
  const sell = (id: string) => db.write(() => queue.append(entry(id, { facts: { padding: 'x'.repeat(2000) } })));
  await sell('STX_0');
  pages(used + 4);
  const refused: string[] = [];
  for (let number = 1; refused.length < 3; number += 1)
    await sell(`STX_${number}`).catch(error => refused.push(String((error as { code?: string }).code)));
  expect(new Set(refused)).toEqual(new Set(['SQLITE_FULL']));
  pages(1_000_000);
  await sell('STX_last');
  const numbers = rows(db).map(({ sequence }) => sequence);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  expect(delivered(db)).toHaveLength(numbers.length);
});

it('is opened by one process at a time', () => {
  const directory = temporaryDirectory();
  opened(directory);
  expect(() => opened(directory)).toThrow(/in use by another Tillbridge/);
});

const SELLING = `
  const load = file => import(new URL(file, ${JSON.stringify(import.meta.url)}).href);
  const { openDatabase } = await load('./database.ts');
  const { createQueue } = await load('./queue.ts');
  const db = openDatabase(process.argv[1], {}, undefined, 'live');
  const queue = createQueue(db, Date.now, { upstream: true, businessDay: () => '2026-11-23' });
  for (let number = 1; ; number += 1) {
    const object = process.pid + '-' + number;
    const facts = { state: 'closed' };
    await db.write(() => queue.append({ kind: 'sale', event: 'closed', object, merchant: 'MRC_1',
      till: 'SDV_' + (number % 3), sum: 1, currency: 'EUR', facts, lane: object }));
    console.log(object);
  }`;

/** Objects whose commit a process had confirmed when it was killed. */
async function killedAfter(directory: string, count: number): Promise<string[]> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', SELLING, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const confirmed: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    confirmed.push(line);
    if (confirmed.length === count) child.kill('SIGKILL');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return confirmed;
}

it('has neither gaps nor missing records after kills', async () => {
  const directory = temporaryDirectory();
  const confirmed: string[] = [];
  for (const count of [7, 40, 23]) confirmed.push(...(await killedAfter(directory, count)));
  const db = opened(directory);
  const held = new Set(rows(db).map(({ object }) => object));
  expect(confirmed.filter(object => !held.has(object))).toEqual([]);
  expect(delivered(db)).toHaveLength(held.size);
  for (const till of ['SDV_0', 'SDV_1', 'SDV_2']) {
    const numbers = rows(db).filter(row => row.till === till);
    expect(numbers.map(({ sequence }) => sequence)).toEqual(numbers.map((_, index) => index + 1));
    expect(new Set(numbers.map(({ epoch }) => epoch)).size).toBe(1);
  }
});
