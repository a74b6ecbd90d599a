/** The driver against a terminal that says exactly what a test wants: endings, timers, aborts, idle lines, bad bytes. */
import { afterEach, describe, expect, it } from 'vitest';
import { openTerminal } from '../index.ts';
import type { PaymentTerminal, Progress, Reason, TerminalState } from '../terminal.ts';
import { type Peer, registers, type ScriptedTerminal, scriptedTerminal } from '../testing/scriptedTerminal.ts';
import { encode } from './codec/apdu.ts';
import { tlv } from './codec/tlv.ts';

const APPROVED = encode('statusInformation', {
  resultCode: 0,
  amount: 1200,
  traceNumber: '000200',
  receiptNumber: '0200',
}).toString('hex');
const DECLINED = '040f022705';
const DONE = '060f00';
const FAST = {
  t1: 50,
  t2: 100,
  t3: 150,
  t4: 400,
  short: 400,
  settle: 100,
  stop: 150,
  connect: 500,
  retryFirst: 10,
  retryMost: 20,
  drain: 100,
};

let terminal: PaymentTerminal;
let script: ScriptedTerminal;
afterEach(async () => {
  await terminal.close();
  await script.close();
});

async function open(
  scripts: readonly ((peer: Peer) => Promise<void>)[],
  timers: Partial<typeof FAST> & { fresh?: number } = {},
) {
  script = await scriptedTerminal(...scripts);
  const connection = { type: 'tcp', host: '127.0.0.1', port: script.port } as const;
  terminal = await openTerminal({ protocol: 'zvt', connection, options: { timers: { ...FAST, ...timers } } });
  return terminal;
}

/** A terminal that registers, accepts a payment, and then does what the test says. */
async function opened(rest: (peer: Peer) => Promise<void>, timers?: Parameters<typeof open>[1]) {
  const first = async (peer: Peer) => {
    await registers(peer);
    await peer.expect('0601');
    peer.send('800000');
    await rest(peer);
  };
  return open([first, idle], timers);
}

async function idle(peer: Peer): Promise<void> {
  await registers(peer);
  await peer.gone;
}

