/** Faults of the virtual terminal's line and power: wherever it is cut, the repeated result is true. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { encode } from '../../../zvt/codec/apdu.ts';
import { type RunningVirtualTerminal, startVirtualTerminal, type VirtualTerminalOptions } from '../start.ts';
import { connectTill, lastOf, names, registrationOf, type TestTill } from '../till.fixture.ts';
import { openMemory } from './memory.ts';

const PAY = encode('authorisation', { amount: 1200 });
const REPEAT = encode('repeatReceipt', { password: '000000', serviceByte: 3 });

const running: RunningVirtualTerminal[] = [];
const folder = mkdtempSync(join(tmpdir(), 'tillbridge-faults-'));
afterEach(async () => {
  for (const one of running.splice(0)) await one.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(options: VirtualTerminalOptions = {}) {
  const virtual = await startVirtualTerminal({ delay: 0, timers: { t3: 500 }, ...options });
  running.push(virtual);
  return virtual;
}

/** Asks until the terminal is at rest, as a till does after a break. */
async function lastReceipt({ port }: RunningVirtualTerminal): Promise<number> {
  for (;;) {
    const till = await registered(port);
    const messages = await till.run(REPEAT);
    till.close();
    if (messages.at(-1)?.name !== 'completion') continue;
    return Number(messages.find(message => message.name === 'statusInformation')?.fields.receiptNumber ?? 0);
  }
}

async function registered(port: number): Promise<TestTill> {
  const till = await connectTill(port);
  await till.run(registrationOf());
  return till;
}

/** Bytes a whole payment takes in both directions. */
async function sizes(): Promise<{ sent: number; received: number }> {
  const virtual = await start();
  const till = await registered(virtual.port);
  const before = { ...till.bytes };
  await till.run(PAY);
  return { sent: till.bytes.received - before.received, received: till.bytes.sent - before.sent };
}

describe('a line cut at a byte', () => {
  it.each([
    ['kept', false],
    ['kept', true],
    ['reversed', false],
    ['reversed', true],
  ] as const)('leaves one payment or none, %s, restarted: %s', async (unacknowledged, thenRestart) => {
    const whole = await sizes();
    const cut = fc.oneof(
      fc.record({ cutAfterSent: fc.integer({ min: 0, max: whole.sent }) }),
      fc.record({ cutAfterReceived: fc.integer({ min: 0, max: whole.received }) }),
    );
    await fc.assert(
      fc.asyncProperty(cut, async at => {
        const virtual = await start({ unacknowledged });
        const till = await registered(virtual.port);
        virtual.terminal.faults.arm({ ...at, thenRestart });
        const messages = await till.run(PAY);
        const receipt = await lastReceipt(virtual);
        const { bookings } = virtual.terminal.memory;
        expect(virtual.terminal.authorisationsReceived).toBeLessThanOrEqual(1);
        expect(bookings.length).toBeLessThanOrEqual(1);
        expect(bookings.some(booking => booking.state === 'pending')).toBe(false);
        expect(receipt).toBe(bookings.filter(booking => booking.state === 'kept').length);
        // A completion is the terminal's clear word.
        if (messages.at(-1)?.name === 'completion') expect(receipt).toBe(1);
        await virtual.close();
      }),
      { numRuns: 25 },
    );
  });

  it('breaks once, and shows the armed fault', async () => {
    const virtual = await start();
    const till = await registered(virtual.port);
    virtual.terminal.faults.arm({ cutAfterSent: 2 });
    expect(names(await till.run(PAY))).toEqual([]);
    expect(virtual.terminal.faults.armed).toEqual({});
    const again = await registered(virtual.port);
    expect((await again.run(PAY)).at(-1)?.name).toMatch(/completion|negative/);
  });
});

describe('switched off and on', () => {
  it('forgets the registration and the running payment, and keeps an approved payment', async () => {
    const virtual = await start();
    const till = await registered(virtual.port);
    await till.run(PAY);
    virtual.terminal.behaviour = 'manual';
    till.send(PAY);
    await till.next();
    virtual.terminal.restart();
    expect(virtual.terminal.device).toMatchObject({ phase: 'idle', awaits: undefined });
    expect(virtual.terminal.isBusy).toBe(false);
    const again = await connectTill(virtual.port);
    expect(lastOf(await again.run(PAY), 'negative').control).toBe(0x846b);
    expect(await lastReceipt(virtual)).toBe(1);
    expect(virtual.terminal.authorisationsReceived).toBe(3);
  });

  it('accepts no till for a while', async () => {
    const virtual = await start();
    virtual.terminal.restart(60_000);
    const till = await connectTill(virtual.port);
    expect(await till.run(registrationOf())).toEqual([]);
    expect(virtual.terminal.isDown).toBe(true);
  });

  it.each(['kept', 'reversed'] as const)(
    'settles bookings that were pending when the process was killed: %s',
    async school => {
      const state = join(mkdtempSync(join(tmpdir(), 'tillbridge-state-')), 'state.jsonl');
      const first = await start({ state, unacknowledged: 'reversed' });
      const till = await registered(first.port);
      await till.run(PAY, { statusInformation: () => undefined }, ['statusInformation']);
      expect(openMemory(state).bookings).toMatchObject([{ state: 'pending', amount: 1200 }]);
      const second = await start({ state, unacknowledged: school });
      expect(second.terminal.memory.bookings).toMatchObject([{ state: school === 'kept' ? 'kept' : 'takenBack' }]);
      expect(second.terminal.authorisationsReceived).toBe(1);
      expect(second.terminal.totals().amount).toBe(school === 'kept' ? 1200 : 0);
    },
  );
});

describe('noise', () => {
  it('greets with a banner, sends noise before a message, and doubles a byte', async () => {
    const virtual = await start();
    virtual.terminal.faults.arm({ banner: '53454341', noise: '00ff' });
    const till = await connectTill(virtual.port);
    till.send(encode('statusEnquiry', {}));
    await till.next();
    expect(virtual.terminal.faults.armed).toEqual({ banner: '53454341' });
  });

  it('falls silent after so many bytes without hanging up', async () => {
    const virtual = await start();
    const till = await registered(virtual.port);
    virtual.terminal.faults.arm({ muteAfterSent: 3 });
    const messages = await till.run(PAY, {}, ['positive']);
    expect(names(messages)).toEqual(['positive']);
    expect(virtual.terminal.connections).toBe(1);
  });
});
