/** Idents of a sale: vouchers, check-ins, cards with a passcode, campaigns, and a card whose balance stays untouched. */
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
import { specifies } from '../doubles/specifies.ts';
import type { MerchantCard, PreTransactionAnswer, SmartTransaction } from '../wire/transactions.ts';
import { demoIds } from '../world/demoIds.ts';
import { fixedId } from '../world/ids.ts';
import { balanceOf, charging, type Refusal } from './cardSales.fixture.ts';

const voucher = { good: '5000000000000017', over: '5000000000000025' };
const coded = '9276004000000067';

let bridge: TestBridge;
let till: Client;

beforeAll(async () => {
  bridge = await startBridge();
  till = await bridge.client();
});
afterAll(closeAll);

const balance = (number: string) => balanceOf(till, number);
const SALES = '/api/v2/Smart/Transactions';
const put = (id: string, body: object) => till.ask('PUT', `${SALES}/${id}`, { body });

describe('a card that keeps its balance', () => {
  const applied = async (id: string, body?: object) =>
    ok(await till.post<PreTransactionAnswer>(`/${id}/preTransaction`, body));

  it('gives its discounts, and no balance is held', async () => {
    const { id } = await till.create(sale([coffee(1000)], cards.rich));
    const before = await balance(cards.rich);
    const answer = await applied(id, { use_balance: false });
    expect([answer.missing_sum, answer.bonus_products.length]).toEqual([900, 1]);
    const paid = ok(await till.post<SmartTransaction>(`/${id}/start/cash`));
    expect(paid).toMatchObject({ status: 'ok', basket_info: { sum: 900 }, tenders: [{ method: 'cash', amount: 900 }] });
    expect((await balance(cards.rich)).cash).toBe(before.cash);
  });

  it('can pay after the basket is written again, and each tender has its line', async () => {
    const { id } = await till.create(sale([coffee(1000)], cards.some));
    expect((await applied(id, { use_balance: false })).missing_sum).toBe(900);
    ok(await put(id, sale([coffee(1000)], cards.some)));
    const { missing_sum } = await applied(id);
    const paid = ok(await till.post<SmartTransaction>(`/${id}/start/cash`));
    expect(missing_sum).toBeLessThan(900);
    expect(paid.tenders).toEqual([
      { method: 'loyalty', amount: paid.basket_info.sum - missing_sum },
      ...(missing_sum > 0 ? [{ method: 'cash', amount: missing_sum }] : []),
    ]);
    ok(await till.post(`/${id}/cancel`));
  });
});

