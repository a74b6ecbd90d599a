/** What comes before anybody listens is kept, but not without bound: who sends more is hung up. */
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

it('a caller whom nobody listens to is hung up after so much, and the rest is not kept', async () => {
  const { line, caller } = await connected();
  const gone = new Promise(resolve => caller.once('close', resolve));
  const flood = () => void (caller.destroyed || caller.write(Buffer.alloc(65_536, 1)));
  caller.on('drain', flood);
  for (let turn = 0; turn < 64; turn++) flood();
  await Promise.all([gone, line.closed]);
  const heard: Buffer[] = [];
  const { promise: down, resolve } = Promise.withResolvers<void>();
  line.listen({ bytes: chunk => heard.push(chunk), down: () => resolve() });
  await down;
  expect([heard, line.isDown]).toEqual([[], true]);
});

it('a long message before anybody listens is heard whole', () => {
  const heard: Buffer[] = [];
  const box = inbox(() => expect.unreachable());
  const long = Buffer.alloc(256 * 1024, 1);
  for (let at = 0; at < long.length; at += 65_536) box.bytes(long.subarray(at, at + 65_536));
  box.listen({ bytes: chunk => heard.push(chunk), down: () => {} });
  expect(Buffer.concat(heard).equals(long)).toBe(true);
});

it('who is listened to may say as much as he likes', async () => {
  const { line, caller } = await connected();
  let heard = 0;
  const { promise: all, resolve } = Promise.withResolvers<void>();
  line.listen({
    bytes(chunk) {
      heard += chunk.length;
      if (heard === 4 * 1024 * 1024) resolve();
    },
    down: () => {},
  });
  caller.write(Buffer.alloc(4 * 1024 * 1024, 1));
  await all;
  expect(line.isDown).toBe(false);
});
