/**
 * After any history of a terminal the reconciliation is right or a person decides, and where this bridge alone uses the
 * terminal, the reconciliation decides.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IntentKind } from './evidence.ts';
import type { Reconciliation } from './reconciliation.ts';
import { type Foreign, type Habits, type History, needs, play } from './reconciliationHistories.fixture.ts';

const HOUR = 3_600_000;
const habits: fc.Arbitrary<Habits> = fc.record({
  tellsReceipt: fc.constantFrom(true, true, false),
  tellsReference: fc.constantFrom(false, false, true),
  tellsTrace: fc.boolean(),
  tellsTime: fc.boolean(),
  tellsDate: fc.boolean(),
  tellsTotals: fc.boolean(),
  tellsOpen: fc.boolean(),
  keepsDeclined: fc.boolean(),
  numbersTakenBack: fc.constantFrom(1, 2),
  showsTakenBack: fc.boolean(),
  countsTakenBack: fc.constantFrom(0, 1, 2),
  repeatsPreAuthorisations: fc.boolean(),
  hidesReversed: fc.constantFrom(false, false, true),
  tipTellsTotal: fc.boolean(),
  tipGrowsReceipt: fc.constantFrom('never', 'sameTime', 'ownTime'),
  tellsTip: fc.boolean(),
  countsTip: fc.boolean(),
  restartsNumbers: fc.boolean(),
  forgetsLast: fc.boolean(),
  repeatsDayEnd: fc.boolean(),
  repeatsNone: fc.constantFrom(false, false, false, false, true),
  clock: fc.oneof(fc.constant(0), fc.integer({ min: -30 * HOUR, max: 30 * HOUR })),
  firstNumber: fc.constantFrom(0, 5, 9997, 9998),
  alreadyToday: fc.constantFrom(0, 0, 0, 253, 300, 511),
  givenBack: fc.constantFrom(0, 0, 0, 5000),
  counting: fc.constantFrom('whole', 'stops', 'beginsAnew'),
});
/** Few, so that they are often the same. */
const amount = fc.constantFrom(500, 1000);
/** A payment with this tip often has the amount of another payment without one. */
const tip = fc.constantFrom(0, 0, 0, 500);
const pause = fc.integer({ min: 1, max: 40 });
const ends = fc.constantFrom('approved', 'declined', 'takenBack', 'notArrived') as fc.Arbitrary<History['ends']>;
const kind: fc.Arbitrary<IntentKind> = fc.constantFrom(
  'payment',
  'reversal',
  'refund',
  'preAuthorisation',
  'booking',
  'release',
  'tip',
);
const foreign: fc.Arbitrary<readonly Foreign[]> = fc.array(
  fc.record({
    does: fc.constantFrom('payment', 'payment', 'refund', 'decline', 'endOfDay') as fc.Arbitrary<Foreign['does']>,
    amount,
    tip,
    pause,
  }),
  { maxLength: 3 },
);
const possible = (history: History): History =>
  history.habits.tellsReceipt || !(history.kind in needs) ? history : { ...history, kind: 'payment' };
const anyAlone: fc.Arbitrary<History> = fc.record({
  habits,
  kind,
  amount,
  tip,
  confirmed: tip,
  earlier: fc.array(fc.record({ amount, tip, ends, arrived: fc.boolean(), pause }), { maxLength: 4 }),
  earlierTip: fc.constantFrom('none', 'none', 'takenBack', 'approved', 'notArrived'),
  snapshot: fc.constantFrom('asked', 'asked', 'kept', 'kept', 'cut'),
  foreignBefore: fc.constant([]),
  foreignAfter: fc.constant([]),
  reset: fc.constant(false),
  endOfDay: fc.constantFrom('never' as const, 'never' as const, 'first' as const),
  losesLast: fc.constant(false),
  ends,
  approvalArrived: fc.boolean(),
  killed: fc.boolean(),
  hasRepeated: fc.boolean(),
  shared: fc.constant(false),
});
const alone = anyAlone.map(possible);

/** The long run: `HISTORIES=250000 SEED=4 npx vitest run main/domain/reconciliationHistories.test.ts --testTimeout 600000`. */
const { HISTORIES = '4000', SEED } = process.env;
const RUNS = { numRuns: Number(HISTORIES), ...(SEED === undefined ? {} : { seed: Number(SEED) }) };
const right = (happened: boolean): Reconciliation['kind'] => (happened ? 'happened' : 'didNotHappen');

/** True where a tip is explained: the terminal reports it, or the till has confirmed it. */
const isExplained = ({ kind, tip, confirmed, habits: { tellsTip } }: History): boolean =>
  kind !== 'payment' || tip === 0 || tellsTip || confirmed === tip;

