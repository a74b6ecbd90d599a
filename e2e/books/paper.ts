/**
 * An evening at a bar, worked out on paper first: across midnight, and across both changes of the clock. The same sales make the
 * same figures on each of the three nights; only the hours differ. Who sells (calls of the API, or people at a screen) is a choice
 * of the test.
 */
import { expect } from 'vitest';
import { type ReceiptLine, receiptText } from '../../main/domain/receipt.ts';
import { cards, ok } from '../../main/doubles/bridge.fixture.ts';
import type { ReportAnswer } from '../../main/wire/office/reports.ts';
import type { SmartTransaction } from '../../main/wire/transactions.ts';
import { type Archive, type Bar, type ClosedTill, line, type Place } from './bar.fixture.ts';
import { closingPairs, FAMILIES, type Figures, ofClosing, ofReports, ofZ, shared } from './figures.ts';
import { type Hands, overApi } from './hands.ts';
import { couponOf, create, createTipped, keepPart, operate, SALES, start, terminalReceipt, topUp } from './steps.ts';

/*
 * ON PAPER. Prices: beer 4.20 (19 %), cola 2.00 (19 %) with 0.25 deposit, nuts 3.00 (7 %), coffee 3.50 (19 %, campaign 10 %).
 * The business day begins at four. K is the cashier, M the manager. Both tills use the same terminal.
 *
 * no  hour   till  what                                            cash   card  own v.  foreign v.
 *  1  20:10   1    2 beer 8.40, 2 cola 4.00, deposit 0.50          12.90
 *  2  22:40   1    1 nuts 3.00, 1 beer 4.20                                7.20
 *  3  22:41   1    2 beer 8.40, tip of 1.60 given at the terminal         10.00
 *     22:42   1    pre-authorisations of 50.00 and of 60.00: nothing moves
 *  4  23:50   2    3 beer 12.60 less 0.60 given by K               12.00
 *     23:51   2    pre-authorisation of 40.00: nothing moves
 *  5  00:20   1    1 coffee 3.50 less campaign 0.35                 3.15
 *  A          1    the pre-authorisation of 50.00 is booked with          32.10
 *  B          1    later tip for no 2                                      2.00
 *  6  01:30   2    voucher of the shop sold, 25.00                 25.00
 *             2    the pre-authorisation of 40.00 is cancelled: nothing moves
 *  7  02:30*  1    5 beer 21.00                                     1.00         20.00
 *  8  02:30*  2    2 nuts 6.00                                      1.00                   5.00
 *  9          2    3 beer 12.60, tip of 1.40 typed at the till            14.00
 *  C          2    later tip for no 9, given by mistake, taken back  3.00 and -3.00
 *  D          2    pre-authorised 25.00, booked, taken back        24.00 and -24.00
 * 10          1    1 cola 2.00, deposit 0.25                        2.25
 * 11          1    2 beer 8.40                                      8.40
 * 12  03:30   1    1 beer 4.20, tip 0.80                            5.00
 * 13          1    4 beer 16.80, 0.60 less approved, kept           0.60  16.20
 * 14          1    2 nuts 6.00                                      6.00
 *  E          1    of no 14 first 1.00 by card, taken back          1.00 and -1.00
 * 15          1    3 beer 12.60 less coupon 5.00                    7.60
 *  F          1    refund of a payment that was not made here             -3.00
 * 16          2    3 nuts 9.00, split                               4.00   5.00
 * 17          2    top-up of a card, 20.00                         20.00
 * 18  03:40   2    M cancels no 4                                 -12.00
 * 19          2    M cancels no 10 of the other till               -2.25
 * 20          2    1 beer of no 11 of the other till comes back    -4.20
 * 21  03:45   1    6 empties come back                             -1.50
 * 22  03:50   1    1 beer of no 1 comes back                       -4.20
 * 23  03:55   1    1 beer, price lowered by M to 3.20               3.20
 * 24  03:56   1    1 beer, price raised by M to 4.70                4.70
 *     03:58        both tills make their Z report; 60.00 are still pre-authorised
 * 25  04:00   1    1 beer: the next business day                    4.20
 *
 * Till 1: 12.90 + 7.20 + 8.40 + 3.15 + 21.00 + 2.25 + 8.40 + 4.20 + 16.80 + 6.00 + 7.60 - 1.50 - 4.20 + 3.20 + 4.70 = 100.10,
 *   of it 3.00 + 6.00 = 9.00 at 7 %, 91.10 at 19 %.
 *   Tax at 7 %: 0.20 + 0.39 = 0.59. At 19 %, receipt by receipt:
 *   2.06 + 0.67 + 1.34 + 0.50 + 3.35 + 0.36 + 1.34 + 0.67 + 2.68 + 1.21 - 0.24 - 0.67 + 0.51 + 0.75 = 14.53.
 *   Cash 12.90 + 3.15 + 1.00 + 2.25 + 8.40 + 5.00 + 0.60 + 6.00 + 7.60 - 1.50 - 4.20 + 3.20 + 4.70 = 49.10;
 *   cards of sales 7.20 + 10.00 + 16.20 = 33.40; own voucher 20.00: 102.50 = 100.10 + tips 1.60 and 0.80.
 *   At the terminal 33.40 + A 32.10 + B 2.00 + E 1.00 - 1.00 - F 3.00 = 64.50; of it without sale and tip 32.10 - 3.00 = 29.10.
 *   Tips 1.60 + 2.00 + 0.80 = 4.40. Deposits 0.50 + 0.25 and -1.50. Discounts 0.35 + 5.00, of campaign and coupon. Returned 4.20.
 *   M lowered a price by 1.00 and raised one by 0.50. Drawer: float 200.00 + 49.10 = 249.10.
 * Till 2: at 7 % 6.00 + 9.00 = 15.00, tax 0.39 + 0.59 = 0.98; at 19 % 12.00 - 12.00 + 12.60 - 2.25 - 4.20 = 6.15, tax 2.01 - 0.36 - 0.67
 *   = 0.98. Cash 12.00 - 12.00 + 25.00 + 1.00 + 4.00 + 20.00 - 2.25 - 4.20 = 43.55; cards 14.00 + 5.00 = 19.00; foreign voucher 5.00:
 *   67.55 = 21.15 + tip 1.40 + voucher and top-up 45.00. At the terminal 19.00, because C and D are taken back.
 *   Drawer: 100.00 + 43.55 = 143.55. K's discount 0.60 - 0.60 = 0. Cancelled 12.00 + 2.25, of it a deposit of 0.25. Returned 4.20.
 */
