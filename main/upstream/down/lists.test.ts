/** Lists of a service that offers nothing but the specification: nothing is lost, whatever its clock and its pages do. */
import { afterEach, expect, it } from 'vitest';
import { closeAll, until } from '../../doubles/bridge.fixture.ts';
import { demoIds } from '../../world/demoIds.ts';
import { closeShops, type TestShop, testShop } from '../shop.fixture.ts';
import { cardId, closeListStubs, type ListStub, listStub, stubCard, timeOf } from './listStub.fixture.ts';

afterEach(async () => {
  await closeShops();
  await closeListStubs();
  await closeAll();
});

const NOW = 1_900_000_000;
const HOUR = 3_600_000;

const put = (stub: ListStub, number: number, cash: number, updated: number) => {
  const card = stubCard(number, cash, updated);
  stub.cards.set(card.id, card);
};

const cash = ({ world }: TestShop, number: number) =>
  world.loyalty.merchantCard(demoIds.merchant, cardId(number))?.merchantcard.cash_balance;

/** A till below the stub. `compareEvery` in ms: how old a comparison may be. */
function flow(shop: TestShop, { url }: ListStub, compareEvery = HOUR) {
  const down = shop.deliverTo(url, { down: { every: HOUR, compareEvery } }).down;
  if (!down) throw new Error('nothing flows down');
  return {
    down,
    /** Waits until the cards are as `fact` says; reads again as long as they are not. */
    read: async (fact: () => boolean) =>
      until(() => {
        if (fact() && down.view().reading === null) return true;
        if (down.view().reading === null) down.wake();
        return false;
      }),
  };
}

it('loses no row of the same second that is committed late, which a cursor by greater-than does', async () => {
  const [stub, shop] = [await listStub(), await testShop()];
  put(stub, 5, 500, NOW);
  const { read } = flow(shop, stub);
  await read(() => cash(shop, 5) === 500);
  const { cursor } = shop.tables.down.state('cards');
  // Both are committed after they were read, with an older and with the same second, and a smaller id.
  put(stub, 1, 100, NOW);
  put(stub, 2, 200, NOW - 120);
  const byGreater = [...stub.cards.values()].filter(({ updated = '' }) => updated > (cursor.updated ?? ''));
  expect(byGreater).toEqual([]);
  await read(() => cash(shop, 1) === 100 && cash(shop, 2) === 200);
  expect(shop.tables.down.state('cards').cursor).toEqual(cursor);
});

it('follows the clock of the service, also a day ahead of the own one or behind it', async () => {
  const [stub, shop] = [await listStub(), await testShop()];
  const seconds = Math.floor(Date.now() / 1000);
  for (const [number, shift] of [
    [1, -86_400],
    [2, 86_400],
  ] as const)
    put(stub, number, 100, seconds + shift);
  const { read } = flow(shop, stub);
  await read(() => cash(shop, 2) === 100);
  put(stub, 3, 300, seconds + 86_401);
  await read(() => cash(shop, 3) === 300);
  expect(cash(shop, 1)).toBe(100);
});

it('misses nothing behind an object that was changed in the future, by a clock that was wrong for a while', async () => {
  const [stub, shop] = [await listStub(), await testShop()];
  stub.clock = NOW;
  put(stub, 1, 100, NOW + 40_000_000);
  put(stub, 2, 200, NOW - 500);
  const { read } = flow(shop, stub);
  await read(() => cash(shop, 1) === 100 && cash(shop, 2) === 200);
  put(stub, 3, 300, NOW + 10);
  stub.clock = NOW + 20;
  await read(() => cash(shop, 3) === 300);
  // A cursor of the future, from a time when the clock of the service was wrong itself.
  const updated = timeOf(NOW + 50_000_000);
  await shop.db.write(() => shop.tables.down.save('cards', { cursor: { updated, id: '' } }));
  put(stub, 4, 400, NOW + 30);
  stub.clock = NOW + 40;
  await read(() => cash(shop, 4) === 400);
  expect(shop.tables.down.state('cards').cursor.updated).toBe(timeOf(NOW + 40));
});