describe('a payment ends', () => {
  it('approved by the completion after 04 0F with 27 00', async () => {
    await opened(async peer => {
      await peer.tell(APPROVED);
      await peer.tell(DONE);
    });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({
      kind: 'approved',
      facts: { amount: 1200, receiptNumber: 200, currency: 'EUR' },
    });
  });

  it('declined by 84 xx: nothing happened', async () => {
    await open([
      async peer => {
        await registers(peer);
        await peer.expect('0601');
        peer.send('849c00');
        await peer.gone;
      },
    ]);
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({
      kind: 'declined',
      reason: { code: 'busy', resultCode: 0x9c },
    });
  });

  it('declined by 06 1E alone', async () => {
    await opened(peer => peer.tell('061e0164'));
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({
      kind: 'declined',
      reason: { code: 'cardError', resultCode: 0x64 },
    });
  });

  it('declined by a failing 04 0F that no completion follows', async () => {
    await opened(peer => peer.tell(DECLINED));
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({
      kind: 'declined',
      reason: { code: 'declined', resultCode: 5 },
    });
  });

  it('by the last 04 0F when there are two', async () => {
    await opened(async peer => {
      await peer.tell('040f022737');
      await peer.tell('04ff0101');
      await peer.tell(APPROVED);
      await peer.tell(DONE);
    });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
  });

  it.each([
    ['06 1E', ['040f0b2700a0a504000000001200', '061e01a5']],
    ['a completion', ['040f042700a0a5', DONE]],
    ['nothing', ['040f042700a0a0']],
  ])('declined by a code of the host that is no number, then %s', async (_, messages) => {
    await opened(async peer => {
      for (const message of messages) await peer.tell(message);
    });
    const asked: unknown[] = [];
    const onApproved = (facts: unknown) => {
      asked.push(facts);
      return { kind: 'done' } as const;
    };
    const resultCode = Number.parseInt(messages[0]!.slice(12, 14), 16);
    expect(await terminal.pay({ amount: 1200 }, { onApproved })).toMatchObject({
      kind: 'declined',
      reason: { code: 'declined', resultCode, text: expect.stringContaining('declined') },
    });
    expect(asked).toEqual([]);
  });

  it('approved with another code in the same place, as real terminals send it', async () => {
    await opened(async peer => {
      await peer.tell('040f042700a001');
      await peer.tell(DONE);
    });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
  });

  it('unknown when 06 1E follows an approving 04 0F: it may have been reversed, or not', async () => {
    await opened(async peer => {
      await peer.tell(APPROVED);
      await peer.tell('061e016c');
    });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({
      kind: 'unknown',
      reason: { code: 'aborted' },
      facts: { receiptNumber: 200 },
    });
  });

  it('unknown when the completion comes without any 04 0F', async () => {
    await opened(peer => peer.tell(DONE));
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'unknown', reason: { code: 'garbled' } });
  });

  it.each([
    ['after the wrong PIN was told', ['040f022737', DONE]],
    ['with a code of its own', [APPROVED, '060f02276c']],
  ])('unknown when the completion comes %s', async (_, apdus) => {
    await opened(async peer => {
      for (const apdu of apdus) await peer.tell(apdu);
    });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'unknown', reason: { code: 'garbled' } });
  });

  it.each([
    ['a failing status information and a completion', DECLINED, DONE],
    ['nothing and an abort', '', '061e016c'],
  ])('unknown when noise may have hidden the approval between %s', async (_, before, after) => {
    await opened(async peer => {
      if (before) await peer.tell(before);
      peer.send('ffffff');
      await peer.tell(after);
    });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'unknown' });
  });

  it.each([
    ['after the acceptance', async (peer: Peer) => peer.cut()],
    ['after an approving 04 0F', async (peer: Peer) => peer.tell(APPROVED).then(() => peer.cut())],
    ['after the wrong PIN was told', async (peer: Peer) => peer.tell('040f022737').then(() => peer.cut())],
  ])('unknown when the line breaks %s', async (_, rest) => {
    await opened(rest);
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'unknown', reason: { code: 'lineLost' } });
  });

  it('declined when the line breaks after a failing 04 0F', async () => {
    await opened(async peer => peer.tell(DECLINED).then(() => peer.cut()));
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'declined', reason: { resultCode: 5 } });
  });

  it('unknown when the terminal does not even answer the command', async () => {
    await open([
      async peer => {
        await registers(peer);
        await peer.expect('0601');
        await peer.gone;
      },
      idle,
    ]);
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'unknown', reason: { code: 'silent' } });
    expect(script.received.filter(hex => hex.startsWith('0601'))).toHaveLength(1);
  });

  it('with receipts before and after the 04 0F', async () => {
    const block = encode('printTextBlock', {
      tlv: [tlv(0x1f07, 1), tlv(0x25, [tlv(0x07, 'Betrag'), tlv(0x09, 0x81)])],
    });
    await opened(async peer => {
      await peer.tell(block.toString('hex'));
      await peer.tell(APPROVED);
      await peer.tell(encode('printLine', { printAttribute: 0x40, printText: 'Kunden' }).toString('hex'));
      await peer.tell('06d10181');
      await peer.tell(DONE);
    });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({
      kind: 'approved',
      receipts: [
        { copy: 'merchant', lines: [{ text: 'Betrag' }] },
        { copy: 'customer', lines: [{ text: 'Kunden', align: 'center' }] },
      ],
    });
  });
});

