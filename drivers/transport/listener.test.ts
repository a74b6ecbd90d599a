/** Terminals that connect by themselves: which callers are let in, and when. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { endOf } from '../doubles/scriptedTerminal.ts';
import { openListener, type TerminalListener } from './listener.ts';

let listener: TerminalListener;
let port: number;
let busy = false;
let arrivals: PromiseWithResolvers<void>;
/** Results of the connected terminal's `isAlive`, in order. */
let aliveResults: boolean[];
let aliveCalls: number;
const callers: Socket[] = [];

async function open(from?: string) {
  busy = false;
  aliveResults = [];
  aliveCalls = 0;
  arrivals = Promise.withResolvers<void>();
  listener = await openListener({ host: '127.0.0.1', port: 0 }, from, {
    isBusy: () => busy,
    arrived: () => arrivals.resolve(),
    isAlive: async () => {
      aliveCalls++;
      return aliveResults.shift() ?? false;
    },
  });
  port = listener.port;
}

async function call(): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port });
  socket.on('error', () => {});
  socket.resume();
  callers.push(socket);
  await once(socket, 'connect');
  return socket;
}

const isGone = (socket: Socket) =>
  socket.closed ? Promise.resolve() : new Promise<void>(resolve => socket.once('close', () => resolve()));

afterEach(async () => {
  for (const socket of callers.splice(0)) socket.destroy();
  await listener.close();
});

describe('a terminal that calls', () => {
  it('is returned by next, whether it calls before or after', async () => {
    await open();
    const early = await call();
    await arrivals.promise;
    const line = await listener.next(1000);
    line.write(Buffer.from('hello'));
    expect(String((await once(early, 'data'))[0])).toBe('hello');
    early.destroy();
    await line.closed;
    const waiting = listener.next(5000);
    const late = await call();
    (await waiting).write(Buffer.from('again'));
    expect(String((await once(late, 'data'))[0])).toBe('again');
    expect(aliveCalls).toBe(0);
  });

  it('is waited for no longer than the timeout', async () => {
    await open();
    await expect(listener.next(20)).rejects.toThrow(/no terminal has connected to port \d+ within 20 ms/);
  });

  it('replaces a connection whose terminal no longer answers', async () => {
    await open();
    const [first, line] = await Promise.all([call(), listener.next(5000)]);
    const ended = endOf(first);
    const second = await call();
    await line.closed;
    // A command may be on its way in the old connection: it must not arrive at a terminal that is asked over the new one.
    expect(await ended).toBe('reset');
    (await listener.next(5000)).write(Buffer.from('x'));
    await once(second, 'data');
    expect(aliveCalls).toBe(1);
  });

  it('is refused without a byte while the connected terminal answers', async () => {
    await open();
    const [first, line] = await Promise.all([call(), listener.next(5000)]);
    aliveResults = [true];
    const second = await call();
    await isGone(second);
    expect([second.bytesRead, line.isDown, first.destroyed]).toEqual([0, false, false]);
    line.write(Buffer.from('still here'));
    expect(String((await once(first, 'data'))[0])).toBe('still here');
  });

  it('is refused while a command runs', async () => {
    await open();
    const [first, line] = await Promise.all([call(), listener.next(5000)]);
    busy = true;
    await isGone(await call());
    expect(line.isDown).toBe(false);
    expect(first.destroyed).toBe(false);
    expect(aliveCalls).toBe(0);
  });

  it.each(['192.0.2.1', '192.0.2.0/24', '::1', 'no-such-terminal.invalid', '128.0.0.0/1'])(
    'is refused without a byte when only %s may call',
    async from => {
      await open(from);
      const stranger = await call();
      await isGone(stranger);
      expect(stranger.bytesRead).toBe(0);
      await expect(listener.next(20)).rejects.toThrow(/no terminal/);
    },
  );

  it.each(['127.0.0.1', '127.0.0.0/8', 'localhost', '::ffff:127.0.0.1'])('is accepted when %s may call', async from => {
    await open(from);
    const [, line] = await Promise.all([call(), listener.next(5000)]);
    expect(line.isDown).toBe(false);
  });
});
