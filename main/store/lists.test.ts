import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { specifies } from '../doubles/specifies.ts';
import { comparable, sqlFunctions } from '../query/comparable.ts';
import { matches } from '../query/evaluate.ts';
import { type ListPlan, readListParameters } from '../query/listParameters.ts';
import { valuesAt } from '../query/property.ts';
import { timestamp } from '../world/clock.ts';
import type { AggregateRow } from './aggregates.ts';
import { type ListDatabase, list, type Members, members, merchants, openListDatabase } from './lists.fixture.ts';
import { saleQueries } from './saleQueries.ts';

let data: ListDatabase;
beforeAll(() => {
  data = openListDatabase();
});
afterAll(() => data.close());

const [merchant, other] = merchants;
const owners = fc.constantFrom(...merchants);
const shop = fc.array(fc.tuple(members, owners), { maxLength: 14 });

const queries = fc.constantFrom(
  '',
  'status:ok',
  'NOT status:ok',
  'status:ok OR status:failed OR status:created',
  'status:[c TO o]',
  '_exists_:status AND NOT status:p*',
  'status:ok AND basket_info.sum:>0',
  'basket_info.sum:[1 TO 250]',
  'created:[2025-11-01 TO *]',
  'market:north OR idents.value:9276',
  'transactions.id:PCI_1',
  'is_demo:true',
  'nothing.at:all',
);

function planOf(parameters: Record<string, unknown>): ListPlan {
  const plan = readListParameters(parameters, saleQueries);
  if (!plan.ok) throw new Error(plan.message);
  return plan;
}

interface Stored extends Members {
  readonly id: string;
}

async function fill(sold: readonly (readonly [Members, string])[]): Promise<readonly Stored[]> {
  await data.empty();
  const stored: Stored[] = [];
  for (const [document, owner] of sold) {
    const { document: kept } = await data.sell(document, owner);
    if (owner === merchant) stored.push(kept as unknown as Stored);
  }
  return stored;
}

const found = (stored: readonly Stored[], plan: ListPlan) =>
  stored.filter(document => matches(plan.query, document, saleQueries)).toReversed();

const pageOf = (plan: ListPlan, of = merchant) =>
  JSON.parse(data.lists.page(list, of, plan).toString()) as { count: number; data: Stored[] };

