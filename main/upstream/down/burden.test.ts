/** A large catalogue flows down while somebody sells: memory stays flat, and a sale waits for a few rows at most. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, it } from 'vitest';
import { closeAll, item, sale, startBridge, until } from '../../doubles/bridge.fixture.ts';
import { demoIds } from '../../world/demoIds.ts';
import { closeShops, type TestShop, testShop } from '../shop.fixture.ts';

afterEach(async () => {
  await closeShops();
  await closeAll();
});

const ARTICLES = process.env.LONG ? 20_000 : 8000;
/** ms that nobody at a till notices, with room for a machine that does much else. */
const UNNOTICED = 200;

/** Median of what `count` sales take, ms. */
async function saleTime(shop: TestShop, count: number, goesOn: () => boolean = () => true): Promise<number> {
  const times: number[] = [];
  while (times.length < count && goesOn()) {
    const begun = performance.now();
    await shop.sell(sale([item(100)]));
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes in use, without what nobody holds any more. */
function held(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

it(`goes on selling while ${ARTICLES} articles flow down, with flat memory`, { timeout: 120_000 }, async () => {
  const [upstream, shop] = [await startBridge(), await testShop()];
  upstream.alter(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ARTICLES})
    INSERT INTO article (merchant, position, article_number, ean, document)
    SELECT '${demoIds.merchant}', 1000 + i, 'N' || i, '', json_object('articleNumber', 'N' || i, 'ean', '', 'desc', 'Ware ' || i,
      'descEn', 'Item ' || i, 'price', 100 + i, 'tax', 19, 'group', json('[]'), 'quickKey', json('false')) FROM n`);
  await saleTime(shop, 50);
  const alone = await saleTime(shop, 100);
  const before = held();
  const { down } = shop.deliverTo(upstream.url, { down: { every: 3_600_000 }, lanes: 1 });
  const isDone = () => shop.tables.down.state('catalogue').pageAt !== null;
  const beside = await saleTime(shop, 100_000, () => !isDone());
  await until(() => isDone() && down?.view().reading === null, 100_000);
  const grown = (held() - before) / 2 ** 20;
  console.info(
    `sale alone ${alone.toFixed(2)} ms, beside ${beside.toFixed(2)} ms, heap grown by ${grown.toFixed(0)} MiB`,
  );
  expect(shop.tables.merchants.articlePage(demoIds.merchant, ARTICLES, 1)).toHaveLength(1);
  expect(shop.tables.merchants.article(demoIds.merchant, `N${ARTICLES}`)).toContain(`"price":${100 + ARTICLES}`);
  // The service runs in this process, too: both answer the pages and the deliveries in the same thread.
  expect(beside).toBeLessThan(UNNOTICED);
  expect(grown).toBeLessThan(process.env.LONG ? 80 : 32);
});
