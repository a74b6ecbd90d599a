/** Goods come back without a receipt, by pieces or by weight: by right, for cash. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeAll, ok } from '../../doubles/bridge.fixture.ts';
import type { ReturnPreview } from '../../wire/returns.ts';
import { RETURNS, ReturnsShop, tendersOf } from './returns.fixture.ts';

let shop: ReturnsShop;

beforeAll(async () => {
  shop = await ReturnsShop.open();
});
beforeEach(() => {
  shop.bridge.terminal.endings.length = 0;
});
afterAll(closeAll);

describe('a return without a receipt', () => {
  it('needs a manager, and is cash', async () => {
    const articles = [{ desc: 'Schal', desc_en: 'Scarf', quantity: 1, priceOne: 1999, tax: 19 }];
    expect((await shop.opened({ articles }, shop.cashier)).body).toMatchObject({
      needs: { operation: 'returnWithoutReceipt', amount: 1999 },
    });
    const begun = ok(await shop.opened({ articles }, shop.manager));
    expect(ok(await shop.payOut(begun.id, undefined, shop.manager)).tenders).toMatchObject([
      { method: 'cash', amount: -1999 },
    ]);
  });

  it('takes a weight, and its value needs a manager', async () => {
    const ham = { articleNumber: '4712', desc: 'Schinken', desc_en: 'Ham', tax: 7 };
    const measure = { value: 350, decimals: 3, unit: 'kg', priceOne: 1999 };
    const articles = [
      { ...ham, measure },
      { ...ham, measure: { ...measure, value: 5, decimals: 2 }, quantity: 1, priceOne: 100 },
    ];
    const preview = ok(await shop.till.ask<ReturnPreview>('POST', `${RETURNS}/preview`, { body: { articles } }));
    expect(preview).toMatchObject({ value: 800, pay_out: [{ method: 'cash', amount: 800 }] });
    expect(preview.lines).toMatchObject([
      { quantity: 1, amount: 700, tax_amount: 46, measure: { value: 350, decimals: 3, unit: 'kg' } },
      { quantity: 1, amount: 100, measure: { value: 5, decimals: 2, unit: 'kg' } },
    ]);
    expect((await shop.opened({ articles }, shop.cashier)).body).toMatchObject({
      needs: { operation: 'returnWithoutReceipt', amount: 800 },
    });
    const begun = ok(await shop.opened({ articles }, shop.manager));
    expect(begun.goods_return).toMatchObject({ value: 800, without_receipt: 800 });
    const done = ok(await shop.payOut(begun.id, undefined, shop.manager));
    expect(done.basket.products).toMatchObject([{ quantity: -1, priceOne: 700, measure }, { quantity: -1 }]);
    expect(tendersOf(done)).toEqual([['cash', -800]]);
    expect(JSON.stringify(done.receipt)).toMatch(/0,350 kg x 19,99 EUR\/kg/);
  });

  it('wants pieces with their price, or a measure that a price beside it agrees with', async () => {
    const measure = { value: 350, decimals: 3, unit: 'kg', priceOne: 1999 };
    const named = { desc: 'x', tax: 7 };
    const wrong: [why: string, article: object][] = [
      ['articles[0].quantity is missing', { priceOne: 1 }],
      ['articles[0].priceOne is missing', { quantity: 1 }],
      ['articles[0].quantity is 1 or left out', { measure, quantity: 2 }],
      ['articles[0].priceOne is 699, and its measure is worth 700', { measure, priceOne: 699 }],
      ['articles[0].measure is worth', { measure: { ...measure, value: 1_000_000_000, decimals: 0 } }],
      ['articles[0].measure.value', { measure: { ...measure, value: 0 } }],
      ['articles[0].measure.decimals', { measure: { ...measure, decimals: 5 } }],
      ['articles[0].measure.unit', { measure: { ...measure, unit: ' ' } }],
    ];
    for (const [why, article] of wrong) {
      const { body } = await shop.opened({ articles: [{ ...named, ...article }] }, shop.manager);
      expect(body, why).toMatchObject({ code: 1001 });
      expect(JSON.stringify(body)).toContain(why);
    }
  });
});
