/** Hours around a change of the clock, and every report against the same sums over the facts, for any sales. */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { addDays, dayIn, isDay, minuteIn, oddHours } from '../../reporting/days.ts';
import type { ReportAnswer, ReportRow } from '../../wire/office/reports.ts';
import { partitionedTables } from '../database/partitions.ts';
import { type Booked, ids, openBooks } from './books.fixture.ts';
import { cash, closed, item } from './dayByHand.fixture.ts';

const books = openBooks();
const report = async (path: string) => (await books.ask<ReportAnswer>('chain', `/reports/${path}`)).body;

afterEach(async () => {
  await books.database.script(`${partitionedTables.map(table => `DELETE FROM ${table};`).join('')}`);
});

describe('hours', () => {
  const sold = (object: string, day: string, at: string): Booked => ({
    ...closed(object, '00:00:00', 100, [item('B1', 100, 7)], cash(100)),
    day,
    at,
  });

  it('in October the hour 02:00 holds two hours, and a note says so', async () => {
    const day = '2026-10-25';
    await books.book(
      sold('STX_1', day, '2026-10-25T01:30:00+02:00'),
      sold('STX_2', day, '2026-10-25T02:30:00+02:00'),
      sold('STX_3', day, '2026-10-25T02:30:00+01:00'),
      sold('STX_4', day, '2026-10-25T03:30:00+01:00'),
    );
    const answer = await report(`turnover?from=${day}&to=${day}&by=hour`);
    expect(answer.rows.map(({ key, ...row }) => [key, (row as ReportRow).sales])).toEqual([
      ['01', 1],
      ['02', 2],
      ['03', 1],
    ]);
    expect(answer.notes.map(({ en }) => en)).toContain(`On ${day} the hour 02:00 came twice; both stand in one row.`);
  });

  it('in March the hour 02:00 does not exist', async () => {
    const { notes } = await report('turnover?from=2026-03-20&to=2026-04-02&by=hour');
    expect(notes.map(({ en }) => en)).toContain('On 2026-03-29 the hour 02:00 did not exist.');
    expect(oddHours('Europe/Berlin', '2026-03-28')).toEqual({ twice: [], never: [] });
  });

  it('a week before by the clock on the wall, also across the change', async () => {
    // Friday before the change at 10:00 is 08:00 UTC, the Friday after it 09:00 UTC.
    await books.book(
      sold('STX_1', '2026-10-23', '2026-10-23T09:59:00+02:00'),
      sold('STX_2', '2026-10-23', '2026-10-23T10:01:00+02:00'),
      sold('STX_3', '2026-10-30', '2026-10-30T09:00:00+01:00'),
    );
    const before = books.clock.now;
    books.clock.now = Date.parse('2026-10-30T10:00:00+01:00');
    expect((await report('today')).total).toMatchObject({ turnover: 100, week_before: 100 });
    books.clock.now = before;
  });

  it('days and minutes are those of the zone, and the year 0 is no day of any database', () => {
    expect(['0000-01-01', '1899-12-31', '2026-02-30', '2026-11-23', '2999-12-31'].map(isDay)).toEqual([
      ...[false, false, false, true, true],
    ]);
    expect(dayIn('Europe/Berlin', Date.parse('2026-06-30T22:30:00Z'))).toBe('2026-07-01');
    expect(dayIn('America/New_York', Date.parse('2026-07-01T03:30:00Z'))).toBe('2026-06-30');
    expect(minuteIn('Asia/Kolkata', Date.parse('2026-07-01T00:00:00Z'))).toBe(330);
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  });
});

const tills = [ids.tills.north, ids.tills.north2, ids.tills.south] as const;
const lineOf = fc.record({
  article: fc.constantFrom('B1', 'T1', 'X'),
  price: fc.integer({ min: -500, max: 3000 }),
  tax: fc.constantFrom(0, 7, 19),
  quantity: fc.integer({ min: 1, max: 3 }),
});
const saleOf = fc.record({
  till: fc.constantFrom(...tills),
  day: fc.constantFrom('2026-11-01', '2026-11-02', '2026-11-03'),
  hour: fc.integer({ min: 8, max: 20 }),
  cashier: fc.constantFrom('Anna', 'Ben', ''),
  lines: fc.array(lineOf, { minLength: 1, maxLength: 4 }),
  card: fc.integer({ min: 0, max: 100 }),
  isCancelled: fc.boolean(),
});

