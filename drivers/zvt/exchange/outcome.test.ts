/** Outcomes of commands whose terminal contradicts itself, tries again, or sends unreadable fields. */
import { describe, expect, it } from 'vitest';
import { decode } from '../codec/apdu.ts';
import { nextStep } from './commandMachine.ts';
import { commandStarted, type Effect, type Input } from './commandState.ts';
import { commands, DEFAULT_TIMERS } from './commands.ts';
import { type CommandResult, lastTransactionOf, moneyOutcome, type OutcomeContext, serviceOutcome } from './outcome.ts';

const CONTEXT: OutcomeContext = { charset: 'auto', currency: 'EUR', language: 'en' };
const lost: Input = { type: 'lineLost', reason: { code: 'lineLost', text: 'gone' } };
const DONE = '060f00';
const ENDS_OF_LINE: Readonly<Record<string, Input>> = { cut: lost, silence: { type: 'timerExpired' } };

/** A status information (04 0F) with these fields. */
const status = (...data: readonly string[]) => {
  const hex = data.join('');
  return `040f${(hex.length / 2).toString(16).padStart(2, '0')}${hex}`;
};
/** BMP 60 with one amount of girocard, as twelve digits. */
const totals = (girocard: string) => `60f0f5f30001000902${girocard}${'00000000000000'.repeat(6)}`;

/** The result of a command after whose acknowledgement these messages come; `cut` ends the line, `silence` lets the timer expire. */
function run(command: keyof typeof commands, ...messages: readonly string[]): CommandResult {
  const received = ['800000', ...messages].map(
    (hex): Input => ENDS_OF_LINE[hex] ?? { type: 'message', message: decode(Buffer.from(hex, 'hex')) },
  );
  let state = commandStarted(commands[command], DEFAULT_TIMERS);
  const ends: Extract<Effect, { do: 'end' }>[] = [];
  for (const input of [{ type: 'delivered' } as const, ...received]) {
    const step = nextStep(state, input, DEFAULT_TIMERS);
    state = step?.state ?? state;
    ends.push(...(step?.effects ?? []).filter(effect => effect.do === 'end'));
  }
  return { ending: ends[0]!.ending, state, noisy: false };
}
const paid = (...messages: readonly string[]) => moneyOutcome(run('pay', ...messages), CONTEXT);

describe('a line that breaks after a reported failure', () => {
  it.each([
    ['at once', [], 'declined'],
    ['while the card is removed', ['04ff010b'], 'declined'],
    ['in the middle of the slip', ['06d1020041'], 'declined'],
    ['after the terminal asked for the card again', ['04ff010a', '04ff0117'], 'unknown'],
    ['after a question', ['040d00'], 'unknown'],
  ] as const)('%s', (_, more, kind) => {
    expect(paid('040f022764', ...more, 'cut')).toMatchObject({ kind });
    expect(serviceOutcome(run('endOfDay', '040f022777', ...more, 'cut'), CONTEXT).kind).toBe(
      kind === 'declined' ? 'failed' : 'unknown',
    );
  });
});

describe('an abort after a status information', () => {
  it.each([
    ['whose result cannot be read', [status('07123456', '2700', '04000000001200')], 'unknown'],
    ['that was repeated without its result code', [status('2700', '04000000001200'), status('0b000200')], 'unknown'],
    ['that reported a failure', [status('2764')], 'declined'],
  ] as const)('%s', (_, results, kind) => expect(paid(...results, '061e01cc')).toMatchObject({ kind }));
});

