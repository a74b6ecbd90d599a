/**
 * Cash rounding in whole shops: cash is what the coins of the land can pay, every other tender is exact, and whatever is sold, split,
 * taken back or cancelled, the drawer holds what changed hands, and tenders with their rounding make up the turnover.
 */
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { cashOf } from '../cash/cash.fixture.ts';
import { cashRuleOf, ROUNDING, roundedCash } from '../domain/cashRounding.ts';
import { denominationsOf } from '../domain/currencies.ts';
import { receiptText } from '../domain/receipt.ts';
import { type Client, closeAll, item, ok, sale, startBridge, type TestBridge } from '../doubles/bridge.fixture.ts';
import { expectPaymentsAgree } from '../doubles/paymentsAgree.ts';
import type { SmartTransaction } from '../wire/transactions.ts';

afterAll(closeAll);

const runs = process.env.LONG ? 8 : 2;
/** Of one land, ms: a busy machine takes its time over the long days. */
const LIMIT = 300_000;
const LANDS = [
  ['CH', 'CHF'],
  ['DK', 'DKK'],
  ['SE', 'SEK'],
  ['HU', 'HUF'],
  ['BE', 'EUR'],
  ['NL', 'EUR'],
  ['DE', 'EUR'],
] as const;

type Step =
  | { readonly do: 'sell'; readonly prices: readonly number[]; readonly given: number }
  | { readonly do: 'split'; readonly price: number; readonly first: 'cash' | 'voucher'; readonly share: number }
  | { readonly do: 'card'; readonly price: number }
  | { readonly do: 'return'; readonly of: number; readonly line: number; readonly way: 'proposed' | 'exact' | 'coins' }
  | { readonly do: 'exchange'; readonly of: number; readonly price: number }
  | { readonly do: 'cancel'; readonly of: number };

const price = fc.integer({ min: 1, max: 99_999 });
const of = fc.nat(9);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('sell' as const),
    prices: fc.array(price, { minLength: 1, maxLength: 3 }),
    given: fc.nat(5),
  }),
  fc.record({
    do: fc.constant('split' as const),
    price: fc.integer({ min: 3000, max: 99_999 }),
    first: fc.constantFrom('cash' as const, 'voucher' as const),
    share: fc.integer({ min: 1, max: 9 }),
  }),
  fc.record({ do: fc.constant('card' as const), price }),
  fc.record({
    do: fc.constant('return' as const),
    of,
    line: fc.nat(2),
    way: fc.constantFrom('proposed' as const, 'exact' as const, 'coins' as const),
  }),
  fc.record({ do: fc.constant('exchange' as const), of, price }),
  fc.record({ do: fc.constant('cancel' as const), of }),
);

interface Shop {
  readonly bridge: TestBridge;
  readonly manager: Client;
  /** Cash is a multiple of it, minor units. */
  readonly step: number;
}

async function openShop(country: string, currency: string, cashRounding: boolean | null = null): Promise<Shop> {
  const bridge = await startBridge();
  const manager = await bridge.staff('manager');
  ok(await manager.ask('PUT', '/bridge/v1/shop', { body: { country, currency, cashRounding } }));
  return { bridge, manager, step: cashRuleOf({ country, currency, cashRounding }, currency).step };
}

const cashIn = ({ tenders = [] }: Pick<SmartTransaction, 'tenders'>) =>
  tenders.reduce((sum, { method, amount }) => sum + (method === 'cash' ? amount : 0), 0);
const sumOf = (tenders: readonly { readonly amount: number }[] = []) =>
  tenders.reduce((sum, { amount }) => sum + amount, 0);

/** One day of a shop beside what a person sees: notes and coins that change hands. */
class Day {
  readonly #shop: Shop;
  readonly #sold: SmartTransaction[] = [];
  /** Sales of which something has come back, and the lines. */
  readonly #touched = new Set<string>();
  drawer = 0;
  turnover = 0;
  /** Sums that went back, by what brought them. */
  readonly gone = { return: 0, exchange: 0, cancel: 0 };

