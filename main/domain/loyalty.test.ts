/** The loyalty card: use, application to a basket, ledger entries, reservations. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BasketItem, basketTotal, cardArticle, isBonusItem, readBasket } from './basket.ts';
import type { Campaign } from './campaigns.ts';
import {
  applyCard,
  available,
  type Balances,
  balancesOf,
  cardRefusal,
  covers,
  type LedgerEntry,
  ledgerEntries,
  nextReservation,
  pointsEarned,
  type Reservation,
  type ReservationInput,
  removeApplied,
  reversalEntries,
} from './loyalty.ts';
import { grossByRate } from './tax.ts';

const NOW = Date.parse('2026-06-15T12:00:00Z');

function basketOf(...products: readonly object[]): readonly BasketItem[] {
  const read = readBasket(products);
  if (!read.ok) throw new Error(read.problem.path);
  return read.value;
}

const coffeeCampaign: Campaign = {
  id: 'CMP_COFFEE',
  name: 'Kaffeerabatt',
  condition: { cardGroups: ['CRG_BASE'], articles: ['coffee'] },
  effect: { type: 'percent', percent: 10 },
};
const terms = { campaigns: [coffeeCampaign], now: NOW, language: 'de' } as const;
const cardWith = (cash: number, bonus: number) => ({ cardGroupId: 'CRG_BASE', cash, bonus });

const linesOf = (items: readonly BasketItem[]) => items.map(item => [item.reference_id, item.desc, item.priceOne]);

describe('a card', () => {
  const good = { lockStatus: 'unlocked', stockStatus: 'active', expiryDate: null } as const;
  it.each([
    ['in order', good, null],
    ['not existing', null, 'unknown'],
    ['locked', { ...good, lockStatus: 'locked' }, 'locked'],
    ['locked and expired', { ...good, lockStatus: 'locked', expiryDate: '2020-01-01' }, 'locked'],
    ['expired yesterday', { ...good, expiryDate: '2026-06-14' }, 'expired'],
    ['expiring with this day', { ...good, expiryDate: '2026-06-15' }, null],
    ['expired this instant', { ...good, expiryDate: '2026-06-15T14:00:00+02:00' }, 'expired'],
    ['expiring in a second', { ...good, expiryDate: '2026-06-15T12:00:01Z' }, null],
    ['in stock', { ...good, stockStatus: 'stored' }, 'inactive'],
    ['inactive', { ...good, stockStatus: 'inactive' }, 'inactive'],
  ] as const)('%s: %j is refused as %s', (_, card, refusal) => expect(cardRefusal(card, NOW)).toBe(refusal));
});

describe('applying a card', () => {
  const basket = basketOf(
    { articleNumber: 'coffee', quantity: 2, priceOne: 340, tax: 19 },
    { articleNumber: 'bread', priceOne: 450, tax: 7 },
  );

  it('takes campaigns first, then bonus by the share of each tax rate, then cash', () => {
    const applied = applyCard(basket, cardWith(700, 300), terms);
    expect(linesOf(applied.bonusItems)).toEqual([
      ['bonus:CMP_COFFEE:19', 'Kaffeerabatt', -68],
      ['bonus:balance:19', 'Bonusguthaben', -173],
      ['bonus:balance:7', 'Bonusguthaben', -127],
    ]);
    expect(applied.items).toEqual([...basket, ...applied.bonusItems]);
    expect(applied).toMatchObject({ sum: 762, bonusUsed: 300, cashUsed: 700, missingSum: 62 });
  });

  it('names its lines in the language asked for', () => {
    const applied = applyCard(basket, cardWith(0, 300), { ...terms, language: 'en' });
    expect(applied.bonusItems.at(-1)?.desc).toBe('Bonus balance');
  });

  it('leaves nothing missing where the balance covers the basket', () => {
    expect(applyCard(basket, cardWith(5000, 0), terms)).toMatchObject({ sum: 1062, cashUsed: 1062, missingSum: 0 });
    expect(applyCard(basket, cardWith(5000, 2000), terms)).toMatchObject({ sum: 0, bonusUsed: 1062, cashUsed: 0 });
  });

  it('takes nothing from an empty or overdrawn card', () => {
    const untouched = { sum: 1062, bonusUsed: 0, cashUsed: 0, missingSum: 1062 };
    expect(applyCard(basket, cardWith(0, 0), terms)).toMatchObject(untouched);
    expect(applyCard(basket, cardWith(-50, -50), terms)).toMatchObject(untouched);
  });

  it('never lets a card pay for its own charge', () => {
    const charging = basketOf({ priceOne: 300, tax: 7 }, { ean: '2900000000018', priceOne: 2000 });
    const applied = applyCard(charging, cardWith(5000, 100), terms);
    expect(applied).toMatchObject({ sum: 2200, bonusUsed: 100, cashUsed: 200, missingSum: 2000 });
    expect(linesOf(applied.bonusItems)).toEqual([['bonus:balance:7', 'Bonusguthaben', -100]]);
  });

  const line = fc.record({
    item_type: fc.constantFrom('article', 'article', 'coupon', 'shipping'),
    articleNumber: fc.constantFrom('coffee', 'bread', '2900000000018'),
    quantity: fc.integer({ min: -2, max: 9 }),
    priceOne: fc.integer({ min: -500, max: 3_000 }),
    tax: fc.constantFrom(0, 7, 19),
    reference_id: fc.option(fc.string()),
  });
  const balance = fc.integer({ min: -100, max: 20_000 });

  it('accounts for every cent', () => {
    fc.assert(
      fc.property(fc.array(line), balance, balance, (products, cash, bonus) => {
        const plain = basketOf(...products);
        const applied = applyCard(plain, cardWith(cash, bonus), terms);
        const discount = -basketTotal(applied.bonusItems.filter(item => item.articleNumber === 'CMP_COFFEE'));
        expect(applied.sum).toBe(basketTotal(plain) - discount - applied.bonusUsed);
        expect(applied.missingSum).toBe(Math.max(0, applied.sum - applied.cashUsed));
        expect(applied.bonusUsed).toBeGreaterThanOrEqual(0);
        expect(applied.bonusUsed).toBeLessThanOrEqual(Math.max(0, bonus));
        expect(applied.cashUsed).toBeLessThanOrEqual(Math.max(0, Math.min(cash, applied.sum)));
      }),
    );
  });

  it('brings no tax rate below zero that was not there before', () => {
    fc.assert(
      fc.property(fc.array(line), balance, (products, bonus) => {
        const goods = basketOf(...products).filter(item => cardArticle(item) === null);
        const before = new Map(grossByRate(goods));
        for (const [rate, gross] of grossByRate(applyCard(goods, cardWith(0, bonus), terms).items)) {
          expect(gross).toBeGreaterThanOrEqual(Math.min(0, before.get(rate) ?? 0));
        }
      }),
    );
  });

  it('happens once, however often, and can be taken back', () => {
    fc.assert(
      fc.property(fc.array(line), balance, balance, (products, cash, bonus) => {
        const plain = basketOf(...products);
        const applied = applyCard(plain, cardWith(cash, bonus), terms);
        expect(applyCard(applied.items, cardWith(cash, bonus), terms)).toEqual(applied);
        expect(removeApplied(applied.items)).toEqual(plain);
        expect(applied.bonusItems.every(isBonusItem)).toBe(true);
      }),
    );
  });
});

describe('points', () => {
  it.each([
    [99, 1, 0],
    [100, 1, 1],
    [1299, 1, 12],
    [1299, 2, 24],
    [1299, 1.5, 18],
    [-500, 2, 0],
  ])('for %i paid, factor %d: %i', (paid, factor, points) => expect(pointsEarned(paid, factor)).toBe(points));
});

describe('the ledger', () => {
  it('books each movement on the accounts it touches', () => {
    expect(ledgerEntries({ type: 'opening', cash: 700, bonus: 300, points: 0 })).toEqual([
      { account: 'cash', kind: 'opening', amount: 700 },
      { account: 'bonus', kind: 'opening', amount: 300 },
    ]);
    expect(ledgerEntries({ type: 'charge', cash: 2000 })).toEqual([{ account: 'cash', kind: 'charge', amount: 2000 }]);
    expect(ledgerEntries({ type: 'spend', cash: 700, bonus: 0 })).toEqual([
      { account: 'cash', kind: 'spend', amount: -700 },
    ]);
    expect(ledgerEntries({ type: 'earn', points: 12, bonus: 5 })).toEqual([
      { account: 'bonus', kind: 'earn', amount: 5 },
      { account: 'points', kind: 'earn', amount: 12 },
    ]);
  });

  it('takes a booking back with one row for each account; points that have been spent stay spent', () => {
    const charge = ledgerEntries({ type: 'charge', cash: 2000 });
    const spend = ledgerEntries({ type: 'spend', cash: 500, bonus: 0 });
    const earned = ledgerEntries({ type: 'earn', points: 9 });
    const back = (points: number) => reversalEntries([...charge, ...spend, ...earned], { cash: 0, bonus: 0, points });
    expect(back(9).map(({ account, amount }) => [account, amount])).toEqual([
      ['cash', -1500],
      ['points', -9],
    ]);
    expect(back(4).at(-1)).toEqual({ account: 'points', kind: 'return', amount: -4 });
    expect(back(0)).toHaveLength(1);
  });

  it('returns a sale row by row', () => {
    const sale = [
      ...ledgerEntries({ type: 'spend', cash: 700, bonus: 300 }),
      ...ledgerEntries({ type: 'earn', points: 9 }),
    ];
    const returned = ledgerEntries({ type: 'return', of: sale });
    expect(returned.map(entry => [entry.account, entry.kind, entry.amount])).toEqual([
      ['cash', 'return', 700],
      ['bonus', 'return', 300],
      ['points', 'return', -9],
    ]);
    expect(balancesOf([...sale, ...returned])).toEqual({ cash: 0, bonus: 0, points: 0 });
  });

  it('tells whether a cancelled charge is still there', () => {
    const back = ledgerEntries({ type: 'return', of: ledgerEntries({ type: 'charge', cash: 2000 }) });
    expect(covers({ cash: 2000, bonus: 0, points: 0 }, back)).toBe(true);
    expect(covers({ cash: 1999, bonus: 0, points: 0 }, back)).toBe(false);
  });
});

describe('a reservation', () => {
  const held: Reservation = { cash: 700, bonus: 300, state: 'held' };
  const hold: ReservationInput = { type: 'hold', cash: 700, bonus: 300, available: { cash: 700, bonus: 300 } };
  const spent = [
    { account: 'cash', kind: 'spend', amount: -700 },
    { account: 'bonus', kind: 'spend', amount: -300 },
  ];

  it.each<[Reservation | null, ReservationInput, Reservation['state'] | null, readonly unknown[]]>([
    [null, hold, 'held', []],
    [null, { ...hold, available: { cash: 699, bonus: 300 } }, null, []],
    [null, { ...hold, available: { cash: 700, bonus: 299 } }, null, []],
    [null, { ...hold, cash: -1 }, null, []],
    [null, { type: 'commit' }, null, []],
    [null, { type: 'release' }, null, []],
    [held, { type: 'commit' }, 'committed', spent],
    [held, { type: 'release' }, 'released', []],
    [held, hold, null, []],
    [{ ...held, state: 'committed' }, { type: 'release' }, null, []],
    [{ ...held, state: 'committed' }, { type: 'commit' }, null, []],
    [{ ...held, state: 'released' }, { type: 'commit' }, null, []],
    [{ ...held, state: 'released' }, hold, null, []],
  ])('%j on %j becomes %s', (before, input, state, entries) => {
    const after = nextReservation(before, input);
    expect(after?.reservation.state ?? null).toBe(state);
    expect(after?.entries ?? []).toEqual(entries);
  });
});

describe('any history of a card', () => {
  const amount = fc.nat(2_000);
  const place = fc.nat(20);
  const step = fc.oneof(
    fc.record({ do: fc.constant('hold' as const), cash: amount, bonus: amount }),
    fc.record({ do: fc.constant('commit' as const), place }),
    fc.record({ do: fc.constant('release' as const), place }),
    fc.record({ do: fc.constant('charge' as const), cash: amount }),
    fc.record({ do: fc.constant('earn' as const), points: amount, bonus: amount }),
    fc.record({ do: fc.constant('return' as const), place }),
  );

  /** The same history kept by plain counters, to compare with. */
  interface History {
    entries: LedgerEntry[];
    sales: Reservation[];
    counters: Record<keyof Balances, number>;
  }

  const book = (history: History, rows: readonly LedgerEntry[]) => {
    history.entries.push(...rows);
    for (const { account, amount: moved } of rows) history.counters[account] += moved;
  };

  const end = (history: History, at: number, type: 'commit' | 'release') => {
    const sale = history.sales[at];
    const after = sale && nextReservation(sale, { type });
    if (!after) return;
    history.sales[at] = after.reservation;
    book(history, after.entries);
  };

  const play = (history: History, move: typeof step extends fc.Arbitrary<infer T> ? T : never) => {
    const left = available(history.entries, history.sales);
    if (move.do === 'commit' || move.do === 'release') return end(history, move.place, move.do);
    if (move.do === 'charge') return book(history, ledgerEntries({ type: 'charge', cash: move.cash }));
    if (move.do === 'earn')
      return book(history, ledgerEntries({ type: 'earn', points: move.points, bonus: move.bonus }));
    if (move.do === 'hold') {
      const begun = nextReservation(null, { type: 'hold', cash: move.cash, bonus: move.bonus, available: left });
      if (begun) history.sales.push(begun.reservation);
      return;
    }
    const row = history.entries[move.place];
    const back = row ? ledgerEntries({ type: 'return', of: [row] }) : [];
    if (covers(left, back)) book(history, back);
  };

  it('adds up: rows are the balance, what is held is not available twice, nothing is overdrawn', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), steps => {
        const history: History = { entries: [], sales: [], counters: { cash: 0, bonus: 0, points: 0 } };
        book(history, ledgerEntries({ type: 'opening', cash: 3_000, bonus: 1_000, points: 120 }));
        for (const move of steps) {
          play(history, move);
          const left = available(history.entries, history.sales);
          expect(balancesOf(history.entries)).toEqual(history.counters);
          expect(Math.min(left.cash, left.bonus, left.points)).toBeGreaterThanOrEqual(0);
          const heldCash = history.sales.reduce((sum, { cash, state }) => sum + (state === 'held' ? cash : 0), 0);
          expect(left.cash + heldCash).toBe(history.counters.cash);
        }
        const spent = history.entries.filter(entry => entry.kind === 'spend').reduce((sum, row) => sum - row.amount, 0);
        const committed = history.sales.filter(sale => sale.state === 'committed');
        expect(spent).toBe(committed.reduce((sum, { cash, bonus }) => sum + cash + bonus, 0));
      }),
    );
  });
});
