/** Decimals in a sale: goods that are weighed or measured, and tax rates with decimals, through receipt, return and Z report. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receiptText } from '../domain/receipt.ts';
import { type Client, cards, closeAll, item, ok, startBridge, type TestBridge } from '../doubles/bridge.fixture.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import type { ZReport } from '../wire/zReports.ts';

const sales = '/api/v2/Smart/Transactions';
const cheese = {
  articleNumber: '77',
  desc: 'Bergkäse',
  tax: 7,
  measure: { value: 532, decimals: 3, unit: 'kg', priceOne: 1590 },
};

interface Refused {
  readonly code: number;
  readonly error_details: string;
}

let bridge: TestBridge;
let till: Client;
beforeAll(async () => {
  bridge = await startBridge();
  till = await bridge.client();
});
afterAll(closeAll);

const basket = (...products: readonly object[]) => ({ basket: { products } });
const refused = async (line: object) => {
  const answer = await till.post<Refused>('', basket(line));
  expect(answer.status).toBe(500);
  return answer.body;
};
const textOf = (lines: SmartTransaction['receipt'] = []) => receiptText(lines as never);

describe('a line with a measure', () => {
  it('costs measure times price, is one piece, and comes back as it was read', async () => {
    const made = await till.create(basket(cheese, { ...item(250), tax: 7 }));
    expect(made.basket.products[0]).toMatchObject({ ...cheese, quantity: 1, priceOne: 846, sum: null });
    expect(made.basket_info.sum).toBe(1096);
    const again = ok(await till.ask('PUT', `${sales}/${made.id}`, { body: made }));
    expect(again.basket).toEqual(made.basket);
    expect(again.basket_info.sum).toBe(1096);
  });

  it.each([
    [{ value: '1500', decimals: '3', unit: 'kg', priceOne: '199' }, 299],
    [{ value: 5, unit: 'm', priceOne: 120 }, 600],
    [{ value: 1, decimals: 4, unit: 'l', priceOne: 10_000 }, 1],
    [{ value: 1, decimals: 3, unit: 'kg', priceOne: 100 }, 0],
  ])('%j costs %i', async (measure, price) => {
    const made = await till.create(basket({ desc: 'x', tax: 7, measure }));
    expect(made.basket_info.sum).toBe(price);
  });

  it('keeps its price also where it claims to come back', async () => {
    const { error_details } = await refused({ ...cheese, quantity: 1, priceOne: 5, return_of: {} });
    expect(error_details).toContain('return_of');
  });

  it('prints how much at which price', async () => {
    const { id } = await till.create(basket(cheese));
    const { receipt } = ok(await till.post<SmartTransaction>(`/${id}/start/cash`));
    expect(textOf(receipt)).toMatch(/Bergkäse\s+8,46 EUR A\n\s*0,532 kg x 15,90 EUR\/kg/);
  });

  it.each([
    [{ value: 0, unit: 'kg', priceOne: 1 }],
    [{ value: -5, unit: 'kg', priceOne: 1 }],
    [{ value: 0.532, unit: 'kg', priceOne: 1 }],
    [{ value: 5, decimals: 5, unit: 'kg', priceOne: 1 }],
    [{ value: 5, unit: '', priceOne: 1 }],
    [{ value: 5, unit: 'x'.repeat(11), priceOne: 1 }],
    [{ value: 5, unit: 'kg' }],
    [{ value: 5, unit: 'kg', priceOne: -1 }],
    [{ value: 9e15, unit: 'kg', priceOne: 9e15 }],
    ['0.5 kg'],
    [[1]],
  ])('%j is refused', async measure => {
    expect((await refused({ desc: 'x', measure })).code).toBe(1001);
  });

  it('with another price or quantity beside it is refused', async () => {
    expect((await refused({ ...cheese, priceOne: 1590 })).error_details).toContain('the price that measure makes');
    expect((await refused({ ...cheese, quantity: 2 })).error_details).toContain('beside measure');
  });

  it.each([0.532, '0.532', '0,532'])('is what the refusal of quantity %j names', async quantity => {
    const { code, error_details } = await refused({ ...item(1590), quantity });
    expect(code).toBe(1001);
    expect(error_details).toContain('"measure": {"value": 532, "decimals": 3, "unit": "kg", "priceOne": 1590}');
  });

  it('comes back as a whole', async () => {
    const { id } = await till.create(basket(cheese, item(100)));
    ok(await till.post(`/${id}/start/cash`));
    const manager = await bridge.staff('manager');
    const body = { lines: [{ sale: id, line: 1, quantity: 1 }], reason: 'bitter' };
    const back = ok(await manager.ask<SmartTransaction>('POST', '/bridge/v1/returns', { body }));
    expect(back.basket_info.sum).toBe(-846);
    expect(back.basket.products[0]).toMatchObject({ quantity: -1, priceOne: 846, measure: cheese.measure });
    const more = await manager.ask<Refused>('POST', '/bridge/v1/returns', { body });
    expect(more.body.code).toBe(1161);
  });
});

describe('a tax rate with decimals', () => {
  it.each([
    [8.1, 8.1],
    ['8.1', 8.1],
    ['8.10', 8.1],
    [2.65, 2.65],
    [19, 19],
    ['19', 19],
    ['19.0', 19],
  ])('%j is answered as %d', async (tax, answered) => {
    const made = await till.post('', basket({ ...item(1081), tax }));
    expect(ok(made).basket.products[0]?.tax).toBe(answered);
    expect(made.text).toContain(`"tax":${answered},`);
  });

  it.each([8.123, '8.123', -1, 100.5, '8,1', 'x', '1e1'])('%j is refused', async tax => {
    expect((await refused({ ...item(100), tax })).code).toBe(1001);
  });

  it('stands on the receipt, in the language of the shop, with its tax', async () => {
    const { id } = await till.create(basket({ ...item(1081), tax: 8.1 }, { ...item(119), tax: 19 }));
    const { receipt } = ok(await till.post<SmartTransaction>(`/${id}/start/cash`));
    expect(textOf(receipt)).toMatch(/A 19 %: netto 1,00 \+ MwSt\.? 0,19/);
    expect(textOf(receipt)).toMatch(/B 8,1 %: netto 10,00 \+ MwSt\.? 0,81/);
  });

  it('has its own bonus line', async () => {
    const idents = [{ type: 'card', value: cards.some }];
    const { id } = await till.create({ ...basket({ ...item(1081), tax: 8.1 }, { ...item(119), tax: 19 }), idents });
    const { bonus_products } = ok(await till.post<{ bonus_products: { tax: number }[] }>(`/${id}/preTransaction`));
    expect(bonus_products.map(({ tax }) => tax)).toContain(8.1);
    ok(await till.post(`/${id}/cancel`));
  });

  it('is a row of its own in the X report', async () => {
    const manager = await bridge.staff('manager');
    const report = ok(await manager.ask<ZReport>('GET', '/bridge/v1/z-reports/interim'));
    expect(report.turnover.by_tax.find(({ rate }) => rate === 8.1)).toEqual({
      rate: 8.1,
      gross: 1081,
      net: 1000,
      tax: 81,
    });
  });
});
