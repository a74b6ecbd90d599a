/** The trace of a terminal as a stream: every line once, resumed after a cut and after a restart, for those who may read it. */
import { createParser } from 'eventsource-parser';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTerminal } from '../../../drivers/index.ts';
import { startVirtualTerminal } from '../../../drivers/simulator/zvt/start.ts';
import {
  type Client,
  closeAll,
  item,
  ok,
  sale,
  startBridge,
  type TestBridge,
  until,
} from '../../doubles/bridge.fixture.ts';
import type { TraceLine } from '../../wire/terminals.ts';
import { demoIds } from '../../world/demoIds.ts';

const path = `/bridge/v1/terminals/${demoIds.terminal}/trace`;
let virtual: Awaited<ReturnType<typeof startVirtualTerminal>>;
let bridge: TestBridge;
let client: Client;
beforeAll(async () => {
  virtual = await startVirtualTerminal({ delay: 0 });
  const connection = { type: 'tcp', host: '127.0.0.1', port: virtual.port } as const;
  bridge = await startBridge({
    config: { terminals: [{ protocol: 'zvt', device: demoIds.terminal, connection }] },
    parts: { openTerminal },
  });
  client = await bridge.client();
});
const cuts: AbortController[] = [];
afterEach(() => {
  for (const cut of cuts.splice(0)) cut.abort();
});
afterAll(async () => {
  await closeAll();
  await virtual.close();
});

async function follow(by: Client, last?: string) {
  const cut = new AbortController();
  cuts.push(cut);
  const headers = { authorization: `Bearer ${by.token}`, ...(last === undefined ? {} : { 'last-event-id': last }) };
  const answer = await fetch(`${bridge.url}${path}/events`, { headers, signal: cut.signal });
  const received: { event: string | undefined; id: string | undefined; data: TraceLine }[] = [];
  const parser = createParser({
    onEvent: ({ event, id, data }) => void received.push({ event, id, data: JSON.parse(data) }),
  });
  const ended = (async () => {
    for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) parser.feed(part);
  })().catch(() => undefined);
  return { status: answer.status, received, ended, stop: () => cut.abort() };
}

const stored = async () => ok(await client.ask<{ data: TraceLine[] }>('GET', `${path}?count=10000`)).data;

async function pay() {
  const { id } = await client.create(sale([item(1234)]));
  expect((await client.post<{ status: string }>(`/${id}/start/cashless`)).body.status).toBe('ok');
}

describe('the trace as a stream', () => {
  it('gives every line of a payment once and in order, as the trace keeps it, and resumes after a cut', async () => {
    const first = await follow(client);
    await pay();
    await until(() => first.received.some(({ data }) => data.text === 'authorisation: ended by completion'));
    first.stop();
    const ids = first.received.map(({ id }) => Number(id));
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
    const kept = await stored();
    expect(first.received.map(({ data }) => data)).toEqual(
      kept.filter(({ id }) => id !== undefined && ids.includes(id)),
    );
    await pay();
    const again = await follow(client, String(ids.at(-1)));
    const expected = (await stored()).filter(({ id }) => id !== undefined && id > (ids.at(-1) ?? 0));
    await until(() => again.received.length >= expected.length);
    expect(again.received.map(({ data }) => data)).toEqual(expected);
    expect(again.received.map(({ event }) => event)).not.toContain('reset');
  });

  it('says that something is missing where it is not kept any more', async () => {
    await pay();
    const { received } = await follow(client, '1');
    await until(() => received.length > 1);
    expect(received[0]?.event).toBe('reset');
  });

  it('goes on with higher ids after a restart', async () => {
    const before = (await stored()).at(-1)?.id ?? 0;
    bridge = await bridge.restart();
    client = await bridge.client();
    await pay();
    const { received } = await follow(client, String(before));
    await until(() => received.some(({ data }) => data.text === 'authorisation: ended by completion'));
    expect(received.map(({ event }) => event)).not.toContain('reset');
    expect(received.every(({ id }) => Number(id) > before)).toBe(true);
  });

  it('is for managers and integrators of the merchant', async () => {
    const [cashier, other] = [await bridge.staff('cashier'), await bridge.client('other')];
    expect((await follow(cashier)).status).toBe(403);
    expect((await follow(other)).status).toBe(404);
  });

  it('ends when its reader loses the right to it', async () => {
    const [manager, cashier] = [await bridge.staff('manager'), await bridge.staff('cashier')];
    const people = ok(await manager.ask<{ data: { id: string; username: string }[] }>('GET', '/bridge/v1/people')).data;
    const { id } = people.find(({ username }) => username === 'cashier@demo.example')!;
    const become = async (role: string) => ok(await manager.ask('PUT', `/bridge/v1/people/${id}`, { body: { role } }));
    await become('manager');
    const stream = await follow(cashier);
    expect(stream.status).toBe(200);
    await become('cashier');
    await stream.ended;

    const scopes = async (...given: string[]) =>
      ok(await manager.ask('PUT', '/bridge/v1/clients/trace-reader', { body: { scopes: given } }));
    const { secret } = ok(
      await manager.ask<{ secret: string }>('POST', '/bridge/v1/clients', {
        body: { id: 'trace-reader', scopes: ['smart', 'manage'], name: 'x' },
      }),
    );
    const token = await bridge.ask<{ access_token: string }>('POST', '/oauth/token', {
      body: { grant_type: 'client_credentials', client_id: 'trace-reader', client_secret: secret },
    });
    const reader = await follow({ ...client, token: ok(token).access_token });
    expect(reader.status).toBe(200);
    await scopes('smart');
    await reader.ended;
  });
});
