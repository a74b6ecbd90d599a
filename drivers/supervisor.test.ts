/** The promise of the supervisor, the same for every protocol, over real TCP against the virtual terminals. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  openSupervised,
  type ProtocolName,
  protocols,
  type Supervised,
  type SupervisedOptions,
  until,
} from './supervisor.fixture.ts';
import type { PaymentTerminal } from './terminal.ts';

let supervised: Supervised;

async function open(protocol: ProtocolName, options?: SupervisedOptions): Promise<Supervised> {
  supervised = await openSupervised(protocol, options);
  return supervised;
}

/** The driver at a terminal that is registered, with the changes of the state from then on. */
async function openReady(protocol: ProtocolName, options?: SupervisedOptions) {
  const ready = await open(protocol, options);
  expect(await ready.terminal.register()).toMatchObject({ ok: true });
  const before = ready.states.length;
  return { ...ready, statesSince: () => ready.states.slice(before).map(([state]) => state) };
}

afterEach(async () => {
  await supervised.close();
  const states = supervised.states.map(([state]) => state);
  // Every change was published once: no state follows itself, and `closed` is the last one.
  expect(states.filter((state, index) => state === states[index - 1])).toEqual([]);
  expect(states.indexOf('closed')).toBe(states.length - 1);
  expect(supervised.terminal.state).toBe('closed');
});

const closed = { kind: 'notSent', reason: { code: 'closed' } };
const aborted = { kind: 'notSent', reason: { code: 'aborted' } };

describe.each(protocols)('the queue of %s', protocol => {
  it('runs commands one at a time, in the order they were asked for', async () => {
    const { terminal, booked, statesSince } = await openReady(protocol);
    const amounts = [1200, 1300, 1400, 1500];
    const outcomes = await Promise.all(amounts.map(amount => terminal.pay({ amount })));
    expect(outcomes.map(({ kind }) => kind)).toEqual(amounts.map(() => 'approved'));
    expect(booked()).toEqual(amounts);
    expect(statesSince()).toEqual(amounts.flatMap(() => ['busy', 'ready']));
  });

  it('goes on after a command that cannot be encoded, and sends nothing of it', async () => {
    const { terminal, gate } = await openReady(protocol);
    const before = gate.received;
    expect(await terminal.pay({ amount: 0.5 })).toMatchObject({ kind: 'notSent', reason: { code: 'unsupported' } });
    expect(gate.received).toBe(before);
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
  });

  it('goes on after a progress listener that throws', async () => {
    const { terminal, trace } = await openReady(protocol);
    const onProgress = () => {
      throw new Error('broken screen');
    };
    expect(await terminal.pay({ amount: 1200 }, { onProgress })).toMatchObject({ kind: 'approved' });
    expect(trace.some(({ text }) => text === 'a listener failed: Error: broken screen')).toBe(true);
  });

  it('publishes states to every listener, also beside one that throws and one that has stopped listening', async () => {
    const { terminal, statesSince } = await openReady(protocol);
    const [late, stopped]: [string[], string[]] = [[], []];
    terminal.onState(() => {
      throw new Error('broken screen');
    });
    const stop = terminal.onState(state => stopped.push(state));
    terminal.onState(state => late.push(state));
    stop();
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
    expect([late, stopped]).toEqual([statesSince(), []]);
  });
});

describe.each(protocols)('an abort at %s', protocol => {
  it('before the turn of a command sends nothing', async () => {
    const { terminal, gate } = await openReady(protocol);
    const before = gate.received;
    expect(await terminal.pay({ amount: 1200 }, { signal: AbortSignal.abort() })).toMatchObject(aborted);
    expect(gate.received).toBe(before);
  });

  it('while a command waits behind another one sends nothing of it', async () => {
    const { terminal, behave, booked } = await openReady(protocol);
    behave('slow:100');
    const abort = new AbortController();
    const first = terminal.pay({ amount: 1200 });
    const second = terminal.pay({ amount: 1300 }, { signal: abort.signal });
    await until(() => terminal.state === 'busy');
    abort.abort();
    expect(await second).toMatchObject(aborted);
    expect(await first).toMatchObject({ kind: 'approved' });
    expect(booked()).toEqual([1200]);
  });

  it('while the terminal is being connected sends nothing of the command', async () => {
    const lookup = Promise.withResolvers<readonly string[]>();
    const { terminal, booked } = await open(protocol, {
      host: 'localhost',
      environment: { addressesOf: () => lookup.promise },
    });
    const abort = new AbortController();
    const payment = terminal.pay({ amount: 1200 }, { signal: abort.signal });
    await until(() => terminal.state === 'connecting');
    abort.abort();
    lookup.resolve(['127.0.0.1']);
    expect(await payment).toMatchObject(aborted);
    expect(terminal.state).toBe('ready');
    expect(booked()).toEqual([]);
  });

  it('of a running command is a request to the terminal, which ends the command itself', async () => {
    const { terminal, behave, statesSince } = await openReady(protocol);
    behave('waits');
    const abort = new AbortController();
    const steps: string[] = [];
    const onProgress = ({ step }: { readonly step: string }) => {
      steps.push(step);
      if (step === 'prompt') abort.abort();
    };
    const outcome = await terminal.pay({ amount: 1200 }, { signal: abort.signal, onProgress });
    expect(outcome).toMatchObject({ kind: 'declined', reason: { code: 'aborted' } });
    expect(steps).toContain('abortRequested');
    expect(statesSince()).toEqual(['busy', 'ready']);
  });
});

