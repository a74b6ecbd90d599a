/**
 * Cards that live at the upstream service: one that this shop does not know, one with a passcode, money taken off a card,
 * vouchers, and the notice of the cashier. One pair of bridges serves all tests; each has cards of its own.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type Client,
  cards,
  closeAll,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
  until,
} from '../../doubles/bridge.fixture.ts';
import type { PreTransactionAnswer, SmartTransaction } from '../../wire/transactions.ts';
import { systemClock } from '../../world/clock.ts';
import { demoIds } from '../../world/demoIds.ts';
import { closeLines, type Line, lineTo } from './line.fixture.ts';

let service: TestBridge;
let line: Line;
let shop: TestBridge;
let till: Client;
let there: Client;

beforeAll(async () => {
  service = await startBridge();
  line = await lineTo(service.url);
  const upstream = {
    ...{ address: line.url, client_id: 'demo-client', client_secret: 'demo-secret', lagSeconds: 0.2 },
    offline: { redeem: 'refuse' as const, amount: 0, maxAgeHours: 72 },
  };
  shop = await startBridge({ config: { upstream }, parts: { clock: systemClock } });
  [till, there] = [await shop.client(), await service.client()];
  await isUp();
});
afterEach(async () => {
  line.faults(() => null);
  await isUp();
});
afterAll(async () => {
  await closeAll();
  await closeLines();
});

const condition = () =>
  shop.rows<{ state: string }>("SELECT state FROM queue_target WHERE target = 'upstream'")[0]?.state;
const isUp = () => until(() => condition() === 'up');
const count = (table: string) => shop.rows(`SELECT 1 FROM ${table}`).length;
const drained = () => until(() => count('upstream_delivery') + count('upstream_hold') === 0);
const cases = () => shop.rows('SELECT kind, object, amount FROM queue_case');

/** Articles that stand for money on a card. */
const charge = (priceOne: number) => ({ ...moneyLine('2900000000018', 'Aufladung'), priceOne });
const discharge = (priceOne: number) => ({ ...moneyLine('2900000000117', 'Entladung'), priceOne });
const moneyLine = (ean: string, desc: string) => ({ articleNumber: ean, ean, desc, quantity: 1, tax: 0 });

/** A new card at the service, which this shop has not heard of; `passcode` is asked before paying with money. */
async function cardThere(cash: number, passcode: string | null = null): Promise<string> {
  const idents = [{ type: 'create_card', value: demoIds.baseGroup }];
  const { id } = await there.create({ ...sale([charge(cash)]), idents });
  const { merchantcard } = ok(await there.post(`/${id}/start/cash`)).idents[0] ?? {};
  if (!merchantcard) throw new Error('the service made no card');
  const path = `/api/v2/Loyalty/MerchantCards/${merchantcard.id}`;
  if (passcode !== null) {
    const cardnumber = merchantcard.card.cardnumber;
    ok(await there.ask('POST', `${path}/newPasscode`, { body: { cardnumber, passcode } }));
    ok(await there.ask('PUT', path, { body: { passcode: 2 } }));
  }
  return merchantcard.card.cardnumber;
}

async function balanceAt(client: Client, value: string) {
  const { body } = await client.ask<{ merchantcard: { cash_balance: number; cash_balance_reserved: number } }[]>(
    'POST',
    '/api/v2/Smart/Idents/notused/validate',
    { body: [{ type: 'card', value }] },
  );
  const { cash_balance, cash_balance_reserved } = body[0]?.merchantcard ?? {};
  return [cash_balance, cash_balance_reserved];
}

const present = (amount: number, value: string, passcode?: string) =>
  till.create({ ...sale([item(amount)]), idents: [{ type: 'card', value, ...(passcode ? { passcode } : {}) }] });
const apply = (id: string) => till.post<PreTransactionAnswer & { code?: number }>(`/${id}/preTransaction`);

