/** Sending the basket to the bridge. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { article, card } from '../doubles/goods.ts';
import { MemoryBridge } from '../doubles/memoryBridge.ts';
import { BasketStore } from './basket.ts';
import { type BasketOnBridge, type BasketOnScreen, BasketSync, nextStep } from './basketSync.ts';
import { totalsOf } from './basketTotals.ts';
import { isBonus } from './lines.ts';

const CARD = '9276004000000018';

function setUp(bridge = new MemoryBridge()) {
  bridge.cards.set(CARD, card(CARD));
  const basket = new BasketStore();
  const retries: (() => void)[] = [];
  const elsewhere: string[] = [];
  const refused: number[] = [];
  const sync = new BasketSync({
    client: bridge,
    basket,
    currency: () => 'EUR',
    cashier: () => 'Kim',
    onSettledElsewhere: sale => elsewhere.push(sale.status),
    onChangedElsewhere: () => elsewhere.push('changed'),
    onOtherOnTill: () => {},
    onPriceRefused: () => {},
    onCardRefused: error => refused.push(error.status),
    later: run => {
      retries.push(run);
      return () => {};
    },
  });
  const retry = () => {
    for (const run of retries.splice(0)) run();
  };
  const kept = () => bridge.sales.get(sync.saleId() ?? '')!;
  return { bridge, basket, sync, retry, retries, elsewhere, refused, kept };
}

const quantities = (items: readonly { readonly articleNumber?: string | null; readonly quantity?: unknown }[]) =>
  items.map(item => [item.articleNumber, item.quantity]);

test('creates the sale with the first article, and updates it with later ones', async () => {
  const { bridge, basket, sync, kept } = setUp();
  basket.add(article(1, 250));
  expect(await sync.settled()).toBe('STX_1');
  basket.add(article(1, 250));
  basket.add(article(2, 99));
  await sync.settled();
  expect(bridge.calls).toEqual(['create', 'showOnTill', 'update']);
  expect(bridge.onTill()).toBe('STX_1');
  expect(quantities(kept().basket.products)).toEqual([
    ['1', 2],
    ['2', 1],
  ]);
  expect(kept().basket_info.sum).toBe(599);
});

test('applies the card after every change, and never sends its bonus lines', async () => {
  const { bridge, basket, sync, kept } = setUp();
  basket.add(article(1, 1000));
  basket.setCard(CARD, card(CARD));
  await sync.settled();
  expect(totalsOf(basket.getState())).toEqual({
    sum: 1000,
    discount: -100,
    bonus: 0,
    cardUsed: 500,
    paid: 0,
    missing: 400,
    exact: true,
  });
  basket.add(article(1, 1000));
  expect(totalsOf(basket.getState()).exact).toBe(false);
  await sync.settled();
  expect(kept().basket.products.filter(isBonus)).toHaveLength(1);
  expect(totalsOf(basket.getState())).toEqual({
    sum: 2000,
    discount: -200,
    bonus: 0,
    cardUsed: 500,
    paid: 0,
    missing: 1300,
    exact: true,
  });
  basket.setPayWithCard(false);
  await sync.settled();
  expect(kept()).toMatchObject({ status: 'processing', basket_info: { sum: 1800, missing_sum: 1800 } });
  expect(totalsOf(basket.getState())).toMatchObject({ discount: -200, cardUsed: 0, missing: 1800, exact: true });
  expect(bridge.busiest()).toBe(1);
});

test('makes one sale although the answer to its creation was lost and the basket has grown', async () => {
  const { bridge, basket, sync, retry, kept } = setUp();
  bridge.fault = 'mute';
  basket.add(article(1));
  expect(await sync.settled()).toBe(null);
  basket.add(article(2));
  bridge.fault = 'none';
  retry();
  expect(await sync.settled()).toBe('STX_1');
  expect([...bridge.sales.keys()]).toEqual(['STX_1']);
  expect(kept().basket.products).toHaveLength(2);
});

test('goes on in a new page where the page before was', async () => {
  const before = setUp();
  before.bridge.fault = 'mute';
  before.basket.add(article(1));
  await before.sync.settled();
  const unsaved = before.sync.unsaved()!;
  const { bridge, basket, sync } = setUp(before.bridge);
  bridge.fault = 'none';
  sync.resume(unsaved, null);
  basket.resume(before.basket.getState());
  expect(await sync.settled()).toBe('STX_1');
  expect(sync.unsaved()).toBe(null);
  expect([[...bridge.sales.keys()], bridge.onTill()]).toEqual([['STX_1'], 'STX_1']);
});

test('makes one sale where the page ends after a scan that came while the till was cleared', async () => {
  const before = setUp();
  before.sync.renew('STX_OF_THE_LAST_CUSTOMER');
  before.sync.start();
  before.basket.add(article(1));
  const unsaved = before.sync.unsaved()!;
  // The bridge creates the sale, and the page ends without anything more being kept.
  expect(await before.sync.settled()).toBe('STX_1');
  expect(before.bridge.calls[0]).toBe('showOnTill');
  const { bridge, basket, sync } = setUp(before.bridge);
  sync.resume(unsaved, null);
  basket.resume(before.basket.getState());
  expect(await sync.settled()).toBe('STX_1');
  expect([...bridge.sales.keys()]).toEqual(['STX_1']);
});

test('loses nothing while the bridge is away', async () => {
  const { bridge, basket, sync, retry, kept } = setUp();
  bridge.fault = 'away';
  basket.add(article(1));
  expect(await sync.settled()).toBe(null);
  expect(basket.getState().sync).toEqual({ state: 'waiting', problem: { kind: 'unreachable' } });
  basket.add(article(2));
  bridge.fault = 'none';
  retry();
  await sync.settled();
  expect(basket.getState().sync).toEqual({ state: 'saved', problem: null });
  expect(quantities(kept().basket.products)).toEqual([
    ['1', 1],
    ['2', 1],
  ]);
});

test('ignores answers for the last customer', async () => {
  const { bridge, basket, sync } = setUp();
  basket.add(article(1));
  sync.start();
  basket.reset();
  sync.renew(null);
  basket.add(article(2));
  await sync.settled();
  expect(sync.saleId()).toBe('STX_2');
  expect(bridge.sales.get('STX_1')!.status).toBe('cancelled');
  expect(quantities(bridge.sales.get('STX_2')!.basket.products)).toEqual([['2', 1]]);
});

test('removes the sale from the till for the next customer', async () => {
  const { bridge, basket, sync } = setUp();
  basket.add(article(1));
  await sync.settled();
  basket.reset();
  sync.renew('STX_1');
  await sync.settled();
  expect(bridge.onTill()).toBe(null);
});

test('shows a sale that was paid meanwhile, and creates no second one', async () => {
  const { bridge, basket, sync, elsewhere } = setUp();
  basket.add(article(1));
  const id = (await sync.settled())!;
  await bridge.start(id, 'cash', {});
  basket.add(article(2));
  await sync.settled();
  expect(elsewhere).toEqual(['ok']);
  expect(bridge.sales.size).toBe(1);
});

test('creates a new sale with the same basket when the sale is gone or cancelled', async () => {
  const { bridge, basket, sync, kept } = setUp();
  basket.add(article(1));
  await bridge.cancelSale((await sync.settled())!);
  basket.add(article(2));
  await sync.settled();
  bridge.sales.delete(sync.saleId()!);
  basket.add(article(3));
  await sync.settled();
  expect(quantities(kept().basket.products).map(([number]) => number)).toEqual(['1', '2', '3']);
});

test('reports once that a card cannot pay, and stops using it', async () => {
  const { bridge, basket, sync, refused, kept } = setUp();
  basket.add(article(1));
  basket.setCard(CARD, card(CARD));
  bridge.cards.delete(CARD);
  await sync.settled();
  expect(refused).toEqual([405]);
  expect(basket.getState().payWithCard).toBe(false);
  expect(kept().status).toBe('created');
});

const change = fc.oneof(
  fc.record({ kind: fc.constant('add'), number: fc.integer({ min: 1, max: 4 }) }),
  fc.record({
    kind: fc.constant('quantity'),
    number: fc.integer({ min: 0, max: 3 }),
    to: fc.integer({ min: 0, max: 5 }),
  }),
  fc.record({ kind: fc.constantFrom('card', 'drop', 'toggle', 'clear', 'undo', 'rest') }),
  fc.record({ kind: fc.constant('fault'), fault: fc.constantFrom('none', 'away', 'mute') }),
);

test('brings exactly this basket to the bridge after any changes and failures, one call at a time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 30 }), async changes => {
      const { bridge, basket, sync, retry, kept } = setUp();
      for (const one of changes) {
        const { lines, payWithCard: useCard } = basket.getState();
        if ('fault' in one) bridge.fault = one.fault as typeof bridge.fault;
        else if ('to' in one) basket.setQuantity(lines[one.number]?.key ?? '', one.to);
        else if ('number' in one) basket.add(article(one.number, one.number * 111));
        else if (one.kind === 'card') basket.setCard(CARD, card(CARD));
        else if (one.kind === 'drop') basket.dropCard();
        else if (one.kind === 'toggle') basket.setPayWithCard(!useCard);
        else if (one.kind === 'clear') basket.clear();
        else if (one.kind === 'undo') basket.undo();
        else await sync.settled();
        sync.start();
        retry();
      }
      bridge.fault = 'none';
      await sync.settled();
      retry();
      const id = await sync.settled();
      const state = basket.getState();
      expect(bridge.busiest()).toBeLessThanOrEqual(1);
      expect(bridge.onTill()).toBe(id);
      expect(state.sync.state).toBe('saved');
      if (id === null) expect([state.lines, state.card]).toEqual([[], null]);
      else {
        const sent = kept().basket.products.filter(item => !isBonus(item));
        expect(quantities(sent)).toEqual(quantities(state.lines));
        expect(kept().idents.map(({ value }) => value)).toEqual(state.card ? [CARD] : []);
        expect(totalsOf(state)).toMatchObject({ exact: true, missing: kept().basket_info.missing_sum });
      }
    }),
    { numRuns: 300 },
  );
});

test('shows what a campaign takes off for everybody, without a call beside that of the basket', async () => {
  const { bridge, basket, sync, kept } = setUp();
  bridge.everybody = 5;
  basket.add(article(1, 1000));
  await sync.settled();
  expect(totalsOf(basket.getState())).toMatchObject({ sum: 1000, discount: -50, missing: 950, exact: true });
  basket.add(article(1, 1000));
  expect(totalsOf(basket.getState())).toMatchObject({ discount: -50, exact: false });
  await sync.settled();
  expect(totalsOf(basket.getState())).toMatchObject({ discount: -100, missing: 1900, exact: true });
  expect(bridge.calls).toEqual(['create', 'showOnTill', 'update']);
  // Another window, or the same after a restart, reads it from the sale.
  basket.restore(kept(), new Map(), true);
  expect(totalsOf(basket.getState())).toMatchObject({ discount: -100, missing: 1900, exact: true });
  basket.setCard(CARD, card(CARD));
  await sync.settled();
  expect(totalsOf(basket.getState())).toMatchObject({ discount: -200, cardUsed: 500, missing: 1300, exact: true });
  basket.dropCard();
  expect(totalsOf(basket.getState()).discount).toBe(0);
  await sync.settled();
  expect(totalsOf(basket.getState())).toMatchObject({ discount: -100, cardUsed: 0, missing: 1900, exact: true });
  bridge.everybody = 0;
  basket.add(article(2, 100));
  await sync.settled();
  expect(totalsOf(basket.getState())).toMatchObject({ discount: 0, missing: 2100, exact: true });
});

test('ends its steps when the bridge has everything, and only then', () => {
  const wanted = fc.record({
    rev: fc.nat(5),
    empty: fc.boolean(),
    hasCard: fc.boolean(),
  }) as fc.Arbitrary<BasketOnScreen>;
  const id = fc.constantFrom(null, 'a', 'b');
  const rev = fc.option(fc.nat(5), { nil: null });
  const known = fc.record({ id, onTill: id, rev, appliedRev: rev }) as fc.Arbitrary<BasketOnBridge>;
  fc.assert(
    fc.property(wanted, known, (want, start) => {
      let have = start;
      for (let step = nextStep(want, have), count = 0; step; step = nextStep(want, have), count += 1) {
        expect(count).toBeLessThan(5);
        if (step === 'create') have = { ...have, id: 'new', rev: want.rev, appliedRev: null };
        if (step === 'showOnTill') have = { ...have, onTill: have.id };
        if (step === 'clearTill') have = { ...have, onTill: null };
        if (step === 'update') have = { ...have, rev: want.rev, appliedRev: null };
        if (step === 'applyCard') have = { ...have, appliedRev: want.rev };
      }
      expect(have.onTill).toBe(have.id);
      if (have.id !== null) expect(have.rev).toBe(want.rev);
      else expect(want.empty).toBe(true);
    }),
  );
});
