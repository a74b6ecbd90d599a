/** Every report against one day that was worked out by hand, over HTTP and on a real PostgreSQL. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../reporting/days.ts';
import type { ReportAnswer, ReportRow } from '../../wire/office/reports.ts';
import { type Booked, ids, openBooks } from './books.fixture.ts';
import { cash, closed, DAY, item, records } from './dayByHand.fixture.ts';

const books = openBooks();

const report = async (path: string, person: 'chain' | 'store' = 'chain') =>
  (await books.ask<ReportAnswer>(person, `/reports/${path}`)).body;
const day = (by: string, more = '') => report(`turnover?from=${DAY}&to=${DAY}&by=${by}${more}`);
const figuresOf = ({ rows }: ReportAnswer, ...names: readonly string[]) =>
  Object.fromEntries((rows as readonly ReportRow[]).map(row => [row.key, names.map(name => row[name])]));

beforeAll(() => books.book(...records));

describe('turnover', () => {
  it('of the day, and of each store', async () => {
    const answer = await day('day');
    expect(answer).toMatchObject({
      currency: 'EUR',
      from: DAY,
      to: DAY,
      rows: [{ key: DAY, sales: 6, turnover: 3780 }],
    });
    expect(answer.total).toMatchObject({
      sales: 6,
      turnover: 3780,
      // The top-up is a sale, and none in the average.
      average: 756,
      discount: 100,
      cancellations: 1,
      cancelled: 1190,
    });
    expect(figuresOf(await day('store'), 'sales', 'turnover')).toEqual({
      [ids.north]: [5, 3530],
      [ids.south]: [1, 250],
    });
  });

  it.each([
    [
      'hour',
      { '09': [1, 250], '10': [2, 2090], '14': [0, 0], '15': [1, 0], '16': [1, 250], '17': [1, 1190], '18': [0, 0] },
    ],
    ['weekday', { '5': [6, 3780] }],
    ['till', { [ids.tills.north]: [2, 2090], [ids.tills.north2]: [3, 1440], [ids.tills.south]: [1, 250] }],
    ['cashier', { Anna: [2, 2090], Ben: [3, 1440], Cem: [1, 250] }],
  ])('by %s', async (by, expected) => {
    const answer = await day(by);
    expect(figuresOf(answer, 'sales', 'turnover')).toEqual(expected);
    expect(answer.total.turnover).toBe(3780);
    // The list to which a row leads holds every event: its turnover is that of the row, to the cent.
    for (const { key, turnover } of answer.rows as readonly ReportRow[]) {
      const query = `q=${encodeURIComponent(`business_day:${DAY} AND ${by}:"${key}"`)}&events=all&count=100`;
      const { data } = (await books.ask<{ data: { turnover: number }[] }>('chain', `/sales?${query}`)).body;
      expect([key, data.reduce((sum, sale) => sum + sale.turnover, 0)]).toEqual([key, turnover]);
    }
  });

  it.each([
    ['article', { B1: [1500, 6], T1: [2380, 2], C1: [-100, 1] }],
    ['group', { bread: [1500, 6], things: [2380, 2], '': [-100, 1] }],
  ])('by %s', async (by, expected) => {
    const answer = await day(by);
    expect(figuresOf(answer, 'turnover', 'quantity')).toEqual(expected);
    expect(answer.total).toMatchObject({ turnover: 3780, sales: null });
  });

  it('knows cost and margin of what had a purchase price when it was sold, and says how much that is', async () => {
    const names = ['cost', 'margin', 'margin_share', 'cost_known'] as const;
    // Of 33.19 net 28.51 had one: 7.01 bread of the first receipt, 11.50 of the second, 10.00 of the exchange.
    const total = { cost: 1850, margin: 1001, margin_share: 3511, cost_known: 8590 };
    expect((await day('day')).total).toMatchObject(total);
    expect(figuresOf(await day('store'), ...names)).toEqual({
      [ids.north]: [1850, 1001, 3511, 9241],
      [ids.south]: [null, null, null, null],
    });
    expect(figuresOf(await day('cashier'), ...names)).toMatchObject({
      Anna: [1100, 751, 4057, 10_000],
      Ben: [750, 250, 2500, 8104],
    });
    const byArticle = await day('article');
    expect(byArticle.total).toMatchObject(total);
    expect(figuresOf(byArticle, ...names)).toEqual({
      B1: [400, 535, 5722, 6664],
      T1: [1450, 550, 2750, 10_000],
      // A discount costs nothing, and takes its part off the margin.
      C1: [0, -84, null, null],
    });
    for (const by of ['group', 'till', 'hour', 'month', 'weekday'])
      expect((await day(by)).total, by).toMatchObject(total);
    expect((await day('hour', '&article=T1')).total).toMatchObject({ cost: 1450, margin: 550 });
    expect((await day('method')).total).toMatchObject({ cost: null, margin: null });
    const pairs = await day('store', '&across=cashier&figure=margin');
    expect(figuresOf(pairs, 'cashier:Anna', 'cashier:Ben', 'cashier:Cem', 'sum')).toMatchObject({
      [ids.north]: [751, 250, null, 1001],
    });
    const csv = (await books.ask('chain', `/reports/turnover?from=${DAY}&to=${DAY}&by=store&format=csv&language=de`))
      .text;
    expect(csv).toContain('Wareneinsatz;Rohertrag;Marge;Einkaufspreis bekannt');
    expect(csv).toContain(';18,50;10,01;');
  });

  it('has the net turnover of older records after an update as a rebuild makes it', async () => {
    const { database } = books;
    const migration = readFileSync(join(import.meta.dirname, '../database/migrations/0260-margins.sql'), 'utf8');
    const updates = migration
      .replace(/--.*/g, '')
      .split(';')
      .filter(text => /\bUPDATE\b/.test(text));
    const tables = updates.map(text => /UPDATE (\w+)/.exec(text)?.[1]);
    const prints = () =>
      Promise.all(
        tables.map(table => database.query(`SELECT md5(string_agg(t::text, ',' ORDER BY t::text)) FROM ${table} AS t`)),
      );
    const before = await prints();
    for (const table of tables) await database.query(`UPDATE ${table} SET goods_net = 0`);
    expect(await prints()).not.toEqual(before);
    for (const text of updates) await database.query(text);
    expect(await prints()).toEqual(before);
  });

  it('by tax rate: the tax of each receipt is rounded half up, and then added', async () => {
    // 7 %: 49 + 16 + 16 + 16 = 97 of 1500. 19 %: 174 (of 1090) + 190 − 190 + 190 = 364 of 2280.
    const answer = await day('tax');
    expect(figuresOf(answer, 'turnover', 'tax', 'net')).toEqual({ '7': [1500, 97, 1403], '19': [2280, 364, 1916] });
    expect(answer.total).toMatchObject({ turnover: 3780, tax: 461, net: 3319 });
  });

  it('by two keys: sums at both edges, in JSON and in every file', async () => {
    const span = `from=${DAY}&to=${DAY}`;
    const answer = await report(`turnover?${span}&by=store&across=cashier`);
    expect(answer.across).toMatchObject({ by: 'cashier', figure: 'turnover' });
    expect(answer.across?.columns.map(({ name, key, title }) => [name, key, title.de])).toEqual([
      ['cashier:Anna', 'Anna', 'Anna'],
      ['cashier:Ben', 'Ben', 'Ben'],
      ['cashier:Cem', 'Cem', 'Cem'],
      ['sum', null, 'Summe'],
    ]);
    const columns = ['cashier:Anna', 'cashier:Ben', 'cashier:Cem', 'sum'];
    expect(figuresOf(answer, ...columns)).toEqual({
      [ids.north]: [2090, 1440, null, 3530],
      [ids.south]: [null, null, 250, 250],
    });
    expect(columns.map(name => answer.total[name])).toEqual([2090, 1440, 250, 3780]);
    // An average is that of the sales of a cell and of an edge, and no sum.
    const average = await report(`turnover?${span}&by=store&across=cashier&figure=average`);
    expect(average.across?.columns.at(-1)?.title).toEqual({ de: 'Gesamt', en: 'Overall' });
    expect(columns.map(name => average.total[name])).toEqual([1045, 720, 250, 756]);
    // Payments beside what of them is no turnover, by store: the edges are turnover.
    const paid = await report(`turnover?${span}&by=store&across=method`);
    expect(figuresOf(paid, 'method:cash', 'method:cashless', 'method:loyalty', 'method:noTurnover', 'sum')).toEqual({
      [ids.north]: [6990, 1340, 200, -5000, 3530],
      [ids.south]: [300, null, null, -50, 250],
    });
    expect(paid.total).toMatchObject({ 'method:cash': 7290, 'method:noTurnover': -5050, sum: 3780 });
    const taken = await report(`corrections?${span}&by=cashier&across=store&figure=cancellations`);
    expect(figuresOf(taken, `store:${ids.north}`, 'sum')).toMatchObject({ Ben: [1, 1], Anna: [0, 0] });

    const file = async (format: string) =>
      books.ask('chain', `/reports/turnover?${span}&by=store&across=cashier&format=${format}&language=de`);
    const csv = await file('csv');
    expect(csv.headers.get('content-disposition')).toContain(`turnover-store-cashier-${DAY}`);
    expect(csv.text.trim().split('\r\n')).toEqual([
      'store;Filiale;Anna;Ben;Cem;Summe',
      `${ids.north};Nord;20,90;14,40;;35,30`,
      `${ids.south};Süd;;;2,50;2,50`,
      ';Summe;20,90;14,40;2,50;37,80',
    ]);
    const all = await books.ask(
      'chain',
      `/reports/turnover?${span}&by=store&across=cashier&figure=all&format=csv&language=en`,
    );
    const [head, ...lines] = all.text.trim().split('\r\n');
    expect(head).toContain('store,Store,cashier,Cashier,Sales,Turnover,Average');
    expect(lines.map(text => text.split(',').slice(0, 7).join())).toEqual([
      `${ids.north},Nord,Anna,Anna,2,20.90,10.45`,
      `${ids.north},Nord,Ben,Ben,3,14.40,7.20`,
      `${ids.south},Süd,Cem,Cem,1,2.50,2.50`,
      ',Total,,,6,37.80,7.56',
    ]);
    expect((await file('pdf')).text.slice(0, 5)).toBe('%PDF-');
    expect((await file('xlsx')).text.slice(0, 2)).toBe('PK');
  });

  it.each([
    ['turnover?by=article&across=method', 'across of turnover by article is one of'],
    ['turnover?by=store&across=store', 'across of turnover by store is one of'],
    ['turnover?by=store&across=day&figure=unit', 'figure is one of sales, turnover'],
    ['turnover?by=store&figure=sales', 'figure goes with across'],
    ['loyalty?by=day&across=store', 'has no second key'],
  ])('refuses two keys that say nothing together: %s', async (path, problem) => {
    const { status, body } = await books.ask<{ error_details: string }>('chain', `/reports/${path}`);
    expect([status, body.error_details]).toEqual([400, expect.stringContaining(problem)]);
  });

  it('by method: payments, less what of them is no turnover', async () => {
    const answer = await day('method');
    expect(figuresOf(answer, 'turnover')).toEqual({
      cash: [7290],
      cashless: [1340],
      loyalty: [200],
      noTurnover: [-5050],
    });
    expect(answer.total).toMatchObject({ turnover: 3780, sales: 6 });
  });

  it('by method of one store or till: its turnover alone, whatever else its payments were', async () => {
    for (const filter of [`store=${ids.north}`, `store=${ids.south}`, `till=${ids.tills.north}`]) {
      const sold = await report(`turnover?from=${DAY}&to=${DAY}&by=day&${filter}`);
      const paid = await report(`turnover?from=${DAY}&to=${DAY}&by=method&${filter}`);
      expect([filter, paid.total.turnover, paid.total.sales]).toEqual([filter, sold.total.turnover, sold.total.sales]);
      const rows = Object.values(figuresOf(paid, 'turnover'));
      expect(rows.reduce((sum, [turnover]) => sum + Number(turnover), 0)).toBe(sold.total.turnover);
    }
  });

  it.each([
    [`by=day&till=${ids.tills.north2}`, 1440],
    ['by=day&cashier=Anna&cashier=Cem', 2340],
    ['by=store&article=T1', 2380],
    ['by=hour&group=bread', 1500],
    ['by=cashier&tax=19', 2280],
    [`by=tax&till=${ids.tills.north}`, 2090],
    ['by=hour&method=loyalty', 200],
    [`by=article&store=${ids.south}`, 250],
  ])('with the filter %s', async (query, expected) => {
    expect((await report(`turnover?from=${DAY}&to=${DAY}&${query}`)).total.turnover).toBe(expected);
  });

  it('beside a week and a year before', async () => {
    await books.book(
      {
        ...closed('STX_W', '10:00:00', 500, [item('B1', 500, 7)], cash(500)),
        day: '2026-11-13',
        at: '2026-11-13T10:00:00+01:00',
      },
      {
        ...closed('STX_Y', '10:00:00', 800, [item('B1', 800, 7)], cash(800)),
        day: '2025-11-21',
        at: '2025-11-21T10:00:00+01:00',
      },
    );
    const week = await day('day', '&compare=week');
    expect(week.before).toMatchObject({
      from: '2026-11-13',
      to: '2026-11-13',
      rows: [{ key: '2026-11-13', turnover: 500 }],
      total: { turnover: 500 },
    });
    const year = await day('day', '&compare=year');
    expect(year.before).toMatchObject({
      from: '2025-11-21',
      to: '2025-11-21',
      rows: [{ key: '2025-11-21', turnover: 800 }],
    });
    const span = await report('turnover?from=2026-11-12&to=2026-11-20&by=day&compare=week');
    expect(span.rows.map(({ key }) => key)).toEqual(['2026-11-13', DAY]);
    expect(span.before?.rows).toMatchObject([
      { key: '2026-11-06', turnover: 0 },
      { key: '2026-11-13', turnover: 500 },
    ]);
    const byStore = await day('store', '&compare=week');
    expect(byStore.before?.rows).toMatchObject([
      { key: ids.north, turnover: 500 },
      { key: ids.south, turnover: 0 },
    ]);
    const pivot = await report('turnover?from=2026-11-12&to=2026-11-20&by=store&across=day&compare=week');
    const columns = ['day:2026-11-13', `day:${DAY}`, 'sum'];
    expect(pivot.across?.columns.map(({ name }) => name)).toEqual(columns);
    expect(figuresOf(pivot, ...columns)[ids.north]).toEqual([500, 3530, 4030]);
    expect(pivot.before).toMatchObject({
      from: '2026-11-05',
      to: '2026-11-13',
      total: { [`day:${DAY}`]: 500, sum: 500 },
    });
    expect(pivot.before?.rows.map(({ key }) => key)).toEqual([ids.north, ids.south]);
    const months = await report('turnover?from=2026-11-01&to=2026-11-30&by=month&compare=year&language=en');
    expect(months.rows).toMatchObject([{ key: '2026-11', label: 'November 2026', turnover: 4280 }]);
    expect(months.before).toMatchObject({ from: '2025-11-01', to: '2025-11-30' });
    expect(months.before?.rows).toMatchObject([{ key: '2025-11', label: 'November 2025', turnover: 800 }]);
  });
});

