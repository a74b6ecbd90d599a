/** A virtual terminal that calls its till: tills that listen, lines that are cut, tills that hang up. */

import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { freePort } from '../../../doubles/freePort.ts';
import { openTerminal } from '../../../index.ts';
import type { PaymentTerminal, TerminalState } from '../../../terminal.ts';
import { tcpAddress, tcpName } from '../../../transport/tcp.ts';
import { startVirtualTerminal } from '../start.ts';

const TIMERS = { t3: 500, t4: 1000, short: 1000, retryFirst: 5, retryMost: 20, drain: 100 };
const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

async function calling(port: number, callPauses: readonly [number, number] = [5, 20]) {
  const virtual = await startVirtualTerminal({ call: { host: '127.0.0.1', port }, callPauses, delay: 0 });
  opened.push(() => virtual.close());
  return virtual;
}

async function listening(port: number): Promise<PaymentTerminal> {
  const connection = { type: 'tcpListen', port, host: '127.0.0.1' } as const;
  const terminal = await openTerminal({ protocol: 'zvt', connection, options: { timers: TIMERS } });
  opened.push(() => terminal.close());
  return terminal;
}

async function reaches(terminal: PaymentTerminal, wanted: TerminalState): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const forget = terminal.onState(state => state === wanted && resolve());
  await promise.finally(forget);
}

it('calls until the till listens, and again when it is cut', async () => {
  const port = await freePort();
  const virtual = await calling(port);
  expect([virtual.port, virtual.address]).toEqual([0, `127.0.0.1:${port}`]);
  const terminal = await listening(port);
  expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
  const back = reaches(terminal, 'ready');
  virtual.terminal.cut();
  await back;
  expect(await terminal.pay({ amount: 1300 })).toMatchObject({ kind: 'approved', facts: { amount: 1300 } });
  expect(virtual.terminal.authorisationsReceived).toBe(2);
});

it('calls a till that was restarted, and has lost nothing', async () => {
  const port = await freePort();
  await calling(port);
  const first = await listening(port);
  expect(await first.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
  await first.close();
  const second = await listening(port);
  expect(await second.lastTransaction()).toMatchObject({ kind: 'found', facts: { amount: 1200 } });
});

it('does not call while it is switched off', async () => {
  const port = await freePort();
  const virtual = await calling(port);
  const terminal = await listening(port);
  expect(await terminal.register()).toMatchObject({ ok: true });
  const back = reaches(terminal, 'ready');
  virtual.terminal.restart(150);
  expect(virtual.terminal.isDown).toBe(true);
  await back;
  expect(virtual.terminal.isDown).toBe(false);
  expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
});

it('calls a till that hangs up at once later and later', async () => {
  const calls: number[] = [];
  const { promise: enough, resolve } = Promise.withResolvers<void>();
  const server = createServer((socket: Socket) => {
    calls.push(performance.now());
    socket.on('error', () => {}).destroy();
    if (calls.length === 5) resolve();
  }).listen(0, '127.0.0.1');
  opened.push(() => void server.close());
  await once(server, 'listening');
  await calling((server.address() as { port: number }).port, [10, 40]);
  await enough;
  const gaps = calls.slice(1).map((at, index) => at - calls[index]!);
  // The system's timer may be a millisecond early.
  for (const [index, least] of [10, 20, 40, 40].entries()) expect(gaps[index]).toBeGreaterThan(least - 2);
});

it.each([
  ['192.0.2.1:20007', { host: '192.0.2.1', port: 20_007 }],
  ['till.local:1', { host: 'till.local', port: 1 }],
  ['[2001:db8::1]:20007', { host: '2001:db8::1', port: 20_007 }],
])('reads the address %s, and writes it', (text, address) => {
  expect(tcpAddress(text)).toEqual(address);
  expect(tcpName(address)).toBe(text);
});

it.each(['20007', ':20007', 'till:0', 'till:70000', 'till:x', '::1:20007', ''])('refuses the address %j', text => {
  expect(tcpAddress(text)).toBeUndefined();
});
