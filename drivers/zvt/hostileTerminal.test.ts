/** Terminals that violate the protocol: the driver neither hangs nor grows, and reports no more about money than it knows. */
import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { memoryLine } from '../doubles/memoryLine.ts';
import { type Peer, registers, type ScriptedTerminal, scriptedTerminal } from '../doubles/scriptedTerminal.ts';
import { openTerminal } from '../protocols.ts';
import type { Outcome, PaymentTerminal, Progress } from '../terminal.ts';
import type { TransportOpener } from '../transport/opener.ts';
import type { Transport } from '../transport/transport.ts';
import { encode } from './codec/apdu.ts';
import { tcpDeframer } from './framing/tcpFrame.ts';
import { openZvtTerminal } from './terminal.ts';

const APPROVED = encode('statusInformation', { resultCode: 0, amount: 1200, receiptNumber: '0007' }).toString('hex');
const DECLINED = '040f022705';
const DONE = '060f00';
const LINE = `06d1${'24'}00${'61'.repeat(35)}`;
const FAST = { t3: 200, t4: 400, short: 300, settle: 60, stop: 60, hold: 60, retryFirst: 5, retryMost: 10, drain: 50 };

let terminal: PaymentTerminal;
let script: ScriptedTerminal | undefined;
const unhandled: unknown[] = [];
const keep = (reason: unknown) => unhandled.push(reason);
process.on('unhandledRejection', keep);
afterAll(() => process.off('unhandledRejection', keep));
afterEach(async () => {
  await terminal.close();
  await script?.close();
  script = undefined;
  expect(unhandled.splice(0)).toEqual([]);
});

async function open(...scripts: readonly ((peer: Peer) => Promise<void>)[]) {
  const idle = async (peer: Peer) => {
    await registers(peer);
    await peer.gone;
  };
  script = await scriptedTerminal(...scripts, idle);
  const connection = { type: 'tcp', host: '127.0.0.1', port: script.port } as const;
  terminal = await openTerminal({ protocol: 'zvt', connection, options: { timers: FAST } });
}

/** Registers, accepts a payment and then runs the script of the test. */
const paying = (rest: (peer: Peer) => Promise<void>) => async (peer: Peer) => {
  await registers(peer);
  await peer.expect('0601');
  peer.send('800000');
  await rest(peer);
};

const pay = (call = {}) => terminal.pay({ amount: 1200 }, call);

/** The same bytes in every run. */
function randomHex(seed: number, length: number): string {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) & 0xff;
  };
  return Buffer.from(Array.from({ length }, next)).toString('hex');
}

describe('random bytes', () => {
  const phases: readonly (readonly [
    string,
    readonly Outcome['kind'][],
    (noise: string) => (peer: Peer) => Promise<void>,
  ])[] = [
    [
      'before the registration',
      ['approved', 'notSent'],
      noise => async peer => {
        peer.send(noise);
        await peer.gone;
      },
    ],
    [
      'instead of an answer to the payment',
      ['unknown'],
      noise => async peer => {
        await registers(peer);
        await peer.expect('0601');
        peer.send(noise);
        await peer.gone;
      },
    ],
    [
      'while the card is awaited',
      ['unknown', 'declined'],
      noise =>
        paying(async peer => {
          peer.send(`04ff0101${noise}`);
          await peer.gone;
        }),
    ],
    [
      'after the approval',
      ['unknown', 'declined'],
      noise =>
        paying(async peer => {
          await peer.tell(APPROVED);
          peer.send(noise);
          await peer.gone;
        }),
    ],
    [
      'in the middle of a slip',
      ['unknown', 'declined'],
      noise =>
        paying(async peer => {
          await peer.tell(APPROVED);
          await peer.tell(LINE);
          peer.send(`${LINE.slice(0, 20)}${noise}`);
          await peer.gone;
        }),
    ],
  ];

  it.each(phases)('%s', async (_, kinds, scriptOf) => {
    for (const seed of [1, 2, 3]) {
      await open(scriptOf(randomHex(seed, 700)), async peer => {
        await registers(peer);
        await peer.gone;
      });
      const outcome = await pay();
      expect(kinds, `seed ${seed}: ${JSON.stringify(outcome)}`).toContain(outcome.kind);
      await terminal.close();
      await script!.close();
    }
  });
});

