/** A terminal that connects by itself: who is let in, and when. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type Door, openDoor } from './door.ts';

let door: Door;
let port: number;
let busy = false;
let arrivals: PromiseWithResolvers<void>;
const callers: Socket[] = [];

async function open(from?: string) {
  busy = false;
  arrivals = Promise.withResolvers<void>();
  door = await openDoor(
    { host: '127.0.0.1', port: 0 },
    from,
    () => busy,
    () => arrivals.resolve(),
  );
  port = door.port;
}

async function call(): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port });
  socket.on('error', () => {});
  socket.resume();
  callers.push(socket);
  await once(socket, 'connect');
  return socket;
}

const isGone = (socket: Socket) => (socket.closed ? Promise.resolve() : once(socket, 'close'));

afterEach(async () => {
  for (const socket of callers.splice(0)) socket.destroy();
  await door.close();
});

describe('a terminal that calls', () => {
  it('is told to whoever waits, and may have called before', async () => {
    await open();
    const early = await call();
    await arrivals.promise;
    const line = await door.next(1000);
    line.write(Buffer.from('hello'));
    expect(String((await once(early, 'data'))[0])).toBe('hello');
    early.destroy();
    await line.closed;
    const waiting = door.next(5000);
    const late = await call();
    (await waiting).write(Buffer.from('again'));
    expect(String((await once(late, 'data'))[0])).toBe('again');
  });

  it('is waited for no longer than was said', async () => {
    await open();
    await expect(door.next(20)).rejects.toThrow(/no terminal has connected to port \d+ within 20 ms/);
  });

  it('takes the place of an older call when nothing runs', async () => {
    await open();
    const [first, line] = await Promise.all([call(), door.next(5000)]);
    const second = await call();
    await Promise.all([isGone(first), line.closed]);
    (await door.next(5000)).write(Buffer.from('x'));
    await once(second, 'data');
  });

  it('is refused while a command runs', async () => {
    await open();
    const [first, line] = await Promise.all([call(), door.next(5000)]);
    busy = true;
    await isGone(await call());
    expect(line.isDown).toBe(false);
    expect(first.destroyed).toBe(false);
  });

  it('is refused from any other address than the one named', async () => {
    await open('192.0.2.1');
    await isGone(await call());
    await expect(door.next(20)).rejects.toThrow(/no terminal/);
  });

  it('is let in from the address named', async () => {
    await open('127.0.0.1');
    const [, line] = await Promise.all([call(), door.next(5000)]);
    expect(line.isDown).toBe(false);
  });
});