  constructor(shop: Shop) {
    this.#shop = shop;
  }

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'sell':
        return this.#sell(step.prices, step.given);
      case 'split':
        return this.#split(step.price, step.first, step.share);
      case 'card':
        return this.#byVoucher(step.price);
      case 'return':
        return this.#giveBack(step.of, step.line, step.way);
      case 'exchange':
        return this.#exchange(step.of, step.price);
      case 'cancel':
        return this.#cancel(step.of);
    }
  }

  async #sell(prices: readonly number[], notes: number): Promise<void> {
    const { manager, step } = this.#shop;
    const { id, basket_info: info } = await manager.create(sale(prices.map(one => item(one))));
    const due = roundedCash(info.missing_sum, step);
    const given = due + notes * step;
    const paid = ok(await manager.post<SmartTransaction>(`/${id}/start/cash`, { amount_given: given }));
    expect(paid.change ?? 0).toBe(notes * step);
    this.#close(paid, given - (paid.change ?? 0));
  }

  async #split(price: number, first: 'cash' | 'voucher', share: number): Promise<void> {
    const { manager, step } = this.#shop;
    const { id } = await manager.create(sale([item(price)]));
    const part = Math.floor((price * share) / 10);
    const amount = first === 'cash' ? Math.max(step, part - (part % step)) : part;
    const text = { text: 'City 4711' };
    ok(await manager.post(`/${id}/start/${first}`, { part: { amount }, ...(first === 'cash' ? {} : text) }));
    const { missing_sum: missing } = (await manager.read(id)).basket_info;
    const second = first === 'cash' ? 'voucher' : 'cash';
    const body = second === 'cash' ? { part: { amount: roundedCash(missing, step) || missing } } : text;
    const paid = ok(await manager.post<SmartTransaction>(`/${id}/start/${second}`, body));
    this.#close(paid, first === 'cash' ? amount : roundedCash(missing, step));
    if (first === 'cash') expect(paid.tenders?.map(({ method }) => method)).not.toContain(ROUNDING);
  }

  /** Exact to the cent, as every tender but cash. */
  async #byVoucher(price: number): Promise<void> {
    const { manager } = this.#shop;
    const { id } = await manager.create(sale([item(price)]));
    const paid = ok(await manager.post<SmartTransaction>(`/${id}/start/voucher`, { text: 'City 4711' }));
    expect(paid.tenders).toEqual([expect.objectContaining({ method: 'voucher', amount: price })]);
    this.#close(paid, 0);
  }

  async #giveBack(of: number, line: number, way: 'proposed' | 'exact' | 'coins'): Promise<void> {
    const { manager, step } = this.#shop;
    const opened = await this.#takeBack(of, line);
    if (!opened) return;
    const { id, basket_info: info } = opened;
    const due = -info.missing_sum;
    const amount = way === 'exact' ? due : roundedCash(due, step);
    const back = way === 'proposed' || amount === 0 ? {} : { back: [{ method: 'cash', amount }] };
    const done = ok(await manager.ask<SmartTransaction>('POST', `/bridge/v1/returns/${id}/pay-out`, { body: back }));
    this.gone.return += 1;
    if (way !== 'proposed') expect(cashIn(done)).toBe(0 - roundedCash(due, step) || 0);
    this.#close(done, cashIn(done));
  }

  /** Opens a return for one line that has not come back; undefined where there is none. */
  async #takeBack(of: number, line: number): Promise<SmartTransaction | undefined> {
    const left = this.#sold.flatMap(from =>
      from.basket.products
        .filter(({ id, item_type: type }) => type === 'article' && !this.#touched.has(`${from.id} ${id}`))
        .map(({ id }) => ({ sale: from.id, line: id, quantity: 1 })),
    );
    const chosen = left.at((of + line) % Math.max(1, left.length));
    if (!chosen) return undefined;
    this.#touched.add(chosen.sale).add(`${chosen.sale} ${chosen.line}`);
    const body = { lines: [chosen], reason: 'zu klein' };
    return ok(await this.#shop.manager.ask<SmartTransaction>('POST', '/bridge/v1/returns', { body }));
  }

  async #exchange(of: number, newPrice: number): Promise<void> {
    const { manager } = this.#shop;
    const open = await this.#takeBack(of, 0);
    if (!open) return;
    const products = [...open.basket.products, item(newPrice)];
    const both = ok(
      await manager.ask<SmartTransaction>('PUT', `/api/v2/Smart/Transactions/${open.id}`, {
        body: { ...open, basket: { products } },
      }),
    );
    const { missing_sum: missing } = both.basket_info;
    const done = ok(
      missing >= 0
        ? await manager.post<SmartTransaction>(`/${open.id}/start/cash`)
        : await manager.ask<SmartTransaction>('POST', `/bridge/v1/returns/${open.id}/pay-out`, { body: {} }),
    );
    this.gone.exchange += 1;
    this.#close(done, cashIn(done));
  }

  async #cancel(of: number): Promise<void> {
    const { manager } = this.#shop;
    const whole = this.#sold.filter(({ id, goods_return: isReturn }) => !isReturn && !this.#touched.has(id));
    const from = whole.at(of % Math.max(1, whole.length));
    if (!from) return;
    const answer = await manager.ask<SmartTransaction>('POST', `/api/v2/Smart/Transactions/${from.id}/cancel`, {
      headers: { 'x-reason': 'vertippt' },
    });
    ok(answer);
    const { given_back: back = [], basket_info: info } = answer.body;
    this.#sold.splice(this.#sold.indexOf(from), 1);
    const out = back.reduce((sum, { method, amount }) => sum + (method === 'cash' ? amount : 0), 0);
    this.gone.cancel += 1;
    this.drawer -= out;
    this.turnover -= info.sum;
    expect(out).toBe(cashIn(from));
    expect(sumOf(back)).toBe(info.sum);
  }

  #close(paid: SmartTransaction, changedHands: number): void {
    expect(paid.status).toBe('ok');
    expectPaymentsAgree(paid);
    expect(sumOf(paid.tenders)).toBe(paid.basket_info.sum);
    expect(cashIn(paid)).toBe(changedHands);
    expect(Math.abs(changedHands % this.#shop.step)).toBe(0);
    this.drawer += changedHands;
    this.turnover += paid.basket_info.sum;
    this.#sold.push(paid);
  }
}

