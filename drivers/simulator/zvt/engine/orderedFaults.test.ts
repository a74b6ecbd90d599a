/** Faults of a real serial line: damaged frames, lost acknowledgements, a cable pulled out, a terminal switched off. */
import { afterEach, describe, expect, it } from 'vitest';
import { type PtyPair, ptyPair } from '../../../doubles/ptyPair.ts';
import { openTerminal } from '../../../index.ts';
import type { LastTransaction, PaymentTerminal } from '../../../terminal.ts';
import { type RunningVirtualTerminal, startVirtualTerminal, type VirtualTerminalOptions } from '../start.ts';
import type { OrderedFault } from './orderedFaults.ts';

// A frame is given up after three transmissions: on a busy machine T2 must not run out beside them.
const LINE = { t1: 150, t2: 600, t3: 2_000 };
const TIMERS = { ...LINE, t4: 3_000, short: 2_000, settle: 300, stop: 300, retryFirst: 10, retryMost: 50, drain: 100 };

let ports: PtyPair;
let virtual: RunningVirtualTerminal;
let terminal: PaymentTerminal;
afterEach(async () => {
  await terminal.close();
  await virtual.close();
  await ports.close();
});

async function start(options: VirtualTerminalOptions = {}) {
  ports = await ptyPair();
  virtual = await startVirtualTerminal({
    serial: ports.terminal,
    delay: 0,
    timers: { ...LINE, goods: 1_500 },
    ...options,
  });
  const connection = { type: 'serial', path: ports.till } as const;
  terminal = await openTerminal({ protocol: 'zvt', connection, options: { timers: TIMERS } });
  await terminal.register();
}

async function lastTransaction(): Promise<LastTransaction> {
  for (;;) {
    const last = await terminal.lastTransaction();
    if (last.kind !== 'unreachable' || last.reason.code === 'closed') return last;
  }
}

describe('a serial line', () => {
  const CARRIED: readonly OrderedFault[] = [
    { noise: '00ff5503' },
    { badChecksums: 1, damaged: 1, lostAcknowledgements: 1 },
    { badChecksums: 1 },
    { damaged: 1 },
    { lostAcknowledgements: 1 },
  ];
  it.each(CARRIED.slice(0, process.env.LONG ? undefined : 2))('carries a payment in spite of %j', async fault => {
    await start();
    virtual.terminal.faults.arm(fault);
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved', receipts: [{}, {}] });
    expect(virtual.terminal.authorisationsReceived).toBe(1);
    expect(virtual.terminal.memory.bookings).toMatchObject([{ state: 'kept', amount: 1200 }]);
  });

  const CUTS: readonly OrderedFault[] = [
    { cutAfterReceived: 30 },
    { cutAfterSent: 8, thenRestart: true },
    { cutAfterSent: 200, downFor: 20 },
    { cutAfterReceived: 4 },
    { cutAfterSent: 60, thenRestart: true, downFor: 2_500 },
  ];
  it.each(CUTS.slice(0, process.env.LONG ? undefined : 3))('repeats the true result after %j', async fault => {
    await start();
    virtual.terminal.faults.arm(fault);
    const outcome = await terminal.pay({ amount: 1200 });
    const last = await lastTransaction();
    const { bookings } = virtual.terminal.memory;
    const kept = bookings.filter(booking => booking.state === 'kept').length;
    expect(virtual.terminal.authorisationsReceived).toBeLessThanOrEqual(1);
    expect(bookings.some(booking => booking.state === 'pending')).toBe(false);
    expect(last.kind).toBe(kept === 1 ? 'found' : 'none');
    if (outcome.kind === 'approved') expect(kept).toBe(1);
    if (outcome.kind === 'declined') expect(kept).toBe(0);
  });

  it('reverses a payment that was not acknowledged, as the protocol wants', async () => {
    await start();
    expect(virtual.terminal.unacknowledged).toBe('reversed');
  });
});
