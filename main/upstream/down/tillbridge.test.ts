/** Data that flows down from another Tillbridge: a real server, a real till beside it, and what both know afterwards. */
import { afterEach, expect, it } from 'vitest';
import { cards, closeAll, item, ok, sale, startBridge, type TestBridge, until } from '../../doubles/bridge.fixture.ts';
import { demoIds } from '../../world/demoIds.ts';
import { fixedId } from '../../world/ids.ts';
import { closeShops, type TestShop, testShop, type WorkerChanges } from '../shop.fixture.ts';
import type { DownSync } from './downSync.ts';

afterEach(async () => {
  await closeShops();
  await closeAll();
});

const richCard = fixedId('MCD', cards.rich);
const cash = ({ world }: TestShop, number: string = cards.rich) =>
  world.loyalty.card(demoIds.merchant, number)?.merchantcard.cash_balance;

/** Reads once more, and waits until everything is stored. */
async function flow(shop: TestShop, { url }: Pick<TestBridge, 'url'>, changes: WorkerChanges = {}) {
  const opened = shop.deliverTo(url, { down: { every: 3_600_000 }, ...changes });
  const { down } = opened;
  if (!down) throw new Error('nothing flows down');
  const read = async () => {
    const before = shop.tables.down.state('campaigns').pageAt ?? 0;
    down.wake();
    await until(() => {
      const { pageAt, problem } = shop.tables.down.state('campaigns');
      return (pageAt ?? 0) > before && problem === null && down.view().reading === null;
    });
  };
  await until(() => shop.tables.down.state('campaigns').pageAt !== null && down.view().reading === null);
  return { ...opened, read };
}

/** A person decides the newest case. */
async function choose(shop: TestShop, down: DownSync | null, version: 'here' | 'there'): Promise<void> {
  const { kind = '', object = '', facts = '{}' } = shop.cases().at(-1) ?? {};
  await shop.db.write(() => down?.choose({ kind, object, facts: JSON.parse(facts), version }));
}

async function bookThere({ client }: TestBridge, action: string, amount: number) {
  const { ask } = await client();
  const path = `/api/v2/Loyalty/MerchantCards/me/transaction/${richCard}`;
  ok(await ask('POST', path, { body: { cardnumber: cards.rich, action, amount } }));
}

const lockThere = async ({ client }: TestBridge, word: string) =>
  ok(await (await client()).ask('POST', `/api/v2/Loyalty/MerchantCards/${richCard}/${word}`, { body: {} }));

it('knows groups, customers, cards and stores by the ids of both sides after the first round', async () => {
  const [upstream, shop] = [await startBridge(), await testShop()];
  await flow(shop, upstream);
  expect(shop.tables.down.count('cards')).toBe(6);
  expect(shop.tables.down.count('groups')).toBe(1);
  expect(shop.tables.upstream.localOf(richCard)).toBe(richCard);
  expect(shop.tables.down.state('cards')).toMatchObject({ comparedAt: expect.any(Number), problem: null });
  expect(shop.cases()).toEqual([]);
});

it('takes balances, locks and new cards over by the log of changes', async () => {
  const [upstream, shop] = [await startBridge(), await testShop()];
  const { read } = await flow(shop, upstream);
  await bookThere(upstream, 'charge', 1500);
  await lockThere(upstream, 'lock');
  const { ask } = await upstream.client();
  const path = `/api/v2/Loyalty/MerchantCards/${demoIds.merchant}/createMerchantcards/${demoIds.baseGroup}`;
  ok(await ask('POST', path, { body: { cards_amount: 3 } }));
  await read();
  expect(cash(shop)).toBe(6500);
  expect(shop.world.loyalty.card(demoIds.merchant, cards.rich)?.merchantcard.lock_status).toBe('locked');
  expect(shop.tables.down.count('cards')).toBe(9);
  expect(shop.cases()).toEqual([]);
});

it('keeps what is booked here and not delivered yet on top of what the service says', async () => {
  const [upstream, shop] = [await startBridge(), await testShop()];
  const { read } = await flow(shop, upstream);
  // Nothing can be delivered: every record is parked in its own commit.
  shop.db
    .prepare(`CREATE TEMP TRIGGER park AFTER INSERT ON upstream_delivery BEGIN
      UPDATE upstream_delivery SET state = 'parked', reason = '{}' WHERE number = new.number; END`)
    .run();
  await shop.sell(sale([item(1000)], cards.rich), { card: true, method: 'loyalty' });
  await bookThere(upstream, 'charge', 500);
  await read();
  expect(cash(shop)).toBe(5000 - 1000 + 500);
  expect(shop.waiting()).toHaveLength(1);
});

it('agrees with the service after a sale was delivered while it read', async () => {
  const [upstream, shop] = [await startBridge(), await testShop()];
  const { read } = await flow(shop, upstream);
  for (const amount of [100, 200, 300]) {
    await shop.sell(sale([item(amount)], cards.rich), { card: true, method: 'loyalty' });
    await read();
  }
  await shop.drained();
  await read();
  await read();
  expect(cash(shop)).toBe(4400);
  const { ask } = await upstream.client();
  const there = ok(await ask<{ cash_balance: number }>('GET', `/api/v2/Loyalty/MerchantCards/${richCard}`));
  expect(there.cash_balance).toBe(4400);
});