describe('a card that this shop does not know', () => {
  it('is read at the service when it is presented, with its balance, and held there', async () => {
    const card = await cardThere(800);
    const { id, idents } = await present(500, card);
    expect(idents).toMatchObject([{ valid: true, merchantcard: { cash_balance: 800, card: { cardnumber: card } } }]);
    expect(ok(await apply(id)).missing_sum).toBe(0);
    expect(await balanceAt(there, card)).toEqual([800, 500]);
    expect(ok(await till.post(`/${id}/start/loyalty`)).status).toBe('ok');
    await drained();
    expect(await balanceAt(there, card)).toEqual([300, 0]);
    expect(await balanceAt(till, card)).toEqual([300, 0]);
  });

  it('is met by preTransaction where the line was down when it was presented', async () => {
    const card = await cardThere(800);
    line.faults(() => 'cutBefore');
    const { id, idents } = await present(500, card);
    expect(idents).toMatchObject([{ valid: false }]);
    line.faults(() => null);
    await isUp();
    expect(ok(await apply(id)).missing_sum).toBe(0);
    expect((await till.read(id)).idents).toMatchObject([{ valid: true, merchantcard: { card: { cardnumber: card } } }]);
    ok(await till.post(`/${id}/start/loyalty`));
    await drained();
  });

  it('stays unknown where the service does not know it, either', async () => {
    const { id, idents } = await present(500, '9276999999999990');
    expect(idents).toMatchObject([{ valid: false }]);
    expect(await apply(id)).toMatchObject({ status: 404, body: { code: 14 } });
  });

  it('keeps nobody waiting longer than the budget, and only once', async () => {
    const card = await cardThere(800);
    line.faults(() => 'hang');
    const begun = performance.now();
    expect((await present(500, card)).idents).toMatchObject([{ valid: false }]);
    const first = performance.now() - begun;
    // The budget once, and not once for each question; both leave room for a busy machine.
    expect(first).toBeLessThan(3000);
    const again = performance.now();
    await present(500, card);
    expect(performance.now() - again).toBeLessThan(first / 4);
  });

  it.each([
    ['something that is no list', { data: 'none' }],
    ['another card', { data: [{ id: 'MCD_1', card: { cardnumber: '1' } }] }],
    ['a card without a group', { data: [{ id: 'MCD_1', card: { cardnumber: '9276999999999983' } }] }],
  ])('stays unknown where the service answers %s', async (_, body) => {
    line.answers(text => (text.includes('/Loyalty/MerchantCards?') ? body : null));
    expect((await present(500, '9276999999999983')).idents).toMatchObject([{ valid: false }]);
    line.answers(() => null);
  });
});

describe('a passcode that the service knows', () => {
  it('is asked for, checked there, passed on with the hold, and stored nowhere', async () => {
    const card = await cardThere(800, '8642');
    const none = await present(500, card);
    expect(await apply(none.id)).toMatchObject({ status: 405, body: { code: 55 } });
    const wrong = await present(500, card, '1111');
    expect(await apply(wrong.id)).toMatchObject({ status: 405, body: { code: 55 } });
    const right = await present(500, card, '8642');
    expect(right.idents).toMatchObject([{ passcode_checked: true }]);
    expect(ok(await apply(right.id)).missing_sum).toBe(0);
    expect(await balanceAt(there, card)).toEqual([800, 500]);
    ok(await till.post(`/${right.id}/start/loyalty`));
    await drained();
    expect(await balanceAt(there, card)).toEqual([300, 0]);
    for (const table of ['smart_transaction', 'upstream_hold', 'upstream_object', 'queue_record'])
      expect(JSON.stringify(shop.rows(`SELECT * FROM ${table}`))).not.toContain('"8642"');
    expect(cases()).toEqual([]);
  });
});

