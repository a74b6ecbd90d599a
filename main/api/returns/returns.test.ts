/** Goods come back: never more than was sold, and the money to what gave it; exchanged with a sum on either side of 0. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { figuresOf } from '../../domain/figures.ts';
import {
  type Client,
  cards,
  closeAll,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
} from '../../doubles/bridge.fixture.ts';
import type { Returnable, ReturnPreview, ReturnView } from '../../wire/returns.ts';
import type { MerchantCard, SmartTransaction } from '../../wire/transactions.ts';

const RETURNS = '/bridge/v1/returns';
const REASON = 'Gefällt nicht';

let bridge: TestBridge;
let till: Client;
let cashier: Client;
let manager: Client;

beforeAll(async () => {
  bridge = await startBridge();
  [till, cashier, manager] = [await bridge.client(), await bridge.staff('cashier'), await bridge.staff('manager')];
});
beforeEach(() => {
  bridge.terminal.endings.length = 0;
});
afterAll(closeAll);

type Sold = Parameters<typeof sale>;

async function sold(products: Sold[0], starts: readonly (readonly [string, object?])[], card?: string) {
  const { id } = await till.create(sale(products, card));
  if (card) ok(await till.post(`/${id}/preTransaction`));
  for (const [method, body] of starts) ok(await till.post(`/${id}/start/${method}`, body));
  return till.read(id);
}

const goods = (of: SmartTransaction) => of.basket.products.filter(({ item_type: type }) => type === 'article');
const lines = (of: SmartTransaction, ...quantities: number[]) =>
  goods(of).flatMap(({ id }, index) =>
    quantities[index] ? [{ sale: of.id, line: id, quantity: quantities[index] }] : [],
  );
const opened = (body: object, by = till) => by.ask('POST', RETURNS, { body: { reason: REASON, ...body } });
const payOut = (id: string, back?: object[], by = till, headers = {}) =>
  by.ask('POST', `${RETURNS}/${id}/pay-out`, { body: back ? { back } : {}, headers });
const left = async ({ id }: SmartTransaction) =>
  ok(await till.ask<Returnable>('GET', `/bridge/v1/sales/${id}/returnable`));
const card = async (number: string) => {
  const { data } = ok(await till.ask<{ data: MerchantCard[] }>('GET', `/api/v2/Loyalty/MerchantCards?count=200`));
  const found = data.find(one => one.card.cardnumber === number);
  if (!found) throw new Error(`no card ${number}`);
  return found;
};
const tendersOf = ({ tenders = [] }: SmartTransaction) => tenders.map(({ method, amount }) => [method, amount]);

describe('a return', () => {
  it('brings a part of a quantity back in cash, and says what is left', async () => {
    const bought = await sold([item(299, { quantity: 3 }), item(1000)], [['cash']]);
    const preview = ok(
      await till.ask<ReturnPreview>('POST', `${RETURNS}/preview`, { body: { lines: lines(bought, 2) } }),
    );
    expect(preview).toMatchObject({ value: 598, pay_out: [{ method: 'cash', amount: 598, by_right: false }] });
    const begun = ok(await opened({ lines: lines(bought, 2) }));
    expect(begun).toMatchObject({ status: 'created', basket_info: { sum: -598, missing_sum: -598 } });
    expect((await left(bought)).lines[0]).toMatchObject({ sold: 3, returned: 0, being_returned: 2, left: 1 });
    const done = ok(await payOut(begun.id));
    expect(done).toMatchObject({ status: 'ok', outcome: { result: 'paid', paid: -598, open: 0 } });
    expect(tendersOf(done)).toEqual([['cash', -598]]);
    expect(done.receipt_number).toBe((bought.receipt_number ?? 0) + 1);
    expect(JSON.stringify(done.receipt)).toMatch(/Rückgabe.*Auszahlung.*Zurück zu Bon-Nr/);
    expect((await left(bought)).lines[0]).toMatchObject({ returned: 2, being_returned: 0, left: 1 });
    const { tenders, payments, outcome } = await till.read(bought.id);
    expect({ tenders, outcome }).toEqual({ tenders: bought.tenders, outcome: bought.outcome });
    expect(payments).toEqual([{ ...bought.payments?.[0], refunded: 598 }]);
    // A repeated call finds the work done.
    expect(ok(await payOut(begun.id)).id).toBe(done.id);
    expect((await opened({ lines: lines(bought, 2) })).body).toMatchObject({ code: 1161 });
  });

  it('brings a part of a weighed line back by its measure, and never more than was sold', async () => {
    const apples = item(1999, { tax: 7, measure: { value: 1000, decimals: 3, unit: 'kg', priceOne: 1999 } });
    const bought = await sold([apples, item(300)], [['cash']]);
    const [line = { id: 0 }, bread = { id: 0 }] = goods(bought);
    const part = (value: number, decimals = 3, of = line) => ({
      lines: [{ sale: bought.id, line: of.id, measure: { value, decimals } }],
    });
    expect((await left(bought)).lines[0]).toMatchObject({
      ...{ sold: 1, left: 1, price_one: 1999 },
      measure: { unit: 'kg', decimals: 3, sold: 1000, returned: 0, being_returned: 0, left: 1000, price_one: 1999 },
    });
    const preview = ok(await till.ask<ReturnPreview>('POST', `${RETURNS}/preview`, { body: part(35, 2) }));
    expect(preview.lines).toMatchObject([
      { quantity: 1, amount: 699, measure: { value: 350, decimals: 3, unit: 'kg' } },
    ]);
    const begun = ok(await opened(part(350)));
    expect((await left(bought)).lines[0]).toMatchObject({
      ...{ returned: 0, being_returned: 0, left: 0 },
      measure: { being_returned: 350, left: 650 },
    });
    // All of it is not there any more, and two may ask for the rest at the same time.
    const { body: whole } = await opened({ lines: [{ sale: bought.id, line: line.id, quantity: 1 }] });
    expect(whole).toMatchObject({ code: 1161, member: 'lines[0].measure', left: 650 });
    expect((await opened(part(651))).body).toMatchObject({ code: 1161, left: 650 });
    const rest = await Promise.all([opened(part(400)), opened(part(400))]);
    expect(rest.map(({ status }) => status).toSorted()).toEqual([200, 405]);
    const second = rest.find(({ status }) => status === 200);
    const done = [ok(await payOut(begun.id)), ok(await payOut(second?.body.id ?? ''))];
    done.push(ok(await payOut(ok(await opened(part(250))).id)));
    expect(done.map(({ basket_info: { sum } }) => sum)).toEqual([-699, -800, -500]);
    expect(JSON.stringify(done[0]?.receipt)).toMatch(/0,350 kg x 19,99 EUR\/kg/);
    expect((await left(bought)).lines[0]).toMatchObject({ returned: 1, left: 0, measure: { returned: 1000, left: 0 } });
    const wrong = [part(1), part(5, 4), part(1, 0, bread), { lines: [{ sale: bought.id, line: bread.id }] }];
    const answers = await Promise.all(wrong.map(body => opened(body)));
    expect(answers.map(({ body }) => body)).toMatchObject([1161, 1001, 1001, 1001].map(code => ({ code })));
  });

  it('never comes back twice, however many ask at the same time', async () => {
    const bought = await sold([item(500, { quantity: 5 })], [['cash']]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => opened({ lines: lines(bought, 1) })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 405, 405, 405]);
    const paid = await Promise.all(
      answers.filter(({ status }) => status === 200).flatMap(({ body }) => [payOut(body.id), payOut(body.id)]),
    );
    const ids = new Set(paid.map(answer => ok(answer).id));
    expect(ids.size).toBe(5);
    const [{ sum } = { sum: 0 }] = bridge.rows<{ sum: number }>(
      `SELECT sum(json_extract(document, '$.basket_info.sum')) AS sum FROM smart_transaction
       WHERE id IN (${[...ids].map(() => '?').join()}) AND state = 'closed'`,
      ...ids,
    );
    expect(sum).toBe(-2500);
    expect((await till.post(`/${bought.id}/cancel`)).body).toMatchObject({ code: 1163 });
  });

  it('that is given up leaves everything as it was', async () => {
    const bought = await sold([item(500)], [['cash']]);
    const begun = ok(await opened({ lines: lines(bought, 1) }));
    expect((await till.post(`/${bought.id}/cancel`)).body).toMatchObject({ code: 1163 });
    expect((await till.post(`/${begun.id}/start/cash`)).body).toMatchObject({ code: 1164 });
    expect((await till.post(`/${begun.id}/start/cashless`)).body).toMatchObject({ code: 1164 });
    expect(ok(await till.post(`/${begun.id}/abort`)).status).toBe('cancelled');
    expect((await left(bought)).lines[0]).toMatchObject({ left: 1 });
    expect(ok(await till.post(`/${bought.id}/cancel`)).status).toBe('cancelled');
    expect((await opened({ lines: lines(bought, 1) })).body).toMatchObject({ code: 1160 });
  });

  it('is reversed at the terminal when the whole payment goes back, else refunded', async () => {
    const bought = await sold([item(700), item(300)], [['cashless']]);
    const part = ok(await payOut(ok(await opened({ lines: lines(bought, 0, 1) })).id));
    expect(bridge.terminal.commands.at(-1)?.name).toBe('refund');
    expect(part.parts?.[0]).toMatchObject({
      method: 'cashless',
      amount: -300,
      back: { sale: bought.id, how: 'refund' },
    });
    expect(JSON.stringify(part.receipt)).toContain('Gutschrift auf Karte');
    const [taken] = bought.payments ?? [];
    expect((await till.read(bought.id)).payments).toEqual([{ ...taken, refunded: 300 }]);
    ok(await payOut(ok(await opened({ lines: lines(bought, 1) })).id));
    expect((await till.read(bought.id)).payments).toEqual([{ ...taken, refunded: 1000 }]);
    const whole = await sold([item(700)], [['cashless']]);
    const back = ok(await payOut(ok(await opened({ lines: lines(whole, 1) })).id));
    expect(bridge.terminal.commands.at(-1)?.name).toBe('reverse');
    expect(tendersOf(back)).toEqual([['cashless', -700]]);
  });

  it('whose refund is declined stays open, and can be paid out otherwise by right', async () => {
    const bought = await sold([item(900), item(100)], [['cashless']]);
    const begun = ok(await opened({ lines: lines(bought, 1) }));
    bridge.terminal.endings.push('decline');
    expect((await payOut(begun.id)).status).toBe(405);
    expect(await till.read(begun.id)).toMatchObject({ status: 'failed', basket_info: { missing_sum: -900 } });
    const cash = [{ method: 'cash', amount: 900 }];
    expect((await payOut(begun.id, cash, cashier)).body).toMatchObject({
      needs: { operation: 'cashForOther', amount: 900 },
    });
    const headers = { 'x-reason': encodeURIComponent('Karte gesperrt') };
    const done = ok(await payOut(begun.id, cash, manager, headers));
    expect(tendersOf(done)).toEqual([['cash', -900]]);
  });

  it('gives no tender more than it gave', async () => {
    const bought = await sold([item(600, { quantity: 2 })], [['cash', { part: { amount: 200 } }], ['cashless']]);
    const begun = ok(await opened({ lines: lines(bought, 2) }));
    for (const [back, why] of [
      [[{ method: 'cashless', amount: 1100 }], 'amount'],
      [[{ method: 'loyalty', amount: 10 }], 'amount'],
      [[{ method: 'cash', amount: 1201 }], undefined],
      [
        [
          { method: 'cashless', amount: 600 },
          { method: 'cashless', amount: 600 },
        ],
        'amount',
      ],
    ] as const)
      expect((await payOut(begun.id, [...back])).body, JSON.stringify(back)).toMatchObject({
        code: 1162,
        ...(why ? { member: expect.stringContaining(why) } : {}),
      });
    const done = ok(await payOut(begun.id));
    expect(tendersOf(done)).toEqual([
      ['cashless', -1000],
      ['cash', -200],
    ]);
  });

  it('gives the loyalty card its money and bonus back, and takes back what the goods earned', async () => {
    const before = await card(cards.rich);
    const bought = await sold([item(2000, { quantity: 2 }), item(1000)], [['loyalty']], cards.rich);
    const paid = await card(cards.rich);
    expect(paid.points).toBeGreaterThan(before.points);
    for (const quantities of [[1], [0, 1], [1]] as const)
      ok(await payOut(ok(await opened({ lines: lines(bought, ...quantities) })).id));
    const after = await card(cards.rich);
    expect([after.cash_balance, after.bonus_balance, after.points]).toEqual([
      before.cash_balance,
      before.bonus_balance,
      before.points,
    ]);
  });

  it('goes onto a loyalty card by choice', async () => {
    const before = await card(cards.rich);
    const bought = await sold([item(800)], [['cash']]);
    const begun = ok(await opened({ lines: lines(bought, 1) }));
    expect((await payOut(begun.id, [{ method: 'loyalty', amount: 800, card: 'nobody' }])).body).toMatchObject({
      code: 1162,
    });
    ok(await payOut(begun.id, [{ method: 'loyalty', amount: 800, card: cards.rich }]));
    expect((await card(cards.rich)).cash_balance).toBe(before.cash_balance + 800);
  });

  it('puts money back onto a voucher of the shop, any part of it', async () => {
    const group = { name: { de: 'Gutschein', en: 'Voucher' }, voucher: true };
    ok(await till.ask('POST', '/bridge/v1/loyalty/card-groups', { body: group }));
    const { sold_vouchers: [voucher] = [] } = await sold(
      [{ ...item(1000, { tax: 0 }), ean: '2900000000216' }],
      [['cash']],
    );
    const bought = await sold([item(300, { quantity: 2 })], [['voucher', { voucher: voucher?.code }]]);
    const balance = async () => (await card(voucher?.code ?? '')).cash_balance;
    expect(await balance()).toBe(400);
    const done = ok(await payOut(ok(await opened({ lines: lines(bought, 1) })).id));
    expect(tendersOf(done)).toEqual([['voucher', -300]]);
    expect(await balance()).toBe(700);
  });

  it('without a receipt needs a manager, and is cash', async () => {
    const articles = [{ desc: 'Schal', desc_en: 'Scarf', quantity: 1, priceOne: 1999, tax: 19 }];
    expect((await opened({ articles }, cashier)).body).toMatchObject({
      needs: { operation: 'returnWithoutReceipt', amount: 1999 },
    });
    const begun = ok(await opened({ articles }, manager));
    expect(ok(await payOut(begun.id, undefined, manager)).tenders).toMatchObject([{ method: 'cash', amount: -1999 }]);
  });

  it('without a receipt takes a weight, and its value needs a manager', async () => {
    const ham = { articleNumber: '4712', desc: 'Schinken', desc_en: 'Ham', tax: 7 };
    const measure = { value: 350, decimals: 3, unit: 'kg', priceOne: 1999 };
    const articles = [
      { ...ham, measure },
      { ...ham, measure: { ...measure, value: 5, decimals: 2 }, quantity: 1, priceOne: 100 },
    ];
    const preview = ok(await till.ask<ReturnPreview>('POST', `${RETURNS}/preview`, { body: { articles } }));
    expect(preview).toMatchObject({ value: 800, pay_out: [{ method: 'cash', amount: 800 }] });
    expect(preview.lines).toMatchObject([
      { quantity: 1, amount: 700, tax_amount: 46, measure: { value: 350, decimals: 3, unit: 'kg' } },
      { quantity: 1, amount: 100, measure: { value: 5, decimals: 2, unit: 'kg' } },
    ]);
    expect((await opened({ articles }, cashier)).body).toMatchObject({
      needs: { operation: 'returnWithoutReceipt', amount: 800 },
    });
    const begun = ok(await opened({ articles }, manager));
    expect(begun.goods_return).toMatchObject({ value: 800, without_receipt: 800 });
    const done = ok(await payOut(begun.id, undefined, manager));
    expect(done.basket.products).toMatchObject([{ quantity: -1, priceOne: 700, measure }, { quantity: -1 }]);
    expect(tendersOf(done)).toEqual([['cash', -800]]);
    expect(JSON.stringify(done.receipt)).toMatch(/0,350 kg x 19,99 EUR\/kg/);
  });

  it('without a receipt wants pieces with their price, or a measure that a price beside it agrees with', async () => {
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
      const { body } = await opened({ articles: [{ ...named, ...article }] }, manager);
      expect(body, why).toMatchObject({ code: 1001 });
      expect(JSON.stringify(body)).toContain(why);
    }
  });

  it('with a receipt needs a manager above the limit', async () => {
    const bought = await sold([item(5001)], [['cash']]);
    expect((await opened({ lines: lines(bought, 1) }, cashier)).body).toMatchObject({
      needs: { operation: 'returnGoods' },
    });
    const small = await sold([item(5000)], [['cash']]);
    ok(await opened({ lines: lines(small, 1) }, cashier));
  });

  it('refuses whatever else is sent', async () => {
    const bought = await sold([item(500)], [['cash']]);
    const other = await bridge.client('other');
    const [line = { sale: '', line: 0, quantity: 0 }] = lines(bought, 1);
    for (const body of [
      {},
      { lines: [] },
      { lines: [{ ...line, quantity: 0 }] },
      { lines: [{ ...line, quantity: -1 }] },
      { lines: [{ ...line, quantity: 1.5 }] },
      { lines: [{ ...line, quantity: 2 }] },
      { lines: [line, line] },
      { lines: [{ ...line, line: 99 }] },
      { lines: [{ ...line, amount: 1 }] },
      { lines: [line], reason: ' ' },
      { articles: [{ desc: 'x', quantity: 1, priceOne: -1, tax: 19 }] },
      { articles: [{ desc: 'x', quantity: 1, priceOne: 1, tax: 101 }] },
    ])
      expect((await opened(body)).status, JSON.stringify(body)).toBeGreaterThanOrEqual(400);
    expect((await opened({ lines: [line] }, other)).status).toBe(404);
    expect((await payOut(bought.id)).status).toBe(404);
    const smuggled = { ...item(-300), return_of: { sale: null, receipt_number: null, line: null, tax_amount: 5 } };
    expect((await till.post('', sale([item(500), smuggled]))).body).toMatchObject({ code: 1001 });
    expect((await till.post('', sale([item(-500)]))).body).toMatchObject({ code: 1010 });
  });
});

describe('an exchange', () => {
  const withNew = async (bought: SmartTransaction, priceOne: number) => {
    const begun = ok(await opened({ lines: lines(bought, 1) }));
    return ok(await till.ask('PUT', `/api/v2/Smart/Transactions/${begun.id}`, { body: sale([item(priceOne)]) }));
  };

  it('is paid where the new goods cost more', async () => {
    const begun = await withNew(await sold([item(1000)], [['cash']]), 1500);
    expect(begun.basket_info).toMatchObject({ sum: 500, missing_sum: 500 });
    const done = ok(await till.post(`/${begun.id}/start/cashless`));
    expect(tendersOf(done)).toEqual([['cashless', 500]]);
    expect(JSON.stringify(done.receipt)).toContain('Umtausch');
    // Paid with the wrong card, and taken back: the goods are the customer's again.
    const [original] = done.goods_return?.sales ?? [];
    expect(ok(await till.post(`/${begun.id}/cancel`)).status).toBe('cancelled');
    expect(ok(await till.ask<Returnable>('GET', `/bridge/v1/sales/${original?.id}/returnable`)).lines[0]?.left).toBe(1);
  });

  it('is paid out where they cost less, and cannot be cancelled then', async () => {
    const begun = await withNew(await sold([item(1000)], [['cash']]), 400);
    const view = ok(await till.ask<ReturnView>('GET', `${RETURNS}/${begun.id}`));
    expect(view).toMatchObject({ due: 600, pay_out: [{ method: 'cash', amount: 600 }] });
    const done = ok(await payOut(begun.id));
    expect([tendersOf(done), done.basket_info.sum]).toEqual([[['cash', -600]], -600]);
    expect((await till.post(`/${begun.id}/cancel`)).body).toMatchObject({ code: 1163 });
    // The new goods can come back like any others.
    const again = ok(await opened({ lines: lines(done, 1) }));
    ok(await payOut(again.id));
  });

  it('moves no money where they cost the same', async () => {
    const begun = await withNew(await sold([item(1000)], [['cash']]), 1000);
    const done = ok(await payOut(begun.id));
    expect([done.status, tendersOf(done), done.outcome.result]).toEqual(['ok', [], 'paid']);
  });

  it('keeps what comes back, whatever the basket is changed to', async () => {
    const begun = await withNew(await sold([item(1000)], [['cash']]), 400);
    const echoed = ok(
      await till.ask('PUT', `/api/v2/Smart/Transactions/${begun.id}`, {
        body: { basket: begun.basket, basket_info: begun.basket_info },
      }),
    );
    expect(echoed.basket_info.sum).toBe(-600);
    const empty = ok(await till.ask('PUT', `/api/v2/Smart/Transactions/${begun.id}`, { body: {} }));
    expect(empty.basket_info.sum).toBe(-1000);
    ok(await till.post(`/${begun.id}/abort`));
  });
});

describe('a cancellation that gets stuck', () => {
  const stuck = async () => {
    const parts = [
      ['cash', { part: { amount: 100 } }],
      ['cashless', { part: { amount: 200 } }],
      ['cashless', {}],
    ] as const;
    const bought = await sold([item(600)], parts);
    bridge.terminal.endings.push('approve', 'decline');
    expect((await till.post(`/${bought.id}/cancel`)).status).toBe(405);
    return till.read(bought.id);
  };
  const cashBack = (sold: SmartTransaction, id: string, by = manager) =>
    by.ask('POST', `/bridge/v1/transactions/${sold.id}/parts/${id}/cash-back`, {
      body: { reason: 'Terminal verweigert' },
    });

  it('gives the card part that cannot go back as cash, by right, and the record says cash', async () => {
    const half = await stuck();
    expect(half).toMatchObject({ status: 'pending', outcome: { result: 'open' } });
    expect((await opened({ lines: lines(half, 1) })).body).toMatchObject({ code: 1160 });
    const [cash, card, gone] = half.parts ?? [];
    expect([cash?.status, card?.status, gone?.status]).toEqual(['paid', 'paid', 'returned']);
    expect((await cashBack(half, card?.id ?? '', cashier)).body).toMatchObject({
      needs: { operation: 'cashForOther', amount: 200 },
    });
    expect((await cashBack(half, cash?.id ?? '')).status).toBe(405);
    expect((await cashBack(half, 'nothing')).status).toBe(404);
    const done = ok(await cashBack(half, card?.id ?? ''));
    expect(done.status).toBe('cancelled');
    expect(JSON.stringify(done.receipt_reversal)).toContain('Bar');
    const [record] = bridge.rows<{ facts: string }>(
      "SELECT facts FROM queue_record WHERE object = ? AND event = 'cancelled'",
      half.id,
    );
    const { tenders } = JSON.parse(record?.facts ?? '{}') as { tenders: { method: string; amount: number }[] };
    expect(tenders.map(({ method, amount }) => [method, amount])).toEqual([
      ['cash', 100],
      ['cash', 200],
      ['cashless', 300],
    ]);
    // A repeated call gives nothing back twice.
    expect(ok(await cashBack(half, card?.id ?? '')).status).toBe('cancelled');
  });
});

describe('the record of a return', () => {
  it('has negative lines and tenders, and counts as such', async () => {
    const bought = await sold(
      [item(300, { quantity: 3 }), item(700)],
      [['cash', { part: { amount: 100 } }], ['cashless']],
    );
    const done = ok(await payOut(ok(await opened({ lines: lines(bought, 2) })).id));
    const [record] = bridge.rows<{
      kind: string;
      event: string;
      object: string;
      sum: number;
      currency: string;
      facts: string;
    }>('SELECT kind, event, object, sum, currency, facts FROM queue_record WHERE object = ?', done.id);
    const facts = JSON.parse(record?.facts ?? '{}') as Record<string, unknown>;
    expect(facts).toMatchObject({
      tenders: [{ method: 'cashless', amount: -600, tid: expect.any(String), trace: expect.any(Number) }],
      returned: 600,
      returned_sales: [bought.id],
    });
    const figures = figuresOf(
      {
        ...record,
        kind: 'sale',
        event: 'closed',
        object: done.id,
        sum: -600,
        currency: 'EUR',
        at: done.created,
        facts,
        document: { ...done },
      },
      () => 12,
    );
    expect(figures.sale).toMatchObject({ turnover: -600, sum: -600 });
    expect(figures.tenders).toMatchObject([{ method: 'cashless', amount: -600 }]);
    expect(figures.lines).toMatchObject([{ quantity: -2, amount: -600 }]);
  });
});

describe('a return, when time passes,', () => {
  it('that nobody finishes is free again after a while', async () => {
    const bought = await sold([item(500)], [['cash']]);
    const begun = ok(await opened({ lines: lines(bought, 1) }));
    expect((await opened({ lines: lines(bought, 1) })).status).toBe(405);
    bridge.clock.pass(31 * 60_000);
    till = await bridge.client();
    const second = ok(await opened({ lines: lines(bought, 1) }));
    expect((await till.read(begun.id)).status).toBe('cancelled');
    ok(await payOut(second.id));
  });
});
