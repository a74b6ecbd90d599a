/** The event stream over real HTTP: order, resume, the first events, and the readers of each event. */
import { connect } from 'node:net';
import { createParser } from 'eventsource-parser';
import { afterEach, describe, expect, it } from 'vitest';
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

interface StreamEvent {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: Record<string, unknown> & { readonly document?: { readonly status: string } };
}

interface Listener {
  readonly received: StreamEvent[];
  readonly status: number;
  /** Resolves when the bridge ends the stream. */
  readonly ended: Promise<void>;
  stop(): void;
}

const streams: Listener[] = [];
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.stop();
  await closeAll();
});

async function listen(bridge: TestBridge, client: Client, lastEventId?: string): Promise<Listener> {
  const stopped = new AbortController();
  const headers = {
    authorization: `Bearer ${client.token}`,
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
  };
  const response = await fetch(`${bridge.url}/bridge/v1/events`, { headers, signal: stopped.signal });
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  const received: StreamEvent[] = [];
  const parser = createParser({
    onEvent: ({ event = '', id, data }) => void received.push({ event, id, data: JSON.parse(data) }),
  });
  const ended = (async () => {
    try {
      for await (const part of response.body!.pipeThrough(new TextDecoderStream())) parser.feed(part);
    } catch {
      // The stream was stopped from here.
    }
  })();
  const listener = { received, status: response.status, ended, stop: () => stopped.abort() };
  streams.push(listener);
  await until(() => received.some(({ event }) => event === 'queue'));
  return listener;
}

const transactions = ({ received }: Listener) => received.filter(({ event }) => event === 'transaction');
const transactionEvents = (listener: Listener) =>
  transactions(listener).map(({ data }) => [data.id, data.type, data.document?.status] as const);

async function shop() {
  const bridge = await startBridge();
  return { bridge, till: await bridge.client() };
}

describe('a stream', () => {
  it('begins with the terminal, its payment and the queue', async () => {
    const { bridge, till } = await shop();
    const { received } = await listen(bridge, till);
    expect(received.map(({ event }) => event)).toEqual(['terminal', 'payment', 'queue']);
    expect(received[0]?.data).toMatchObject({ state: 'ready' });
    expect(received[1]?.data).toMatchObject({ payment: null });
    expect(received[2]?.data).toMatchObject({ upstream: 'none', parked: 0 });
  });

  it('tells every change once and in order, with the document as GET reads it', async () => {
    const { bridge, till } = await shop();
    const stream = await listen(bridge, till);
    const { id } = await till.create(sale([item(100)]));
    ok(await till.post(`/${id}/start/cash`));
    ok(await till.post(`/${id}/cancel`));
    await until(() => transactions(stream).length === 3);
    expect(transactionEvents(stream)).toEqual([
      [id, 'added', 'created'],
      [id, 'changed', 'ok'],
      [id, 'changed', 'cancelled'],
    ]);
    expect(transactions(stream).at(-1)?.data.document).toEqual(await till.read(id));
    const numbers = transactions(stream).map(event => Number(event.id));
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(new Set(numbers).size).toBe(3);
  });

  it('tells a change only when it is on disk', async () => {
    const { bridge, till } = await shop();
    const stream = await listen(bridge, till);
    const { id } = await till.create(sale([item(100)]));
    // A step of closing a sale after its change has been noted.
    bridge.alter(`CREATE TRIGGER broken BEFORE INSERT ON queue_record BEGIN SELECT RAISE(ABORT, 'x'); END`);
    expect((await till.post(`/${id}/start/cash`)).status).toBe(500);
    bridge.alter('DROP TRIGGER broken');
    ok(await till.post(`/${id}/cancel`));
    await until(() => transactionEvents(stream).some(([, , status]) => status === 'cancelled'));
    expect(transactionEvents(stream).map(([, , status]) => status)).toEqual(['created', 'cancelled']);
  });

  it('follows a card payment', async () => {
    const { bridge, till } = await shop();
    const stream = await listen(bridge, till);
    const { id } = await till.create(sale([item(100)]));
    ok(await till.post(`/${id}/start/cashless`));
    await until(() => transactions(stream).length === 3);
    const payments = stream.received
      .filter(({ event }) => event === 'payment')
      .map(({ data }) => data.payment as { step?: string } | null);
    expect(payments.map(payment => payment?.step ?? null)).toEqual([null, 'connecting', 'sent', 'prompt', null]);
    expect(transactionEvents(stream).map(([, , status]) => status)).toEqual(['created', 'pending', 'ok']);
    const states = stream.received.filter(({ event }) => event === 'terminal').map(({ data }) => data.state);
    expect(states).toEqual(['ready', 'busy', 'ready']);
  });

  it('is received by the own merchant only, the terminal too', async () => {
    const { bridge, till } = await shop();
    const other = await listen(bridge, await bridge.client('other'));
    const own = await listen(bridge, till);
    const { id } = await till.create(sale([item(100)]));
    ok(await till.post(`/${id}/start/cashless`));
    await until(() => transactions(own).length === 3);
    await (await bridge.client('other')).create();
    await until(() => transactions(other).length === 1);
    expect(JSON.stringify(other.received)).not.toContain(id);
    expect(other.received.map(({ event }) => event).filter(event => event !== 'queue')).toEqual(['transaction']);
  });

  it('survives a listener that goes away in the middle', async () => {
    const { bridge, till } = await shop();
    const [staying, leaving] = [await listen(bridge, till), await listen(bridge, till)];
    await till.create();
    await until(() => transactions(leaving).length === 1);
    leaving.stop();
    for (let count = 0; count < 5; count += 1) await till.create();
    await until(() => transactions(staying).length === 6);
    expect(transactions(leaving)).toHaveLength(1);
  });

  it('needs a token and ends with the bridge', async () => {
    const { bridge, till } = await shop();
    expect((await bridge.ask('GET', '/bridge/v1/events')).status).toBe(401);
    const stream = await listen(bridge, till);
    await bridge.close();
    await stream.ended;
  });
});

