/** The chain of the demo: every report shows something in every grouping, its books agree, and a day is the same whenever it is made. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatAmount } from '../../domain/money.ts';
import { type ReceiptLine, receiptText } from '../../domain/receipt.ts';
import { closeAll, temporaryDirectory } from '../../doubles/bridge.fixture.ts';
import type { ReportRow } from '../../wire/office/reports.ts';
import { noPostgres, sharedDatabase } from '../database/cluster.fixture.ts';
import type { OfficeDatabase } from '../database/officeDatabase.ts';
import { openDatabase } from '../database/open.ts';
import type { ReportScope } from '../reports/report.ts';
import { answerReport, readRequest, reports } from '../reports/reports.ts';
import { demoMerchant, demoStores, demoTills, silentTill } from './places.ts';
import { seedDemo } from './seedDemo.ts';

const DAY = 86_400_000;
/** A Wednesday afternoon; the clock changed in the night to the Sunday before. */
const NOW = Date.parse('2026-10-28T15:00:00Z');
const DAYS = 28;

afterAll(closeAll);

async function demoOf(now: number, days: number): Promise<OfficeDatabase> {
  // A server where there is one: the embedded database costs three times as much.
  const address = noPostgres === null ? await sharedDatabase() : null;
  const database = await openDatabase({ address, data: temporaryDirectory(), lost: () => undefined });
  await seedDemo({ database, clock: { now: () => now, elapsed: () => 0 }, log: () => undefined }, days);
  return database;
}

const scope: ReportScope = {
  ...{ merchant: demoMerchant.id, stores: demoStores.map(({ id }) => id), currency: 'EUR' },
  ...{ timeZone: demoMerchant.timeZone, today: '2026-10-28', language: 'de', now: NOW },
};

