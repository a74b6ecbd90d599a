/** Connections that are lost and found again: ports that move, lines that died unseen, terminals that call, other owners. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../doubles/freePort.ts';
import { type PtyPair, ptyPair } from '../doubles/ptyPair.ts';
import { introduceTerminal, openTerminal } from '../protocols.ts';
import { type RunningVirtualTerminal, startVirtualTerminal } from '../simulator/zvt/start.ts';
import type { Connection, PaymentTerminal, TerminalState } from '../terminal.ts';
import type { TransportEnvironment } from '../transport/opener.ts';

const TIMERS = { t2: 300, t3: 500, t4: 600, short: 2000, stop: 200, connect: 2000, retryFirst: 20, retryMost: 50 };

/** In order or by a reset. */
const isGone = (socket: Socket) => new Promise<void>(resolve => socket.once('close', () => resolve()));

const opened: (() => unknown)[] = [];

async function open(connection: Connection, timers: object = {}, surroundings: TransportEnvironment = {}) {
  const terminal = await openTerminal(
    { protocol: 'zvt', connection, options: { timers: { ...TIMERS, ...timers } } },
    surroundings,
  );
  opened.push(() => terminal.close());
  return terminal;
}

async function virtualTerminal(options: object = {}): Promise<RunningVirtualTerminal> {
  const virtual = await startVirtualTerminal({ delay: 0, timers: { t2: 300, t3: 300 }, ...options });
  opened.push(() => virtual.close());
  return virtual;
}

async function plug(options: object = {}): Promise<PtyPair & { virtual: RunningVirtualTerminal }> {
  const ports = await ptyPair();
  const virtual = await startVirtualTerminal({
    serial: ports.terminal,
    delay: 0,
    timers: { t2: 300, t3: 300 },
    ...options,
  });
  const close = async () => {
    await virtual.close();
    await ports.close();
  };
  opened.push(close);
  return { ...ports, virtual, close };
}

/** Resolves when the terminal is in this state, now or later. */
async function reaches(terminal: PaymentTerminal, wanted: TerminalState): Promise<string | undefined> {
  if (terminal.state === wanted) return undefined;
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const forget = terminal.onState((state, reason) => (state === wanted ? resolve(reason?.text) : undefined));
  return promise.finally(forget);
}

afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

describe('a serial adapter', () => {
  const FTDI = { vendorId: '0403', productId: '6001', serialNumber: 'A1' };

  it('is found by its ids, and again under another name', async () => {
    const first = await plug();
    let list = [
      { path: '/dev/null', vendorId: '067b', productId: '2303' },
      { path: first.till, ...FTDI },
    ];
    const terminal = await open(
      { type: 'serial', device: { vendorId: '0403', productId: '6001', serialNumber: 'A1' } },
      {},
      { listPorts: async () => list },
    );
    expect(terminal.endpoint).toBe('serial:usb-0403:6001:A1');
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
    const gone = reaches(terminal, 'offline');
    list = [];
    await first.close();
    await gone;
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({
      kind: 'notSent',
      reason: { code: 'unreachable', text: 'no serial port of this machine is usb-0403:6001:A1' },
    });
    const second = await plug();
    list = [{ path: second.till, ...FTDI, vendorId: '0403' }];
    await reaches(terminal, 'ready');
    expect(await terminal.pay({ amount: 1300 })).toMatchObject({ kind: 'approved', facts: { amount: 1300 } });
  });

  it('is not taken for another adapter of the same kind', async () => {
    const ports = await plug();
    const listPorts = async () => [
      { path: '/dev/null', ...FTDI, serialNumber: 'B2' },
      { path: ports.till, ...FTDI, vendorId: '0403' },
    ];
    const terminal = await open({ type: 'serial', device: FTDI }, {}, { listPorts });
    expect(await terminal.status()).toEqual({ kind: 'ready' });
  });

  it('without a serial number is never taken for the neighbouring adapter', async () => {
    const [mine, neighbours] = [await plug(), await plug()];
    const PLAIN = { vendorId: '067b', productId: '2303' };
    let list = [mine, neighbours].map(({ till }) => ({ path: till, ...PLAIN }));
    const around = { listPorts: async () => list };
    const connection = (path: string) => ({ type: 'serial', path, device: PLAIN }) as const;
    const terminal = await open(connection(mine.till), {}, around);
    const other = await open(connection(neighbours.till), {}, around);
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
    expect(await other.register()).toMatchObject({ ok: true });
    const gone = reaches(terminal, 'offline');
    list = list.slice(1);
    await mine.close();
    await gone;
    const taken = expect.stringMatching(/belongs to another device: name the port of this one$/);
    expect(await terminal.pay({ amount: 1300 })).toMatchObject({ kind: 'notSent', reason: { text: taken } });
    expect(await other.pay({ amount: 1400 })).toMatchObject({ kind: 'approved' });
    list = [...list, { path: '/dev/null', ...PLAIN }];
    const unclear = expect.stringMatching(/are all usb-067b:2303: name the port of this one$/);
    expect(await terminal.pay({ amount: 1500 })).toMatchObject({
      kind: 'notSent',
      reason: { code: 'unreachable', text: unclear },
    });
    const again = await plug();
    list = [{ path: again.till, ...PLAIN }]; // the only one there is
    await other.close();
    expect(await terminal.pay({ amount: 1600 })).toMatchObject({ kind: 'approved', facts: { amount: 1600 } });
  });

  it('without a serial number is refused where a terminal not opened yet claims it, and under a swapped name', async () => {
    const [mine, others] = [await plug(), await plug({ terminalId: '99999999' })];
    const PLAIN = { vendorId: '067b', productId: '2303' };
    let list = [{ path: others.till, ...PLAIN }];
    const claimed = new Map<Connection, string>();
    const listPorts = async () => list;
    const neighbour = { type: 'serial', path: others.till, device: PLAIN } as const;
    claimed.set(neighbour, others.till);
    const terminal = await open({ type: 'serial', path: mine.till, device: PLAIN }, {}, { listPorts, claimed });
    const taken = expect.stringMatching(/belongs to another device/);
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'notSent', reason: { text: taken } });
    list = [{ path: mine.till, ...PLAIN }, ...list];
    expect(await terminal.pay({ amount: 1300 })).toMatchObject({ kind: 'approved' });
    const gone = reaches(terminal, 'offline');
    await mine.close();
    await gone;
    mkdirSync(dirname(mine.till));
    opened.push(() => rmSync(dirname(mine.till), { recursive: true }));
    symlinkSync(others.till, mine.till); // the system gave its name to the other one
    const swapped = expect.stringMatching(/^terminal 99999999 is in the place of /);
    expect(await terminal.pay({ amount: 1400 })).toMatchObject({ kind: 'notSent', reason: { text: swapped } });
  });

  it('that comes back under its old name is used again', async () => {
    const ports = await ptyPair();
    const virtual = await startVirtualTerminal({ serial: ports.terminal, delay: 0, timers: { t2: 300, t3: 300 } });
    const terminal = await open({ type: 'serial', path: ports.till });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
    const gone = reaches(terminal, 'offline');
    await virtual.close();
    await ports.unplug();
    await gone;
    await ports.plug();
    opened.push(() => ports.close());
    await virtualTerminal({ serial: ports.terminal });
    await reaches(terminal, 'ready');
    expect(await terminal.pay({ amount: 1300 })).toMatchObject({ kind: 'approved', facts: { amount: 1300 } });
  });
});

