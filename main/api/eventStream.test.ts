/** Readers of an event stream that read slowly, over real sockets: what they cost, and when they are cut. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, it } from 'vitest';
import { until } from '../doubles/bridge.fixture.ts';
import { type EventStream, openEventStream } from './eventStream.ts';

interface Reader {
  readonly stream: EventStream<'transaction'>;
  readonly response: ServerResponse;
}

let server: Server;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
});

/** Readers that read nothing after the head, each with `missed` events before its stream has begun. */
async function stalledReaders(count: number, missed: readonly string[] = []): Promise<readonly Reader[]> {
  const readers: Reader[] = [];
  server = createServer((_request, response) => {
    const stream = openEventStream<'transaction'>(response, {});
    for (const [index, data] of missed.entries()) stream.send('transaction', data, index);
    stream.begun();
    readers.push({ stream, response });
  });
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
  for (let index = 0; index < count; index += 1) {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    sockets.push(socket);
  }
  await until(() => readers.length === count);
  return readers;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function memory(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const event = (number: number, size: number) => JSON.stringify({ number, text: 'x'.repeat(size) });

/** Sends events until the fact holds for every reader. */
async function sendUntil(readers: readonly Reader[], holds: (reader: Reader) => boolean): Promise<void> {
  for (let number = 0; !readers.every(holds); number += 1) {
    const data = event(number, 3000);
    for (const { stream, response } of readers) if (!response.destroyed) stream.send('transaction', data, number);
    if (number % 50 === 0) await turn();
  }
}

it('keeps at most 64 KiB for a reader that stalls, cuts it, and gives all of it back', async () => {
  const readers = await stalledReaders(40);
  const before = memory();
  await sendUntil(readers, ({ response }) => response.writableLength > 400_000);
  // Garbage of other tests in this process goes with a later collection.
  await until(() => (memory() - before) / readers.length < 65_536);
  expect(readers.some(({ response }) => response.destroyed)).toBe(false);
  await sendUntil(readers, ({ response }) => response.destroyed);
  await until(() => memory() - before < 1_000_000);
});

it.each([
  ['in chunks', '1.1', /\r\n[0-9a-f]+\r\nid: 1\nevent: transaction\ndata: \{"number":1,"text":"ü"\}\n\n\r\n/],
  ['as it is by HTTP/1.0', '1.0', /\r\n\r\n: open\n\nid: 1\nevent: transaction\ndata: \{"number":1,"text":"ü"\}\n\n/],
])('writes an event %s', async (_, version, written) => {
  server = createServer((_request, response) => {
    openEventStream<'transaction'>(response, {}).send('transaction', '{"number":1,"text":"ü"}', 1);
  });
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  let received = '';
  socket.on('data', bytes => {
    received += bytes;
  });
  socket.write(`GET / HTTP/${version}\r\nHost: localhost\r\n\r\n`);
  await until(() => received.includes('ü"}\n\n'));
  expect(received).toMatch(written);
});

it('gives a reader the time for what it missed, and takes events meanwhile', async () => {
  const missed = Array.from({ length: 500 }, (_, number) => event(number, 20_000));
  const [reader] = await stalledReaders(1, missed);
  const [socket] = sockets;
  if (!reader || !socket) throw new Error('there is no reader');
  expect(reader.response.writableLength).toBeGreaterThan(2_000_000);
  reader.stream.send('transaction', event(500, 20_000), 500);
  let received = '';
  socket.on('data', bytes => {
    received += bytes;
  });
  socket.resume();
  await until(() => received.includes('id: 500\n'));
  expect(received.match(/^id: /gm)).toHaveLength(501);
});
