/** Local sales at another Tillbridge as the upstream service: a real server, each kind of sale once, with the same sums. */
import { afterEach, expect, it } from 'vitest';
import { flow } from '../checkout/flow.ts';
import { cards, closeAll, coffee, item, sale, startBridge, until } from '../doubles/bridge.fixture.ts';
import { cashier } from '../doubles/world.fixture.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import { closeShops, testShop } from './shop.fixture.ts';
import { cardHere, cardThere, held, spendThere } from './there.fixture.ts';

afterEach(async () => {
  await closeShops();
  await closeAll();
});

it('replays a cash sale once, with its reference, its mark and its sum', async () => {
  const [upstream, shop] = [await startBridge(), await testShop()];
  const sold = await shop.sell({ ...sale([item(300), item(250)]), transactionRef: 'order 7', cashier: 'Kim' });
  shop.deliverTo(upstream.url);
  await shop.drained();
  const [there, ...more] = await held(upstream);
  expect(more).toEqual([]);
  expect(there).toMatchObject({
    status: 'ok',
    transactionRef: 'order 7',
    product: sold.id,
    payment_method: 'cash',
    cashier: 'Kim',
    basket_info: { sum: 550, missing_sum: 0 },
  });
  expect(shop.tables.upstream.upstreamOf(sold.id)).toBe(there?.id);
  expect(shop.tables.upstream.localOf(there?.id ?? '')).toBe(sold.id);
});

it('enters a card payment of the terminal with its terminal id, trace and kind of card', async () => {
  const [upstream, shop] = [await startBridge(), await testShop()];
  const sold = await shop.sell(sale([item(1234)]), { method: 'cashless' });
  const direct = await shop.sell(sale([item(500)]), {
    method: 'cashless_direct',
    body: { tid: '70001234', trace: 77, cardtype: 'maestro' },
  });
  const facts = shop.world.intents.ofSale(sold.id)[0]?.facts;
  shop.deliverTo(upstream.url, { cardTypes: { '*': 'visa' } });
  await shop.drained();
  const all = await held(upstream);
  expect(
    all
      .map(({ product, payment_method, status, card_payment }) => [product, payment_method, status, card_payment])
      .sort(),
  ).toEqual(
    [
      [
        sold.id,
        'cashless_direct',
        'ok',
        { tid: facts?.terminalId, trace: facts?.traceNumber, cardtype: expect.any(String) },
      ],
      [direct.id, 'cashless_direct', 'ok', { tid: '70001234', trace: 77, cardtype: 'maestro' }],
    ].sort(),
  );
});

it('lets the card collect without paying', async () => {
  const [upstream, shop] = [await startBridge(), await testShop()];
  await shop.sell(sale([item(1000)], cards.rich));
  shop.deliverTo(upstream.url);
  await shop.drained();
  expect(await cardThere(upstream, cards.rich)).toEqual(cardHere(shop, cards.rich));
  expect(cardHere(shop, cards.rich)).toMatchObject({ cash_balance: 5000, points: 130 });
});

it('applies the card there and pays the rest where the balances agree', async () => {
  const [upstream, shop] = [await startBridge(), await testShop()];
  const part = await shop.sell(sale([coffee(1000), item(500, { tax: 7 })], cards.some), { card: true });
  const whole = await shop.sell(sale([item(2000)], cards.rich), { card: true, method: 'loyalty' });
  shop.deliverTo(upstream.url);
  await shop.drained();
  const all = await held(upstream);
  for (const sold of [part, whole]) {
    const there = all.find(({ product }) => product === sold.id);
    expect(there).toMatchObject({ status: 'ok', basket_info: sold.basket_info, tenders: sold.tenders });
  }
  expect(all).toHaveLength(2);
  expect(await cardThere(upstream, cards.some)).toEqual(cardHere(shop, cards.some));
  expect(await cardThere(upstream, cards.rich)).toEqual(cardHere(shop, cards.rich));
  expect(shop.cases()).toEqual([]);
});

it('sends the basket as it was sold and takes the part of the card apart where the balances differ', async () => {
  const [upstream, shop] = [await startBridge(), await testShop()];
  // Somewhere else 1,000 of the 5,000 were spent meanwhile.
  await spendThere(upstream, cards.rich, 1000);
  const sold = await shop.sell(sale([coffee(4500), item(2000)], cards.rich), { card: true });
  expect(sold.tenders).toEqual([
    { method: 'loyalty', amount: 5000 },
    { method: 'cash', amount: 1050 },
  ]);
  shop.deliverTo(upstream.url);
  await shop.drained();
  const all = (await held(upstream)).filter(({ product }) => String(product).startsWith(sold.id));
  expect(
    all.map(({ status, payment_method, product, basket_info: { sum } }) => [status, payment_method, product, sum]),
  ).toEqual([
    ['cancelled', null, sold.id, sold.basket_info.sum],
    ['ok', 'cash', sold.id, sold.basket_info.sum],
    ['cancelled', null, `${sold.id}/discharge`, 5000],
  ]);
  expect(shop.cases()).toMatchObject([{ kind: 'balanceGone', object: sold.id, amount: 5000 }]);
});

