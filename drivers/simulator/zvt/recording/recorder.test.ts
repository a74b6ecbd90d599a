/** Recording and replaying where one side, or both, is a serial line; and for a terminal that calls. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ptyPair } from '../../../doubles/ptyPair.ts';
import { openTerminal } from '../../../index.ts';
import type { Connection, PaymentTerminal } from '../../../terminal.ts';
import { openSerial } from '../../../transport/serial.ts';
import { connectTcp, listenTcp } from '../../../transport/tcp.ts';
import { encode } from '../../../zvt/codec/apdu.ts';
import type { Link } from '../../../zvt/framing/link.ts';
import { serialLink } from '../../../zvt/framing/serialLink.ts';
import { tcpLink } from '../../../zvt/framing/tcpLink.ts';
import { type RunningVirtualTerminal, startVirtualTerminal } from '../start.ts';
import { type RecorderOptions, record } from './recorder.ts';
import type { RecordedTurn } from './recording.ts';
import { replayTerminal, replayTill } from './replay.ts';

const LINE = { t1: 200, t2: 1000, t3: 1000 };
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

type Way = 'tcp' | 'serial';
const MIXED = [
  ['serial', 'serial'],
  ['tcp', 'serial'],
  ['serial', 'tcp'],
] as const;

async function pair() {
  const ports = await ptyPair();
  ends.push(ports.close);
  return ports;
}

async function driver(connection: Connection): Promise<PaymentTerminal> {
  const terminal = await openTerminal({ protocol: 'zvt', connection, password: '123456' });
  ends.push(() => terminal.close());
  return terminal;
}

async function virtualTerminal(way: Way) {
  const ports = way === 'serial' ? await pair() : undefined;
  const virtual = await startVirtualTerminal({ delay: 0, ...(ports ? { serial: ports.terminal } : {}) });
  ends.push(() => virtual.close());
  const address = ports ? { path: ports.till } : { host: '127.0.0.1', port: virtual.port };
  return { virtual, address };
}

const endAt = (address: { readonly path: string } | { readonly host: string; readonly port: number }) =>
  'path' in address ? ({ type: 'serial', address } as const) : ({ type: 'connect', address } as const);

/** A recorder in front of `called`; `connection` is where its till finds it. */
async function recorder(way: Way, called: RecorderOptions['called']) {
  const ports = way === 'serial' ? await pair() : undefined;
  const turns: RecordedTurn[] = [];
  const caller = ports
    ? ({ type: 'serial', address: { path: ports.terminal } } as const)
    : ({ type: 'listen', address: { host: '127.0.0.1', port: 0 } } as const);
  const running = await record({ caller, called, write: turn => turns.push(turn) });
  ends.push(() => running.close());
  const connection: Connection = ports
    ? { type: 'serial', path: ports.till }
    : { type: 'tcp', host: '127.0.0.1', port: running.port };
  return { turns, connection };
}

