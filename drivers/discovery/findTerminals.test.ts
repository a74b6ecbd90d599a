/** Terminals are found where they are, asked once and harmlessly, and left alone where somebody else is at them. */
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

const patience = { connect: 1000, answer: 600 };
const opened: (() => unknown)[] = [];
/** Other tests find terminals at the same addresses. */
const realm = `search ${process.pid}`;

afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

async function virtualTerminal(options: object = {}) {
  const virtual = await startVirtualTerminal({ delay: 0, timers: { t2: 300, t3: 300 }, ...options });
  opened.push(() => virtual.close());
  return virtual;
}

/** Something that is no terminal; tells what it heard. */
async function stranger(greeting: string): Promise<{ port: number; heard: () => string; connections: () => number }> {
  let heard = '';
  let connections = 0;
  const server = createServer(socket => {
    connections++;
    socket.on('error', () => {});
    socket.on('data', chunk => {
      heard += chunk.toString('hex');
    });
    socket.write(greeting);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push(() => server.close());
  return { port: (server.address() as { port: number }).port, heard: () => heard, connections: () => connections };
}

describe('a search', () => {
  it('finds a terminal in a network and tells how far it is', async () => {
    const { port } = await virtualTerminal();
    const told: string[] = [];
    const progress: number[][] = [];
    const found = await findTerminals({
      subnets: ['127.0.0.1', '127.0.0.0/29'],
      tcpPorts: [port, port],
      timeouts: patience,
      realm,
      onFound: one => told.push(one.endpoint),
      onProgress: (done, of) => progress.push([done, of]),
    });
    // A listener on one loopback address answers at all of them only where the system says so: here at its own.
    expect(found).toMatchObject([
      { endpoint: `tcp://127.0.0.1:${port}`, protocol: 'zvt', holder: null, connection: { type: 'tcp', port } },
    ]);
    expect(found[0]?.software).toBeTruthy();
    expect(told).toEqual([`tcp://127.0.0.1:${port}`]);
    expect(progress).toEqual(Array.from({ length: 7 }, (_, done) => [done, 6]));
  });

  it('asks whoever answers one harmless question, and is not deceived', async () => {
    const web = await stranger('HTTP/1.1 400 Bad Request\r\n\r\n');
    const mute = await stranger('');
    const tcpPorts = [web.port, mute.port];
    expect(await findTerminals({ subnets: ['127.0.0.1'], tcpPorts, timeouts: patience, realm })).toEqual([]);
    expect([web.heard(), mute.heard()]).toEqual(['050100', '050100']);
    expect([web.connections(), mute.connections()]).toEqual([1, 1]);
  });

  it('does not end what a terminal is busy with', async () => {
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

  it('leaves alone what somebody owns, and tells who', async () => {
    const shop = await stranger('');
    const lock = await takeOwnership(`tcp://127.0.0.1:${shop.port}`, { program: 'Other till' }, realm);
    opened.push(lock.release);
    const found = await findTerminals({ subnets: ['127.0.0.1'], tcpPorts: [shop.port], timeouts: patience, realm });
    expect(found).toMatchObject([
      { holder: expect.stringContaining('Other till'), own: true, terminalId: null, software: null },
    ]);
    expect(shop.connections()).toBe(0);
  });

  it('leaves alone what somebody owns by any of its addresses', async () => {
    const shop = await stranger('');
    const connection = { type: 'tcp', host: 'terminal.invalid', port: shop.port } as const;
    const addressesOf = async () => ['127.0.0.2', '127.0.0.1'];
    const access = transportOpener(connection, { owner: { program: 'Other till' }, realm, addressesOf });
    opened.push(() => access.close());
    await expect(access.open(1000)).rejects.toThrow(); // nobody has that name: it is owned all the same
    const search = { subnets: ['127.0.0.1', '127.0.0.2'], tcpPorts: [shop.port], patience, realm };
    const held = { holder: expect.stringContaining('Other till') };
    expect(await findTerminals(search)).toMatchObject([held, held]);
    expect(shop.connections()).toBe(0);
    await access.close();
    expect(await findTerminals(search)).toEqual([]);
    expect(shop.connections()).toBe(1);
  });

  it('finds a terminal on a serial port, and none where nobody is', async () => {
    const [used, empty] = [await ptyPair(), await ptyPair()];
    for (const ports of [used, empty]) opened.push(() => ports.close());
    await virtualTerminal({ serial: used.terminal });
    const found = await findTerminals({
      ports: true,
      listPorts: async () => [{ path: used.till }, { path: empty.till }, { path: '/dev/does-not-exist' }],
      timeouts: patience,
      realm,
    });
    expect(found).toMatchObject([
      { endpoint: `serial:${used.till}`, connection: { type: 'serial', path: used.till, baudRate: 9600, stopBits: 2 } },
    ]);
  });

  it('ends when it is told to', async () => {
    const mute = await stranger('');
    const stop = new AbortController();
    const search = findTerminals({
      subnets: ['127.0.0.1'],
      tcpPorts: [mute.port],
      timeouts: { connect: 1000, answer: 600_000 },
      realm,
      signal: stop.signal,
    });
    while (mute.heard() === '') await new Promise(setImmediate);
    stop.abort();
    expect(await search).toEqual([]);
  });

  it('refuses a network that is too large before it asks anybody', async () => {
    await expect(findTerminals({ subnets: ['10.0.0.0/8'], realm })).rejects.toThrow(NetworkError);
  });
});
