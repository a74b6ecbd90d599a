/** A sale names contracts and a device: what does not exist, has ended or stands elsewhere is refused. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, closeAll, item, ok, sale, startBridge } from '../doubles/bridge.fixture.ts';
import { specifies } from '../doubles/specifies.ts';
import { demoIds } from '../world/demoIds.ts';

const sales = '/api/v2/Smart/Transactions';
let till: Client;

beforeAll(async () => {
  till = await (await startBridge()).client();
});
afterAll(closeAll);

interface Answer {
  readonly id: string;
  readonly code: number;
  readonly error_details: string;
}

const create = (members: object) => till.ask<Answer>('POST', sales, { body: { ...sale([item(500)]), ...members } });

/** The refusals of a new sale and of a change with these members. */
async function refusals(members: object) {
  const { id } = await till.create(sale([item(500)]));
  const changed = await till.ask<Answer>('PUT', `${sales}/${id}`, { body: { ...sale([item(500)]), ...members } });
  return [await create(members), changed].map(({ status, body }) => [status, body.code]);
}

describe.each(['contract', 'provider_contract'])('%s', name => {
  it('that nobody has is refused, whoever pays', async () => {
    specifies({ Errors: 'a sale names an unknown contract: HTTP 404' });
    const unknown = { [name]: { id: `GCR_${'9'.repeat(30)}` } };
    expect(await refusals(unknown)).toEqual([
      [404, 3001],
      [404, 3001],
    ]);
    expect((await create({ [name]: { object: 'general.contracts', id: demoIds.contract } })).status).toBe(200);
    expect((await create({ [name]: { id: demoIds.paymentContract } })).status).toBe(200);
  });

  it('that was terminated is refused; a sale that named it before stays readable and can be changed', async () => {
    specifies({ 'Endpoints: General Contracts': 'no sale is made under a terminated contract: HTTP 405' });
    const body = { project: `Ended ${name}` };
    const second = ok(await till.ask<{ id: string }>('POST', '/api/v2/Payment/Contracts/me/clone', { body }));
    const members = { [name]: { id: second.id } };
    const before = ok(await create(members));
    ok(await till.ask('POST', `/api/v2/General/Contracts/${second.id}/terminate`));
    expect(await refusals(members)).toEqual([
      [405, 2002],
      [405, 2002],
    ]);
    const changed = { ...sale([item(700)]), ...members };
    expect((await till.ask('PUT', `${sales}/${before.id}`, { body: changed })).status).toBe(200);
  });
});

describe('device_source', () => {
  it('is the till of the token or its terminal; any other is refused', async () => {
    specifies({ 'Smart Transaction: fields': 'device_source is the till of the token, or the sale is refused' });
    const reference = (id: string) => ({ device_source: { object: 'smart.devices', id } });
    expect((await create(reference(demoIds.till))).status).toBe(200);
    expect((await create(reference(demoIds.terminal))).status).toBe(200);
    expect(await refusals(reference(`SDV_${'9'.repeat(30)}`))).toEqual([
      [404, 3001],
      [404, 3001],
    ]);
    const body = { type: 'cashier', description: 'Kasse 9', vendor_uid: '/vendor/tester/till/9' };
    const other = ok(await till.ask<{ id: string }>('POST', '/api/v2/Smart/Devices', { body }));
    expect(await refusals(reference(other.id))).toEqual([
      [405, 1274],
      [405, 1274],
    ]);
  });
});
