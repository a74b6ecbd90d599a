/** Every resource that the bridge gives out can be sent back to it: as a member of another resource, and as a change of itself. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, closeAll, item, ok, sale, startBridge, type TestBridge } from '../doubles/bridge.fixture.ts';

let bridge: TestBridge;
let till: Client;
let manager: Client;
beforeAll(async () => {
  bridge = await startBridge();
  till = await bridge.client();
  manager = await bridge.staff('manager');
});
afterAll(closeAll);

type Resource = Readonly<Record<string, unknown>> & { readonly object: string; readonly id: string };
const strict = { 'tillbridge-strict': 'all' };
const sales = '/api/v2/Smart/Transactions';

const contact = {
  forename: 'Erika',
  surname: 'Muster',
  email: 'erika@muster.example',
  phone: '030 901820',
  dob: '1990-05-17',
  address: { street: 'Weg', street_number: '1', postal_code: '12345', city: 'Ort', country: 'DE' },
};
const account = { type: 'bank_account', private: { iban: 'DE89370400440532013000', owner: 'Erika Muster' } };

async function made() {
  const customer = ok(await till.ask<Resource>('POST', '/api/v2/Payment/Customers', { body: { contact } }));
  const body = { ...account, customer: { id: customer.id } };
  const container = ok(await till.ask<Resource>('POST', '/api/v2/Payment/Containers', { body }));
  const first = async (path: string) => {
    const [one] = ok(await till.ask<{ data: Resource[] }>('GET', `/api/v2/${path}?count=1`)).data;
    return one as Resource;
  };
  return {
    customer,
    container,
    contract: await first('General/Contracts'),
    device: await first('Smart/Devices'),
    store: await first('General/Stores'),
  };
}

describe('a resource that was read', () => {
  it('is taken whole as a member of a sale, of a container, of a payment and of a payout', async () => {
    const { customer, container, contract, device, store } = await made();
    const members = [
      { customer },
      { shipping_address: customer },
      { customer, container },
      { contract },
      { provider_contract: contract },
      { device_source: device },
      { store },
    ];
    for (const member of members) {
      const path = Object.keys(member).join();
      const created = await till.ask<Resource>('POST', sales, {
        body: { ...sale([item(500)]), ...member },
        headers: strict,
      });
      expect([path, created.status, created.text]).toEqual([path, 200, expect.anything()]);
      const changed = await till.ask('PUT', `${sales}/${created.body.id}`, { body: created.body, headers: strict });
      expect([path, changed.status, changed.text]).toEqual([path, 200, expect.anything()]);
    }
    const prepared = await till.create(sale([item(500)]));
    const calls: readonly (readonly [string, object])[] = [
      ['/api/v2/Payment/Containers', { ...account, customer }],
      [`${sales}/${prepared.id}/prepare/debit`, { customer, container }],
      [
        '/api/v2/Payment/Svcpayout/me/PayoutWithoutCustomer',
        {
          ...{ amount: 700, currency: 'EUR', purpose: 'x', contract },
          payout_list: [{ amount: 700, purpose: 'x', reference: 'r1', bank_account: account.private }],
        },
      ],
      [
        '/api/v2/Payment/Svcpayout',
        {
          ...{ amount: 700, currency: 'EUR', purpose: 'x', contract, customer },
          transaction_list: [
            { item_type: 'transaction_payout', reference_id: 'r2', name: 'n', total: 700, container_id: container.id },
          ],
        },
      ],
    ];
    for (const [path, body] of calls) {
      const answer = await till.ask('POST', path, { body, headers: strict });
      expect([path, answer.status, answer.text]).toEqual([path, 200, expect.anything()]);
    }
  });

  it('does not hide a misspelt member beside those that it has', async () => {
    const { customer } = await made();
    const body = { ...sale([item(500)]), customer: { ...customer, contcat: {} } };
    const answer = await till.ask<{ code: number; member: string }>('POST', sales, { body, headers: strict });
    expect([answer.body.code, answer.body.member]).toEqual([1175, 'customer.contcat']);
  });

  it('is never refused for its own members where it is changed', async () => {
    await made();
    const { paths } = ok(await till.ask<{ paths: Record<string, Record<string, unknown>> }>('GET', '/docs/json'));
    const changeable = Object.entries(paths).flatMap(([path, operations]) => {
      const list = path.replace(/\/\{[^}]+\}$/, '');
      const isList = list !== path && paths[list]?.get !== undefined;
      return operations.put && isList && !list.includes('{') ? [list] : [];
    });
    expect(changeable.length).toBeGreaterThan(8);
    const refused: unknown[] = [];
    for (const list of changeable) {
      const { status, body } = await manager.ask<{ data?: Resource[] }>('GET', `${list}?count=2`);
      if (status !== 200) continue;
      for (const one of body.data ?? []) {
        const answer = await manager.ask<{ code: number; unknown: unknown }>('PUT', `${list}/${one.id}`, {
          body: one,
          headers: strict,
        });
        if (answer.body.code === 1175) refused.push([list, answer.body.unknown]);
      }
    }
    expect(refused).toEqual([]);
  });
});

it('a sale answers no null that its caller sent, but those of the specification', async () => {
  const body = {
    ...sale([item(500)]),
    ...{ market: null, product: null, checkin: null, checkout_links: null, customer: null, container: null },
    payment_context: { dynamic_descriptor: null, auto_capture: null },
    application_context: { return_urls: { url_success: null, url_push: '' }, shop_details: null },
  };
  const created = ok(await till.ask<Resource>('POST', sales, { body }));
  const nulls = (value: unknown, path = ''): readonly string[] =>
    value === null
      ? [path]
      : typeof value === 'object'
        ? Object.entries(value as object).flatMap(([name, below]) => nulls(below, `${path}.${name}`))
        : [];
  const own =
    /^\.(basket\.products\.\d+\.|basket_info\.gratuity|outcome\.next|(transactionRef|merchantRef|intent|payment_method|trans_id)$)/;
  expect(nulls(created).filter(path => !own.test(path))).toEqual([]);
  const changed = ok(await till.ask<Resource>('PUT', `${sales}/${created.id}`, { body: { ...created, market: null } }));
  expect(nulls(changed).filter(path => !own.test(path))).toEqual([]);
});