/** Two transactions of the same amount can be distinguished, and a reversal by the terminal itself from what it takes back. */
const isKnowable = ({ tellsReceipt, tellsReference, tellsTrace, tellsTime }: Habits): boolean =>
  tellsReference || (tellsTrace && (tellsReceipt || tellsTime));

/** The terminal keeps a transaction or an end-of-day before the command: an empty memory denies nothing. */
const isEvident = ({ habits, kind, earlier, endOfDay }: History): boolean => {
  if (kind === 'reversal' && habits.hidesReversed) return false;
  if (endOfDay === 'first' && !(kind in needs) && (habits.forgetsLast || habits.repeatsDayEnd))
    return habits.repeatsDayEnd && habits.tellsTime;
  if (earlier.some(({ ends: ended }) => ended === 'approved')) return true;
  if (needs[kind as keyof typeof needs] !== 'preAuthorisation') return kind in needs;
  return habits.tellsOpen || habits.repeatsPreAuthorisations;
};

describe('the only user of a terminal', () => {
  /** It tells what a transaction can be known by, and what is open where that matters. */
  const telling = (history: History): boolean => {
    const { habits, kind: asked, hasRepeated } = history;
    const reserves = ['preAuthorisation', 'release'].includes(asked);
    // Sums below zero do not show which of the bookings was taken back.
    const isCounted = habits.givenBack === 0 || habits.countsTakenBack === 0;
    return (
      isKnowable(habits) &&
      isExplained(history) &&
      isEvident(history) &&
      isCounted &&
      history.snapshot !== 'cut' &&
      hasRepeated &&
      !habits.repeatsNone &&
      (habits.tellsOpen || !reserves)
    );
  };

  it('gets a decision, and it is right', () => {
    fc.assert(
      fc.property(alone.filter(telling), history => {
        const { verdict, happened } = play(history);
        expect(verdict.kind, verdict.because.en).toBe(right(happened));
      }),
      RUNS,
    );
  });

  it('gets no wrong decision from a terminal that reports less', () => {
    fc.assert(
      fc.property(alone, history => {
        const { verdict, happened } = play(history);
        expect(['person', right(happened)], verdict.because.en).toContain(verdict.kind);
      }),
      RUNS,
    );
  });

  it('gets no wrong decision when the terminal has closed its day in between', () => {
    const closing = fc
      .tuple(alone, fc.constantFrom('before' as const, 'atOnce' as const, 'after' as const))
      .map(([history, endOfDay]) => ({ ...history, endOfDay }));
    fc.assert(
      fc.property(closing, history => {
        const { verdict, happened } = play(history);
        expect(['person', right(happened)], verdict.because.en).toContain(verdict.kind);
      }),
      RUNS,
    );
  });
});

describe('a terminal that loses its newest result', () => {
  it('leads to no wrong decision where its totals are known', () => {
    // A result that moves no total is known by the list of open pre-authorisations, or by nothing; a tip below zero
    // moves none.
    const losing = alone
      .map(history => ({ ...history, losesLast: true }))
      .filter(
        ({ habits, snapshot, kind: lost }) =>
          habits.tellsTotals &&
          habits.counting === 'whole' &&
          snapshot !== 'cut' &&
          (habits.tellsOpen || !['preAuthorisation', 'release'].includes(lost)) &&
          (habits.givenBack === 0 || lost !== 'tip'),
      );
    fc.assert(
      fc.property(losing, history => {
        const { verdict, happened } = play(history);
        expect(['person', right(happened)], verdict.because.en).toContain(verdict.kind);
      }),
      RUNS,
    );
  });
});

describe('a terminal that was reset', () => {
  it('leads to no wrong decision, though all its numbers come again', () => {
    // A stored number alone cannot be told from the same number after the reset.
    const reset = alone
      .map(history => ({ ...history, reset: true }))
      .filter(({ habits: { tellsTime, tellsTrace }, snapshot }) => (tellsTime && tellsTrace) || snapshot !== 'cut');
    fc.assert(
      fc.property(reset, history => {
        const { verdict, happened } = play(history);
        expect(['person', right(happened)], verdict.because.en).toContain(verdict.kind);
      }),
      RUNS,
    );
  });
});

describe('a terminal that others use, too', () => {
  const shared: fc.Arbitrary<History> = fc
    .record({ history: alone, foreignBefore: foreign, foreignAfter: foreign })
    .map(({ history, ...events }) => ({ ...history, ...events, shared: true }));

  it('leads to no wrong decision, whatever they do', () => {
    fc.assert(
      fc.property(shared, history => {
        const { verdict, happened } = play(history);
        expect(['person', right(happened)], verdict.because.en).toContain(verdict.kind);
      }),
      RUNS,
    );
  });
});
