/** A day worked out by hand, record by record, in minor units. */
import { describe, expect, it } from 'vitest';
import { type FigureRecord, figuresOf, isCounted } from './figures.ts';
import { startOfDay, storeHours } from './storeHour.ts';

const berlin = storeHours('Europe/Berlin');

const line = (articleNumber: string, quantity: number, priceOne: number, tax: number, more: object = {}) => ({
  articleNumber,
  desc: articleNumber,
  quantity,
  priceOne,
  tax,
  group: [
    { id: 'sub', desc: 'Sub', level: 2 },
    { id: 'main', desc: 'Main', level: 1 },
  ],
  ...more,
});

interface Given {
  readonly event?: string;
  readonly sum: number;
  readonly products?: readonly object[];
  readonly facts?: object;
  readonly info?: object;
  readonly document?: object;
}

const record = ({ event = 'closed', sum, products = [], facts, info, document }: Given): FigureRecord => ({
  kind: 'sale',
  event,
  object: 'STX_1',
  at: '2026-11-16T11:59:59Z',
  sum,
  currency: 'EUR',
  facts: { method: 'cash', tenders: [{ method: 'cash', amount: sum }], cashier: 'Ada', ...facts },
  document: { status: 'ok', basket: { products }, basket_info: { sum, ...info }, ...document },
});

const figures = (given: Given) => figuresOf(record(given), berlin);

it('the tenders of a sale in parts keep terminal, trace and receipt of each card, and own vouchers apart from others', () => {
  const tenders = [
    { method: 'cash', amount: 100 },
    { method: 'cashless', amount: 200, part: 'a', tid: '1', trace: 11, card_type: 'girocard', terminal_receipt: 5 },
    { method: 'cashless', amount: 300, part: 'b', tid: '2', trace: 7, card_type: 'Visa', terminal_receipt: 9 },
    { method: 'voucher', amount: 50, part: 'c', text: 'City' },
    { method: 'voucher', amount: 70, part: 'd', text: '…1234' },
  ];
  const parts = [{ id: 'c' }, { id: 'd', voucher: { card: 'MCD_1', booking: 'LTX_1', left: 0 } }];
  const facts = { method: 'cashless', tenders };
  const given = { sum: 720, products: [line('bread', 1, 720, 7)], facts, document: { parts } };
  const rows = [
    { method: 'cash', amount: 100, terminal: null, trace: null },
    { method: 'cashless', amount: 200, terminal: '1', trace: 11, cardType: 'girocard', receipt: 5 },
    { method: 'cashless', amount: 300, terminal: '2', trace: 7, cardType: 'Visa', receipt: 9 },
    { method: 'foreign_voucher', amount: 50, terminal: null, trace: null },
    { method: 'voucher', amount: 70, terminal: null, trace: null },
  ];
  expect(figures(given).tenders).toMatchObject(rows);
  const back = figures({ ...given, event: 'cancelled' }).tenders;
  expect(back).toMatchObject(rows.map(row => ({ ...row, amount: -row.amount })));
});

