/** Stored figures of the till say what its records say: over random days, whatever happens between counting and asking. */
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { type FigureRow, FigureSums, figureTableNames, figureTables } from '../domain/figureRows.ts';
import { closeAll } from '../doubles/bridge.fixture.ts';
import { testWorld } from '../doubles/world.fixture.ts';
import { demoIds } from '../world/demoIds.ts';
import type { FigurePlace, FigureRead, Figures } from '../world/figures.ts';
import { createCashBook } from './cashBook.ts';
import type { Database } from './database.ts';
import { createDayFigures } from './dayFigures.ts';
import { createFigureCounting } from './figureCounting.ts';
import { createFigureSpans, type FigureSpan } from './figureSpans.ts';

afterEach(closeAll);

const { merchant } = demoIds;
const TILLS = ['SDV_ONE', 'SDV_TWO'] as const;
const DAYS = ['2026-11-19', '2026-11-20', '2026-11-21'] as const;
const WHOLE: readonly FigureRead[] = figureTableNames.map(table => ({ table, keys: figureTables[table].keys }));

const line = fc.record({
  articleNumber: fc.constantFrom('1', '2', 'pfand'),
  desc: fc.constantFrom('Ware', 'Kaffee', 'Ähre'),
  quantity: fc.integer({ min: -2, max: 3 }).filter(quantity => quantity !== 0),
  priceOne: fc.integer({ min: 1, max: 3000 }),
  tax: fc.constantFrom(0, 5.5, 7, 19),
  group: fc.constantFrom([], [{ id: 'a', desc: 'A', level: 1 }], [{ id: 'a', desc: 'B', level: 1 }]),
  item_type: fc.constantFrom('product', 'return', 'empties', 'coupon'),
});
const measured = fc.record({
  ...{ articleNumber: fc.constant('9'), desc: fc.constant('Käse'), quantity: fc.constant(1), tax: fc.constant(7) },
  measure: fc.record({
    ...{ value: fc.integer({ min: 1, max: 999 }), decimals: fc.constant(3), unit: fc.constantFrom('kg', 'm') },
    priceOne: fc.integer({ min: 1, max: 2000 }),
  }),
});
const moved = fc.record({
  ean: fc.constantFrom('2900000000018', '2900000000032'),
  ...{ desc: fc.constant('Aufladung'), quantity: fc.constant(1), priceOne: fc.constant(500), tax: fc.constant(0) },
});
const discount = fc.record({
  ...{ item_type: fc.constant('coupon'), desc: fc.constant('Rabatt'), quantity: fc.constant(1), tax: fc.constant(19) },
  priceOne: fc.integer({ min: -300, max: -1 }),
  manual_discount: fc.constantFrom({ by: 'Grace' }, { by: 'Ada' }),
});
const tender = fc.record({
  method: fc.constantFrom('cash', 'cashless', 'loyalty', 'voucher'),
  amount: fc.integer({ min: -500, max: 4000 }).filter(amount => amount !== 0),
  ...{ tip: fc.constantFrom(0, 0, 50), part: fc.constantFrom('p1', 'p2') },
});
const booking = fc.record({
  account: fc.constantFrom('cash', 'bonus', 'points'),
  amount: fc.integer({ min: -90, max: 90 }),
  kind: fc.constantFrom('booking', 'expiry', 'correction'),
});
const correction = fc.record({
  kind: fc.constantFrom('priceChange', 'priceRaise', 'void', 'other'),
  amount: fc.integer({ min: -40, max: 90 }),
  person: fc.constantFrom('Grace', 'Ada'),
});
const place = { till: fc.constantFrom(...TILLS), day: fc.constantFrom(...DAYS), hour: fc.integer({ min: 0, max: 23 }) };

const saleRecord = fc.record({
  ...place,
  kind: fc.constant('sale'),
  event: fc.constantFrom('closed', 'closed', 'closed', 'cancelled', 'unknown', 'delivered', 'notPaid'),
  currency: fc.constantFrom('EUR', 'EUR', 'EUR', 'USD', null),
  facts: fc.record({
    ...{ tenders: fc.array(tender, { maxLength: 3 }), bookings: fc.array(booking, { maxLength: 2 }) },
    ...{ corrections: fc.array(correction, { maxLength: 2 }), deposits: fc.constantFrom([], ['pfand']) },
    ...{ cashier: fc.constantFrom('Ada', 'Grace', null), played: fc.constantFrom(false, false, true) },
    receipt_number: fc.option(fc.integer({ min: 1, max: 999 })),
  }),
  document: fc.record({
    basket: fc.record({ products: fc.array(fc.oneof(line, measured, moved, discount), { maxLength: 4 }) }),
    basket_info: fc.record({ sum: fc.integer({ min: -900, max: 9000 }), gratuity: fc.constantFrom(0, 30) }),
    parts: fc.constantFrom([], [{ id: 'p1', voucher: { card: 'V' } }]),
  }),
});
const otherRecord = fc.record({
  ...place,
  kind: fc.constantFrom('cardOperation', 'terminalOperation', 'basket', 'zReport', 'drawer'),
  event: fc.constantFrom('booked', 'approved', 'voided', 'abandoned'),
  currency: fc.constantFrom('EUR', null, 'USD'),
  facts: fc.record({
    ...{
      operation: fc.constantFrom('refund', 'tip', 'booking', 'diagnosis'),
      bookings: fc.array(booking, { maxLength: 2 }),
    },
    ...{
      lines: fc.array(fc.record({ amount: fc.integer({ min: 1, max: 300 }) })),
      person: fc.constantFrom('Ada', 'Grace'),
    },
  }),
  document: fc.constant(null),
});
type MadeUp = typeof saleRecord | typeof otherRecord extends fc.Arbitrary<infer T> ? T : never;

