/** The machine of one command: whatever comes in whatever order, it ends as the table of endings says. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode } from './codec/apdu.ts';
import { commands, DEFAULT_TIMERS } from './commands.ts';
import { begin, type Ending, type Input, next, type SessionState, type Step } from './session.ts';
import { moneyOutcome, type Setting, serviceOutcome } from './verdict.ts';

const SETTING: Setting = { charset: 'auto', currency: 'EUR', language: 'en' };
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
} as const;

interface Played {
  readonly state: SessionState;
  readonly steps: readonly (Step | null)[];
  readonly ending: Ending | undefined;
}

function play(command: keyof typeof commands, inputs: readonly Input[]): Played {
  let state = begin(commands[command], DEFAULT_TIMERS);
  const steps = inputs.map(input => {
    const step = next(state, input, DEFAULT_TIMERS);
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

  it('acknowledges what belongs to an earlier payment, without counting it', () => {
    const { state, steps } = play('pay', [
      delivered,
      apdu(ALPHABET.approved),
      apdu(ALPHABET.completed),
      apdu(ALPHABET.accept),
    ]);
    expect(steps.slice(1, 3).map(doing)).toEqual([['acknowledge'], ['acknowledge']]);
    expect(state).toMatchObject({ phase: 'running' });
    expect(state.status).toBeUndefined();
  });

  it('takes 06 1E before the answer as a refusal only when no answer follows', () => {
    expect(play('pay', [delivered, apdu(ALPHABET.aborted), quiet]).ending).toMatchObject({ by: 'abort' });
    expect(play('pay', [delivered, apdu(ALPHABET.aborted), apdu(ALPHABET.accept)]).ending).toBeUndefined();
  });

  it('asks a quiet terminal once to abort, then gives up', () => {
    const { steps, ending } = play('pay', [delivered, apdu(ALPHABET.accept), quiet, quiet]);
    expect(doing(steps[2])).toEqual(['sendAbort', 'tell', 'wait']);
    expect(ending).toMatchObject({ by: 'lost', reason: { code: 'silent' } });
  });

  it('keeps a failed payment failed while the card is removed, and takes any other prompt as a second try', () => {
    const failed = [delivered, apdu(ALPHABET.accept), apdu(ALPHABET.declined)];
    expect(play('pay', [...failed, apdu('04ff010b'), quiet]).ending).toEqual({ by: 'failedStatus' });
    expect(play('pay', [...failed, apdu(ALPHABET.prompt)]).state.phase).toBe('running');
  });

  it('logs what has no meaning instead of guessing', () => {
    expect(play('pay', [delivered, apdu(ALPHABET.accept), apdu(ALPHABET.accept)]).steps[2]).toBeNull();
    expect(play('pay', [delivered, delivered]).steps[1]).toBeNull();
    expect(play('pay', [abortWanted, abortWanted]).steps[1]).toBeNull();
  });
});

const input = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...Object.values(ALPHABET)).map(apdu) },
  { weight: 1, arbitrary: fc.constantFrom(quiet, abortWanted, lost, delivered) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 12 }).map(bytes => apdu(Buffer.from(bytes).toString('hex'))) },
);
const inputs = fc.array(input, { maxLength: 25 });

describe('any sequence of inputs', () => {
  it('sends the command never again, at most one abort, and nothing after the end', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('pay', 'refund', 'reverse', 'endOfDay', 'statusEnquiry', 'register', 'logOff'),
        inputs,
        (command, rest) => {
          const { steps, ending } = play(command as keyof typeof commands, [delivered, ...rest]);
          const effects = steps.flatMap(step => step?.effects ?? []);
          expect(effects.filter(effect => effect.do === 'sendAbort').length).toBeLessThanOrEqual(1);
          expect(effects.filter(effect => effect.do === 'end').length).toBe(ending ? 1 : 0);
          if (ending) expect(effects.at(-1)!.do).toBe('end');
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('ends a payment approved only by 04 0F with 27 00 and then a completion, declined only by a clear word', () => {
    fc.assert(
      fc.property(inputs, rest => {
        const { state, steps, ending } = play('pay', [delivered, apdu(ALPHABET.accept), ...rest, lost]);
        if (!ending) throw new Error('a lost line ends everything');
        const outcome = moneyOutcome({ ending, state, noisy: false }, SETTING);
        const code = state.status?.resultCode;
        if (outcome.kind === 'approved') expect([ending.by, code]).toEqual(['completion', 0]);
        if (outcome.kind === 'declined') expect(code === 0).toBe(false);
        if (code === 0 && ending.by !== 'completion') expect(outcome.kind).toBe('unknown');
        if (ending.by === 'lost' && code === undefined) expect(outcome.kind).toBe('unknown');
        expect(outcome.kind).not.toBe('notSent');
        expect(steps.length).toBeGreaterThan(0);
      }),
      { numRuns: 3000 },
    );
  });

  it('ends a service as done or failed, with words', () => {
    fc.assert(
      fc.property(inputs, rest => {
        const { state, ending } = play('endOfDay', [delivered, apdu(ALPHABET.accept), ...rest, lost]);
        const service = serviceOutcome({ ending: ending!, state, noisy: false }, SETTING);
        if (service.kind === 'failed') expect(service.reason.text).not.toBe('');
      }),
      { numRuns: 1000 },
    );
  });
});
