import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { specifies } from '../doubles/specifies.ts';
import { type ListPlan, readListParameters } from '../query/listParameters.ts';
import { type ListDatabase, list, type Members, members, merchants, openListDatabase } from './lists.fixture.ts';
import { saleQueries } from './saleQueries.ts';
import { createScrolls, type ScrollPage, type ScrollStore, scrollLimits } from './scrolls.ts';

let data: ListDatabase;
let scrolls: ScrollStore;
let made: number;
beforeEach(() => {
  data = openListDatabase();
  made = 0;
  scrolls = scrollsWithin({});
});
afterEach(() => data.close());

const [merchant, other] = merchants;
const reader = { merchant, client: 'till' };
const same = { count: null, keep: null };

function scrollsWithin(limits: Partial<Record<keyof typeof scrollLimits, number>>): ScrollStore {
  const newId = () => {
    made += 1;
    return `scroll${made}`;
  };
  return createScrolls(data.db, data.lists, () => data.clock.now, newId, { ...scrollLimits, ...limits });
}

function planOf(parameters: Record<string, unknown>): ListPlan {
  const plan = readListParameters({ scroll_expire: '1m', ...parameters }, saleQueries);
  if (!plan.ok) throw new Error(plan.message);
  return plan;
}

const idsOf = (page: ScrollPage | null) => (page?.texts ?? []).map(text => (JSON.parse(text) as { id: string }).id);

async function sell(count: number, more: Members = {}) {
  for (let index = 0; index < count; index += 1) await data.sell({ ...more, transactionRef: String(index) });
}

async function change(id: string, changed: Members) {
  const sale = data.sales.sale(merchant, id);
  await data.db.write(() => data.sales.save({ ...sale!, document: { ...sale!.document, ...changed } as never }));
}

describe('a scroll', () => {
  it('shows one moment, whatever is written meanwhile', async () => {
    specifies({ 'Common list parameters': 'scroll_id: a stable snapshot while others write' });
    const asked = fc.record({
      q: fc.constantFrom('', 'status:ok OR status:failed', 'market:north', 'basket_info.sum:>0'),
      sort: fc.constantFrom('', 'status', 'market:desc', 'basket_info.sum:desc,created'),
      count: fc.integer({ min: 1, max: 5 }),
    });
    const shop = fc.array(members, { minLength: 1, maxLength: 12 });
    const writes = fc.array(fc.tuple(fc.nat(20), members), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(shop, asked, writes, async (sold, request, changes) => {
        await data.empty();
        const stored = [];
        for (const document of sold) stored.push(await data.sell(document));
        const whole = JSON.parse(data.lists.page(list, merchant, planOf({ ...request, count: 100 })).toString());
        const seen: unknown[] = [];
        let page: ScrollPage | null = scrolls.open(list, reader, planOf(request));
        while (page && page.texts.length > 0) {
          expect(page.count).toBe(whole.count);
          seen.push(...page.texts.map(text => JSON.parse(text)));
          for (const [number, changed] of changes) {
            await change(stored[number % stored.length]!.id, changed);
            await data.sell(changed);
          }
          page = scrolls.next(page.id, list, reader, same);
        }
        expect(seen).toEqual(whole.data);
      }),
      { numRuns: process.env.LONG ? 60 : 20 },
    );
  });

  it('ends in empty pages, and its pages are as long as last asked', async () => {
    await sell(7);
    const first = scrolls.open(list, reader, planOf({ count: 3 }));
    expect(idsOf(first)).toHaveLength(3);
    expect(idsOf(scrolls.next(first.id, list, reader, { count: 2, keep: null }))).toHaveLength(2);
    expect(idsOf(scrolls.next(first.id, list, reader, same))).toHaveLength(2);
    expect(idsOf(scrolls.next(first.id, list, reader, same))).toEqual([]);
    expect(idsOf(scrolls.next(first.id, list, reader, same))).toEqual([]);
  });

  it('begins at the offset', async () => {
    await sell(5);
    const newest = idsOf(scrolls.open(list, reader, planOf({ count: 10 })));
    expect(idsOf(scrolls.open(list, reader, planOf({ count: 10, offset: 2 })))).toEqual(newest.slice(2));
    expect(idsOf(scrolls.open(list, reader, planOf({ q: '_exists_:id', offset: 4 })))).toEqual(newest.slice(4));
  });

  it('is its client’s own, and of one resource', async () => {
    await sell(3);
    const { id } = scrolls.open(list, reader, planOf({ count: 1 }));
    expect(scrolls.next(id, list, { merchant, client: 'another' }, same)).toBeNull();
    expect(scrolls.next(id, list, { merchant: other, client: 'till' }, same)).toBeNull();
    expect(scrolls.next(id, { ...list, object: 'payment.customers' }, reader, same)).toBeNull();
    expect(scrolls.next('scroll99', list, reader, same)).toBeNull();
    expect(idsOf(scrolls.next(id, list, reader, same))).toHaveLength(1);
  });
});