describe('an approval', () => {
  it.each([
    ['of the requested amount', status('2700', '04000000001200', '490978'), 'approved'],
    ['without a currency', status('2700', '04000000001200'), 'approved'],
    ['without amount and currency', status('2700'), 'approved'],
    ['in a foreign currency', status('2700', '04000000001200', '490756'), 'unknown'],
    ['in an unknown currency', status('2700', '04000000001200', '490191'), 'unknown'],
    ['in a currency that cannot be read', status('2700', '04000000001200', '49097a'), 'unknown'],
    ['of an amount that cannot be read', status('2700', '040000000a1200', '490978'), 'unknown'],
    ['that stops in its amount', status('2700', '040000'), 'unknown'],
    ['of one amount and another in one message', status('2700', '04000000001200', '04000000000100'), 'unknown'],
    ['in one currency and another', status('2700', '04000000001200', '490978', '490756'), 'unknown'],
    ['that is a failure as well', status('2700', '04000000001200', '2705'), 'unknown'],
    ['that was a failure first', status('2705', '04000000001200', '2700'), 'unknown'],
    ['that says it twice', status('2700', '04000000001200', '2700', '04000000001200'), 'approved'],
  ])('%s', (_, report, kind) => {
    const outcome = paid(report, DONE);
    expect(outcome.kind).toBe(kind);
    if (kind === 'unknown') expect(outcome).toMatchObject({ reason: { code: 'garbled' } });
  });

  it('is not reported in the requested currency when its own cannot be read', () => {
    expect(paid(status('2700', '04000000001200', '49097a'), DONE)).toMatchObject({ facts: { currency: 'XXX' } });
  });
});

