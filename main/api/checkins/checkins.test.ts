/** Check-ins: coming, going, the list, and what the stream tells of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Client,
  cards,
  closeAll,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
} from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import type { Checkin } from '../../wire/checkins.ts';
import { demoIds } from '../../world/demoIds.ts';

let bridge: TestBridge;
let till: Client;

beforeAll(async () => {
  bridge = await startBridge();
  till = await bridge.client();
});
afterAll(closeAll);

const list = async (client = till) =>
  ok(await client.ask<{ count: number; data: Checkin[] }>('GET', '/api/v2/Smart/Checkins'));
const come = (body: object, client = till) => client.ask<Checkin>('POST', '/bridge/v1/checkins', { body });
const leave = (id: string, client = till) => client.ask<Checkin[]>('DELETE', `/bridge/v1/checkins/${id}`);

/** Reads the event stream until `count` events of this name have come. */
async function events(name: string, count: number, during: () => Promise<unknown>): Promise<unknown[]> {
  const stop = new AbortController();
  const headers = { authorization: `Bearer ${till.token}` };
  const response = await fetch(`${bridge.url}/bridge/v1/events`, { headers, signal: stop.signal });
  const received: unknown[] = [];
  let text = '';
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  text += (await reader.read()).value ?? '';
  const work = during();
  while (received.length < count) {
    const { value, done } = await reader.read();
    if (done) break;
    text += value;
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts)
      if (part.includes(`event: ${name}\n`)) received.push(JSON.parse(/data: (.*)/.exec(part)?.[1] ?? 'null'));
  }
  await work;
  stop.abort();
  return received;
}

describe('check-ins', () => {
  it('are listed with card and customer while somebody is there', async () => {
    specifies({ 'Loyalty resources': 'GET /Smart/Checkins' });
    const there = ok(await come({ cardnumber: cards.rich, picture: 'https://demo.example/p.png' }));
    expect(there).toMatchObject({
      object: 'smart.checkins',
      customerName: 'Demo Kundschaft',
      picture: 'https://demo.example/p.png',
      account: null,
      customer: { object: 'loyalty.customers', id: demoIds.customer },
      merchantcard: { card: { cardnumber: cards.rich } },
    });
    expect(await list()).toEqual({ count: 1, data: [there] });
    // Coming twice is being there once.
    expect(ok(await come({ cardnumber: cards.rich })).id).toBe(there.id);
    expect(ok(await leave(there.id))).toEqual([there]);
    expect(await list()).toEqual({ count: 0, data: [] });
    expect((await leave(there.id)).status).toBe(404);
  });

  it('show the balance as it is now', async () => {
    const there = ok(await come({ cardnumber: cards.rich }));
    const { id } = await till.create(sale([item(1000)], cards.rich));
    ok(await till.post(`/${id}/preTransaction`));
    ok(await till.post(`/${id}/start/loyalty`));
    expect((await list()).data[0]?.merchantcard).toMatchObject({ cash_balance: 4000 });
    ok(await till.post(`/${id}/cancel`));
    ok(await leave(there.id));
  });

  it('of another merchant are his own', async () => {
    const other = await bridge.client('other');
    expect((await come({ cardnumber: cards.rich }, other)).status).toBe(404);
    const there = ok(await come({ cardnumber: cards.some }));
    expect((await list(other)).count).toBe(0);
    expect((await leave(there.id, other)).status).toBe(404);
    ok(await leave(there.id));
  });

  it.each([{}, { cardnumber: 5 }, { cardnumber: '' }, { cardnumber: 'x'.repeat(101) }])('refuse %j', async body => {
    expect((await come(body)).status).toBe(500);
  });

  it('are events of the stream when a customer comes or leaves', async () => {
    specifies({ 'Loyalty resources': 'coming and leaving is told with target smart.checkins, type changed' });
    let id = '';
    const received = await events('checkins', 2, async () => {
      id = ok(await come({ cardnumber: cards.empty })).id;
      ok(await leave(id));
    });
    const event = { target: 'smart.checkins', type: 'changed', data: [{ object: 'smart.checkins', id }] };
    expect(received).toEqual([event, event]);
  });
});

describe('TriggerPushEvent', () => {
  const trigger = (body: object) =>
    till.ask<{ code: number }>('POST', '/api/v2/Smart/Checkins/me/TriggerPushEvent', { body });

  it('hands the instruction to the customers’ app by the stream', async () => {
    specifies({ 'Loyalty resources': 'POST /Smart/Checkins/me/TriggerPushEvent' });
    const instruction = { target: 'ident-link', action: 'open', data: { url: 'x' } };
    const received = await events('instruction', 1, async () =>
      expect(ok(await trigger(instruction))).toEqual({ result: true }),
    );
    expect(received).toEqual([instruction]);
  });

  it('does not find a check-in of another merchant, or one that has ended', async () => {
    const instruction = { target: 'ident-link', action: 'open' };
    const { id } = ok(await come({ cardnumber: cards.empty }));
    const at = (client: Client) =>
      client.ask<{ code: number }>('POST', `/api/v2/Smart/Checkins/${id}/TriggerPushEvent`, { body: instruction });
    const stranger = await bridge.client('other');
    const received = await events('instruction', 1, async () => {
      expect([(await at(stranger)).status, (await at(stranger)).body.code]).toEqual([404, 3001]);
      expect(ok(await at(till))).toEqual({ result: true });
    });
    expect(received).toHaveLength(1);
    ok(await leave(id));
    expect((await at(till)).status).toBe(404);
  });

  it.each([{ target: 'door', action: 'open' }, { target: 'ident-link', action: 'burn' }, { target: 'ident-link' }])(
    'refuses %j',
    async body => {
      expect((await trigger(body)).body.code).toBe(1001);
    },
  );
});