describe('goods by weight', () => {
  const measure = (value: number, decimals = 3) => ({ measure: { value, decimals, unit: 'kg', priceOne: 1590 } });
  const weighed = { name: 'Gouda', unit: 'kg', unitPrice: 1590 };
  const gouda = (priceOne: number, more: object, quantity = 1) =>
    line('4711', quantity, priceOne, 7, { desc: 'Gouda', ...more });

  it('have the name of their article and their weight with its sign, whether they are sold, come back or are cancelled', () => {
    const back = gouda(
      556,
      { ...measure(350), item_type: 'return', return_of: { sale: 'STX_0', tax_amount: -36 } },
      -1,
    );
    const given = { sum: 846 - 556 + 80, products: [gouda(846, measure(532)), back, gouda(80, measure(5, 2))] };
    expect(figures(given).lines).toMatchObject([
      { ...weighed, quantity: 1, measured: 5320 },
      { ...weighed, quantity: -1, measured: -3500 },
      { ...weighed, measured: 500 },
    ]);
    expect(figures({ ...given, event: 'cancelled' }).lines.map(({ measured }) => measured)).toEqual([
      -5320, 3500, -500,
    ]);
  });

  it('of older records have them too, although only the label of the scale said the weight', () => {
    const carried = { ean: '2847110004562', grams: 456, pricePerKilogram: 1590 };
    const old = { desc: 'Gouda 0,456 kg × 15,90 €/kg', carried };
    const [pack] = figures({ sum: 1450, products: [gouda(725, old, 2)] }).lines;
    expect(pack).toMatchObject({ ...weighed, quantity: 2, measured: 9120 });
  });

  it.each([
    ['another weight than the text', { desc: 'Gouda 0,456 kg × 1', carried: { grams: 457, pricePerKilogram: 1 } }],
    ['a text without weight', { carried: { grams: 456, pricePerKilogram: 1590 } }],
    ['a price that is none', { desc: 'Gouda 0,456 kg × 1', carried: { grams: 456, pricePerKilogram: 'x' } }],
    ['a code with a price', { carried: { grams: null, pricePerKilogram: null } }],
    ['no object', { carried: 'x' }],
    ['a measure that cannot be read', { item_type: 'return', return_of: {}, measure: { value: 'x' } }],
  ])('are pieces where the record has %s', (_what, more) => {
    const [pack] = figures({ sum: 725, products: [gouda(725, more)] }).lines;
    expect(pack).toMatchObject({ measured: 0, unit: '', unitPrice: 0, name: { desc: 'Gouda', ...more }.desc });
  });
});