const TILL_1: Figures = {
  ...{ 'turnover.sales': 15, 'turnover.gross': 10_010, 'turnover.tax': 1512, 'turnover.net': 8498 },
  ...{ 'gross.7': 900, 'gross.19': 9110, 'tax.7': 59, 'tax.19': 1453 },
  ...{ 'method.cash': 4910, 'method.cashless': 3340, 'method.voucher': 2000, 'payment.cashless': 6450 },
  ...{ 'deposits.taken': 75, 'deposits.back': -150, 'tips.staff': 440, 'owed.redeemed': -2000, 'moved.inAndOut': 2910 },
  ...{ 'given.discount': 535, 'person..discount': 535, 'drawer.cash': 24_910 },
  ...{ 'priced.lowered': 100, 'priced.raised': 50, 'person.M.lowered': 100, 'person.M.raised': 50 },
  ...{ 'person.M.returned': 420, 'person.M.returns': 1 },
};
const TILL_2: Figures = {
  ...{ 'turnover.sales': 5, 'turnover.gross': 2115, 'turnover.tax': 196, 'turnover.net': 1919 },
  ...{ 'gross.7': 1500, 'gross.19': 615, 'tax.7': 98, 'tax.19': 98 },
  ...{ 'method.cash': 4355, 'method.cashless': 1900, 'method.foreign_voucher': 500 },
  ...{ 'payment.cashless': 1900, 'payment.foreign_voucher': 500, 'tips.staff': 140, 'deposits.taken': -25 },
  ...{ 'owed.issued': 4500, 'drawer.cash': 14_355, 'person.M.cancelled': 1425, 'person.M.cancellations': 2 },
  ...{ 'person.M.returned': 420, 'person.M.returns': 1 },
};
/** Money at the terminal without a sale and without tips, both not taxable (key 5): A, E and D in, E, F and D back. */
const MOVED = [
  [
    ['Auszahlung', '5', '-4,00000'],
    ['Einzahlung', '5', '33,10000'],
  ],
  [
    ['Auszahlung', '5', '-24,00000'],
    ['Einzahlung', '5', '24,00000'],
  ],
] as const;
/** On the paper of the Z report. */
export const PAPERS = [
  [
    /Brutto +100,10/,
    /Kartenzahlung \(3\) +33,40/,
    /Trinkgeld nachträglich \(1\) +2,00/,
    /An Terminals zusammen +64,50/,
  ],
  [
    /Brutto +21,15/,
    /Kartenzahlung \(2\) +19,00/,
    /Vorautorisierung gebucht \(1\) +24,00/,
    /An Terminals zusammen +19,00/,
  ],
] as const;