describe('pages', () => {
  it('hold what an evaluation in memory finds, with its count, at every offset', async () => {
    specifies({ 'Common list parameters': 'offset: any place, for any query' });
    const places = fc.record({ count: fc.nat(6), offset: fc.nat(12) });
    await fc.assert(
      fc.asyncProperty(
        shop,
        fc.array(fc.tuple(queries, places), { minLength: 5, maxLength: 5 }),
        async (sold, asked) => {
          const stored = await fill(sold);
          for (const [q, { count, offset }] of asked) {
            const plan = planOf({ q, count, offset });
            const expected = found(stored, plan);
            expect({ q, ...pageOf(plan) }).toEqual({
              q,
              count: expected.length,
              data: expected.slice(offset, offset + count),
            });
          }
        },
      ),
      { numRuns: process.env.LONG ? 80 : 20 },
    );
  });

  it('in any order: put together they are the whole, sorted', async () => {
    specifies({ 'Common list parameters': 'sort: comma-separated field:order pairs, asc or desc' });
    const keys = fc.constantFrom(
      'status',
      'created',
      'basket_info.sum',
      'transactionRef',
      'market',
      'is_demo',
      'delivered',
    );
    const sorts = fc.uniqueArray(fc.tuple(keys, fc.constantFrom('asc', 'desc')), {
      minLength: 1,
      maxLength: 3,
      selector: ([key]) => key,
    });
    await fc.assert(
      fc.asyncProperty(shop, queries, sorts, fc.integer({ min: 1, max: 5 }), async (sold, q, keys, count) => {
        const stored = await fill(sold);
        const sort = keys.map(pair => pair.join(':')).join(',');
        const all: Stored[] = [];
        for (let offset = 0; offset < stored.length; offset += count)
          all.push(...pageOf(planOf({ q, sort, count, offset })).data);
        const expected = found(stored, planOf({ q })).toSorted(byKeys(keys, stored));
        expect(all.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      }),
      { numRuns: process.env.LONG ? 80 : 20 },
    );
  });

  it('of queries that read documents are the same, found while others go on', async () => {
    const sorts = fc.constantFrom('', 'status', 'market:desc', 'basket_info.sum:desc,created');
    const places = fc.record({ count: fc.nat(6), offset: fc.nat(6) });
    await fc.assert(
      fc.asyncProperty(shop, queries, sorts, places, async (sold, q, sort, place) => {
        await fill(sold);
        const plan = planOf({ q, sort, ...place });
        const { count, texts } = await data.lists.search(list, merchant, plan);
        expect({ q, count, data: texts.map(text => JSON.parse(text)) }).toEqual({ q, ...pageOf(plan) });
      }),
      { numRuns: process.env.LONG ? 100 : 25 },
    );
  });

  it('of queries that read documents hold up nothing', async () => {
    await fill([]);
    for (let index = 0; index < 4000; index += 500)
      await Promise.all(Array.from({ length: 500 }, () => data.sell({ market: 'x'.repeat(2000) })));
    let turns = 0;
    const beat = setInterval(() => {
      turns += 1;
    }, 1);
    const { count } = await data.lists.search(list, merchant, planOf({ q: 'market:*y OR nothing:1' }));
    expect(count).toBe(0);
    expect(turns).toBeGreaterThan(1);
    turns = 0;
    const sorted = await data.lists.search(list, merchant, planOf({ sort: 'market:desc,merchantRef', count: 3 }));
    clearInterval(beat);
    expect([sorted.count, sorted.texts.length]).toEqual([4000, 3]);
    expect(turns).toBeGreaterThan(1);
  });

  it('follow changes of what is counted and linked', async () => {
    await fc.assert(
      fc.asyncProperty(shop, fc.array(fc.tuple(fc.nat(20), members), { maxLength: 8 }), async (sold, changes) => {
        const stored = [...(await fill(sold))];
        for (const [number, changed] of changes) {
          const before = stored[number % (stored.length || 1)];
          if (!before) continue;
          const document = { ...before, ...changed };
          const sale = data.sales.sale(merchant, before.id);
          await data.db.write(() => data.sales.save({ ...sale!, document: document as never }));
          stored[stored.indexOf(before)] = document;
        }
        for (const q of [
          'status:ok',
          'NOT status:ok',
          'transactions.id:PCI_2',
          'idents.value:9277',
          'created:2025-11-09',
        ])
          expect({ q, ...pageOf(planOf({ q, count: 20 })) }).toEqual({
            q,
            count: found(stored, planOf({ q })).length,
            data: found(stored, planOf({ q })),
          });
      }),
      { numRuns: process.env.LONG ? 60 : 15 },
    );
  });

  it('of another merchant hold his own', async () => {
    await fill([
      [{ status: 'ok' }, merchant],
      [{ status: 'ok' }, other],
      [{ status: 'failed' }, other],
    ]);
    expect(pageOf(planOf({}), other).count).toBe(2);
    expect(pageOf(planOf({ q: 'status:ok' }), other).count).toBe(1);
    expect(pageOf(planOf({ offset: 1 }), other).data).toMatchObject([{ status: 'ok' }]);
  });
});

/** Missing first in `asc`, then instants and numbers, then text; ties in the direction of the last key. */
function byKeys(keys: readonly (readonly [string, string])[], stored: readonly Stored[]) {
  const last = keys.at(-1)?.[1] === 'asc' ? 1 : -1;
  return (left: Stored, right: Stored) => {
    for (const [key, order] of keys) {
      const distance = compare(sortForm(left, key), sortForm(right, key)) * (order === 'asc' ? 1 : -1);
      if (distance !== 0) return distance;
    }
    return (stored.indexOf(left) - stored.indexOf(right)) * last;
  };
}

function sortForm(document: Stored, key: string): string | number | null {
  const field = (saleQueries.fields as Record<string, { type: 'text' | 'number' | 'timestamp' | 'id' }>)[key];
  const [value = null] = valuesAt(document, key);
  if (field) return comparable(field.type, value);
  const form = sqlFunctions.query_order(value) as string | number | boolean | null;
  return typeof form === 'boolean' ? Number(form) : form;
}

function compare(left: string | number | null, right: string | number | null): number {
  const rank = (value: unknown) => (value === null ? 0 : typeof value === 'number' ? 1 : 2);
  if (rank(left) !== rank(right)) return rank(left) - rank(right);
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return Buffer.compare(Buffer.from(String(left ?? '')), Buffer.from(String(right ?? '')));
}

describe('aggregations', () => {
  const properties = ['status', 'market', 'created', 'delivered', 'basket_info.sum', 'is_demo', 'idents.value'];
  const property = fc.option(fc.constantFrom(...properties, 'basket.products.ean', 'basket.products'));
  const asked = fc
    .record({
      timestamp_prop: fc.option(fc.constantFrom('created', 'delivered', 'market')),
      interval: fc.constantFrom('minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'),
      group_by_prop: property,
      sum_by_prop: fc.option(fc.constantFrom('basket_info.sum', 'basket.products.quantity', 'market', 'status')),
      min: fc.option(fc.constantFrom('2025-11-01', '2025-10-21T00:30:00+02:00')),
      max: fc.option(fc.constantFrom('2025-12-31', '2025-11-29T22:30:00Z')),
    })
    .filter(({ timestamp_prop, group_by_prop, sum_by_prop }) => !!(timestamp_prop || group_by_prop || sum_by_prop))
    .map(call => (call.timestamp_prop === null ? { ...call, min: null, max: null } : call));

  it('are what counting by hand gives', async () => {
    specifies({ 'Common list parameters': 'aggregate: the figures are those of counting by hand' });
    const tally = { groups: 0, spans: 0 };
    await fc.assert(
      fc.asyncProperty(shop, queries, fc.array(asked, { minLength: 4, maxLength: 4 }), async (sold, q, calls) => {
        const stored = await fill(sold);
        for (const call of calls) {
          const plan = planOf({ q, aggregate: JSON.stringify(call) });
          const answer = await data.lists.aggregate(list, merchant, plan, plan.aggregate!);
          expect({ call, ...flat(answer.data), count: answer.count }).toEqual({
            call,
            ...byHand(found(stored, plan), call),
          });
          expect(answer.lookup).toEqual(answer.type === 'group' ? answer.data.map(({ ks }) => ks) : []);
          expect(answer.sum).toBe(call.sum_by_prop !== null);
          tally.groups += answer.data.length;
          tally.spans += answer.data.flatMap(({ t = [] }) => t).length;
        }
      }),
      { numRuns: process.env.LONG ? 100 : 25 },
    );
    expect(tally.groups).toBeGreaterThan(process.env.LONG ? 60 : 15);
    expect(tally.spans).toBeGreaterThan(process.env.LONG ? 15 : 3);
  });

  it('name a group as its newest document writes it, and a span of time as a timestamp', async () => {
    await fill([
      [{ status: 'ok', market: 'NORTH', created: '2026-01-05T10:00:00+00:00', basket_info: { sum: 5 } }, merchant],
      [{ status: 'ok', market: 'South', created: '2026-01-05T10:00:00+00:00', basket_info: { sum: 7 } }, merchant],
      [{ status: 'ok', market: 'North', created: '2026-01-06T10:00:00+00:00', basket_info: { sum: 8 } }, merchant],
    ]);
    const aggregate = {
      group_by_prop: 'market',
      timestamp_prop: 'created',
      interval: 'year',
      sum_by_prop: 'basket_info.sum',
    };
    const plan = planOf({ aggregate });
    const year = new Date(2026, 0, 1).getTime();
    const span = { k: year, ks: timestamp(year) };
    expect(await data.lists.aggregate(list, merchant, plan, plan.aggregate!)).toEqual({
      count: 3,
      type: 'group',
      sum: true,
      lookup: ['North', 'South'],
      data: [
        { l: 0, k: 'north', ks: 'North', c: 2, s: 13, t: [{ l: 0, ...span, c: 2, s: 13 }] },
        { l: 1, k: 'south', ks: 'South', c: 1, s: 7, t: [{ l: 1, ...span, c: 1, s: 7 }] },
      ],
    });
  });
});

/** Figures by group and span, without what is there for reading. */
function flat(rows: readonly AggregateRow[]) {
  const figures = rows.flatMap(({ k, c, s, t = [] }) => [
    [String(k), c, s] as const,
    ...t.map(span => [`${k} ${span.k}`, span.c, span.s] as const),
  ]);
  return { figures: Object.fromEntries(figures.map(([key, c, s]) => [key, [c, s ?? null]])) };
}

interface Aggregate {
  readonly timestamp_prop: string | null;
  readonly interval: string;
  readonly group_by_prop: string | null;
  readonly sum_by_prop: string | null;
  readonly min: string | null;
  readonly max: string | null;
}

/** The same, written as plainly as can be. */
function byHand(documents: readonly Stored[], call: Aggregate) {
  const figures: Record<string, [number, number | null]> = {};
  const put = (key: string, sum: number) => {
    const [c, s] = figures[key] ?? [0, 0];
    figures[key] = [c + 1, call.sum_by_prop === null ? null : (s ?? 0) + sum];
  };
  const from = call.min === null ? Number.NEGATIVE_INFINITY : Date.parse(call.min);
  const to =
    call.max === null ? Number.POSITIVE_INFINITY : Date.parse(call.max) + (call.max.length === 10 ? day - 1 : 0);
  let count = 0;
  for (const document of documents) {
    const at = call.timestamp_prop === null ? null : instantIn(document, call.timestamp_prop);
    if (call.timestamp_prop !== null && (at === null || at < from || at > to)) continue;
    count += 1;
    const sum = call.sum_by_prop === null ? 0 : numbersIn(document, call.sum_by_prop);
    const start = at === null ? null : beginOf(call.interval, at);
    for (const key of call.group_by_prop === null ? [null] : groupsIn(document, call.group_by_prop)) {
      const own = key === null ? sum : sumOfGroup(document, call, key, sum);
      if (key !== null || start === null) put(String(key), own);
      if (start !== null) put(key === null ? String(start) : `${key} ${start}`, own);
    }
  }
  if (call.group_by_prop === null && call.timestamp_prop === null && count === 0)
    figures.null = [0, call.sum_by_prop === null ? null : 0];
  return { figures, count };
}

/** Lines of a basket add their numbers to the groups of their own. */
function sumOfGroup(
  document: Stored,
  { group_by_prop: group, sum_by_prop: sum }: Aggregate,
  key: string,
  whole: number,
) {
  const lines = 'basket.products.';
  if (!group?.startsWith(lines) || !sum?.startsWith(lines)) return whole;
  return (valuesAt(document, 'basket.products') as Stored[])
    .filter(line => groupsIn(line, group.slice(lines.length)).includes(key))
    .reduce((total, line) => total + numbersIn(line, sum.slice(lines.length)), 0);
}

const day = 86_400_000;

function instantIn(document: Stored, property: string): number | null {
  const texts = valuesAt(document, property).filter(
    value => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value),
  );
  return texts.length > 0 ? Date.parse(texts[0] as string) : null;
}

