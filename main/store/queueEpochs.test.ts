/** Epochs: numbers that come back with other content come back in another epoch. */
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import Sqlite from 'better-sqlite3';
import { afterEach, expect, it } from 'vitest';
import { acceptLoss } from '../dataDirectory/acceptLoss.ts';
import { verify } from '../dataDirectory/verify.ts';
import {
  closeAll,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
  temporaryDirectory,
} from '../doubles/bridge.fixture.ts';
import { sqlFunctions } from '../query/comparable.ts';
import { openDatabase } from './database.ts';
import { copyDirectory, keepDirectory, makeDirectory } from './directoryCopy.fixture.ts';
import { DIRECTORY_FILES } from './directoryFiles.ts';
import { shopBefore } from './olderDatabase.fixture.ts';

afterEach(closeAll);

async function sell(bridge: TestBridge): Promise<void> {
  const till = await bridge.client();
  const { id } = await till.create(sale([item(100)]));
  ok(await till.post(`/${id}/start/cash`));
}

interface Range {
  readonly epoch: number;
  readonly last: number;
}
const ranges = (bridge: TestBridge) =>
  bridge.rows<Range>('SELECT epoch, last FROM queue_range WHERE last > 0 ORDER BY epoch');

it('goes on in its epoch after a restart', async () => {
  const first = await startBridge();
  await sell(first);
  const again = await first.restart();
  await sell(again);
  expect(ranges(again)).toHaveLength(1);
  expect(ranges(again)[0]?.last).toBe(2);
});

it('begins another one in a copied directory, and leaves that of the original alone', async () => {
  const original = await startBridge();
  await sell(original);
  await original.close();
  const data = temporaryDirectory();
  copyDirectory(original.data, data);
  const copy = await startBridge({ data });
  await sell(copy);
  const [before, after] = ranges(copy);
  expect([before?.last, after?.last]).toEqual([1, 1]);
  expect(after?.epoch).toBeGreaterThan(before?.epoch ?? 0);
  expect(copy.log.join('\n')).toMatch(/copied or restored/);
  const back = await startBridge({ data: original.data });
  await sell(back);
  expect(ranges(back).map(({ last }) => last)).toEqual([2]);
});

/** The mark as a backup of an hour ago holds it. */
function anHourOld(mark: Buffer): Buffer {
  const bytes = Buffer.from(mark);
  for (const from of [0, 512]) {
    const json = bytes.toString('latin1', from + 9, from + 512).trimEnd();
    if (!json.startsWith('{')) continue;
    const slot = JSON.parse(json) as { written: number };
    const older = JSON.stringify({ ...slot, written: slot.written - 3_600_000 });
    bytes.fill(0x20, from, from + 511);
    bytes.write(`${crc32(older).toString(16).padStart(8, '0')} ${older}`, from, 'latin1');
  }
  return bytes;
}

it('begins another one where a backup was copied over the same files', async () => {
  const bridge = await startBridge();
  await sell(bridge);
  await bridge.close();
  const { data } = bridge;
  const backup = new Map(keepDirectory(data));
  backup.set(DIRECTORY_FILES.mark, anHourOld(backup.get(DIRECTORY_FILES.mark)!));
  const after = await startBridge({ data });
  await sell(after);
  expect(ranges(after)).toHaveLength(1);
  await after.close();
  const inode = () => statSync(join(data, DIRECTORY_FILES.mark)).ino;
  const before = inode();
  makeDirectory(data, backup);
  expect(inode()).toBe(before);
  // A tool that looks at the directory first must not hide it from the start after it.
  await expect(acceptLoss(data, () => undefined)).rejects.toThrow(/Nothing is missing/);
  const restored = await startBridge({ data });
  await sell(restored);
  expect(ranges(restored).map(({ last }) => last)).toEqual([1, 1]);
  expect(restored.log.join('\n')).toMatch(/copied or restored/);
  const again = await restored.restart();
  await sell(again);
  expect(ranges(again).map(({ last }) => last)).toEqual([1, 2]);
});

/** Exit code and output of `npm run data -- verify`. */
async function verified(data: string): Promise<{ readonly code: number; readonly lines: readonly string[] }> {
  const lines: string[] = [];
  return { code: await verify(data, line => void lines.push(line)), lines };
}