it('takes the part of the card by a discharge where enough is left', async () => {
  const [upstream, shop] = [await startBridge(), await testShop()];
  const { create, post } = await upstream.client();
  const load = await create(sale([item(2000, { ean: '2900000000018' })], cards.rich));
  await post(`/${load.id}/start/cash`);
  const sold = await shop.sell(sale([item(6000)], cards.rich), { card: true });
  shop.deliverTo(upstream.url);
  await shop.drained();
  const paid = (await held(upstream)).filter(({ product, status }) => product?.startsWith(sold.id) && status === 'ok');
  expect(paid.map(({ product, payment_method, basket_info: { sum } }) => [product, payment_method, sum])).toEqual([
    [sold.id, 'cash', 6000],
    [`${sold.id}/discharge`, 'loyalty', 5000],
  ]);
  expect(await cardThere(upstream, cards.rich)).toMatchObject({ cash_balance: 2000 });
  expect(shop.cases()).toEqual([]);
  // Cancelled later, both are.
  await shop.cancel(sold.id);
  await shop.drained();
  expect(await cardThere(upstream, cards.rich)).toMatchObject({ cash_balance: 7000 });
});

it('loads and discharges cards by the articles, also outside a sale of goods', async () => {
  const [upstream, shop] = [await startBridge(), await testShop()];
  await shop.sell(sale([item(2500, { ean: '2900000000018' })], cards.empty));
  await shop.sell(sale([item(700, { ean: '2900000000117' })], cards.rich), { method: 'loyalty' });
  shop.deliverTo(upstream.url);
  await shop.drained();
  for (const card of [cards.empty, cards.rich]) expect(await cardThere(upstream, card)).toEqual(cardHere(shop, card));
  expect(cardHere(shop, cards.rich)).toMatchObject({ cash_balance: 4300 });
});

it('charges the card there with what a return put on it, sends an exchange as it was sold, and never a negative sum', async () => {
  const [upstream, shop] = [await startBridge(), await testShop()];
  const { post } = await upstream.client();
  const paid = await shop.sell(sale([item(400, { quantity: 2 })], cards.rich), { card: true, method: 'loyalty' });
  const other = await shop.sell(sale([item(500)]));
  const goods = ({ id, basket }: SmartTransaction) => [{ sale: id, line: basket.products[0]?.id ?? 0, quantity: 1 }];
  const back = await flow.openReturn(shop.world, cashier, { lines: goods(paid), reason: 'x' });
  const returned = await flow.payOut(shop.world, cashier, back.id, {});
  const exchange = await flow.openReturn(shop.world, cashier, { lines: goods(other), reason: 'x' });
  await flow.update(shop.world, cashier, exchange.id, sale([item(900)]));
  await flow.start(shop.world, cashier, exchange.id, 'cash', {});
  shop.deliverTo(upstream.url);
  await shop.drained();
  expect(shop.waiting()).toEqual([]);
  const there = (await held(upstream)).map(({ product, basket_info: { sum } }) => [product, sum]);
  expect(there).toContainEqual([`${returned.id}/return`, -returned.basket_info.sum]);
  expect(there).toContainEqual([exchange.id, 400]);
  expect((await cardThere(upstream, cards.rich)).cash_balance).toBe(cardHere(shop, cards.rich).cash_balance);
  // Points that a return took back have no call there: a person learns of them.
  expect(shop.cases().map(({ kind }) => kind)).toContain('noWayUpstream');
  // The return itself has none either: its turnover, and the cash of the charge, are said to a person.
  const today = shop.db.prepare<string>('SELECT max(business_day) FROM queue_record').pluck().get();
  const ofDay = (kind: string) => shop.cases().filter(one => one.kind === kind);
  for (const kind of ['returnsOfDay', 'returnsChargedOfDay'])
    expect(ofDay(kind)).toMatchObject([{ object: `${today} EUR`, amount: -returned.basket_info.sum }]);
  expect((await post('', sale([item(-1)]))).status).toBe(500);
});

