/** Goods come back: never more than was sold, and the money to what gave it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { figuresOf } from '../../domain/figures.ts';
import { cards, closeAll, item, ok, sale } from '../../doubles/bridge.fixture.ts';
import type { ReturnPreview } from '../../wire/returns.ts';
import { goods, lines, RETURNS, ReturnsShop, tendersOf } from './returns.fixture.ts';

let shop: ReturnsShop;

beforeAll(async () => {
  shop = await ReturnsShop.open();
});
beforeEach(() => {
  shop.bridge.terminal.endings.length = 0;
});
afterAll(closeAll);

describe('a return', () => {
  it('brings a part of a quantity back in cash, and says what is left', async () => {
    const bought = await shop.sold([item(299, { quantity: 3 }), item(1000)], [['cash']]);
    const preview = ok(
      await shop.till.ask<ReturnPreview>('POST', `${RETURNS}/preview`, { body: { lines: lines(bought, 2) } }),
    );
    expect(preview).toMatchObject({ value: 598, pay_out: [{ method: 'cash', amount: 598, by_right: false }] });
    const begun = ok(await shop.opened({ lines: lines(bought, 2) }));
    expect(begun).toMatchObject({ status: 'created', basket_info: { sum: -598, missing_sum: -598 } });
    expect((await shop.left(bought)).lines[0]).toMatchObject({ sold: 3, returned: 0, being_returned: 2, left: 1 });
    const done = ok(await shop.payOut(begun.id));
    expect(done).toMatchObject({ status: 'ok', outcome: { result: 'paid', paid: -598, open: 0 } });
    expect(tendersOf(done)).toEqual([['cash', -598]]);
    expect(done.receipt_number).toBe((bought.receipt_number ?? 0) + 1);
    expect(JSON.stringify(done.receipt)).toMatch(/Rückgabe.*Auszahlung.*Zurück zu Bon-Nr/);
    expect((await shop.left(bought)).lines[0]).toMatchObject({ returned: 2, being_returned: 0, left: 1 });
    const { tenders, payments, outcome } = await shop.till.read(bought.id);
    expect({ tenders, outcome }).toEqual({ tenders: bought.tenders, outcome: bought.outcome });
    expect(payments).toEqual([{ ...bought.payments?.[0], refunded: 598 }]);
    // A repeated call finds the work done.
    expect(ok(await shop.payOut(begun.id)).id).toBe(done.id);
    expect((await shop.opened({ lines: lines(bought, 2) })).body).toMatchObject({ code: 1161 });
  });

  it('brings a part of a weighed line back by its measure, and never more than was sold', async () => {
    const apples = item(1999, { tax: 7, measure: { value: 1000, decimals: 3, unit: 'kg', priceOne: 1999 } });
    const bought = await shop.sold([apples, item(300)], [['cash']]);
    const [line = { id: 0 }, bread = { id: 0 }] = goods(bought);
    const part = (value: number, decimals = 3, of = line) => ({
      lines: [{ sale: bought.id, line: of.id, measure: { value, decimals } }],
    });
    expect((await shop.left(bought)).lines[0]).toMatchObject({
      ...{ sold: 1, left: 1, price_one: 1999 },
      measure: { unit: 'kg', decimals: 3, sold: 1000, returned: 0, being_returned: 0, left: 1000, price_one: 1999 },
    });
    const preview = ok(await shop.till.ask<ReturnPreview>('POST', `${RETURNS}/preview`, { body: part(35, 2) }));
    expect(preview.lines).toMatchObject([
      { quantity: 1, amount: 699, measure: { value: 350, decimals: 3, unit: 'kg' } },
    ]);
    const begun = ok(await shop.opened(part(350)));
    expect((await shop.left(bought)).lines[0]).toMatchObject({
      ...{ returned: 0, being_returned: 0, left: 0 },
      measure: { being_returned: 350, left: 650 },
    });
    // All of it is not there any more, and two may ask for the rest at the same time.
    const { body: whole } = await shop.opened({ lines: [{ sale: bought.id, line: line.id, quantity: 1 }] });
    expect(whole).toMatchObject({ code: 1161, member: 'lines[0].measure', left: 650 });
    expect((await shop.opened(part(651))).body).toMatchObject({ code: 1161, left: 650 });
    const rest = await Promise.all([shop.opened(part(400)), shop.opened(part(400))]);
    expect(rest.map(({ status }) => status).toSorted()).toEqual([200, 405]);
    const second = rest.find(({ status }) => status === 200);
    const done = [ok(await shop.payOut(begun.id)), ok(await shop.payOut(second?.body.id ?? ''))];
    done.push(ok(await shop.payOut(ok(await shop.opened(part(250))).id)));
    expect(done.map(({ basket_info: { sum } }) => sum)).toEqual([-699, -800, -500]);
    expect(JSON.stringify(done[0]?.receipt)).toMatch(/0,350 kg x 19,99 EUR\/kg/);
    expect((await shop.left(bought)).lines[0]).toMatchObject({
      returned: 1,
      left: 0,
      measure: { returned: 1000, left: 0 },
    });
    const wrong = [part(1), part(5, 4), part(1, 0, bread), { lines: [{ sale: bought.id, line: bread.id }] }];
    const answers = await Promise.all(wrong.map(body => shop.opened(body)));
    expect(answers.map(({ body }) => body)).toMatchObject([1161, 1001, 1001, 1001].map(code => ({ code })));
  });

  it('never comes back twice, however many ask at the same time', async () => {
    const bought = await shop.sold([item(500, { quantity: 5 })], [['cash']]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => shop.opened({ lines: lines(bought, 1) })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 405, 405, 405]);
    const paid = await Promise.all(
      answers
        .filter(({ status }) => status === 200)
        .flatMap(({ body }) => [shop.payOut(body.id), shop.payOut(body.id)]),
    );
    const ids = new Set(paid.map(answer => ok(answer).id));
    expect(ids.size).toBe(5);
    const [{ sum } = { sum: 0 }] = shop.bridge.rows<{ sum: number }>(
      `SELECT sum(json_extract(document, '$.basket_info.sum')) AS sum FROM smart_transaction
       WHERE id IN (${[...ids].map(() => '?').join()}) AND state = 'closed'`,
      ...ids,
    );
    expect(sum).toBe(-2500);
    expect((await shop.till.post(`/${bought.id}/cancel`)).body).toMatchObject({ code: 1163 });
  });

  it('that is given up leaves everything as it was', async () => {
    const bought = await shop.sold([item(500)], [['cash']]);
    const begun = ok(await shop.opened({ lines: lines(bought, 1) }));
    expect((await shop.till.post(`/${bought.id}/cancel`)).body).toMatchObject({ code: 1163 });
    expect((await shop.till.post(`/${begun.id}/start/cash`)).body).toMatchObject({ code: 1164 });
    expect((await shop.till.post(`/${begun.id}/start/cashless`)).body).toMatchObject({ code: 1164 });
    expect(ok(await shop.till.post(`/${begun.id}/abort`)).status).toBe('cancelled');
    expect((await shop.left(bought)).lines[0]).toMatchObject({ left: 1 });
    expect(ok(await shop.till.post(`/${bought.id}/cancel`)).status).toBe('cancelled');
    expect((await shop.opened({ lines: lines(bought, 1) })).body).toMatchObject({ code: 1160 });
  });

  it('is reversed at the terminal when the whole payment goes back, else refunded', async () => {
    const bought = await shop.sold([item(700), item(300)], [['cashless']]);
    const part = ok(await shop.payOut(ok(await shop.opened({ lines: lines(bought, 0, 1) })).id));
    expect(shop.bridge.terminal.commands.at(-1)?.name).toBe('refund');
    expect(part.parts?.[0]).toMatchObject({
      method: 'cashless',
      amount: -300,
      back: { sale: bought.id, how: 'refund' },
    });
    expect(JSON.stringify(part.receipt)).toContain('Gutschrift auf Karte');
    const [taken] = bought.payments ?? [];
    expect((await shop.till.read(bought.id)).payments).toEqual([{ ...taken, refunded: 300 }]);
    ok(await shop.payOut(ok(await shop.opened({ lines: lines(bought, 1) })).id));
    expect((await shop.till.read(bought.id)).payments).toEqual([{ ...taken, refunded: 1000 }]);
    const whole = await shop.sold([item(700)], [['cashless']]);
    const back = ok(await shop.payOut(ok(await shop.opened({ lines: lines(whole, 1) })).id));
    expect(shop.bridge.terminal.commands.at(-1)?.name).toBe('reverse');
    expect(tendersOf(back)).toEqual([['cashless', -700]]);
  });

  it('whose refund is declined stays open, and can be paid out otherwise by right', async () => {
    const bought = await shop.sold([item(900), item(100)], [['cashless']]);
    const begun = ok(await shop.opened({ lines: lines(bought, 1) }));
    shop.bridge.terminal.endings.push('decline');
    expect((await shop.payOut(begun.id)).status).toBe(405);
    expect(await shop.till.read(begun.id)).toMatchObject({ status: 'failed', basket_info: { missing_sum: -900 } });
    const cash = [{ method: 'cash', amount: 900 }];
    expect((await shop.payOut(begun.id, cash, shop.cashier)).body).toMatchObject({
      needs: { operation: 'cashForOther', amount: 900 },
    });
    const headers = { 'x-reason': encodeURIComponent('Karte gesperrt') };
    const done = ok(await shop.payOut(begun.id, cash, shop.manager, headers));
    expect(tendersOf(done)).toEqual([['cash', -900]]);
  });

  it('gives no tender more than it gave', async () => {
    const bought = await shop.sold([item(600, { quantity: 2 })], [['cash', { part: { amount: 200 } }], ['cashless']]);
    const begun = ok(await shop.opened({ lines: lines(bought, 2) }));
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
      expect((await shop.payOut(begun.id, [...back])).body, JSON.stringify(back)).toMatchObject({
        code: 1162,
        ...(why ? { member: expect.stringContaining(why) } : {}),
      });
    const done = ok(await shop.payOut(begun.id));
    expect(tendersOf(done)).toEqual([
      ['cashless', -1000],
      ['cash', -200],
    ]);
  });

  it('gives the loyalty card its money and bonus back, and takes back what the goods earned', async () => {
    const before = await shop.card(cards.rich);
    const bought = await shop.sold([item(2000, { quantity: 2 }), item(1000)], [['loyalty']], cards.rich);
    const paid = await shop.card(cards.rich);
    expect(paid.points).toBeGreaterThan(before.points);
    for (const quantities of [[1], [0, 1], [1]] as const)
      ok(await shop.payOut(ok(await shop.opened({ lines: lines(bought, ...quantities) })).id));
    const after = await shop.card(cards.rich);
    expect([after.cash_balance, after.bonus_balance, after.points]).toEqual([
      before.cash_balance,
      before.bonus_balance,
      before.points,
    ]);
  });

  it('goes onto a loyalty card by choice', async () => {
    const before = await shop.card(cards.rich);
    const bought = await shop.sold([item(800)], [['cash']]);
    const begun = ok(await shop.opened({ lines: lines(bought, 1) }));
    expect((await shop.payOut(begun.id, [{ method: 'loyalty', amount: 800, card: 'nobody' }])).body).toMatchObject({
      code: 1162,
    });
    ok(await shop.payOut(begun.id, [{ method: 'loyalty', amount: 800, card: cards.rich }]));
    expect((await shop.card(cards.rich)).cash_balance).toBe(before.cash_balance + 800);
  });

  it('puts money back onto a voucher of the shop, any part of it', async () => {
    const group = { name: { de: 'Gutschein', en: 'Voucher' }, voucher: true };
    ok(await shop.till.ask('POST', '/bridge/v1/loyalty/card-groups', { body: group }));
    const { sold_vouchers: [voucher] = [] } = await shop.sold(
      [{ ...item(1000, { tax: 0 }), ean: '2900000000216' }],
      [['cash']],
    );
    const bought = await shop.sold([item(300, { quantity: 2 })], [['voucher', { voucher: voucher?.code }]]);
    const balance = async () => (await shop.card(voucher?.code ?? '')).cash_balance;
    expect(await balance()).toBe(400);
    const done = ok(await shop.payOut(ok(await shop.opened({ lines: lines(bought, 1) })).id));
    expect(tendersOf(done)).toEqual([['voucher', -300]]);
    expect(await balance()).toBe(700);
  });

  it('with a receipt needs a manager above the limit', async () => {
    const bought = await shop.sold([item(5001)], [['cash']]);
    expect((await shop.opened({ lines: lines(bought, 1) }, shop.cashier)).body).toMatchObject({
      needs: { operation: 'returnGoods' },
    });
    const small = await shop.sold([item(5000)], [['cash']]);
    ok(await shop.opened({ lines: lines(small, 1) }, shop.cashier));
  });

  it('refuses whatever else is sent', async () => {
    const bought = await shop.sold([item(500)], [['cash']]);
    const other = await shop.bridge.client('other');
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
      expect((await shop.opened(body)).status, JSON.stringify(body)).toBeGreaterThanOrEqual(400);
    expect((await shop.opened({ lines: [line] }, other)).status).toBe(404);
    expect((await shop.payOut(bought.id)).status).toBe(404);
    const smuggled = { ...item(-300), return_of: { sale: null, receipt_number: null, line: null, tax_amount: 5 } };
    expect((await shop.till.post('', sale([item(500), smuggled]))).body).toMatchObject({ code: 1001 });
    expect((await shop.till.post('', sale([item(-500)]))).body).toMatchObject({ code: 1010 });
  });
});

describe('the record of a return', () => {
  it('has negative lines and tenders, and counts as such', async () => {
    const bought = await shop.sold(
      [item(300, { quantity: 3 }), item(700)],
      [['cash', { part: { amount: 100 } }], ['cashless']],
    );
    const done = ok(await shop.payOut(ok(await shop.opened({ lines: lines(bought, 2) })).id));
    const [record] = shop.bridge.rows<{
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
    const bought = await shop.sold([item(500)], [['cash']]);
    const begun = ok(await shop.opened({ lines: lines(bought, 1) }));
    expect((await shop.opened({ lines: lines(bought, 1) })).status).toBe(405);
    shop.bridge.clock.pass(31 * 60_000);
    shop.till = await shop.bridge.client();
    const second = ok(await shop.opened({ lines: lines(bought, 1) }));
    expect((await shop.till.read(begun.id)).status).toBe('cancelled');
    ok(await shop.payOut(second.id));
  });
});
