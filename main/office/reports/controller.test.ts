/** Questions of a controller, each with the receipts behind its answer: missing cash and who closed, campaigns, and who gave discounts. */
import { beforeAll, expect, it } from 'vitest';
import type { ReportAnswer, ReportDeclaration, ReportRow } from '../../wire/office/reports.ts';
import { salesChoiceIn, salesRequest } from '../../wire/office/salesQuery.ts';
import { type Booked, ids, openBooks } from './books.fixture.ts';
import { closed, DAY, item } from './dayByHand.fixture.ts';

const books = openBooks();
const cash = (amount: number) => ({ tenders: [{ method: 'cash', amount }] });
const off = (amount: number, more: object) => item('C1', -amount, 19, { item_type: 'coupon', group: [], ...more });
const bonus = (amount: number, campaign: string) =>
  item('2900000000230', -amount, 19, { item_type: 'coupon', reference_id: `bonus:${campaign}:1`, group: [] });

/*
 * 10:00 Anna: thing 10.00, 1.00 off by Ben. 10:10 Anna: thing 10.00, 0.50 off by herself. 10:20 Anna: thing 10.00, 2.00 off by the campaign.
 * 10:30 Cem in the south: thing 10.00, 2.00 off by the campaign; cancelled at 10:40. 10:50 Cem: thing 10.00, 2.00 off by it.
 * Of the campaign: 8.00 + 8.00 - 8.00 + 8.00 = 16.00 in two sales.
 */
beforeAll(async () => {
  const thing = item('T1', 1000, 19);
  const south = { till: ids.tills.south };
  const sold = { cashier: 'Cem', card: 'MCD_1', ...cash(800) };
  const taken = closed('STX_4', '10:30:00', 800, [thing, bonus(200, 'coffee')], sold, south);
  const zReport = (object: string, till: string, by: string | null, difference: number): Booked => ({
    ...{ kind: 'zReport', event: 'made', object, sum: 0, document: null, day: DAY, at: `${DAY}T20:00:00+01:00`, till },
    facts: {
      number: 1,
      by,
      turnover: { gross: 1000 },
      cash: { sales: 1000, expected: 3000, counted: 3000 + difference, difference },
    },
  });
  await books.book(
    closed('STX_1', '10:00:00', 900, [thing, off(100, { manual_discount: { by: 'Ben' } })], {
      cashier: 'Anna',
      ...cash(900),
    }),
    closed('STX_2', '10:10:00', 950, [thing, off(50, {})], { cashier: 'Anna', ...cash(950) }),
    closed('STX_3', '10:20:00', 800, [thing, bonus(200, 'coffee')], { cashier: 'Anna', card: 'MCD_2', ...cash(800) }),
    taken,
    { ...taken, at: `${DAY}T10:40:00+01:00`, event: 'cancelled' },
    closed('STX_5', '10:50:00', 800, [thing, bonus(200, 'coffee')], sold, south),
    zReport('ZRP_1', ids.tills.north, 'Anna', -300),
    zReport('ZRP_2', ids.tills.north, 'Anna', 100),
    zReport('ZRP_3', ids.tills.north2, null, 0),
    zReport('ZRP_4', ids.tills.south, 'Cem', -500),
  );
});

const answer = async (path: string): Promise<ReportAnswer> =>
  (await books.ask<ReportAnswer>('chain', `/reports/${path}&from=${DAY}&to=${DAY}&language=en`)).body;
const report = async (path: string): Promise<readonly ReportRow[]> => (await answer(path)).rows as ReportRow[];

/** The numbers of the sales that the page finds for an address. */
async function salesOf(address: string, days = { from: DAY, to: DAY }): Promise<readonly string[]> {
  const choice = salesChoiceIn(new URLSearchParams(address), days);
  const query = new URLSearchParams(salesRequest(choice, 'EUR'));
  return (await books.ask<{ data: { id: string }[] }>('chain', `/sales?${query}`)).body.data.map(({ id }) => id).sort();
}

it('where cash misses, by store, till and whoever closed', async () => {
  const shown = async (path: string) =>
    (await report(`cash?${path}`)).map(({ key, short, over, difference, reports, differing }) => [
      ...[key, short, over, difference, reports, differing],
    ]);
  expect(await shown('by=store')).toEqual([
    [ids.south, 500, 0, -500, 1, 1],
    [ids.north, 300, 100, -200, 3, 2],
  ]);
  expect(await shown('by=till')).toEqual([
    [ids.tills.south, 500, 0, -500, 1, 1],
    [ids.tills.north, 300, 100, -200, 2, 2],
    [ids.tills.north2, 0, 0, 0, 1, 0],
  ]);
  expect(await shown('by=cashier')).toEqual([
    ['Cem', 500, 0, -500, 1, 1],
    ['Anna', 300, 100, -200, 2, 2],
    ['', 0, 0, 0, 1, 0],
  ]);
  // A row leads to its Z reports.
  const own = await report('cash?by=zReport&cashier=Anna');
  expect(own.map(({ key, cashier, difference }) => [key, cashier, difference])).toEqual([
    ['ZRP_1', 'Anna', -300],
    ['ZRP_2', 'Anna', 100],
  ]);
});