describe('a voucher', () => {
  const input = (products: object[], code: string, card?: string) => ({
    basket: { products },
    idents: [{ type: 'voucher', value: code }, ...(card ? [{ type: 'card', value: card }] : [])],
  });

  it('takes its value off the basket once, and is free again after cancel', async () => {
    specifies({ 'Smart Transaction: fields': 'idents: customer card or voucher' });
    const { id, idents } = await till.create(input([item(2000)], voucher.good));
    expect(idents[0]).toMatchObject({ type: 'voucher', valid: true, name: 'Gutschein 5 EUR' });
    const answer = ok(await till.post<{ missing_sum: number; bonus_products: object[] }>(`/${id}/preTransaction`));
    expect(answer.missing_sum).toBe(1500);
    expect(answer.bonus_products).toMatchObject([{ quantity: 1, priceOne: -500, tax: 19, desc: 'Gutschein 5 EUR' }]);
    expect(ok(await till.post(`/${id}/preTransaction`))).toEqual(answer);
    const second = await till.create(input([item(2000)], voucher.good));
    expect(second.idents[0]?.valid).toBe(false);
    expect((await till.post<Refusal>(`/${second.id}/preTransaction`)).body.code).toBe(56);
    expect(ok(await till.post(`/${id}/start/cash`))).toMatchObject({ status: 'ok', basket_info: { sum: 1500 } });
    expect((await till.post<Refusal>(`/${second.id}/preTransaction`)).body.code).toBe(56);
    ok(await till.post(`/${id}/cancel`));
    expect(ok(await till.post<{ missing_sum: number }>(`/${second.id}/preTransaction`)).missing_sum).toBe(1500);
    ok(await till.post(`/${second.id}/cancel`));
  });

  it('is shown as free by the PUT that removes it, like the balance of a card', async () => {
    const body = input([item(2000)], voucher.good, cards.some);
    const { id } = await till.create(body);
    ok(await till.post(`/${id}/preTransaction`));
    const { idents } = ok(await put(id, body));
    expect(idents).toMatchObject([{ valid: true }, { merchantcard: { cash_balance: 700, bonus_balance: 300 } }]);
    expect((await till.read(id)).idents).toEqual(idents);
    ok(await till.post(`/${id}/preTransaction`));
    ok(await till.post(`/${id}/cancel`));
  });

  it('is free again after PUT', async () => {
    const { id } = await till.create(input([item(2000)], voucher.good));
    ok(await till.post(`/${id}/preTransaction`));
    expect(ok(await put(id, sale([item(2000)]))).basket_info.sum).toBe(2000);
    const next = await till.create(input([item(300)], voucher.good));
    expect(ok(await till.post<{ missing_sum: number }>(`/${next.id}/preTransaction`)).missing_sum).toBe(0);
    ok(await till.post(`/${next.id}/start/loyalty`));
    ok(await till.post(`/${next.id}/cancel`));
  });

  it('can be used together with a card', async () => {
    const { id } = await till.create(input([coffee(2000)], voucher.good, cards.some));
    const answer = ok(
      await till.post<{ missing_sum: number; bonus_products: { priceOne: number }[] }>(`/${id}/preTransaction`),
    );
    expect(answer.bonus_products.map(({ priceOne }) => priceOne)).toEqual([-200, -500, -300]);
    expect(answer.missing_sum).toBe(2000 - 200 - 500 - 300 - 700);
    ok(await till.post(`/${id}/cancel`));
  });

  it.each([
    ['unknown', '4', 404, 16],
    ['over', voucher.over, 405, 56],
  ])('is not valid: %s', async (_what, code, status, number) => {
    const { id, idents } = await till.create(input([item(2000)], code));
    expect(idents[0]?.valid).toBe(false);
    const refused = await till.post<Refusal>(`/${id}/preTransaction`);
    expect([refused.status, refused.body.code]).toEqual([status, number]);
  });
});

describe('a campaign that credits bonus', () => {
  it('books bonus at start without preTransaction; cancel takes it back, unless it is spent', async () => {
    const own = await startBridge();
    own.alter(`INSERT INTO campaign VALUES ('back5', '${demoIds.merchant}', 2,
      '{"name":"5 % zurück","condition":{},"effect":{"type":"collect","percent":5}}')`);
    const client = await own.client();
    const card = async () =>
      ok(await client.ask<MerchantCard>('GET', `/api/v2/Loyalty/MerchantCards/${fixedId('MCD', cards.empty)}`));
    const first = await client.create(sale([item(2000), charging(500)], cards.empty));
    expect(JSON.stringify(ok(await client.post(`/${first.id}/start/cash`)).receipt)).toContain('Bonus gutgeschrieben');
    expect(await card()).toMatchObject({ cash_balance: 500, bonus_balance: 100, points: 20 });
    const second = await client.create(sale([item(80)], cards.empty));
    ok(await client.post(`/${second.id}/preTransaction`));
    expect((await client.post<Refusal>(`/${first.id}/cancel`)).body.code).toBe(51);
    ok(await client.post(`/${second.id}/cancel`));
    ok(await client.post(`/${first.id}/cancel`));
    expect(await card()).toMatchObject({ cash_balance: 0, bonus_balance: 0, points: 0 });
    await own.close();
  });
});

