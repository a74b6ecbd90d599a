/** One day of two stores, worked out by hand: what reports and exports are measured with. */
import { type Booked, ids } from './books.fixture.ts';

export const DAY = '2026-11-20';

export const item = (articleNumber: string, priceOne: number, tax: number, more: object = {}) => ({
  articleNumber,
  desc: `Article ${articleNumber}`,
  priceOne,
  tax,
  quantity: 1,
  group: [{ id: tax === 7 ? 'bread' : 'things', desc: tax === 7 ? 'Bread' : 'Things' }],
  ...more,
});
export const closed = (
  object: string,
  time: string,
  sum: number,
  products: readonly object[],
  facts: object,
  more: object = {},
): Booked => ({
  object,
  day: DAY,
  at: `${DAY}T${time}+01:00`,
  sum,
  facts: { method: 'cash', ...facts },
  document: {
    status: 'ok',
    basket: { products },
    basket_info: { sum, currency: 'EUR' },
    receipt: [{ type: 'textline', value: { text: object, decoration: [] } }],
  },
  ...more,
});
export const cash = (amount: number) => ({ tenders: [{ method: 'cash', amount }] });

/** Purchase prices of the first lines of a basket. */
const costs = (...prices: readonly number[]) => prices.map((cost, index) => ({ line: index + 1, cost }));

/*
 * Nord, till 1, Anna: 10:05 bread 3 × 2.50 = 7.50 (7 %), cash.
 *                     10:40 bread 2.50 + thing 11.90 (19 %) − coupon 1.00 (19 %) = 13.40, card.
 * Nord, till 2, Ben:  14:00 thing 11.90, cash; 14:10 cancelled.
 *                     15:00 top-up of a card 50.00, cash: no turnover.
 *                     16:00 bread 2.50, 2.00 from the card balance, 0.50 cash.
 *                     17:00 returns a thing −11.90 and buys two: 11.90, cash.
 *                     18:00 unknown 9.99; 18:05 it was not paid. 18:30 unknown 5.00, still open.
 * Süd, till 1, Cem:   09:00 bread 2.50 with a tip of 0.50, cash 3.00.
 *
 * Turnover Nord: 7.50 + 13.40 + 11.90 − 11.90 + 0 + 2.50 + 11.90 = 35.30; Süd 2.50; all 37.80.
 * Purchase prices: bread 1.00, thing 7.00, but that which came back was bought for 6.50; of the bread of Ben and Cem nobody knew one.
 * Sales: Nord 2 + (1 − 1) + 1 + 1 + 1 = 5 (the top-up is a sale), Süd 1; all 6.
 */
export const records: readonly Booked[] = [
  closed('STX_A', '10:05:00', 750, [item('B1', 250, 7, { quantity: 3 })], {
    ...{ cashier: 'Anna', ...cash(750) },
    costs: costs(100),
  }),
  closed(
    'STX_B',
    '10:40:00',
    1340,
    [item('B1', 250, 7), item('T1', 1190, 19), item('C1', -100, 19, { item_type: 'coupon', group: [] })],
    {
      cashier: 'Anna',
      costs: costs(100, 700),
      method: 'cashless',
      tenders: [{ method: 'cashless', amount: 1340, tid: '60001234', trace: 11, terminal_receipt: 7 }],
    },
  ),
  closed(
    'STX_C',
    '14:00:00',
    1190,
    [item('T1', 1190, 19)],
    { cashier: 'Ben', ...cash(1190), costs: costs(700) },
    { till: ids.tills.north2 },
  ),
  closed(
    'STX_C',
    '14:10:00',
    1190,
    [item('T1', 1190, 19)],
    { cashier: 'Ben', ...cash(1190), costs: costs(700) },
    { till: ids.tills.north2, event: 'cancelled' },
  ),
  closed(
    'STX_D',
    '15:00:00',
    5000,
    [item('2900000000018', 5000, 0)],
    { cashier: 'Ben', card: 'MCD_1', ...cash(5000) },
    { till: ids.tills.north2 },
  ),
  closed(
    'STX_E',
    '16:00:00',
    250,
    [item('B1', 250, 7)],
    {
      cashier: 'Ben',
      card: 'MCD_1',
      method: 'loyalty',
      tenders: [
        { method: 'loyalty', amount: 200 },
        { method: 'cash', amount: 50 },
      ],
    },
    { till: ids.tills.north2 },
  ),
  closed(
    'STX_F',
    '17:00:00',
    1190,
    [item('T1', 1190, 19, { quantity: -1, item_type: 'return' }), item('T1', 1190, 19, { quantity: 2 })],
    { cashier: 'Ben', ...cash(1190), costs: costs(650, 700) },
    { till: ids.tills.north2 },
  ),
  closed(
    'STX_G',
    '18:00:00',
    999,
    [],
    { cashier: 'Ben', method: 'cashless' },
    { till: ids.tills.north2, event: 'unknown' },
  ),
  closed(
    'STX_G',
    '18:05:00',
    999,
    [],
    { cashier: 'Ben', method: 'cashless' },
    { till: ids.tills.north2, event: 'notPaid' },
  ),
  closed(
    'STX_H',
    '18:30:00',
    500,
    [],
    { cashier: 'Ben', method: 'cashless' },
    { till: ids.tills.north2, event: 'unknown' },
  ),
  closed(
    'STX_I',
    '09:00:00',
    300,
    [item('B1', 250, 7)],
    { cashier: 'Cem', tip: 50, ...cash(300) },
    { till: ids.tills.south },
  ),
  closed('STX_X', '09:00:00', 77_777, [item('B1', 77_777, 7)], cash(77_777), { till: ids.tills.abroad }),
];
