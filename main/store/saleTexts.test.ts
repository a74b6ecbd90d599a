/** Sales in two rows: every answer has the whole, whatever stands in it and whoever wrote the rows. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReceiptLine } from '../domain/receipt.ts';
import { type Client, closeAll, item, ok, sale, startBridge, type TestBridge } from '../doubles/bridge.fixture.ts';
import { chainReader, verifyChain } from './chain.ts';
import { openForReading } from './unlockedReading.ts';

let bridge: TestBridge;
let client: Client;

beforeAll(async () => {
  bridge = await startBridge();
  client = await bridge.client();
});
afterAll(closeAll);

interface Closed {
  readonly id: string;
  readonly receipt: readonly ReceiptLine[];
}

async function sold(products: object[], method = 'cash'): Promise<Closed> {
  const { id } = await client.create(sale(products));
  return ok(await client.post<Closed>(`/${id}/start/${method}`));
}

const documentOf = (id: string) =>
  bridge.rows<{ document: string }>(`SELECT document FROM smart_transaction WHERE id = '${id}'`)[0]?.document ?? '';

const answered = (id: string): Promise<Closed> => client.read(id) as Promise<Closed>;

const listed = async (query: string) =>
  ok(
    await client.ask<{ readonly count: number; readonly data: readonly Closed[] }>(
      'GET',
      `/api/v2/Smart/Transactions?${query}`,
    ),
  );

const withoutRow = (id: string) =>
  bridge.alter(`DELETE FROM sale_more WHERE number = (SELECT number FROM smart_transaction WHERE id = '${id}')`);

const rowsBeside = (id: string) =>
  bridge.rows(`SELECT number FROM sale_more JOIN smart_transaction USING (number) WHERE id = '${id}'`).length;

async function brokenSales(): Promise<readonly string[]> {
  const reading = openForReading(bridge.data);
  try {
    return (await verifyChain(chainReader(reading))).broken.map(one => one.sale);
  } finally {
    reading.close();
  }
}

/** Texts by which a reader could take one thing for another. */
const HOSTILE = [
  '"receipt":"\\u0061part"',
  '","decoration":[]}},',
  '\\u0001',
  '{"type":"space"},',
  "'; --",
  'Grüße ☕',
  '$&',
];

it('leaves less than a third of a page of a sale in its row, and every answer has the whole', async () => {
  const closed = await sold([item(340), item(450)]);
  expect(closed.receipt.length).toBeGreaterThan(10);
  const [row] = bridge.rows<{ size: number }>(
    `SELECT octet_length(document) AS size FROM smart_transaction WHERE id = '${closed.id}'`,
  );
  expect(row?.size).toBeLessThan(1400);
  expect(documentOf(closed.id)).not.toContain('"receipt":');
  expect(await answered(closed.id)).toEqual(closed);
  expect((await listed('count=1')).data).toEqual([closed]);
  expect((await listed('count=1&sort=basket_info.sum:asc&q=status:ok')).data[0]?.receipt.length).toBeGreaterThan(10);
});

it('answers baskets of any length as they were closed and cancelled', async () => {
  for (let lines = 1; lines <= 8; lines += 1) {
    const closed = await sold(Array.from({ length: lines }, (_, line) => item(100 + line)));
    expect(await answered(closed.id)).toEqual(closed);
    const cancelled = ok(await client.post<Closed>(`/${closed.id}/cancel`));
    expect(cancelled.receipt).toEqual(closed.receipt);
    expect((await listed('count=1')).data).toEqual([cancelled]);
  }
  expect(await brokenSales()).toEqual([]);
});

it('gives back any text of a basket as it was sent', async () => {
  const products = HOSTILE.map((desc, index) => item(100 + index, { desc, receipt: desc }));
  const closed = await sold(products);
  const seen = await answered(closed.id);
  expect(seen).toEqual(closed);
  expect(JSON.stringify(seen.receipt)).toContain('Grüße ☕');
});

it('finds, sorts and counts by what stands on receipts', async () => {
  const closed = await sold([item(611, { desc: 'Streuselkuchen' })]);
  await sold([item(612, { desc: 'Apfelkuchen' })]);
  const found = await listed('q=receipt.value.name:Streuselkuchen');
  expect(found.data.map(({ id }) => id)).toEqual([closed.id]);
  const both = await listed('q=receipt.value.name:*kuchen&sort=receipt.type:asc');
  expect(both.count).toBe(2);
  expect(both.data.every(({ receipt }) => receipt.length > 10)).toBe(true);
});

it('keeps the receipt of a sale that changes later', async () => {
  const closed = await sold([item(1234)], 'cashless');
  const cancelled = ok(await client.post<Closed>(`/${closed.id}/cancel`));
  expect(cancelled.receipt).toEqual(closed.receipt);
  expect(await answered(closed.id)).toEqual(cancelled);
  expect(rowsBeside(closed.id)).toBe(1);
});

it('reads a sale of an earlier version, which has its receipt in its document', async () => {
  const closed = await sold([item(55)]);
  const whole = JSON.stringify(closed).replaceAll("'", "''");
  bridge.alter(`UPDATE smart_transaction SET document = '${whole}' WHERE id = '${closed.id}'`);
  withoutRow(closed.id);
  expect((await listed(`q=id:${closed.id}`)).data).toEqual([closed]);
  expect(await brokenSales()).toEqual([]);
});

it('refuses a sale of which a part is gone as damaged, and the chain names it', async () => {
  const closed = await sold([item(77)]);
  withoutRow(closed.id);
  expect(await client.post(`/${closed.id}/cancel`)).toMatchObject({ status: 500, body: { code: 1131 } });
  expect(await brokenSales()).toEqual([closed.id]);
});
