/** Cash of API clients: into the drawer of a till that is known, or refused before any money is booked. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Client,
  closeAll,
  item,
  ok,
  sale,
  signedIn,
  startBridge,
  type TestBridge,
} from '../doubles/bridge.fixture.ts';
import type { ZReport } from '../wire/zReports.ts';

let bridge: TestBridge;
let client: Client;
beforeAll(async () => {
  bridge = await startBridge();
  client = await bridge.client();
});
afterAll(closeAll);

interface Refused {
  readonly code: number;
  readonly money: string;
}
const refused = async (answer: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await answer;
  const { code, money } = body as Refused;
  return [status, code, money];
};
const sell = async (till: Client, method = 'cash') => {
  const { id } = await till.create(sale([item(500)]));
  return till.post(`/${id}/start/${method}`);
};

it('of a shop with one till goes there; with several it is refused, until the client is bound to one', async () => {
  ok(await sell(client));
  const manager = await bridge.staff('manager');
  const { id: second } = ok(
    await manager.ask<{ id: string }>('POST', '/bridge/v1/tills', { body: { name: 'Kasse 2' } }),
  );
  expect(await refused(sell(client))).toEqual([405, 1213, 'not_moved']);
  expect(await refused(sell(client, 'auto'))).not.toEqual([405, 1213, 'not_moved']);
  // A card names its terminal, and a person stands at a till.
  ok(await sell(client, 'cashless'));
  ok(await sell(manager));
  const movement = { kind: 'expense', direction: 'out', amount: 100, reason: 'milk' };
  expect(await refused(client.ask('POST', '/bridge/v1/cash-movements', { body: movement }))).toEqual([
    ...[405, 1213, 'not_moved'],
  ]);
  const { secret } = ok(
    await client.ask<{ secret: string }>('POST', '/bridge/v1/clients', { body: { id: 'register-2', till: second } }),
  );
  const bound = await signedIn(bridge.ask, 'register-2', secret, {});
  ok(await sell(bound));
  expect(
    bridge.rows(
      "SELECT till, count(*) AS count FROM queue_record WHERE kind = 'sale' AND json_extract(facts, '$.method') = 'cash' GROUP BY till ORDER BY till = ?",
      second,
    ),
  ).toMatchObject([{ count: 2 }, { till: second, count: 1 }]);
  const x = ok(await manager.ask<ZReport>('GET', `/bridge/v1/z-reports/interim?till=${second}`));
  expect(x.cash.sales).toBe(500);
});

it('of a return is paid out by a client that stands at a till, and by no other', async () => {
  const { id, basket } = ok(await sell(await bridge.staff('manager')));
  const body = { lines: [{ sale: id, line: basket.products[0]?.id, quantity: 1 }], reason: 'stale' };
  const back = ok(await client.ask('POST', '/bridge/v1/returns', { body }));
  const payOut = `/bridge/v1/returns/${back.id}/pay-out`;
  expect(await refused(client.ask('POST', payOut, { body: {} }))).toEqual([405, 1213, 'not_moved']);
});
