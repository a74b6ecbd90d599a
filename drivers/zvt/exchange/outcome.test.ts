/** What the end of a command means where the terminal contradicts itself, tries again, or cannot be read. */
import { describe, expect, it } from 'vitest';
import { decode } from '../codec/apdu.ts';
import { nextStep } from './commandMachine.ts';
import { commandStarted, type Effect, type Input } from './commandState.ts';
import { commands, DEFAULT_TIMERS } from './commands.ts';
import { type CommandResult, lastTransactionOf, moneyOutcome, type OutcomeContext, serviceOutcome } from './outcome.ts';

const SETTING: OutcomeContext = { charset: 'auto', currency: 'EUR', language: 'en' };
const lost: Input = { type: 'lineLost', reason: { code: 'lineLost', text: 'gone' } };
const DONE = '060f00';

/** An APDU of these data. */
const status = (...data: readonly string[]) => {
  const hex = data.join('');
  return `040f${(hex.length / 2).toString(16).padStart(2, '0')}${hex}`;
};
/** BMP 60 with one amount of girocard, as twelve digits. */
const totals = (girocard: string) => `60f0f5f30001000902${girocard}${'00000000000000'.repeat(6)}`;

/** What comes after the command was accepted; `cut` is the end of the line. */
function run(command: keyof typeof commands, ...heard: readonly string[]): CommandResult {
  const messages = ['800000', ...heard].map(
    (hex): Input => (hex === 'cut' ? lost : { type: 'message', message: decode(Buffer.from(hex, 'hex')) }),
  );
  let state = commandStarted(commands[command], DEFAULT_TIMERS);
  const ends: Extract<Effect, { do: 'end' }>[] = [];
  for (const input of [{ type: 'delivered' } as const, ...messages]) {
    const step = nextStep(state, input, DEFAULT_TIMERS);
    state = step?.state ?? state;
    ends.push(...(step?.effects ?? []).filter(effect => effect.do === 'end'));
  }
  return { ending: ends[0]!.ending, state, noisy: false };
}
const paid = (...heard: readonly string[]) => moneyOutcome(run('pay', ...heard), SETTING);

describe('a line that breaks after a failing result', () => {
  it.each([
    ['at once', [], 'declined'],
    ['while the card is removed', ['04ff010b'], 'declined'],
    ['in the middle of the slip', ['06d1020041'], 'declined'],
    ['after the card was asked for again', ['04ff010a', '04ff0117'], 'unknown'],
    ['after a question', ['040d00'], 'unknown'],
  ] as const)('%s', (_, more, kind) => {
    expect(paid('040f022764', ...more, 'cut')).toMatchObject({ kind });
    expect(serviceOutcome(run('endOfDay', '040f022777', ...more, 'cut'), SETTING).kind).toBe(
      kind === 'declined' ? 'failed' : 'unknown',
    );
  });
});

describe('an abort after a result that was taken', () => {
  it.each([
    ['and cannot be read', [status('07123456', '2700', '04000000001200')], 'unknown'],
    ['and was told once more without its code', [status('2700', '04000000001200'), status('0b000200')], 'unknown'],
    ['and was a failure', [status('2764')], 'declined'],
  ] as const)('%s', (_, results, kind) => expect(paid(...results, '061e01cc')).toMatchObject({ kind }));
});

describe('an approval', () => {
  it.each([
    ['of the amount asked for', status('2700', '04000000001200', '490978'), 'approved'],
    ['that names no currency', status('2700', '04000000001200'), 'approved'],
    ['that names nothing', status('2700'), 'approved'],
    ['in a foreign currency', status('2700', '04000000001200', '490756'), 'unknown'],
    ['in a currency nobody knows', status('2700', '04000000001200', '490191'), 'unknown'],
    ['in a currency that cannot be read', status('2700', '04000000001200', '49097a'), 'unknown'],
    ['of an amount that cannot be read', status('2700', '040000000a1200', '490978'), 'unknown'],
    ['that stops in its amount', status('2700', '040000'), 'unknown'],
  ])('%s', (_, told, kind) => {
    const outcome = paid(told, DONE);
    expect(outcome.kind).toBe(kind);
    if (kind === 'unknown') expect(outcome).toMatchObject({ reason: { code: 'garbled' } });
  });

  it('does not state the currency asked for where another one was told', () => {
    expect(paid(status('2700', '04000000001200', '49097a'), DONE)).toMatchObject({ facts: { currency: 'XXX' } });
  });
});

