/** Prices by hand and parked baskets over the whole bridge: who may send which price, and who gets a basket. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  type Client,
  cards,
  closeAll,
  ok,
  startBridge,
  type TestBridge,
} from '../../doubles/bridge.fixture.ts';
import type { ParkedList, ParkedView, TakenBasket } from '../../wire/baskets.ts';
import type { Article } from '../../wire/catalogue.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import { readmeArticles } from '../../world/demoCatalogue.ts';
import { demoIds } from '../../world/demoIds.ts';
import { ask as askApproval, type Refusal } from '../approvals/approvals.fixture.ts';

const SALES = '/api/v2/Smart/Transactions';
const PARKED = '/bridge/v1/parked';

let bridge: TestBridge;
let client: Client;
let manager: Client;
let catalogue: ReadonlyMap<string, Article>;

/** Somebody at the screen of the till. */
type Screen = <T = SmartTransaction>(
  method: string,
  path: string,
  body?: unknown,
  headers?: object,
) => Promise<Answer<T>>;
let cashier: Screen;
let lead: Screen;

async function screenOf(username: string, pin: string): Promise<Screen> {
  const { access_token: token } = ok(
    await bridge.ask<{ access_token: string }>('POST', '/bridge/v1/session', { body: { username, pin } }),
  );
  return (method, path, body, headers = {}) =>
    bridge.ask(method, path, { token, ...(body === undefined ? {} : { body }), headers: { ...headers } });
}

beforeAll(async () => {
  bridge = await startBridge();
  client = await bridge.client();
  manager = await bridge.staff('manager');
  cashier = await screenOf('cashier@demo.example', '1111');
  lead = await screenOf('manager@demo.example', '9999');
  for (const body of [
    { number: 'PFAND', name: 'Pfand', price: 25, taxRate: 19 },
    { number: 'COLA', name: 'Cola', price: 200, taxRate: 19, deposit: 'PFAND' },
    { number: 'OFFEN', name: 'Blumen', price: 0, taxRate: 7, openPrice: true, minimumAge: 18 },
  ])
    ok(await manager.ask('POST', '/bridge/v1/articles', { body }));
  const { articles } = ok(await client.ask<{ articles: Article[] }>('GET', '/bridge/v1/catalogue'));
  catalogue = new Map(articles.map(article => [article.articleNumber, article]));
});
afterAll(closeAll);

let made = 0;

/** A line as the screen sends it. */
function line(number: string, more: object = {}) {
  const { articleNumber, ean, desc, price, tax } = catalogue.get(number)!;
  made += 1;
  const reference_id = `line:${made}`;
  return {
    articleNumber,
    ean,
    desc,
    priceOne: price,
    tax,
    quantity: 1,
    item_type: 'article',
    group: [],
    reference_id,
    ...more,
  };
}
const coffee = (more: object = {}) =>
  line([...catalogue.values()].find(({ ean }) => ean === readmeArticles.coffee)!.articleNumber, more);
const bread = (more: object = {}) =>
  line([...catalogue.values()].find(({ ean }) => ean === readmeArticles.bread)!.articleNumber, more);

const body = (products: readonly object[], more: object = {}) => ({ intent: 'sale', basket: { products }, ...more });
const create = async (screen: Screen, products: readonly object[], more: object = {}) =>
  ok(await screen('POST', SALES, body(products, more)));
const put = <T = SmartTransaction>(screen: Screen, id: string, products: readonly object[]) =>
  screen<T>('PUT', `${SALES}/${id}`, body(products));
const adjust = <T = SmartTransaction & Refusal>(screen: Screen, id: string, request: object, headers = {}) =>
  screen<T>('POST', `/bridge/v1/transactions/${id}/adjustments`, { reason: 'Delle', ...request }, headers);
const lines = ({ basket }: SmartTransaction) =>
  basket.products.map(({ desc, priceOne, parent }) => [desc, priceOne, parent]);

