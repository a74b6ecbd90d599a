/** The command machine: every sequence of inputs ends, and its ending leads to the documented outcome. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode } from '../codec/apdu.ts';
import { nextStep } from './commandMachine.ts';
import { type CommandState, commandStarted, type Ending, type Input, type Step } from './commandState.ts';
import { commands, DEFAULT_TIMERS } from './commands.ts';
import { moneyOutcome, type OutcomeContext, serviceOutcome } from './outcome.ts';

const CONTEXT: OutcomeContext = { charset: 'auto', currency: 'EUR', language: 'en' };
const apdu = (hex: string): Input => ({ type: 'message', message: decode(Buffer.from(hex, 'hex')) });
const delivered: Input = { type: 'delivered' };
const timerExpired: Input = { type: 'timerExpired' };
const abortWanted: Input = { type: 'abortWanted' };
const lost: Input = { type: 'lineLost', reason: { code: 'lineLost', text: 'gone' } };

const ALPHABET = {
  accept: '800000',
  acceptToo: '840000',
  refuse: '849c00',
  unknownCommand: '848300',
  prompt: '04ff010a',
  promptMinutes: '04ff020a03',
  approved: '040f0927000400000000120' + '0',
  declined: '040f022705',
  wrongPin: '040f022737',
  noCode: '040f0704000000001200',
  line: '06d10341424344'.slice(0, 12),
  last: '06d10181',
  completed: '060f00',
  aborted: '061e016c',
  abortedBare: '061e00',
  time: '0401' + '08aa2611210c120000',
  strange: '06ee0101',
  input: '040d00',
  menu: '040e16' + '06142b12160101' + '2c060702414119012c06070242421901' + '02',
  signature: '06d00a' + '720373017402750106' + '00',
  noAnswer: '06e400',
  dialUp: '06d80131',
  goodsTimeout: '040f02276c',
} as const;

interface Played {
  readonly state: CommandState;
  readonly steps: readonly (Step | null)[];
  readonly ending: Ending | undefined;
}

const ALL_DECISIONS = { handOver: true, slips: true, questions: true };

function play(command: keyof typeof commands, inputs: readonly Input[], tillDecides = {}): Played {
  let state = commandStarted(commands[command], DEFAULT_TIMERS, tillDecides);
  const steps = inputs.map(input => {
    const step = nextStep(state, input, DEFAULT_TIMERS);
    state = step?.state ?? state;
    return step;
  });
  const ends = steps.flatMap(
    step => step?.effects.flatMap(effect => (effect.do === 'end' ? [effect.ending] : [])) ?? [],
  );
  return { state, steps, ending: ends[0] };
}

const doing = (step: Step | null | undefined) => step?.effects.map(effect => effect.do);

describe('the command machine', () => {
  it('starts T3 when the command is delivered, and T4 when the terminal accepts it', () => {
    const { steps } = play('pay', [delivered, apdu(ALPHABET.accept)]);
    expect(steps[0]!.effects).toEqual([{ do: 'startTimer', ms: 5_000 }]);
    expect(steps[1]!.effects).toEqual([{ do: 'startTimer', ms: 180_000 }]);
  });

  it('restarts T4 with every message, and keeps the minutes of 04 FF until the end', () => {
    const { steps } = play('pay', [
      delivered,
      apdu(ALPHABET.accept),
      apdu(ALPHABET.promptMinutes),
      apdu(ALPHABET.approved),
      apdu(ALPHABET.line),
    ]);
    expect(steps.slice(2).map(step => step!.effects.find(effect => effect.do === 'startTimer'))).toEqual(
      Array.from({ length: 3 }, () => ({ do: 'startTimer', ms: 180_000 })),
    );
    const { steps: longer } = play('pay', [
      delivered,
      apdu(ALPHABET.accept),
      apdu('04ff020a05'),
      apdu(ALPHABET.prompt),
    ]);
    expect(longer[3]!.effects).toContainEqual({ do: 'startTimer', ms: 300_000 });
  });

  it('refuses messages that the till cannot process, and goes on', () => {
    const { steps, ending } = play('pay', [
      delivered,
      apdu(ALPHABET.accept),
      apdu(ALPHABET.input),
      apdu(ALPHABET.strange),
    ]);
    expect(steps[2]!.effects[0]).toEqual({ do: 'refuse', code: 0x83 });
    expect(steps[3]!.effects[0]).toEqual({ do: 'refuse', code: 0x83 });
    expect(ending).toBeUndefined();
  });

  it('replies to messages of an earlier payment without using them', () => {
    const { state, steps } = play('pay', [
      delivered,
      apdu(ALPHABET.approved),
      apdu(ALPHABET.completed),
      apdu(ALPHABET.accept),
    ]);
    expect(steps.slice(1, 3).map(doing)).toEqual([['replyUnsolicited'], ['replyUnsolicited']]);
    expect(state).toMatchObject({ phase: 'waitingForCompletion' });
    expect(state.status).toBeUndefined();
  });

  it('takes a status information during a command without a result for that of an earlier payment', () => {
    for (const command of ['statusEnquiry', 'register'] as const) {
      const { state, steps } = play(command, [delivered, apdu(ALPHABET.accept), apdu(ALPHABET.approved)]);
      expect(doing(steps[2])).toEqual(['replyUnsolicited', 'startTimer']);
      expect(state.status).toBeUndefined();
    }
    expect(
      doing(play('repeatReceipt', [delivered, apdu(ALPHABET.accept), apdu(ALPHABET.approved)]).steps[2]),
    ).toContain('acknowledge');
  });

  it('takes 06 1E before the acknowledgement as a refusal only when no acknowledgement follows', () => {
    const locked = apdu('061e01f0');
    expect(play('pay', [delivered, locked, timerExpired]).ending).toMatchObject({ by: 'abort' });
    expect(play('pay', [delivered, locked, apdu(ALPHABET.accept)]).ending).toBeUndefined();
  });

  it('ends a payment as unknown when only 06 1E came, which may have ended another payment', () => {
    for (const hex of [ALPHABET.aborted, ALPHABET.abortedBare, '061e01cc']) {
      const { state, ending } = play('pay', [delivered, apdu(hex), timerExpired]);
      expect(ending).toMatchObject({ by: 'lost' });
      expect(moneyOutcome({ ending: ending!, state, noisy: false }, CONTEXT).kind).toBe('unknown');
      expect(play('endOfDay', [delivered, apdu(hex), timerExpired]).ending).toMatchObject({ by: 'abort' });
    }
  });

  it('asks a silent terminal once to abort, then gives up', () => {
    const { steps, ending } = play('pay', [delivered, apdu(ALPHABET.accept), timerExpired, timerExpired]);
    expect(doing(steps[2])).toEqual(['sendAbort', 'reportProgress', 'startTimer']);
    expect(ending).toMatchObject({ by: 'lost', reason: { code: 'silent' } });
  });

  it.each(['statusEnquiry', 'register'] as const)(
    'gives %s up without an abort, which could end another command',
    name => {
      const { steps, ending } = play(name, [delivered, apdu(ALPHABET.accept), apdu(ALPHABET.prompt), timerExpired]);
      expect(doing(steps[3])).toEqual(['end']);
      expect(ending).toMatchObject({ by: 'lost', reason: { code: 'silent', text: 'the terminal does not finish' } });
    },
  );

  it('keeps a payment failed while the card is removed, and takes any other prompt as a second try', () => {
    const failed = [delivered, apdu(ALPHABET.accept), apdu(ALPHABET.declined)];
    expect(play('pay', [...failed, apdu('04ff010b'), timerExpired]).ending).toEqual({ by: 'failedStatus' });
    for (const second of [ALPHABET.prompt, ALPHABET.input, ALPHABET.menu])
      expect(play('pay', [...failed, apdu(second)], ALL_DECISIONS).state.phase).toBe('waitingForCompletion');
  });

  describe('the decision about the goods', () => {
    const approved = [delivered, apdu(ALPHABET.accept), apdu(ALPHABET.approved)];
    const handOver = (kind: 'done' | 'failed'): Input => ({ type: 'handOver', handOver: { kind } });
    const partly: Input = { type: 'handOver', handOver: { kind: 'partly', amount: 500 } };
    const replyOverdue: Input = { type: 'replyOverdue' };

    it('is awaited before an approval is acknowledged; meanwhile the terminal is asked to wait', () => {
      const { steps } = play(
        'pay',
        [...approved, replyOverdue, apdu(ALPHABET.approved), handOver('done')],
        ALL_DECISIONS,
      );
      expect(doing(steps[2])).toEqual(['startTimer', 'holdReply', 'askHandOver']);
      expect(steps[3]!.effects[0]).toEqual({ do: 'refuse', code: 0x9c });
      expect(doing(steps[4])).toEqual(['startTimer', 'holdReply']);
      expect(doing(steps[5])).toEqual(['acknowledge', 'startTimer']);
    });

    it('answers the next repetition of the approval', () => {
      const { steps } = play(
        'pay',
        [...approved, replyOverdue, handOver('done'), apdu(ALPHABET.approved)],
        ALL_DECISIONS,
      );
      expect(steps[4]!.effects).toEqual([]);
      expect(doing(steps[5])).toEqual(['acknowledge', 'startTimer']);
    });

    it('books a partial hand-over, however often the approval is repeated', () => {
      const { state, steps } = play('pay', [...approved, partly, apdu(ALPHABET.approved)], ALL_DECISIONS);
      const answer = { do: 'refuse', code: 0x9d, fields: { amount: 500 } };
      expect(steps[3]!.effects[0]).toEqual(answer);
      expect(steps[4]!.effects[0]).toEqual(answer);
      expect(state.status?.amount).toBe(500);
    });

    it.each([
      ['06 1E', ALPHABET.aborted, 'declined', 'notHandedOver'],
      ['06 1E without a code', ALPHABET.abortedBare, 'declined', 'notHandedOver'],
      ['a completion', ALPHABET.completed, 'unknown', 'notHandedOver'],
    ])('reports goods that were not handed over: %s', (_, last, kind, code) => {
      const { state, steps, ending } = play('pay', [...approved, handOver('failed'), apdu(last)], ALL_DECISIONS);
      expect(steps[3]!.effects[0]).toEqual({ do: 'refuse', code: 0x66 });
      expect(moneyOutcome({ ending: ending!, state, noisy: false }, CONTEXT)).toMatchObject({ kind, reason: { code } });
    });

    it('comes too late when the terminal has reversed the payment already', () => {
      const reversed = [
        ...approved,
        replyOverdue,
        apdu(ALPHABET.goodsTimeout),
        handOver('done'),
        apdu(ALPHABET.aborted),
      ];
      const { state, ending } = play('pay', reversed, ALL_DECISIONS);
      expect(moneyOutcome({ ending: ending!, state, noisy: false }, CONTEXT).kind).toBe('declined');
    });

    it('is not asked for without a callback, and not for a reversal', () => {
      expect(doing(play('pay', approved).steps[2])).toEqual(['acknowledge', 'startTimer', 'reportProgress']);
      expect(doing(play('reverse', approved, ALL_DECISIONS).steps[2])).toEqual([
        'acknowledge',
        'startTimer',
        'reportProgress',
      ]);
    });
  });

  it('acknowledges the end of a slip when the till has stored it, and refuses it otherwise', () => {
    const lines = [delivered, apdu(ALPHABET.accept), apdu(ALPHABET.line), apdu(ALPHABET.last)];
    const slip = (taken: boolean): Input => ({ type: 'slip', taken });
    const taken = play('pay', [...lines, slip(true)], ALL_DECISIONS).steps;
    expect(doing(taken[2])).toEqual(['acknowledge', 'startTimer']);
    expect(doing(taken[3])).toEqual(['startTimer', 'holdReply', 'offerSlip']);
    expect(doing(taken[4])).toEqual(['acknowledge', 'startTimer']);
    for (const last of [slip(false), { type: 'replyOverdue' } as const])
      expect(play('pay', [...lines, last], ALL_DECISIONS).steps[4]!.effects[0]).toEqual({ do: 'refuse', code: 0xcc });
  });

  it('closes an open question before an abort, and sends that nobody answered', () => {
    const { steps } = play('pay', [delivered, apdu(ALPHABET.accept), apdu(ALPHABET.menu), abortWanted], ALL_DECISIONS);
    expect(doing(steps[2])).toEqual(['startTimer', 'holdReply', 'askQuestion']);
    expect(doing(steps[3])).toEqual(['closeQuestion', 'answerQuestion', 'sendAbort', 'reportProgress']);
  });

  it('refuses to dial, and reports every card as not blocked', () => {
    const { steps } = play('pay', [delivered, apdu(ALPHABET.accept), apdu(ALPHABET.dialUp), apdu(ALPHABET.noAnswer)]);
    expect(steps[2]!.effects[0]).toEqual({ do: 'refuse', code: 0x83 });
    expect(doing(steps[3])).toEqual(['acknowledge', 'startTimer']);
  });

  it('ends a read card with its status information', () => {
    const { ending, steps } = play('readCard', [delivered, apdu(ALPHABET.accept), apdu('040f00')]);
    expect(ending).toEqual({ by: 'status' });
    expect(doing(steps[2])).toEqual(['acknowledge', 'end']);
  });

  it('aborts a display command before its answer', () => {
    const { steps, ending } = play('askForKey', [delivered, abortWanted, apdu(ALPHABET.accept), apdu('800001' + '1b')]);
    expect(doing(steps[1])).toEqual(['sendAbort', 'reportProgress']);
    expect(steps[2]!.effects).toEqual([]);
    expect(ending).toMatchObject({ by: 'answer' });
  });

  it('ignores inputs that have no meaning in the phase', () => {
    expect(play('pay', [delivered, apdu(ALPHABET.accept), apdu(ALPHABET.accept)]).steps[2]).toBeNull();
    expect(play('pay', [delivered, delivered]).steps[1]).toBeNull();
    expect(play('pay', [abortWanted, abortWanted]).steps[1]).toBeNull();
  });
});

const decisions: readonly Input[] = [
  { type: 'replyOverdue' },
  { type: 'handOver', handOver: { kind: 'done' } },
  { type: 'handOver', handOver: { kind: 'failed' } },
  { type: 'handOver', handOver: { kind: 'partly', amount: 500 } },
  { type: 'slip', taken: true },
  { type: 'slip', taken: false },
  { type: 'answer', answer: { kind: 'yes' } },
  { type: 'answer', answer: { kind: 'none' } },
];

const input = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...Object.values(ALPHABET)).map(apdu) },
  { weight: 1, arbitrary: fc.constantFrom(timerExpired, abortWanted, lost, delivered) },
  { weight: 3, arbitrary: fc.constantFrom(...decisions) },
  {
    weight: 1,
    arbitrary: fc.uint8Array({ minLength: 3, maxLength: 12 }).map(bytes => apdu(Buffer.from(bytes).toString('hex'))),
  },
);
const inputs = fc.array(input, { maxLength: 25 });

describe('every sequence of inputs', () => {
  it('sends one abort and one more for each refusal, and nothing after the end', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('pay', 'refund', 'reverse', 'endOfDay', 'statusEnquiry', 'register', 'logOff'),
        inputs,
        (command, rest) => {
          const { steps, ending } = play(command as keyof typeof commands, [delivered, ...rest], ALL_DECISIONS);
          const effects = steps.flatMap(step => step?.effects ?? []);
          const refusals = effects.filter(
            effect => effect.do === 'reportProgress' && effect.progress.step === 'abortRefused',
          );
          const aborts = effects.filter(effect => effect.do === 'sendAbort');
          expect(aborts.length).toBeLessThanOrEqual(1 + refusals.length);
          expect(effects.filter(effect => effect.do === 'end').length).toBe(ending ? 1 : 0);
          if (ending) expect(effects.at(-1)!.do).toBe('end');
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('leads to approved only by 04 0F with 27 00 and a completion, and to declined only by a clear failure', () => {
    fc.assert(
      fc.property(inputs, fc.boolean(), (rest, hasCallbacks) => {
        const { state, ending } = play(
          'pay',
          [delivered, apdu(ALPHABET.accept), ...rest, lost],
          hasCallbacks ? ALL_DECISIONS : {},
        );
        if (!ending) throw new Error('a lost line ends everything');
        const outcome = moneyOutcome({ ending, state, noisy: false }, CONTEXT);
        const approval = state.status?.resultCode === 0;
        const notHandedOver = state.handOverReply?.kind === 'failed';
        if (outcome.kind === 'approved')
          expect([ending.by, approval, notHandedOver]).toEqual(['completion', true, false]);
        if (outcome.kind === 'declined') expect(!approval || (notHandedOver && ending.by === 'abort')).toBe(true);
        if (ending.by === 'lost' && (approval || !state.status)) expect(outcome.kind).toBe('unknown');
        if (ending.by === 'lost' && outcome.kind === 'declined') expect(ending.afterFailure).toBe(true);
        expect(outcome.kind).not.toBe('notSent');
      }),
      { numRuns: 4000 },
    );
  });

  it('leads to one reply to every message of the terminal, at once or after the decision of the till', () => {
    const REPLIES = new Set(['acknowledge', 'refuse', 'answerQuestion']);
    fc.assert(
      fc.property(inputs, rest => {
        const all = [delivered, apdu(ALPHABET.accept), ...rest];
        const { steps } = play('pay', all, ALL_DECISIONS);
        let open = false;
        steps.forEach((step, index) => {
          const given = all[index]!;
          const needsReply = given.type === 'message' && !/^(80|84)/.test(given.message.bytes.toString('hex', 0, 1));
          if (step && needsReply) open = true;
          const replies = doing(step)?.filter(effect => REPLIES.has(effect)).length ?? 0;
          expect(replies).toBeLessThanOrEqual(open ? 1 : 0);
          if (replies > 0) open = false;
          if (step && step.state.phase !== 'ended') expect(step.state.pendingReply !== 'nothing').toBe(open);
        });
      }),
      { numRuns: 3000 },
    );
  });

  it('never blocks: an expired timer starts another one or ends the command, and an overdue reply is sent', () => {
    fc.assert(
      fc.property(inputs, rest => {
        const { state } = play('pay', [delivered, apdu(ALPHABET.accept), ...rest], ALL_DECISIONS);
        if (state.phase === 'ended') return;
        const replyOverdue = nextStep(state, { type: 'replyOverdue' }, DEFAULT_TIMERS);
        if (state.pendingReply !== 'nothing') expect(replyOverdue?.state.pendingReply).toBe('nothing');
        let last: Step | null = { state, effects: [] };
        for (let i = 0; i < 4 && last && last.state.phase !== 'ended'; i++) {
          last = nextStep(last.state, timerExpired, DEFAULT_TIMERS);
          expect(doing(last)?.some(effect => effect === 'startTimer' || effect === 'end')).toBe(true);
        }
        expect(last?.state.phase).toBe('ended');
      }),
      { numRuns: 2000 },
    );
  });

  it('confirms a hand-over only after the till has decided so', () => {
    fc.assert(
      fc.property(inputs, rest => {
        const all = [delivered, apdu(ALPHABET.accept), ...rest];
        const { steps } = play('pay', all, ALL_DECISIONS);
        let decision: string | undefined;
        steps.forEach((step, index) => {
          const given = all[index]!;
          if (step && given.type === 'handOver') decision ??= given.handOver.kind;
          if (given.type !== 'message' || given.message.fields.resultCode !== 0) return;
          if (step && given.message.name === 'statusInformation' && doing(step)!.includes('acknowledge'))
            expect(decision === 'done' || decision === 'partly' || index < 2).toBe(true);
        });
      }),
      { numRuns: 2000 },
    );
  });

  it('leads to a service that is done, failed or unknown, with a text for the reason', () => {
    fc.assert(
      fc.property(inputs, rest => {
        const { state, ending } = play('endOfDay', [delivered, apdu(ALPHABET.accept), ...rest, lost]);
        const service = serviceOutcome({ ending: ending!, state, noisy: false }, CONTEXT);
        if (service.kind !== 'done') expect(service.reason.text).not.toBe('');
      }),
      { numRuns: 1000 },
    );
  });
});
