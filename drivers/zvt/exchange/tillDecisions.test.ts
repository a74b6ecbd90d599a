/** Decisions of the till during a payment: the goods, the slips, the terminal's questions. */
import { afterEach, describe, expect, it } from 'vitest';
import { type Peer, registers, type ScriptedTerminal, scriptedTerminal } from '../../doubles/scriptedTerminal.ts';
import { openTerminal } from '../../index.ts';
import type { Answer, CommandOptions, HandOver, PaymentTerminal, Question, TerminalReceipt } from '../../terminal.ts';
import { encode } from '../codec/apdu.ts';
import { tlv } from '../codec/tlv.ts';

const FAST = { t3: 400, t4: 1_000, short: 500, settle: 100, stop: 100, retryFirst: 10, retryMost: 20, drain: 100 };
const APPROVED = encode('statusInformation', { resultCode: 0, amount: 1200, receiptNumber: '0007' }).toString('hex');
const DONE = '060f00';
const GOODS_BYTES = '0601' + '10' + '013c' + '021e' + '04000000001200' + '490978' + '1940';

let terminal: PaymentTerminal;
let script: ScriptedTerminal;
afterEach(async () => {
  await terminal.close();
  await script.close();
});

/** A terminal that registers, accepts a payment, and then runs the script of the test. */
async function opened(rest: (peer: Peer) => Promise<void>, options: object = {}, hold = 60) {
  const idle = async (peer: Peer) => {
    await registers(peer);
    await peer.gone;
  };
  script = await scriptedTerminal(async peer => {
    await registers(peer);
    await peer.expect('0601');
    peer.send('800000');
    await rest(peer);
  }, idle);
  const connection = { type: 'tcp', host: '127.0.0.1', port: script.port } as const;
  terminal = await openTerminal({
    protocol: 'zvt',
    connection,
    options: { ...options, timers: { ...FAST, hold } },
  });
}

const pay = (call: CommandOptions) => terminal.pay({ amount: 1200 }, call);

describe('the hand-over of the goods', () => {
  it('is asked for with the facts, and acknowledged when it is done', async () => {
    await opened(async peer => {
      await peer.tell(APPROVED);
      await peer.tell(DONE);
    });
    const asked: unknown[] = [];
    const onApproved = (facts: unknown): HandOver => {
      asked.push(facts);
      return { kind: 'done' };
    };
    expect(await pay({ onApproved })).toMatchObject({ kind: 'approved' });
    expect(asked).toMatchObject([{ amount: 1200, receiptNumber: 7, currency: 'EUR' }]);
    expect(script.received[2]).toBe(GOODS_BYTES);
  });

  it('keeps the terminal waiting with 84 9C, and is asked for once', async () => {
    const { promise: decided, resolve: decide } = Promise.withResolvers<HandOver>();
    let asked = 0;
    await opened(async peer => {
      for (let i = 0; i < 3; i++) {
        peer.send(APPROVED);
        expect(await peer.expect()).toBe('849c00');
      }
      decide({ kind: 'done' });
      await peer.tell(APPROVED);
      await peer.tell(DONE);
    });
    const onApproved = () => {
      asked++;
      return decided;
    };
    expect(await pay({ onApproved })).toMatchObject({ kind: 'approved' });
    expect(asked).toBe(1);
  });

  it('that is partial is booked in part', async () => {
    await opened(async peer => {
      peer.send(APPROVED);
      expect(await peer.expect()).toBe('849d07' + '04000000000500');
      await peer.tell(DONE);
    });
    const outcome = await pay({ onApproved: async () => ({ kind: 'partly', amount: 500 }) });
    expect(outcome).toMatchObject({ kind: 'approved', facts: { amount: 500 } });
  });

  it.each([
    ['in part', 500, '849d0704000000000500'],
    ['whole', 1200, '800000'],
  ])('is compared with the requested amount when the approval has none: %s', async (_, amount, answer) => {
    await opened(async peer => {
      peer.send('040f022700');
      expect(await peer.expect()).toBe(answer);
      await peer.tell(DONE);
    });
    expect((await pay({ onApproved: async () => ({ kind: 'partly', amount }) })).kind).toBe('approved');
  });

  it.each<readonly [string, HandOver, string]>([
    ['all of it, said as a part', { kind: 'partly', amount: 1200 }, '800000'],
    ['nothing, said as a part', { kind: 'partly', amount: 0 }, '846600'],
    ['nothing', { kind: 'failed' }, '846600'],
  ])('answer %s', async (_, handOver, answer) => {
    await opened(async peer => {
      peer.send(APPROVED);
      expect(await peer.expect()).toBe(answer);
      await peer.tell(answer === '800000' ? DONE : '061e016c');
    });
    const outcome = await pay({ onApproved: () => handOver });
    if (answer === '800000') expect(outcome.kind).toBe('approved');
    else expect(outcome).toMatchObject({ kind: 'declined', reason: { code: 'notHandedOver', resultCode: 0x6c } });
  });

  it('counts as failed when the callback of the till fails', async () => {
    await opened(async peer => {
      peer.send(APPROVED);
      expect(await peer.expect()).toBe('846600');
      await peer.tell('040f022705');
      await peer.tell('061e0105');
    });
    const onApproved = () => {
      throw new Error('disk full');
    };
    expect(await pay({ onApproved })).toMatchObject({ kind: 'declined', reason: { code: 'notHandedOver' } });
  });

  it('leaves the payment unknown when the line breaks while the terminal waits', async () => {
    await opened(async peer => {
      peer.send(APPROVED);
      expect(await peer.expect()).toBe('849c00');
      peer.cut();
    });
    const { promise: never } = Promise.withResolvers<HandOver>();
    expect(await pay({ onApproved: () => never })).toMatchObject({ kind: 'unknown', reason: { code: 'lineLost' } });
  });

  it('that is decided too late does not affect the next payment', async () => {
    const { promise: late, resolve: decide } = Promise.withResolvers<HandOver>();
    await opened(async peer => {
      peer.send(APPROVED);
      expect(await peer.expect()).toBe('849c00');
      await peer.tell('040f02276c');
      await peer.tell('061e016c');
      await peer.expect('0601');
      peer.send('800000');
      peer.send(APPROVED);
      expect(await peer.expect()).toBe('849c00');
      decide({ kind: 'done' });
      peer.send(APPROVED);
      expect(await peer.expect()).toBe('849c00');
      await peer.tell('061e016c');
    });
    expect(await pay({ onApproved: () => late })).toMatchObject({ kind: 'declined' });
    const { promise: never } = Promise.withResolvers<HandOver>();
    expect(await pay({ onApproved: () => never })).toMatchObject({ kind: 'unknown' });
    expect(script.received.filter(hex => hex === '849c00')).toHaveLength(3);
  });
});