function recordsOf(
  sale: {
    till: string;
    day: string;
    hour: number;
    cashier: string;
    lines: readonly { article: string; price: number; tax: number; quantity: number }[];
    card: number;
    isCancelled: boolean;
  },
  index: number,
): readonly Booked[] {
  const products = sale.lines.map(({ article, price, tax, quantity }) => item(article, price, tax, { quantity }));
  const sum = sale.lines.reduce((all, { price, quantity }) => all + price * quantity, 0);
  const byCard = Math.trunc((sum * sale.card) / 100);
  const tenders = [
    { method: 'cashless', amount: byCard },
    { method: 'cash', amount: sum - byCard },
  ];
  const at = `${sale.day}T${String(sale.hour).padStart(2, '0')}:00:00+01:00`;
  const one = {
    ...closed(`STX_${index}`, '00:00:00', sum, products, { cashier: sale.cashier, tenders }),
    till: sale.till,
    day: sale.day,
    at,
  };
  return sale.isCancelled ? [one, { ...one, event: 'cancelled' }] : [one];
}

/** The same figures by plain sums over the facts. */
const BY_HAND: Readonly<Record<string, string>> = {
  day: `SELECT to_char(business_day, 'YYYY-MM-DD') AS key, sum(turnover)::bigint AS turnover FROM sale GROUP BY 1`,
  hour: `SELECT to_char(hour, 'FM00') AS key, sum(turnover)::bigint AS turnover FROM sale GROUP BY 1`,
  till: 'SELECT till AS key, sum(turnover)::bigint AS turnover FROM sale GROUP BY 1',
  cashier: 'SELECT cashier AS key, sum(turnover)::bigint AS turnover FROM sale GROUP BY 1',
  article: 'SELECT article AS key, sum(amount)::bigint AS turnover FROM sale_line GROUP BY 1',
  tax: 'SELECT tax::text AS key, sum(gross)::bigint AS turnover FROM sale_tax GROUP BY 1',
  method: 'SELECT method AS key, sum(amount)::bigint AS turnover FROM tender GROUP BY 1',
};

it('every grouping of the turnover is the sum over the facts, and adds up to the same total', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(saleOf, { minLength: 1, maxLength: 12 }), async sales => {
      await books.database.script(`${partitionedTables.map(table => `DELETE FROM ${table};`).join('')}`);
      await books.book(...sales.flatMap(recordsOf));
      const [whole] = await books.database.query<{ turnover: number }>(
        'SELECT sum(turnover)::bigint AS turnover FROM sale',
      );
      for (const [by, statement] of Object.entries(BY_HAND)) {
        const answer = await report(`turnover?from=2026-11-01&to=2026-11-03&by=${by}`);
        const byHand = await books.database.query<{ key: string; turnover: number }>(statement);
        const rows = (answer.rows as readonly ReportRow[]).map(({ key, turnover }) => ({ key, turnover }));
        const sorted = (list: readonly { key: string }[]) =>
          list.toSorted((one, other) => (one.key < other.key ? -1 : 1));
        expect([by, sorted(rows)]).toEqual([by, sorted(byHand)]);
        expect([by, answer.total.turnover]).toEqual([by, whole?.turnover]);
      }
      const days = await report('turnover?from=2026-11-02&to=2026-11-02&by=article&till=TIL_NORTH1');
      const [lines] = await books.database.query<{ turnover: number | null }>(
        `SELECT sum(amount)::bigint AS turnover FROM sale_line WHERE business_day = '2026-11-02' AND till = 'TIL_NORTH1'`,
      );
      expect(days.total.turnover).toBe(lines?.turnover ?? 0);
    }),
    { numRuns: 15 },
  );
});
