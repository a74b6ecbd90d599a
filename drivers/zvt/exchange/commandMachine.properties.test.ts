/** The command machine: every sequence of inputs ends, and its ending leads to the documented outcome. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Approvals } from '../../terminal.ts';
import type { Message } from '../codec/apdu.ts';
import {
  ALL_DECISIONS,
  ALPHABET,
  abortWanted,
  apdu,
  CONTEXT,
  delivered,
  doing,
  lost,
  play,
  timerExpired,
} from './commandMachine.fixture.ts';
import { nextStep } from './commandMachine.ts';
import type { Input, Step } from './commandState.ts';
import { type commands, DEFAULT_TIMERS } from './commands.ts';
import { moneyOutcome, serviceOutcome } from './outcome.ts';

/** `npm run test:long` makes all of them. */
const runs = (all: number) => (process.env.LONG ? all : all / 4);

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
const { approvedAs41, approvedAs42, approvedUnreadably, noCode, wrongAmount, wrongPin, completed, aborted } = ALPHABET;
/** Mostly results, so that approvals, failures and endings meet. */
const results = fc.array(
  fc.oneof(
    { weight: 1, arbitrary: input },
    {
      weight: 3,
      arbitrary: fc
        .constantFrom(approvedAs41, approvedAs42, approvedUnreadably, noCode, wrongAmount, wrongPin, completed, aborted)
        .map(apdu),
    },
  ),
  { maxLength: 8 },
);

/** The approvals that got 80 00, or 84 9D: their message, and the reply to it at once or after the decision of the till. */
function acknowledgedApprovals(all: readonly Input[], steps: readonly (Step | null)[]): readonly Message[] {
  let asked: Message | undefined;
  return steps.flatMap((step, index) => {
    const given = all[index]!;
    if (!step) return [];
    if (given.type === 'message') asked = given.message;
    const isTaken = step.effects.some(
      effect => effect.do === 'acknowledge' || (effect.do === 'refuse' && effect.code === 0x9d),
    );
    const isApproval = asked?.name === 'statusInformation' && !asked.fields.resultCode && !asked.fields.hostResultCode;
    return isTaken && isApproval && asked ? [asked] : [];
  });
}

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
      { numRuns: runs(2000) },
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
      { numRuns: runs(4000) },
    );
  });

  const MONEY = [
    'pay',
    'payByTelephone',
    'reverse',
    'refund',
    'preAuthorise',
    'book',
    'releasePart',
    'release',
    'addTip',
  ];

  it('keeps an approval that was acknowledged, and its facts: the command is never declined', () => {
    fc.assert(
      fc.property(fc.constantFrom(...MONEY), results, fc.boolean(), (command, rest, hasCallbacks) => {
        const all = [delivered, apdu(ALPHABET.accept), ...rest, lost];
        const { state, steps, ending } = play(command as keyof typeof commands, all, hasCallbacks ? ALL_DECISIONS : {});
        const acknowledged = acknowledgedApprovals(all, steps);
        const outcome = moneyOutcome({ ending: ending!, state, noisy: false }, CONTEXT);
        if (acknowledged.length === 0) return;
        expect(['approved', 'unknown']).toContain(outcome.kind);
        const numbers = new Set(acknowledged.map(({ fields }) => fields.receiptNumber).filter(Boolean));
        const { facts, alsoApproved = [] } = { alsoApproved: undefined, ...(outcome as Approvals) };
        const kept = new Set([facts, ...alsoApproved].map(({ receiptNumber }) => receiptNumber));
        for (const number of numbers) expect(kept).toContain(Number(number));
        if (numbers.size > 1) expect(alsoApproved).toHaveLength(numbers.size - 1);
      }),
      { numRuns: runs(4000) },
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
      { numRuns: runs(3000) },
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
      { numRuns: runs(2000) },
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
      { numRuns: runs(2000) },
    );
  });

  it('leads to a service that is done, failed or unknown, with a text for the reason', () => {
    fc.assert(
      fc.property(inputs, rest => {
        const { state, ending } = play('endOfDay', [delivered, apdu(ALPHABET.accept), ...rest, lost]);
        const service = serviceOutcome({ ending: ending!, state, noisy: false }, CONTEXT);
        if (service.kind !== 'done') expect(service.reason.text).not.toBe('');
      }),
      { numRuns: runs(1000) },
    );
  });
});