describe('a terminal that', () => {
  it('answers too late counts as silent, and its answer does not reach the next payment', async () => {
    await open(
      async peer => {
        await registers(peer);
        await peer.expect('0601');
        await peer.gone; // the driver has cut the line
      },
      paying(async peer => {
        await peer.tell(APPROVED);
        await peer.tell(DONE);
      }),
    );
    expect(await pay()).toMatchObject({ kind: 'unknown', reason: { code: 'silent' } });
    expect(await pay()).toMatchObject({ kind: 'approved' });
    expect(script!.connections).toBe(2);
  });

  it('answers an abort after the payment has ended does not refuse the next payment', async () => {
    const stop = new AbortController();
    await open(async peer => {
      await registers(peer);
      await peer.expect('0601');
      peer.send('800000');
      await peer.expect('06b0');
      await peer.tell(APPROVED);
      await peer.tell(DONE);
      peer.send('848300'); // refuses the abort after the payment has ended
      await peer.expect('0601');
      peer.send('800000');
      await peer.tell(APPROVED);
      await peer.tell(DONE);
      await peer.gone;
    });
    const first = pay({
      signal: stop.signal,
      onProgress: ({ step }: Progress) => (step === 'sent' ? stop.abort() : undefined),
    });
    const second = pay();
    expect([(await first).kind, (await second).kind]).toEqual(['approved', 'approved']);
  });

  it('never answers an abort gets the next payment over a new line', async () => {
    const stop = new AbortController();
    await open(
      paying(async peer => {
        await peer.expect('06b0');
        await peer.tell('061e016c');
        await peer.gone;
      }),
      paying(async peer => {
        await peer.tell(APPROVED);
        await peer.tell(DONE);
      }),
    );
    const first = await pay({
      signal: stop.signal,
      onProgress: ({ step }: Progress) => (step === 'sent' ? stop.abort() : undefined),
    });
    expect([first.kind, (await pay()).kind]).toEqual(['declined', 'approved']);
  });

  it.each([
    ['approved, then declined', [APPROVED, DECLINED, '061e0105'], 'unknown'],
    ['declined, then approved', [DECLINED, APPROVED, DONE], 'approved'],
    ['a wrong PIN, then approved', ['040f022737', APPROVED, DONE], 'approved'],
    ['approved twice', [APPROVED, APPROVED, DONE], 'approved'],
    ['approved, then aborted', [APPROVED, '061e016c'], 'unknown'],
  ])('reports two results never loses an approval: %s', async (_, messages, kind) => {
    await open(
      paying(async peer => {
        for (const message of messages) await peer.tell(message);
        await peer.gone;
      }),
    );
    expect((await pay()).kind).toBe(kind);
  });

  it('sends every message twice is paid once', async () => {
    await open(async peer => {
      await registers(peer);
      await peer.expect('0601');
      peer.send('800000800000');
      for (const message of [LINE, APPROVED, DONE]) {
        peer.send(`${message}${message}`);
        await peer.expect('8000');
        await peer.expect('8000');
      }
      await peer.expect('0601');
      peer.send('800000');
      await peer.tell(DECLINED);
      await peer.tell('061e0105');
    });
    expect((await pay()).kind).toBe('approved');
    expect((await pay()).kind).toBe('declined');
  });

  it('restarts in the middle of a slip leaves the outcome unknown', async () => {
    await open(
      paying(async peer => {
        await peer.tell(APPROVED);
        await peer.tell(LINE);
        peer.send(LINE.slice(0, 30));
        peer.cut();
      }),
    );
    expect(await pay()).toMatchObject({ kind: 'unknown', reason: { code: 'lineLost' }, facts: { amount: 1200 } });
  });

  it('sends blocks of 64 KiB is read', async () => {
    const rows = Array.from({ length: 1_700 }, () => `0724${'62'.repeat(36)}`).join('');
    const size = (rows.length / 2).toString(16).padStart(4, '0');
    const content = `1f07010125${`82${size}`}${rows}`;
    const data = `0682${(content.length / 2).toString(16).padStart(4, '0')}${content}`;
    const length = data.length / 2;
    const header = Buffer.of(0x06, 0xd3, 0xff, length & 0xff, length >> 8).toString('hex');
    await open(
      paying(async peer => {
        await peer.tell(APPROVED);
        for (let block = 0; block < 3; block++) await peer.tell(header + data);
        await peer.tell(DONE);
      }),
    );
    const outcome = await pay();
    expect(outcome).toMatchObject({ kind: 'approved' });
    expect('receipts' in outcome && outcome.receipts.map(({ lines }) => lines.length)).toEqual([1_700, 1_700, 1_700]);
  });

  it('announces 64 KiB and never sends them is cut off', async () => {
    await open(
      paying(async peer => {
        peer.send('06d3ffffff0000');
        await peer.gone;
      }),
    );
    expect(await pay()).toMatchObject({ kind: 'unknown', reason: { code: 'garbled' } });
  });

  it('never stops printing is refused further prints', async () => {
    let printed = 0;
    await open(
      paying(async peer => {
        await peer.tell(APPROVED);
        for (;;) {
          peer.send(LINE);
          if ((await peer.expect()) === '84cc00') break;
          printed++;
        }
        await peer.tell(DONE);
      }),
    );
    expect((await pay()).kind).toBe('approved');
    expect(printed).toBe(5_000);
  });
});

describe('ten thousand commands', () => {
  setFlagsFromString('--expose_gc');
  const collect: () => void = runInNewContext('gc');

  /** A terminal in memory that approves every payment. */
  function tireless(line: Transport): void {
    const deframer = tcpDeframer();
    const script: Readonly<Record<string, readonly string[]>> = { '0600': [DONE], '0601': [APPROVED, DONE] };
    let left: string[] = [];
    const say = (hex: string) => line.write(Buffer.from(hex, 'hex'));
    line.listen({
      bytes(chunk) {
        for (const apdu of deframer.push(chunk)) {
          const asked = script[apdu.toString('hex', 0, 2)];
          if (asked) {
            say('800000');
            left = [...asked];
          }
          const next = left.shift();
          if (next) say(next);
        }
      },
      down() {},
    });
  }

  it('leave no listener, timer or memory behind', async () => {
    const [till, other] = memoryLine();
    tireless(other);
    const access: TransportOpener = {
      open: async () => Object.assign(till, { closed: Promise.resolve() }),
      handleCalls() {},
      listen: async () => ({ close: async () => undefined }),
      close: async () => till.close(),
    };
    const connection = { type: 'tcp', host: '127.0.0.1', port: 1 } as const;
    terminal = openZvtTerminal({ protocol: 'zvt', connection }, undefined, access);
    const { signal } = new AbortController();
    const timers = () => process.getActiveResourcesInfo().filter(name => name === 'Timeout').length;
    const before = await payments(1_000);
    const end = await payments(9_000);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(end.timers).toBeLessThanOrEqual(before.timers);
    expect(end.heap - before.heap).toBeLessThan(2e6);

    async function payments(count: number) {
      for (let i = 0; i < count; i++) expect((await pay({ signal })).kind).toBe('approved');
      collect();
      return { timers: timers(), heap: process.memoryUsage().heapUsed };
    }
  }, 60_000);
});