describe('a slip', () => {
  const block = (text: string) =>
    encode('printTextBlock', {
      tlv: [tlv(0x1f07, 1), tlv(0x25, [tlv(0x07, text), tlv(0x09, 0x81)])],
    }).toString('hex');

  it('is acknowledged when the till has stored it', async () => {
    const slips: TerminalReceipt[] = [];
    await opened(async peer => {
      await peer.tell(APPROVED);
      await peer.tell('06d1024041');
      expect(slips).toHaveLength(0);
      await peer.tell('06d10181');
      expect(slips).toHaveLength(1);
      await peer.tell(block('Betrag'));
      await peer.tell(DONE);
    });
    const onSlip = async (slip: TerminalReceipt) => slips.push(slip) > 0;
    expect(await pay({ onSlip })).toMatchObject({ kind: 'approved', receipts: [{}, {}] });
    expect(slips).toMatchObject([{ lines: [{ text: 'A' }] }, { copy: 'merchant', lines: [{ text: 'Betrag' }] }]);
  });

  it.each<readonly [string, NonNullable<CommandOptions['onSlip']>]>([
    ['cannot be taken', () => false],
    ['fails to be written', () => Promise.reject(new Error('disk full'))],
    ['takes longer than the terminal waits', () => Promise.withResolvers<boolean>().promise],
  ])(
    'that %s is refused with "printer not ready", and only the memory of the terminal tells whether it reversed',
    async (_, onSlip) => {
      await opened(async peer => {
        await peer.tell(APPROVED);
        peer.send(block('Betrag'));
        expect(await peer.expect()).toBe('84cc00');
        await peer.tell('040f0227cc');
        await peer.tell('061e01cc');
      });
      expect(await pay({ onSlip })).toMatchObject({ kind: 'unknown', reason: { resultCode: 0xcc } });
    },
  );

  it('that was refused leaves an approval unknown, since the terminal may have reversed it', async () => {
    await opened(async peer => {
      await peer.tell(APPROVED);
      peer.send(block('Betrag'));
      await peer.expect('84cc');
      await peer.tell('061e01cc');
    });
    expect(await pay({ onSlip: () => false })).toMatchObject({ kind: 'unknown' });
  });
});