describe('not sent', () => {
  it('is a payment to a terminal nobody can reach', async () => {
    script = await scriptedTerminal(idle);
    await script.close();
    terminal = await openTerminal({
      protocol: 'zvt',
      connection: { type: 'tcp', host: '127.0.0.1', port: script.port },
    });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'notSent', reason: { code: 'unreachable' } });
    script = await scriptedTerminal(idle);
  });

  it('is a payment to a terminal that refuses the registration', async () => {
    await open([
      async peer => {
        for (;;) {
          await peer.expect('0600');
          peer.send('843700');
        }
      },
    ]);
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({
      kind: 'notSent',
      reason: { code: 'refused', resultCode: 0x37 },
    });
    expect(script.received.every(hex => hex.startsWith('0600'))).toBe(true);
  });

  it('is a payment given up before its turn', async () => {
    await open([idle]);
    const outcome = await terminal.pay({ amount: 1200 }, { signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ kind: 'notSent', reason: { code: 'aborted' } });
  });

  it('is a payment after close', async () => {
    await open([idle]);
    await terminal.close();
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'notSent', reason: { code: 'closed' } });
    expect(terminal.state).toBe('closed');
  });

  it('is an amount that no terminal can take', async () => {
    await open([idle]);
    expect(await terminal.pay({ amount: 12.5 })).toMatchObject({ kind: 'notSent', reason: { code: 'unsupported' } });
    expect(await terminal.register()).toMatchObject({ ok: true });
    expect(terminal.state).toBe('ready');
  });
});

describe('abort is a request', () => {
  async function aborted(answer: string, rest: (peer: Peer) => Promise<void>) {
    const { promise: prompted, resolve } = Promise.withResolvers<void>();
    const request = new AbortController();
    const steps: string[] = [];
    await opened(async peer => {
      await peer.tell('04ff010a');
      await peer.expect('06b0');
      peer.send(answer);
      await rest(peer);
    });
    const onProgress = ({ step }: Progress) => {
      steps.push(step);
      if (step === 'prompt') resolve();
    };
    const outcome = terminal.pay({ amount: 1200 }, { signal: request.signal, onProgress });
    await prompted;
    request.abort();
    return { outcome: await outcome, steps };
  }

  it('that the terminal grants', async () => {
    const { outcome, steps } = await aborted('800000', async peer => {
      await peer.tell('040f02276c');
      await peer.tell('061e016c');
    });
    expect(outcome).toMatchObject({ kind: 'declined', reason: { code: 'aborted', resultCode: 0x6c } });
    expect(steps.slice(2)).toEqual(['sent', 'prompt', 'abortRequested']);
  });

  it('that comes too late: the approval counts', async () => {
    const { outcome, steps } = await aborted('848300', async peer => {
      await peer.tell(APPROVED);
      await peer.tell(DONE);
    });
    expect(outcome).toMatchObject({ kind: 'approved' });
    expect(steps.slice(2)).toEqual(['sent', 'prompt', 'abortRequested', 'abortRefused']);
  });

  it('that was granted, and approved all the same', async () => {
    const { outcome } = await aborted('800000', async peer => {
      await peer.tell(APPROVED);
      await peer.tell(DONE);
    });
    expect(outcome).toMatchObject({ kind: 'approved', facts: { receiptNumber: 200 } });
  });

  it('and waits for the answer to the command', async () => {
    const request = new AbortController();
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    await open([
      async peer => {
        await registers(peer);
        await peer.expect('0601');
        await asked;
        peer.send('800000');
        await peer.expect('06b0');
        peer.send('800000');
        await peer.tell('061e016c');
      },
    ]);
    const onProgress = ({ step }: Progress) => {
      if (step !== 'sent') return;
      request.abort();
      resolve();
    };
    expect(await terminal.pay({ amount: 1200 }, { signal: request.signal, onProgress })).toMatchObject({
      kind: 'declined',
    });
  });
});

describe('timers', () => {
  it('let a payment take longer than T4 while the terminal shows signs of life', async () => {
    await opened(
      async peer => {
        for (let i = 0; i < 6; i++) {
          await peer.tell('04ff010a');
          await new Promise(resolve => setTimeout(resolve, 60));
        }
        await peer.tell(APPROVED);
        await peer.tell(DONE);
      },
      { t4: 200 },
    );
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
  });

  it('ask a quiet terminal to abort before they give up', async () => {
    await opened(async peer => {
      await peer.expect('06b0');
      peer.send('800000');
      await peer.tell('061e016c');
    });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'declined', reason: { code: 'aborted' } });
  });

  it('end a payment as unknown when the terminal stays quiet, and cut the line', async () => {
    const { promise: hungUp, resolve } = Promise.withResolvers<void>();
    await opened(async peer => {
      await peer.expect('06b0');
      await peer.gone;
      resolve();
    });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'unknown', reason: { code: 'silent' } });
    await hungUp;
  });

  it('are raised by the minutes in 04 FF', async () => {
    await opened(
      async peer => {
        await peer.tell('04ff020a01');
        await new Promise(resolve => setTimeout(resolve, 250));
        await peer.tell(APPROVED);
        await peer.tell(DONE);
      },
      { t4: 100 },
    );
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
    expect(script.received).not.toContain('06b000');
  });
});

