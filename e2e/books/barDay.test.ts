/**
 * An evening at a bar, worked out on paper first: across midnight, and across both changes of the clock. The same sales make the
 * same figures on each of the three nights; only the hours differ.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { cards, closeAll, ok } from '../../main/doubles/bridge.fixture.ts';
import type { ReportAnswer } from '../../main/wire/office/reports.ts';
import { type Archive, type Bar, type ClosedTill, line, openBar, type Place } from './bar.fixture.ts';
import { closingPairs, FAMILIES, type Figures, ofClosing, ofReports, ofZ, shared } from './figures.ts';
import { adjust, create, goodsBack, SALES, soldVoucher, start } from './steps.ts';

/*
 * ON PAPER. Prices: beer 4.20 (19 %), cola 2.00 (19 %) with 0.25 deposit, nuts 3.00 (7 %), coffee 3.50 (19 %, campaign 10 %).
 * The business day begins at four. K is the cashier, M the manager.
 *
 * no  hour   till  what                                            cash   card  own v.  foreign v.
 *  1  20:10   1    2 beer 8.40, 2 cola 4.00, deposit 0.50          12.90
 *  2  22:40   1    1 nuts 3.00, 1 beer 4.20                                7.20
 *  3  23:50   2    3 beer 12.60 less 0.60 given by K               12.00
 *  4  00:20   1    1 coffee 3.50 less campaign 0.35                 3.15
 *  5  01:30   2    voucher of the shop sold, 25.00                 25.00
 *  6  02:30*  1    5 beer 21.00                                     1.00         20.00
 *  7  02:30*  2    2 nuts 6.00                                      1.00                   5.00
 *  8  03:30   1    1 beer 4.20, tip 0.80                            5.00
 *  9  03:40   2    M cancels no 3                                 -12.00
 * 10  03:45   1    6 empties come back                             -1.50
 * 11  03:50   1    1 beer of no 1 comes back                       -4.20
 * 12  03:55   1    1 beer, price lowered by M to 3.20               3.20
 * 13  03:56   1    1 beer, price raised by M to 4.70                4.70
 *     03:58        both tills make their Z report
 * 14  04:00   1    1 beer: the next business day                    4.20
 *
 * Till 1: 12.90 + 7.20 + 3.15 + 21.00 + 4.20 - 1.50 - 4.20 + 3.20 + 4.70 = 50.65, of it 3.00 at 7 %, 47.65 at 19 %.
 *   Tax at 7 %: 0.20. At 19 %, receipt by receipt: 2.06 + 0.67 + 0.50 + 3.35 + 0.67 - 0.24 - 0.67 + 0.51 + 0.75 = 7.60.
 *   Cash 12.90 + 3.15 + 1.00 + 5.00 - 1.50 - 4.20 + 3.20 + 4.70 = 24.25; card 7.20; own voucher 20.00: 51.45 = 50.65 + 0.80 tip.
 *   M lowered a price by 1.00 and raised one by 0.50.
 *   Drawer: float 200.00 + 24.25 = 224.25. Deposits 0.50 and -1.50. Discount 0.35, the campaign's. Returned 4.20.
 * Till 2: 12.00 - 12.00 + 6.00 = 6.00 at 7 %, tax 0.39. Cash 12.00 - 12.00 + 25.00 + 1.00 = 26.00; foreign voucher 5.00.
 *   Drawer: 100.00 + 26.00 = 126.00. K's discount 0.60 - 0.60 = 0. Cancelled 12.00.
 */
const TILL_1: Figures = {
  ...{ 'turnover.sales': 9, 'turnover.gross': 5065, 'turnover.tax': 780, 'turnover.net': 4285 },
  ...{ 'gross.7': 300, 'gross.19': 4765, 'tax.7': 20, 'tax.19': 760 },
  ...{ 'method.cash': 2425, 'method.cashless': 720, 'method.voucher': 2000, 'payment.cashless': 720 },
  ...{ 'deposits.taken': 50, 'deposits.back': -150, 'tips.staff': 80, 'owed.redeemed': -2000 },
  ...{ 'given.discount': 35, 'person..discount': 35, 'drawer.cash': 22_425 },
  ...{ 'priced.lowered': 100, 'priced.raised': 50, 'person.M.lowered': 100, 'person.M.raised': 50 },
  ...{ 'person.M.returned': 420, 'person.M.returns': 1 },
};
const TILL_2: Figures = {
  ...{ 'turnover.sales': 2, 'turnover.gross': 600, 'turnover.tax': 39, 'turnover.net': 561 },
  ...{ 'gross.7': 600, 'tax.7': 39 },
  ...{ 'method.cash': 2600, 'method.foreign_voucher': 500, 'payment.foreign_voucher': 500 },
  ...{ 'owed.issued': 2500, 'drawer.cash': 12_600, 'person.M.cancelled': 1200, 'person.M.cancellations': 1 },
};

