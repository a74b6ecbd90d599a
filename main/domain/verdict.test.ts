import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide, type Evidence, type Intent } from './verdict.ts';

const STARTED = Date.parse('2026-03-04T12:00:30.500Z');
const SECOND = 1000;
const HOUR = 3_600_000;

const intent: Intent = { kind: 'payment', amount: 1000, knownReceipt: 7, startedAt: STARTED, reverses: null };
const found = {
  kind: 'found',
  approved: true,
  amount: 1000,
  receiptNumber: 8,
  at: STARTED + 20 * SECOND,
} as const satisfies Evidence;

type Case = readonly [what: string, intent: Partial<Intent>, evidence: Partial<Extract<Evidence, { kind: 'found' }>>];

const table = {
  happened: [
    ['a new receipt with the amount', {}, {}],
    ['the clock of the terminal is some minutes slow', {}, { at: STARTED - 14 * 60 * SECOND }],
    ['the terminal tells no time', {}, { at: null }],
    ['the numbers went round', { knownReceipt: 9999 }, { receiptNumber: 1 }],
    ['the first payment of a new terminal', { knownReceipt: 0 }, { receiptNumber: 1 }],
    ['no number was known, but the time is later', { knownReceipt: null }, {}],
    ['the terminal tells no number, but the time is later', {}, { receiptNumber: null }],
    ['within the second in which it began', { knownReceipt: null }, { at: STARTED - 500 }],
    ['a reversal with a receipt of its own', { kind: 'reversal', reverses: 7 }, {}],
  ],
  didNotHappen: [
    ['the last receipt is still the known one', {}, { receiptNumber: 7, at: STARTED - 60 * SECOND }],
    ['the payment before ended within the same second', {}, { receiptNumber: 7, at: STARTED - 500 }],
    ['the same without a time', {}, { receiptNumber: 7, at: null }],
    [
      'the last receipt is the payment to be reversed',
      { kind: 'reversal', knownReceipt: null, reverses: 7 },
      { receiptNumber: 7, at: STARTED - HOUR },
    ],
    ['kept as declined', {}, { approved: false }],
    ['no number was known, and it is days old', { knownReceipt: null }, { at: STARTED - 48 * HOUR }],
  ],
  person: [
    ['another amount', {}, { amount: 1001 }],
    ['no amount', {}, { amount: null }],
    ['declined, but another amount', {}, { amount: 999, approved: false }],
    ['a new receipt, but an hour old: summer time, or another payment?', {}, { at: STARTED - HOUR }],
    ['the known number with a later time: the numbers began again', {}, { receiptNumber: 7 }],
    ['nothing to compare with', { knownReceipt: null }, { at: null }],
    ['neither number nor time', {}, { receiptNumber: null, at: null }],
    ['no number was known, and the time is a little earlier', { knownReceipt: null }, { at: STARTED - 5 * SECOND }],
    ['no number was known, and the time is an hour earlier', { knownReceipt: null }, { at: STARTED - HOUR }],
  ],
} as const satisfies Record<string, readonly Case[]>;

describe.each(Object.entries(table))('%s', (kind, cases: readonly Case[]) => {
  it.each(cases)('%s', (_what, asked, told) => {
    expect(decide({ ...intent, ...asked }, { ...found, ...told }).kind).toBe(kind);
  });
});

describe('a terminal that keeps nothing', () => {
  it.each([
    [null, 'didNotHappen'],
    [0, 'didNotHappen'],
    [7, 'person'],
  ] as const)('when %s was known before', (knownReceipt, kind) => {
    expect(decide({ ...intent, knownReceipt }, { kind: 'none' }).kind).toBe(kind);
  });
});

const number = fc.option(fc.integer({ min: 0, max: 4 }));
const moment = fc.integer({ min: STARTED - 72 * HOUR, max: STARTED + HOUR });
const anyIntent: fc.Arbitrary<Intent> = fc.record({
  kind: fc.constantFrom('payment', 'reversal'),
  amount: fc.constantFrom(1, 1000),
  knownReceipt: number,
  startedAt: fc.constant(STARTED),
  reverses: number,
});
const anyEvidence = fc.record({
  kind: fc.constant('found' as const),
  approved: fc.boolean(),
  amount: fc.option(fc.constantFrom(1, 1000)),
  receiptNumber: number,
  at: fc.option(moment),
});

describe('whatever the terminal tells', () => {
  it('money has only moved when an approved transaction of this very amount is new', () => {
    fc.assert(
      fc.property(anyIntent, anyEvidence, (asked, told) => {
        if (decide(asked, told).kind !== 'happened') return;
        expect(told.approved).toBe(true);
        expect(told.amount).toBe(asked.amount);
        const compared = told.receiptNumber !== null && asked.knownReceipt !== null;
        expect(
          compared ? told.receiptNumber !== asked.knownReceipt : told.at !== null && told.at >= STARTED - 500,
        ).toBe(true);
        expect(told.receiptNumber !== null && told.receiptNumber === asked.reverses).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it('it is never denied when a new approved receipt has the amount and the time', () => {
    fc.assert(
      fc.property(anyIntent, anyEvidence, (asked, told) => {
        const fits = told.approved && told.amount === asked.amount && told.at !== null && told.at > STARTED;
        if (fits) expect(decide(asked, told).kind).not.toBe('didNotHappen');
      }),
      { numRuns: 2000 },
    );
  });

  it('every verdict says why', () => {
    fc.assert(fc.property(anyIntent, anyEvidence, (asked, told) => decide(asked, told).because.length > 10));
  });
});