describe('a cashier at the screen', () => {
  it('sends no price but that of the catalogue', async () => {
    const refused = async (products: readonly object[]) => {
      const { status, body: answer } = await cashier<Refusal>('POST', SALES, body(products));
      return [status, answer.code];
    };
    expect(await refused([coffee({ priceOne: 1 })])).toEqual([405, 1170]);
    expect(await refused([coffee({ articleNumber: 'made-up' })])).toEqual([405, 1170]);
    expect(await refused([coffee({ tax: 0 })])).toEqual([405, 1170]);
    expect(await refused([coffee(), coffee({ priceOne: -100, item_type: 'coupon' })])).toEqual([405, 1170]);
    expect(
      await refused([coffee(), coffee({ reference_id: 'manual:x:line:1', priceOne: -100, item_type: 'coupon' })]),
    ).toEqual([405, 1170]);
    expect(await refused([coffee({ quantity: -1 }), bread()])).toEqual([405, 1170]);
    expect(await refused([coffee({ item_type: 'empties', quantity: -1 }), bread()])).toEqual([405, 1170]);
    expect(await refused([coffee({ carried: { ean: '2123456700001' }, priceOne: 5 })])).toEqual([405, 1170]);
    expect(await refused([coffee({ reference_id: 'line:twice' }), bread({ reference_id: 'line:twice' })])).toEqual([
      405, 1170,
    ]);
    expect(await refused([{ item_type: 'sub_transaction', sub_basket: [coffee({ priceOne: 1 })] }])).toEqual([
      405, 1170,
    ]);
  });

  it('types the price of an article without one, and takes empties back at their deposit', async () => {
    const sale = await create(cashier, [
      line('OFFEN', { priceOne: 1234 }),
      line('COLA'),
      line('PFAND'),
      line('PFAND', { item_type: 'empties', quantity: -3 }),
    ]);
    expect(sale.basket_info.sum).toBe(1234 + 225 - 75);
    expect(sale.cashier).toBe('Kasse');
    const [first] = sale.basket.products;
    expect((await put<Refusal>(cashier, sale.id, [{ ...first, priceOne: -5 }])).body.code).toBe(1170);
  });

  it('keeps the price that a line had when the catalogue changes, and pays the new one for what comes after', async () => {
    const [bun] = ok(await manager.ask<{ data: { id: string }[] }>('GET', '/bridge/v1/articles?q=number:COLA')).data;
    const sale = await create(cashier, [line('COLA', { reference_id: 'line:old' })]);
    ok(await manager.ask('PUT', `/bridge/v1/articles/${bun!.id}`, { body: { price: 250 } }));
    const old = sale.basket.products[0]!;
    expect((await put(cashier, sale.id, [old, line('COLA', { priceOne: 250 })])).body.basket_info.sum).toBe(450);
    expect((await put<Refusal>(cashier, sale.id, [{ ...old, reference_id: 'line:other' }])).body.code).toBe(1170);
    ok(await manager.ask('PUT', `/bridge/v1/articles/${bun!.id}`, { body: { price: 200 } }));
  });

  it('a foreign till stays free, with a person at it, too', async () => {
    const foreign = await bridge.staff('cashier');
    expect((await foreign.create(body([coffee({ priceOne: 1 })]))).basket_info.sum).toBe(1);
  });
});

