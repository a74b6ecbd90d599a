/** Areas of addresses: whatever way an address is written, the route is the one that a single server would have found. */
import { afterAll, describe, expect, it } from 'vitest';
import { closeAll, startBridge } from '../doubles/bridge.fixture.ts';
import { areaOf } from './routeList.ts';

afterAll(closeAll);

it.each([
  ['/bridge/v1/sales', 'bridge/v1/sales'],
  ['/bridge/v1/sales/:id/invoices', 'bridge/v1/sales'],
  ['//BRIDGE//v1/Sales/?q=/a', 'bridge/v1/sales'],
  ['/%62ridge/v1/sales/%', '%62ridge'],
  ['/%62ridge/v1/sales/1', 'bridge/v1/sales'],
  ['http://127.0.0.1:8640/bridge/v1/sales', 'bridge/v1/sales'],
  ['/api/v2/Smart/Transactions/me/start', 'api/v2/smart/transactions'],
  ['/docs/guides/first-sale', 'docs'],
  ['/', ''],
  ['/?till=1', ''],
  ['*', '*'],
])('%s lies in %s', (address, area) => {
  expect(areaOf(address)).toBe(area);
});

describe('a bridge whose areas nobody has asked yet', () => {
  it('finds the route of each spelling, and that of a scope before the parameter beside it', async () => {
    const bridge = await startBridge();
    const { ask } = await bridge.staff('manager');
    const found = async (path: string) => (await ask<{ object?: string }>('GET', path)).status;
    expect(await Promise.all(['//bridge//v1/Articles/', '/%62ridge/v1/sales', '/bridge/v1/tills'].map(found))).toEqual([
      200, 200, 200,
    ]);
    const exported = await ask('GET', '/bridge/v1/people/export');
    expect([exported.status, exported.headers.get('content-type')]).toEqual([200, expect.stringMatching(/csv/)]);
  });

  it('knows the routes of all areas where no route has the address', async () => {
    const bridge = await startBridge();
    const { ask } = await bridge.client();
    const wrongMethod = await ask('DELETE', '/bridge/v1/sales');
    expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([404, 'GET']);
    const misspelt = await ask<{ error_details: string }>('GET', '/bridge/v1/artikles');
    expect(misspelt.body.error_details).toContain('/bridge/v1/articles');
  });

  it('counts the requests of an address together, whichever area they ask', async () => {
    const bridge = await startBridge({ config: { requestsPerMinute: 4 } });
    const { ask } = await bridge.client();
    const statuses: number[] = [];
    for (const area of ['bridge/v1/sales', 'api/v2/Smart/Idents', 'bridge/v1/catalogue', 'api/v2/Payment/Customers'])
      statuses.push((await ask('GET', `/${area}`)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it('carries a request out once, although its key comes to two areas', async () => {
    const bridge = await startBridge();
    const { ask } = await bridge.client();
    const headers = { 'idempotency-key': 'one-key' };
    expect((await ask('POST', '/api/v2/Smart/Transactions', { body: {}, headers })).status).toBe(200);
    const other = await ask('POST', '/api/v2/Payment/Customers', { body: {}, headers });
    expect(other.text).toContain('the key one-key was given to another request');
  });
});
