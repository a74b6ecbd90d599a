/** A shop whose balances belong to an upstream service: what would be undone by its next answer is refused. */
import { afterAll, expect, it } from 'vitest';
import { cards, closeAll, ok, startBridge } from '../../doubles/bridge.fixture.ts';
import { demoIds } from '../../world/demoIds.ts';

afterAll(closeAll);

it('corrections, merges, vouchers and balances in a file are refused; groups and empty cards are kept', async () => {
  const upstream = { address: 'http://127.0.0.1:9', client_id: 'demo-client', client_secret: 'demo-secret' };
  const bridge = await startBridge({ config: { upstream } as never });
  const client = await bridge.client();
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    client.ask<{ code: number; id: string; faulty: number }>('POST', `/bridge/v1/loyalty/${path}`, { body, headers });
  const q = encodeURIComponent(`card.cardnumber:${cards.some}`);
  const { data } = ok(await client.ask<{ data: { id: string }[] }>('GET', `/bridge/v1/loyalty/cards?q=${q}`));
  const id = data[0]?.id ?? '';
  const made = ok(await post('cards', { cardgroup: demoIds.baseGroup }));
  expect((await post(`cards/${id}/corrections`, { cash: 1, reason: 'Test' })).body.code).toBe(5082);
  expect((await post(`cards/${id}/merge`, { into: made.id, reason: 'Test' })).body.code).toBe(5082);
  expect((await post('vouchers', { name: 'x', effect: { type: 'amount', amount: 1 } })).body.code).toBe(5082);
  const file = 'cardnumber;cash\n9276500000000019;1\n9276500000000027;\n';
  expect(ok(await post('batches/file', file, { 'content-type': 'text/csv' })).faulty).toBe(1);
  const balanceExpiry = { cash: 1, bonus: 1, points: 1, until: 'day' };
  const path = `/bridge/v1/loyalty/card-groups/${demoIds.baseGroup}`;
  ok(await client.ask('PUT', path, { body: { balanceExpiry } }));
  bridge.clock.pass(100 * 86_400_000);
  const later = await (await bridge.restart()).client();
  expect(ok(await later.ask<{ cash_balance: number }>('GET', `/bridge/v1/loyalty/cards/${id}`)).cash_balance).toBe(700);
});