/** The hours of the table as moments; `*`: what the clock shows twice in autumn and never in spring. */
export const NIGHTS = [
  {
    night: 'an ordinary night',
    day: '2027-06-12',
    next: '2027-06-13',
    hours: ['22:40:00+02:00', '00:20:00+02:00', '02:30:00+02:00', '02:31:00+02:00', '03:30:00+02:00', '04:00:00+02:00'],
  },
  {
    night: 'the night that lacks an hour',
    day: '2027-03-27',
    next: '2027-03-28',
    hours: ['22:40:00+01:00', '00:20:00+01:00', '01:59:00+01:00', '03:01:00+02:00', '03:30:00+02:00', '04:00:00+02:00'],
  },
  {
    night: 'the night that has an hour twice',
    day: '2027-10-30',
    next: '2027-10-31',
    hours: ['22:40:00+02:00', '00:20:00+02:00', '02:30:00+02:00', '02:30:00+01:00', '03:30:00+01:00', '04:00:00+01:00'],
  },
] as const;

export type Night = (typeof NIGHTS)[number];

const CASH = [{ how: 'cash' }] as const;
const CARD = [{ how: 'cashless' }] as const;

/** The table above, step by step. */
export async function evening(bar: Bar, night: Night, hands: Hands = overApi): Promise<readonly ClosedTill[]> {
  for (const [till, float] of [
    [0, 20_000],
    [1, 10_000],
  ] as const)
    await (await bar.stand(till, 'cashier')).cash.open(float);
  const before = await beforeMidnight(bar, night, hands);
  const after = await afterMidnight(bar, night, before, hands);
  bar.at(`${night.next}T${night.hours[4]}`);
  await lastHour(bar, hands);
  await takenBack(bar, { ...before, ...after }, hands);
  return hands.closeDay(bar);
}

/** Both people at a till. */
const people = async (bar: Bar, till: 0 | 1) =>
  [await bar.stand(till, 'cashier'), await bar.stand(till, 'manager')] as const;

/** Nos 1 to 4. */
async function beforeMidnight(bar: Bar, { day, hours }: Night, hands: Hands) {
  let [k, m] = await people(bar, 0);
  const first = await hands.sell(k, { goods: { BEER: 2, COLA: 2, PFAND: 2 }, due: 1290, pays: CASH });
  bar.at(`${day}T${hours[0]}`);
  [k, m] = await people(bar, 0);
  const byCard = await hands.sell(k, { goods: { NUTS: 1, BEER: 1 }, due: 720, pays: CARD });
  bar.terminal.behaviour = 'tip:160';
  await hands.sell(k, { goods: { BEER: 2 }, due: 840, pays: CARD });
  bar.terminal.behaviour = 'approve';
  const held = await operate(m, { do: 'preAuthorisation', amount: 5000 });
  await operate(m, { do: 'preAuthorisation', amount: 6000 });
  [k, m] = await people(bar, 1);
  const changed = { kind: 'discount', amount: 60 } as const;
  const discounted = await hands.sell(k, { goods: { BEER: 3 }, changed, due: 1200, pays: CASH });
  const unused = await operate(m, { do: 'preAuthorisation', amount: 4000 });
  return { first, byCard, held, discounted, unused };
}