it('makes a case with both versions where a card was changed on both sides, keeps the lock of this shop, and puts back the version that a person chooses', async () => {
  const [upstream, shop] = [await startBridge(), await testShop()];
  const { read, down } = await flow(shop, upstream);
  const lock = { status: 'locked', reason: null, note: null } as const;
  await shop.db.write(() => shop.world.loyalty.changeCard(demoIds.merchant, richCard, { lock }));
  const { ask } = await upstream.client();
  ok(await ask('PUT', `/api/v2/Loyalty/MerchantCards/${richCard}`, { body: { expiry_date: '2040-12-31' } }));
  await read();
  const [one, ...more] = shop.cases();
  expect(more).toEqual([]);
  expect(one).toMatchObject({ kind: 'changedOnBothSides', object: richCard });
  expect(JSON.parse(one?.facts ?? '{}')).toMatchObject({
    part: 'cards',
    here: { lock_status: 'locked', expiry_date: null },
    there: { lock_status: 'unlocked', expiry_date: expect.stringContaining('2040-12-31') },
  });
  const card = () => shop.world.loyalty.card(demoIds.merchant, cards.rich)?.merchantcard;
  expect(card()).toMatchObject({ lock_status: 'locked', expiry_date: expect.stringContaining('2040-12-31') });
  await choose(shop, down, 'there');
  expect(card()).toMatchObject({ lock_status: 'unlocked', expiry_date: expect.stringContaining('2040-12-31') });
  await choose(shop, down, 'here');
  expect(card()).toMatchObject({ lock_status: 'locked', expiry_date: null });
  await read();
  expect(card()).toMatchObject({ lock_status: 'locked', expiry_date: null });
  expect(shop.cases()).toHaveLength(1);
});

it('switches all prices at once, keeps a change of this shop, and makes a case where both changed one', async () => {
  const [upstream, shop] = [await startBridge(), await testShop()];
  const { read, down } = await flow(shop, upstream);
  const { merchants } = shop.tables;
  const articles = merchants.articles(demoIds.merchant).map(text => JSON.parse(text));
  const [first, second, third] = articles;
  const numberOf = (article: { articleNumber: string }) => `'${article.articleNumber}'`;
  const priceHere = (code: string) => JSON.parse(merchants.article(demoIds.merchant, code) ?? '{}').price;
  const put = (article: object, place: number, price: number) =>
    shop.db.write(() =>
      merchants.putArticle(demoIds.merchant, place, { ...articles[place], ...article, price } as never),
    );
  await put(first, 0, 1111);
  await put(second, 1, 2222);
  expect(priceHere(first.articleNumber)).toBe(1111);
  upstream.alter(`UPDATE article SET document = json_set(document, '$.price', 777)
    WHERE merchant = '${demoIds.merchant}' AND article_number IN (${numberOf(second)}, ${numberOf(third)})`);
  await read();
  expect([first, second, third].map(({ articleNumber }) => priceHere(articleNumber))).toEqual([1111, 777, 777]);
  expect(shop.cases()).toMatchObject([{ kind: 'changedOnBothSides', object: second.articleNumber }]);
  expect(JSON.parse(shop.cases()[0]?.facts ?? '')).toMatchObject({ here: { price: 2222 }, there: { price: 777 } });
  const revision = merchants.catalogueRevision(demoIds.merchant);
  await choose(shop, down, 'here');
  expect(priceHere(second.articleNumber)).toBe(2222);
  expect(merchants.catalogueRevision(demoIds.merchant)).toBeGreaterThan(revision);
  upstream.alter(`UPDATE article SET document = json_set(document, '$.price', 888)
    WHERE merchant = '${demoIds.merchant}' AND article_number = ${numberOf(third)}`);
  await read();
  expect([second, third].map(({ articleNumber }) => priceHere(articleNumber))).toEqual([2222, 888]);
  expect(shop.db.prepare('SELECT count(DISTINCT version) FROM article_version').pluck().get()).toBe(1);
});

it('refuses a catalogue from which more than 5 % are missing, and sells on with the last one until a person says that they are gone', async () => {
  const [upstream, shop] = [await startBridge(), await testShop()];
  const { read, down } = await flow(shop, upstream);
  const before = shop.tables.merchants.articles(demoIds.merchant).length;
  upstream.alter(`DELETE FROM article WHERE merchant = '${demoIds.merchant}' AND position % 10 = 3`);
  await read();
  expect(shop.tables.merchants.articles(demoIds.merchant)).toHaveLength(before);
  expect(shop.cases()).toMatchObject([{ kind: 'manyVanished', object: 'catalogue' }]);
  const { missing } = JSON.parse(shop.cases()[0]?.facts ?? '');
  await choose(shop, down, 'there');
  await read();
  expect(shop.tables.merchants.articles(demoIds.merchant)).toHaveLength(before - missing);
});

