/** Turnover and corrections by every key with every pair of filters, beside sums by hand over the facts of random sales. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { noTurnover } from '../../reporting/labels.ts';
import { countThirds } from '../database/thirds.ts';
import { createIngest } from '../ingest/takeBatch.ts';
import { batchOf, merchant, NOON, onEachDatabase, saleRecord, senderOf, stores } from '../office.fixture.ts';
import { corrections } from './corrections.ts';
import { type KeyName, keyNames } from './keys.ts';
import type { Filter, ReportScope } from './report.ts';
import { turnover } from './turnover.ts';

const VALUES = {
  store: Object.values(stores),
  till: ['TIL_P1', 'TIL_P2'],
  cashier: ['Ada', 'Ben'],
  method: ['cash', 'cashless'],
  article: ['1', '2'],
  group: ['hot', 'cold'],
  tax: ['7', '19'],
} as const;
const filterNames = Object.keys(VALUES) as Filter[];
const one = <Name extends keyof typeof VALUES>(name: Name) => fc.constantFrom(...VALUES[name]);

const product = fc
  .record({
    article: one('article'),
    group: one('group'),
    tax: one('tax'),
    price: fc.integer({ min: 1, max: 9999 }),
    type: fc.constantFrom('', '', 'return', 'coupon'),
  })
  .map(({ article, group, tax, price, type }) => ({
    ...{ articleNumber: article, desc: article, tax: Number(tax), group: [{ id: group, desc: group }] },
    ...(type === 'coupon'
      ? { quantity: 1, priceOne: -price, item_type: type }
      : { quantity: type === 'return' ? -1 : 1, priceOne: price }),
    ...(type === 'return' ? { item_type: type } : {}),
  }));
const sold = fc.record({
  products: fc.array(product, { minLength: 1, maxLength: 4 }),
  cashier: one('cashier'),
  method: one('method'),
  hour: fc.constantFrom('08', '17'),
  day: fc.constantFrom('2026-10-31', '2026-11-14', '2026-11-16'),
  isCancelled: fc.boolean(),
});

type Fact = Readonly<Record<KeyName | 'turnover' | 'returned' | 'discount', string | number>>;

const SALE = `s.store, s.till, s.cashier, to_char(s.business_day, 'YYYY-MM-DD') AS day, to_char(s.hour, 'FM00') AS hour,
  extract(isodow FROM s.business_day)::text AS weekday, to_char(s.business_day, 'YYYY-MM') AS month,
  coalesce(place.region, '') AS region`;
const PLACE = 'JOIN store AS place ON place.id = s.store';
const USING = `JOIN sale AS s USING (store, business_day, till, epoch, sequence) ${PLACE}`;
const FACTS = {
  sale: `SELECT ${SALE}, s.turnover FROM sale AS s ${PLACE}`,
  line: `SELECT ${SALE}, l.article, l.item_group AS group, l.tax::text AS tax, l.amount AS turnover,
     CASE WHEN l.amount * s.sales < 0 AND l.item_type = 'return' THEN -l.amount ELSE 0 END AS returned,
     CASE WHEN l.item_type = 'coupon' THEN -l.amount ELSE 0 END AS discount FROM sale_line AS l ${USING}`,
  tender: `SELECT ${SALE}, t.method, t.amount AS turnover FROM tender AS t ${USING}`,
};

const scope: ReportScope = {
  ...{ merchant, stores: VALUES.store, currency: 'EUR', timeZone: 'Europe/Berlin' },
  ...{ today: '2026-11-16', language: 'en', now: NOON },
};
const days = { from: '2026-10-01', to: '2026-11-30' };
/** Whole thirds of months, some behind a day of another, and some between days. */
const spans = [days, { from: '2026-10-31', to: '2026-11-30' }, { from: '2026-10-31', to: '2026-11-14' }];

const within = (facts: readonly Fact[], { from, to }: typeof days) =>
  facts.filter(({ day }) => String(day) >= from && String(day) <= to);

const sumsBy = (facts: readonly Fact[], by: KeyName, column: 'turnover' | 'returned' | 'discount') => {
  const sums = new Map<string, number>();
  for (const fact of facts) sums.set(String(fact[by]), (sums.get(String(fact[by])) ?? 0) + Number(fact[column]));
  return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0));
};