it.each(['zReport', 'store', 'cashier', 'region'])('cash has the same sums in front of its rows by %s', async by => {
  expect((await answer(`cash?by=${by}`)).total).toMatchObject({
    ...{ difference: -700, short: 800, over: 100, reports: 4, differing: 3 },
  });
});

it('what a campaign brought, with the sales behind it', async () => {
  const [row] = await report('loyalty?by=campaign');
  expect(row).toMatchObject({ key: 'coffee', cost: 400, sales: 2, turnover: 1600, average: 800 });
  expect(await salesOf('campaign=coffee')).toEqual(['STX_3', 'STX_4', 'STX_5']);
});

it('who gave discounts, with the sales behind them', async () => {
  const rows = await report('corrections?by=cashier');
  expect(Object.fromEntries(rows.map(({ key, discount }) => [key, discount]))).toEqual({
    Anna: 50,
    Ben: 100,
    Cem: 0,
    '': 400,
  });
  expect(await salesOf('events=discounts')).toEqual(['STX_1', 'STX_2', 'STX_3', 'STX_4', 'STX_5']);
  expect(await salesOf('events=discounts&cashier=Ben')).toEqual(['STX_1']);
  expect(await salesOf('events=discounts&cashier=Anna')).toEqual(['STX_2']);
  expect(await salesOf('events=discounts&cashier=')).toEqual(['STX_3', 'STX_4', 'STX_5']);
  expect(await salesOf('events=discounts&least=1,00')).toEqual(['STX_1', 'STX_3', 'STX_4', 'STX_5']);
});

it('who changed prices and took lines out of baskets, with the receipts behind them', async () => {
  const day = '2026-11-18';
  const at = (time: string) => ({ day, at: `${day}T${time}:00+01:00` });
  const thing = item('T1', 1000, 19);
  const changes = (by: string, amount: number) => ({ corrections: [{ kind: 'priceChange', person: by, amount }] });
  const voided = (object: string, person: string | null, amount: number): Booked => ({
    ...{ kind: 'basket', event: 'voided', object, sum: amount, ...at('09:00'), document: null },
    facts: { person, lines: [{ amount }] },
  });
  await books.book(
    voided('STX_P1', 'Ben', 300),
    voided('STX_P2', null, 200),
    // Given up after all: there is no receipt.
    voided('STX_P9', 'Ben', 100),
    { ...closed('STX_P1', '10:00:00', 1000, [thing], { cashier: 'Anna', ...cash(1000) }), ...at('10:00') },
    {
      ...closed('STX_P2', '10:10:00', 1000, [thing], { cashier: 'Anna', ...cash(1000), ...changes('Ben', 150) }),
      ...at('10:10'),
    },
    {
      ...closed('STX_P3', '10:20:00', 1000, [thing], { cashier: 'Anna', ...cash(1000), ...changes('Anna', -50) }),
      ...at('10:20'),
    },
  );
  const { body } = await books.ask<ReportAnswer>('chain', `/reports/corrections?by=cashier&from=${day}&to=${day}`);
  expect(
    Object.fromEntries(
      (body.rows as ReportRow[]).map(({ key, lowered, raised, voids, voided: sum }) => [
        key,
        [lowered, raised, voids, sum],
      ]),
    ),
  ).toEqual({ Anna: [0, 50, 0, 0], Ben: [150, 0, 2, 400], '': [0, 0, 1, 200] });
  const found = (address: string) => salesOf(`from=${day}&to=${day}&${address}`, { from: day, to: day });
  expect(await found('events=prices')).toEqual(['STX_P2', 'STX_P3']);
  expect(await found('events=prices&cashier=Ben')).toEqual(['STX_P2']);
  expect(await found('events=prices&least=1,00')).toEqual(['STX_P2']);
  expect(await found('events=voids')).toEqual(['STX_P1', 'STX_P2']);
  expect(await found('events=voids&cashier=Ben')).toEqual(['STX_P1']);
  expect(await found('events=voids&cashier=')).toEqual(['STX_P2']);
  expect(await found('events=voids&most=2,50')).toEqual(['STX_P2']);
});

it('a comparison with a span in which a store sold on fewer days says so', async () => {
  const notes = async (path: string) =>
    (await answer(path)).notes.flatMap(({ en, remark }) => (remark && en.includes('like') ? [en] : []));
  // A week before the north sold, the south not.
  await books.book({
    ...closed('STX_W', '10:00:00', 900, [item('T1', 900, 19)], { cashier: 'Anna', ...cash(900) }),
    ...{ day: '2026-11-13', at: '2026-11-13T10:00:00+01:00' },
  });
  const south = ['Not like with like, days with sales before and now: Süd 0 and 1.'];
  expect(await notes('turnover?by=store&compare=week')).toEqual(south);
  expect(await notes('turnover?by=store&across=day&compare=week')).toEqual(south);
  expect(await notes(`turnover?by=store&compare=week&store=${ids.north}`)).toEqual([]);
  expect(await notes('turnover?by=store')).toEqual([]);
  expect(await notes('turnover?by=day&compare=year')).toEqual([
    'Not like with like, days with sales before and now: Nord 0 and 1, Süd 0 and 1.',
  ]);
});