describe('a scroll that is not read', () => {
  it('expires by the clock of the bridge, counted from its last page', async () => {
    specifies({ 'Common list parameters': 'scroll_expire: how long the search context is kept alive' });
    await sell(9);
    const { id } = scrolls.open(list, reader, planOf({ count: 1 }));
    data.clock.now += 59_000;
    expect(scrolls.next(id, list, reader, same)).not.toBeNull();
    data.clock.now += 59_000;
    expect(scrolls.next(id, list, reader, { count: null, keep: 5000 })).not.toBeNull();
    data.clock.now += 5000;
    expect(scrolls.next(id, list, reader, same)).toBeNull();
  });

  it('makes room for others', async () => {
    await sell(5);
    scrolls = scrollsWithin({ open: 3 });
    const [a, b, c] = Array.from({ length: 3 }, () => scrolls.open(list, reader, planOf({ count: 1 })).id);
    scrolls.next(a!, list, reader, same);
    scrolls.open(list, reader, planOf({ count: 1 }));
    const alive = [a, b, c].map(id => scrolls.next(id!, list, reader, same) !== null);
    expect(alive).toEqual([true, false, true]);
  });

  it('of a client who opens many pushes out none of another', async () => {
    await sell(5);
    scrolls = scrollsWithin({ open: 4 });
    const till = { merchant, client: 'other till' };
    const quiet = scrolls.open(list, till, planOf({ count: 1 })).id;
    const greedy = Array.from({ length: 10 }, () => scrolls.open(list, reader, planOf({ count: 1 })).id);
    expect(scrolls.next(quiet, list, till, same)).not.toBeNull();
    const alive = greedy.filter(id => scrolls.next(id, list, reader, same) !== null);
    expect(alive).toEqual(greedy.slice(-3));
    expect(scrolls.next(scrolls.open(list, till, planOf({ count: 1 })).id, list, till, same)).not.toBeNull();
    expect(scrolls.next(quiet, list, till, same)).not.toBeNull();
  });

  it('looks into few documents, because nobody else gets a turn meanwhile', async () => {
    await sell(5, { status: 'ok' });
    scrolls = scrollsWithin({ unindexed: 4 });
    for (const request of [{ q: 'market:north' }, { sort: 'market:asc' }])
      expect(() => scrolls.open(list, reader, planOf(request))).toThrow('at most 4 documents');
    await sell(3, { status: 'failed' });
    expect(scrolls.open(list, reader, planOf({ q: 'status:failed', sort: 'market:asc' })).count).toBe(3);
    expect(scrolls.open(list, reader, planOf({ sort: 'status:asc' })).count).toBe(8);
  });

  it('ends when the log has grown too long because of it', async () => {
    await sell(3);
    scrolls = scrollsWithin({ growth: 1_000_000 });
    const { id } = scrolls.open(list, reader, planOf({ count: 1 }));
    const before = data.db.logSize();
    await data.db.write(() => data.db.prepare("INSERT INTO setting VALUES ('a', ?)").run('x'.repeat(2_000_000)));
    expect(data.db.logSize() - before).toBeGreaterThan(1_000_000);
    scrolls.tidy();
    expect(scrolls.next(id, list, reader, same)).toBeNull();
  });

  it('does not keep the database from being closed', async () => {
    await sell(5);
    scrolls.open(list, reader, planOf({ count: 1 }));
    await expect(data.db.close()).resolves.toBeUndefined();
    data = openListDatabase();
  });
});

it('many at once each show their own moment', async () => {
  const opened = [];
  for (let index = 0; index < 40; index += 1) {
    await sell(1);
    opened.push(scrolls.open(list, reader, planOf({ count: 1 })));
  }
  const counts = opened.map(({ id }) => {
    let seen = 1;
    while (idsOf(scrolls.next(id, list, reader, same)).length > 0) seen += 1;
    return seen;
  });
  expect(counts).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
});
