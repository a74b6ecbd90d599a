/**
 * A demo with four weeks behind it, of which `npm test` plays one: the books of every day agree, its numbers go on without a gap, and
 * it can sell at once.
 */
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { weeksBefore } from '../../main/demo/history/weeks.ts';
import { play, prepareHistory } from '../../main/demoHistory.ts';
import { closeAll, ok, startBridge, type TestBridge } from '../../main/doubles/bridge.fixture.ts';
import type { ReportAnswer } from '../../main/wire/office/reports.ts';
import type { SmartTransaction } from '../../main/wire/transactions.ts';
import type { ZReport } from '../../main/wire/zReports.ts';
import { configOf } from '../../main/world/configReading.ts';
import { FAMILIES, ofReports, ofZ, shared } from './figures.ts';

/** The sample ends on a day of its own: not every week has every tender. */
const [TODAY, DAYS] = process.env.LONG ? [Date.now(), 28] : [new Date(2026, 9, 8, 9).getTime(), 7];
const said: string[] = [];
const days = weeksBefore(TODAY, DAYS);
let bridge: TestBridge;

interface StoredZ {
  readonly id: string;
  readonly till: string;
  readonly number: number;
}

beforeAll(async () => {
  const [data, week] = ['history-', 'week-'].map(name => mkdtempSync(join(tmpdir(), `tillbridge-${name}`))) as [
    string,
    string,
  ];
  const config = configOf({ demo: true, history: true, data });
  const sampled = async () => {
    await play(week, days, null);
    return week;
  };
  const prepare = () => prepareHistory(config, line => said.push(line), process.env.LONG ? undefined : sampled);
  await prepare();
  bridge = await startBridge({ data });
  // A directory that has a shop stays as it is.
  await prepare();
}, 300_000);
afterAll(closeAll);

it('is made once, from what the build prepared, and leaves nothing of its making', () => {
  // After a build there is nothing to be said.
  expect(said.length).toBeLessThanOrEqual(1);
  expect(readdirSync(bridge.data)).not.toContain('history-being-made');
  expect(readdirSync(bridge.data)).not.toContain('weeks.json');
  expect(bridge.rows('SELECT 1 FROM queue_epoch')).toEqual([]);
});

it('has a Z report for each day and till, whose figures the reports have as well', async () => {
  const { ask } = await bridge.staff('manager');
  const stored = bridge.rows<StoredZ>('SELECT id, till, number FROM z_report ORDER BY till, number');
  expect(stored).toHaveLength(2 * DAYS);
  for (const { id, till, number } of stored) {
    const day = days[number - 1]?.day ?? '';
    const z = ok(await ask<ZReport>('GET', `/bridge/v1/z-reports/${id}`));
    const report = async (path: string) => ok(await ask<ReportAnswer>('GET', `/bridge/v1/reports/${path}`));
    const figures = await ofReports(report, day, till);
    expect(shared(figures, FAMILIES.reports), day).toEqual(shared(ofZ(z), FAMILIES.reports));
  }
}, 120_000);

it('numbers Z reports and receipts without a gap, and goes on behind them', async () => {
  for (const till of new Set(bridge.rows<StoredZ>('SELECT till FROM z_report').map(one => one.till))) {
    const numbers = bridge.rows<StoredZ>('SELECT number FROM z_report WHERE till = ? ORDER BY number', till);
    expect(numbers.map(({ number }) => number)).toEqual(Array.from({ length: DAYS }, (_, index) => index + 1));
  }
  // The tills of a shop number their receipts together.
  const newest = (): number =>
    bridge.rows<{ number: number }>('SELECT max(receipt_number) AS number FROM smart_transaction')[0]?.number ?? 0;
  const before = newest();
  const { create, post } = await bridge.client();
  const { id } = await create({
    basket: { products: [{ articleNumber: 'x', desc: 'Ware', quantity: 1, priceOne: 200, tax: 19 }] },
  });
  const sold = ok(await post<SmartTransaction>(`/${id}/start/cash`));
  expect(sold.status).toBe('ok');
  expect(before).toBeGreaterThan(100);
  expect(newest()).toBe(before + 1);
});

it('has every tender, money back, and one basket that waits for a person', () => {
  const methods = bridge.rows<{ method: string }>(
    "SELECT DISTINCT json_extract(tender.value, '$.method') AS method FROM smart_transaction, json_each(document, '$.tenders') AS tender",
  );
  expect(methods.map(({ method }) => method)).toEqual(
    expect.arrayContaining(['cash', 'cashless', 'loyalty', 'voucher', 'invoice']),
  );
  expect(bridge.rows('SELECT 1 FROM parked_basket')).toHaveLength(1);
  expect(bridge.rows("SELECT 1 FROM cash_movement WHERE kind = 'difference'").length).toBeGreaterThan(3);
  expect(bridge.rows("SELECT 1 FROM smart_transaction WHERE state = 'cancelled'").length).toBeGreaterThan(3);
});
