/** No list holds up the others: what looks at few rows is answered at once, everything else is read by a thread. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ListPlan, readListParameters } from '../query/listParameters.ts';
import { type ListDatabase, list, merchants, openListDatabase } from './lists.fixture.ts';
import { ROWS_AT_ONCE } from './quickLists.ts';
import { createReaderThread, TooMuchToRead } from './readerThread.ts';
import { saleQueries } from './saleQueries.ts';

const SALES = ROWS_AT_ONCE + 500;
const [merchant, other] = merchants;
let shop: ListDatabase;

beforeAll(async () => {
  shop = openListDatabase();
  const made = Array.from({ length: SALES }, (_, index) =>
    shop.sell({
      transactionRef: `ORDER-${index}`,
      merchantRef: index % 2 === 0 ? `M${SALES - index}` : null,
      payment_method: index % 3 === 0 ? 'cash' : 'cashless',
    }),
  );
  await Promise.all([...made, shop.sell({ transactionRef: 'ALONE' }, other)]);
});
afterAll(() => shop.close());

function planOf(parameters: Record<string, string>): ListPlan {
  const plan = readListParameters(parameters, saleQueries);
  if (!plan.ok) throw new Error(plan.message);
  return plan;
}

describe('a list', () => {
  it.each([
    {},
    { offset: '2400' },
    { q: 'status:created' },
    { q: 'transactionRef:ORDER-77' },
    { q: 'transactionRef:ORDER-77*' },
    { q: 'idents.value:9276004000000018' },
    { q: 'transactionRef:ORDER-7 OR transactionRef:ORDER-8' },
    { q: 'transactionRef:ORDER-7 AND *e*' },
    { q: 'transactionRef:ORDER-7*', sort: 'merchantRef:asc' },
  ])('of few rows is answered at once: %j', parameters => {
    expect(shop.lists.isQuick(list, merchant, planOf(parameters))).toBe(true);
  });

  it.each([
    { q: 'e' },
    { q: '*e*', count: '1000' },
    { q: 'transactionRef:*7' },
    { q: 'transactionRef:ORDER*' },
    { q: 'NOT transactionRef:ORDER-7' },
    { q: 'NOT status:ok' },
    { q: 'transactionRef:ORDER-7 OR *zzz' },
    { sort: 'merchantRef:asc', offset: '2000' },
    { sort: 'transactionRef:desc' },
    { q: 'NOT transactionRef:ORDER-7', sort: 'merchantRef:desc' },
  ])('for which every row is looked at is read by the thread, the same: %j', async parameters => {
    const plan = planOf(parameters);
    expect(shop.lists.isQuick(list, merchant, plan)).toBe(false);
    const { count: all, texts } = await shop.lists.readApart(list, merchant, plan);
    const page = JSON.parse(shop.lists.page(list, merchant, plan).toString());
    expect({ count: all, data: texts.map(text => JSON.parse(text)) }).toEqual(page);
  });

  it('of another merchant with few rows is answered at once, whatever is asked', () => {
    for (const parameters of [{ q: 'e' }, { sort: 'merchantRef:asc' }, { q: 'NOT transactionRef:x' }])
      expect(shop.lists.isQuick(list, other, planOf(parameters))).toBe(true);
  });

  it('shows what was committed a moment ago', async () => {
    const plan = planOf({ q: 'transactionRef:*moment' });
    const before = (await shop.lists.readApart(list, merchant, plan)).count;
    await shop.sell({ transactionRef: 'this-moment' });
    expect((await shop.lists.readApart(list, merchant, plan)).count).toBe(before + 1);
  });
});

describe('the thread', () => {
  const endless = {
    sql: 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT max(i) FROM n',
  };
  const file = () => shop.db.prepare<{ file: string }>('PRAGMA database_list').all()[0]?.file ?? '';
  const limits = { waiting: 2, time: 60_000, idle: 60_000 };

  it('leaves all others their turns', async () => {
    const thread = createReaderThread(file(), limits);
    await thread.ask([{ ...endless, params: [1] }]);
    let turns = 0;
    let ended = false;
    const count = () => {
      turns += 1;
      if (!ended) setImmediate(count);
    };
    setImmediate(count);
    await thread.ask([{ ...endless, params: [1_000_000] }]);
    ended = true;
    expect(turns).toBeGreaterThan(20);
    await thread.close();
  });

  it('refuses what waits behind too much, and goes on', async () => {
    const thread = createReaderThread(file(), limits);
    const asked = Array.from({ length: 5 }, () =>
      thread.ask([{ ...endless, params: [100_000] }]).catch(error => error),
    );
    const ends = await Promise.all(asked);
    expect(ends.filter(end => end instanceof TooMuchToRead).length).toBe(2);
    expect(ends.filter(end => !(end instanceof Error))).toEqual([[[100_000]], [[100_000]], [[100_000]]]);
    await thread.close();
  });

  it('gives up what takes too long, and answers the next question', async () => {
    const thread = createReaderThread(file(), { ...limits, time: 300 });
    const slow = thread.ask([{ ...endless, params: [30_000_000] }]);
    await expect(slow).rejects.toThrow(/the search took too long: narrow q down/);
    await thread.close();
    const next = createReaderThread(file(), limits);
    expect(await next.ask([{ ...endless, params: [10] }])).toEqual([[10]]);
    await expect(next.ask([{ sql: 'SELECT x FROM nowhere', params: [] }])).rejects.toThrow(/no such/);
    const waits = next.ask([{ ...endless, params: [100_000] }]);
    const refused = expect(waits).rejects.toThrow(/closed/);
    await next.close();
    await refused;
  });
});