it.each(LANDS)(
  'in %s (%s) drawer, tenders and turnover agree after every step of a day',
  async (country, currency) => {
    const shop = await openShop(country, currency);
    const cash = cashOf(shop.manager);
    const pieces = denominationsOf(currency).map(value => ({ value, pieces: 0 }));
    ok(await cash.call('POST', 'shifts', { pieces }));
    const day = new Day(shop);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 16, maxLength: 24, size: 'max' }), async steps => {
        for (const one of steps) {
          await day.take(one);
          expect(await cash.expected(), JSON.stringify(one)).toBe(day.drawer);
        }
        const { tenders, turnover, cash: drawer } = await cash.x();
        expect(turnover.gross).toBe(day.turnover);
        expect(tenders.reduce((sum, { net }) => sum + net, 0)).toBe(day.turnover);
        expect(drawer.sales).toBe(day.drawer);
        if (shop.step === 1) expect(tenders.map(({ method }) => method)).not.toContain(ROUNDING);
      }),
      { numRuns: runs, endOnFailure: true },
    );
    expect(Math.min(...Object.values(day.gone))).toBeGreaterThan(0);
  },
  LIMIT,
);

const text = (lines: SmartTransaction['receipt'] = []) => receiptText(lines as never);
const sell = async ({ manager }: Shop, prices: readonly number[], body: object = {}) => {
  const { id } = await manager.create(sale(prices.map(one => item(one))));
  return ok(await manager.post<SmartTransaction>(`/${id}/start/cash`, body));
};

it('prints the rounding between total and cash, turned on the cancellation, and as a row of the X report', async () => {
  const shop = await openShop('CH', 'CHF');
  const paid = await sell(shop, [503, 499], { amount_given: 2000 });
  expect(paid.tenders).toEqual([
    { method: 'cash', amount: 1000 },
    { method: 'rounding', amount: 2 },
  ]);
  expect(text(paid.receipt)).toMatch(
    /Summe\s+10,02 CHF\n\s*Rundung\s+-0,02 CHF\n\s*Bar\s+10,00 CHF\n\s*Gegeben\s+20,00 CHF\n\s*Rückgeld\s+10,00 CHF/,
  );
  const { manager } = shop;
  await sell(shop, [503]);
  const x = await cashOf(manager).x();
  expect(x.tenders.map(({ method, net }) => [method, net])).toEqual([
    ['cash', 1505],
    ['rounding', 0],
  ]);
  const cancelled = ok(
    await manager.ask<SmartTransaction>('POST', `/api/v2/Smart/Transactions/${paid.id}/cancel`, {
      headers: { 'x-reason': 'vertippt' },
    }),
  );
  expect(text(cancelled.receipt_reversal)).toMatch(/Summe\s+-10,02 CHF\n\s*Rundung\s+0,02 CHF\n\s*Bar\s+-10,00 CHF/);
});

it('takes nothing where less than half a coin is due, and refuses a part and an amount that no coins make', async () => {
  const shop = await openShop('CH', 'CHF');
  const { manager } = shop;
  expect((await sell(shop, [2])).tenders).toEqual([{ method: 'rounding', amount: 2 }]);
  const { id } = await manager.create(sale([item(1003)]));
  const refused = async (body: object) =>
    (await manager.post<{ error_details: string }>(`/${id}/start/cash`, body)).body;
  expect((await refused({ part: { amount: 501 } })).error_details).toContain('multiple of 5');
  expect((await refused({ amount_given: 1003 })).error_details).toContain('1005 is missing');
  expect(ok(await manager.post<SmartTransaction>(`/${id}/start/cash`, { amount_given: 1005 })).change).toBe(0);
});

it('rounds in the Netherlands unless the shop has switched it off', async () => {
  const off = await openShop('NL', 'EUR', false);
  expect((await sell(off, [1002])).tenders).toEqual([{ method: 'cash', amount: 1002 }]);
  ok(await off.manager.ask('PUT', '/bridge/v1/shop', { body: { cashRounding: true } }));
  expect((await sell(off, [1002])).tenders).toHaveLength(2);
});