describe('the figures of a record', () => {
  it('count a mixed basket: turnover, lines of the main group, and the tax of each rate rounded half up', () => {
    // 7 %: 450 + 139 = 589, tax 589 × 7 / 107 = 38.53 → 39; 19 %: 2 × 340 = 680, tax 680 × 19 / 119 = 108.57 → 109
    const { sale, lines, taxes, tenders } = figures({
      sum: 1269,
      products: [line('bread', 1, 450, 7), line('milk', 1, 139, 7), line('coffee', 2, 340, 19)],
    });
    expect(sale).toMatchObject({ turnover: 1269, sales: 1, discount: 0, hour: 12, cashier: 'Ada', method: 'cash' });
    expect(lines.map(({ article, group, quantity, amount }) => [article, group, quantity, amount])).toEqual([
      ['bread', 'main', 1, 450],
      ['milk', 'main', 1, 139],
      ['coffee', 'main', 2, 680],
    ]);
    expect(taxes).toEqual([
      { tax: 7, gross: 589, amount: 39 },
      { tax: 19, gross: 680, amount: 109 },
    ]);
    expect(tenders).toMatchObject([{ method: 'cash', amount: 1269 }]);
  });

  it('round the tax half up: 3 at 100 % holds 1.5', () => {
    expect(figures({ sum: 3, products: [line('a', 1, 3, 100)] }).taxes).toEqual([{ tax: 100, gross: 3, amount: 2 }]);
  });

  it('take coupons and bonus lines off turnover and tax, and name them as discount', () => {
    // 680 - 68 (campaign) - 100 (bonus balance) = 512; tax 512 × 19 / 119 = 81.75 → 82
    const coupon = (reference_id: string, amount: number) =>
      line('off', 1, -amount, 19, { item_type: 'coupon', reference_id });
    const { sale, taxes, loyalty } = figures({
      sum: 512,
      products: [line('coffee', 2, 340, 19), coupon('bonus:campaign1:19', 68), coupon('bonus:balance:19', 100)],
      facts: { card: 'MCD_1' },
    });
    expect(sale).toMatchObject({ turnover: 512, discount: 168 });
    expect(taxes).toEqual([{ tax: 19, gross: 512, amount: 82 }]);
    expect(loyalty).toEqual([
      { account: 'bonus', issued: 68, redeemed: 68, expired: 0, card: 'MCD_1', campaign: 'campaign1' },
      { account: 'bonus', issued: 0, redeemed: 100, expired: 0, card: 'MCD_1', campaign: '' },
    ]);
  });

  it('take the cash balance of a card as a tender that lowers nothing', () => {
    const tenders = [
      { method: 'loyalty', amount: 300 },
      { method: 'cash', amount: 380 },
    ];
    const counted = figures({ sum: 680, products: [line('coffee', 2, 340, 19)], facts: { tenders, card: 'MCD_1' } });
    expect(counted.sale).toMatchObject({ turnover: 680, discount: 0 });
    expect(counted.tenders.map(({ amount }) => amount)).toEqual([300, 380]);
    expect(counted.loyalty).toEqual([
      { account: 'cash', issued: 0, redeemed: 300, expired: 0, card: 'MCD_1', campaign: '' },
    ]);
  });

  it('count a top-up and a discharge as liability, and the article beside a top-up as turnover', () => {
    const topUp = figures({ sum: 2340, products: [line('2900000000018', 1, 2000, 0), line('coffee', 1, 340, 19)] });
    expect(topUp.sale).toMatchObject({ turnover: 340, sum: 2340, sales: 1 });
    expect(topUp.lines.map(({ article }) => article)).toEqual(['coffee']);
    expect(topUp.loyalty).toMatchObject([{ account: 'cash', issued: 2000, redeemed: 0, expired: 0 }]);
    const tenders = [{ method: 'loyalty', amount: 500 }];
    const discharge = figures({
      sum: 500,
      products: [line('2900000000117', 1, 500, 0)],
      facts: { tenders, method: 'loyalty' },
    });
    expect(discharge.sale).toMatchObject({ turnover: 0 });
    expect(discharge.loyalty).toMatchObject([{ account: 'cash', issued: 0, redeemed: 500, expired: 0 }]);
  });

  it('turn every figure of a cancelled sale round, whatever the day', () => {
    const products = [line('bread', 1, 450, 7), line('coffee', 2, 340, 19)];
    const [closed, cancelled] = ['closed', 'cancelled'].map(event => figures({ event, sum: 1130, products }));
    expect(cancelled?.sale).toMatchObject({ turnover: -1130, sales: -1, status: 'cancelled' });
    for (const [index, tax] of (cancelled?.taxes ?? []).entries()) {
      expect(tax.gross + (closed?.taxes[index]?.gross ?? 0)).toBe(0);
      expect(tax.amount + (closed?.taxes[index]?.amount ?? 0)).toBe(0);
    }
    expect(cancelled?.lines.map(({ quantity }) => quantity)).toEqual([-1, -2]);
    expect(cancelled?.tenders[0]?.amount).toBe(-1130);
  });

  it('count nothing of an unknown outcome, a delivery, a payment that was not made, or a played sale', () => {
    const products = [line('coffee', 1, 340, 19)];
    for (const event of ['unknown', 'delivered', 'notPaid', 'notReversed'])
      expect(figures({ event, sum: 340, products })).toMatchObject({
        sale: { turnover: 0, sales: 0 },
        lines: [],
        tenders: [],
      });
    const played = figures({ sum: 340, products, facts: { played: true } });
    expect(played).toMatchObject({ sale: { played: true, turnover: 0, sales: 0 }, lines: [], taxes: [], tenders: [] });
  });

  it('count the lines below a sub-transaction, and a line that is given back as negative', () => {
    const below = { item_type: 'sub_transaction', sub_basket: [line('shirt', 1, 3000, 19), line('book', 1, 1500, 7)] };
    const { sale, lines } = figures({
      sum: 4200,
      products: [line('mall', 1, 0, 0, below), line('bottle', -3, 100, 19)],
    });
    expect(sale).toMatchObject({ turnover: 4200, discount: 0 });
    expect(lines.map(({ article, amount }) => [article, amount])).toEqual([
      ['shirt', 3000],
      ['book', 1500],
      ['bottle', -300],
    ]);
  });

  it('keep a tip out of the turnover, contained in the sum or beyond it', () => {
    const products = [line('coffee', 1, 340, 19)];
    expect(figures({ sum: 400, products, info: { gratuity: 60 } }).sale).toMatchObject({ turnover: 340, tip: 60 });
    expect(figures({ sum: 340, products, facts: { tip: 60 } }).sale).toMatchObject({ turnover: 340, tip: 60 });
    expect(figures({ sum: 400, info: { gratuity: 60 } }).sale).toMatchObject({ turnover: 340, tip: 60 });
  });

  it('name what a sum and its basket differ by as a line, so that lines and turnover agree', () => {
    const { sale, lines } = figures({ sum: 1000, products: [line('coffee', 1, 340, 19)] });
    expect(sale?.turnover).toBe(1000);
    expect(lines.map(({ amount, type }) => [amount, type])).toEqual([
      [340, 'article'],
      [660, 'difference'],
    ]);
  });

  it('refuse what cannot be counted exactly', () => {
    expect(() => figures({ sum: 1, products: [line('a', 1, 1.5, 19)] })).toThrow('basket.products[0].priceOne');
    expect(() => figures({ sum: 1, facts: { tenders: [{ method: 'cash', amount: 'much' }] } })).toThrow(
      'tenders[0].amount',
    );
    expect(() => figures({ sum: 1, products: [line('a', 9e9, 9e9, 19)] })).toThrow();
  });

  it('know the bookings of a card beside a sale, and nothing of kinds to come', () => {
    const booking = { ...record({ sum: 0 }), kind: 'cardOperation', event: 'booked' };
    const bookings = [
      { account: 'points', amount: 12 },
      { account: 'cash', amount: -500 },
    ];
    expect(figuresOf({ ...booking, facts: { bookings, card: 'MCD_1' } }, berlin).loyalty).toMatchObject([
      { account: 'points', issued: 12, redeemed: 0, expired: 0, card: 'MCD_1' },
      { account: 'cash', issued: 0, redeemed: 500, expired: 0 },
    ]);
    expect(isCounted({ kind: 'voucher', event: 'printed' })).toBe(false);
    expect(isCounted({ kind: 'sale', event: 'partlyReturned' })).toBe(false);
  });
});