describe('the line', () => {
  it('is reported offline and ready, with growing pauses in between', async () => {
    const states: TerminalState[] = [];
    const { promise: back, resolve } = Promise.withResolvers<void>();
    await open([
      async peer => {
        await registers(peer);
        peer.cut();
      },
      idle,
    ]);
    terminal.onState(state => {
      states.push(state);
      if (state === 'ready' && states.includes('offline')) resolve();
    });
    await back;
    expect(states).toEqual(['connecting', 'ready', 'offline', 'connecting', 'ready']);
  });

  it('that died while idle is found out before the payment is sent', async () => {
    const deaf = async (peer: Peer) => {
      await registers(peer);
      await peer.gone; // the connection is open, but nobody is there
    };
    const paying = async (peer: Peer) => {
      await registers(peer);
      await peer.expect('0601');
      peer.send('800000');
      await peer.tell(APPROVED);
      await peer.tell(DONE);
    };
    await open([deaf, paying], { fresh: 0 });
    const { promise: ready, resolve } = Promise.withResolvers<void>();
    terminal.onState(state => (state === 'ready' ? resolve() : undefined));
    await ready;
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
    expect(script.connections).toBe(2);
  });

  it('is registered without containers when the terminal cannot read them', async () => {
    await open([
      async peer => {
        await peer.expect('060010');
        peer.send('849a00');
        await peer.expect('060006000000be0978');
        peer.send('800000');
        await peer.tell('060f052960001234');
        await peer.gone;
      },
    ]);
    expect(await terminal.register()).toMatchObject({ ok: true });
  });

  it('gets back into step after noise, also in the middle of a payment', async () => {
    await opened(async peer => {
      peer.send(Buffer.from('\r\nREADY 1.0\r\n').toString('hex'));
      await peer.tell(APPROVED);
      peer.send('ffffff');
      await peer.tell(DONE);
    });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
  });

  it('is given up when a message stops in the middle', async () => {
    await opened(async peer => {
      peer.send('040f7727');
      await peer.gone;
    });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'unknown', reason: { code: 'garbled' } });
  });

  it('survives packets, fields and tags nobody described', async () => {
    await opened(async peer => {
      peer.send('06ee03010203');
      await peer.expect('848300');
      await peer.tell(`040f15${'2700'}${'04000000001200'}${'0605df5e0201aa'}${'99f0f2abcd'}`);
      await peer.tell(DONE);
    });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved', facts: { amount: 1200 } });
  });

  it('carries commands one at a time, in the order they were asked for', async () => {
    await open([
      async peer => {
        await registers(peer);
        for (const amount of ['000000000100', '000000000200']) {
          await peer.expect(`06010c04${amount}`);
          peer.send('800000');
          await peer.tell(APPROVED);
          await peer.tell(DONE);
        }
      },
    ]);
    const outcomes = await Promise.all([terminal.pay({ amount: 100 }), terminal.pay({ amount: 200 })]);
    await script.finished;
    expect(outcomes.map(outcome => outcome.kind)).toEqual(['approved', 'approved']);
  });

  it('is drained by close, then cut: a payment without an end is unknown', async () => {
    const { promise: accepted, resolve } = Promise.withResolvers<void>();
    await opened(async peer => {
      await peer.tell('04ff010a');
      await peer.gone;
    });
    const outcome = terminal.pay(
      { amount: 1200 },
      { onProgress: ({ step }) => (step === 'prompt' ? resolve() : undefined) },
    );
    await accepted;
    await terminal.close();
    expect(await outcome).toMatchObject({ kind: 'unknown', reason: { code: 'closed' } });
  });

  it('lets a progress listener that throws stop nothing', async () => {
    await opened(async peer => {
      await peer.tell('04ff010a');
      await peer.tell(APPROVED);
      await peer.tell(DONE);
    });
    const onProgress = () => {
      throw new Error('broken screen');
    };
    expect(await terminal.pay({ amount: 1200 }, { onProgress })).toMatchObject({ kind: 'approved' });
  });
});

