/** The table of events: its examples are what the shapes say, its names are those that are sent, and its page shows all of them. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { createParser } from 'eventsource-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { simpleStatuses } from '../../acquirer/payments/statuses.ts';
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
import { events } from '../../wire/events.ts';
import { pushEventTable, streamEventNames, streamEvents } from '../../wire/eventTable.ts';
import { paymentEvent, pushEventNames } from '../../wire/pushEvents.ts';

let bridge: TestBridge;
let client: Client;
beforeAll(async () => {
  bridge = await startBridge();
  client = await bridge.client();
});
const cut = new AbortController();
afterAll(async () => {
  cut.abort();
  await closeAll();
});

/** Reads the events of a stream with this query; ends with the file. */
async function stream(query: string, by = client) {
  const headers = { authorization: `Bearer ${by.token}` };
  const answer = await fetch(`${bridge.url}/bridge/v1/events?${query}`, { headers, signal: cut.signal });
  const received: { name: string | undefined; data: { id?: string } }[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => void received.push({ name: event, data: JSON.parse(data) }),
  });
  void (async () => {
    for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) parser.feed(part);
  })().catch(() => undefined);
  return { status: answer.status, received };
}

describe('the table', () => {
  const ajv = formats.default(new Ajv2020({ strict: false }));
  it.each(streamEventNames.filter(name => name !== 'transaction'))('has an example of %s as its shape says', name => {
    const { schema, example } = streamEvents[name];
    const isValid = ajv.compile(schema);
    expect(isValid(example), JSON.stringify(isValid.errors)).toBe(true);
  });

  it('names every event of the stream, and a push for every status of a payment', () => {
    expect(streamEventNames.toSorted()).toEqual(Object.keys(events).toSorted());
    const isValid = ajv.compile(pushEventTable.schema);
    expect(isValid(pushEventTable.example), JSON.stringify(isValid.errors)).toBe(true);
    const named = Object.values(simpleStatuses).map(paymentEvent);
    expect(new Set(named).size).toBe(Object.keys(simpleStatuses).length);
    expect(named.filter(name => name === 'payment.changed')).toHaveLength(1);
  });

  it('is a page in both languages, and JSON', async () => {
    for (const language of ['de', 'en'] as const) {
      const { text, status } = await bridge.ask('GET', '/docs/events', { headers: { 'accept-language': language } });
      expect([status, text.includes(`<html lang="${language}"`)]).toEqual([200, true]);
      for (const name of [...streamEventNames, ...pushEventNames]) expect(text).toContain(`<tr id="${name}">`);
      for (const row of Object.values(pushEventTable.events)) expect(text).toContain(row[language].split('`')[0]);
    }
    const { body } = await bridge.ask<{ stream: object; pushes: { events: object } }>('GET', '/docs/events.json');
    expect(Object.keys(body.stream)).toEqual(streamEventNames);
    expect(Object.keys(body.pushes.events)).toEqual(pushEventNames);
  });
});

describe('a filtered stream', () => {
  it('gives the events and the sale that it names, and nothing else', async () => {
    const first = await client.create(sale([item(100)]));
    const second = await client.create(sale([item(100)]));
    const one = await stream(`events=transaction&sale=${first.id}`);
    const all = await stream('events=transaction,queue');
    await until(() => all.received.length > 0);
    ok(await client.post(`/${second.id}/start/cash`));
    ok(await client.post(`/${first.id}/start/cash`));
    await until(() => one.received.length > 0 && all.received.some(({ data }) => data.id === first.id));
    expect(one.received.map(({ name, data }) => [name, data.id])).toEqual([['transaction', first.id]]);
    expect(new Set(all.received.map(({ name }) => name))).toEqual(new Set(['transaction', 'queue']));
  });

  it('refuses an event that does not exist, by its name', async () => {
    const { status, body } = await client.ask<{ error_details: string }>(
      'GET',
      '/bridge/v1/events?events=sale,payment',
    );
    expect([status, body.error_details]).toEqual([500, expect.stringContaining('there is no event sale')]);
  });

  it('is one of at most 128 of a client', async () => {
    const other = await bridge.client('other');
    const open = await Promise.all(Array.from({ length: 128 }, () => stream('events=queue', other)));
    expect(open.every(({ status }) => status === 200)).toBe(true);
    expect((await other.ask('GET', '/bridge/v1/events')).status).toBe(429);
  });
});
