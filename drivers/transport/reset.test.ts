/**
 * A connection that may still hold bytes of a command is reset: otherwise the system goes on sending the command for minutes,
 * and it arrives while a new connection is already asking how it ended.
 */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { findTerminals } from '../discovery/findTerminals.ts';
import { endOf, registers } from '../doubles/scriptedTerminal.ts';
import { FAST } from '../opi/pair.fixture.ts';
import { openScripted, type Scripted, success, tender, type Wire } from '../opi/scripted.fixture.ts';
import { APPROVED, closeScripted, DECLINED, DONE, idle, open, opened, terminal } from '../zvt/scripted.fixture.ts';
import { connectTcp } from './tcp.ts';

/** Bytes that arrive at a side that reads only when the connection was ended in this way. */
async function arrivingAfter(end: 'close' | 'reset'): Promise<number> {
  const server = createServer({ pauseOnConnect: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connection = once(server, 'connection');
  const line = await connectTcp({ host: '127.0.0.1', port: (server.address() as { port: number }).port }, 1000);
  const [socket] = (await connection) as [Socket];
  const ended = endOf(socket);
  // More than both systems take while nobody reads.
  line.write(Buffer.alloc(64 * 1024 * 1024, 1));
  line[end]();
  await line.closed;
  let received = 0;
  socket.on('data', chunk => {
    received += chunk.length;
  });
  socket.resume();
  await ended;
  server.close();
  return received;
}

it('throws away what the other side has not taken yet', async () => {
  const [afterReset, afterClose] = [await arrivingAfter('reset'), await arrivingAfter('close')];
  expect(afterReset).toBeLessThan(afterClose);
});

describe('the driver of a ZVT terminal', () => {
  afterEach(closeScripted);

  it('resets a connection on which a command was not answered', async () => {
    const ends: Promise<string>[] = [];
    const silent = async (peer: Parameters<typeof idle>[0]) => {
      await registers(peer);
      await peer.expect('0601');
      ends.push(peer.gone);
    };
    await open([silent, idle]);
    expect((await terminal.pay({ amount: 1200 })).kind).toBe('unknown');
    expect(await ends[0]).toBe('reset');
  });

  it('resets a connection whose terminal hung up in the middle of a command', async () => {
    const ends: Promise<string>[] = [];
    await opened(async peer => {
      ends.push(peer.gone);
      peer.send(APPROVED);
      peer.hangUp();
    });
    expect((await terminal.pay({ amount: 1200 })).kind).toBe('unknown');
    expect(await ends[0]).toBe('reset');
  });

  it('resets a connection on which the abort was not answered', async () => {
    const ends: Promise<string>[] = [];
    const stop = new AbortController();
    await opened(async peer => {
      ends.push(peer.gone);
      stop.abort();
      await peer.expect('06b0');
      await peer.tell(DECLINED);
      await peer.tell('061e6c');
    });
    expect((await terminal.pay({ amount: 1200 }, { signal: stop.signal })).kind).toBe('declined');
    await terminal.close();
    expect(await ends[0]).toBe('reset');
  });

  it('leaves the last acknowledgement in the connection of a terminal that hangs up with its completion', async () => {
    const ends: Promise<string>[] = [];
    await opened(async peer => {
      ends.push(peer.gone);
      await peer.tell(APPROVED);
      peer.send(DONE);
      peer.hangUp();
      await peer.expect('8000');
    });
    expect((await terminal.pay({ amount: 1200 })).kind).toBe('approved');
    expect(await ends[0]).toBe('closed');
  });

  it('closes a connection in order when everything was answered', async () => {
    const ends: Promise<string>[] = [];
    await opened(async peer => {
      ends.push(peer.gone);
      await peer.tell(APPROVED);
      await peer.tell(DONE);
    });
    expect((await terminal.pay({ amount: 1200 })).kind).toBe('approved');
    await terminal.close();
    expect(await ends[0]).toBe('closed');
  });
});

describe('the search for terminals', () => {
  it('resets a connection on which its question was not answered, and closes any other in order', async () => {
    const silent = createServer();
    const answering = createServer();
    const ends: Promise<string>[] = [];
    for (const server of [silent, answering]) {
      server.on('connection', socket => ends.push(endOf(socket.resume()))).listen(0, '127.0.0.1');
      await once(server, 'listening');
    }
    answering.on('connection', socket => socket.once('data', () => socket.write(Buffer.from('848300', 'hex'))));
    const timeouts = { connect: 1000, answer: 200 };
    for (const server of [silent, answering]) {
      const { port } = server.address() as { port: number };
      await findTerminals({ subnets: ['127.0.0.1'], tcpPorts: [port], timeouts });
      server.close();
    }
    expect(await Promise.all(ends)).toEqual(['reset', 'closed']);
  });
});

describe('the driver of an O.P.I. terminal', () => {
  const QUICK = { timers: { ...FAST, card: 100, host: 100 } };
  let scripted: Scripted;
  afterEach(() => scripted.close());

  async function endAfter(script: (wire: Wire, answer: () => void) => void): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<string>();
    scripted = await openScripted((request, wire) => {
      wire.gone.then(resolve);
      script(wire, () => wire.send(success(request, [tender('12.00')])));
    }, QUICK);
    await scripted.terminal.pay({ amount: 1200 });
    await scripted.terminal.close();
    return promise;
  }

  it('resets a connection on which a request was not answered, and closes any other in order', async () => {
    expect(await endAfter(() => undefined)).toBe('reset');
    await scripted.close();
    expect(await endAfter((_, answer) => answer())).toBe('closed');
  });
});