/** The pauses that were set on the timers of this process while `random` gave always the same number. */
async function pausesOf(random: number, wanted: readonly number[], act: () => Promise<void>): Promise<number[]> {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const chance = vi.spyOn(Math, 'random').mockReturnValue(random);
  try {
    await act();
    return timers.mock.calls.map(([, ms]) => ms ?? 0).filter(ms => wanted.includes(ms));
  } finally {
    timers.mockRestore();
    chance.mockRestore();
  }
}

// The virtual ZVT terminal takes a registration while it is busy.
it('a terminal that refuses to be registered again is tried again by itself', async () => {
  const { terminal, behave, statesSince } = await openReady('opi');
  behave('busy');
  expect(await terminal.register()).toMatchObject({ ok: false, reason: { code: 'busy' } });
  expect(terminal.state).toBe('offline');
  behave('approve');
  await until(() => statesSince().includes('ready'));
  expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
});

describe.each(protocols)('the reconnection of %s', protocol => {
  it('publishes the loss of an idle line with its reason, and comes back by itself', async () => {
    const { terminal, gate, states, statesSince } = await openReady(protocol);
    gate.cut();
    await until(() => statesSince().includes('ready'));
    expect(statesSince()).toEqual(['offline', 'connecting', 'ready']);
    expect(states.find(([state]) => state === 'offline')?.[1]).toMatchObject({ code: 'lineLost' });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
  });

  it('follows a command whose line was lost', async () => {
    const { terminal, behave, statesSince } = await openReady(protocol);
    behave('lose-line-before-result');
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'unknown', reason: { code: 'lineLost' } });
    await until(() => statesSince().includes('ready'));
    expect(statesSince()).toEqual(['busy', 'offline', 'connecting', 'ready']);
    expect(await terminal.lastTransaction()).toMatchObject({ kind: 'found', facts: { amount: 1200 } });
  });

  it.each([
    ['three quarters', 0, 0.75],
    ['five quarters', 1, 1.25],
  ])('doubles the pause up to its limit, and waits %s of it when chance gives %d', async (_, random, share) => {
    const pauses = [37, 74, 100, 100].map(pause => pause * share);
    const measured = await pausesOf(random, pauses, async () => {
      const { gate } = await open(protocol, { gate: 'closed', timers: { retryFirst: 37, retryMost: 100 } });
      await until(() => gate.connections >= pauses.length + 1);
      await supervised.terminal.close();
    });
    expect(measured.slice(0, pauses.length)).toEqual(pauses);
  });

  it('begins with the first pause again once the terminal was reached', async () => {
    const pauses = [37, 74, 100].map(pause => pause * 0.75);
    const measured = await pausesOf(0, pauses, async () => {
      const { gate, terminal } = await open(protocol, { gate: 'closed', timers: { retryFirst: 37, retryMost: 100 } });
      await until(() => gate.connections >= 3);
      gate.mode = 'open';
      await until(() => terminal.state === 'ready');
      gate.mode = 'closed';
      gate.cut();
      const before = gate.connections;
      await until(() => gate.connections > before);
      await terminal.close();
    });
    expect(measured.slice(0, 2)).toEqual([pauses[0], pauses[1]]);
    expect(measured.lastIndexOf(pauses[0]!)).toBeGreaterThan(1);
  });

  it('is not waited for by a command: the command tries at once', async () => {
    const { terminal, gate } = await open(protocol, {
      gate: 'closed',
      timers: { retryFirst: 60_000, retryMost: 60_000 },
    });
    await until(() => terminal.state === 'offline' && gate.connections > 0);
    gate.mode = 'open';
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
  });

  it('leaves a terminal alone that was logged off, when its line is cut as well, until the next command', async () => {
    const { terminal, gate, statesSince } = await openReady(protocol);
    expect(await terminal.perform({ do: 'logOff' })).toMatchObject({ kind: 'done' });
    const before = gate.connections;
    gate.cut();
    await new Promise(resolve => setTimeout(resolve, 100));
    expect([statesSince(), gate.connections]).toEqual([['busy', 'offline'], before]);
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
  });
});

