/** The shop, later: facts, tax rates, tills by API, each change audited and guarded against lost updates. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAll, ok, type TestBridge } from '../../doubles/bridge.fixture.ts';
import { beginSetup, newShop, startEmpty } from '../../doubles/newShop.fixture.ts';
import type { ReceiptPreview, ShopFacts, TaxRates, Till } from '../../wire/shop.ts';

let bridge: TestBridge;
let manager: string;
let cashier: string;

interface Refused {
  readonly code: number;
  readonly faults?: readonly { readonly path: string }[];
}

beforeAll(async () => {
  bridge = await startEmpty();
  const setup = await beginSetup(bridge);
  const people = [...newShop.people, { username: 'ben', name: 'Ben', role: 'cashier', pin: '28462917' }];
  ok(await setup.put({ ...newShop, people, tills: [{ name: 'Kasse 1' }, { name: 'Kasse 2' }] }));
  ok(await setup.finish());
  const signIn = async (username: string, pin: string) =>
    ok(await bridge.ask<{ access_token: string }>('POST', '/bridge/v1/session', { body: { username, pin } }))
      .access_token;
  manager = await signIn('anna', '47110815');
  cashier = await signIn('ben', '28462917');
});
afterAll(closeAll);

const ask = <T>(method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
  bridge.ask<T>(method, `/bridge/v1${path}`, { token: manager, headers, ...(body === undefined ? {} : { body }) });
const lastEntry = () =>
  bridge.rows<{ kind: string; document: string }>(
    'SELECT query_kind AS kind, document FROM audit_entry ORDER BY number DESC LIMIT 1',
  )[0];

describe('the facts of the shop', () => {
  it('are changed one by one, and the next receipt shows them', async () => {
    const before = await ask<ShopFacts>('GET', '/shop');
    const changed = ok(await ask<ShopFacts>('PUT', '/shop', { street: 'Neue Straße 2', receiptFoot: ['Bis bald'] }));
    expect(changed).toEqual({ ...before.body, street: 'Neue Straße 2', receiptFoot: ['Bis bald'] });
    expect(JSON.stringify(lastEntry())).toContain('Neue Straße 2');
    const sale = ok(
      await bridge.ask<{ id: string }>('POST', '/api/v2/Smart/Transactions', {
        token: manager,
        body: { basket: { products: [{ ean: '1', desc: 'Tee', quantity: 1, priceOne: 100, tax: 19 }] } },
      }),
    );
    const paid = ok(
      await bridge.ask<{ receipt: unknown }>('POST', `/api/v2/Smart/Transactions/${sale.id}/start/cash`, {
        token: manager,
      }),
    );
    const receipt = JSON.stringify(paid.receipt);
    for (const text of ['Neue Straße 2', 'St.-Nr. 11/222/33333', 'Bis bald']) expect(receipt).toContain(text);
    expect(receipt).not.toContain('Marktplatz 1');
  });

  it('are shown as a receipt before anything is changed', async () => {
    const { receipt } = ok(await ask<ReceiptPreview>('POST', '/shop/receipt-preview', { name: 'Neu', language: 'en' }));
    const text = JSON.stringify(receipt);
    expect(text).toContain('Neu');
    expect(text).toContain('Coffee');
    expect(ok(await ask<ShopFacts>('GET', '/shop')).name).toBe(newShop.shop.name);
  });

  it('keep the change of somebody else: the old version is refused', async () => {
    const tag = (await ask('GET', '/shop')).headers.get('etag') ?? '';
    const first = await ask('PUT', '/shop', { phone: '030 1' }, { 'if-match': tag });
    expect(first.status).toBe(200);
    const second = await ask<Refused>('PUT', '/shop', { phone: '030 2' }, { 'if-match': tag });
    expect(second.status).toBe(412);
    const again = await ask('PUT', '/shop', { phone: '030 2' }, { 'if-match': first.headers.get('etag') ?? '' });
    expect(again.status).toBe(200);
  });

  it('are refused with the place of each fault, and in the currency of what was sold', async () => {
    const wrong = await ask<Refused>('PUT', '/shop', { country: 'QQ', timeZone: 'Mars/North', email: 'x' });
    expect([wrong.body.code, wrong.body.faults?.map(({ path }) => path)]).toEqual([
      5058,
      ['shop.country', 'shop.timeZone', 'shop.email'],
    ]);
    expect((await ask<Refused>('PUT', '/shop', { currency: 'CHF' })).body.code).toBe(5057);
    expect((await ask('PUT', '/shop', { colour: 'red' })).status).toBeGreaterThanOrEqual(400);
  });

  it('are read by a cashier and changed by no cashier', async () => {
    expect((await bridge.ask('GET', '/bridge/v1/shop', { token: cashier })).status).toBe(200);
    for (const path of ['/shop', '/tax-rates']) {
      const answer = await bridge.ask<Refused>('PUT', `/bridge/v1${path}`, { token: cashier, body: { name: 'x' } });
      expect(answer.body.code, path).toBe(2004);
    }
  });
});

describe('tax rates', () => {
  it('hold from their day on, and are replaced as a whole', async () => {
    const { headers, body } = await ask<TaxRates>('GET', '/tax-rates');
    expect(body.today).toEqual({ standard: 19, reduced: 7, zero: 0 });
    const next = { key: 'standard', rate: 21, validFrom: '2099-01-01', name: { de: 'Regelsatz', en: 'Standard' } };
    const tag = { 'if-match': headers.get('etag') ?? '' };
    const after = ok(await ask<TaxRates>('PUT', '/tax-rates', { data: [...body.data, next] }, tag));
    expect([after.today.standard, after.data.length]).toEqual([19, body.data.length + 1]);
    expect((await ask('PUT', '/tax-rates', { data: body.data }, tag)).status).toBe(412);
    expect(lastEntry()?.kind).toBe('taxrate');
  });

  it('take two decimals, and no more; whole rates stay whole numbers', async () => {
    const before = await ask<TaxRates>('GET', '/tax-rates');
    const swiss = { key: 'swiss', rate: 8.1, validFrom: '2024-01-01', name: { de: 'Normalsatz', en: 'Standard' } };
    const after = ok(await ask<TaxRates>('PUT', '/tax-rates', { data: [...before.body.data, swiss] }));
    expect(after.today).toMatchObject({ swiss: 8.1, standard: 19 });
    expect((await ask('GET', '/tax-rates')).text).toMatch(/"rate":19,.*"rate":8\.1,/);
    const fine = { ...swiss, rate: 8.123 };
    const refused = await ask<Refused>('PUT', '/tax-rates', { data: [...before.body.data, fine] });
    expect(refused.body.faults?.map(({ path }) => path)).toEqual([`data[${before.body.data.length}].rate`]);
    ok(await ask('PUT', '/tax-rates', { data: before.body.data }));
  });

  it('refuse two rates of one day and a day that does not exist', async () => {
    const rate = { key: 'x', rate: 5, validFrom: '2026-02-30', name: { de: 'X', en: 'X' } };
    const answer = await ask<Refused>('PUT', '/tax-rates', {
      data: [rate, { ...rate, validFrom: '2026-01-01' }, { ...rate, validFrom: '2026-01-01' }],
    });
    expect(answer.body.faults?.map(({ path }) => path)).toEqual(['data[0].validFrom', 'data[2]']);
  });
});

describe('tills', () => {
  it('are made and renamed, no two of one name, and the last version wins only knowingly', async () => {
    const made = await ask<Till>('POST', '/tills', { name: 'Terrasse' });
    expect(made.body).toMatchObject({ name: 'Terrasse', terminal: null });
    expect((await ask<Refused>('POST', '/tills', { name: 'Terrasse' })).status).toBeGreaterThanOrEqual(400);
    const tag = { 'if-match': made.headers.get('etag') ?? '' };
    ok(await ask<Till>('PUT', `/tills/${made.body.id}`, { name: 'Garten' }, tag));
    expect((await ask('PUT', `/tills/${made.body.id}`, { name: 'Hof' }, tag)).status).toBe(412);
    expect((await ask<Refused>('PUT', `/tills/${made.body.id}`, { name: 'Kasse 2' })).status).toBeGreaterThanOrEqual(
      400,
    );
    expect((await ask('PUT', `/tills/${made.body.id}`, { terminal: `SDV_${'0'.repeat(30)}` })).status).toBe(404);
    expect(ok(await ask<Till>('GET', `/tills/${made.body.id}`)).name).toBe('Garten');
  });
});