function numbersIn(document: Stored, property: string): number {
  const numbers = valuesAt(document, property).map(value =>
    typeof value === 'number' ? value : typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : 0,
  );
  return numbers.reduce((total, number) => total + number, 0);
}

function groupsIn(document: Stored, property: string): readonly string[] {
  const values = valuesAt(document, property).filter(value => typeof value !== 'object');
  if (property === 'created') return values.map(value => String(Date.parse(String(value))));
  return [...new Set(values.map(value => String(value).toLowerCase()))];
}

function beginOf(interval: string, at: number): number {
  const date = new Date(at);
  const [year, month, dayOfMonth] = [date.getFullYear(), date.getMonth(), date.getDate()];
  if (interval === 'year') return new Date(year, 0, 1).getTime();
  if (interval === 'quarter') return new Date(year, Math.floor(month / 3) * 3, 1).getTime();
  if (interval === 'month') return new Date(year, month, 1).getTime();
  if (interval === 'hour') return at - date.getMinutes() * 60_000;
  if (interval === 'minute') return Math.floor(at / 60_000) * 60_000;
  let begin = new Date(year, month, dayOfMonth);
  while (interval === 'week' && begin.getDay() !== 1)
    begin = new Date(begin.getFullYear(), begin.getMonth(), begin.getDate() - 1);
  return begin.getTime();
}
