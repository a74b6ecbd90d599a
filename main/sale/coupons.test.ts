/** A coupon is used up only by a sale from which it takes something off; the sale says what each coupon takes, and why not. */
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
import type { CouponUse, SmartTransaction } from '../wire/transactions.ts';
import { demoIds } from '../world/demoIds.ts';

let bridge: TestBridge;
let till: Client;

beforeAll(async () => {
  bridge = await startBridge();
  till = await bridge.client();
});
afterAll(closeAll);

interface Answer {
  readonly missing_sum: number;
  readonly coupons?: readonly CouponUse[];
}

let made = 0;
const coupon = async (body: object) => {
  made += 1;
  const voucher = { code: `COUPON-${made}`, name: 'Fünf Euro', nameEn: 'Five euros', ...body };
  const { id, code } = ok(
    await till.ask<{ id: string; code: string }>('POST', '/bridge/v1/loyalty/vouchers', { body: voucher }),
  );
  const state = async () => ok(await till.ask<{ state: string }>('GET', `/bridge/v1/loyalty/vouchers/${id}`)).state;
  return { code, state };
};
const FIVE = { effect: { type: 'amount', amount: 500 } };
const idents = (...codes: readonly string[]) => ({ idents: codes.map(value => ({ type: 'voucher', value })) });
const sold = async (lines: object[], ...codes: readonly string[]) =>
  till.create({ ...sale(lines), ...idents(...codes) });
const pre = async (id: string) => ok(await till.post<Answer>(`/${id}/preTransaction`));
const paid = async (id: string) => ok(await till.post<SmartTransaction>(`/${id}/start/cash`));
const put = async (id: string, body: object) =>
  ok(await till.ask<SmartTransaction>('PUT', `/api/v2/Smart/Transactions/${id}`, { body }));

describe('a coupon that takes nothing off', () => {
  it.each([
    ['articles', { condition: { articleGroups: ['coffee'] } }],
    ['minBasketSum', { condition: { minBasketSum: 10_000 } }],
    ['minQuantity', { condition: { minQuantity: 3 } }],
    ['cardGroup', { condition: { cardGroups: [demoIds.baseGroup] } }],
  ])('stays whole and says why: %s', async (reason, more) => {
    const { code, state } = await coupon({ ...FIVE, ...more });
    const { id } = await sold([item(900)], code);
    const answer = await pre(id);
    expect(answer.missing_sum).toBe(900);
    expect(answer.coupons).toMatchObject([{ code, taken_off: 0, value: 500, unused_because: reason }]);
    expect(answer.coupons?.[0]?.texts?.de).toContain('Er bleibt gültig');
    expect(answer.coupons?.[0]?.texts?.en).toContain('“Five euros” takes nothing off');
    expect((await till.read(id)).coupons).toEqual(answer.coupons);
    expect(await state()).toBe('open');
    expect((await paid(id)).coupons).toEqual(answer.coupons);
    expect(await state()).toBe('open');
    const next = await sold([coffee(1000), coffee(1000), coffee(8000)], code);
    if (reason !== 'cardGroup') expect((await pre(next.id)).coupons).toMatchObject([{ taken_off: 500 }]);
  });

  it('stays whole where the sale is paid without preTransaction, and the answer says so', async () => {
    const { code, state } = await coupon(FIVE);
    const { id } = await sold([item(900)], code);
    const answer = await paid(id);
    expect(answer.basket_info.sum).toBe(900);
    expect(answer.coupons).toMatchObject([{ code, taken_off: 0, value: 500, unused_because: 'notApplied' }]);
    expect(answer.coupons?.[0]?.texts?.de).toContain('vor dem Bezahlen nicht angewendet');
    expect(await state()).toBe('open');
  });

  it('stays whole where another coupon has taken off all there is', async () => {
    const [all, none] = [await coupon({ effect: { type: 'percent', percent: 100 } }), await coupon(FIVE)];
    const { id } = await sold([item(900)], all.code, none.code);
    expect((await pre(id)).coupons).toMatchObject([
      { code: all.code, taken_off: 900 },
      { code: none.code, taken_off: 0, unused_because: 'nothingLeft' },
    ]);
    await paid(id);
    expect([await all.state(), await none.state()]).toEqual(['redeemed', 'open']);
  });

  it('stays whole where a hundredth of so little rounds to nothing', async () => {
    const { code, state } = await coupon({ effect: { type: 'percent', percent: 1 } });
    const { id } = await sold([item(40)], code);
    expect((await pre(id)).coupons).toMatchObject([{ taken_off: 0, unused_because: 'nothingLeft' }]);
    await paid(id);
    expect(await state()).toBe('open');
  });

  it('is free again once the lines that it applies to are gone', async () => {
    const { code, state } = await coupon({ ...FIVE, condition: { articleGroups: ['coffee'] } });
    const { id } = await sold([coffee(1000), item(900)], code);
    expect((await pre(id)).coupons).toMatchObject([{ taken_off: 500 }]);
    expect(await state()).toBe('held');
    const changed = await put(id, { ...sale([item(900)]), ...idents(code) });
    expect(changed.coupons).toBeUndefined();
    expect((await pre(id)).coupons).toMatchObject([{ taken_off: 0, unused_because: 'articles' }]);
    expect(await state()).toBe('open');
    await paid(id);
    expect(await state()).toBe('open');
  });
});

describe('a coupon that takes something off', () => {
  it('less than its value says what it takes and what is lost, and may be taken back before payment', async () => {
    const { code, state } = await coupon(FIVE);
    const { id } = await sold([item(300)], code);
    const [use] = (await pre(id)).coupons ?? [];
    expect(use).toMatchObject({ taken_off: 300, value: 500 });
    expect(use?.texts?.de).toContain('3,00 EUR von 5,00 EUR');
    expect(use?.texts?.en).toContain('2.00 EUR are lost');
    expect(await state()).toBe('held');
    const without = await put(id, { ...sale([item(300)]), idents: [] });
    expect(without.basket_info.missing_sum).toBe(300);
    expect(await state()).toBe('open');
    await put(id, { ...sale([item(300)]), ...idents(code) });
    await pre(id);
    await paid(id);
    expect(await state()).toBe('redeemed');
  });

  it('for its whole value says so without a hint, beside a card, too', async () => {
    const { code, state } = await coupon(FIVE);
    const { id } = await till.create({
      ...sale([item(900)]),
      idents: [
        { type: 'card', value: cards.empty },
        { type: 'voucher', value: code },
      ],
    });
    expect((await pre(id)).coupons).toEqual([
      { code, name: 'Fünf Euro', name_en: 'Five euros', taken_off: 500, value: 500 },
    ]);
    await paid(id);
    expect(await state()).toBe('redeemed');
  });
});