/** Nos 5 to 11, A to D. */
async function afterMidnight(
  bar: Bar,
  { next, hours }: Night,
  before: Awaited<ReturnType<typeof beforeMidnight>>,
  hands: Hands,
) {
  const [, midnight, first, second] = hours;
  bar.at(`${next}T${midnight}`);
  let [k, m] = await people(bar, 0);
  await hands.sell(k, { goods: { COFFEE: 1 }, shows: { type: 'card', value: cards.empty }, due: 315, pays: CASH });
  await hands.capture(m, before.held.own_receipt_number ?? 0, 3210);
  await operate(m, { do: 'tip', receipt_number: terminalReceipt(before.byCard), amount: 200 });
  [k, m] = await people(bar, 1);
  const { sold_vouchers: vouchers = [] } = await hands.sell(k, { voucher: 2500, due: 2500, pays: CASH });
  await operate(m, { do: 'release', receipt_number: before.unused.own_receipt_number });

  bar.at(`${next}T${first}`);
  [k, m] = await people(bar, 0);
  const voucher = { how: 'voucher', code: vouchers[0]?.code ?? '' } as const;
  await hands.sell(k, { goods: { BEER: 5 }, due: 2100, pays: [{ how: 'cash', part: 100 }, voucher] });
  bar.at(`${next}T${second}`);
  [k, m] = await people(bar, 1);
  const foreign = { how: 'voucher', text: 'City', part: 500 } as const;
  await hands.sell(k, { goods: { NUTS: 2 }, due: 600, pays: [foreign, ...CASH] });
  const typed = await hands.sell(k, { goods: { BEER: 3 }, tip: 140, due: 1260, pays: CARD });
  const mistake = await operate(m, { do: 'tip', receipt_number: terminalReceipt(typed), amount: 300 });
  await operate(m, { do: 'reversal', receipt_number: mistake.own_receipt_number });
  const held = await operate(m, { do: 'preAuthorisation', amount: 2500 });
  const booked = await operate(m, { do: 'booking', receipt_number: held.own_receipt_number, amount: 2400 });
  await operate(m, { do: 'reversal', receipt_number: booked.own_receipt_number });
  [k, m] = await people(bar, 0);
  const cola = await hands.sell(k, { goods: { COLA: 1, PFAND: 1 }, due: 225, pays: CASH });
  const beers = await hands.sell(k, { goods: { BEER: 2 }, due: 840, pays: CASH });
  return { cola, beers };
}

/** Nos 12 to 17, E and F. */
async function lastHour(bar: Bar, hands: Hands): Promise<void> {
  let [k, m] = await people(bar, 0);
  await start(k, await createTipped(k, 1, 80), 'cash');
  const less = await create(k, [line('BEER', 4)]);
  bar.terminal.behaviour = 'partial:60';
  await keepPart(k, m, less);
  bar.terminal.behaviour = 'approve';
  await start(k, less, 'cash');
  const nuts = await create(k, [line('NUTS', 2)]);
  const { parts } = await start(k, nuts, 'cashless', { part: { amount: 100 } });
  ok(await m.ask('POST', `/bridge/v1/transactions/${nuts}/parts/${parts?.[0]?.id}/return`));
  await start(k, nuts, 'cash');
  const coupon = { type: 'voucher', value: await couponOf(m) } as const;
  await hands.sell(k, { goods: { BEER: 3 }, shows: coupon, due: 760, pays: CASH });
  await operate(m, { do: 'refund', amount: 300 });
  [k, m] = await people(bar, 1);
  await hands.sell(k, { goods: { NUTS: 3 }, due: 900, pays: [{ how: 'cash', part: 400 }, ...CARD] });
  await start(k, await create(k, [topUp(2000)], { idents: [{ type: 'card', value: cards.some }] }), 'cash');
}

type Sold = Readonly<Record<'first' | 'discounted' | 'cola' | 'beers', SmartTransaction>>;

/** Nos 18 to 24. */
async function takenBack(bar: Bar, { first, discounted, cola, beers }: Sold, hands: Hands): Promise<void> {
  const [k, m] = await people(bar, 0);
  const other = await bar.stand(1, 'manager');
  await hands.cancel(other, discounted, 1200);
  await hands.cancel(other, cola, 225);
  await hands.beerBack(other, beers);
  await hands.empties(k, 6, 150);
  await hands.beerBack(m, first);
  for (const amount of [320, 470]) {
    await hands.sell(m, { goods: { BEER: 1 }, changed: { kind: 'price', amount }, due: amount, pays: CASH });
  }
}

