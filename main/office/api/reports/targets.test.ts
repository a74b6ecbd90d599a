/** Targets: set by the chain alone, one by one or as a file, seen by the stores they are for, and shown beside what was sold. */
import { expect, it } from 'vitest';
import type { ReportAnswer, ReportRow } from '../../../wire/office/reports.ts';
import type { TargetList, TargetsSet } from '../../../wire/office/targets.ts';
import { ids, openBooks, type PersonName } from '../../reports/books.fixture.ts';
import { cash, closed, item } from '../../reports/dayByHand.fixture.ts';

const books = openBooks();
type Set = TargetsSet & { readonly error_details?: string };
const put = (person: PersonName, body: string | object) =>
  books.ask<Set>(person, '/targets', {
    method: 'PUT',
    headers: { 'content-type': typeof body === 'string' ? 'text/csv' : 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const target = (store: string, month: string, amount: number | null) => ({ data: [{ store, month, amount }] });
const listed = async (person: PersonName) =>
  (await books.ask<TargetList>(person, '/targets?from=2026-11&to=2026-12')).body.data.map(each => [
    each.store,
    each.month,
    each.amount,
  ]);
const report = async (path: string) => (await books.ask<ReportAnswer>('chain', `/reports/${path}`)).body;
const cellsOf = ({ rows }: ReportAnswer) =>
  Object.fromEntries((rows as ReportRow[]).map(row => [row.key, [row.turnover, row.target, row.target_reached]]));
const sold = (object: string, day: string, amount: number, till: string = ids.tills.north) => ({
  ...closed(object, '10:00:00', amount, [item('B1', amount, 7)], cash(amount)),
  ...{ day, at: `${day}T10:00:00+01:00`, till },
});

it('are set and taken back by the chain alone, with what stood there before in the audit log', async () => {
  expect((await put('chain', target(ids.north, '2026-12', 4_500_000))).body).toEqual({ changed: 1, unchanged: 0 });
  expect((await put('chain', target(ids.north, '2026-12', 4_600_000))).status).toBe(200);
  const both = { data: [...target(ids.north, '2026-12', 4_600_000).data, ...target(ids.south, '2026-12', 100).data] };
  expect((await put('chain', both)).body).toEqual({ changed: 1, unchanged: 1 });
  expect(await listed('chain')).toEqual([
    [ids.north, '2026-12', 4_600_000],
    [ids.south, '2026-12', 100],
  ]);
  expect([await listed('store'), await listed('foreign')]).toEqual([[[ids.north, '2026-12', 4_600_000]], []]);
  expect([(await put('store', both)).status, (await put('reader', both)).status]).toEqual([403, 403]);
  expect((await put('foreign', target(ids.north, '2026-12', 1))).status).toBe(404);
  expect((await put('chain', target(ids.north, '2026-13', 1))).status).toBe(400);
  expect((await put('chain', target(ids.south, '2026-12', null))).body).toEqual({ changed: 1, unchanged: 0 });
  const { body } = await books.ask<{ data: { facts: object }[] }>('chain', '/audit?count=3&q=action:targetsChanged');
  const change = { store: ids.north, month: '2026-12' };
  expect(body.data.map(({ facts }) => facts)).toMatchObject([
    { targets: [{ store: ids.south, month: '2026-12', before: 100, after: null }] },
    { targets: [{ store: ids.south, before: null, after: 100 }] },
    { targets: [{ ...change, before: 4_500_000, after: 4_600_000 }] },
  ]);
});

it('go out and come in as a file, with amounts as people write them, whole or not at all', async () => {
  const file = await books.ask('store', '/targets?from=2026-12&to=2026-12&format=csv&language=de');
  expect(file.text.replace('\ufeff', '')).toBe('store;month;amount\r\nNord;2026-12;46000,00\r\n');
  expect((await put('chain', file.text)).body).toEqual({ changed: 0, unchanged: 1 });
  const lines = (...rows: readonly string[]) => ['Filiale;Monat;Betrag', ...rows].join('\n');
  expect((await put('chain', lines('Nord;12.2026;', 'süd;01.12.2026;"1.234,50 €"'))).body.changed).toBe(2);
  expect(await listed('chain')).toEqual([[ids.south, '2026-12', 123_450]]);
  for (const [row, words] of [
    ['West;2026-12;5,00', 'line 3: there is no store "West"'],
    ['Nord;Weihnachten;5,00', 'is no month'],
    ['Nord;2026-12;viel', '"viel" is no amount'],
    ['Nord;2026-12;-5,00', 'is no amount'],
    ['Nord;1899-12;5,00', 'is no month'],
    // A decimal comma that parts columns, and a line that was cut off.
    ['Nord;2026-12;1;000', 'line 3: 4 columns, and the first line names 3'],
    ['Süd;2026-12', 'line 3: 2 columns, and the first line names 3'],
  ] as const)
    expect((await put('chain', lines('Süd;2026-12;7,00', row))).body.error_details).toContain(words);
  expect((await put('chain', lines('Süd;2026-12;1.234'))).body.error_details).toContain('two ways');
  expect((await put('chain', 'store;month\nNord;2026-12')).body.error_details).toContain('no column amount');
  expect(await listed('chain')).toEqual([[ids.south, '2026-12', 123_450]]);
  expect((await put('chain', target(ids.south, '2026-12', null))).status).toBe(200);
  // The first of each month, as spreadsheets write it in America and in Europe; surplus columns are empty.
  expect((await put('chain', 'store,month,amount\nNord,11/01/2026,7.00,\nNord,12/01/2026,8.00,,')).status).toBe(200);
  expect((await put('chain', lines('Süd;2026-12-01;9,00'))).status).toBe(200);
  expect(await listed('chain')).toEqual([
    [ids.north, '2026-11', 700],
    [ids.north, '2026-12', 800],
    [ids.south, '2026-12', 900],
  ]);
  expect((await put('chain', lines('Nord;11.2026;', 'Nord;12.2026;', 'Süd;12.2026;'))).body.changed).toBe(3);
});

it('stand beside the turnover by store, month and day; a part of the month counts the share of its days', async () => {
  // Of the four weeks before November Thursdays sold three quarters and Fridays one; November has four of each.
  await books.book(
    sold('STX_T', '2026-10-08', 300),
    sold('STX_F', '2026-10-09', 100),
    sold('STX_OLD', '2026-09-28', 999),
  );
  await books.book(
    sold('STX_1', '2026-11-05', 900),
    sold('STX_2', '2026-11-06', 80),
    sold('STX_S', '2026-11-06', 5000, ids.tills.south),
  );
  await put('chain', target(ids.north, '2026-11', 4000));
  const week = 'from=2026-11-02&to=2026-11-08';
  // The store without a target does not count as reached.
  const byStore = await report(`turnover?${week}&by=store`);
  expect(cellsOf(byStore)).toEqual({ [ids.south]: [5000, null, null], [ids.north]: [980, 1000, 9800] });
  expect(byStore.total).toMatchObject({ turnover: 5980, target: 1000, target_reached: 9800 });
  expect(cellsOf(await report(`turnover?${week}&by=day`))).toEqual({
    '2026-11-05': [900, 750, 12_000],
    '2026-11-06': [5080, 250, 3200],
  });
  expect(cellsOf(await report('turnover?from=2026-11-01&to=2026-11-30&by=month'))).toEqual({
    '2026-11': [5980, 4000, 2450],
  });
  // A day with a target and without a sale has a row.
  expect(cellsOf(await report(`turnover?from=2026-11-12&to=2026-11-13&by=day&store=${ids.north}`))).toEqual({
    '2026-11-12': [0, 750, 0],
    '2026-11-13': [0, 250, 0],
  });
  for (const none of [
    'by=till',
    `by=store&till=${ids.tills.north}`,
    `by=store&store=${ids.south}`,
    'by=store&currency=CHF',
  ])
    expect((await report(`turnover?${week}&${none}`)).total.target ?? null, none).toBe(null);
  const csv = (await books.ask('chain', `/reports/turnover?${week}&by=store&format=csv&language=en`)).text;
  const [head, , north] = csv.split('\r\n');
  expect(head).toMatch(/,Turnover target,Target reached$/);
  expect(north).toMatch(/^STO_NORTH,Nord,.*,10\.00,98\.00$/);
});

it('are on the page of today as what is reached and what was to be expected by tonight', async () => {
  const before = books.clock.now;
  books.clock.now = Date.parse('2026-11-06T18:00:00+01:00');
  const { rows, total } = await report('today');
  const north = { target: 4000, target_reached: 2450, target_expected: 2500 };
  expect((rows as ReportRow[]).find(({ key }) => key === ids.north)).toMatchObject(north);
  expect((rows as ReportRow[]).find(({ key }) => key === ids.south)).toMatchObject({ target: null });
  expect(total).toMatchObject(north);
  expect((await report(`today?by=till&store=${ids.north}`)).total).toMatchObject(north);
  expect((await report(`today?store=${ids.south}`)).total).toMatchObject({ target: null, target_reached: null });
  books.clock.now = before;
});