it('what became of payments that another till ended, whatever its clock says', async () => {
  const day = '2026-11-17';
  const event = (object: string, name: string, time: string, till: string, receipt: number | null = null): Booked => ({
    ...{ kind: 'sale', object, event: name, day, at: `${day}T${time}:00+01:00`, sum: 700, till, document: {} },
    facts: { receipt_number: receipt, cashier: 'Anna' },
  });
  const { north: one, north2: other } = ids.tills;
  await books.book(
    // Paid after all, by a clock that is behind.
    event('STX_U1', 'unknown', '10:00', one),
    event('STX_U1', 'closed', '09:55', other, 1),
    // Sold by a clock that is ahead: no end of the reversal, which is open.
    event('STX_U2', 'closed', '11:05', one, 2),
    event('STX_U2', 'unknown', '11:00', other, 2),
    // Twice unclear: what came before the second one by the clock has ended the first.
    event('STX_U3', 'unknown', '12:00', one, 3),
    event('STX_U3', 'notReversed', '12:10', other, 3),
    event('STX_U3', 'unknown', '12:20', one, 3),
  );
  const { body } = await books.ask<ReportAnswer>('chain', `/reports/unknown?from=${day}&to=${day}`);
  const ends = (body.rows as ReportRow[]).map(({ key, end }) => `${key} ${end}`);
  expect(ends.sort()).toEqual(['STX_U1 closed', 'STX_U2 open', 'STX_U3 notReversed', 'STX_U3 open']);
});

it('keys and filters by region, where stores have one', async () => {
  const keysOf = async (name: string) => {
    const { body } = await books.ask<{ data: ReportDeclaration[] }>('chain', '/reports');
    const found = body.data.find(declaration => declaration.name === name);
    return [found?.by.some(key => key.name === 'region'), found?.filters.includes('region')];
  };
  expect(await keysOf('corrections')).toEqual([false, false]);
  await books.database.query("UPDATE store SET region = 'Coast' WHERE id = $1", [ids.north]);
  expect(await keysOf('corrections')).toEqual([true, true]);
  expect(await keysOf('health')).toEqual([false, true]);
  const turnover = Object.fromEntries((await report('turnover?by=region')).map(row => [row.key, row.turnover]));
  expect(turnover).toEqual({ Coast: 2650, '': 800 });
  expect((await report('corrections?by=region')).map(({ key, discount }) => [key, discount])).toEqual([
    ['', 200],
    ['Coast', 350],
  ]);
  expect((await report('cash?by=region')).map(({ key, short }) => [key, short])).toEqual([
    ['', 500],
    ['Coast', 300],
  ]);
  expect((await report('turnover?by=store&region=Coast')).map(({ key }) => key)).toEqual([ids.north]);
  expect((await report('health?region=Coast')).map(({ key }) => key)).toEqual([ids.tills.north, ids.tills.north2]);
  expect(await salesOf('region=Coast')).toEqual(['STX_1', 'STX_2', 'STX_3']);
  const now = async (path: string) =>
    (await books.ask<ReportAnswer>('chain', `/reports/today?${path}`)).body.rows as ReportRow[];
  const clock = books.clock.now;
  books.clock.now = Date.parse(`${DAY}T22:00:00+01:00`);
  expect((await now('by=region')).map(({ key, label, sales, turnover }) => [key, label, sales, turnover])).toEqual([
    ['Coast', 'Coast', 3, 2650],
    ['', 'ohne Angabe', 1, 800],
  ]);
  expect((await now('by=store&region=Coast')).map(({ key }) => key)).toEqual([ids.north]);
  books.clock.now = clock;
  for (const [person, region] of [
    ['chain', 'Hills'],
    ['foreign', 'Coast'],
  ] as const)
    expect((await books.ask(person, `/reports/turnover?region=${region}`)).status).toBe(404);
});

it('a table that would read the lines of millions of sales is refused with what helps', async () => {
  const path = `/reports/turnover?from=${DAY}&to=${DAY}&by=hour&across=article`;
  expect((await books.ask('chain', path)).status).toBe(200);
  const more = 'UPDATE figure_day SET sales = sales + $2 WHERE store = $1';
  await books.database.query(more, [ids.north, 2_000_000]);
  const refused = await books.ask('chain', path);
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('choose whole thirds of months')]);
  expect((await books.ask('chain', `${path}&article=T1`)).status).toBe(200);
  expect((await books.ask('chain', `${path}&store=${ids.south}`)).status).toBe(200);
  await books.database.query(more, [ids.north, -2_000_000]);
});
