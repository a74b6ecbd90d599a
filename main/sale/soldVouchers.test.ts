/** Vouchers of the shop: sold untaxed, redeemed like money, given back with their part; and balances paid out in cash. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Client,
  cards,
  closeAll,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
} from '../doubles/bridge.fixture.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import { balanceOf, discharging, type Refusal } from './cardSales.fixture.ts';

const VOUCHER = '2900000000216';
const PAY_OUT = '2900000000315';

let bridge: TestBridge;
let till: Client;

beforeAll(async () => {
  bridge = await startBridge();
  till = await bridge.client();
  const { id } = await till.create(sale([voucher(500)] as never));
  expect(await refusal(till.post(`/${id}/start/cash`))).toEqual([405, 1190]);
  const group = { name: { de: 'Gutschein', en: 'Voucher' }, voucher: true };
  ok(await till.ask('POST', '/bridge/v1/loyalty/card-groups', { body: group }));
  // The vouchers of a shop are one group.
  const second = { name: { de: 'Noch einer', en: 'Another' }, voucher: true };
  expect((await till.ask('POST', '/bridge/v1/loyalty/card-groups', { body: second })).status).toBe(500);
});
afterAll(closeAll);

const voucher = (amount: number, more: object = {}) =>
  item(amount, { ean: VOUCHER, tax: 0, desc: 'Gutschein', ...more });
const paidOut = (amount: number) => item(-amount, { ean: PAY_OUT, tax: 0, desc: 'Auszahlung' });
const balance = async (code: string) => (await balanceOf(till, code)).cash;

async function sold(...items: object[]): Promise<SmartTransaction> {
  const { id } = await till.create(sale(items as never));
  return ok(await till.post(`/${id}/start/cash`));
}
const codesOf = ({ sold_vouchers = [] }: SmartTransaction) => sold_vouchers.map(({ code }) => code);
const refusal = async (answer: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await answer;
  return [status, (body as Refusal).code];
};

describe('a voucher that the shop sells', () => {
  it('is refused, with no money moved, where it has no value, a tax, or is one of too many', async () => {
    for (const line of [voucher(0), voucher(-500), voucher(500, { tax: 19 }), voucher(500, { quantity: 51 })]) {
      const { id } = await till.create(sale([item(1000), line as never]));
      expect(await refusal(till.post(`/${id}/start/cash`))).toEqual([405, 1191]);
    }
  });

  it('is untaxed, no turnover and no points, and its code stands on the receipt', async () => {
    const closed = await sold(item(500), voucher(2500, { quantity: 2 }));
    expect(codesOf(closed)).toHaveLength(2);
    expect(closed.basket_info.sum).toBe(5500);
    const paper = JSON.stringify(closed.receipt);
    for (const code of codesOf(closed)) {
      expect(await balance(code)).toBe(2500);
      expect(paper).toContain(code.replace(/(.{4})(?=.)/g, '$1 '));
    }
    expect(new Set(codesOf(closed)).size).toBe(2);
  });

  it('pays a part, then the rest, and cancelling gives each tender back', async () => {
    const [code = ''] = codesOf(await sold(voucher(1000)));
    const { id } = await till.create(sale([item(1500)]));
    expect(await refusal(till.post(`/${id}/start/voucher`, { voucher: code }))).toEqual([405, 1192]);
    const part = ok(
      await till.post<SmartTransaction>(`/${id}/start/voucher`, { voucher: code, part: { amount: 700 } }),
    );
    expect(part).toMatchObject({ status: 'processing', basket_info: { missing_sum: 800 } });
    expect(await balance(code)).toBe(300);
    ok(await till.ask('POST', `/bridge/v1/transactions/${id}/parts/${part.parts?.[0]?.id}/return`));
    expect(await balance(code)).toBe(1000);
    // The same voucher again in the same sale is a booking of its own.
    ok(
      await till.post(`/${id}/start/voucher`, {
        voucher: ` ${code.slice(0, 4)} ${code.slice(4)}`,
        part: { amount: 1000 },
      }),
    );
    const closed = ok(await till.post<SmartTransaction>(`/${id}/start/cash`, { amount_given: 1000 }));
    expect(closed.tenders).toMatchObject([
      { method: 'voucher', amount: 1000 },
      { method: 'cash', amount: 500 },
    ]);
    expect(JSON.stringify(closed.receipt)).toContain('Rest auf dem Gutschein');
    expect(JSON.stringify(closed.receipt)).not.toContain(code);
    expect(await balance(code)).toBe(0);
    expect(ok(await till.post(`/${id}/cancel`)).status).toBe('cancelled');
    expect(await balance(code)).toBe(1000);
  });

  it('pays a whole sale, once', async () => {
    const [code = ''] = codesOf(await sold(voucher(500)));
    const { id } = await till.create(sale([item(500)]));
    expect(ok(await till.post(`/${id}/start/voucher`, { voucher: code }))).toMatchObject({
      status: 'ok',
      payment_method: 'voucher',
    });
    const next = await till.create(sale([item(100)]));
    expect(await refusal(till.post(`/${next.id}/start/voucher`, { voucher: code }))).toEqual([405, 1192]);
    expect(await refusal(till.post(`/${next.id}/start/voucher`, { voucher: '0000000000000000' }))).toEqual([404, 16]);
    // A loyalty card is no voucher.
    expect(await refusal(till.post(`/${next.id}/start/voucher`, { voucher: cards.rich }))).toEqual([404, 16]);
  });

  it('is taken back with its sale while it is whole, and not after it was used', async () => {
    const first = await sold(voucher(500), voucher(700));
    ok(await till.post(`/${first.id}/cancel`));
    for (const code of codesOf(first)) {
      expect(await balance(code)).toBe(0);
      const { id } = await till.create(sale([item(100)]));
      expect((await till.post(`/${id}/start/voucher`, { voucher: code })).status).toBe(405);
    }
    const second = await sold(voucher(500));
    const { id } = await till.create(sale([item(100)]));
    ok(await till.post(`/${id}/start/voucher`, { voucher: codesOf(second)[0] }));
    expect(await refusal(till.post(`/${id}/start/voucher`, { voucher: codesOf(second)[0] }))).toEqual([405, 1181]);
    expect((await till.post(`/${second.id}/cancel`)).status).toBe(405);
    expect(await balance(codesOf(second)[0] ?? '')).toBe(400);
  });

  it('paid by card: the reversal holds what each voucher holds, and takes it off', async () => {
    const { id } = await till.create(sale([voucher(500), voucher(700)] as never));
    const closed = ok(await till.post<SmartTransaction>(`/${id}/start/cashless`));
    expect(codesOf(closed)).toHaveLength(2);
    expect(ok(await till.post(`/${id}/cancel`)).status).toBe('cancelled');
    for (const code of codesOf(closed)) expect(await balance(code)).toBe(0);
  });

  it('gets its money back when the goods are returned', async () => {
    const [code = ''] = codesOf(await sold(voucher(1000)));
    const { id } = await till.create(sale([item(1500)]));
    ok(await till.post(`/${id}/start/voucher`, { voucher: code, part: { amount: 1000 } }));
    ok(await till.post(`/${id}/start/cash`));
    const lines = [{ sale: id, line: 1, quantity: 1 }];
    const back = ok(
      await till.ask<SmartTransaction>('POST', '/bridge/v1/returns', { body: { lines, reason: 'defekt' } }),
    );
    const out = ok(await till.ask<SmartTransaction>('POST', `/bridge/v1/returns/${back.id}/pay-out`, { body: {} }));
    expect(out.tenders?.find(({ method }) => method === 'voucher')).toMatchObject({ amount: -1000 });
    expect(await balance(code)).toBe(1000);
  });

  it('of two sales at once only one gets the last of it', async () => {
    const [code = ''] = codesOf(await sold(voucher(600)));
    const sales = await Promise.all([till.create(sale([item(600)])), till.create(sale([item(600)]))]);
    const answers = await Promise.all(sales.map(({ id }) => till.post(`/${id}/start/voucher`, { voucher: code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 405]);
    expect(await balance(code)).toBe(0);
  });
});

describe('a balance that is paid out', () => {
  it('leaves the card and the drawer, and comes back with a cancellation', async () => {
    const before = await balance(cards.rich);
    const { id } = await till.create(sale([discharging(1200), paidOut(1200)] as never, cards.rich));
    const closed = ok(await till.post<SmartTransaction>(`/${id}/start/loyalty`));
    expect(closed).toMatchObject({ status: 'ok', basket_info: { sum: 0, missing_sum: 0 } });
    expect(closed.tenders).toEqual([
      { method: 'loyalty', amount: 1200 },
      { method: 'cash', amount: -1200 },
    ]);
    expect(await balance(cards.rich)).toBe(before - 1200);
    ok(await till.post(`/${id}/cancel`));
    expect(await balance(cards.rich)).toBe(before);
  });

  it('is refused with goods, with another amount, by another tender, and beyond the balance', async () => {
    const tries: readonly [object[], string, number][] = [
      [[item(1000), paidOut(1000)], 'cash', 1194],
      [[discharging(1000), paidOut(900)], 'loyalty', 1194],
      [[item(500), discharging(1000), paidOut(1000)], 'loyalty', 1003],
      [[discharging(1000), paidOut(1000)], 'cash', 1008],
      [[discharging(9_999_900), paidOut(9_999_900)], 'loyalty', 51],
    ];
    for (const [items, method, code] of tries) {
      const { id } = await till.create(sale(items as never, cards.rich));
      const [status, got] = await refusal(till.post(`/${id}/start/${method}`));
      expect([items.length, method, status, got]).toEqual([items.length, method, 405, code]);
    }
  });
});
