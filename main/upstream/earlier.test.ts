/** Sales from before the service was configured, and money on cards without a sale. */
import { afterEach, expect, it } from 'vitest';
import { cards, closeAll, item, sale, startBridge } from '../doubles/bridge.fixture.ts';
import { cashier } from '../doubles/world.fixture.ts';
import { bookOnCard } from '../loyalty/cardBookings.ts';
import { queueBacklog } from '../store/queueBacklog.ts';
import { demoIds } from '../world/demoIds.ts';
import type { EpochKey } from '../world/officeLink.ts';
import { closeShops, type TestShop, testShop } from './shop.fixture.ts';
import { cardHere, cardThere, held } from './there.fixture.ts';

afterEach(async () => {
  await closeShops();
  await closeAll();
});

it('sends what was sold before the service was configured, cancelled sales included', async () => {
  const [upstream, before] = [await startBridge(), await testShop({ configured: false })];
  const sums = [110, 120, 130];
  for (const sum of sums) await before.sell(sale([item(sum)]));
  const gone = await before.sell(sale([item(140)], cards.rich), { card: true });
  await before.cancel(gone.id);
  expect(before.waiting()).toEqual([]);
  await before.close();
  const shop = await testShop({ data: before.data });
  await queueBacklog(shop.db, { configured: true, from: null, now: Date.now() });
  await shop.sell(sale([item(150)]));
  shop.deliverTo(upstream.url);
  await shop.drained();
  const there = (await held(upstream)).map(({ status, basket_info: { sum } }) => [status, sum]);
  expect(there.sort()).toEqual([['cancelled', 140], ...[...sums, 150].map(sum => ['ok', sum])].sort());
  expect(await cardThere(upstream, cards.rich)).toEqual(cardHere(shop, cards.rich));
});

const mcdOf = ({ world }: TestShop, number: string) =>
  world.loyalty.card(demoIds.merchant, number)?.merchantcard.id ?? '';

it('enters money that was loaded on a card or taken off it without a sale, and its reversal', async () => {
  const [upstream, shop] = [await startBridge(), await testShop()];
  const book = (card: string, input: object) => bookOnCard(shop.world, cashier, mcdOf(shop, card), input as never);
  await book(cards.empty, { action: 'charge', amount: 3000 });
  await book(cards.rich, { action: 'discharge', amount: 1200 });
  await book(cards.some, { action: 'charge', amount: 900 });
  await book(cards.some, { action: 'cancel_last' });
  shop.deliverTo(upstream.url);
  await shop.drained();
  for (const card of [cards.empty, cards.rich, cards.some])
    expect(await cardThere(upstream, card)).toMatchObject({ cash_balance: cardHere(shop, card).cash_balance });
  expect((await held(upstream)).map(({ status }) => status).sort()).toEqual(['cancelled', 'ok', 'ok']);
  expect(shop.cases()).toEqual([]);
});

it('makes a case of what the specification has no call for', async () => {
  const [upstream, shop] = [await startBridge(), await testShop()];
  await bookOnCard(shop.world, cashier, mcdOf(shop, cards.rich), { action: 'charge_points', amount: 50 } as never);
  shop.deliverTo(upstream.url);
  await shop.drained();
  expect(await held(upstream)).toEqual([]);
  expect(shop.cases()).toMatchObject([{ kind: 'noWayUpstream', amount: 50 }]);
});

it('makes a case where a discharge without a sale finds no balance there', async () => {
  const [upstream, shop] = [await startBridge(), await testShop()];
  const { create, post } = await upstream.client();
  const all = await create(sale([item(5000)], cards.rich));
  await post(`/${all.id}/preTransaction`);
  await post(`/${all.id}/start/loyalty`);
  await bookOnCard(shop.world, cashier, mcdOf(shop, cards.rich), { action: 'discharge', amount: 700 } as never);
  shop.deliverTo(upstream.url);
  await shop.drained();
  expect(shop.cases()).toMatchObject([{ kind: 'balanceGone', amount: 700 }]);
});

it('searches before it creates where the till has begun a new epoch: the service may hold the sale already', async () => {
  const [upstream, shop] = [await startBridge(), await testShop()];
  const sold = await shop.sell(sale([item(500)]));
  const first = shop.deliverTo(upstream.url);
  await shop.drained();
  await first.close();
  // A backup from before the delivery was put back, and its records were numbered anew since.
  shop.db.prepare('DELETE FROM upstream_object').run();
  shop.db.prepare("INSERT INTO upstream_delivery VALUES (1, 'lane', 'waiting', 0, 0, NULL)").run();
  shop.db.prepare('UPDATE queue_till SET epoch = epoch + 1').run();
  shop.deliverTo(upstream.url);
  await shop.drained();
  expect((await held(upstream)).map(({ product }) => product)).toEqual([sold.id]);
});

it('searches a sale, too, whose number the back office moved into the new epoch', async () => {
  const [upstream, shop] = [await startBridge(), await testShop()];
  const sold = await shop.sell(sale([item(500)]));
  const first = shop.deliverTo(upstream.url);
  await shop.drained();
  await first.close();
  const [record] = shop.db
    .prepare<EpochKey & { sequence: number }>('SELECT till, epoch, sequence FROM queue_record')
    .all();
  if (!record) throw new Error('nothing is queued');
  shop.db.prepare('DELETE FROM upstream_object').run();
  shop.db.prepare("INSERT INTO upstream_delivery VALUES (1, 'lane', 'waiting', 0, 0, NULL)").run();
  await shop.db.write(() => {
    shop.tables.officeDelivery.dispute(record);
    shop.tables.officeDelivery.renumber(record, [record.sequence]);
  });
  expect(shop.db.prepare('SELECT epoch = ? AS same FROM queue_record').get(record.epoch)).toEqual({ same: 0 });
  shop.deliverTo(upstream.url);
  await shop.drained();
  expect((await held(upstream)).map(({ product }) => product)).toEqual([sold.id]);
});
