/** A database without its first page: what the export finds on the others is what it found before. */
import { closeSync, cpSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { closeAll, item, ok, sale, temporaryDirectory } from '../doubles/bridge.fixture.ts';
import { liveSignIn, startLiveShop } from '../doubles/liveShop.fixture.ts';
import { exportRows } from './export.ts';

afterEach(closeAll);

async function exported(directory: string) {
  const rows: string[] = [];
  const said: string[] = [];
  const code = await exportRows(
    directory,
    line => void rows.push(line),
    line => void said.push(line),
  );
  return { code, rows: rows.sort(), said };
}

function overwrite(file: string, page: number, bytes: Buffer) {
  const handle = openSync(file, 'r+');
  writeSync(handle, bytes, 0, bytes.length, (page - 1) * 4096);
  closeSync(handle);
}

async function soldShop() {
  const bridge = await startLiveShop();
  const client = await liveSignIn(bridge);
  for (let number = 0; number < 30; number += 1) {
    const { id } = ok(await client.post<{ id: string }>('', sale([item(100)])));
    ok(await client.post(`/${id}/start/cash`));
  }
  return bridge;
}

it('gives every row of a database whose first page is lost, and says so', async () => {
  const bridge = await soldShop();
  await bridge.close();
  const before = await exported(bridge.data);
  expect([before.code, before.rows.length > 300]).toEqual([0, true]);
  const receipts = before.rows.map(row => JSON.parse(row)).filter(({ table }) => table === 'sale_more');
  expect(receipts.map(({ row }) => JSON.parse(`{${row.members}}`).receipt[0].type)).toEqual(
    Array(30).fill('separator'),
  );
  for (const byte of [0x00, 0xee]) {
    const copy = join(temporaryDirectory(), 'till');
    cpSync(bridge.data, copy, { recursive: true });
    overwrite(join(copy, 'tillbridge.db'), 1, Buffer.alloc(4096, byte));
    const after = await exported(copy);
    expect([after.code, after.said[0]]).toEqual([3, expect.stringMatching(/^damaged: the first page; \d+ tables/)]);
    expect(after.rows.filter(row => !before.rows.includes(row)).slice(0, 3)).toEqual([]);
    expect(before.rows.filter(row => !after.rows.includes(row)).slice(0, 3)).toEqual([]);
  }
});

it('gives what is readable where other pages are lost, too, and the log of a crash still counts', async () => {
  const bridge = await soldShop();
  const copy = join(temporaryDirectory(), 'till');
  cpSync(bridge.data, copy, { recursive: true });
  await bridge.close();
  const file = join(copy, 'tillbridge.db');
  for (const page of [1, 90, 91, 92]) overwrite(file, page, Buffer.alloc(4096, 0xee));
  const after = await exported(copy);
  expect(after.code).toBe(3);
  expect(after.rows.filter(row => row.startsWith('{"table":"smart_transaction"')).length).toBeGreaterThan(0);
});

it('says in one sentence that a file is no database', async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'tillbridge.db'), Buffer.alloc(100_000, 0x0d));
  await expect(exported(directory)).rejects.toThrow(/not one of its tables can be found, so nothing was exported/);
  rmSync(directory, { recursive: true });
});