/** Stands between till and terminal; from `swallow` on, nothing gets through, and neither side notices. */
async function silencer(target: number) {
  const sockets: Socket[] = [];
  let swallowed = '';
  let silent = false;
  const server = createServer(till => {
    const terminal = connect({ host: '127.0.0.1', port: target });
    const mine = silent; // a new connection goes through again
    sockets.push(till, terminal);
    for (const socket of [till, terminal]) socket.on('error', () => {});
    till.on('data', chunk => {
      if (silent && !mine) swallowed += chunk.toString('hex');
      else terminal.write(chunk);
    });
    terminal.on('data', chunk => (silent && !mine ? undefined : till.write(chunk)));
    till.on('close', () => terminal.destroy());
    terminal.on('close', () => (silent && !mine ? undefined : till.destroy()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    port: (server.address() as { port: number }).port,
    swallow: () => {
      silent = true;
    },
    swallowed: () => swallowed,
    connections: () => sockets.length / 2,
  };
}

describe('a connection that died unseen', () => {
  it('is noticed before a payment is sent, and made anew', async () => {
    const virtual = await virtualTerminal();
    const proxy = await silencer(virtual.port);
    const terminal = await open({ type: 'tcp', host: '127.0.0.1', port: proxy.port }, { proven: 0 });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
    proxy.swallow();
    expect(await terminal.pay({ amount: 1300 })).toMatchObject({ kind: 'approved', facts: { amount: 1300 } });
    expect(proxy.connections()).toBe(2);
    expect(proxy.swallowed()).toContain('0501');
    expect(proxy.swallowed()).not.toContain('0601');
  });

  it('is not tested while the terminal answered a moment ago', async () => {
    const virtual = await virtualTerminal();
    const sent: string[] = [];
    const terminal = await openTerminal(
      {
        protocol: 'zvt',
        connection: { type: 'tcp', host: '127.0.0.1', port: virtual.port },
        options: { timers: TIMERS },
      },
      { log: line => line.direction === 'sent' && sent.push((line.hex ?? '').slice(0, 4)) },
    );
    opened.push(() => terminal.close());
    await terminal.pay({ amount: 1200 });
    await terminal.pay({ amount: 1300 });
    expect(sent.filter(one => !one.startsWith('8'))).toEqual(['0600', '0601', '0601']);
  });
});

describe('a terminal that calls', () => {
  const listening = async (more: object = {}) => {
    const port = await freePort();
    const terminal = await open({ type: 'tcpListen', port, host: '127.0.0.1', from: '127.0.0.1', ...more });
    expect(terminal.endpoint).toBe(`tcp-listen:${port}`);
    return { port, terminal };
  };

  it('pays, and pays again after it called anew because its line had died unseen', async () => {
    const virtual = await virtualTerminal();
    const { port, terminal } = await listening();
    const first = await caller(port, virtual.port);
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
    first.swallow();
    await caller(port, virtual.port);
    await isGone(first.out);
    await reaches(terminal, 'ready');
    expect(await terminal.pay({ amount: 1300 })).toMatchObject({ kind: 'approved', facts: { amount: 1300 } });
  });

  it('is not displaced by another caller, which is sent nothing', async () => {
    const virtual = await virtualTerminal();
    const { port, terminal } = await listening();
    const { out } = await caller(port, virtual.port);
    expect(await terminal.register()).toMatchObject({ ok: true });
    const scanner = await called(port);
    scanner.on('error', () => {}).resume();
    opened.push(() => scanner.destroy());
    await isGone(scanner);
    expect([scanner.bytesRead, out.destroyed]).toEqual([0, false]);
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
  });

  it('takes no payment in the place of another terminal', async () => {
    const [own, other] = [await virtualTerminal(), await virtualTerminal({ terminalId: '99999999' })];
    const { port, terminal } = await listening();
    const first = await caller(port, own.port);
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
    first.out.destroy();
    await reaches(terminal, 'offline');
    const turnedAway = caller(port, other.port).then(({ out }) => isGone(out));
    expect(await terminal.pay({ amount: 1300 })).toMatchObject({
      kind: 'notSent',
      reason: { code: 'unreachable', text: expect.stringContaining('terminal 99999999 is in the place of') },
    });
    await turnedAway;
    await caller(port, own.port);
    expect(await terminal.pay({ amount: 1400 })).toMatchObject({ kind: 'approved', facts: { amount: 1400 } });
  });

  it('is recognised from its pairing on', async () => {
    const virtual = await virtualTerminal();
    const port = await freePort();
    const connection = { type: 'tcpListen', port, host: '127.0.0.1' } as const;
    const calling = caller(port, virtual.port);
    const { settings, introduction } = await introduceTerminal({ protocol: 'zvt', connection, password: '000000' });
    const { out } = await calling;
    out.destroy();
    expect(settings.connection).toEqual({ ...connection, terminalId: introduction.terminalId });
    const terminal = await open({ ...connection, terminalId: '99999999' });
    await caller(port, virtual.port);
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'notSent', reason: { code: 'unreachable' } });
  });

  it('is waited for, and no payment is sent before it has called', async () => {
    const port = await freePort();
    const terminal = await open({ type: 'tcpListen', port, host: '127.0.0.1' }, { connect: 50 });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'notSent', reason: { code: 'unreachable' } });
  });
});

