/** The time of a transaction from a terminal that sends no year, and its use in the reconciliation. */
import { describe, expect, it } from 'vitest';
import type { TransactionReport } from '../../domain/evidence.ts';
import { snapshotFromReceipt } from '../../domain/evidence.ts';
import { reconcile } from '../../domain/reconciliation.ts';
import { reportOf } from './transactionReport.ts';

const local = (text: string): number => Date.parse(text);
const NOW = local('2026-11-22T12:00:00');
const at = (date: string, now = NOW): number | null => reportOf({ date, time: '12:00:20' }, true, now).at;

describe('a date without a year', () => {
  it.each([
    ['today', '11-22', '2026-11-22T12:00:20'],
    ['yesterday', '11-21', '2026-11-21T12:00:20'],
    ['a week and a day ahead: last year', '11-30', '2025-11-30T12:00:20'],
    ['months ahead: last year', '12-31', '2025-12-31T12:00:20'],
  ])('is %s', (_what, date, instant) => {
    expect(at(date)).toBe(local(instant));
  });

  it('may be some hours ahead, also over the turn of the year', () => {
    expect(at('01-01', local('2026-12-31T20:00:00'))).toBe(local('2027-01-01T12:00:20'));
    expect(at('12-31', local('2027-01-01T20:00:00'))).toBe(local('2026-12-31T12:00:20'));
  });

  it.each(['11-23', '11-26', '11-28'])('that is one of the next days says nothing: %s', date => {
    expect(at(date)).toBeNull();
  });

  it('says nothing at the turn of the year either', () => {
    expect(at('01-03', local('2026-12-31T12:00:00'))).toBeNull();
  });
});

describe('a payment after our clock was set back by a day', () => {
  const receipt = (receiptNumber: number, amount: number): TransactionReport =>
    reportOf({ receiptNumber, traceNumber: receiptNumber, amount, date: '11-23', time: '12:00:20' }, true, NOW);
  const verdict = (last: TransactionReport, known: number | null) =>
    reconcile(
      {
        currency: 'EUR',
        kind: 'payment',
        amount: 1000,
        original: null,
        snapshotBefore: { ...snapshotFromReceipt(known, NOW), behind: 0 },
        otherReports: [],
        reported: null,
        startedAt: NOW,
        askedAt: NOW + 60_000,
        shared: false,
      },
      { idle: true, last, totals: 'untold', open: 'untold' },
    );

  it('is recognised by the next number', () => {
    expect(verdict(receipt(8, 1000), 7)).toMatchObject({ kind: 'happened' });
  });

  it.each([
    ['no number was known, so it may be a year old', receipt(8, 1000), null],
    ['its number does not follow', receipt(12, 1000), 7],
    ['its amount is another', receipt(8, 700), 7],
  ])('is for a person where %s', (_what, last, known) => {
    expect(verdict(last, known)).toMatchObject({ kind: 'person' });
  });
});