it('compares what the service says about the shop: a difference is a case, and a change there is taken where this shop changed nothing', async () => {
  const [upstream, shop] = [await startBridge(), await testShop()];
  upstream.alter(`UPDATE merchant SET name = 'Kette', currency = 'EUR' WHERE id = '${demoIds.merchant}'`);
  const again = await upstream.restart();
  const { close, down } = await flow(shop, again);
  const own = () => shop.tables.merchants.merchant(demoIds.merchant).name;
  const before = own();
  await until(() => shop.tables.down.state('contracts').pageAt !== null);
  expect(shop.cases()).toMatchObject([{ kind: 'settingDiffers', object: 'merchant' }]);
  expect(JSON.parse(shop.cases()[0]?.facts ?? '')).toMatchObject({ here: { name: before }, there: { name: 'Kette' } });
  expect(own()).toBe(before);
  expect(down?.view()).toMatchObject({
    merchant: { name: 'Kette' },
    contracts: [{ content: { approved: true, terminated: null, currencies: expect.arrayContaining(['EUR']) } }],
  });
  await choose(shop, down, 'there');
  expect(own()).toBe('Kette');
  again.alter(`UPDATE merchant SET name = 'Kette Nord' WHERE id = '${demoIds.merchant}'`);
  await close();
  const renamed = await again.restart();
  shop.db.prepare("UPDATE down_kind SET compared_at = NULL WHERE kind = 'merchant'").run();
  const next = await flow(shop, renamed);
  await next.read();
  expect(own()).toBe('Kette Nord');
  expect(shop.cases()).toHaveLength(1);
});

it('reads nothing twice that has not changed', async () => {
  const [upstream, shop] = [await startBridge(), await testShop()];
  const { read } = await flow(shop, upstream);
  const written = () =>
    shop.db.prepare("SELECT count(*) FROM change WHERE object <> 'smart.transactions'").pluck().get();
  const [changes, version] = [written(), shop.tables.merchants.catalogueRevision(demoIds.merchant)];
  await read();
  expect(written()).toBe(changes);
  expect(shop.tables.merchants.catalogueRevision(demoIds.merchant)).toBe(version);
});

it('compares everything anew where the log of changes is not kept so far', async () => {
  const [upstream, shop] = [await startBridge(), await testShop()];
  const { read } = await flow(shop, upstream);
  await bookThere(upstream, 'charge', 100);
  upstream.alter('UPDATE change SET seq = seq + 100000');
  await read();
  expect(cash(shop)).toBe(5100);
});

it('shows managers how young each part is', async () => {
  const upstream = await startBridge();
  const till = await startBridge({ config: { upstream: upstream.url } });
  const manager = await till.staff('manager');
  type View = { parts: { part: string; rows: number | null; age_seconds: number | null; problem: unknown }[] };
  const view = async () => ok(await manager.ask<View>('GET', '/bridge/v1/queue/down'));
  await until(async () => (await view()).parts.every(({ age_seconds }) => age_seconds !== null));
  expect((await view()).parts.find(({ part }) => part === 'cards')).toMatchObject({ rows: 6, problem: null });
  expect((await (await till.staff('cashier')).ask('GET', '/bridge/v1/queue/down')).status).toBe(403);
  const other = await till.client('other');
  expect(ok(await other.ask<View>('GET', '/bridge/v1/queue/down')).parts).toEqual([]);
  expect((await other.ask('POST', '/bridge/v1/queue/down/read')).status).toBe(405);
  ok(await manager.ask('POST', '/bridge/v1/queue/down/read'));
  const cases = '/bridge/v1/queue/cases';
  const facts = (part: string) => JSON.stringify({ part, here: { name: 'A' }, there: { name: 'B' } });
  till.alter(`INSERT INTO queue_case (id, merchant, kind, object, at, facts) VALUES
    ('CAS_1', '${demoIds.merchant}', 'settingDiffers', 'merchant', 1, '${facts('merchant')}'),
    ('CAS_2', '${demoIds.merchant}', 'balanceGone', 'MCD_1', 2, '{}'),
    ('CAS_3', '${demoIds.merchant}', 'changedOnBothSides', 'MCD_GONE', 3, '${facts('cards')}')`);
  const listed = ok(await manager.ask<{ data: { id: string; versions: string[] }[] }>('GET', cases));
  expect(listed.data.map(({ versions }) => versions.length)).toEqual([2, 0, 2]);
  const choice = (id: string, person = manager) =>
    person.ask('POST', `${cases}/${id}/choose`, { body: { version: 'there' }, headers: { 'x-reason': 'so' } });
  expect((await choice('CAS_1', await till.staff('cashier'))).status).toBe(403);
  expect((await choice('CAS_1', await till.client('other'))).status).toBe(405);
  expect(await choice('CAS_2')).toMatchObject({ status: 405, body: { code: 1258 } });
  expect(await choice('CAS_3')).toMatchObject({ status: 405, body: { code: 1259 } });
  const both = await Promise.all([choice('CAS_1'), choice('CAS_1')]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect(ok(await manager.ask<{ count: number }>('GET', cases)).count).toBe(2);
  expect(till.rows('SELECT name FROM merchant WHERE id = ?', demoIds.merchant)).toEqual([{ name: 'B' }]);
});
