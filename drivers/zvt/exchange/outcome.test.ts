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

/** A status information (04 0F) with these fields. */
const status = (...data: readonly string[]) => {
  const hex = data.join('');
  return `040f${(hex.length / 2).toString(16).padStart(2, '0')}${hex}`;
};
/** BMP 60 with one amount of girocard, as twelve digits. */
const totals = (girocard: string) => `60f0f5f30001000902${girocard}${'00000000000000'.repeat(6)}`;

/** The result of a command after whose acknowledgement these messages come; `cut` is the end of the line. */
function run(command: keyof typeof commands, ...messages: readonly string[]): CommandResult {
  const received = ['800000', ...messages].map(
    (hex): Input => (hex === 'cut' ? lost : { type: 'message', message: decode(Buffer.from(hex, 'hex')) }),
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
  ])('%s', (_, report, kind) => {
    const outcome = paid(report, DONE);
    expect(outcome.kind).toBe(kind);
    if (kind === 'unknown') expect(outcome).toMatchObject({ reason: { code: 'garbled' } });
  });

  it('is not reported in the requested currency when its own cannot be read', () => {
    expect(paid(status('2700', '04000000001200', '49097a'), DONE)).toMatchObject({ facts: { currency: 'XXX' } });
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

  it('with one unreadable sum has no totals', () => {
    const bad = status('2700', '04000000001000', totals('0000000a1000'));
    const done = serviceOutcome(run('endOfDay', bad, DONE), CONTEXT);
    expect(done.kind).toBe('done');
    expect(done).not.toHaveProperty('totals');
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
