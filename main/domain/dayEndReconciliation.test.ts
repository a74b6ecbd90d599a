/** Did it take place? Every kind of evidence, and what it must never lead to. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DayEndEvidence, type OpenDayEnd, reconcileDayEnd } from './dayEndReconciliation.ts';

const none = { count: 0, amount: 0 };
const some = { count: 3, amount: 4500 };
const asked = (changes: Partial<OpenDayEnd> = {}): OpenDayEnd => ({
  before: some,
  journal: some,
  later: none,
  knownReceipt: 7,
  shared: false,
  ...changes,
});
const evidence = (changes: Partial<DayEndEvidence> = {}): DayEndEvidence => ({
  demandsDayEnd: false,
  now: null,
  last: null,
  ...changes,
});

describe('an end-of-day with an unknown outcome', () => {
  it.each<[string, OpenDayEnd, DayEndEvidence, string]>([
    ['shared, empty now', asked({ shared: true }), evidence({ now: none }), 'person'],
    ['shared, as before', asked({ shared: true }), evidence({ now: some }), 'person'],
    ['shared, and no last payment any more', asked({ shared: true }), evidence({ last: 'none' }), 'person'],
    ['shared, and it still demands one', asked({ shared: true }), evidence({ demandsDayEnd: true }), 'didNotTakePlace'],
    [
      'shared, and nothing was booked',
      asked({ shared: true, before: none }),
      evidence({ now: none }),
      'didNotTakePlace',
    ],
    ['empty now', asked(), evidence({ now: none }), 'tookPlace'],
    ['as before', asked(), evidence({ now: some }), 'didNotTakePlace'],
    ['it still demands one', asked(), evidence({ demandsDayEnd: true, now: none }), 'didNotTakePlace'],
    ['nothing had been booked', asked({ before: none }), evidence({ now: none }), 'didNotTakePlace'],
    ['something else', asked(), evidence({ now: { count: 2, amount: 4000 } }), 'person'],
    [
      'only what came later',
      asked({ later: { count: 1, amount: 10 } }),
      evidence({ now: { count: 1, amount: 10 } }),
      'tookPlace',
    ],
    [
      'what came later on top',
      asked({ later: { count: 1, amount: 10 } }),
      evidence({ now: { count: 4, amount: 4510 } }),
      'didNotTakePlace',
    ],
    ['by the journal where nothing was reported before', asked({ before: null }), evidence({ now: none }), 'tookPlace'],
    ['no totals, and no transaction any more', asked(), evidence({ last: 'none' }), 'tookPlace'],
    ['no totals, and the same transaction', asked(), evidence({ last: 7 }), 'person'],
    ['no totals, and it never kept one', asked({ knownReceipt: null }), evidence({ last: 'none' }), 'person'],
    ['no totals, and nothing booked', asked({ journal: none }), evidence({ last: 7 }), 'didNotTakePlace'],
  ])('%s', (_name, day, evidenceNow, kind) => {
    const verdict = reconcileDayEnd(day, evidenceNow);
    expect(verdict.kind).toBe(kind);
    expect(verdict.because.de).not.toBe(verdict.because.en);
  });

  it('is never believed while the terminal still holds the day', () => {
    const sum = fc.record({ count: fc.nat(50), amount: fc.nat(100_000) });
    fc.assert(
      fc.property(sum, sum, (before, later) => {
        const now = { count: before.count + later.count, amount: before.amount + later.amount };
        expect(reconcileDayEnd(asked({ before, later }), evidence({ now })).kind).not.toBe('tookPlace');
      }),
    );
  });

  it('is never denied when only later bookings are left', () => {
    const sum = fc.record({ count: fc.integer({ min: 1, max: 50 }), amount: fc.nat(100_000) });
    fc.assert(
      fc.property(sum, sum, (before, later) => {
        expect(reconcileDayEnd(asked({ before, later }), evidence({ now: later })).kind).toBe('tookPlace');
      }),
    );
  });
});
