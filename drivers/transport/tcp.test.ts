/** Bytes that come before a receiver is set are kept up to a limit; a connection that exceeds it is cut. */
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { listenTcp } from './tcp.ts';
import { inbox, type SystemTransport } from './transport.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function connected(): Promise<{ readonly line: SystemTransport; readonly caller: Socket }> {
  const { promise, resolve } = Promise.withResolvers<SystemTransport>();
  const server = await listenTcp({ host: '127.0.0.1', port: 0 }, resolve);
  const caller = connect({ host: '127.0.0.1', port: server.port });
  caller.on('error', () => {});
  closing.push(server.close, async () => void caller.destroy());
  return { line: await promise, caller };
}

it('cuts a connection without a receiver at the limit, and keeps no further bytes', async () => {
  const { line, caller } = await connected();
  const gone = new Promise(resolve => caller.once('close', resolve));
  const flood = () => void (caller.destroyed || caller.write(Buffer.alloc(65_536, 1)));
  caller.on('drain', flood);
  for (let turn = 0; turn < 64; turn++) flood();
  await Promise.all([gone, line.closed]);
  const received: Buffer[] = [];
  const { promise: down, resolve } = Promise.withResolvers<void>();
  line.listen({ bytes: chunk => received.push(chunk), down: () => resolve() });
  await down;
  expect([received, line.isDown]).toEqual([[], true]);
});

it('delivers a long message that came before the receiver was set', () => {
  const received: Buffer[] = [];
  const box = inbox(() => expect.unreachable());
  const long = Buffer.alloc(256 * 1024, 1);
  for (let at = 0; at < long.length; at += 65_536) box.bytes(long.subarray(at, at + 65_536));
  box.listen({ bytes: chunk => received.push(chunk), down: () => {} });
  expect(Buffer.concat(received).equals(long)).toBe(true);
});

it('does not limit a connection with a receiver', async () => {
  const { line, caller } = await connected();
  let received = 0;
  const { promise: all, resolve } = Promise.withResolvers<void>();
  line.listen({
    bytes(chunk) {
      received += chunk.length;
      if (received === 4 * 1024 * 1024) resolve();
    },
    down: () => {},
  });
  caller.write(Buffer.alloc(4 * 1024 * 1024, 1));
  await all;
  expect(line.isDown).toBe(false);
});