describe('the chain of five stores', () => {
  let database: OfficeDatabase;
  beforeAll(async () => {
    database = await demoOf(NOW, DAYS);
  }, 300_000);
  afterAll(() => database.close());

  const ask = async (name: string, parameters: Readonly<Record<string, string>>) => {
    const report = reports.find(({ declaration }) => declaration.name === name)!;
    const answer = await answerReport(database, scope, report, readRequest(report, scope, parameters));
    return { ...answer, rows: answer.rows as readonly ReportRow[] };
  };

  it.each(reports.flatMap(({ declaration }) => declaration.by.map(({ name }) => [declaration.name, name] as const)))(
    'shows something in the report %s by %s',
    async (name, by) => {
      const { rows } = await ask(name, { by });
      expect(rows.length).toBeGreaterThan(0);
      if (by === 'store') expect(rows).toHaveLength(5);
    },
  );

  it('has every tender, money back, discounts, changed prices, tips, and baskets that were given up', async () => {
    const { rows: methods } = await ask('turnover', { by: 'method' });
    expect(methods.map(({ key }) => key)).toEqual(
      expect.arrayContaining([
        'cash',
        'cashless',
        'cashless_direct',
        'loyalty',
        'voucher',
        'invoice',
        'debit',
        'paypal',
      ]),
    );
    const { total } = await ask('corrections', { by: 'store' });
    for (const figure of ['cancelled', 'returned', 'discount', 'lowered', 'voided', 'abandoned'])
      expect(total[figure], figure).toBeGreaterThan(0);
    expect((await ask('turnover', { by: 'store' })).total.tip).toBeGreaterThan(0);
  });

  it('has the receipt of every paid sale as printed, with the sum of the sale', async () => {
    const rows = await database.query<{ record: string }>(
      'SELECT record FROM document WHERE record LIKE \'%"kind":"sale"%"status":"ok"%\'',
    );
    expect(rows.length).toBeGreaterThan(100);
    const wrong = rows.filter(({ record }) => {
      const { sum, document } = JSON.parse(record) as { sum: number; document: { receipt?: readonly ReceiptLine[] } };
      const text = receiptText(document.receipt ?? []);
      return !text.includes(`Bon-Nr.`) || !text.includes(formatAmount(sum, 'EUR', 'de'));
    });
    expect(wrong.map(({ record }) => record).slice(0, 1)).toEqual([]);
  });

  it('has stores of their own size and habits', async () => {
    const { rows } = await ask('turnover', { by: 'store', from: '2026-10-12', to: '2026-10-25' });
    const sums = rows.map(({ turnover }) => Number(turnover));
    expect(Math.max(...sums)).toBeGreaterThan(1.8 * Math.min(...sums));
    const sunday = await ask('turnover', { by: 'store', from: '2026-10-25', to: '2026-10-25' });
    expect(sunday.rows.map(({ label }) => label).sort()).toEqual(['Altstadt', 'Bahnhof', 'Marktplatz', 'Westtor']);
  });

  it('has something to compare with, a week and a year before', async () => {
    for (const compare of ['week', 'year']) {
      const { before } = await ask('turnover', { by: 'day', from: '2026-10-19', to: '2026-10-25', compare });
      expect(before?.total.turnover, compare).toBeGreaterThan(100_000);
    }
  });

  it('has a Z report for each day of a till, whose turnover is that of its sales, and a few small differences', async () => {
    const { rows } = await ask('cash', { by: 'zReport', from: '2026-10-12', to: '2026-10-27' });
    const open = demoTills.flatMap(({ store }) =>
      Array.from({ length: 16 }, (_, index) => store.habits.weekdays[(index + 1) % 7]),
    );
    // The till that is silent has not sent the last two.
    expect(rows).toHaveLength(open.filter(share => share !== 0).length - 2);
    const sums = await database.query<{ gross: number }>(
      "SELECT sum(turnover)::bigint AS gross FROM sale WHERE business_day BETWEEN '2026-10-12' AND '2026-10-27'",
    );
    const held = rows.reduce((sum, { turnover }) => sum + Number(turnover), 0);
    // Three sales of the till with a gap have not arrived, and those of the silent till not all.
    expect(Math.abs(held - sums[0]!.gross)).toBeLessThan(30_000);
    const differing = rows.filter(({ difference }) => difference !== 0);
    expect(differing.length).toBeGreaterThan(rows.length / 6);
    for (const { difference } of differing) expect(Math.abs(Number(difference))).toBeLessThan(500);
  });

  it('has differences of the settlement that a controller would look for', async () => {
    const { rows } = await ask('reconciliation', { by: 'difference', from: '2026-10-08', to: '2026-10-26' });
    expect(rows.length).toBeGreaterThan(3);
    const ends = await ask('reconciliation', { by: 'dayEnd', from: '2026-10-08', to: '2026-10-26' });
    expect(new Set(ends.rows.map(({ state }) => state))).toEqual(new Set(['agrees', 'differs']));
  });

  it('says the states of the terminals in words', async () => {
    const { rows } = await ask('health', {});
    const states = new Set(rows.map(({ terminal }) => String(terminal).split(': ')[1]));
    expect(states).toEqual(new Set(['bereit', 'nicht erreichbar']));
  });

  it('lacks three records of one till, which the report of gaps shows', async () => {
    const { total } = await ask('gaps', {});
    expect(total.missing).toBe(3);
  });
});

it('makes the same day whenever it is made', async () => {
  const [early, late] = [await demoOf(NOW - DAY, 3), await demoOf(NOW, 2)];
  try {
    const day = (database: OfficeDatabase) =>
      database.query(
        `SELECT store, till, kind, event, object, at, record::jsonb - 'sequence' AS record FROM document
          WHERE business_day = '2026-10-27' AND till <> $1 ORDER BY till, at, kind, event, object`,
        [silentTill.id],
      );
    await seedDemo({ database: early, clock: { now: () => NOW, elapsed: () => 0 }, log: () => undefined }, 3);
    const rows = await day(late);
    expect(rows.length).toBeGreaterThan(100);
    expect(await day(early)).toEqual(rows);
  } finally {
    await early.close();
    await late.close();
  }
}, 300_000);
