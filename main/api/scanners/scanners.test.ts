/** Serial scanners over HTTP and a real serial line: set up, read, taken once, survive a restart, refused, removed. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { createParser } from 'eventsource-parser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PtyPair, ptyPair } from '../../../drivers/doubles/ptyPair.ts';
import { type Client, closeAll, ok, startBridge, type TestBridge, until } from '../../doubles/bridge.fixture.ts';
import type { EventData } from '../../wire/events.ts';
import type { Scanner } from '../../wire/scanners.ts';
import { demoIds } from '../../world/demoIds.ts';

const PATH = '/bridge/v1/scanners';

let line: PtyPair;
let bridge: TestBridge;
let client: Client;
const stop = new AbortController();
const scans: EventData<'scan'>[] = [];

beforeAll(async () => {
  line = await ptyPair();
  bridge = await startBridge();
  client = await bridge.client();
});
afterAll(async () => {
  stop.abort();
  await closeAll();
  await line.close();
});

async function follow(): Promise<void> {
  const headers = { authorization: `Bearer ${client.token}` };
  const response = await fetch(`${bridge.url}/bridge/v1/events`, { headers, signal: stop.signal });
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event === 'scan') scans.push(JSON.parse(data));
    },
  });
  void (async () => {
    try {
      for await (const part of response.body!.pipeThrough(new TextDecoderStream())) parser.feed(part);
    } catch {
      // The bridge ended it.
    }
  })();
}

function send(text: string): void {
  const side = openSync(line.terminal, 'w');
  writeSync(side, text);
  closeSync(side);
}

const facts = () => ({ name: 'Handscanner', till: demoIds.till, path: line.till, prefix: ']E0' });
const read = async (id: string) =>
  ok(await client.ask<{ data: Scanner[] }>('GET', PATH)).data.find(one => one.id === id);
const ready = (id: string) => until(async () => (await read(id))?.state === 'ready');
const take = async (id: string) =>
  ok(await client.ask<{ taken: boolean }>('POST', `/bridge/v1/scans/${id}/take`)).taken;

it('hands each scan to the stream with its till, to one taker, and comes back after a restart', async () => {
  const { id } = ok(await client.ask<Scanner>('POST', PATH, { body: facts() }));
  await ready(id);
  await follow();
  send(']E04006381333931\r\n');
  await until(() => scans.length === 1);
  expect(scans[0]).toMatchObject({ scanner: id, till: demoIds.till, code: '4006381333931' });
  const taken = await Promise.all([take(scans[0]!.id), take(scans[0]!.id), take(scans[0]!.id)]);
  expect(taken.filter(Boolean)).toHaveLength(1);
  expect((await read(id))?.last?.code).toBe('4006381333931');
  // The number of a payment card that comes by a scanner is cut, that of a loyalty card is not.
  send('4111111111111111\r9276004000000018\r');
  await until(() => scans.length === 3);
  expect(scans[1]!.code).not.toContain('411111');
  expect(scans[2]!.code).toBe('9276004000000018');
  bridge = await bridge.restart();
  client = await bridge.client();
  await ready(id);
});

it('refuses what is no scanner, a port that is taken, and everybody who does not lead', async () => {
  const bad = [
    {},
    { ...facts(), baudRate: 1 },
    { ...facts(), suffix: 'x' },
    { ...facts(), path: 'a b' },
    { ...facts(), prefix: 'é' },
  ];
  for (const body of bad) expect((await client.ask('POST', PATH, { body })).status, JSON.stringify(body)).toBe(500);
  const nowhere = { ...facts(), till: `SDV_${'9'.repeat(30)}`, path: '/dev/ttyS77' };
  expect((await client.ask('POST', PATH, { body: nowhere })).status).toBe(404);
  const twice = await client.ask<{ code: number }>('POST', PATH, { body: facts() });
  expect([twice.status, twice.body.code]).toEqual([405, 1232]);
  const cashier = await bridge.staff('cashier');
  expect((await cashier.ask('POST', PATH, { body: facts() })).status).toBe(403);
  expect(await take('0123456789abcdef0123456789abcdef')).toBe(false);
});

it('says that a port is not there, is changed, and removed', async () => {
  const { id } = ok(await client.ask<Scanner>('POST', PATH, { body: { ...facts(), path: '/dev/ttyS77' } }));
  await until(async () => (await read(id))?.state === 'offline');
  expect((await read(id))?.reason).toBeTruthy();
  expect(ok(await client.ask<Scanner>('PUT', `${PATH}/${id}`, { body: { suffix: 'pause' } })).suffix).toBe('pause');
  ok(await client.ask('DELETE', `${PATH}/${id}`));
  expect(await read(id)).toBeUndefined();
  expect((await client.ask('DELETE', `${PATH}/${id}`)).status).toBe(404);
});