const step = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({ does: fc.constant('record' as const), record: fc.oneof(saleRecord, otherRecord) }),
  },
  { weight: 6, arbitrary: fc.constantFrom({ does: 'count' } as const, { does: 'countAgain' } as const) },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constantFrom('damage', 'rewrite', 'moveDay', 'zReport', 'cashCount', 'currency', 'zone') as fc.Arbitrary<
        'damage' | 'rewrite' | 'moveDay' | 'zReport' | 'cashCount' | 'currency' | 'zone'
      >,
      which: fc.nat(),
      till: fc.constantFrom(...TILLS),
      day: fc.constantFrom(...DAYS),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A shop without a record, whose steps write as the program writes. */
function shopOn(db: Database) {
  const conditions = { zone: 'Europe/Berlin', currency: 'EUR' };
  const conditionsOf = () => conditions;
  const spans = createFigureSpans(db);
  const counting = createFigureCounting(db, spans, conditionsOf);
  const uncounted = {
    ...spans,
    ...{ through: () => 0, spansOfDays: () => [], changedSpans: () => [], spansOfTill: (): FigureSpan[] => [] },
  };
  const run = (sql: string, ...values: (string | number | null)[]) => void db.prepare(sql).run(...values);
  let [written, reports] = [0, 0];

  function record({ till, day, hour, kind, event, currency, facts, document }: MadeUp): void {
    written += 1;
    const object = document === null ? `OBJ_${written}` : `STX_${written}`;
    const at = Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000;
    run(
      `INSERT INTO queue_record (till, epoch, sequence, merchant, store, business_day, at, kind, event, object, sum, currency, facts)
        VALUES (?, 1, ?, ?, 'STO_1', ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[till, written, merchant, day, at, kind, event, object],
      ...[document === null ? 100 : document.basket_info.sum, currency, JSON.stringify(facts)],
    );
    if (document !== null)
      run(
        `INSERT INTO smart_transaction (id, merchant, client, state, receipt_number, business_day, created, updated,
            query_status, position, document)
          VALUES (?, ?, 'c', 'closed', ?, ?, ?, ?, 'ok', ?, ?)`,
        ...[object, merchant, written, day, at, at, written, JSON.stringify(document)],
      );
  }

  const changes = {
    damage: (id: number) => run("UPDATE smart_transaction SET document = '{' WHERE id = ?", `STX_${id}`),
    rewrite: (id: number) =>
      run(
        `UPDATE smart_transaction SET document = json_set(document, '$.basket_info.sum', 77, '$.basket.products', json('[]'))
          WHERE id = ? AND json_valid(document)`,
        `STX_${id}`,
      ),
    moveDay: (id: number, { day }: { readonly day: string }) =>
      run('UPDATE queue_record SET business_day = ? WHERE sequence = ? AND epoch = 1', day, id),
    zReport(_id: number, { till }: { readonly till: string }) {
      reports += 1;
      run(
        `INSERT INTO z_report SELECT ?, ?, ?, ?, 0, coalesce((SELECT max(number) FROM queue_record WHERE till = ?), 0), 0, 0, 0, 0, '', '{}'`,
        ...[`ZRP_${reports}`, merchant, till, reports, till],
      );
    },
    cashCount: (_id: number, { till }: { readonly till: string }) =>
      run(
        `INSERT OR REPLACE INTO cash_count (till, sum, held, record, movement, at)
          VALUES (?, 0, 0, coalesce((SELECT max(number) FROM queue_record WHERE till = ?), 0), 0, 0)`,
        ...[till, till],
      ),
    currency() {
      conditions.currency = conditions.currency === 'EUR' ? 'USD' : 'EUR';
    },
    zone() {
      conditions.zone = conditions.zone === 'Europe/Berlin' ? 'Asia/Tokyo' : 'Europe/Berlin';
    },
  } as const;

  return {
    ...{ counting, spans },
    stored: createDayFigures(spans, conditionsOf),
    ofRecords: createDayFigures(uncounted, conditionsOf),
    async does(one: Step): Promise<void> {
      if (one.does === 'record') return void (await db.write(() => record(one.record)));
      if (one.does === 'count') return counting.countNext();
      if (one.does === 'countAgain') {
        const span = counting.outdated();
        return span ? counting.countAgain(span, async () => undefined) : undefined;
      }
      await db.write(() => changes[one.does](1 + (one.which % Math.max(1, written)), one));
    },
  };
}

type Shop = ReturnType<typeof shopOn>;

/** Every figure of an answer, by its place. */
async function figuresIn(ask: (take: (row: FigureRow, place: FigurePlace) => void) => Promise<void>) {
  const places = new Map<string, FigureSums>();
  await ask((row, { till, store, day }) => {
    const key = `${till} ${store} ${day}`;
    const sums = places.get(key) ?? new FigureSums();
    places.set(key, sums);
    sums.add(row);
  });
  return [...places]
    .map(([key, sums]) => [key, sums.rows.map(row => JSON.stringify(sorted(row))).sort()] as const)
    .sort();
}

/** Without a sign of nothing, which no report shows. */
const sorted = (row: object) =>
  Object.entries(row)
    .map(([name, value]) => [name, value === 0 ? 0 : value] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));

const ofDays = (figures: Figures, from: string, to: string) =>
  figuresIn(take => figures.ofDays({ merchant, from, to }, WHOLE, take));
const ofTill = (figures: Figures, till: string, after: number, upTo: number) =>
  figuresIn(take => figures.ofTill({ merchant, till, after, upTo }, WHOLE, take));

async function expectFiguresOfRecords(db: Database, { stored, ofRecords }: Shop): Promise<void> {
  expect(await ofDays(stored, DAYS[0], DAYS[2])).toEqual(await ofDays(ofRecords, DAYS[0], DAYS[2]));
  expect(await ofDays(stored, DAYS[1], DAYS[1])).toEqual(await ofDays(ofRecords, DAYS[1], DAYS[1]));
  const numbers = db.prepare<number>('SELECT record FROM z_report WHERE till = ? UNION SELECT 0').pluck();
  const newest = db.prepare<number>('SELECT coalesce(max(number), 0) FROM queue_record').pluck().get() ?? 0;
  const cash = createCashBook(db);
  for (const till of TILLS) {
    for (const after of numbers.all(till))
      expect(await ofTill(stored, till, after, newest)).toEqual(await ofTill(ofRecords, till, after, newest));
    expect(cash.since(till)).toMatchObject(cashByHand(db, till));
  }
}

/** Cash that came into the drawer of a till since its last count, from the text of its records. */
function cashByHand(db: Database, till: string) {
  const records = db
    .prepare<{ event: string; facts: string }>(
      `SELECT event, facts FROM queue_record WHERE till = ? AND kind = 'sale' AND event IN ('closed', 'cancelled')
        AND number > coalesce((SELECT record FROM cash_count c WHERE c.till = queue_record.till), 0)`,
    )
    .all(till);
  const moved = records.flatMap(({ event, facts }) => {
    const { tenders, played } = JSON.parse(facts) as {
      tenders: { method: string; amount: number; tip: number }[];
      played: boolean;
    };
    const sign = event === 'closed' ? 1 : -1;
    return played ? [] : tenders.flatMap(one => (one.method === 'cash' ? [sign * (one.amount + one.tip)] : []));
  });
  return { sales: moved.reduce((sum, amount) => sum + amount, 0), moved: moved.length > 0 };
}

/** Spans that end neither at a Z report nor at the newest count, so that their records would have to be read each time. */
const STRADDLING = `SELECT s.* FROM figure_span s JOIN (
    SELECT till, record FROM z_report UNION SELECT till, record FROM cash_count) e
  ON e.till = s.till AND e.record >= s.first AND e.record < s.last`;

it('are those of the records, at any moment between counting, changes, counts of cash and Z reports', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async steps => {
      const { db } = await testWorld();
      try {
        const shop = shopOn(db);
        for (const [index, one] of steps.entries()) {
          await shop.does(one);
          if (index % 7 === 6) await expectFiguresOfRecords(db, shop);
        }
        await expectFiguresOfRecords(db, shop);
        while (shop.spans.through() < shop.spans.newestRecord()) await shop.counting.countNext();
        for (let span = shop.counting.outdated(); span; span = shop.counting.outdated())
          await shop.counting.countAgain(span, async () => undefined);
        await expectFiguresOfRecords(db, shop);
        expect(db.prepare(STRADDLING).all()).toEqual([]);
      } finally {
        await db.close();
      }
    }),
    { numRuns: process.env.LONG ? 60 : 20 },
  );
}, 120_000);