it('adds the returns of a day up to one case, however they were paid out, and begins another one once it is closed', async () => {
  const [upstream, shop] = [await startBridge(), await testShop()];
  const sold = await shop.sell(sale([item(300, { quantity: 3 })]));
  const giveBack = async () => {
    const lines = [{ sale: sold.id, line: sold.basket.products[0]?.id ?? 0, quantity: 1 }];
    const { id } = await flow.openReturn(shop.world, cashier, { lines, reason: 'x' });
    await flow.payOut(shop.world, cashier, id, {});
  };
  for (let turn = 0; turn < 2; turn += 1) await giveBack();
  shop.deliverTo(upstream.url);
  await shop.drained();
  const ofDay = () => shop.cases().filter(({ kind }) => kind === 'returnsOfDay');
  expect(ofDay()).toMatchObject([{ amount: 600 }]);
  expect(JSON.parse(ofDay()[0]?.facts ?? '')).toMatchObject({ count: 2 });
  expect((await held(upstream)).map(({ basket_info: { sum } }) => sum)).toEqual([900]);
  shop.db.prepare("UPDATE queue_case SET closed_at = 1, closed_by = 'x', reason = 'x'").run();
  await giveBack();
  await shop.drained();
  expect(ofDay().map(({ amount }) => amount)).toEqual([600, 300]);
});

it('makes a new card there, and a case where its number is another one', async () => {
  const [upstream, shop] = [await startBridge(), await testShop()];
  // Another new card was made there first.
  const { post } = await upstream.client();
  const group = String(shop.db.prepare('SELECT id FROM card_group LIMIT 1').pluck().get());
  const other = await post('', { ...sale([item(1)]), idents: [{ type: 'create_card', value: group }] });
  await post(`/${other.body.id}/start/cash`);
  await shop.sell({ ...sale([item(100)]), idents: [{ type: 'create_card', value: group }] });
  shop.deliverTo(upstream.url);
  await shop.drained();
  expect((await held(upstream)).at(-1)?.idents[0]?.merchantcard).toBeDefined();
  const [one] = shop.cases();
  if (one) expect(one.kind).toBe('cardNumberDiffers');
});

it('sends a cancelled sale and then cancels it by the receipt number of the service', async () => {
  const [upstream, shop] = [await startBridge(), await testShop()];
  const { post } = await upstream.client();
  const first = await post('', sale([item(1)]));
  await post(`/${first.body.id}/start/cash`);
  const sold = await shop.sell(sale([item(400)], cards.some), { card: true });
  await shop.cancel(sold.id);
  shop.deliverTo(upstream.url);
  await shop.drained();
  const there = (await held(upstream)).at(-1);
  expect(there).toMatchObject({ product: sold.id, status: 'cancelled', receipt_number: 2 });
  expect(await cardThere(upstream, cards.some)).toEqual(cardHere(shop, cards.some));
});

it('says the delivery of an order', async () => {
  const [upstream, shop] = [await startBridge(), await testShop()];
  const order = { ...sale([item(400)]), intent: 'order' as const, delivery_options: { type: 'shipping' as const } };
  const sold = await shop.sell(order);
  await flow.setDelivery(shop.world, cashier, sold.id, { delivery_options: { type: 'shipping', tracking_code: 'T1' } });
  shop.deliverTo(upstream.url);
  await shop.drained();
  expect((await held(upstream)).at(-1)).toMatchObject({
    status: 'received',
    delivery_options: { tracking_code: 'T1', shipped_at: expect.any(String) },
  });
});

it('parks a payment that cannot be entered a second time, alone', async () => {
  const [upstream, shop] = [await startBridge(), await testShop()];
  const container = { type: 'bank_account', private: { iban: 'DE89370400440532013000', owner: 'A' } };
  const debit = await shop
    .sell({ ...sale([item(900)]), container, customer: { contact: { surname: 'E' } } }, { method: 'debit' })
    .catch(() => null);
  const cash = await shop.sell(sale([item(100)]));
  shop.deliverTo(upstream.url);
  await until(async () => (await held(upstream)).length === 1);
  expect((await held(upstream))[0]?.product).toBe(cash.id);
  // The sale is there before its record is confirmed here.
  if (debit) await until(() => shop.waiting().length === 1);
  if (debit)
    expect(shop.waiting()).toMatchObject([{ state: 'parked', reason: expect.stringContaining('noWayUpstream') }]);
});

it('never sends a played sale', async () => {
  const [upstream, shop] = [await startBridge(), await testShop()];
  await shop.sell({ ...sale([item(100)]), is_demo: true });
  const real = await shop.sell(sale([item(200)]));
  shop.deliverTo(upstream.url);
  await shop.drained();
  expect((await held(upstream)).map(({ product }) => product)).toEqual([real.id]);
});