describe('the last transaction', () => {
  it.each([
    ['readable', totals('000000001000')],
    ['or not', totals('0000000a1000')],
  ])('is no end-of-day, %s', (_, told) => {
    const repeated = run('repeatReceipt', status('2700', '04000000001000', told), DONE);
    expect(lastTransactionOf(repeated, SETTING)).toMatchObject({
      kind: 'unreachable',
      reason: { code: 'unsupported' },
    });
    // What was lost on the line may have been the answer.
    expect(lastTransactionOf({ ...repeated, noisy: true }, SETTING)).toMatchObject({ reason: { code: 'garbled' } });
    expect(
      lastTransactionOf(run('repeatReceipt', status('2700', '04000000001000', told), 'cut'), SETTING),
    ).toMatchObject({
      reason: { code: 'garbled' },
    });
  });

  it('is not known when its amount cannot be read', () => {
    const told = status('2700', '040000000a1000', '870042');
    expect(lastTransactionOf(run('repeatReceipt', told, DONE), SETTING)).toMatchObject({ kind: 'unreachable' });
  });

  it('may be one in another currency', () => {
    const told = status('2700', '04000000001000', '490756', '870042');
    expect(lastTransactionOf(run('repeatReceipt', told, DONE), SETTING)).toMatchObject({
      kind: 'found',
      facts: { currency: 'CHF' },
    });
  });
});

describe('an end-of-day', () => {
  const told = status('2700', '04000000001000', totals('000000001000'));
  const sums = { amount: 1000, firstReceipt: 1, lastReceipt: 9 };

  it('that was told and then aborted may have been made: its totals are kept', () => {
    for (const end of ['061e01cc', '060f02276c', 'cut'])
      expect(serviceOutcome(run('endOfDay', told, end), SETTING)).toMatchObject({ kind: 'unknown', totals: sums });
    expect(serviceOutcome(run('endOfDay', told, DONE), SETTING)).toMatchObject({ kind: 'done', totals: sums });
  });

  it('heard through noise is not failed', () => {
    for (const end of ['061e0177', '060f022777'])
      expect(serviceOutcome({ ...run('endOfDay', end), noisy: true }, SETTING)).toMatchObject({ kind: 'unknown' });
    expect(serviceOutcome(run('endOfDay', '061e0177'), SETTING)).toMatchObject({ kind: 'failed' });
  });

  it('of which one sum cannot be read has none', () => {
    const bad = status('2700', '04000000001000', totals('0000000a1000'));
    const done = serviceOutcome(run('endOfDay', bad, DONE), SETTING);
    expect(done.kind).toBe('done');
    expect(done).not.toHaveProperty('totals');
  });
});

describe('the words of a reason', () => {
  const BOTH = { de: 'Abbruch durch Taste oder Zeitablauf', en: 'aborted by key or timeout' };
  const why = (...heard: readonly string[]) => {
    const outcome = paid(...heard);
    return 'reason' in outcome ? outcome.reason : undefined;
  };
  /** BMP 3C: the terminal's own words. */
  const words = (text: string) => `3cf0f0f${text.length}${Buffer.from(text).toString('hex')}`;

  it.each(['de', 'en'] as const)('are those of the table in both languages, whichever is preferred: %s', language => {
    const outcome = moneyOutcome(run('pay', '061e016c'), { ...SETTING, language });
    expect(outcome).toMatchObject({ reason: { resultCode: 0x6c, text: BOTH[language], texts: BOTH } });
    expect(serviceOutcome(run('endOfDay', '061e016c'), SETTING)).toMatchObject({ reason: { texts: BOTH } });
  });

  it('are the own ones of the terminal as they are, and then of no table', () => {
    expect(why(status('2764', words('Gesperrt')), '061e0164')).toEqual({
      code: 'cardError',
      resultCode: 0x64,
      text: 'Gesperrt',
    });
  });

  it('of a wrong password are not those of a wrong PIN', () => {
    const message = decode(Buffer.from('843700', 'hex'));
    const refused: CommandResult = { ...run('pay', DONE), ending: { by: 'refusal', code: 0x37, message } };
    expect(moneyOutcome(refused, SETTING)).toMatchObject({
      reason: { code: 'refused', texts: { de: 'falsches Kassenpasswort', en: 'wrong password' } },
    });
  });
});

describe('a slip with a line to sign on (1F37)', () => {
  const slip = '06d30d060b1f37018325050703414243';
  const signed = { facts: { needsSignature: true } };

  it('says so, with the payment and when it is repeated', () => {
    const told = [status('2700', '04000000001200'), slip, DONE];
    expect(paid(...told)).toMatchObject({ kind: 'approved', ...signed });
    expect(lastTransactionOf(run('repeatReceipt', ...told), SETTING)).toMatchObject({ kind: 'found', ...signed });
  });

  it('of a payment that was declined is none', () => {
    const told = [status('2764', '04000000001200'), slip, DONE];
    expect(lastTransactionOf(run('repeatReceipt', ...told), SETTING)).not.toMatchObject(signed);
  });
});