/** K and M in place of the names of the people. */
const onPaper = (figures: Figures, names: Readonly<Record<string, string>>): Figures =>
  Object.fromEntries(
    Object.entries(figures).map(([name, value]) => {
      const [family = '', person = '', ...rest] = name.split('.');
      return [family === 'person' ? [family, names[person] ?? person, ...rest].join('.') : name, value];
    }),
  );

/** Every figure of the night's paper, in X, Z, reports of the till, back office and DSFinV-K; then no 25, which is of the next day. */
export async function expectPaper(
  bar: Bar,
  { day, next, hours }: Night,
  reports: readonly ClosedTill[],
): Promise<void> {
  bar.at(`${next}T${hours[5]}`);
  const later = await bar.stand(0, 'cashier');
  await start(later, await create(later, [line('BEER', 1)]), 'cash');

  const [cashier, manager] = await people(bar, 0);
  const names = { [cashier.name]: 'K', [manager.name]: 'M' };
  const office = await bar.office();
  const archive = await bar.closings(day, day);
  for (const till of [0, 1] as const) {
    const expected = till === 0 ? TILL_1 : TILL_2;
    const { x, z } = reports[till]!;
    expect(z.days).toEqual([day]);
    expect(ofZ(x)).toEqual(ofZ(z));
    for (const words of PAPERS[till]) expect(receiptText((z.receipt ?? []) as readonly ReceiptLine[])).toMatch(words);
    expect(z.terminals).toMatchObject([{ state: 'agrees', terminal: 8350, own: till === 0 ? 6450 : 1900 }]);
    expect(withoutGroups(onPaper(ofZ(z), names))).toEqual(expected);
    const asked = (ask: Place['ask'], path: string) => async (query: string) =>
      ok(await ask<ReportAnswer>('GET', `${path}/${query}`));
    for (const [ask, path, id] of [
      [manager.ask, '/bridge/v1/reports', bar.tills[till]],
      [office, '/reports', await bar.officeTill(till)],
    ] as const) {
      const figures = onPaper(await ofReports(asked(ask, path), day, id), names);
      expect(withoutGroups(figures)).toEqual(shared(expected, FAMILIES.reports));
    }
    const closing = ofClosing(archive, await bar.officeTill(till), z.number);
    for (const [one, other] of closingPairs(archive, await bar.officeTill(till), z.number)) expect(one).toEqual(other);
    expect(closing).toEqual(shared(expected, FAMILIES.closing));
    expect(withoutSale(archive, await bar.officeTill(till), z.number)).toEqual(MOVED[till]);
  }
  expectNextDay(await bar.closings(next, next), await bar.officeTill(0));
  const aggregate = JSON.stringify({ timestamp_prop: 'created', interval: 'day' });
  const spans = ok(await manager.ask<{ data: readonly { k: number }[] }>('GET', `${SALES}?aggregate=${aggregate}`));
  const begins = [`${day}T04:00:00${hours[0].slice(8)}`, `${next}T${hours[5]}`].map(text => Date.parse(text));
  expect(spans.data.map(({ k }) => k).filter(k => k >= begins[0]!)).toEqual(begins);
}

const withoutGroups = (figures: Figures): Figures =>
  Object.fromEntries(Object.entries(figures).filter(([name]) => !name.startsWith('group.')));

/** The business cases of a closing that are neither goods nor tips: case, key of the tax, gross. */
const withoutSale = ({ businesscases = [] }: Archive, till: string, number: number) =>
  businesscases
    .filter(
      row => row.Z_KASSE_ID === till && row.Z_NR === String(number) && /^(Ein|Aus)zahlung$/.test(row.GV_TYP ?? ''),
    )
    .map(row => [row.GV_TYP, row.UST_SCHLUESSEL, row.Z_UMS_BRUTTO])
    .sort();

/** Sale 25 is of the day that began at four: a closing of its own, under the number of the Z report to come. */
function expectNextDay(archive: Archive, till: string): void {
  const { cashpointclosing = [] } = archive;
  expect(cashpointclosing.map(row => [row.Z_KASSE_ID, row.Z_NR, row.Z_SE_ZAHLUNGEN])).toEqual([[till, '2', '4,20']]);
}