describe.each(MIXED)('a till on %s, a terminal on %s', (tillWay, terminalWay) => {
  async function between(): Promise<{ virtual: RunningVirtualTerminal; till: PaymentTerminal; turns: RecordedTurn[] }> {
    const { virtual, address } = await virtualTerminal(terminalWay);
    const { turns, connection } = await recorder(tillWay, endAt(address));
    return { virtual, turns, till: await driver(connection) };
  }

  it('pay through the recorder, which writes down both sides', async () => {
    const { virtual, till, turns } = await between();
    expect(await till.pay({ amount: 1200 })).toMatchObject({ kind: 'approved', facts: { amount: 1200 } });
    expect(virtual.terminal.memory.bookings).toMatchObject([{ amount: 1200, state: 'kept' }]);
    expect(turns[0]).toMatchObject({ from: 'till', meaning: expect.stringMatching(/^06 00 Registration/) });
    expect(turns.find(({ hex }) => hex.startsWith('0601'))).toMatchObject({ from: 'till' });
    expect(turns.find(({ hex }) => hex.startsWith('040F'))).toMatchObject({ from: 'terminal' });
    expect(JSON.stringify(turns)).not.toContain('123456');
  });

  it('and both sides of the recording are played again, on TCP and on a serial line', async () => {
    const { till, turns } = await between();
    expect(await till.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
    await till.close();
    const recorded = [...turns];
    const ports = await pair();
    const terminal = await replayTerminal(recorded, { serial: { path: ports.terminal } });
    ends.push(terminal.close);
    expect(terminal.address).toBe(ports.terminal);
    const again = await driver({ type: 'serial', path: ports.till });
    expect(await again.pay({ amount: 1200 })).toMatchObject({ kind: 'approved', facts: { amount: 1200 } });
    expect(await terminal.ended).toMatchObject({ kind: 'played' });
    const other = await virtualTerminal(tillWay);
    expect(await replayTill(recorded, other.address, { password: '123456' })).toMatchObject({ kind: 'played' });
    expect(other.virtual.terminal.memory.bookings).toMatchObject([{ amount: 1200, state: 'kept' }]);
  });
});

/** A card number of a scheme, as a test of the processors prints it; no card has it. */
const CARD = '4111111111111111';

describe.each(MIXED)('the number of a card, from a terminal on %s to a till on %s', (terminalWay, tillWay) => {
  it('reaches the till, and is not in the recording', async () => {
    const status = Buffer.concat([Buffer.of(0x04, 0x0f, 24), Buffer.from(`270022f0f8${CARD}23f0f8${CARD}`, 'hex')]);
    const ports = terminalWay === 'serial' ? await pair() : undefined;
    const speaks = (link: Link) => link.listen({ apdu: apdu => apdu[0] === 0x06 && link.send(status), down: () => {} });
    const script = await scripted(ports?.terminal, speaks);
    const { turns, connection } = await recorder(tillWay, endAt(ports ? { path: ports.till } : script!));
    const received = Promise.withResolvers<string>();
    const till = await tillAt(connection);
    till.listen({ apdu: apdu => received.resolve(apdu.toString('hex')), down: () => {} });
    till.send(encode('authorisation', { amount: 1200 }));
    expect(await received.promise).toContain(CARD);
    await expect.poll(() => turns.length).toBe(2);
    expect(JSON.stringify(turns)).not.toContain(CARD.slice(0, 12));
    expect(turns[1]).toMatchObject({ from: 'terminal', hex: expect.stringMatching(/^040F18270022F0F8E{12}1111/) });
  });
});

async function scripted(path: string | undefined, speaks: (link: Link) => void) {
  if (path !== undefined) {
    const port = await openSerial({ path });
    ends.push(() => port.close());
    speaks(serialLink(port, LINE, 'terminal'));
    return undefined;
  }
  const server = await listenTcp({ host: '127.0.0.1', port: 0 }, transport => speaks(tcpLink(transport, LINE)));
  ends.push(server.close);
  return { host: '127.0.0.1', port: server.port };
}

async function tillAt(connection: Connection): Promise<Link> {
  const isSerial = connection.type === 'serial';
  const transport = isSerial
    ? await openSerial({ path: connection.path! })
    : await connectTcp(connection as { host: string; port: number }, 1000);
  ends.push(() => transport.close());
  return isSerial ? serialLink(transport, LINE) : tcpLink(transport, LINE);
}

it('a terminal in the network that hangs up is called again for a till on a serial line', async () => {
  const { virtual, address } = await virtualTerminal('tcp');
  const { turns, connection } = await recorder('serial', endAt(address));
  const till = await driver(connection);
  expect(await till.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
  virtual.terminal.cut();
  await expect.poll(() => turns).toContainEqual(expect.objectContaining({ from: 'terminal', meaning: 'hung up' }));
  expect(await till.pay({ amount: 1300 })).toMatchObject({ kind: 'approved', facts: { amount: 1300 } });
});

it('a till in the network is hung up when the serial port of the terminal is missing', async () => {
  const { turns, connection } = await recorder('tcp', { type: 'serial', address: { path: '/dev/not-there' } });
  const till = await driver(connection);
  expect(await till.pay({ amount: 1200 })).toMatchObject({ kind: 'notSent' });
  expect(turns).toContainEqual(expect.objectContaining({ from: 'terminal', meaning: 'hung up' }));
});

it('a terminal that calls is recorded on its way to a till that listens', async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  const turns: RecordedTurn[] = [];
  const running = await record({
    caller: { type: 'listen', address: { host: '127.0.0.1', port: 0 } },
    called: { type: 'connect', address: { host: '127.0.0.1', port } },
    callerIs: 'terminal',
    write: turn => turns.push(turn),
  });
  ends.push(running.close);
  const virtual = await startVirtualTerminal({
    call: { host: '127.0.0.1', port: running.port },
    callPauses: [5, 50],
    delay: 0,
  });
  ends.push(() => virtual.close());
  const till = await driver({ type: 'tcpListen', port, host: '127.0.0.1' });
  expect(await till.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
  expect(turns.find(({ hex }) => hex.startsWith('0601'))).toMatchObject({ from: 'till' });
  expect(turns.find(({ hex }) => hex.startsWith('040F'))).toMatchObject({ from: 'terminal' });
});

it('by hand: warns when it listens elsewhere than on loopback', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-recording-'));
  ends.push(() => rmSync(folder, { recursive: true }));
  const cli = new URL('../../../commandLine/zvt.ts', import.meta.url).pathname;
  const place = ['--listen', '0', '--host', '0.0.0.0', '--tcp', '127.0.0.1:9'];
  const child = spawn(process.execPath, [cli, 'record', ...place, '--file', join(folder, 'one.jsonl')]);
  ends.push(() => child.kill('SIGKILL'));
  const [[ready], [warned]] = await Promise.all([once(child.stdout, 'data'), once(child.stderr, 'data')]);
  expect(String(ready)).toMatch(/^recorder ready 0\.0\.0\.0:\d+\n$/);
  expect(String(warned)).toContain('anybody who reaches 0.0.0.0 can use the terminal');
});

it('by hand: records between two serial ports into a file, until a signal', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-recording-'));
  ends.push(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'one.jsonl');
  const { address } = await virtualTerminal('serial');
  const ports = await pair();
  const cli = new URL('../../../commandLine/zvt.ts', import.meta.url).pathname;
  const places = ['--till-serial', ports.terminal, '--serial', (address as { path: string }).path];
  const child = spawn(process.execPath, [cli, 'record', ...places, '--file', file], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  ends.push(() => child.kill('SIGKILL'));
  const [said] = await once(child.stdout, 'data');
  expect(String(said)).toBe(`recorder ready ${ports.terminal}\n`);
  const till = await driver({ type: 'serial', path: ports.till });
  expect(await till.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
  await till.close();
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
  const lines = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
  expect(lines.find(({ hex }) => hex.startsWith('040F'))).toMatchObject({ from: 'terminal' });
});