describe('status and memory of the terminal', () => {
  async function asked(...answers: string[]) {
    await open([
      async peer => {
        await registers(peer);
        for (const answer of answers) {
          await peer.expect();
          for (const apdu of answer.split(' ')) {
            if (/^8[04]/.test(apdu)) peer.send(apdu);
            else await peer.tell(apdu);
          }
        }
        await peer.gone;
      },
    ]);
  }

  it.each([
    ['060f0100', { kind: 'ready' }],
    ['060f0bf0f0f7322e31342e313500', { kind: 'ready' }],
    ['060f019c', { kind: 'busy', resultCode: 0x9c }],
    ['060f01f0', { kind: 'needs', cure: 'endOfDay' }],
    ['060f01c2', { kind: 'needs', cure: 'diagnosis' }],
    ['060f0151', { kind: 'needs', cure: 'initialisation' }],
    ['060f01dc', { kind: 'needs', cure: 'person' }],
    ['060f01b2', { kind: 'needs', cure: 'person', text: 'journal full' }],
    ['060f080006051f55020100', { kind: 'needs', cure: 'person', resultCode: 0xfc }],
    ['060f080006051f55020200', { kind: 'busy' }],
    ['060f080006051f55020280', { kind: 'needs', cure: 'person' }],
    ['060f080006051f55024000', { kind: 'needs', cure: 'initialisation' }],
    ['060f00', { kind: 'unreachable', reason: { code: 'garbled' } }],
    ['061e019c', { kind: 'busy' }],
  ])('reads %s', async (apdu, expected) => {
    await asked(`800000 ${apdu}`);
    expect(await terminal.status()).toMatchObject(expected);
  });

  it('takes a terminal that does not know the enquiry as ready', async () => {
    await asked('848300');
    expect(await terminal.status()).toEqual({ kind: 'ready' });
  });

  it('tells the last transaction, approved or not', async () => {
    await asked('800000 060f0100', `800000 ${APPROVED} ${DONE}`, '800000 060f0100', `800000 ${DECLINED} ${DONE}`);
    expect(await terminal.lastTransaction()).toMatchObject({
      kind: 'found',
      approved: true,
      facts: { receiptNumber: 200 },
    });
    expect(await terminal.lastTransaction()).toMatchObject({ kind: 'found', approved: false, resultCode: 5 });
  });

  it('tells none only when the terminal clearly has none', async () => {
    await asked('800000 060f0100', `800000 ${DONE}`, '800000 060f0100', '848300', '800000 060f0100', '800000 061e01a0');
    expect(await terminal.lastTransaction()).toEqual({ kind: 'none' });
    expect(await terminal.lastTransaction()).toMatchObject({ kind: 'unreachable', reason: { code: 'unsupported' } });
    expect(await terminal.lastTransaction()).toMatchObject({ kind: 'unreachable', reason: { code: 'busy' } });
  });

  it.each([
    ['noise came with the answer', '800000 ffffff060f00'],
    ['a slip came, but no result', '800000 06d1024041 060f00'],
    ['the result has no code', '800000 040f0704000000001200 060f00'],
  ])('does not say none when %s', async (_, answer) => {
    await asked('800000 060f0100', answer);
    expect(await terminal.lastTransaction()).toMatchObject({ kind: 'unreachable', reason: { code: 'garbled' } });
  });

  it('does not ask a terminal that still works: it would tell the transaction before', async () => {
    await asked('800000 060f019c');
    const last = await terminal.lastTransaction();
    expect(last).toMatchObject({ kind: 'unreachable', reason: { code: 'busy' } satisfies Partial<Reason> });
    expect(script.received.some(hex => hex.startsWith('0620'))).toBe(false);
  });
});