describe('a discount by hand', () => {
  it('is shared over the lines, stays what it is, and goes with its line', async () => {
    const [a, b, deposit] = [coffee(), bread({ quantity: 2 }), line('PFAND')];
    const { id } = await create(cashier, [a, b, deposit]);
    const sale = ok(await adjust(cashier, id, { kind: 'discount', percent: 10 }));
    // 10 % of 3,40 + 9,00; the deposit is left out.
    expect(lines(sale)).toEqual([
      ['Cappuccino', 340, null],
      ['Rabatt 10 %', -34, sale.basket.products[0]!.id],
      ['Bauernbrot 1 kg', 450, null],
      ['Rabatt 10 %', -90, sale.basket.products[2]!.id],
      ['Pfand', 25, null],
    ]);
    const [c, dc, d, dd, e] = sale.basket.products.map(({ id: _, ...item }) => item);
    // One bread less takes its share along; a further coffee has none.
    const fewer = ok(
      await put(cashier, id, [c!, dc!, { ...d, quantity: 1 }, { ...dd, priceOne: -9999 }, e!, coffee()]),
    );
    expect(fewer.basket_info.sum).toBe(340 - 34 + 450 - 45 + 25 + 340);
    expect(ok(await put(cashier, id, [c!, dc!, d!, dd!])).basket_info.sum).toBe(340 - 34 + 900 - 90);
    expect(ok(await put(cashier, id, [c!, d!])).basket_info.sum).toBe(340 + 900);
    expect(lines(ok(await put(cashier, id, [c!, dc!])))).toHaveLength(2);
    const paid = ok(await cashier('POST', `${SALES}/${id}/start/cash`));
    expect(JSON.stringify(paid.receipt)).toContain('"Rabatt 10 %","value":"-0,34 EUR A"');
    const report = ok(
      await manager.ask<{ total: { discount: number } }>('GET', '/bridge/v1/reports/corrections?by=day'),
    );
    expect(report.total.discount).toBe(34);
  });

  it('needs approval above the limit, counted over the sale', async () => {
    const { id } = await create(cashier, [coffee({ quantity: 10 })]);
    ok(await adjust(cashier, id, { kind: 'discount', amount: 300 }));
    const refused = await adjust(cashier, id, { kind: 'discount', amount: 300 }, { 'x-approval': 'made up' });
    expect([refused.status, refused.body.code, refused.body.needs]).toMatchObject([403, 2022, undefined]);
    const asking = await adjust(cashier, id, { kind: 'discount', amount: 300 });
    expect(asking.body.needs).toMatchObject({ operation: 'basketDiscount', object: id, amount: 600, limit: 500 });
    const asker = {
      ask: (method: string, path: string, { body: given }: { body?: unknown }) => cashier(method, path, given),
    };
    const { approval } = ok(await askApproval(asker as never, asking.body.needs));
    ok(await adjust(cashier, id, { kind: 'discount', amount: 300 }, { 'x-approval': approval }));
    expect((await adjust(cashier, id, { kind: 'discount', amount: 300 }, { 'x-approval': approval })).status).toBe(403);
    // The approval of before is used up: the next one is about 300 of the first discount and 200 of this one.
    ok(await adjust(cashier, id, { kind: 'discount', amount: 200 }));
    expect((await adjust(cashier, id, { kind: 'discount', amount: 1 })).body.needs).toMatchObject({ amount: 501 });
    expect(ok(await cashier('GET', `${SALES}/${id}`)).basket_info.sum).toBe(3400 - 800);
  });

  it('a price is set by hand for its pieces, marked, and lowered again only from the price before', async () => {
    const { id } = await create(cashier, [coffee({ quantity: 2, reference_id: 'line:p' })]);
    const sale = ok(await adjust(cashier, id, { kind: 'price', line: 'line:p', amount: 240 }));
    const [item] = sale.basket.products as unknown as { priceOne: number; manual_price: object }[];
    expect(item).toMatchObject({ priceOne: 240, manual_price: { from: 340, reason: 'Delle', by: 'Kasse' } });
    ok(await put(cashier, id, [{ ...item, quantity: 1, manual_price: { from: 0 } }]));
    expect(ok(await cashier('GET', `${SALES}/${id}`)).basket.products[0]).toMatchObject({
      manual_price: { from: 340 },
    });
    expect((await put<Refusal>(cashier, id, [{ ...item, quantity: 3 }])).body.code).toBe(1170);
    ok(await put(cashier, id, [{ ...item, quantity: 2 }]));
    expect((await adjust(cashier, id, { kind: 'price', line: 'line:p', amount: 40 })).body.needs).toMatchObject({
      operation: 'priceChange',
      amount: 600,
    });
    // A manager says why, and may.
    ok(await adjust(lead, id, { kind: 'price', line: 'line:p', amount: 40 }));
    expect(ok(await put(cashier, id, [{ ...item, priceOne: 340, quantity: 5 }])).basket.products[0]).not.toHaveProperty(
      'manual_price',
    );
  });

  it('goods that are weighed cost measure times price, and become cheaper by a discount alone', async () => {
    const measure = { value: 532, decimals: 3, unit: 'kg', priceOne: 1590 };
    const weighed = { ...coffee({ reference_id: 'line:w' }), priceOne: 846, measure };
    const { id } = ok(await client.ask<SmartTransaction>('POST', SALES, { body: { basket: { products: [weighed] } } }));
    const ask = (request: object) =>
      client.ask<SmartTransaction & Refusal>('POST', `/bridge/v1/transactions/${id}/adjustments`, {
        body: { line: 'line:w', reason: 'Delle', ...request },
      });
    expect((await ask({ kind: 'price', amount: 100 })).body).toMatchObject({ code: 1174, why: 'measured' });
    const cheaper = ok(await ask({ kind: 'discount', amount: 46 }));
    expect(cheaper.basket.products).toMatchObject([
      { priceOne: 846, measure },
      { item_type: 'coupon', priceOne: -46 },
    ]);
    // The sale can still be sent back as it was read.
    const again = ok(await client.ask<SmartTransaction>('PUT', `${SALES}/${id}`, { body: cheaper }));
    expect(again.basket_info.sum).toBe(800);
    // A cashier sends no price by way of a measure.
    const cheap = {
      ...coffee({ reference_id: 'line:c' }),
      priceOne: 100,
      measure: { ...measure, value: 1000, priceOne: 100 },
    };
    expect((await cashier<Refusal>('POST', SALES, { basket: { products: [cheap] } })).body.code).toBe(1170);
  });

  it('a price by hand stands in the record of its sale, with what it gave away and who set it', async () => {
    const { id } = await create(cashier, [coffee({ quantity: 2, reference_id: 'line:r' })]);
    ok(await adjust(cashier, id, { kind: 'price', line: 'line:r', amount: 240 }));
    ok(await cashier('POST', `${SALES}/${id}/start/cash`));
    const [row] = bridge.rows<{ facts: string }>(
      "SELECT facts FROM queue_record WHERE object = ? AND event = 'closed'",
      id,
    );
    expect(JSON.parse(row?.facts ?? '{}').corrections).toEqual([{ kind: 'priceChange', amount: 200, person: 'Kasse' }]);
  });

  it('a raised price asks a manager beyond the bound, makes no room for discounts, and is recorded as what it added', async () => {
    const { id } = await create(cashier, [coffee({ quantity: 2, reference_id: 'line:r' })]);
    expect((await adjust(cashier, id, { kind: 'price', line: 'line:r', amount: 640 })).body.needs).toMatchObject({
      operation: 'priceRaise',
      amount: 600,
    });
    ok(await adjust(cashier, id, { kind: 'price', line: 'line:r', amount: 590 }));
    // The amount that the raise added is not there to be given away.
    expect((await adjust(cashier, id, { kind: 'discount', amount: 501 })).body.needs).toMatchObject({ amount: 501 });
    ok(await adjust(cashier, id, { kind: 'discount', amount: 500 }));
    ok(await cashier('POST', `${SALES}/${id}/start/cash`));
    const [row] = bridge.rows<{ facts: string }>(
      "SELECT facts FROM queue_record WHERE object = ? AND event = 'closed'",
      id,
    );
    expect(JSON.parse(row?.facts ?? '{}').corrections).toEqual([{ kind: 'priceRaise', amount: 500, person: 'Kasse' }]);
  });

  it.each([
    [{ kind: 'discount', amount: 10, percent: 10 }, 1001],
    [{ kind: 'discount' }, 1001],
    [{ kind: 'discount', percent: 0.001 }, 1001],
    [{ kind: 'discount', percent: 101 }, 1001],
    [{ kind: 'discount', amount: -5 }, 1001],
    [{ kind: 'discount', amount: 1.5 }, 1001],
    [{ kind: 'discount', amount: 100, reason: '  ' }, 1001],
    [{ kind: 'discount', amount: 341 }, 1174],
    [{ kind: 'discount', amount: 5, line: 'nowhere' }, 1174],
    [{ kind: 'price', amount: 5 }, 1001],
    [{ kind: 'price', amount: 340, line: 'line:b' }, 1174],
    [{ kind: 'gift', amount: 5 }, 1001],
  ])('refuses %j', async (request, code) => {
    const { id } = await create(cashier, [coffee({ reference_id: 'line:b' })]);
    expect((await adjust(cashier, id, request)).body.code).toBe(code);
    expect(ok(await cashier('GET', `${SALES}/${id}`)).basket_info.sum).toBe(340);
  });
});

