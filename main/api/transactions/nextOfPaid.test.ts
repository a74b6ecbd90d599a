/** The next call that a refusal names at a sale that is executed: never a call that pays, whichever way it is tried. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { methods } from '../../acquirer/payments/methods.ts';
import { type Client, cards, closeAll, item, ok, sale, startBridge } from '../../doubles/bridge.fixture.ts';

let till: Client;
beforeAll(async () => {
  till = await (await startBridge()).client();
});
afterAll(closeAll);

interface Refused {
  readonly code: number;
  readonly next?: { readonly path: string };
  readonly outcome: { readonly result: string; readonly next: { readonly path: string } | null };
}

const bodies = [{}, { container: { id: 'PCT_1' } }, { part: { amount: 100 } }, { tid: '61000001' }, { text: 'x' }];
const calls = Object.keys(methods).flatMap(name => [`prepare/${name}`, `start/${name}`]);

describe.each(['cash', 'cashless'])('a sale paid by %s', method => {
  it('names no call that pays', async () => {
    const { id } = await till.create(sale([item(500)], cards.some));
    ok(await till.post(`/${id}/start/${method}`));
    for (const call of [...calls, 'start', 'preTransaction', 'start/cahs'])
      for (const body of bodies) {
        const { status, body: refused } = await till.post<Refused>(`/${id}/${call}`, body);
        expect([call, body, status >= 400, refused.outcome?.result]).toEqual([call, body, true, 'paid']);
        expect([call, refused.next ?? null, refused.outcome.next]).toEqual([call, null, null]);
      }
    const changed = await till.ask<Refused>('PUT', `/api/v2/Smart/Transactions/${id}`, { body: sale([item(600)]) });
    expect([changed.body.next ?? null, changed.body.outcome.next]).toEqual([null, null]);
  });
});
