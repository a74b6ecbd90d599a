/** The documents that reports read: without the members that no figure is made of. */
import { afterEach, expect, it } from 'vitest';
import { cashOf } from '../cash/cash.fixture.ts';
import { figuresOf } from '../domain/figures.ts';
import { cards, closeAll, coffee, item, ok, sale, startBridge } from '../doubles/bridge.fixture.ts';
import type { ReportAnswer } from '../wire/office/reports.ts';
import { DOCUMENT_OF_RECORD } from './reportRecords.ts';
import { wholeSale } from './saleTexts.ts';

afterEach(closeAll);

async function sold() {
  const bridge = await startBridge();
  const manager = await bridge.staff('manager');
  const sell = async (method: string, products: object[], card?: string) => {
    const { id } = await manager.create(sale(products, card));
    if (card !== undefined) ok(await manager.post(`/${id}/preTransaction`));
    ok(await manager.post(`/${id}/start/${method}`));
    return id;
  };
  await sell('cash', [item(1190, { tax: 19 }), item(-107, { tax: 7 })]);
  await sell('cashless', [item(500, { tax: 19 })]);
  await sell('cash', [coffee(1000)], cards.some);
  ok(await manager.post(`/${await sell('cash', [item(300)])}/cancel`));
  return { bridge, manager };
}

it('gives the same figures as whole documents', async () => {
  const { bridge } = await sold();
  type Row = Record<'kind' | 'event' | 'object' | 'facts' | 'document' | 'whole', string> & {
    sum: number;
    currency: string;
  };
  const rows = bridge.rows<Row>(
    `SELECT r.kind, r.event, r.object, r.sum, r.currency, r.facts, ${wholeSale('s')} AS whole, ${DOCUMENT_OF_RECORD} WHERE r.kind = 'sale'`,
  );
  expect(rows.length).toBeGreaterThan(4);
  for (const { facts, document, whole, ...row } of rows) {
    const of = (text: string) =>
      figuresOf({ ...row, at: '2026-11-29T06:00:00Z', facts: JSON.parse(facts), document: JSON.parse(text) }, () => 0);
    expect(of(document)).toEqual(of(whole));
    expect(document.length).toBeLessThan(0.7 * whole.length);
  }
});

it('counts all others beside a damaged document, and says so', async () => {
  const { bridge, manager } = await sold();
  bridge.alter("UPDATE smart_transaction SET document = substr(document, 1, 50) WHERE method = 'cashless'");
  const { total, notes } = ok(await manager.ask<ReportAnswer>('GET', '/bridge/v1/reports/turnover'));
  expect(total).toMatchObject({ sales: 2, turnover: 1190 - 107 + 600 });
  expect(notes[0]?.en).toContain('1 records cannot be read');
});

it('closes the day beside a damaged document: X and Z count all others, and say how many they could not read', async () => {
  const { bridge, manager } = await sold();
  bridge.alter("UPDATE smart_transaction SET document = substr(document, 1, 50) WHERE method = 'cashless'");
  const cash = cashOf(manager);
  expect(await cash.x()).toMatchObject({ not_counted: 1 });
  const { shift } = await cash.open(0).then(cash.current);
  await cash.close(shift!.id, (await cash.expected()) ?? 0);
  expect(await cash.z({ despite: ['terminals'], reason: 'damaged' })).toMatchObject({ not_counted: 1 });
});
