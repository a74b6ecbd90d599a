/** A payment with an unknown outcome, and the reports of its terminal, for the tests of the reconciliation. */
import { describe, expect, it } from 'vitest';
import type { OpenCase, TransactionReport } from './evidence.ts';
import { EMPTY_REPORT, snapshotFromReceipt } from './evidence.ts';
import { type Reconciliation, reconcile, type TerminalEvidence } from './reconciliation.ts';

export const STARTED = Date.parse('2026-03-04T12:00:30.500Z');
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

export const reportWith = (more: Partial<TransactionReport>): TransactionReport => ({
  ...EMPTY_REPORT,
  amount: 1000,
  receipt: 8,
  at: STARTED + 20 * SECOND,
  ...more,
});
export const knowing = (
  receipt: number | null,
  more: Partial<OpenCase['snapshotBefore']> = {},
): OpenCase['snapshotBefore'] => ({
  ...snapshotFromReceipt(receipt, STARTED - SECOND),
  ...more,
});
export const before = (more: Partial<TransactionReport> = {}) =>
  reportWith({ receipt: 7, trace: 70, time: '11:59:00', at: STARTED - 90_000, ...more });

export const payment: OpenCase = {
  currency: 'EUR',
  kind: 'payment',
  amount: 1000,
  original: null,
  snapshotBefore: knowing(7),
  otherReports: [],
  reported: null,
  startedAt: STARTED,
  askedAt: STARTED + SECOND,
  shared: false,
};
export const of7 = { receipt: 7, trace: 70, amount: 1000 };

export function verdict(intent: OpenCase, evidence: Partial<TerminalEvidence>): Reconciliation {
  const step = reconcile(intent, { idle: true, totals: 'untold', open: 'untold', ...evidence });
  if (step.kind === 'ask') throw new Error(`asks for ${step.question}`);
  return step;
}

export const NOTHING = { count: 0, amount: 0 };
/** A terminal that had nothing before, asked so long after. */
export const emptied = (after: number): Partial<OpenCase> => ({
  snapshotBefore: knowing(0, { repeats: true, totals: NOTHING }),
  askedAt: STARTED + after,
});

export type Case = readonly [what: string, intent: Partial<OpenCase>, evidence: Partial<TerminalEvidence>];

/** A payment with the tip of the customer, which its amount contains. */
export const tipped = (more: Partial<TransactionReport> = {}) => reportWith({ amount: 1100, tip: 100, ...more });

/** Runs the cases of one decision. */
export function decides(kind: Reconciliation['kind'], cases: readonly Case[]): void {
  describe(kind, () => {
    it.each(cases)('%s', (_what, asked, evidence) => {
      const { because, ...found } = verdict({ ...payment, ...asked }, evidence);
      expect(found, because.en).toMatchObject({ kind });
      expect(because.de.length).toBeGreaterThan(10);
      expect(because.en.length).toBeGreaterThan(10);
    });
  });
}
