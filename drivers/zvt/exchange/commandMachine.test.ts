/** The machine of one command: whatever comes in whatever order, it ends as the table of endings says. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode } from '../codec/apdu.ts';
import { nextStep } from './commandMachine.ts';
import { type CommandState, commandStarted, type Ending, type Input, type Step } from './commandState.ts';
import { commands, DEFAULT_TIMERS } from './commands.ts';
import { moneyOutcome, type OutcomeContext, serviceOutcome } from './outcome.ts';

const SETTING: OutcomeContext = { charset: 'auto', currency: 'EUR', language: 'en' };
const apdu = (hex: string): Input => ({ type: 'message', message: decode(Buffer.from(hex, 'hex')) });
const delivered: Input = { type: 'delivered' };
const quiet: Input = { type: 'quiet' };
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

const ALL_EARS = { handOver: true, slips: true, questions: true };

function play(command: keyof typeof commands, inputs: readonly Input[], hears = {}): Played {
  let state = commandStarted(commands[command], DEFAULT_TIMERS, hears);
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

describe('the machine', () => {
  it('starts T3 when the command is delivered, and T4 when it is accepted', () => {
    const { steps } = play('pay', [delivered, apdu(ALPHABET.accept)]);
    expect(steps[0]!.effects).toEqual([{ do: 'wait', ms: 5_000 }]);
    expect(steps[1]!.effects).toEqual([{ do: 'wait', ms: 180_000 }]);
  });

  it('restarts T4 with every sign of life, and takes the minutes of 04 FF until the end', () => {
    const { steps } = play('pay', [
      delivered,
      apdu(ALPHABET.accept),
      apdu(ALPHABET.promptMinutes),
      apdu(ALPHABET.approved),
      apdu(ALPHABET.line),
    ]);
    expect(steps.slice(2).map(step => step!.effects.find(effect => effect.do === 'wait'))).toEqual(
      Array.from({ length: 3 }, () => ({ do: 'wait', ms: 180_000 })),
    );
    const { steps: longer } = play('pay', [
      delivered,
      apdu(ALPHABET.accept),
      apdu('04ff020a05'),
      apdu(ALPHABET.prompt),
    ]);
    expect(longer[3]!.effects).toContainEqual({ do: 'wait', ms: 300_000 });
  });

  it('refuses what it cannot do, and goes on', () => {
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

  it('hands on what belongs to an earlier payment, without counting it', () => {
    const { state, steps } = play('pay', [
      delivered,
      apdu(ALPHABET.approved),
      apdu(ALPHABET.completed),
      apdu(ALPHABET.accept),
    ]);
    expect(steps.slice(1, 3).map(doing)).toEqual([['answerLate'], ['answerLate']]);
    expect(state).toMatchObject({ phase: 'running' });
    expect(state.status).toBeUndefined();
  });

  it('hands on a result that comes in the middle of a command without one: it is that of an earlier payment', () => {
    for (const command of ['statusEnquiry', 'register'] as const) {
      const { state, steps } = play(command, [delivered, apdu(ALPHABET.accept), apdu(ALPHABET.approved)]);
      expect(doing(steps[2])).toEqual(['answerLate', 'wait']);
      expect(state.status).toBeUndefined();
    }
    expect(
      doing(play('repeatReceipt', [delivered, apdu(ALPHABET.accept), apdu(ALPHABET.approved)]).steps[2]),
    ).toContain('acknowledge');
  });

  it('takes 06 1E before the answer as a refusal only when no answer follows', () => {
    const locked = apdu('061e01f0');
    expect(play('pay', [delivered, locked, quiet]).ending).toMatchObject({ by: 'abort' });
    expect(play('pay', [delivered, locked, apdu(ALPHABET.accept)]).ending).toBeUndefined();
  });

  it('does not know whether money moved when 06 1E alone came and may have ended another payment', () => {
    for (const hex of [ALPHABET.aborted, ALPHABET.abortedBare, '061e01cc']) {
      const { state, ending } = play('pay', [delivered, apdu(hex), quiet]);
      expect(ending).toMatchObject({ by: 'lost' });
      expect(moneyOutcome({ ending: ending!, state, noisy: false }, SETTING).kind).toBe('unknown');
      expect(play('endOfDay', [delivered, apdu(hex), quiet]).ending).toMatchObject({ by: 'abort' });
    }
  });

  it('asks a quiet terminal once to abort, then gives up', () => {
    const { steps, ending } = play('pay', [delivered, apdu(ALPHABET.accept), quiet, quiet]);
    expect(doing(steps[2])).toEqual(['sendAbort', 'tell', 'wait']);
    expect(ending).toMatchObject({ by: 'lost', reason: { code: 'silent' } });
  });

  it.each(['statusEnquiry', 'register'] as const)(
    'gives %s up without an abort, which would meet another command',
    name => {
      const { steps, ending } = play(name, [delivered, apdu(ALPHABET.accept), apdu(ALPHABET.prompt), quiet]);
      expect(doing(steps[3])).toEqual(['end']);
      expect(ending).toMatchObject({ by: 'lost', reason: { code: 'silent', text: 'the terminal does not finish' } });
    },
  );

  it('keeps a failed payment failed while the card is removed, and takes any other prompt as a second try', () => {
    const failed = [delivered, apdu(ALPHABET.accept), apdu(ALPHABET.declined)];
    expect(play('pay', [...failed, apdu('04ff010b'), quiet]).ending).toEqual({ by: 'failedStatus' });
    for (const second of [ALPHABET.prompt, ALPHABET.input, ALPHABET.menu])
      expect(play('pay', [...failed, apdu(second)], ALL_EARS).state.phase).toBe('running');
  });

  describe('asks the till about the goods', () => {
    const approved = [delivered, apdu(ALPHABET.accept), apdu(ALPHABET.approved)];
    const handOver = (kind: 'done' | 'failed'): Input => ({ type: 'handOver', handOver: { kind } });
    const partly: Input = { type: 'handOver', handOver: { kind: 'partly', amount: 500 } };
    const held: Input = { type: 'held' };

    it('before it acknowledges an approval, and asks the terminal to wait in the meantime', () => {
      const { steps } = play('pay', [...approved, held, apdu(ALPHABET.approved), handOver('done')], ALL_EARS);
      expect(doing(steps[2])).toEqual(['wait', 'hold', 'askHandOver']);
      expect(steps[3]!.effects[0]).toEqual({ do: 'refuse', code: 0x9c });
      expect(doing(steps[4])).toEqual(['wait', 'hold']);
      expect(doing(steps[5])).toEqual(['acknowledge', 'wait']);
    });

    it('and tells at the next repetition what was decided in between', () => {
      const { steps } = play('pay', [...approved, held, handOver('done'), apdu(ALPHABET.approved)], ALL_EARS);
      expect(steps[4]!.effects).toEqual([]);
      expect(doing(steps[5])).toEqual(['acknowledge', 'wait']);
    });

    it('and books the part that was issued, however often the approval is repeated', () => {
      const { state, steps } = play('pay', [...approved, partly, apdu(ALPHABET.approved)], ALL_EARS);
      const answer = { do: 'refuse', code: 0x9d, fields: { amount: 500 } };
      expect(steps[3]!.effects[0]).toEqual(answer);
      expect(steps[4]!.effects[0]).toEqual(answer);
      expect(state.status?.amount).toBe(500);
    });

    it.each([
      ['06 1E', ALPHABET.aborted, 'declined', 'notHandedOver'],
      ['06 1E without a code', ALPHABET.abortedBare, 'declined', 'notHandedOver'],
      ['a completion all the same', ALPHABET.completed, 'unknown', 'notHandedOver'],
    ])('and refuses the goods: %s', (_, last, kind, code) => {
      const { state, steps, ending } = play('pay', [...approved, handOver('failed'), apdu(last)], ALL_EARS);
      expect(steps[3]!.effects[0]).toEqual({ do: 'refuse', code: 0x66 });
      expect(moneyOutcome({ ending: ending!, state, noisy: false }, SETTING)).toMatchObject({ kind, reason: { code } });
    });

    it('and has lost when the terminal waits no longer: it has reversed', () => {
      const late = [...approved, held, apdu(ALPHABET.goodsTimeout), handOver('done'), apdu(ALPHABET.aborted)];
      const { state, ending } = play('pay', late, ALL_EARS);
      expect(moneyOutcome({ ending: ending!, state, noisy: false }, SETTING).kind).toBe('declined');
    });

    it('but not when nobody wants to decide, and not of a reversal', () => {
      expect(doing(play('pay', approved).steps[2])).toEqual(['acknowledge', 'wait', 'tell']);
      expect(doing(play('reverse', approved, ALL_EARS).steps[2])).toEqual(['acknowledge', 'wait', 'tell']);
    });
  });

  it('acknowledges the end of a slip when it is safe, and says that the printer is not ready otherwise', () => {
    const lines = [delivered, apdu(ALPHABET.accept), apdu(ALPHABET.line), apdu(ALPHABET.last)];
    const slip = (taken: boolean): Input => ({ type: 'slip', taken });
    const taken = play('pay', [...lines, slip(true)], ALL_EARS).steps;
    expect(doing(taken[2])).toEqual(['acknowledge', 'wait']);
    expect(doing(taken[3])).toEqual(['wait', 'hold', 'offerSlip']);
    expect(doing(taken[4])).toEqual(['acknowledge', 'wait']);
    for (const last of [slip(false), { type: 'held' } as const])
      expect(play('pay', [...lines, last], ALL_EARS).steps[4]!.effects[0]).toEqual({ do: 'refuse', code: 0xcc });
  });

  it('closes a question with the abort, and answers it as nobody would', () => {
    const { steps } = play('pay', [delivered, apdu(ALPHABET.accept), apdu(ALPHABET.menu), abortWanted], ALL_EARS);
    expect(doing(steps[2])).toEqual(['wait', 'hold', 'ask']);
    expect(doing(steps[3])).toEqual(['closeQuestion', 'reply', 'sendAbort', 'tell']);
  });

  it('refuses to dial, and knows no blocked cards', () => {
    const { steps } = play('pay', [delivered, apdu(ALPHABET.accept), apdu(ALPHABET.dialUp), apdu(ALPHABET.noAnswer)]);
    expect(steps[2]!.effects[0]).toEqual({ do: 'refuse', code: 0x83 });
    expect(doing(steps[3])).toEqual(['acknowledge', 'wait']);
  });

  it('ends a card reading with its status information', () => {
    const { ending, steps } = play('readCard', [delivered, apdu(ALPHABET.accept), apdu('040f00')]);
    expect(ending).toEqual({ by: 'status' });
    expect(doing(steps[2])).toEqual(['acknowledge', 'end']);
  });

  it('aborts a display before it has answered', () => {
    const { steps, ending } = play('askForKey', [delivered, abortWanted, apdu(ALPHABET.accept), apdu('800001' + '1b')]);
    expect(doing(steps[1])).toEqual(['sendAbort', 'tell']);
    expect(steps[2]!.effects).toEqual([]);
    expect(ending).toMatchObject({ by: 'answer' });
  });

  it('logs what has no meaning instead of guessing', () => {
    expect(play('pay', [delivered, apdu(ALPHABET.accept), apdu(ALPHABET.accept)]).steps[2]).toBeNull();
    expect(play('pay', [delivered, delivered]).steps[1]).toBeNull();
    expect(play('pay', [abortWanted, abortWanted]).steps[1]).toBeNull();
  });
});

const decisions: readonly Input[] = [
  { type: 'held' },
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
  { weight: 1, arbitrary: fc.constantFrom(quiet, abortWanted, lost, delivered) },
  { weight: 3, arbitrary: fc.constantFrom(...decisions) },
  {
    weight: 1,
    arbitrary: fc.uint8Array({ minLength: 3, maxLength: 12 }).map(bytes => apdu(Buffer.from(bytes).toString('hex'))),
  },
);
const inputs = fc.array(input, { maxLength: 25 });

describe('any sequence of inputs', () => {
  it('sends the command never again, one abort and one more for each refusal, and nothing after the end', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('pay', 'refund', 'reverse', 'endOfDay', 'statusEnquiry', 'register', 'logOff'),
        inputs,
        (command, rest) => {
          const { steps, ending } = play(command as keyof typeof commands, [delivered, ...rest], ALL_EARS);
          const effects = steps.flatMap(step => step?.effects ?? []);
          const refusals = effects.filter(effect => effect.do === 'tell' && effect.progress.step === 'abortRefused');
          const aborts = effects.filter(effect => effect.do === 'sendAbort');
          expect(aborts.length).toBeLessThanOrEqual(1 + refusals.length);
          expect(effects.filter(effect => effect.do === 'end').length).toBe(ending ? 1 : 0);
          if (ending) expect(effects.at(-1)!.do).toBe('end');
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('ends a payment approved only by 04 0F with 27 00 and then a completion, declined only by a clear word', () => {
    fc.assert(
      fc.property(inputs, fc.boolean(), (rest, ears) => {
        const { state, ending } = play('pay', [delivered, apdu(ALPHABET.accept), ...rest, lost], ears ? ALL_EARS : {});
        if (!ending) throw new Error('a lost line ends everything');
        const outcome = moneyOutcome({ ending, state, noisy: false }, SETTING);
        const approval = state.status?.resultCode === 0;
        const refuted = state.handOverReply?.kind === 'failed';
        if (outcome.kind === 'approved') expect([ending.by, approval, refuted]).toEqual(['completion', true, false]);
        if (outcome.kind === 'declined') expect(!approval || (refuted && ending.by === 'abort')).toBe(true);
        if (ending.by === 'lost' && (approval || !state.status)) expect(outcome.kind).toBe('unknown');
        if (ending.by === 'lost' && outcome.kind === 'declined') expect(ending.settling).toBe(true);
        expect(outcome.kind).not.toBe('notSent');
      }),
      { numRuns: 4000 },
    );
  });

  it('answers every message of the terminal once, at once or when the till has decided', () => {
    const ANSWERS = new Set(['acknowledge', 'refuse', 'reply']);
    fc.assert(
      fc.property(inputs, rest => {
        const all = [delivered, apdu(ALPHABET.accept), ...rest];
        const { steps } = play('pay', all, ALL_EARS);
        let open = false;
        steps.forEach((step, index) => {
          const given = all[index]!;
          const speaks = given.type === 'message' && !/^(80|84)/.test(given.message.bytes.toString('hex', 0, 1));
          if (step && speaks) open = true;
          const answers = doing(step)?.filter(effect => ANSWERS.has(effect)).length ?? 0;
          expect(answers).toBeLessThanOrEqual(open ? 1 : 0);
          if (answers > 0) open = false;
          if (step && step.state.phase !== 'over') expect(step.state.pendingReply !== 'nothing').toBe(open);
        });
      }),
      { numRuns: 3000 },
    );
  });

  it('never stands still: what runs out starts another wait or ends it, and what is owed is paid', () => {
    fc.assert(
      fc.property(inputs, rest => {
        const { state } = play('pay', [delivered, apdu(ALPHABET.accept), ...rest], ALL_EARS);
        if (state.phase === 'over') return;
        const held = nextStep(state, { type: 'held' }, DEFAULT_TIMERS);
        if (state.pendingReply !== 'nothing') expect(held?.state.pendingReply).toBe('nothing');
        let left: Step | null = { state, effects: [] };
        for (let i = 0; i < 4 && left && left.state.phase !== 'over'; i++) {
          left = nextStep(left.state, quiet, DEFAULT_TIMERS);
          expect(doing(left)?.some(effect => effect === 'wait' || effect === 'end')).toBe(true);
        }
        expect(left?.state.phase).toBe('over');
      }),
      { numRuns: 2000 },
    );
  });

  it('tells the terminal that goods were issued only when the till has said so', () => {
    fc.assert(
      fc.property(inputs, rest => {
        const all = [delivered, apdu(ALPHABET.accept), ...rest];
        const { steps } = play('pay', all, ALL_EARS);
        let word: string | undefined;
        steps.forEach((step, index) => {
          const given = all[index]!;
          if (step && given.type === 'handOver') word ??= given.handOver.kind;
          if (given.type !== 'message' || given.message.fields.resultCode !== 0) return;
          if (step && given.message.name === 'statusInformation' && doing(step)!.includes('acknowledge'))
            expect(word === 'done' || word === 'partly' || index < 2).toBe(true);
        });
      }),
      { numRuns: 2000 },
    );
  });

  it('ends a service as done, failed or unknown, with words', () => {
    fc.assert(
      fc.property(inputs, rest => {
        const { state, ending } = play('endOfDay', [delivered, apdu(ALPHABET.accept), ...rest, lost]);
        const service = serviceOutcome({ ending: ending!, state, noisy: false }, SETTING);
        if (service.kind !== 'done') expect(service.reason.text).not.toBe('');
      }),
      { numRuns: 1000 },
    );
  });
});
