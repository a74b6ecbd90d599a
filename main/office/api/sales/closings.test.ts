/** One closing: the Z report of a till beside what arrived of its records, and the list of exactly these records. */
import { beforeAll, expect, it } from 'vitest';
import type { ReportAnswer } from '../../../wire/office/reports.ts';
import type { OfficeClosing } from '../../../wire/office/sales.ts';
import { salesChoiceIn, salesRequest } from '../../../wire/office/salesQuery.ts';
import { type Booked, ids, openBooks, type PersonName } from '../../reports/books.fixture.ts';
import { cash, closed, item } from '../../reports/dayByHand.fixture.ts';

const books = openBooks();
const sold = (sequence: number, day: string, time: string, sum: number, more: Partial<Booked> = {}): Booked => ({
  ...closed(`STX_${sequence}`, '00:00:00', sum, [item('T1', sum, 19)], cash(sum)),
  ...{ sequence, day, at: `${day}T${time}Z`, ...more },
});
const zReport = (number: number, sequence: number, day: string, gross: number, more: object = {}): Booked => ({
  ...{ kind: 'zReport', event: 'made', object: `ZRP_${number}`, sum: gross, document: null },
  ...{ sequence, day, at: `${day}T22:00:00Z` },
  facts: {
    ...{ number, made: `${day}T22:00:00.000Z`, days: [day], by: 'Anna', reason: null },
    turnover: { sales: 2, gross, net: gross, tax: 0, by_tax: [{ rate: 19, gross, net: gross, tax: 0 }] },
    tenders: [
      { method: 'cash', payments: 2, amount: gross + 150, refunds: 0, refunded: 0, net: gross + 150, tips: 150 },
    ],
    ...more,
  },
});

/* Two closings on one day; of the second one a record is missing, and one came on the next day. Another till sold meanwhile. */
beforeAll(() =>
  books.book(
    sold(1, '2026-11-20', '09:00:00', 100),
    sold(2, '2026-11-20', '10:00:00', 200),
    zReport(1, 3, '2026-11-20', 300),
    sold(4, '2026-11-20', '11:00:00', 400),
    sold(6, '2026-11-21', '00:30:00', 600),
    sold(6, '2026-11-20', '11:00:00', 9900, { till: ids.tills.north2, object: 'STX_OTHER' }),
    zReport(2, 7, '2026-11-21', 1500, {
      receipts: { first: 4, last: 6, count: 3, missing: [5] },
      cash: { opening: 100, sales: 1500, expected: 1600, counted: 1590, difference: -10 },
    }),
    sold(8, '2026-11-21', '12:00:00', 800),
    { ...zReport(1, 1, '2026-11-20', 0), object: 'ZRP_ABROAD', till: ids.tills.abroad },
  ),
);

const closing = (id: string, person: PersonName = 'chain') => books.ask<OfficeClosing>(person, `/closings/${id}`);
async function salesOf({ records, held: { from, to } }: OfficeClosing) {
  const address = new URLSearchParams({ from, to, closing: records, events: 'all' });
  const query = new URLSearchParams(salesRequest(salesChoiceIn(address, { from, to }), 'EUR'));
  return (await books.ask<{ data: { id: string }[] }>('chain', `/sales?${query}`)).body.data.map(({ id }) => id);
}

it('has the figures of the till, and what arrived of its records', async () => {
  expect((await closing('ZRP_1')).body).toMatchObject({
    ...{ number: 1, store_name: 'Nord', till_name: 'Kasse 1', by: 'Anna', days: ['2026-11-20'], currency: 'EUR' },
    ...{ turnover: { gross: 300 }, held: { sales: 2, turnover: 300, from: '2026-11-20', to: '2026-11-20' } },
    ...{ gaps: [], before: null, next: 'ZRP_2', cash: { expected: null } },
  });
  expect((await closing('ZRP_2')).body).toMatchObject({
    ...{ turnover: { gross: 1500 }, held: { sales: 2, turnover: 1000, from: '2026-11-20', to: '2026-11-21' } },
    ...{ gaps: [{ first: 5, last: 5 }], before: 'ZRP_1', next: null, receipts: { missing: [5] } },
    ...{
      cash: { expected: 1600, counted: 1590, difference: -10 },
      tenders: [{ method: 'cash', payments: 2, net: 1650, tips: 150 }],
    },
  });
});

it('leads to its own sales, of whichever day, and to no others', async () => {
  expect(await salesOf((await closing('ZRP_1')).body)).toEqual(['STX_2', 'STX_1']);
  expect(await salesOf((await closing('ZRP_2')).body)).toEqual(['STX_6', 'STX_4']);
  const { body } = await closing('ZRP_2');
  expect(await salesOf({ ...body, records: 'none' })).toEqual([]);
  // Records of two databases of the till.
  expect(await salesOf({ ...body, records: `2~${body.till}~1600000000.9~1700000000.5` })).toEqual([
    'STX_4',
    'STX_2',
    'STX_1',
  ]);
});

it('is reached from the report of cash by the people of its store alone', async () => {
  const { rows } = (await books.ask<ReportAnswer>('chain', '/reports/cash?from=2026-11-20&to=2026-11-21')).body;
  expect(rows.map(({ key }) => key)).toEqual(['ZRP_1', 'ZRP_2']);
  expect((await closing('ZRP_1', 'store')).status).toBe(200);
  for (const [id, person] of [
    ['ZRP_1', 'foreign'],
    ['ZRP_ABROAD', 'chain'],
    ['STX_1', 'chain'],
    ['NONE', 'chain'],
  ] as const)
    expect([id, (await closing(id, person)).status]).toEqual([id, 404]);
});
