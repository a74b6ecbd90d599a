/** The loyalty card through the whole bridge: what it pays and in which order, what is held, and what is given back. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { flow } from '../checkout/flow.ts';
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
  testClock,
} from '../doubles/bridge.fixture.ts';
import { specifies } from '../doubles/specifies.ts';
import { cashier as staff, testWorld } from '../doubles/world.fixture.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import { type CardAuthority, OWN_TERMS } from '../world/cardAuthority.ts';
import { errors } from '../world/errors.ts';

interface PreAnswer {
  readonly missing_sum: number;
  readonly payments?: SmartTransaction['payments'];
  readonly bonus_products: readonly { readonly priceOne: number; readonly item_type: string; readonly tax: number }[];
}
interface Refusal {
  readonly code: number;
  readonly error_user: string;
}

let bridge: TestBridge;
let till: Client;

beforeAll(async () => {
  bridge = await startBridge({ config: { strictSums: false } });
  till = await bridge.client();
});
afterAll(closeAll);

const balance = async (number: string) => {
  const { body } = await till.ask<{ merchantcard: { cash_balance: number; bonus_balance: number; points: number } }>(
    'GET',
    `/bridge/v1/cards/${number}`,
  );
  const { cash_balance: cash, bonus_balance: bonus, points } = body.merchantcard;
  return { cash, bonus, points };
};

const pre = async (id: string) => ok(await till.post<PreAnswer>(`/${id}/preTransaction`));

describe('a card pays', () => {
  it('first the discount, then the bonus, then the cash', async () => {
    specifies({
      'What the service does': 'preTransaction uses the balance and answers what is missing',
      'Smart Transaction: states': [
        'preTransaction leads to status processing, adds bonus items and sets missing_sum',
        'preTransaction adds bonus items (coupon, negative priceOne) and sets missing_sum',
      ],
      Endpoints: 'POST /Smart/Transactions/{smartTransactionId}/preTransaction answers missing_sum and bonus_products',
    });
    const { id } = await till.create(sale([coffee(2000)], cards.some));
    const answer = await pre(id);
    expect(answer.bonus_products.map(({ priceOne, item_type }) => [priceOne, item_type])).toEqual([
      [-200, 'coupon'],
      [-300, 'coupon'],
    ]);
    expect(answer.missing_sum).toBe(2000 - 200 - 300 - 700);
    const applied = await till.read(id);
    expect(applied.status).toBe('processing');
    expect(answer.payments).toMatchObject([{ method: 'loyalty', amount: 700, status: 'authorised' }]);
    expect(answer.payments).toEqual(applied.payments);
    expect(applied.transactions).toEqual([]);
    expect(applied.basket_info).toMatchObject({ sum: 1500, missing_sum: 800 });
    expect(await balance(cards.some)).toEqual({ cash: 700, bonus: 300, points: 0 });
    expect((await till.post(`/${id}/cancel`)).body.status).toBe('cancelled');
    expect(await balance(cards.some)).toEqual({ cash: 700, bonus: 300, points: 0 });
  });

  it('the whole sale: start/loyalty closes it, books once and earns points', async () => {
    specifies({
      'What the service does': 'a payer pays only with a loyalty card',
      'Smart Transaction: states': [
        'start/loyalty with missing_sum 0 leads to status ok, no prepare needed',
        'start/loyalty with missing_sum 0 leads to status ok with a receipt; the card is charged, no prepare needed',
      ],
      'Smart Transactions: rules': '2: missing_sum 0 is closed by start/loyalty without prepare',
    });
    const before = await balance(cards.rich);
    const { id } = await till.create(sale([item(1000)], cards.rich));
    expect((await pre(id)).missing_sum).toBe(0);
    const closed = ok(await till.post(`/${id}/start/loyalty`));
    expect(closed).toMatchObject({ status: 'ok', payment_method: 'loyalty', basket_info: { missing_sum: 0 } });
    expect(closed.transactions.map(({ object }) => object)).toEqual(['loyalty.transactions']);
    expect(await balance(cards.rich)).toEqual({ cash: before.cash - 1000, bonus: 0, points: before.points + 10 });
    const rows = bridge.rows('SELECT account, kind, amount FROM loyalty_entry WHERE sale = ? ORDER BY number', id);
    expect(rows.map(row => ({ ...row }))).toEqual([
      { account: 'points', kind: 'earn', amount: 10 },
      { account: 'cash', kind: 'spend', amount: -1000 },
    ]);
    expect(ok(await till.post(`/${id}/cancel`)).status).toBe('cancelled');
    expect(await balance(cards.rich)).toEqual(before);
  });

  it('its part, and start/cash takes the rest', async () => {
    specifies({
      'What the service does': 'a payer pays partly with the loyalty card and the missing sum in another way',
    });
    const { id } = await till.create(sale([item(1500)], cards.some));
    expect((await pre(id)).missing_sum).toBe(500);
    expect((await till.post<Refusal>(`/${id}/start/loyalty`)).status).toBe(405);
    const closed = ok(await till.post(`/${id}/start/cash`, { amount_given: 1000 }));
    expect(closed).toMatchObject({ status: 'ok', payment_method: 'cash' });
    expect(JSON.stringify(closed.receipt)).toContain('5,00 EUR');
    expect(await balance(cards.some)).toEqual({ cash: 0, bonus: 0, points: 12 });
    ok(await till.post(`/${id}/cancel`));
    expect(await balance(cards.some)).toEqual({ cash: 700, bonus: 300, points: 0 });
  });

  it('nothing without preTransaction: start/cash only records the revenue', async () => {
    specifies({
      'Smart Transactions: rules': [
        '1: preTransaction is required only to pay with the balance',
        'preTransaction is required only to use the balance; revenue is recorded without it',
        'start/cash only tracks the payment so that loyalty operations apply',
      ],
    });
    const { id } = await till.create(sale([coffee(1000)], cards.some));
    const closed = ok(await till.post(`/${id}/start/cash`));
    expect(closed.basket_info).toMatchObject({ sum: 1000 });
    expect(await balance(cards.some)).toEqual({ cash: 700, bonus: 300, points: 10 });
    ok(await till.post(`/${id}/cancel`));
  });

  it('a sum without a basket', async () => {
    const { id } = await till.create({ basket_info: { sum: 900 }, idents: [{ type: 'card', value: cards.some }] });
    expect((await pre(id)).missing_sum).toBe(200);
    ok(await till.post(`/${id}/cancel`));
  });

  it('at most the sum of the caller, where it is lower than the basket', async () => {
    const before = await balance(cards.rich);
    const { id } = await till.create({ ...sale([item(1000)], cards.rich), basket_info: { sum: 800 } });
    expect((await pre(id)).missing_sum).toBe(0);
    const closed = ok(await till.post(`/${id}/start/loyalty`));
    const [spent] = bridge.rows<{ amount: number }>(
      "SELECT amount FROM loyalty_entry WHERE sale = ? AND kind = 'spend'",
      id,
    );
    expect(spent?.amount).toBe(-closed.basket_info.sum);
    ok(await till.post(`/${id}/cancel`));
    expect(await balance(cards.rich)).toEqual(before);
  });

  it('no discount that makes the sum negative', async () => {
    const before = await balance(cards.some);
    const { id } = await till.create({ ...sale([coffee(1000)], cards.some), basket_info: { sum: 50 } });
    const refused = await till.post<Refusal>(`/${id}/preTransaction`);
    expect(refused.status).toBe(500);
    expect((await till.read(id)).basket_info).toMatchObject({ sum: 50, missing_sum: 50 });
    expect(await balance(cards.some)).toEqual(before);
  });
});

describe('preTransaction', () => {
  it('gives the same answer twice, and adds its lines once', async () => {
    specifies({
      Endpoints:
        'POST /Smart/Transactions/{smartTransactionId}/preTransaction answers {missing_sum, bonus_products}; repeated it answers the same',
    });
    const { id } = await till.create(sale([coffee(2000)], cards.some));
    const first = await pre(id);
    const second = await pre(id);
    expect(second).toEqual(first);
    expect((await till.read(id)).basket.products.filter(line => line.item_type === 'coupon')).toHaveLength(2);
    ok(await till.post(`/${id}/cancel`));
  });

  it('is undone by PUT, and the balance is free again', async () => {
    const { id } = await till.create(sale([coffee(2000)], cards.some));
    await pre(id);
    const put = await till.ask('PUT', `/api/v2/Smart/Transactions/${id}`, {
      body: { ...sale([coffee(3000)]), basket_info: { sum: 3000 } },
    });
    expect(ok(put)).toMatchObject({ status: 'created', basket_info: { sum: 3000, missing_sum: 3000 } });
    expect(put.body.basket.products).toHaveLength(1);
    expect(put.body.idents[0]).toMatchObject({ value: cards.some });
    expect(await balance(cards.some)).toEqual({ cash: 700, bonus: 300, points: 0 });
    ok(await till.post(`/${id}/cancel`));
  });

  it('survives a client that sends back the document it read', async () => {
    const { id } = await till.create(sale([coffee(2000)], cards.some));
    await pre(id);
    const read = await till.read(id);
    const put = ok(await till.ask('PUT', `/api/v2/Smart/Transactions/${id}`, { body: read }));
    expect(put.basket_info).toMatchObject({ sum: 2000, missing_sum: 2000 });
    expect(put.basket.products).toHaveLength(1);
    ok(await till.post(`/${id}/cancel`));
  });

  it.each([
    ['locked', cards.locked, 405, 41],
    ['expired', cards.expired, 405, 54],
    ['unknown', cards.unknown, 404, 14],
  ])('refuses a card that is %s', async (_why, number, status, code) => {
    const created = await till.create(sale([item(100)], number));
    expect(created.idents[0]?.valid).toBe(false);
    const refused = await till.post<Refusal>(`/${created.id}/preTransaction`);
    expect([refused.status, refused.body.code]).toEqual([status, code]);
    expect((await till.read(created.id)).status).toBe('created');
    expect(ok(await till.post(`/${created.id}/start/cash`)).status).toBe('ok');
  });

  it('refuses a sale without a card, and one that does not exist', async () => {
    const { id } = await till.create(sale([item(100)]));
    expect((await till.post<Refusal>(`/${id}/preTransaction`)).body.code).toBe(1014);
    expect((await till.post<Refusal>(`/STX_${'0'.repeat(30)}/preTransaction`)).status).toBe(404);
  });
});

describe('concurrent calls', () => {
  it('let two sales share one card without spending a balance twice', async () => {
    const sales = await Promise.all([1, 2].map(() => till.create(sale([item(1000)], cards.some))));
    const answers = await Promise.all(sales.map(({ id }) => pre(id)));
    const held = answers.map(({ missing_sum }) => 1000 - missing_sum);
    expect(held.reduce((a, b) => a + b)).toBe(1000);
    await Promise.all(sales.map(({ id }) => till.post(`/${id}/start/cash`)));
    expect(await balance(cards.some)).toMatchObject({ cash: 0, bonus: 0 });
    await Promise.all(sales.map(({ id }) => till.post(`/${id}/cancel`)));
    expect(await balance(cards.some)).toEqual({ cash: 700, bonus: 300, points: 0 });
  });

  it('close one sale once with ten calls of start/cash', async () => {
    const { id } = await till.create(sale([item(1000)], cards.rich));
    await pre(id);
    const answers = await Promise.all(Array.from({ length: 10 }, () => till.post(`/${id}/start/cash`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(405)]);
    expect(bridge.rows("SELECT 1 FROM loyalty_entry WHERE sale = ? AND kind = 'spend'", id)).toHaveLength(1);
    const cancels = await Promise.all(Array.from({ length: 5 }, () => till.post(`/${id}/cancel`)));
    expect(cancels.map(({ status }) => status).sort()).toEqual([200, 405, 405, 405, 405]);
  });
});

describe('a card that is held at a service', () => {
  it('is not applied to a basket that was changed meanwhile, and what was held is given up', async () => {
    const { world, db } = await testWorld();
    const { id } = await flow.create(world, staff, sale([item(1000)], cards.some));
    const answers = Promise.withResolvers<void>();
    const giveUp = vi.fn(async () => undefined);
    const cardAuthority: CardAuthority = {
      ...world.cardAuthority,
      async termsFor(question) {
        const { sale: asked } = question() ?? {};
        if (!asked) throw new Error('there is nothing to ask');
        await answers.promise;
        return { ...OWN_TERMS, kind: 'held', asked, lines: [], missing: 0, giveUp };
      },
    };
    const applying = flow.preTransaction({ ...world, cardAuthority }, staff, id);
    const refused = expect(applying).rejects.toMatchObject({ key: 'cardHoldOutdated' });
    await flow.update(world, staff, id, sale([item(2000)], cards.some));
    answers.resolve();
    await refused;
    expect(giveUp).toHaveBeenCalledOnce();
    expect(world.loyalty.held(id)).toBeNull();
    expect(errors.cardHoldOutdated.code).toBe(1189);
    await db.close();
  });
});

describe('an expired reservation', () => {
  it('releases the balance and removes the lines, but not of a closed sale', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const clock = testClock();
    const own = await startBridge({ clock, config: { reservationMinutes: 10 } });
    const client = await own.client();
    const [open, closed] = await Promise.all([
      client.create(sale([coffee(2000)], cards.some)),
      client.create(sale([item(1000)], cards.rich)),
    ]);
    for (const { id } of [open, closed]) ok(await client.post(`/${id}/preTransaction`));
    ok(await client.post(`/${closed.id}/start/loyalty`));
    clock.pass(11 * 60_000);
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    await vi.waitFor(async () => expect((await client.read(open.id)).status).toBe('created'));
    expect((await client.read(open.id)).basket_info).toMatchObject({ sum: 2000, missing_sum: 2000 });
    expect((await client.read(open.id)).basket.products).toHaveLength(1);
    expect((await client.read(closed.id)).status).toBe('ok');
    const states = own.rows<{ state: string }>('SELECT state FROM reservation ORDER BY number').map(row => row.state);
    expect(states.sort()).toEqual(['committed', 'released']);
    expect((await client.post(`/${open.id}/start/loyalty`)).status).toBe(405);
  });
});
