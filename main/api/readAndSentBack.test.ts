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

  it('is taken as it is where it is changed: every resource that has a GET and a PUT', async () => {
    await made();
    await till.create(sale([item(500)]));
    const printer = { name: 'Bon', connection: { type: 'tcp', host: '127.0.0.1', port: 9100 } };
    ok(await manager.ask('POST', '/bridge/v1/printers', { body: printer }));
    const { paths } = ok(await till.ask<{ paths: Record<string, Record<string, unknown>> }>('GET', '/docs/json'));
    const both = Object.entries(paths).flatMap(([path, { get, put }]) =>
      get && put && !SENT_OTHERWISE[path] ? [path] : [],
    );
    expect(Object.keys(SENT_OTHERWISE).filter(path => !paths[path])).toEqual([]);
    const taken = new Set<string>();
    const refused: unknown[] = [];
    for (const path of both)
      for (const place of await placesOf(path)) {
        const read = await manager.ask<Resource>('GET', place);
        if (read.status !== 200) continue;
        const answer = await manager.ask<{ error_details?: string }>('PUT', place, {
          body: read.body,
          headers: strict,
        });
        if (answer.status === 200) taken.add(path);
        else if (!/ stands in the configuration$/.test(answer.body.error_details ?? ''))
          refused.push([place, answer.body.error_details]);
      }
    expect(refused).toEqual([]);
    expect(both.filter(path => !taken.has(path))).toEqual(UNUSED);
  });

  it('is taken as a new one: every list whose documents can be made', async () => {
    await made();
    await till.create(sale([item(500)]));
    const { paths } = ok(await till.ask<{ paths: Record<string, Record<string, unknown>> }>('GET', '/docs/json'));
    const lists = Object.keys(paths).filter(path => !path.includes('{') && paths[path]?.get && paths[path]?.post);
    const refused: unknown[] = [];
    const sent = new Set<string>();
    for (const path of lists) {
      const [document] = (await manager.ask<{ data?: Resource[] }>('GET', `${path}?count=1`)).body.data ?? [];
      if (!document || ANSWERED_OTHERWISE[path]) continue;
      sent.add(path);
      const answer = await manager.ask<Refused>('POST', path, { body: document, headers: strict });
      const { code, error_details: words = '' } = answer.body;
      if (answer.status !== 200 && !TAKEN_ALREADY.test(words)) refused.push([path, code, words]);
    }
    expect(refused).toEqual([]);
    expect(sent.size).toBeGreaterThan(20);
    expect(Object.keys(ANSWERED_OTHERWISE).filter(path => !lists.includes(path))).toEqual([]);
  });

  it('does not make a new one of a member that was changed and is not taken', async () => {
    const { data } = ok(await manager.ask<{ data: Resource[] }>('GET', '/bridge/v1/people?count=1'));
    const body = { ...data[0], username: 'new@shop.example', pin: '739182', state: 'locked' };
    const answer = await manager.ask<Refused>('POST', '/bridge/v1/people', { body });
    expect([answer.status, answer.body.error_details]).toEqual([500, expect.stringMatching(/^state is not known/)]);
    ok(await manager.ask('POST', '/bridge/v1/people', { body: { ...body, state: data[0]?.state } }));
  });

  it('is refused where a member that a change does not take says something else', async () => {
    const { data } = ok(await manager.ask<{ data: Resource[] }>('GET', '/bridge/v1/people?count=1'));
    const [person] = data;
    const put = (body: object) =>
      manager.ask<{ error_details: string }>('PUT', `/bridge/v1/people/${person?.id}`, { body });
    expect((await put({ ...person })).status).toBe(200);
    const { status, body } = await put({ ...person, state: 'locked' });
    expect([status, body.error_details]).toEqual([500, expect.stringMatching(/^state is not known/)]);
  });
});

interface Refused {
  readonly code?: number;
  readonly error_details?: string;
}

/** Paths whose POST makes something else than their GET lists. */
const ANSWERED_OTHERWISE: Readonly<Record<string, string>> = {
  '/bridge/v1/terminals': 'a pairing wants the address of a line, and answers the state of the terminal at it',
};
/**
 * Refusals that a caller cures in a new document: names and numbers that each thing has once, secrets that no answer says, and the customer
 * in the place of a payee, who is in the books and no stored customer.
 */
const TAKEN_ALREADY = new RegExp(
  [
    ...['already', 'is taken', 'belongs to', 'has been used before', '^pin: ', 'is not a valid IBAN'],
    'there is no payment\\.customers',
  ].join('|'),
);

/** Paths that have a GET and a PUT of different things. */
const SENT_OTHERWISE: Readonly<Record<string, string>> = {
  '/bridge/v1/control/clock': 'a command to the clock: its answer says by how much it is set',
  '/bridge/v1/articles/{id}/picture': 'the bytes of a picture',
  '/bridge/v1/displays/picture': 'the bytes of a picture',
};
/** The only terminal of this shop stands in its configuration, which the API does not change. */
const UNUSED: readonly string[] = ['/bridge/v1/terminals/{device}'];

/** The addresses of the first things that the list before each `{id}` has. */
async function placesOf(path: string): Promise<readonly string[]> {
  const [, list, rest = ''] = /^(.*?)\/\{\w+\}(.*)$/.exec(path) ?? [];
  if (list === undefined) return [path];
  const { body } = await manager.ask<{ data?: Resource[] }>('GET', `${list}?count=3`);
  const below = (body.data ?? []).map(({ id, device }) => placesOf(`${list}/${id ?? device}${rest}`));
  return (await Promise.all(below)).flat();
}

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