describe('an acknowledged approval', () => {
  const APPROVED = status('2700', '04000000001200', '0b000041', '870041');
  const OTHER = status('2700', '04000000001200', '0b000042', '870042');
  const FACTS = { receiptNumber: 41, traceNumber: 41, amount: 1200 };
  const KINDS = [
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
  const FAILURES = [
    status('276f'),
    status('2705'),
    status('2737'),
    status('276c'),
    status('2700', 'a0a5'),
    status('27cc'),
  ];
  const ENDS = [DONE, '061e016f', '061e00', '060f02276f', 'cut'];

  it('is kept, whatever failure and end the terminal reports after it', () => {
    for (const kind of KINDS)
      for (const failure of FAILURES)
        for (const end of ENDS) {
          const outcome = moneyOutcome(run(kind as keyof typeof commands, APPROVED, failure, end), CONTEXT);
          expect(outcome, `${kind} ${failure} ${end}`).toMatchObject({ kind: 'unknown', facts: FACTS });
        }
  });

  it('is kept when the terminal says nothing after the failure', () => {
    const settled = run('pay', APPROVED, status('276f'), 'silence');
    expect(moneyOutcome(settled, CONTEXT)).toMatchObject({ kind: 'unknown', facts: FACTS });
  });

  it('is kept when a prompt, a question or a slip follows before the failure', () => {
    for (const more of ['04ff0105', '040d00', '06d1020041', '06d000'])
      expect(paid(APPROVED, more, status('276f'), DONE)).toMatchObject({ kind: 'unknown', facts: FACTS });
  });

  it('says that the terminal contradicts itself, not that the payment was declined', () => {
    expect(paid(APPROVED, status('276f'), DONE)).toMatchObject({ reason: { code: 'garbled', resultCode: 0x6f } });
  });

  it.each([
    ['amount', status('2700', '040000000a1200', '870041')],
    ['currency', status('2700', '04000000001200', '49097a', '870041')],
    ['result', status('04000000001200', '870041')],
  ])('may also be one whose %s cannot be read', (_, report) => {
    for (const end of ENDS)
      expect(paid(report, status('276f'), end)).toMatchObject({ kind: 'unknown', facts: { receiptNumber: 41 } });
  });

  it('stays one when it is repeated, also with more fields than before', () => {
    const short = status('2700', '04000000001200', '870041');
    for (const again of [[APPROVED], [short, APPROVED], [APPROVED, short]])
      expect(paid(...again, APPROVED, DONE)).toMatchObject({ kind: 'approved', facts: FACTS });
    expect(paid(short, short, DONE).kind).toBe('approved');
  });

  it('is in doubt when it is repeated with another amount', () => {
    const less = status('2700', '04000000000950', '0b000041', '870041');
    for (const both of [
      [APPROVED, less],
      [less, APPROVED],
    ]) {
      const outcome = paid(...both, DONE);
      expect(outcome).toMatchObject({ kind: 'unknown', reason: { code: 'garbled' }, facts: { receiptNumber: 41 } });
      expect(outcome).not.toHaveProperty('alsoApproved');
    }
  });

  it('and another one are money twice', () => {
    const both = { facts: FACTS, alsoApproved: [{ receiptNumber: 42, amount: 1200 }] };
    for (const between of [[], [status('276f')], [APPROVED]]) {
      for (const end of ['061e016c', 'cut', '060f02276f'])
        expect(paid(APPROVED, ...between, OTHER, end)).toMatchObject({ kind: 'unknown', ...both });
      expect(paid(APPROVED, ...between, OTHER, DONE)).toMatchObject({ kind: 'approved', ...both });
    }
    expect(paid(APPROVED, OTHER, status('276f'), DONE)).toMatchObject({ kind: 'unknown', ...both });
    expect(paid(APPROVED, OTHER, APPROVED, OTHER, DONE)).toMatchObject({ alsoApproved: { length: 1 } });
  });

  it('and another one that takes it back are in doubt, and so are two of which one cannot be read', () => {
    const back = status('2700', '04000000001200', '0b000042', '37000041', '870042');
    const foreign = status('2700', '04000000001200', '490756', '870042');
    for (const other of [back, foreign, status('2700', '040000000a1200', '870042')]) {
      expect(paid(APPROVED, other, DONE)).toMatchObject({ kind: 'unknown', facts: FACTS });
      expect(paid(other, APPROVED, DONE).kind).toBe('unknown');
    }
    for (const reports of [
      [APPROVED, back],
      [back, APPROVED],
    ]) {
      expect(paid(...reports, DONE)).toMatchObject({ facts: FACTS });
      expect(paid(...reports, DONE)).not.toHaveProperty('alsoApproved');
    }
  });

  it('is in doubt beside the result of an end-of-day, which is no approval', () => {
    const day = status('2700', '04000000005000', totals('000000005000'));
    for (const reports of [
      [APPROVED, day],
      [day, APPROVED],
    ]) {
      expect(paid(...reports, DONE)).toMatchObject({ kind: 'unknown', facts: FACTS });
      expect(paid(...reports, DONE)).not.toHaveProperty('alsoApproved');
    }
    expect(paid(day, DONE)).toMatchObject({ kind: 'unknown', facts: {} });
  });

  it('after a failed first try is the only one', () => {
    expect(paid(status('2705', '870040'), APPROVED, DONE)).toMatchObject({ kind: 'approved', facts: FACTS });
  });

  it('of a service leaves it unknown when a failure follows', () => {
    const report = status('2700', '04000000001000', totals('000000001000'));
    for (const end of ENDS)
      expect(serviceOutcome(run('endOfDay', report, status('2777'), end), CONTEXT)).toMatchObject({
        kind: 'unknown',
        totals: { amount: 1000 },
      });
  });

  it('is no last transaction when the answer contradicts it', () => {
    expect(lastTransactionOf(run('lastTransaction', APPROVED, status('276f'), DONE), CONTEXT)).toMatchObject({
      kind: 'unreachable',
      reason: { code: 'garbled' },
    });
  });
});

describe('a failure without an approval', () => {
  it('brings no facts of an approval to an unknown outcome', () => {
    const wrongPin = status('2737', '04000000001200', '870041');
    expect(paid(wrongPin, '04ff010a', 'cut')).toMatchObject({ kind: 'unknown', facts: {} });
    expect(paid(wrongPin, '04ff010a', 'cut')).not.toHaveProperty('facts.receiptNumber');
  });
});

describe('a result that names two transactions', () => {
  it.each([
    ['receiptNumber', '870041', '879999'],
    ['traceNumber', '0b000041', '0b009999'],
    ['originalTraceNumber', '37000041', '37009999'],
  ])('has no %s: a reversal by it would take back the payment of somebody else', (name, one, other) => {
    const outcome = paid(status('2700', '04000000001000', one, other), DONE);
    expect(outcome).toMatchObject({ kind: 'approved', facts: { amount: 1000 } });
    expect(outcome).not.toHaveProperty(`facts.${name}`);
    expect(paid(status('2700', '04000000001000', one, one), DONE)).toHaveProperty(`facts.${name}`, 41);
  });
});

describe('the last transaction', () => {
  it.each([
    ['with readable totals', totals('000000001000')],
    ['with unreadable totals', totals('0000000a1000')],
  ])('is no end-of-day, %s', (_, report) => {
    const repeated = run('repeatReceipt', status('2700', '04000000001000', report), DONE);
    expect(lastTransactionOf(repeated, CONTEXT)).toMatchObject({
      kind: 'unreachable',
      reason: { code: 'unsupported' },
    });
    // The answer may be among the skipped bytes.
    expect(lastTransactionOf({ ...repeated, noisy: true }, CONTEXT)).toMatchObject({ reason: { code: 'garbled' } });
    expect(
      lastTransactionOf(run('repeatReceipt', status('2700', '04000000001000', report), 'cut'), CONTEXT),
    ).toMatchObject({
      reason: { code: 'garbled' },
    });
  });

  it('is an end-of-day where the terminal repeats that, with what it can be told by', () => {
    const report = status('2700', '04000000001000', totals('000000001000'), '870042', '0b000077', '0d1127', '0c120000');
    expect(lastTransactionOf(run('repeatReceipt', report, DONE), CONTEXT)).toEqual({
      kind: 'unreachable',
      reason: expect.objectContaining({ code: 'unsupported' }),
      dayEnd: expect.stringMatching(/12:?00:?00.*77.*42/),
    });
  });

  it('is unreachable when its amount cannot be read', () => {
    const report = status('2700', '040000000a1000', '870042');
    expect(lastTransactionOf(run('repeatReceipt', report, DONE), CONTEXT)).toMatchObject({ kind: 'unreachable' });
  });

  it('may have another currency', () => {
    const report = status('2700', '04000000001000', '490756', '870042');
    expect(lastTransactionOf(run('repeatReceipt', report, DONE), CONTEXT)).toMatchObject({
      kind: 'found',
      facts: { currency: 'CHF' },
    });
  });
});

describe('an end-of-day', () => {
  const report = status('2700', '04000000001000', totals('000000001000'));
  const sums = { amount: 1000, firstReceipt: 1, lastReceipt: 9 };

  it('that was reported and then aborted is unknown, and keeps its totals', () => {
    for (const end of ['061e01cc', '060f02276c', 'cut'])
      expect(serviceOutcome(run('endOfDay', report, end), CONTEXT)).toMatchObject({ kind: 'unknown', totals: sums });
    expect(serviceOutcome(run('endOfDay', report, DONE), CONTEXT)).toMatchObject({ kind: 'done', totals: sums });
  });

  it('on a noisy line is unknown instead of failed', () => {
    for (const end of ['061e0177', '060f022777'])
      expect(serviceOutcome({ ...run('endOfDay', end), noisy: true }, CONTEXT)).toMatchObject({ kind: 'unknown' });
    expect(serviceOutcome(run('endOfDay', '061e0177'), CONTEXT)).toMatchObject({ kind: 'failed' });
  });

  it.each([
    ['an unreadable row', ['04000000001000', totals('0000000a1000')]],
    ['a row with a sign', ['04000000001000', totals('d00000001000')]],
    ['an unreadable sum', ['040000000a1000', totals('000000001000')]],
    ['another currency', ['04000000001000', '490756', totals('000000001000')]],
    ['an unreadable currency', ['04000000001000', '49097a', totals('000000001000')]],
    ['a field that stops', ['04000000001000', totals('000000001000').slice(0, -4)]],
  ])('with %s has totals that cannot be read, however it ends', (_, fields) => {
    for (const command of ['endOfDay', 'turnoverTotals'] as const) {
      const done = serviceOutcome(run(command, status('2700', ...fields), DONE), CONTEXT);
      expect(done).toMatchObject({ kind: 'done', unreadableTotals: true });
      expect(done).not.toHaveProperty('totals');
    }
    const cut = serviceOutcome(run('endOfDay', status('2700', ...fields), 'cut'), CONTEXT);
    expect(cut).toMatchObject({ kind: 'unknown', unreadableTotals: true });
  });

  it('in its own currency is read, and without totals it says so', () => {
    const euros = status('2700', '04000000001000', '490978', totals('000000001000'));
    expect(serviceOutcome(run('turnoverTotals', euros, DONE), CONTEXT)).toMatchObject({ totals: { amount: 1000 } });
    const bare = serviceOutcome(run('turnoverTotals', DONE), CONTEXT);
    expect(bare).not.toHaveProperty('totals');
    expect(bare).not.toHaveProperty('unreadableTotals');
  });
});

describe('the text of a reason', () => {
  const BOTH = { de: 'Abbruch durch Taste oder Zeitablauf', en: 'aborted by key or timeout' };
  const why = (...messages: readonly string[]) => {
    const outcome = paid(...messages);
    return 'reason' in outcome ? outcome.reason : undefined;
  };
  /** BMP 3C: a text of the terminal. */
  const terminalText = (text: string) => `3cf0f0f${text.length}${Buffer.from(text).toString('hex')}`;

  it.each(['de', 'en'] as const)(
    'comes from the table in both languages; the preferred one comes first: %s',
    language => {
      const outcome = moneyOutcome(run('pay', '061e016c'), { ...CONTEXT, language });
      expect(outcome).toMatchObject({ reason: { resultCode: 0x6c, text: BOTH[language], texts: BOTH } });
      expect(serviceOutcome(run('endOfDay', '061e016c'), CONTEXT)).toMatchObject({ reason: { texts: BOTH } });
    },
  );

  it('is the text of the terminal alone, when it sends one', () => {
    expect(why(status('2764', terminalText('Gesperrt')), '061e0164')).toEqual({
      code: 'cardError',
      resultCode: 0x64,
      text: 'Gesperrt',
    });
  });

  it.each([
    ['refused', '845100'],
    ['aborted before any result', '061e0151'],
  ] as const)('says that an initialisation is needed, not wrong PIN, for a command %s with 51', (_, hex) => {
    const message = decode(Buffer.from(hex, 'hex'));
    const ending = { by: hex.startsWith('84') ? 'refusal' : 'abort', code: 0x51, message } as CommandResult['ending'];
    const reason = { code: 'refused', texts: { en: 'the terminal needs an initialisation (06 93)' } };
    expect(moneyOutcome({ ...run('pay', DONE), ending }, CONTEXT)).toMatchObject({ kind: 'declined', reason });
  });

  it('says wrong password for a refused command, not wrong PIN', () => {
    const message = decode(Buffer.from('843700', 'hex'));
    const refused: CommandResult = { ...run('pay', DONE), ending: { by: 'refusal', code: 0x37, message } };
    expect(moneyOutcome(refused, CONTEXT)).toMatchObject({
      reason: { code: 'refused', texts: { de: 'falsches Kassenpasswort', en: 'wrong password' } },
    });
  });
});

describe('a slip with a signature line (1F37)', () => {
  const slip = '06d30d060b1f37018325050703414243';
  const signed = { facts: { needsSignature: true } };

  it('sets needsSignature, for the payment and for its repetition', () => {
    const report = [status('2700', '04000000001200'), slip, DONE];
    expect(paid(...report)).toMatchObject({ kind: 'approved', ...signed });
    expect(lastTransactionOf(run('repeatReceipt', ...report), CONTEXT)).toMatchObject({ kind: 'found', ...signed });
  });

  it('sets nothing for a declined payment', () => {
    const report = [status('2764', '04000000001200'), slip, DONE];
    expect(lastTransactionOf(run('repeatReceipt', ...report), CONTEXT)).not.toMatchObject(signed);
  });
});