describe('the other reports', () => {
  it('loyalty: issued, redeemed and owed', async () => {
    const answer = await report(`loyalty?from=${DAY}&to=${DAY}`);
    expect(answer.total).toMatchObject({ cash_issued: 5000, cash_redeemed: 200, liability: 4800, cost: 0 });
    expect((await report('loyalty?from=2026-11-22&to=2026-11-22&by=store')).total).toMatchObject({
      cash_issued: 0,
      liability: 4800,
    });
  });

  it('corrections by cashier', async () => {
    const answer = await report(`corrections?from=${DAY}&to=${DAY}`);
    expect(
      figuresOf(answer, 'cancellations', 'cancelled', 'returns', 'returned', 'discount', 'discount_share'),
    ).toEqual({
      Anna: [0, 0, 0, 0, 100, 457],
      Ben: [1, 1190, 1, 1190, 0, 0],
      Cem: [0, 0, 0, 0, 0, 0],
    });
    // The list of sales finds the receipt of the return by the value of what came back.
    const returned = async (least: number) =>
      (await books.ask<{ count: number }>('chain', `/sales?q=business_day:${DAY}+AND+returned:[${least}+TO+*]`)).body;
    expect([(await returned(1190)).count, (await returned(1191)).count]).toEqual([1, 0]);
    expect(answer.notes.map(({ en }) => en).join()).toContain('drawer');
  });

  it('corrections with what left baskets unpaid, also of a person who sold nothing', async () => {
    const basket = (
      event: string,
      time: string,
      sum: number,
      facts: Record<string, unknown>,
      more: object = {},
    ): Booked => ({
      ...{
        kind: 'basket',
        event,
        object: `STX_${time}`,
        day: '2026-11-12',
        at: `2026-11-12T${time}:00+01:00`,
        sum,
        facts,
      },
      ...more,
    });
    await books.book(
      {
        ...closed('STX_V', '09:00:00', 500, [item('B1', 500, 7)], { cashier: 'Anna', ...cash(500) }),
        day: '2026-11-12',
      },
      basket('voided', '09:10', 400, { person: 'Anna', lines: [{ amount: 150 }, { amount: 250 }, { amount: 'x' }] }),
      basket('abandoned', '09:20', 900, { person: 'Anna', lines: [{ amount: 450 }, { amount: 450 }] }),
      basket('abandoned', '09:30', 700, { person: 'Dora' }, { till: ids.tills.north2 }),
      basket('abandoned', '09:40', 70, { person: 'Dora' }, { till: ids.tills.north2, currency: 'CHF' }),
    );
    const columns = ['sales', 'voids', 'voided', 'abandonments', 'abandoned'];
    const answer = (query: string) => report(`corrections?from=2026-11-12&to=2026-11-12&${query}`);
    const byPerson = await answer('by=cashier');
    expect(figuresOf(byPerson, ...columns)).toEqual({ Anna: [1, 2, 400, 1, 900], Dora: [0, 0, 0, 1, 700] });
    expect(figuresOf(byPerson, 'discount_share').Dora).toEqual([null]);
    expect(byPerson.total).toMatchObject({ voids: 2, voided: 400, abandonments: 2, abandoned: 1600 });
    expect(figuresOf(await answer('by=store&cashier=Dora'), ...columns)).toEqual({ [ids.north]: [0, 0, 0, 1, 700] });
    expect(figuresOf(await answer(`by=day&till=${ids.tills.north}`), ...columns)).toEqual({
      '2026-11-12': [1, 2, 400, 1, 900],
    });
  });

  it('unknown results and their ends', async () => {
    const answer = await report(`unknown?from=${DAY}&to=${DAY}`);
    expect(figuresOf(answer, 'amount', 'open', 'end', 'minutes')).toEqual({
      STX_H: [500, 500, 'open', expect.any(Number)],
      STX_G: [999, 0, 'notPaid', 5],
    });
    expect(answer.total).toMatchObject({ amount: 1499, open: 500 });
  });

  it('today, beside a week before up to the same time of day', async () => {
    const noon = books.clock.now;
    books.clock.now = Date.parse(`${DAY}T10:30:00+01:00`);
    const answer = await report('today');
    expect(answer).toMatchObject({ from: DAY, to: DAY });
    const north = answer.rows.find(({ key }) => key === ids.north);
    expect(north).toMatchObject({
      week_before: 500,
      turnover: 3530,
      unknown: 2,
      last_sale: '2026-11-20T16:00:00.000Z',
    });
    books.clock.now = Date.parse(`${DAY}T09:30:00+01:00`);
    expect((await report('today')).total).toMatchObject({ week_before: 0 });
    books.clock.now = noon;
  });

  it('health and gaps: what is missing in the numbers of a till', async () => {
    await books.database.query(`UPDATE till_head SET highest = highest + 2 WHERE till = $1`, [ids.tills.south]);
    const gaps = await report('gaps');
    expect(gaps.rows).toMatchObject([{ store: 'Süd', till: 'Kasse 1', first: '2', last: '3', missing: 2 }]);
    const condition = {
      version: '1.2.3',
      tills: [{ till: 'SDV_1', waiting: 4, parked: 0 }],
      terminals: [{ name: 'T1', state: 'ready' }],
    };
    await books.database.query(`UPDATE heartbeat SET last_heard = $2::timestamptz, condition = $3 WHERE bridge = $1`, [
      'BRG_NORTH',
      new Date(books.clock.now - 60_000).toISOString(),
      JSON.stringify(condition),
    ]);
    const health = await report('health');
    expect(figuresOf(health, 'state', 'version', 'waiting', 'missing', 'terminal')).toEqual({
      [ids.tills.north]: ['ok', '1.2.3', 4, 0, 'T1: bereit'],
      [ids.tills.north2]: ['ok', '1.2.3', 0, 0, 'T1: bereit'],
      [ids.tills.south]: ['silent', null, 0, 2, null],
    });
    expect((await day('day')).notes.map(({ en }) => en).join()).toContain('2 records have not arrived');
    // A clock that is 36 hours behind ours is said, and whose it may be.
    const wrong = { ...condition, at: new Date(books.clock.now - 60_000 - 36 * 3_600_000).toISOString() };
    await books.database.query(`UPDATE heartbeat SET condition = $2 WHERE bridge = $1`, [
      'BRG_NORTH',
      JSON.stringify(wrong),
    ]);
    expect(figuresOf(await report('health'), 'state', 'clock')[ids.tills.north]).toEqual(['clock', '−36 h 0 min']);
    expect((await day('day')).notes.map(({ en }) => en).join()).toContain('The clocks of 1 installation');
    await books.database.query(`UPDATE heartbeat SET condition = $2 WHERE bridge = $1`, [
      'BRG_NORTH',
      JSON.stringify(condition),
    ]);
    // The heartbeat came while our clock was a day ahead: that says nothing of now.
    const ahead = new Date(books.clock.now + 86_400_000).toISOString();
    await books.database.query('UPDATE heartbeat SET last_heard = $2 WHERE bridge = $1', ['BRG_NORTH', ahead]);
    expect(figuresOf(await report('health'), 'state')[ids.tills.north]).toEqual(['silent']);
    await books.database.query('UPDATE heartbeat SET last_heard = $2 WHERE bridge = $1', [
      'BRG_NORTH',
      new Date(books.clock.now - 60_000).toISOString(),
    ]);
  });

  it('reconciliation: the totals of the terminal, the journal and the back office, and the name of each difference', async () => {
    const end = {
      id: 'DEN_1',
      device: 'SDV_T',
      description: 'T1',
      state: 'differs',
      terminal: { count: 2, amount: 1840 },
      journal: { count: 1, amount: 1340, by_till: [{ till: 'SDV_1' }] },
      differences: [
        {
          card_type: 'girocard',
          terminal: { count: 1, amount: 500 },
          journal: { count: 0, amount: 0 },
          receipts: [{ receipt_number: 9, amount: 500, sale: 'STX_H', till: null, at: null, kind: 'onlyTerminal' }],
        },
      ],
    };
    await books.book({
      kind: 'dayEnd',
      event: 'ended',
      object: 'DEN_1',
      day: DAY,
      at: `${DAY}T20:00:00+01:00`,
      document: end,
    });
    const answer = await report(`reconciliation?from=${DAY}&to=${DAY}`);
    expect(answer.rows).toMatchObject([
      { key: 'DEN_1', terminal: 1840, journal: 1340, synced: 1340, difference: 500, state: 'differs' },
    ]);
    const differences = await report(`reconciliation?from=${DAY}&to=${DAY}&by=difference`);
    expect(differences.rows).toMatchObject([{ difference: 500, state: 'unknown', sale: 'STX_H' }]);
    // The till found out on the next day that this one had not been closed.
    const next = addDays(DAY, 1);
    await books.book({
      kind: 'dayEnd',
      event: 'ended',
      object: 'DEN_1',
      day: next,
      at: `${next}T09:00:00+01:00`,
      document: { ...end, state: 'failed' },
    });
    const corrected = await report(`reconciliation?from=${DAY}&to=${next}`);
    expect(corrected.rows).toMatchObject([{ key: 'DEN_1', state: 'failed', terminal: 1840 }]);
    expect((await report(`reconciliation?from=${next}&to=${next}`)).rows).toEqual([]);
  });
});