onEachDatabase('figures by pairs', open => {
  it('are the sums of the facts', async () => {
    const { database } = open();
    const ingest = createIngest(open());
    const places = VALUES.till.map((till, index) => senderOf(till, VALUES.store[index]));
    for (const [place, sender] of places.entries()) {
      const [sales = []] = fc.sample(fc.array(sold, { minLength: 25, maxLength: 25 }), { numRuns: 1, seed: 7 + place });
      const records = sales.flatMap(({ products, cashier, method, hour, day, isCancelled }, index) => {
        const sum = products.reduce((total, { priceOne, quantity }) => total + priceOne * quantity, 0);
        const at = `${day}T${hour}:00:00+01:00`;
        const facts = { ...{ id: `STX_${place}_${index}`, day, at, products, sum, method }, facts: { cashier } };
        return isCancelled ? [facts, { ...facts, event: 'cancelled' }] : [facts];
      });
      await ingest.take(sender, await batchOf(records.map((facts, index) => saleRecord(index + 1, facts))));
    }
    await database.query("UPDATE store SET region = 'Coast' WHERE id = $1", [VALUES.store[0]]);
    const office = { database, clock: { now: () => Date.parse('2026-12-05T00:00:00Z') } };
    // The days of the sales lie in two thirds of two stores.
    expect(await countThirds(office)).toBe(4);
    const facts = {
      sale: await database.query<Fact>(FACTS.sale),
      line: await database.query<Fact>(FACTS.line),
      tender: await database.query<Fact>(FACTS.tender),
    };
    expect(facts.line.length).toBeGreaterThan(50);
    let answered = 0;
    for (const { span, by } of spans.flatMap(span => keyNames.map(by => ({ span, by }))))
      for (const [index, first] of filterNames.entries())
        for (const second of filterNames.slice(index)) {
          const filters = {
            [first]: [VALUES[first as 'till'][0]],
            [second]: [VALUES[second as 'till'][1]],
            ...(first === second ? { [first]: [VALUES[first as 'till'][0]] } : {}),
          };
          const names = [by, first, second];
          // Articles alone are read from thirds of months.
          if (span !== days && !names.includes('article')) continue;
          const ofGoods = names.some(name => ['article', 'group', 'tax'].includes(name));
          if (names.includes('method') && ofGoods) continue;
          const rows = names.includes('method') ? facts.tender : ofGoods ? facts.line : facts.sale;
          const wanted = within(rows, span).filter(fact =>
            Object.entries(filters).every(([name, [value]]) => String(fact[name as KeyName]) === value),
          );
          const answer = await turnover.figures(database, scope, { ...span, by, filters });
          const found = answer.rows.filter(({ key, turnover: sum }) => key !== noTurnover && sum !== 0);
          expect([span, by, filters, Object.fromEntries(found.map(({ key, turnover: sum }) => [key, sum]))]).toEqual([
            ...[span, by, filters],
            sumsBy(wanted, by, 'turnover'),
          ]);
          answered += 1;
        }
    expect(answered).toBeGreaterThan(150);
    let crossed = 0;
    for (const { span, by, others } of spans.flatMap(span =>
      turnover.declaration.by.map(({ name, across = [] }) => ({ span, by: name, others: across })),
    ))
      for (const across of others) {
        const names = [by, across];
        if (span !== days && !names.includes('article')) continue;
        const rows = names.includes('method')
          ? facts.tender
          : names.some(name => ['article', 'group', 'tax'].includes(name))
            ? facts.line
            : facts.sale;
        const wanted = new Map<string, number>();
        for (const fact of within(rows, span)) {
          const place = `${fact[by as KeyName]} ${fact[across as KeyName]}`;
          wanted.set(place, (wanted.get(place) ?? 0) + Number(fact.turnover));
        }
        const request = { ...span, by, across, figure: 'turnover', filters: {} };
        const answer = await turnover.crossed?.(database, scope, request);
        if (!answer) throw new Error('turnover is not crossed');
        const found = answer.cells
          .filter(({ key, across: other }) => key !== noTurnover && other !== noTurnover)
          .map(cell => [`${cell.key} ${cell.across}`, Number(cell.figures.turnover)] as const);
        const known = ([, sum]: readonly [string, number]) => sum !== 0;
        expect([span, names, Object.fromEntries(found.filter(known))]).toEqual([
          ...[span, names],
          Object.fromEntries([...wanted].filter(known)),
        ]);
        // Cells add up to both edges, also where payments took more or less than the turnover.
        for (const [edge, side] of [
          [answer.rows, 'key'],
          [answer.columns, 'across'],
        ] as const)
          for (const row of edge) {
            const cells = answer.cells.filter(cell => cell[side] === row.key);
            const sum = cells.reduce((all, { figures }) => all + Number(figures.turnover ?? 0), 0);
            expect([names, side, row.key, sum]).toEqual([names, side, row.key, row.turnover]);
          }
        crossed += 1;
      }
    expect(crossed).toBeGreaterThan(70);
    const ofTills = async () => {
      const request = { ...days, by: 'article', across: 'till', figure: 'turnover', filters: {} };
      const { cells = [] } = (await turnover.crossed?.(database, scope, request)) ?? {};
      return cells.reduce((sum, { figures }) => sum + Number(figures.turnover), 0);
    };
    const before = await ofTills();
    await database.query('UPDATE figure_item_third SET turnover = turnover + 7');
    expect(await ofTills()).toBeGreaterThan(before);
    // A sale that comes late counts at once, from the days of its third, and from the third once that is counted again.
    const late = saleRecord(2000, { id: 'STX_LATE', day: '2026-10-31', sum: 500 });
    await ingest.take(places[0] ?? senderOf('TIL_P1'), await batchOf([late]));
    await database.query('UPDATE figure_item_third SET turnover = turnover - 7');
    expect(await ofTills()).toBe(before + 500);
    expect(await countThirds(office)).toBe(1);
    expect(await ofTills()).toBe(before + 500);
    const answer = await corrections.figures(database, scope, { ...days, by: 'cashier', filters: {} });
    const column = (name: string) => Object.fromEntries(answer.rows.map(row => [row.key, row[name]]));
    expect(column('returned')).toEqual(sumsBy(facts.line, 'cashier', 'returned'));
    expect(column('discount')).toMatchObject(sumsBy(facts.line, 'cashier', 'discount'));
  });
});
