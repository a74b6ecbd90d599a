/** A bridge with one object of every resource, for the tests of the conventions. */
import { afterAll, beforeAll, expect } from 'vitest';
import { type Client, closeAll, item, ok, startBridge, type TestBridge } from '../doubles/bridge.fixture.ts';
import { demoIds } from '../world/demoIds.ts';

export type Json = Readonly<Record<string, unknown>>;

export type List = { readonly count: number; readonly data: readonly (Json & { readonly id: string })[] };

export const api = '/api/v2';

export const bankAccount = { type: 'bank_account', private: { iban: 'DE89370400440532013000', owner: 'Ada Muster' } };

export const CONTACT = {
  forename: 'Ada',
  surname: 'Muster',
  email: 'ada@shop.example',
  address: { street: 'Weg', street_number: '1', postal_code: '10115', city: 'Berlin', country: 'DE' },
};

export const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;

export const CARD = {
  type: 'credit_card',
  private: {
    owner: 'Ada Muster',
    pan: '411111XXXXXX1111',
    expiration_date: '2030-01-01T00:00:00+01:00',
    issuer: 'visa',
    transact_container: 'x',
    transact_skey_pubkey: 'x',
    transact_skey_keyname: 'x',
    transact_hash: 'test-approved',
  },
};

/** A bridge for the tests of one file, with one object of every resource. */
export function everyResource() {
  const started = {} as {
    bridge: TestBridge;
    client: Client;
    other: Client;
    upload: { readonly object: string; readonly id: string };
  };
  beforeAll(async () => {
    started.bridge = await startBridge();
    started.client = await started.bridge.client();
    started.other = await started.bridge.client('other');
    const post = async (path: string, body: object) => ok(await started.client.ask<Json>('POST', path, { body }));
    const line = item(990, { item_type: 'subscription', plan_id: demoIds.plan });
    const { id } = await started.client.create({ basket: { products: [line] } });
    ok(
      await started.client.post(`/${id}/start/debit`, {
        container: bankAccount,
        customer: { contact: { surname: 'Muster' } },
      }),
    );
    await post(`${api}/Payment/Svcinvoices`, { amount: 700, purpose: 'Ware', customer: { id: demoIds.payer } });
    await post(`${api}/Payment/Svcpayout/me/PayoutWithoutCustomer`, {
      amount: 500,
      contract_id: demoIds.contract,
      purpose: 'Auszahlung',
      payout_list: [{ amount: 500, purpose: 'Ada', reference: 'A-1', bank_account: bankAccount.private }],
    });
    await post(`${api}/Payment/Contracts/me/requestId`, { project: 'Neu', contact: CONTACT });
    await post('/bridge/v1/checkins', { cardnumber: '9276004000000018' });
    const content = Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64');
    started.upload = (await post(`${api}/Document/Uploads`, { content })) as typeof started.upload;
  });
  afterAll(closeAll);

  const first = async (path: string) => {
    const { data } = ok(await started.client.ask<List>('GET', `${api}${path}?count=1`));
    expect(data).toHaveLength(1);
    return data[0] as List['data'][number];
  };

  return { started, first };
}