it('begins another one after a loss was accepted; the check of the directory then finds no gap, and names one that somebody made', async () => {
  const bridge = await startBridge();
  await sell(bridge);
  const kept = new Map(keepDirectory(bridge.data));
  await sell(bridge);
  await bridge.close();
  const { data } = bridge;
  // The database of an older backup beside the newer mark.
  kept.delete(DIRECTORY_FILES.mark);
  if (!kept.has(DIRECTORY_FILES.log)) writeFileSync(join(data, DIRECTORY_FILES.log), '');
  makeDirectory(data, kept);
  expect((await verified(data)).lines.join()).toMatch(/confirmed changes are missing/);
  expect(await acceptLoss(data, () => undefined)).toBe(0);
  const after = await startBridge({ data });
  await sell(after);
  expect(ranges(after).map(({ last }) => last)).toEqual([1, 1]);
  const [old, current] = ranges(after);
  expect(current?.epoch).toBeGreaterThan(old?.epoch ?? 0);
  await after.close();
  expect(await verified(data)).toMatchObject({ code: 0 });
  const file = new Sqlite(join(data, DIRECTORY_FILES.database));
  file.exec(`DELETE FROM upstream_delivery; DELETE FROM queue_record WHERE epoch = ${current?.epoch}`);
  file.close();
  const { code, lines } = await verified(data);
  expect(code).toBe(3);
  expect(lines.join('\n')).toMatch(new RegExp(`queue: 1 of 1 records of .* in epoch ${current?.epoch} are missing`));
});

it('begins another one when a snapshot is restored, each time', async () => {
  const bridge = await startBridge();
  const till = await bridge.client();
  await sell(bridge);
  ok(await till.ask('POST', '/bridge/v1/control/snapshots', { body: { name: 'one' } }));
  const seen = new Set<number>();
  for (let turn = 0; turn < 3; turn += 1) {
    await sell(bridge);
    const newest = ranges(bridge).at(-1);
    expect(seen.has(newest?.epoch ?? 0)).toBe(false);
    seen.add(newest?.epoch ?? 0);
    ok(await till.ask('POST', '/bridge/v1/control/snapshots/one/restore'));
  }
});

it('gives sales of an older version their records: closed ones, cancelled ones both', async () => {
  const document = (id: string) =>
    JSON.stringify({
      ...{ id, transactionRef: `ref ${id}`, is_demo: false, basket_info: { sum: 500, currency: 'EUR' } },
      tenders: [{ method: 'cash', amount: 500 }],
    });
  const day = Date.UTC(2026, 4, 1, 10);
  const data = shopBefore(250, db => {
    db.exec("INSERT INTO merchant VALUES ('MRC_1', 'Shop', '[]', 'EUR')");
    const add = db.prepare(`INSERT INTO smart_transaction
      (number, id, merchant, till, client, state, method, receipt_number, business_day, created, updated, document, position, query_status)
      VALUES (?, ?, 'MRC_1', ?, 'c', ?, ?, ?, '2026-05-01', ?, ?, ?, ?, 'ok')`);
    const sales = [
      ['STX_1', 'SDV_1', 'closed', 'cash', 1],
      ['STX_2', 'SDV_1', 'cancelled', 'cash', 2],
      ['STX_3', null, 'closed', 'cashless', 3],
      ['STX_4', 'SDV_1', 'cancelled', null, null],
      ['STX_5', 'SDV_1', 'created', null, null],
      ['STX_6', 'SDV_1', 'unclear', 'cashless', null],
    ] as const;
    for (const [index, [id, till, state, method, receipt]] of sales.entries())
      add.run(index + 1, id, till, state, method, receipt, day, day + 3_600_000, document(id), index + 1);
  });
  const db = openDatabase(data, sqlFunctions);
  const rows = db
    .prepare('SELECT till, sequence, event, object, business_day, at, sum FROM queue_record ORDER BY number')
    .all();
  const row = (till: string, sequence: number, event: string, object: string, at: number) => ({
    ...{ till, sequence, event, object, business_day: '2026-05-01', at, sum: 500 },
  });
  expect(rows).toEqual([
    row('SDV_1', 1, 'closed', 'STX_1', day),
    row('SDV_1', 2, 'closed', 'STX_2', day),
    row('SDV_1', 3, 'cancelled', 'STX_2', day + 3_600_000),
    row('MRC_1', 1, 'closed', 'STX_3', day),
    row('SDV_1', 4, 'unknown', 'STX_6', day + 3_600_000),
  ]);
  const facts = db.prepare<string>("SELECT facts FROM queue_record WHERE object = 'STX_1'").pluck().get();
  expect(JSON.parse(facts ?? '')).toMatchObject({
    ...{
      earlier: true,
      state: 'closed',
      method: 'cash',
      receipt_number: 1,
      transaction_ref: 'ref STX_1',
      played: false,
    },
    tenders: [{ method: 'cash', amount: 500 }],
  });
  await db.close();
});