describe('a stream that is resumed', () => {
  it('has neither gaps nor repeats', async () => {
    const { bridge, till } = await shop();
    const first = await listen(bridge, till);
    await till.create();
    await until(() => transactions(first).length === 1);
    const last = transactions(first)[0]?.id;
    first.stop();
    await first.ended;
    const missed: string[] = [];
    for (let count = 0; count < 5; count += 1) missed.push((await till.create()).id);
    const again = await listen(bridge, till, last);
    const after = await till.create();
    await until(() => transactions(again).length === 6);
    expect(transactionEvents(again).map(([id]) => id)).toEqual([...missed, after.id]);
  });

  it('while changes keep coming, has neither gaps nor repeats', async () => {
    const { bridge, till } = await shop();
    const first = await listen(bridge, till);
    const created = (async () => {
      const ids: string[] = [];
      for (let count = 0; count < 60; count += 1) ids.push((await till.create()).id);
      return ids;
    })();
    await until(() => transactions(first).length > 5);
    first.stop();
    await first.ended;
    const before = transactions(first);
    const again = await listen(bridge, till, before.at(-1)?.id);
    const ids = await created;
    await until(() => before.length + transactions(again).length >= 60);
    expect([...before, ...transactions(again)].map(({ data }) => data.id)).toEqual(ids);
  });

  it('across a restart of the bridge', async () => {
    const { bridge, till } = await shop();
    const first = await listen(bridge, till);
    const { id } = await till.create(sale([item(100)]));
    await until(() => transactions(first).length === 1);
    const last = transactions(first)[0]?.id;
    ok(await till.post(`/${id}/start/cash`));
    const restarted = await bridge.restart();
    const again = await listen(restarted, await restarted.client(), last);
    await until(() => transactions(again).length === 1);
    expect(transactionEvents(again)).toEqual([[id, 'changed', 'ok']]);
  });

  it('at the end hears nothing old', async () => {
    const { bridge, till } = await shop();
    await till.create();
    const { lastEventId } = (await till.ask<{ lastEventId: string }>('GET', '/bridge/v1/till')).body;
    const stream = await listen(bridge, till, lastEventId);
    expect(stream.received.map(({ event }) => event)).toEqual(['terminal', 'payment', 'queue']);
  });

  it.each([
    ['from before what is kept', '1'],
    ['from a future that never was', '999999'],
  ])('%s begins anew with reset', async (_what, last) => {
    const { bridge, till } = await shop();
    for (let count = 0; count < 3; count += 1) await till.create();
    bridge.alter('DELETE FROM change WHERE seq < 3');
    const stream = await listen(bridge, till, last);
    expect(stream.received.map(({ event }) => event)).toEqual(['reset', 'terminal', 'payment', 'queue']);
  });

  it('with a number that is none begins like a new one', async () => {
    const { bridge, till } = await shop();
    await till.create();
    const stream = await listen(bridge, till, 'garbage');
    expect(stream.received.map(({ event }) => event)).toEqual(['terminal', 'payment', 'queue']);
  });

  it('with too much to tell begins anew with reset', async () => {
    const { bridge, till } = await shop();
    await till.create();
    bridge.alter(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)
      INSERT INTO change (merchant, object, id, type, at) SELECT merchant, object, id, 'changed', at FROM change, n WHERE seq = 1`);
    const stream = await listen(bridge, till, '1');
    expect(stream.received[0]?.event).toBe('reset');
  });
});

describe('a slow reader', () => {
  it('is cut, and nobody else is harmed', async () => {
    const { bridge, till } = await shop();
    const { hostname, port } = new URL(bridge.url);
    const socket = connect(Number(port), hostname);
    socket.write(`GET /bridge/v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${till.token}\r\n\r\n`);
    await new Promise(resolve => socket.once('readable', resolve));
    const closed = new Promise(resolve => socket.once('close', resolve));
    socket.on('error', () => undefined);
    const stream = await listen(bridge, till);
    const big = { market: 'x'.repeat(900), ballast: 'y'.repeat(300_000) };
    let sent = 0;
    while (sent < 60) {
      await till.create(big);
      sent += 1;
    }
    await until(() => transactions(stream).length === sent);
    socket.resume();
    await closed;
    await till.create();
    await until(() => transactions(stream).length === sent + 1);
    expect((await bridge.ask('GET', '/healthz')).status).toBe(200);
  });
});