/** Calls the till as a terminal would, and lets the virtual terminal speak. */
async function caller(till: number, terminal: number): Promise<{ out: Socket; swallow: () => void }> {
  const out = await called(till);
  const back = connect({ host: '127.0.0.1', port: terminal });
  for (const socket of [out, back]) socket.on('error', () => {});
  out.pipe(back).pipe(out);
  out.on('close', () => back.destroy());
  opened.push(() => out.destroy());
  const swallow = () => {
    out.unpipe(back).resume();
    back.unpipe(out).resume();
  };
  return { out, swallow };
}

/** The till may not listen yet. */
async function called(port: number): Promise<Socket> {
  for (;;) {
    const socket = connect({ host: '127.0.0.1', port });
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    if (isOpen) return socket;
  }
}

describe('a terminal of another program', () => {
  let other: ChildProcess | undefined;

  it('is refused with the name of its holder, and taken over when the holder is killed', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'tillbridge-owner-'));
    opened.push(() => rmSync(directory, { recursive: true }));
    const virtual = await virtualTerminal();
    const connection = { type: 'tcp', host: '127.0.0.1', port: virtual.port } as const;
    const file = join(directory, 'other.mjs');
    writeFileSync(
      file,
      `import { openTerminal } from ${JSON.stringify(join(import.meta.dirname, '..', 'index.ts'))};
      const terminal = await openTerminal(${JSON.stringify({ protocol: 'zvt', connection })},
        { owner: { program: 'Other till' } });
      await terminal.register();
      process.stdout.write('registered');`,
    );
    other = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
    opened.push(() => other?.kill('SIGKILL'));
    await once(other.stdout!, 'data');
    const terminal = await open({ ...connection, host: 'localhost' });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({
      kind: 'notSent',
      reason: { code: 'held', text: expect.stringContaining(`Other till (process ${other.pid}, since `) },
    });
    other.kill('SIGKILL');
    await reaches(terminal, 'ready');
    expect(await terminal.pay({ amount: 1300 })).toMatchObject({ kind: 'approved' });
  });

  it('is free again when its driver was closed', async () => {
    const virtual = await virtualTerminal();
    const connection = { type: 'tcp', host: '127.0.0.1', port: virtual.port } as const;
    const first = await open(connection);
    await first.register();
    const second = await open(connection);
    expect(await second.register()).toMatchObject({ ok: false, reason: { code: 'held' } });
    await first.close();
    expect(await second.register()).toMatchObject({ ok: true });
  });
});
