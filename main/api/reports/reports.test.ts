/** The till's own reports, against a day that was sold in the test. */
import { afterEach, expect, it } from 'vitest';
import { type Client, cards, closeAll, coffee, item, ok, sale, startBridge } from '../../doubles/bridge.fixture.ts';
import type { ReportAnswer, ReportList } from '../../wire/office/reports.ts';
import { localDate } from '../../world/clock.ts';

afterEach(closeAll);

const path = '/bridge/v1/reports';

async function shop() {
  const bridge = await startBridge();
  const manager = await bridge.staff('manager');
  const sell = async (method: string, products: object[], card?: string) => {
    const { id } = await manager.create(sale(products, card));
    if (card !== undefined) ok(await manager.post(`/${id}/preTransaction`));
    ok(await manager.post(`/${id}/start/${method}`));
    return id;
  };
  return { bridge, manager, sell };
}

const report = async (client: Client, name: string, query = '') =>
  ok(await client.ask<ReportAnswer>('GET', `${path}/${name}${query}`));

it('counts closed sales less cancelled ones, to the cent, by every key', async () => {
  const { bridge, manager, sell } = await shop();
  await sell('cash', [item(1190, { tax: 19 }), item(107, { tax: 7 })]);
  await sell('cashless', [item(500, { tax: 19 })]);
  const gone = await sell('cash', [item(300, { tax: 19 })]);
  ok(await manager.post(`/${gone}/cancel`));
  const day = localDate(new Date(bridge.clock.now()));
  const byDay = await report(manager, 'turnover', `?from=${day}&to=${day}`);
  expect(byDay).toMatchObject({ report: 'turnover', by: 'day', currency: 'EUR', notes: [] });
  expect(byDay.rows).toHaveLength(1);
  expect(byDay.rows[0]).toMatchObject({ key: day, sales: 2, turnover: 1797, cancellations: 1, cancelled: 300 });
  expect(byDay.total).toMatchObject({ sales: 2, turnover: 1797, average: 899, tax: 190 + 7 + 80, net: 1797 - 277 });
  const byTax = await report(manager, 'turnover', '?by=tax');
  expect(byTax.rows).toMatchObject([
    { key: '7', label: '7 %', turnover: 107, tax: 7 },
    { key: '19', label: '19 %', turnover: 1690, tax: 270 },
  ]);
  const byMethod = await report(manager, 'turnover', '?by=method');
  expect(
    byMethod.rows.map(({ key, ...row }) => [key, Reflect.get(row, 'turnover'), Reflect.get(row, 'payments')]),
  ).toEqual([
    ['cash', 1297, 1],
    ['cashless', 500, 1],
  ]);
  expect((await report(manager, 'turnover', '?by=method&language=en')).rows.map(({ label }) => label)).toEqual([
    'Cash',
    'Card',
  ]);
  expect(byMethod.total).toMatchObject({ sales: 2, turnover: 1797, average: 899, payments: 2 });
  for (const by of ['hour', 'weekday', 'till', 'cashier', 'article', 'group'])
    expect((await report(manager, 'turnover', `?by=${by}`)).total.turnover, by).toBe(1797);
});

it('counts the bonus of a card and the campaign as discount, and its balance as a tender', async () => {
  const { manager, sell } = await shop();
  await sell('cash', [coffee(1000)], cards.some);
  const { rows, total } = await report(manager, 'loyalty');
  expect(rows).toHaveLength(1);
  expect(Number(total.cash_redeemed)).toBeGreaterThan(0);
  expect((await report(manager, 'turnover')).total.discount).toBe(300 + 100);
});

it('compares with the week before and with the same weekdays of the year before', async () => {
  const { bridge, manager, sell } = await shop();
  await sell('cash', [item(700)]);
  bridge.clock.pass(7 * 86_400_000);
  const later = await bridge.staff('manager');
  const { id } = await later.create(sale([item(900)]));
  ok(await later.post(`/${id}/start/cash`));
  const day = localDate(new Date(bridge.clock.now()));
  const answer = await report(later, 'turnover', `?from=${day}&to=${day}&compare=week`);
  expect([answer.total.turnover, answer.before?.total.turnover]).toEqual([900, 700]);
  const year = await report(later, 'turnover', `?from=${day}&to=${day}&compare=year`);
  expect(year.before).toMatchObject({ rows: [{ turnover: 0 }], total: { turnover: 0 } });
  expect(new Date(year.before?.from ?? '').getUTCDay()).toBe(new Date(day).getUTCDay());
  expect(manager.token).not.toBe('');
});

it('lists its reports, refuses what they do not have, and shows them to managers alone', async () => {
  const { bridge, manager } = await shop();
  const { data } = ok(await manager.ask<ReportList>('GET', path));
  expect(data.map(({ name }) => name)).toEqual([
    'turnover',
    'loyalty',
    'reconciliation',
    'cash',
    'corrections',
    'unknown',
  ]);
  const status = async (query: string, client = manager) => (await client.ask('GET', `${path}/${query}`)).status;
  expect(await status('nothing')).toBe(404);
  expect(await status('turnover?by=moon')).toBe(500);
  expect(await status('turnover?from=2026-02-02&to=2026-02-01')).toBe(500);
  expect(await status('turnover?by=day&article=17')).toBe(500);
  // Ten thousand years of hours would keep the till busy.
  expect(await status('turnover?by=hour&from=0001-01-01')).toBe(500);
  expect(await status('turnover', await bridge.staff('cashier'))).toBe(403);
  expect((await report(await bridge.client('other'), 'turnover')).rows).toEqual([]);
});

it('gives a report as CSV and as PDF', async () => {
  const { bridge, manager, sell } = await shop();
  await sell('cash', [item(1190, { tax: 19, desc: '=HYPERLINK("x")' })]);
  const file = (query: string) =>
    fetch(`${bridge.url}${path}/${query}`, { headers: { authorization: `Bearer ${manager.token}` } });
  const csv = await file('turnover?by=article&format=csv&language=de');
  expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="turnover-article-[\d-]+\.csv"$/);
  const text = await csv.text();
  expect(text).toContain(';11,90');
  // No spreadsheet takes the name of an article for a formula.
  expect(text).not.toMatch(/(^|;)"?=/m);
  const pdf = await file('reconciliation?format=pdf&language=en');
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  expect(
    Buffer.from(await pdf.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  expect((await file('nothing?format=pdf')).status).toBe(404);
});