it('a card whose passcode was tried too often there is refused here with the time that the service tells', async () => {
  const card = await cardThere(800, '8642');
  const check = () =>
    there.ask<{ code?: number }>('POST', '/api/v2/Loyalty/MerchantCards/me/checkPasscode', {
      body: { cardnumber: card, pin: 1111 },
    });
  // So many that the right one is not looked at any more, either.
  for (let misses = 0; misses < 10; misses += 1) await check();
  const blocked = await check();
  expect(blocked.body.code).toBe(75);
  const idents = [{ type: 'card', value: card, passcode: '8642' }];
  const refused = await till.post<{ code?: number }>('', { ...sale([item(500)]), idents });
  expect([refused.status, refused.body.code]).toEqual([405, 75]);
  // Not the five seconds that the bridge says where nobody knows better; the clock of the service stands still.
  const wait = blocked.headers.get('retry-after');
  expect(Number(wait)).not.toBe(5);
  expect(refused.headers.get('retry-after')).toBe(wait);
});

describe('money taken off a card', () => {
  const pay = (value: string, amount: number, at = till) =>
    at.create(sale([discharge(amount)], value)).then(({ id }) => at.post<SmartTransaction>(`/${id}/start/loyalty`));

  it('is taken at the service first, and comes back with the cancellation', async () => {
    const card = await cardThere(800);
    const closed = ok(await pay(card, 300));
    // Before any record was sent.
    expect(await balanceAt(there, card)).toEqual([500, 0]);
    await drained();
    expect(await balanceAt(till, card)).toEqual([500, 0]);
    ok(await till.post(`/${closed.id}/cancel`));
    await drained();
    expect(await balanceAt(there, card)).toEqual([800, 0]);
    expect(cases()).toEqual([]);
  });

  it('is refused where another till took it a moment ago, and the balance here is that of the service from then on', async () => {
    const card = await cardThere(800);
    await present(100, card);
    ok(await pay(card, 700, there));
    expect(await pay(card, 300)).toMatchObject({ status: 405, body: { code: 51 } });
    expect(await balanceAt(till, card)).toEqual([100, 0]);
    ok(await pay(card, 100));
    await drained();
    expect(await balanceAt(there, card)).toEqual([0, 0]);
    expect(cases()).toEqual([]);
  });

  it.each(['/start/loyalty', 'POST /api/v2/Smart/Transactions'])(
    'is given back there where the answer to %s was lost, and refused here',
    async call => {
      const card = await cardThere(800);
      await present(100, card);
      line.faults(text => (text.endsWith(call) ? 'cutAfter' : null));
      expect(await pay(card, 300)).toMatchObject({ status: 405, body: { code: 1134 } });
      line.faults(() => null);
      await drained();
      expect(await balanceAt(there, card)).toEqual([800, 0]);
      const next = await present(800, card);
      expect(ok(await apply(next.id)).missing_sum).toBe(0);
      ok(await till.post(`/${next.id}/cancel`));
      expect(cases()).toEqual([]);
    },
  );

  it('by hand goes there first, too, and its cancellation', async () => {
    const card = await cardThere(800);
    const { idents } = await present(100, card);
    const path = `/api/v2/Loyalty/MerchantCards/me/transaction/${idents[0]?.merchantcard?.id}`;
    const book = (body: object) => till.ask('POST', path, { body: { cardnumber: card, ...body } });
    ok(await book({ action: 'discharge', amount: 300 }));
    expect(await balanceAt(there, card)).toEqual([500, 0]);
    expect(await book({ action: 'discharge', amount: 900 })).toMatchObject({ status: 405, body: { code: 51 } });
    ok(await book({ action: 'cancel_last' }));
    await drained();
    expect(await balanceAt(there, card)).toEqual([800, 0]);
    expect(cases()).toEqual([]);
  });

  it('is refused within the budget where the line is a black hole', async () => {
    const card = await cardThere(800);
    await present(100, card);
    line.faults(() => 'hang');
    const begun = performance.now();
    expect(await pay(card, 300)).toMatchObject({ status: 405, body: { code: 1134 } });
    expect(performance.now() - begun).toBeLessThan(2200);
  });
});