describe('rights', () => {
  it('a person of a store sees the store alone', async () => {
    const answer = await report(`turnover?from=${DAY}&to=${DAY}&by=store`, 'store');
    expect(answer.rows.map(({ key }) => key)).toEqual([ids.north]);
    expect(answer.total.turnover).toBe(3530);
  });

  it.each(['today', 'turnover', 'loyalty', 'reconciliation', 'corrections', 'unknown', 'health', 'gaps'])(
    '%s holds nothing of another merchant, and guessed ids are not there',
    async name => {
      const { text } = await books.ask('chain', `/reports/${name}?from=2020-01-01&to=2026-12-01`);
      expect(text).not.toMatch(/77777|ABROAD/);
      const foreign = await books.ask('chain', `/reports/${name}?store=${ids.abroad}`);
      expect(foreign.status).toBe(404);
      const other = await books.ask('store', `/reports/${name}?store=${ids.south}`);
      expect([other.status, (await books.ask('store', `/reports/${name}?store=NOWHERE`)).status]).toEqual([404, 404]);
      expect((await books.ask(null, `/reports/${name}`)).status).toBe(401);
    },
  );

  it('a till of another store is not there', async () => {
    expect((await books.ask('store', `/reports/turnover?till=${ids.tills.south}`)).status).toBe(404);
    expect((await books.ask('chain', `/reports/turnover?till=${ids.tills.abroad}`)).status).toBe(404);
  });
});

it.each([
  ['turnover?by=nothing', 'by is one of'],
  ["turnover?by=day'--", 'by is one of'],
  ['turnover?from=2026-02-30', 'from'],
  ['turnover?from=2026-11-02&to=2026-11-01', 'is after'],
  ['turnover?compare=decade', 'compare'],
  ['today?compare=week', 'is not compared'],
  ['loyalty?cashier=A', 'cannot be filtered'],
  ['turnover?by=article&method=cash', 'not split'],
])('%s is refused with what is wrong', async (path, words) => {
  const { status, body } = await books.ask<{ error_details: string }>('chain', `/reports/${path}`);
  expect(status).toBe(400);
  expect(body.error_details).toContain(words);
});

it.each(["Anna' OR '1'='1", "x'; DROP TABLE sale; --", '%', '\\', '$1'])(
  'the cashier %s is a value and no SQL',
  async cashier => {
    const answer = await report(`turnover?from=${DAY}&to=${DAY}&by=cashier&cashier=${encodeURIComponent(cashier)}`);
    expect(answer.rows).toEqual([]);
    expect(answer.total.turnover).toBe(0);
  },
);