describe('a parked basket', () => {
  it('names its articles in both languages', async () => {
    const sale = await create(cashier, [coffee({ desc_en: 'Cappuccino, large' }), bread()]);
    const parked = ok(await cashier<ParkedView>('POST', PARKED, { transaction: sale.id }));
    expect(parked.articles_en).toEqual(['Cappuccino, large', parked.articles[1]]);
    expect(parked.articles[0]).not.toBe('Cappuccino, large');
    ok(await cashier('DELETE', `${PARKED}/${sale.id}`));
  });

  const park = <T = ParkedView>(screen: Screen, transaction: string, more: object = {}) =>
    screen<T>('POST', PARKED, { transaction, ...more });
  const take = <T = TakenBasket>(screen: Screen, id: string) => screen<T>('POST', `${PARKED}/${id}/take`);
  const onTill = async () =>
    ok(await cashier<{ transaction: { id: string } | null }>('GET', '/bridge/v1/till')).transaction?.id ?? null;
  const show = (transaction: string | null) => cashier('PUT', '/bridge/v1/till', { transaction });

  it('leaves its till, survives a restart, and is taken by one till alone with its discounts', async () => {
    await show(null);
    const { id } = await create(cashier, [coffee()]);
    await show(id);
    ok(await adjust(cashier, id, { kind: 'discount', amount: 40 }));
    const view = ok(await park(cashier, id, { note: 'Blaue Jacke' }));
    expect(view).toMatchObject({ id, note: 'Blaue Jacke', sum: 300, pieces: 1, by: { name: 'Kasse' } });
    expect(await onTill()).toBe(null);
    for (const [method, path, sent] of [
      ['POST', `${SALES}/${id}/start/cash`, undefined],
      ['POST', `${SALES}/${id}/start/cashless`, undefined],
      ['PUT', `${SALES}/${id}`, body([coffee()])],
      ['POST', `/bridge/v1/transactions/${id}/adjustments`, { kind: 'discount', amount: 10, reason: 'x' }],
    ] as const)
      expect((await cashier<Refusal>(method, path, sent)).body.code, path).toBe(1171);
    expect(bridge.terminal.totals.count).toBe(0);
    bridge = await bridge.restart();
    cashier = await screenOf('cashier@demo.example', '1111');
    lead = await screenOf('manager@demo.example', '9999');
    manager = await bridge.staff('manager');
    client = await bridge.client();
    expect(ok(await cashier<ParkedList>('GET', PARKED))).toMatchObject({ count: 1, data: [{ id, sum: 300 }] });
    const answers = await Promise.all([1, 2, 3, 4].map(() => take<TakenBasket & Refusal>(cashier, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 405, 405, 405]);
    expect(answers.find(({ status }) => status === 405)?.body.code).toBe(1172);
    expect(await onTill()).toBe(id);
    expect(ok(await cashier('POST', `${SALES}/${id}/start/cash`)).basket_info.sum).toBe(300);
  });

  it('goes to another till of the shop and back, and belongs to whoever took it', async () => {
    const till = ok(await manager.ask<{ id: string }>('POST', '/bridge/v1/tills', { body: { name: 'Kasse 2' } })).id;
    const other = ok(
      await manager.ask<{ secret: string }>('POST', '/bridge/v1/clients', { body: { id: 'till-2', till } }),
    );
    const { access_token: token } = ok(
      await bridge.ask<{ access_token: string }>('POST', '/oauth/token', {
        body: { grant_type: 'client_credentials', client_id: 'till-2', client_secret: other.secret },
      }),
    );
    const second: Screen = (method, path, sent) =>
      bridge.ask(method, path, { token, ...(sent === undefined ? {} : { body: sent }) });
    const { id } = await create(cashier, [coffee()], { idents: [{ type: 'card', value: cards.some }] });
    ok(await cashier('POST', `${SALES}/${id}/preTransaction`));
    const held = () => bridge.rows<{ state: string }>('SELECT state FROM reservation WHERE sale = ?', id)[0]?.state;
    expect(held()).toBe('held');
    expect(ok(await park(cashier, id, { for_till: till })).for_till).toEqual({ id: till, description: 'Kasse 2' });
    expect(held()).toBe('released');
    ok(await take(second, id));
    const [row] = bridge.rows<{ till: string; staff: null }>(
      'SELECT till, staff FROM smart_transaction WHERE id = ?',
      id,
    );
    expect(row).toEqual({ till, staff: null });
    ok(await park(second, id));
    const back = ok(await take(lead, id));
    expect(back.transaction).toMatchObject({ cashier: 'Leitung', device_source: { id: demoIds.till } });
    ok(await lead('POST', `${SALES}/${id}/cancel`));
  });

  it('says which prices changed meanwhile, and holds a customer without any article', async () => {
    const sale = await create(cashier, [line('COLA', { reference_id: 'line:c' }), line('PFAND')]);
    const alone = await create(cashier, [], { idents: [{ type: 'card', value: cards.some }] });
    ok(await park(cashier, sale.id));
    expect(ok(await park(cashier, alone.id))).toMatchObject({ sum: 0, pieces: 0, card: cards.some });
    const [cola] = ok(await manager.ask<{ data: { id: string }[] }>('GET', '/bridge/v1/articles?q=number:COLA')).data;
    ok(await manager.ask('PUT', `/bridge/v1/articles/${cola!.id}`, { body: { price: 300 } }));
    const taken = ok(await take(cashier, sale.id));
    expect(taken.changed_prices).toEqual([{ line: 'line:c', desc: 'Cola', was: 200, now: 300 }]);
    expect(taken.transaction.basket_info.sum).toBe(225);
    // A parked basket stands in the way of the end of the day.
    const day = ok(await manager.ask<{ steps: { step: string; state: string }[] }>('GET', '/bridge/v1/z-reports/next'));
    expect(day.steps.find(({ step }) => step === 'parked')?.state).toBe('todo');
    // Another basket with lines is in the way, and a discarded one is gone.
    expect((await take<Refusal>(cashier, alone.id)).body.code).toBe(1173);
    expect(ok(await cashier('DELETE', `${PARKED}/${alone.id}`)).status).toBe('cancelled');
    expect((await take<Refusal>(cashier, alone.id)).body.code).toBe(1172);
    expect(ok(await cashier<ParkedList>('GET', PARKED)).count).toBe(0);
  });

  it('is nothing that was paid, and nothing of somebody else', async () => {
    const paid = await create(cashier, [coffee()]);
    ok(await cashier('POST', `${SALES}/${paid.id}/start/cash`));
    expect((await park<Refusal>(cashier, paid.id)).body.code).toBe(1181);
    const foreign = await bridge.client('other');
    const theirs = await foreign.create({ basket_info: { sum: 5 } });
    expect((await park<Refusal>(cashier, theirs.id)).status).toBe(404);
    expect((await take<Refusal>(cashier, theirs.id)).status).toBe(404);
    expect((await cashier<Refusal>('POST', PARKED, { transaction: 'STX_1' })).body.code).toBe(1001);
    const { id } = await create(cashier, []);
    expect((await park<Refusal>(cashier, id)).body.code).toBe(1009);
  });
});
