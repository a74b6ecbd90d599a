/** The chain of closed sales: whatever this program does to a sale keeps it, whatever is done to the file breaks it. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Client,
  cards,
  closeAll,
  coffee,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
} from '../doubles/bridge.fixture.ts';
import { chainReader, verifyChain } from './chain.ts';
import { readMark } from './commitMark.ts';
import { openForReading } from './unlockedReading.ts';

let bridge: TestBridge;
let client: Client;
const sold: string[] = [];

async function close(products: object[], method: string, body: object = {}, card?: string): Promise<string> {
  const { id } = await client.create(sale(products, card));
  ok(await client.post(`/${id}/start/${method}`, body));
  sold.push(id);
  return id;
}

beforeAll(async () => {
  bridge = await startBridge();
  client = await bridge.client();
  for (let number = 0; number < 4; number += 1) await close([item(100 + number)], 'cash');
  const card = await close([item(1234)], 'cashless');
  ok(await client.post(`/${card}/cancel`));
  const loyal = await client.create(sale([coffee(300)], cards.rich));
  ok(await client.post(`/${loyal.id}/preTransaction`));
  ok(await client.post(`/${loyal.id}/start/loyalty`));
  const shipped = await close([item(700)], 'cash');
  await client.post(`/${shipped}/setDelivery`, { delivery_options: { type: 'shipping' } });
  await client.create(sale([item(5)]));
  await bridge.close();
});
afterAll(closeAll);

async function check(directory: string) {
  const reading = openForReading(directory);
  try {
    return await verifyChain(chainReader(reading), { marked: readMark(directory)?.link ?? null });
  } finally {
    reading.close();
  }
}

/** Changes that somebody makes to the file behind the back of the program. */
async function tampered(sql: string): Promise<readonly string[]> {
  const copy = mkdtempSync(join(tmpdir(), 'tillbridge-chain-'));
  try {
    cpSync(bridge.data, copy, { recursive: true });
    const db = new Sqlite(join(copy, 'tillbridge.db'));
    db.pragma('foreign_keys = OFF');
    db.exec(sql);
    db.close();
    return (await check(copy)).broken.map(({ text }) => text);
  } finally {
    rmSync(copy, { recursive: true });
  }
}

it('holds through closing, card payments, loyalty, cancelling and delivery', async () => {
  const { checked, broken } = await check(bridge.data);
  expect(broken).toEqual([]);
  expect(checked).toBeGreaterThanOrEqual(9);
});

const first = () => sold[0] ?? '';
const last = '(SELECT sale FROM sale_link ORDER BY seq DESC LIMIT 1)';

describe('is broken by', () => {
  const cases: Readonly<Record<string, readonly [sql: () => string, sentence: RegExp]>> = {
    'another price': [
      () =>
        `UPDATE smart_transaction SET document = json_set(document, '$.basket_info.sum', 1) WHERE id = '${first()}'`,
      /\(receipt 1\) was changed: sum was 100 and is 1/,
    ],
    'another text on the receipt': [
      () =>
        `UPDATE smart_transaction SET document = json_set(document, '$.receipt', json('[]')) WHERE id = '${first()}'`,
      /\(receipt 1\) was changed: its text/,
    ],
    'a sale that is cancelled by hand': [
      () => `UPDATE smart_transaction SET state = 'cancelled' WHERE id = '${first()}'`,
      /state was closed and is cancelled/,
    ],
    'a sale that is removed': [
      () => `DELETE FROM smart_transaction WHERE id = '${first()}'`,
      /\(receipt 1\) was removed/,
    ],
    'a sale that is removed with its links': [
      () => `DELETE FROM smart_transaction WHERE id = '${first()}'; DELETE FROM sale_link WHERE sale = '${first()}'`,
      /links before number 2 .* are missing/,
    ],
    'the last sale that is removed with its links': [
      () => `DELETE FROM sale_link WHERE sale = ${last}`,
      /the newest link of the mark is missing|was not written by this program/,
    ],
    'a link that is written anew': [
      () => `UPDATE sale_link SET facts = json_set(facts, '$.sum', 1) WHERE sale = '${first()}'`,
      /the link 1 of .* was changed/,
    ],
    'a sale that is put in': [
      () =>
        `INSERT INTO smart_transaction (id, merchant, client, state, receipt_number, business_day, created, updated, query_status, document, position)
         SELECT 'STX_FORGED', merchant, client, 'closed', 9999, business_day, created, updated, query_status, document, 9999
         FROM smart_transaction WHERE id = '${first()}'`,
      /STX_FORGED \(receipt 9999\) was not written by this program/,
    ],
  };
  it.each(Object.keys(cases))('%s', async name => {
    const [sql, sentence] = cases[name]!;
    const broken = await tampered(sql());
    expect(broken.join('\n')).toMatch(sentence);
  });
});

it('names a quarter of a million sales without a link', async () => {
  const many = 250_000;
  const sales = (after: number, count: number) =>
    Array.from({ length: Math.min(count, many - after) }, (_, index) => ({
      ...{ number: after + index + 1, id: `STX_${after + index + 1}`, receipt_number: after + index + 1, linked: 0 },
    }));
  const none = () => null;
  const reader = { links: () => [], before: none, hashAt: none, sales };
  expect((await verifyChain(reader)).broken).toHaveLength(many);
});
