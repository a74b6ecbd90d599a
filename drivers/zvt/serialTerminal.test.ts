/** Driver and virtual terminal over a real serial line, made of a pair of ports. */
import { afterEach, describe, expect, it } from 'vitest';
import { type PtyPair, ptyPair } from '../doubles/ptyPair.ts';
import { openTerminal } from '../protocols.ts';
import { type RunningVirtualTerminal, startVirtualTerminal } from '../simulator/zvt/start.ts';
import type { LastTransaction, PaymentTerminal, Progress } from '../terminal.ts';
import { openSerial } from '../transport/serial.ts';
import { ACK, serialDeframer, serialFrame } from './framing/serialFrame.ts';
import { APPROVED, DONE } from './scripted.fixture.ts';

const TIMERS = { t2: 300, t3: 1000, t4: 600, short: 2000, stop: 200, retryFirst: 20, retryMost: 50 };

let ports: PtyPair;
let virtual: RunningVirtualTerminal | undefined;
let terminal: PaymentTerminal;

async function start(behaviour = 'approve') {
  ports = await ptyPair();
  virtual = await startVirtualTerminal({ serial: ports.terminal, delay: 0, behaviour, timers: { t2: 300, t3: 300 } });
  terminal = await openTerminal({
    protocol: 'zvt',
    connection: { type: 'serial', path: ports.till },
    options: { timers: TIMERS },
  });
}

async function lastTransaction(): Promise<LastTransaction> {
  for (;;) {
    const last = await terminal.lastTransaction();
    if (last.kind !== 'unreachable' || last.reason.code === 'closed') return last;
  }
}

afterEach(async () => {
  await terminal.close();
  await virtual?.close();
  await ports.close();
});

describe('over a serial line', () => {
  it('pays, reverses and closes the day', async () => {
    await start();
    expect(terminal.endpoint).toBe(`serial:${ports.till}`);
    expect(await terminal.pay({ amount: 101010 })).toMatchObject({
      kind: 'approved',
      facts: { amount: 101010 },
      receipts: [{}, {}],
    });
    expect(await terminal.reverse({ receiptNumber: 1 })).toMatchObject({ kind: 'approved' });
    expect(await terminal.perform({ do: 'endOfDay' })).toMatchObject({ kind: 'done', totals: { amount: 0 } });
    expect(await terminal.status()).toEqual({ kind: 'ready' });
  });

  it('pays when every byte comes separately', async () => {
    await start('split');
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
  });

  it('ends unknown when the terminal falls silent, and finds the payment later', async () => {
    await start('mute:1');
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'unknown' });
    expect(await lastTransaction()).toMatchObject({ kind: 'found', approved: true, facts: { amount: 1200 } });
  });

  it('answers an approval that crosses an abort at once, and sends the abort again afterwards', async () => {
    ports = await ptyPair();
    const port = await openSerial({ path: ports.terminal });
    const deframer = serialDeframer();
    const received: string[] = [];
    const frames = (...apdus: readonly string[]) => apdus.map(hex => serialFrame(Buffer.from(hex, 'hex')));
    const answers: Readonly<Record<string, (again: boolean) => readonly Buffer[]>> = {
      '0600': () => [Buffer.of(ACK), ...frames('800000', '060f0a19002960001234490978')],
      '0601': () => [Buffer.of(ACK), ...frames('800000', '04ff010a')],
      '06b0': again => (again ? [Buffer.of(ACK), ...frames('848300', DONE)] : frames(APPROVED)),
      '8000': () => [Buffer.of(ACK)],
    };
    port.listen({
      bytes(chunk) {
        for (const event of deframer.push(chunk)) {
          if (event.type !== 'frame') continue;
          const name = event.apdu.toString('hex', 0, 2);
          port.write(Buffer.concat(answers[name]!(received.includes(name))));
          received.push(name);
        }
      },
      down: () => undefined,
    });
    const connection = { type: 'serial', path: ports.till } as const;
    const timers = { ...TIMERS, t1: 100, t2: 1000, t4: 5000, calm: 10 };
    terminal = await openTerminal({ protocol: 'zvt', connection, options: { timers } });
    const stop = new AbortController();
    const onProgress = ({ step }: Progress) => (step === 'prompt' ? stop.abort() : undefined);
    expect(await terminal.pay({ amount: 1200 }, { signal: stop.signal, onProgress })).toMatchObject({
      kind: 'approved',
    });
    const paying = received.indexOf('0601');
    expect(received.slice(paying, paying + 5)).toEqual(['0601', '8000', '06b0', '8000', '06b0']);
    port.close();
  });

  it('is offline when the port is unplugged', async () => {
    await start();
    await terminal.register();
    const { promise: offline, resolve } = Promise.withResolvers<void>();
    terminal.onState(state => (state === 'offline' ? resolve() : undefined));
    await virtual!.close();
    await ports.close();
    await offline;
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'notSent', reason: { code: 'unreachable' } });
  });
});