describe('a check-in', () => {
  it('identifies its card', async () => {
    const { body } = await till.ask<{ id: string }>('POST', '/bridge/v1/checkins', {
      body: { cardnumber: cards.rich },
    });
    const before = await balance(cards.rich);
    const { id, idents } = await till.create({
      basket: { products: [item(300)] },
      idents: [{ type: 'checkin', value: body.id }],
    });
    expect(idents[0]).toMatchObject({
      type: 'checkin',
      value: body.id,
      valid: true,
      name: 'Demo-Kundenkarte Check-In',
    });
    expect(ok(await till.post<{ missing_sum: number }>(`/${id}/preTransaction`)).missing_sum).toBe(0);
    // A customer who leaves during the sale stays identified.
    ok(await till.ask('DELETE', `/bridge/v1/checkins/${body.id}`));
    ok(await till.post(`/${id}/start/loyalty`));
    expect(await balance(cards.rich)).toEqual({ ...before, cash: before.cash - 300, points: before.points + 3 });
    ok(await till.post(`/${id}/cancel`));
    const later = await till.create({ basket: { products: [item(3)] }, idents: [{ type: 'checkin', value: body.id }] });
    expect(later.idents[0]?.valid).toBe(false);
  });
});

describe('a card that asks for its passcode', () => {
  it('pays after the passcode came with the ident, and the passcode is not stored', async () => {
    const without = await till.create(sale([item(300)], coded));
    expect((await till.post<Refusal>(`/${without.id}/preTransaction`)).body.code).toBe(55);
    const wrong = await till.create({
      ...sale([item(300)]),
      idents: [{ type: 'card', value: coded, passcode: '9999' }],
    });
    expect((await till.post<Refusal>(`/${wrong.id}/preTransaction`)).body.code).toBe(55);
    const right = await till.create({ ...sale([item(300)]), idents: [{ type: 'card', value: coded, passcode: 1234 }] });
    expect(right.idents[0]).toMatchObject({ passcode_checked: true });
    expect(right.idents[0]).not.toHaveProperty('passcode');
    expect(ok(await till.post<{ missing_sum: number }>(`/${right.id}/preTransaction`)).missing_sum).toBe(0);
    ok(await till.post(`/${right.id}/start/loyalty`));
    ok(await till.post(`/${right.id}/cancel`));
  });

  it('names the call that sends the passcode', async () => {
    const { id } = await till.create(sale([item(300)], coded));
    const next = { method: 'PUT', path: `/api/v2/Smart/Transactions/${id}` };
    expect((await till.post(`/${id}/preTransaction`)).body).toMatchObject({ next, outcome: { result: 'open', next } });
    expect((await till.post(`/${id}/start/loyalty`)).body).toMatchObject({
      next: { method: 'POST', path: `/api/v2/Smart/Transactions/${id}/preTransaction` },
    });
  });

  it('takes no money without the passcode where revenue needs it', async () => {
    const path = `/api/v2/Loyalty/MerchantCards/${fixedId('MCD', coded)}`;
    ok(await till.ask('PUT', path, { body: { passcode: 4 } }));
    const { id } = await till.create(sale([item(300)], coded));
    const sent = bridge.terminal.commands.length;
    for (const method of ['cash', 'cashless'])
      expect((await till.post<Refusal>(`/${id}/start/${method}`)).body.code, method).toBe(55);
    expect(bridge.terminal.commands).toHaveLength(sent);
    ok(await put(id, { ...sale([item(300)]), idents: [{ type: 'card', value: coded, passcode: '1234' }] }));
    ok(await till.post(`/${id}/start/cash`));
    ok(await till.ask('PUT', path, { body: { passcode: 2 } }));
  });

  it('says when the next passcode is looked at once too many were wrong', async () => {
    const idents = [{ type: 'card', value: coded, passcode: '9999' }];
    const attempts = [];
    for (let n = 0; n < 5; n++)
      attempts.push(await till.ask<Refusal>('POST', SALES, { body: { ...sale([item(300)]), idents } }));
    const refused = attempts.find(({ body }) => body.code === 75);
    expect(refused?.status).toBe(405);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    // So does a refusal that says how the sale stands.
    const { id } = await till.create(sale([item(300)]));
    const written = await till.ask<Refusal>('PUT', `${SALES}/${id}`, { body: { ...sale([item(300)]), idents } });
    expect([written.body.code, Number(written.headers.get('retry-after')) >= 1]).toEqual([75, true]);
  });
});
