import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, closeAll, ok, startBridge } from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import { demoIds } from '../../world/demoIds.ts';

const path = '/api/v2/General/Merchants';

let demo: Client;

beforeAll(async () => {
  demo = await (await startBridge()).client();
});
afterAll(closeAll);

describe('the own merchant', () => {
  it('is read as me and by id', async () => {
    specifies({ 'Endpoints: General Merchants': 'GET /General/Merchants/me' });
    const merchant = ok(await demo.ask('GET', `${path}/me`));
    expect(merchant).toMatchObject({
      object: 'general.merchants',
      id: demoIds.merchant,
      companyname: 'Demo-Café & Markt',
      store: { object: 'general.stores', id: demoIds.store },
    });
    expect(ok(await demo.ask('GET', `${path}/${demoIds.merchant}`))).toEqual(merchant);
  });

  it('is the only one there is', async () => {
    expect((await demo.ask('GET', `${path}/${demoIds.other}`)).status).toBe(404);
    expect((await demo.ask('GET', `${path}/${demoIds.other}/MerchantCategories`)).status).toBe(404);
  });

  it('MerchantCategories lists what requestId takes as merchant_category', async () => {
    specifies({ 'Endpoints: General Merchants': 'GET /General/Merchants/me/MerchantCategories' });
    const list = async (query: string) =>
      ok(await demo.ask<{ count: number; data: { id: number }[] }>('GET', `${path}/me/MerchantCategories?${query}`));
    const { count, data } = await list('count=100');
    expect(data.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    expect(data[1]).toEqual({ object: 'general.merchantcategories', id: 2, desc: 'Café, Restaurant und Imbiss' });
    expect((await list('q=id:7')).data).toHaveLength(1);
    expect((await list('q=desc:*caf*')).count).toBe(1);
  });
});