describe('a voucher', () => {
  const voucher = '5000000000000017';
  const withVoucher = (amount: number) =>
    till.create({ ...sale([item(amount)]), idents: [{ type: 'voucher', value: voucher }] });

  it('stays whole here and there where the service takes nothing off for it', async () => {
    const path = '/bridge/v1/loyalty/vouchers';
    const kept = ok(await there.ask<{ data: readonly { id: string; code: string }[] }>('GET', path)).data;
    const one = `${path}/${kept.find(({ code }) => code === voucher)?.id}`;
    ok(await there.ask('PUT', one, { body: { condition: { minBasketSum: 100_000 } } }));
    const { id } = await withVoucher(2000);
    const answer = ok(await apply(id));
    expect(answer).toMatchObject({
      missing_sum: 2000,
      coupons: [{ code: voucher, taken_off: 0, unused_because: 'elsewhere' }],
    });
    ok(await till.post(`/${id}/start/cash`));
    await drained();
    expect(ok(await there.ask<{ state: string }>('GET', one)).state).toBe('open');
    ok(await there.ask('PUT', one, { body: { condition: {} } }));
    const next = await withVoucher(2000);
    expect(ok(await apply(next.id)).coupons).toMatchObject([{ code: voucher, taken_off: 500 }]);
    ok(await till.post(`/${next.id}/cancel`));
    await drained();
    expect(cases()).toEqual([]);
  });

  it('is listed with its code where only the service knows it', async () => {
    const made = { code: 'ONLY-THERE', name: 'Dort', effect: { type: 'amount', amount: 300 } };
    ok(await there.ask('POST', '/bridge/v1/loyalty/vouchers', { body: made }));
    const idents = [{ type: 'voucher', value: made.code }];
    const { id } = await till.create({ ...sale([item(2000)]), idents });
    expect(ok(await apply(id))).toMatchObject({
      missing_sum: 1700,
      coupons: [{ code: made.code, name: made.code, taken_off: null }],
    });
    const paid = ok(await till.post<SmartTransaction>(`/${id}/start/cash`));
    expect(paid.coupons).toMatchObject([{ code: made.code, taken_off: null }]);
    await drained();
    expect(cases()).toEqual([]);
  });

  it('is held at the service for one sale, is used nowhere else, and is free again after a cancellation', async () => {
    const first = await withVoucher(2000);
    const answer = ok(await apply(first.id));
    expect(answer.missing_sum).toBeLessThan(2000);
    const elsewhere = await there.create({ ...sale([item(2000)]), idents: [{ type: 'voucher', value: voucher }] });
    expect(await there.post(`/${elsewhere.id}/preTransaction`)).toMatchObject({ status: 405, body: { code: 56 } });
    ok(await till.post(`/${first.id}/cancel`));
    await drained();
    expect(ok(await there.post<PreTransactionAnswer>(`/${elsewhere.id}/preTransaction`)).missing_sum).toBe(
      answer.missing_sum,
    );
    const second = await withVoucher(2000);
    expect(await apply(second.id)).toMatchObject({ status: 405, body: { code: 56 } });
    ok(await there.post(`/${elsewhere.id}/cancel`));
    expect(ok(await apply(second.id)).missing_sum).toBe(answer.missing_sum);
    ok(await till.post(`/${second.id}/start/cash`));
    await drained();
    expect(await there.post(`/${elsewhere.id}/preTransaction`)).toMatchObject({ status: 405 });
    expect(cases()).toEqual([]);
  });

  it('is refused while the line is down', async () => {
    line.faults(() => 'cutBefore');
    const { id } = await withVoucher(2000);
    expect(await apply(id)).toMatchObject({ status: 405, body: { code: 1133 } });
  });
});

it('shows the notice of the cashier with the sale until its basket changes', async () => {
  line.faults(() => 'cutBefore');
  const { id } = await present(500, cards.rich);
  const { card_notice } = ok(await apply(id));
  expect(card_notice).toMatchObject({ redeem: 'refuse', limit: 0 });
  const shown = await till.read(id);
  expect(shown.card_notice).toEqual(card_notice);
  const { body } = await till.ask<SmartTransaction>('PUT', `/api/v2/Smart/Transactions/${id}`, { body: { ...shown } });
  expect(body.card_notice).toBeUndefined();
  expect((await till.read(id)).card_notice).toBeUndefined();
});
