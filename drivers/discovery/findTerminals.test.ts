/** The search finds terminals with one harmless question, and leaves terminals alone that another program owns. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ptyPair } from '../doubles/ptyPair.ts';
import { scriptedTerminal } from '../doubles/scriptedTerminal.ts';
import { takeOwnership } from '../ownership.ts';
import { startVirtualTerminal } from '../simulator/zvt/start.ts';
import { transportOpener } from '../transport/opener.ts';
import { findTerminals } from './findTerminals.ts';
import { NetworkError } from './networks.ts';

const timeouts = { connect: 1000, answer: 600 };
const opened: (() => unknown)[] = [];
/** A realm of its own: other tests own terminals at the same addresses. */
const realm = `search ${process.pid}`;

afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

async function virtualTerminal(options: object = {}) {
  const virtual = await startVirtualTerminal({ delay: 0, timers: { t2: 300, t3: 300 }, ...options });
  opened.push(() => virtual.close());
  return virtual;
}

/** A server that is no terminal; `received` is the hex of the bytes it got. */
async function foreignServer(
  greeting: string,
): Promise<{ port: number; received: () => string; connections: () => number }> {
  let received = '';
  let connections = 0;
  const server = createServer(socket => {
    connections++;
    socket.on('error', () => {});
    socket.on('data', chunk => {
      received += chunk.toString('hex');
    });
    socket.write(greeting);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push(() => server.close());
  return {
    port: (server.address() as { port: number }).port,
    received: () => received,
    connections: () => connections,
  };
}

describe('a search', () => {
  it('finds a terminal in a network and reports the progress', async () => {
    const { port } = await virtualTerminal();
    const reported: string[] = [];
    const progress: number[][] = [];
    const found = await findTerminals({
      subnets: ['127.0.0.1', '127.0.0.0/29'],
      tcpPorts: [port, port],
      timeouts,
      realm,
      onFound: one => reported.push(one.endpoint),
      onProgress: (done, of) => progress.push([done, of]),
    });
    // Some systems answer at all loopback addresses; this listener answers at its own address only.
    expect(found).toMatchObject([
      { endpoint: `tcp://127.0.0.1:${port}`, protocol: 'zvt', holder: null, connection: { type: 'tcp', port } },
    ]);
    expect(found[0]?.software).toBeTruthy();
    expect(reported).toEqual([`tcp://127.0.0.1:${port}`]);
    expect(progress).toEqual(Array.from({ length: 7 }, (_, done) => [done, 6]));
  });

  it('sends one status enquiry to every server, and recognises servers that are no terminals', async () => {
    const web = await foreignServer('HTTP/1.1 400 Bad Request\r\n\r\n');
    const mute = await foreignServer('');
    const tcpPorts = [web.port, mute.port];
    expect(await findTerminals({ subnets: ['127.0.0.1'], tcpPorts, timeouts, realm })).toEqual([]);
    expect([web.received(), mute.received()]).toEqual(['050100', '050100']);
    expect([web.connections(), mute.connections()]).toEqual([1, 1]);
  });

  it('does not end a running command of the terminal', async () => {
    const busy = await scriptedTerminal(async peer => {
      await peer.expect('0501');
      peer.send('800000');
      await peer.tell('04ff010a');
      await peer.gone;
    });
    opened.push(() => busy.close());
    await findTerminals({
      subnets: ['127.0.0.1'],
      tcpPorts: [busy.port],
      timeouts: { connect: 1000, answer: 200 },
      realm,
    });
    await busy.finished;
    expect(busy.received).toEqual(['050100', '800000']);
  });

  it('reports the owner of an owned terminal, and does not ask the terminal', async () => {
    const shop = await foreignServer('');
    const lock = await takeOwnership(`tcp://127.0.0.1:${shop.port}`, { program: 'Other till' }, realm);
    opened.push(lock.release);
    const found = await findTerminals({ subnets: ['127.0.0.1'], tcpPorts: [shop.port], timeouts, realm });
    expect(found).toMatchObject([
      { holder: expect.stringContaining('Other till'), own: true, terminalId: null, software: null },
    ]);
    expect(shop.connections()).toBe(0);
  });

  it('recognises an owned terminal by any of its addresses', async () => {
    const shop = await foreignServer('');
    const connection = { type: 'tcp', host: 'terminal.invalid', port: shop.port } as const;
    const addressesOf = async () => ['127.0.0.2', '127.0.0.1'];
    const access = transportOpener(connection, { owner: { program: 'Other till' }, realm, addressesOf });
    opened.push(() => access.close());
    await expect(access.open(1000)).rejects.toThrow(); // the host name does not exist, but its address is owned
    const search = { subnets: ['127.0.0.1', '127.0.0.2'], tcpPorts: [shop.port], timeouts, realm };
    const held = { holder: expect.stringContaining('Other till') };
    expect(await findTerminals(search)).toMatchObject([held, held]);
    expect(shop.connections()).toBe(0);
    await access.close();
    expect(await findTerminals(search)).toEqual([]);
    expect(shop.connections()).toBe(1);
  });

  it('finds a terminal on a serial port, and nothing on an unused port', async () => {
    const [used, empty] = [await ptyPair(), await ptyPair()];
    for (const ports of [used, empty]) opened.push(() => ports.close());
    await virtualTerminal({ serial: used.terminal });
    const found = await findTerminals({
      ports: true,
      listPorts: async () => [{ path: used.till }, { path: empty.till }, { path: '/dev/does-not-exist' }],
      timeouts,
      realm,
    });
    expect(found).toMatchObject([
      { endpoint: `serial:${used.till}`, connection: { type: 'serial', path: used.till, baudRate: 9600, stopBits: 2 } },
    ]);
  });

  it('ends when the signal is aborted', async () => {
    const mute = await foreignServer('');
    const stop = new AbortController();
    const search = findTerminals({
      subnets: ['127.0.0.1'],
      tcpPorts: [mute.port],
      timeouts: { connect: 1000, answer: 600_000 },
      realm,
      signal: stop.signal,
    });
    while (mute.received() === '') await new Promise(setImmediate);
    stop.abort();
    expect(await search).toEqual([]);
  });

  it('refuses a network that is too large before it asks any place', async () => {
    await expect(findTerminals({ subnets: ['10.0.0.0/8'], realm })).rejects.toThrow(NetworkError);
  });
});