/** Every command of a closed driver is refused, without a connection and without a message. */
async function expectNoCommandAfterClose({ terminal, gate, booked, trace }: Supervised): Promise<void> {
  const counts = () => [
    gate.connections,
    trace.filter(({ direction }) => direction === 'sent').length,
    booked().length,
  ];
  const before = counts();
  expect(await terminal.pay({ amount: 100 })).toMatchObject(closed);
  expect(await terminal.reverse({ receiptNumber: 1 })).toMatchObject(closed);
  expect(await terminal.refund({ amount: 100 })).toMatchObject(closed);
  expect(await terminal.register()).toMatchObject({ ok: false, reason: { code: 'closed' } });
  expect(await terminal.status()).toMatchObject({ kind: 'unreachable', reason: { code: 'closed' } });
  expect(await terminal.lastTransaction()).toMatchObject({ kind: 'unreachable', reason: { code: 'closed' } });
  expect(await terminal.perform({ do: 'endOfDay' })).toMatchObject({ kind: 'failed', reason: { code: 'closed' } });
  await new Promise(resolve => setTimeout(resolve, 60)); // longer than the longest pause before a reconnection
  expect(counts()).toEqual(before);
}

/** Closes, and answers how many milliseconds that took. */
async function timeToClose(terminal: PaymentTerminal): Promise<number> {
  const begin = performance.now();
  await terminal.close();
  return performance.now() - begin;
}

/** Far less than the drain and the time for a connection. */
const AT_ONCE = 1_500;

describe.each(protocols)('closing %s', protocol => {
  it('an idle terminal refuses every later command', async () => {
    const idle = await openReady(protocol);
    expect(await timeToClose(idle.terminal)).toBeLessThan(AT_ONCE);
    expect(idle.statesSince()).toEqual(['closed']);
    await expectNoCommandAfterClose(idle);
  });

  it('a terminal that is being connected does not wait for the connection', async () => {
    const lookup = Promise.withResolvers<readonly string[]>();
    const connecting = await open(protocol, {
      host: 'localhost',
      environment: { addressesOf: () => lookup.promise },
    });
    const { terminal, gate } = connecting;
    const payment = terminal.pay({ amount: 1200 });
    await until(() => terminal.state === 'connecting');
    expect(await timeToClose(terminal)).toBeLessThan(AT_ONCE);
    expect(await payment).toMatchObject(closed);
    lookup.resolve(['127.0.0.1']);
    await expectNoCommandAfterClose(connecting);
    expect(gate.connections).toBe(0);
  });

  it('a terminal that is being registered does not wait for its answer', async () => {
    const registering = await open(protocol, { gate: 'deaf' });
    const { terminal, gate } = registering;
    const payment = terminal.pay({ amount: 1200 });
    await until(() => gate.received > 0);
    expect(await timeToClose(terminal)).toBeLessThan(AT_ONCE);
    expect(await payment).toMatchObject({ kind: 'notSent', reason: { code: 'closed' } });
    await expectNoCommandAfterClose(registering);
  });

  it('a terminal between two attempts to reconnect ends the attempts', async () => {
    const offline = await open(protocol, { gate: 'closed' });
    await until(() => offline.gate.connections > 2 && offline.terminal.state === 'offline');
    expect(await timeToClose(offline.terminal)).toBeLessThan(AT_ONCE);
    await expectNoCommandAfterClose(offline);
  });

  it('lets a running payment end, and refuses those that wait behind it', async () => {
    const busy = await openReady(protocol);
    const { terminal, behave, booked } = busy;
    behave('slow:100');
    const running = terminal.pay({ amount: 1200 });
    const waiting = terminal.pay({ amount: 1300 });
    await until(() => terminal.state === 'busy');
    await terminal.close();
    expect(await running).toMatchObject({ kind: 'approved', facts: { amount: 1200 } });
    expect(await waiting).toMatchObject(closed);
    expect(booked()).toEqual([1200]);
    expect(busy.statesSince()).toEqual(['busy', 'ready', 'closed']);
    await expectNoCommandAfterClose(busy);
  });

  it('cuts a payment that lasts longer than the drain: its end is unknown', async () => {
    const busy = await openReady(protocol, { timers: { drain: 100 } });
    busy.behave('slow:5000');
    const running = busy.terminal.pay({ amount: 1200 });
    await until(() => busy.terminal.state === 'busy');
    expect(await timeToClose(busy.terminal)).toBeGreaterThan(90);
    expect(await running).toMatchObject({ kind: 'unknown', reason: { code: 'closed' } });
    await expectNoCommandAfterClose(busy);
  });

  it('twice is closing once', async () => {
    const { terminal, statesSince } = await openReady(protocol);
    const first = terminal.close();
    expect(terminal.close()).toBe(first);
    await first;
    expect(statesSince()).toEqual(['closed']);
  });
});