describe('the clock of a store', () => {
  it('counts both hours between two and three in October as two', () => {
    expect(berlin(Date.parse('2026-10-25T00:30:00Z'))).toBe(2);
    expect(berlin(Date.parse('2026-10-25T01:30:00Z'))).toBe(2);
    expect(berlin(Date.parse('2026-10-25T02:30:00Z'))).toBe(3);
  });

  it('begins a day of 25 hours at its midnight', () => {
    const midnight = startOfDay(Date.parse('2026-10-25T12:00:00Z'), 'Europe/Berlin');
    expect(new Date(midnight).toISOString()).toBe('2026-10-24T22:00:00.000Z');
    expect(startOfDay(Date.parse('2026-10-26T12:00:00Z'), 'Europe/Berlin') - midnight).toBe(25 * 3_600_000);
  });
});

it('a sale that only loads a card or brings goods back is none in an average, an exchange and a sum without a basket are', () => {
  const bread = line('bread', 1, 500, 7);
  const bought = (sum: number, products: readonly object[]) => figures({ sum, products }).sale?.bought;
  expect(bought(2000, [line('2900000000018', 1, 2000, 0)])).toBe(false);
  expect(bought(-500, [{ ...bread, quantity: -1 }])).toBe(false);
  expect(bought(-200, [{ ...bread, quantity: -1 }, line('roll', 1, 300, 7)])).toBe(true);
  expect(bought(2500, [bread, line('2900000000018', 1, 2000, 0)])).toBe(true);
  expect(bought(700, [])).toBe(true);
});