it('goes on from the last stored page after a page that fails in the middle', async () => {
  const [stub, shop] = [await listStub(), await testShop()];
  for (let number = 0; number < 650; number += 1) put(stub, number, number, NOW + number * 1000);
  let pages = 0;
  stub.fail = path => {
    if (!path.includes('/MerchantCards?')) return null;
    pages += 1;
    return pages === 3 ? 500 : null;
  };
  const { read } = flow(shop, stub);
  await until(() => pages >= 3);
  await read(() => cash(shop, 649) === 649);
  const again = stub.requests.filter(line => line.includes('q=updated'));
  expect(decodeURIComponent(again[0] ?? '')).toContain('updated:[');
  expect(shop.tables.down.count('cards')).toBe(650);
});

it('keeps everything where more than 5 % vanish, and follows where fewer do', async () => {
  const [stub, shop] = [await listStub(), await testShop()];
  for (let number = 0; number < 100; number += 1) put(stub, number, 10, NOW);
  const { read } = flow(shop, stub, 1);
  await read(() => shop.tables.down.count('cards') === 100);
  for (let number = 0; number < 6; number += 1) stub.cards.delete(cardId(number));
  await read(() => shop.cases().length > 0);
  expect(shop.cases()).toMatchObject([{ kind: 'manyVanished', object: 'cards' }]);
  expect(shop.tables.down.count('cards')).toBe(100);
  for (let number = 0; number < 2; number += 1) put(stub, number, 10, NOW);
  await read(() => shop.tables.down.count('cards') === 96);
  const gone = shop.world.loyalty.merchantCard(demoIds.merchant, cardId(4))?.merchantcard;
  expect(gone).toMatchObject({ stock_status: 'inactive', cash_balance: 10 });
});

it.runIf(process.env.LONG)(
  'reads on behind 10,000 rows where the service cannot scroll',
  { timeout: 120_000 },
  async () => {
    const [stub, shop] = [await listStub(), await testShop()];
    stub.scrolls = false;
    for (let number = 0; number < 10_500; number += 1) put(stub, number, 1, NOW + number);
    // Single objects and comparisons are not what this is about.
    shop.db.prepare("INSERT INTO down_kind (kind, cursor, compared_at) VALUES ('cards', '{}', ?)").run(Date.now());
    flow(shop, stub);
    await until(() => cash(shop, 10_499) === 1, 100_000);
    expect(shop.tables.down.count('cards')).toBe(10_500);
  },
);

it('reads by offset where the service gives its first page for every other one', async () => {
  const [stub, shop] = [await listStub(), await testShop()];
  stub.scrolls = 'badly';
  for (let number = 0; number < 450; number += 1) put(stub, number, 3, NOW + number * 1000);
  const { read } = flow(shop, stub);
  await read(() => shop.tables.down.count('cards') === 450);
  expect(stub.requests.length).toBeLessThan(60);
});

it('goes on after the program ended between two pages', async () => {
  const [stub, shop] = [await listStub(), await testShop()];
  for (let number = 0; number < 900; number += 1) put(stub, number, 7, NOW + number * 1000);
  let pages = 0;
  stub.fail = path => {
    if (!path.includes('/MerchantCards?')) return null;
    pages += 1;
    return pages > 2 ? 500 : null;
  };
  const { down } = flow(shop, stub);
  await until(() => pages > 2);
  await down.stop();
  const stored = shop.tables.down.count('cards');
  expect(stored).toBeGreaterThan(0);
  expect(stored).toBeLessThan(900);
  stub.fail = null;
  await shop.close();
  const next = await testShop({ data: shop.data });
  const { read } = flow(next, stub);
  await read(() => next.tables.down.count('cards') === 900);
  const doubled = next.db.prepare('SELECT count(*) FROM merchant_card GROUP BY query_cardnumber HAVING count(*) > 1');
  expect(doubled.all()).toEqual([]);
  expect(cash(next, 0)).toBe(7);
});