describe('a question of the terminal', () => {
  const QUESTIONS = { questions: true };
  const menu = encode('menuRequest', {
    tlv: [
      tlv(0x2b, [
        tlv(0x16, 1),
        tlv(0x2c, [tlv(0x07, 'EUR'), tlv(0x19, Buffer.of(1))]),
        tlv(0x2c, [tlv(0x07, 'CHF'), tlv(0x19, Buffer.of(2))]),
      ]),
      tlv(0x24, [tlv(0x07, 'Währung?')]),
    ],
  }).toString('hex');
  const input = (mode: number, seconds = 30) =>
    encode('inputRequest', {
      tlv: [tlv(0x32, [tlv(0x24, [tlv(0x07, 'Trinkgeld')]), tlv(0x1f38, mode), tlv(0x1f39, seconds)])],
    }).toString('hex');
  const signature = (index: number, count: number, piece: string) =>
    encode('graphicMenu', {
      imageId: 1,
      imageType: 3,
      imageEncoding: 1,
      displaySeconds: 30,
      displayText1: 'Unterschrift?',
      chunkCount: count,
      chunkIndex: index,
      tlv: [tlv(0x1c, piece)],
    }).toString('hex');

  async function asked(question: string, answer: Answer) {
    const questions: Question[] = [];
    let reply = '';
    await opened(async peer => {
      peer.send(question);
      reply = await peer.expect();
      await peer.tell(APPROVED);
      await peer.tell(DONE);
    }, QUESTIONS);
    const onQuestion = async (one: Question) => {
      questions.push(one);
      return answer;
    };
    await pay({ onQuestion });
    return { question: questions[0], reply };
  }

  it('is offered at registration', async () => {
    await opened(async peer => peer.tell(APPROVED).then(() => peer.tell(DONE)), QUESTIONS);
    expect(terminal.features.has('questions')).toBe(true);
    await pay({});
    expect(script.received[0]).toContain('2610' + '0a0206d3' + '0a0206d0' + '0a02040d' + '0a02040e');
  });

  it('lets the cashier choose an item', async () => {
    const { question, reply } = await asked(menu, { kind: 'chosen', value: 2 });
    expect(question).toMatchObject({
      kind: 'choice',
      text: 'Währung?',
      choices: [
        { value: 1, text: 'EUR' },
        { value: 2, text: 'CHF' },
      ],
    });
    expect(reply).toBe('800005' + '0603190102');
  });

  it.each<readonly [number, string, Answer, string]>([
    [2, 'amount', { kind: 'typed', text: '0250' }, '80000b' + '0609' + '3207' + '1f3a04' + '30323530'],
    [0, 'text', { kind: 'none' }, '800004' + '0602' + '3200'],
    [1, 'number', { kind: 'no' }, '846c00'],
  ])('lets the cashier type a text: mode %i', async (mode, wants, answer, reply) => {
    const received = await asked(input(mode), answer);
    expect(received.question).toMatchObject({ kind: 'input', wants, text: 'Trinkgeld', timeout: 28_000 });
    expect(received.reply).toBe(reply);
  });

  it.each<readonly [Answer, string]>([
    [{ kind: 'yes' }, '800000'],
    [{ kind: 'no' }, '846c00'],
  ])('shows a signature that was sent in pieces: %j', async (answer, reply) => {
    const questions: Question[] = [];
    await opened(async peer => {
      await peer.tell(signature(0, 2, '89504E47'));
      peer.send(signature(1, 2, '0D0A1A0A'));
      expect(await peer.expect()).toBe(reply);
      await peer.tell(APPROVED);
      await peer.tell(DONE);
    }, QUESTIONS);
    const onQuestion = async (question: Question) => {
      questions.push(question);
      return answer;
    };
    expect(await pay({ onQuestion })).toMatchObject({ kind: 'approved' });
    const base64 = Buffer.from('89504e470d0a1a0a', 'hex').toString('base64');
    expect(questions).toMatchObject([
      { kind: 'signature', text: 'Unterschrift?', picture: { mediaType: 'image/png', base64 } },
    ]);
  });

  it('is closed when the terminal no longer waits', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    await opened(async peer => {
      peer.send(menu);
      expect(await peer.expect()).toBe('846c00');
      await peer.tell(APPROVED);
      await peer.tell(DONE);
    }, QUESTIONS);
    const onQuestion = (_: Question, signal: AbortSignal) => {
      signal.addEventListener('abort', () => resolve());
      return Promise.withResolvers<Answer>().promise;
    };
    expect(await pay({ onQuestion })).toMatchObject({ kind: 'approved' });
    await closed;
  });

  it('is closed by an abort, which is sent afterwards', async () => {
    const request = new AbortController();
    await opened(
      async peer => {
        peer.send(menu);
        expect(await peer.expect()).toBe('846c00');
        await peer.expect('06b0');
        peer.send('800000');
        await peer.tell('061e016c');
      },
      QUESTIONS,
      300,
    );
    const onQuestion = () => {
      request.abort();
      return Promise.withResolvers<Answer>().promise;
    };
    expect(await pay({ onQuestion, signal: request.signal })).toMatchObject({ kind: 'declined' });
  });

  it('is refused when the answer cannot be written', async () => {
    await opened(async peer => {
      peer.send(input(0));
      expect(await peer.expect()).toBe('846c00');
      await peer.tell(APPROVED);
      await peer.tell(DONE);
    }, QUESTIONS);
    const onQuestion = async () => ({ kind: 'typed', text: 'x'.repeat(70_000) }) as const;
    expect(await pay({ onQuestion })).toMatchObject({ kind: 'approved' });
  });

  it('is refused without a callback', async () => {
    await opened(async peer => {
      peer.send(menu);
      expect(await peer.expect()).toBe('848300');
      await peer.tell(APPROVED);
      await peer.tell(DONE);
    }, QUESTIONS);
    expect(await pay({})).toMatchObject({ kind: 'approved' });
  });
});
