/** The command machine: replies, timers and endings for single sequences of inputs. */
import { describe, expect, it } from 'vitest';
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
import type { Input } from './commandState.ts';
import { moneyOutcome } from './outcome.ts';

const ACCEPTED = { do: 'reportProgress', progress: { step: 'accepted' } };

describe('the command machine', () => {
  it('starts T3 when the command is delivered, and T4 when the terminal accepts it', () => {
    const { steps } = play('pay', [delivered, apdu(ALPHABET.accept)]);
    expect(steps[0]!.effects).toEqual([{ do: 'startTimer', ms: 5_000 }]);
    expect(steps[1]!.effects).toEqual([ACCEPTED, { do: 'startTimer', ms: 180_000 }]);
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

    it.each([
      ['accepted', ALPHABET.accept, 'unknown'],
      ['not answered', undefined, 'unknown'],
      ['refused', ALPHABET.unknownCommand, 'declined'],
    ] as const)('does not prove a reversal where the terminal was asked to abort: %s', (_, answer, kind) => {
      const [, , approval] = approved;
      const asked = [abortWanted, ...(answer ? [apdu(answer)] : [])];
      for (const end of [apdu(ALPHABET.aborted), timerExpired, lost]) {
        const inputs = [delivered, apdu(ALPHABET.accept), ...asked, approval!, handOver('failed')];
        const { state, ending } = play('pay', [...inputs, apdu(ALPHABET.goodsTimeout), end], ALL_DECISIONS);
        expect(moneyOutcome({ ending: ending!, state, noisy: false }, CONTEXT)).toMatchObject({
          kind,
          reason: { code: 'notHandedOver' },
          facts: kind === 'unknown' ? { amount: 1200 } : {},
        });
      }
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
