/** Sales are found by everything that people have in hand, and every print of a slip is counted. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receiptCode } from '../../domain/receiptCode.ts';
import {
  type Client,
  cards,
  closeAll,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
  testClock,
} from '../../doubles/bridge.fixture.ts';
import type { FoundSaleList, PrintAnswer, SaleWithHistory } from '../../wire/foundSales.ts';

const SALES = '/bridge/v1/sales';

let bridge: TestBridge;
let till: Client;
let cashier: Client;
const numbers: Record<string, number> = {};
const ids: Record<string, string> = {};

async function sold(name: string, by: Client, document: Parameters<Client['create']>[0], method: 'cash' | 'cashless') {
  const { id } = await by.create(document);
  const paid = ok(await by.post<{ receipt_number?: number }>(`/${id}/start/${method}`));
  ids[name] = id;
  numbers[name] = Number(paid.receipt_number);
}

beforeAll(async () => {
  bridge = await startBridge();
  [till, cashier] = [await bridge.client(), await bridge.staff('cashier')];
  const discount = item(-60, { item_type: 'coupon' });
  await sold('coffee', till, { ...sale([item(400), discount]), transactionRef: 'Bon-4711' }, 'cash');
  await sold('card', till, sale([item(2000), item(50, { quantity: 3 })]), 'cashless');
  await sold('loyal', till, sale([item(9000)], cards.rich), 'cash');
  await sold('cashiers', cashier, sale([item(777)]), 'cash');
  await till.create(sale([item(340)]));
});
afterAll(closeAll);

const find = async (query: Readonly<Record<string, string>>, by = till) =>
  ok(await by.ask<FoundSaleList>('GET', `${SALES}?${new URLSearchParams(query)}`));
const names = ({ data }: FoundSaleList) => data.map(({ id }) => Object.keys(ids).find(name => ids[name] === id));

describe('sales are found', () => {
  it('newest first, without the baskets that nobody has paid', async () => {
    const found = await find({});
    expect(names(found)).toEqual(['cashiers', 'loyal', 'card', 'coffee']);
    expect(found.more).toBeNull();
    expect(found.data[2]).toMatchObject({
      ...{
        receipt_number: numbers.card,
        sum: 2150,
        currency: 'EUR',
        articles: 4,
        status: 'ok',
        result: 'paid',
        copies: 0,
      },
      tenders: [{ method: 'cashless', amount: 2150 }],
      card_end: expect.stringMatching(/^\d{4}$/),
    });
  });

  it('by no receipt of another shop that has the same number', async () => {
    const code = receiptCode(numbers.card ?? 0, `${ids.card}X`);
    expect(names(await find({ search: code }))).toEqual([]);
  });

  it('page by page', async () => {
    const first = await find({ count: '3' });
    expect(names(first)).toEqual(['cashiers', 'loyal', 'card']);
    const second = await find({ count: '3', before: first.more ?? '' });
    // A discount is no article.
    expect(second.data[0]).toMatchObject({ sum: 340, articles: 1 });
    expect([names(second), second.more]).toEqual([['coffee'], null]);
  });

  it.each([
    ['the receipt number', () => String(numbers.card), 'card'],
    ['an amount with a comma', () => '3,40', 'coffee'],
    ['a whole amount', () => '90', 'loyal'],
    ['the reference of the cash register', () => 'bon-4711', 'coffee'],
    ['the id of the sale, as a scanner reads it', () => (ids.loyal ?? '').toLowerCase(), 'loyal'],
    ['the code on its receipt', () => receiptCode(numbers.card ?? 0, ids.card ?? ''), 'card'],
    ['that code in small letters', () => receiptCode(numbers.card ?? 0, ids.card ?? '').toLowerCase(), 'card'],
    ['the loyalty card', () => cards.rich, 'loyal'],
    ['a part of the name of the cashier', () => 'kass', 'cashiers'],
  ])('by %s', async (_what, text, name) => {
    expect(names(await find({ search: text() }))).toEqual([name]);
  });

  it('by the last four digits of the payment card', async () => {
    const [, , { card_end: end } = { card_end: null }] = (await find({})).data;
    expect(names(await find({ search: end ?? '' }))).toContain('card');
  });

  it('of a span of days', async () => {
    const day = new Date(bridge.clock.now());
    const text = (date: Date) => new Intl.DateTimeFormat('sv-SE').format(date);
    const before = text(new Date(day.getTime() - 86_400_000));
    expect((await find({ from: text(day) })).data).toHaveLength(4);
    expect((await find({ from: before, to: before })).data).toEqual([]);
    expect(names(await find({ from: before, to: text(day), search: '3,40' }))).toEqual(['coffee']);
    const wrong = await till.ask<{ error_details: string }>('GET', `${SALES}?from=${text(day)}&to=${before}`);
    expect([wrong.status, wrong.body.error_details]).toEqual([500, expect.stringContaining('lies after')]);
  });

  it('of the business day of now: the evening of a bar goes on after midnight', async () => {
    const bar = await startBridge({ clock: testClock(Date.parse('2027-06-12T23:30:00+02:00')) });
    const manager = await bar.staff('manager');
    const { headers } = await manager.ask('GET', '/bridge/v1/shop');
    const body = { timeZone: 'Europe/Berlin', dayStart: '04:00' };
    ok(await manager.ask('PUT', '/bridge/v1/shop', { body, headers: { 'if-match': headers.get('etag') ?? '' } }));
    const sell = async () => {
      const by = await bar.client();
      const { id } = await by.create(sale([item(500)]));
      ok(await by.post(`/${id}/start/cash`));
    };
    const shown = async (query: Readonly<Record<string, string>>) =>
      (await find(query, await bar.client())).data.length;
    const counted = (day: string) => shown({ day });
    await sell();
    bar.clock.pass(2 * 3_600_000);
    await sell();
    expect([await counted('today'), await counted('yesterday')]).toEqual([2, 0]);
    expect(await shown({ from: '2027-06-13' })).toBe(0);
    expect(await shown({ from: '2027-06-12' })).toBe(2);
    bar.clock.pass(3 * 3_600_000);
    await sell();
    expect([await counted('today'), await counted('yesterday'), await counted('week')]).toEqual([1, 2, 3]);
    await bar.close();
  });

  it.each([
    [{ method: 'cash' }, ['cashiers', 'loyal', 'coffee']],
    [{ method: 'cashless' }, ['card']],
    [{ method: 'cashless,loyalty' }, ['card']],
    [{ method: 'cash,cashless' }, ['cashiers', 'loyal', 'card', 'coffee']],
    [{ method: 'voucher' }, []],
    [{ amount_from: '340', amount_to: '777' }, ['cashiers', 'coffee']],
    [{ amount_from: '2150' }, ['loyal', 'card']],
    [{ amount_to: '340' }, ['coffee']],
    [{ amount_from: '341', amount_to: '776' }, []],
    [{ method: 'cash', amount_from: '700', search: '7,77' }, ['cashiers']],
    [{ method: 'cashless', search: '7,77' }, []],
    [{ method: 'cash', amount_to: '1000', day: 'today' }, ['cashiers', 'coffee']],
    [{ method: 'cash', day: 'yesterday' }, []],
  ])('by tender and amount: %j', async (query, expected) => {
    expect(names(await find(query))).toEqual(expected);
  });

  it('by each tender of a sale that several paid', async () => {
    const shop = await startBridge();
    const by = await shop.client();
    const { id } = await by.create(sale([item(1500)], cards.some));
    ok(await by.post(`/${id}/preTransaction`));
    ok(await by.post(`/${id}/start/cash`));
    for (const method of ['cash', 'loyalty'])
      expect(
        (await find({ method }, by)).data.map(found => found.id),
        method,
      ).toEqual([id]);
    expect((await find({ method: 'cashless' }, by)).data).toEqual([]);
    await shop.close();
  });

  it('of one person, whose name the list gives', async () => {
    const { cashiers } = await find({ search: 'nothing' });
    expect(cashiers).toEqual([{ id: expect.stringMatching(/^USR_/), name: expect.any(String) }]);
    const id = cashiers[0]?.id ?? '';
    expect(names(await find({ cashier: id }))).toEqual(['cashiers']);
    expect(names(await find({ cashier: id, method: 'cashless' }))).toEqual([]);
    expect(names(await find({ cashier: id, search: numbers.card ? String(numbers.card) : '' }))).toEqual([]);
    expect(names(await find({ cashier: 'USR_nobody' }))).toEqual([]);
    const { data, more } = await find({ method: 'cash', count: '1' });
    expect([data.length, names(await find({ method: 'cash', before: more ?? '' }))]).toEqual([1, ['loyal', 'coffee']]);
  });

  it.each([
    ['amount_from=12,50', 'amount_from'],
    ['amount_to=x', 'amount_to'],
    ['method=cash;card', 'method'],
    ['amount_from=2&amount_to=1', 'amount_from 2 is more than amount_to 1'],
    // A value that cannot be read is said before two that do not fit each other.
    ['from=2027-02-02&to=2027-01-01&amount_to=x', 'amount_to'],
    ['from=2027-02-02&to=2027-01-01&amount_from=2&amount_to=1', 'lies after'],
  ])('by nothing that cannot be read: %s', async (query, says) => {
    const { status, body } = await till.ask<{ error_details: string }>('GET', `${SALES}?${query}`);
    expect([status, body.error_details]).toEqual([500, expect.stringContaining(says)]);
  });

  it('never in the shop of another merchant', async () => {
    const other = await bridge.client('other');
    expect((await find({}, other)).data).toEqual([]);
    for (const search of ['3,40', String(numbers.coffee), cards.rich, ids.coffee ?? '', 'bon-4711', 'kass'])
      expect((await find({ search }, other)).data, search).toEqual([]);
    expect((await other.ask('GET', `${SALES}/${ids.coffee}`)).status).toBe(404);
    expect((await other.ask('POST', `${SALES}/${ids.coffee}/prints`, { body: { slip: 'customer' } })).status).toBe(404);
  });

  it('whatever is typed', async () => {
    for (const search of ["'", '%', '\u0000', '-1', '1e9', '9'.repeat(100), '"; DROP TABLE', 'ß'])
      expect((await till.ask('GET', `${SALES}?${new URLSearchParams({ search })}`)).status, search).toBe(200);
  });
});

describe('the prints of a slip', () => {
  const print = async (slip: string, by = cashier) =>
    by.ask<PrintAnswer>('POST', `${SALES}/${ids.coffee}/prints`, { body: { slip } });

  it('are counted over restarts: the first is the slip, the next are copies', async () => {
    expect(ok(await print('customer')).copy).toBe(0);
    expect(ok(await print('customer', till)).copy).toBe(1);
    bridge = await bridge.restart();
    [till, cashier] = [await bridge.client(), await bridge.staff('cashier')];
    expect(ok(await print('customer')).copy).toBe(2);
    const [found] = (await find({ search: '3,40' })).data;
    expect(found?.copies).toBe(2);
  });

  it('are a part of the history, beside the payment and the cancellation with its reason', async () => {
    const manager = await bridge.staff('manager');
    const headers = { 'x-reason': encodeURIComponent('Kundin hat es sich überlegt') };
    ok(await manager.ask('POST', `/api/v2/Smart/Transactions/${ids.card}/cancel`, { headers }));
    const { history, transaction } = ok(await till.ask<SaleWithHistory>('GET', `${SALES}/${ids.card}`));
    expect(transaction.status).toBe('cancelled');
    const [opened, payment, ...more] = history;
    expect([opened?.kind, payment]).toEqual([
      'opened',
      expect.objectContaining({ kind: 'payment', state: 'approved', amount: 2150, card_end: expect.any(String) }),
    ]);
    expect(more.map(({ kind }) => kind).toSorted()).toEqual(['approval', 'cancelled', 'reversal']);
    expect(more.find(({ kind }) => kind === 'approval')?.reason?.de).toBe('Kundin hat es sich überlegt');
    const coffee = ok(await till.ask<SaleWithHistory>('GET', `${SALES}/${ids.coffee}`)).history;
    expect(coffee.filter(({ kind }) => kind === 'print').map(({ copy, slip }) => [slip, copy])).toEqual([
      ['customer', 0],
      ['customer', 1],
      ['customer', 2],
    ]);
  });

  it('that do not exist are refused', async () => {
    expect((await print('reversal')).status).toBe(404);
    expect((await print('other')).status).toBe(500);
  });
});