/** The hours of the table as moments; `*`: what the clock shows twice in autumn and never in spring. */
const NIGHTS = [
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

const opened: Bar[] = [];
afterAll(async () => {
  for (const bar of opened) await bar.close();
  await closeAll();
});

/** The table above, step by step. */
async function evening(bar: Bar, { day, next, hours }: (typeof NIGHTS)[number]): Promise<readonly ClosedTill[]> {
  const [late, midnight, first, second, end] = hours;
  const at = (till: 0 | 1) => bar.stand(till, 'cashier');
  const { cash: drawer } = await at(0);
  await drawer.open(20_000);
  await (await at(1)).cash.open(10_000);
  let place = await at(0);
  const sold = await start(place, await create(place, [line('BEER', 2), line('COLA', 2), line('PFAND', 2)]), 'cash');
  bar.at(`${day}T${late}`);
  place = await at(0);
  await start(place, await create(place, [line('NUTS', 1), line('BEER', 1)]), 'cashless');
  place = await at(1);
  const cancelled = await create(place, [line('BEER', 3)]);
  await adjust(place, cancelled, { kind: 'discount', line: 'line:BEER', amount: 60 });
  await start(place, cancelled, 'cash');

  bar.at(`${next}T${midnight}`);
  place = await at(0);
  const coffee = await create(place, [line('COFFEE', 1)], { idents: [{ type: 'card', value: cards.empty }] });
  ok(await place.ask('POST', `${SALES}/${coffee}/preTransaction`));
  await start(place, coffee, 'cash');
  place = await at(1);
  const voucher = await start(place, await create(place, [soldVoucher(2500)]), 'cash');
  const [code = ''] = (voucher.sold_vouchers ?? []).map(one => one.code);

  bar.at(`${next}T${first}`);
  place = await at(0);
  const paid = await create(place, [line('BEER', 5)]);
  await start(place, paid, 'voucher', { voucher: code, part: { amount: 2000 } });
  await start(place, paid, 'cash');
  bar.at(`${next}T${second}`);
  place = await at(1);
  const nuts = await create(place, [line('NUTS', 2)]);
  await start(place, nuts, 'voucher', { text: 'City', part: { amount: 500 } });
  await start(place, nuts, 'cash');

  bar.at(`${next}T${end}`);
  place = await at(0);
  const tipped = { basket: { products: [line('BEER', 1)] }, basket_info: { sum: 500, gratuity: 80 } };
  await start(place, ok(await place.ask('POST', SALES, { body: { intent: 'sale', ...tipped } })).id, 'cash');
  const [first1, second2] = [await bar.stand(0, 'manager'), await bar.stand(1, 'manager')];
  ok(await second2.ask('POST', `${SALES}/${cancelled}/cancel`, { headers: { 'x-reason': 'wrong table' } }));
  const empties = line('PFAND', -6, { item_type: 'empties', reference_id: 'line:empties' });
  const bottles = await create(place, [empties]);
  ok(await place.ask('POST', `/bridge/v1/returns/${bottles}/pay-out`, { body: {} }));
  await goodsBack(first1, sold);
  for (const amount of [320, 470]) {
    const one = await create(first1, [line('BEER', 1)]);
    await adjust(first1, one, { kind: 'price', line: 'line:BEER', amount });
    await start(first1, one, 'cash');
  }
  return bar.closeDay();
}

/** K and M in place of the names of the people. */
const onPaper = (figures: Figures, names: Readonly<Record<string, string>>): Figures =>
  Object.fromEntries(
    Object.entries(figures).map(([name, value]) => {
      const [family = '', person = '', ...rest] = name.split('.');
      return [family === 'person' ? [family, names[person] ?? person, ...rest].join('.') : name, value];
    }),
  );

describe.each(NIGHTS)('$night', night => {
  const { day, next, hours } = night;

  it('has the figures of the paper in X, Z, reports of the till, back office and DSFinV-K', async () => {
    const bar = await openBar(`${day}T20:10:00${hours[0].slice(8)}`);
    opened.push(bar);
    const reports = await evening(bar, night);
    bar.at(`${next}T${hours[5]}`);
    const later = await bar.stand(0, 'cashier');
    await start(later, await create(later, [line('BEER', 1)]), 'cash');

    const people = [await bar.stand(0, 'cashier'), await bar.stand(0, 'manager')] as const;
    const names = { [people[0].name]: 'K', [people[1].name]: 'M' };
    const office = await bar.office();
    const archive = await bar.closings(day, day);
    for (const till of [0, 1] as const) {
      const expected = till === 0 ? TILL_1 : TILL_2;
      const { x, z } = reports[till]!;
      expect(z.days).toEqual([day]);
      expect(ofZ(x)).toEqual(ofZ(z));
      expect(withoutGroups(onPaper(ofZ(z), names))).toEqual(expected);
      const asked = (ask: Place['ask'], path: string) => async (query: string) =>
        ok(await ask<ReportAnswer>('GET', `${path}/${query}`));
      for (const [ask, path, id] of [
        [people[1].ask, '/bridge/v1/reports', bar.tills[till]],
        [office, '/reports', await bar.officeTill(till)],
      ] as const) {
        const figures = onPaper(await ofReports(asked(ask, path), day, id), names);
        expect(withoutGroups(figures)).toEqual(shared(expected, FAMILIES.reports));
      }
      const closing = ofClosing(archive, await bar.officeTill(till), z.number);
      for (const [one, other] of closingPairs(archive, await bar.officeTill(till), z.number))
        expect(one).toEqual(other);
      expect(closing).toEqual(shared(expected, FAMILIES.closing));
    }
    expectNextDay(await bar.closings(next, next), await bar.officeTill(0));
  }, 120_000);
});

const withoutGroups = (figures: Figures): Figures =>
  Object.fromEntries(Object.entries(figures).filter(([name]) => !name.startsWith('group.')));

/** Sale 14 is of the day that began at four: a closing of its own, under the number of the Z report to come. */
function expectNextDay(archive: Archive, till: string): void {
  const { cashpointclosing = [] } = archive;
  expect(cashpointclosing.map(row => [row.Z_KASSE_ID, row.Z_NR, row.Z_SE_ZAHLUNGEN])).toEqual([[till, '2', '4,20']]);
}
