/** The connection of the driver to its terminal: log-in, numbers of requests, encoding, closing, and what keeps it from opening. */

import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../doubles/freePort.ts';
import { openTerminal } from '../protocols.ts';
import type { Reason, TerminalState } from '../terminal.ts';
import { FAST, openPair, type Pair, type PairOptions, until } from './pair.fixture.ts';

let pair: Pair;
afterEach(() => pair.close());

async function open(options?: PairOptions): Promise<Pair> {
  pair = await openPair(options);
  return pair;
}

const withBehaviour = (behaviour: string) => open({ virtual: { behaviour } });
const _bookings = () => pair.virtual.terminal.memory.bookings;
const sent = (type: string) => pair.virtual.terminal.received.filter(one => one === type).length;

describe('the connection', () => {
  it('comes back by itself, and publishes its states', async () => {
    const { terminal, virtual } = await withBehaviour('lose-line-before-result');
    const states: [TerminalState, Reason?][] = [];
    terminal.onState((state, reason) => states.push(reason ? [state, reason] : [state]));
    await terminal.pay({ amount: 1200 });
    virtual.terminal.behaviour = 'approve';
    await until(() => terminal.state === 'ready');
    expect(states.map(([state]) => state)).toEqual(['busy', 'offline', 'connecting', 'ready']);
    expect(states[1]?.[1]).toMatchObject({ code: 'lineLost' });
  });

  it('logs in again when the terminal has forgotten the till', async () => {
    const { terminal, virtual } = await open();
    await terminal.perform({ do: 'logOff' });
    await terminal.register();
    expect(virtual.terminal.received).toEqual(['Login', 'Logoff', 'Login']);
    expect((await terminal.pay({ amount: 1200 })).kind).toBe('approved');
  });

  it('is made anew for each request where the terminal wants that', async () => {
    const { terminal } = await open({ options: { keepOpen: false } });
    expect((await terminal.pay({ amount: 1200 })).kind).toBe('approved');
    expect((await terminal.pay({ amount: 1213 })).kind).toBe('unknown');
    expect(await terminal.lastTransaction()).toMatchObject({ kind: 'found', facts: { amount: 1213 } });
    expect(sent('Login')).toBe(2); // at first, and after the line was lost
  });

  it('needs no login at a terminal that knows none', async () => {
    const { terminal } = await open({
      options: { login: false, timers: { fresh: 0 } },
      virtual: { needsLogin: false },
    });
    expect((await terminal.pay({ amount: 1200 })).kind).toBe('approved');
    expect((await terminal.pay({ amount: 1300 })).kind).toBe('approved');
    expect(sent('Login')).toBe(0);
  });

  it('asks for a sign of life when nothing was exchanged for long', async () => {
    const { terminal } = await open({ options: { timers: { fresh: 0 } } });
    expect((await terminal.pay({ amount: 1200 })).kind).toBe('approved');
    expect(sent('Login')).toBe(2);
  });

  it('carries ISO 8859-1 as well', async () => {
    const { terminal } = await open({ options: { charset: 'iso-8859-1', workstation: 'Kasse 1' } });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
    expect(pair.trace.some(({ text }) => text.includes('WorkstationID="Kasse 1"'))).toBe(true);
  });

  it('gives no two requests the same number', async () => {
    const { terminal } = await open();
    await terminal.pay({ amount: 1200 });
    await terminal.status();
    const requests = pair.trace.filter(({ direction, text }) => direction === 'sent' && /Service?Request/.test(text));
    const numbers = requests.map(({ text }) => /RequestID="(\d+)"/.exec(text)?.[1]);
    expect(numbers.length).toBeGreaterThan(2);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('begins its numbers anew at each start', async () => {
    const first = async () => /RequestID="(\d+)"/.exec((await open()).trace[0]?.text ?? '')?.[1];
    const one = await first();
    await pair.close();
    expect(one).not.toBe(await first());
  });

  it('carries one request after the other', async () => {
    const { terminal, virtual } = await open();
    const both = await Promise.all([terminal.pay({ amount: 1200 }), terminal.pay({ amount: 1300 })]);
    expect(both.map(({ kind }) => kind)).toEqual(['approved', 'approved']);
    expect(virtual.terminal.memory.bookings.map(({ amount }) => amount)).toEqual([1200, 1300]);
  });
});

describe('closing', () => {
  it('lets a running payment end, and refuses new payments', async () => {
    const { terminal } = await withBehaviour('slow:50');
    const paying = terminal.pay({ amount: 1200 });
    await until(() => terminal.state === 'busy');
    const closing = terminal.close();
    expect(await terminal.pay({ amount: 100 })).toMatchObject({ kind: 'notSent', reason: { code: 'closed' } });
    expect((await paying).kind).toBe('approved');
    await closing;
    expect(terminal.state).toBe('closed');
    expect(await terminal.register()).toMatchObject({ ok: false, reason: { code: 'closed' } });
  });

  it('cuts a payment that does not end', async () => {
    const { terminal } = await withBehaviour('nobody');
    const paying = terminal.pay({ amount: 1200 });
    await until(() => sent('CardPayment') === 1);
    await terminal.close();
    expect(await paying).toMatchObject({ kind: 'unknown', reason: { code: 'closed' } });
  });

  it('leaves no port behind', async () => {
    const { terminal } = await open();
    await terminal.close();
    await pair.close();
    const { port } = pair.virtual;
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    server.close();
  });
});

describe('a terminal that cannot be reached', () => {
  const at = async (devicePort: number, port: number) =>
    openTerminal({
      protocol: 'opi',
      connection: { type: 'tcp', host: '127.0.0.1', port },
      options: { devicePort, deviceHost: '127.0.0.1', timers: FAST },
    });

  it('is sent nothing', async () => {
    await open();
    const terminal = await at(await freePort(), await freePort());
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'notSent', reason: { code: 'unreachable' } });
    expect(await terminal.status()).toMatchObject({ kind: 'unreachable' });
    expect(await terminal.lastTransaction()).toMatchObject({ kind: 'unreachable' });
    expect(await terminal.perform({ do: 'endOfDay' })).toMatchObject({ kind: 'failed' });
    await terminal.close();
  });

  it('stays unreachable while channel 1 cannot be opened', async () => {
    const { virtual } = await open();
    await pair.terminal.close();
    const port = await freePort();
    const holder = createServer().listen(port, '127.0.0.1');
    await once(holder, 'listening');
    const terminal = await at(port, virtual.port);
    const outcome = await terminal.pay({ amount: 1200 });
    expect(outcome).toMatchObject({ kind: 'notSent', reason: { code: 'portTaken', text: /channel 1/ } });
    holder.close();
    await once(holder, 'close');
    await until(() => terminal.state === 'ready');
    expect((await terminal.pay({ amount: 1200 })).kind).toBe('approved');
    await terminal.close();
  });

  it('is held by another driver', async () => {
    const { virtual } = await open();
    const second = await at(await freePort(), virtual.port);
    expect(await second.pay({ amount: 1200 })).toMatchObject({ kind: 'notSent', reason: { code: 'held' } });
    await second.close();
  });
});
