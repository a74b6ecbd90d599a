/** An approval of less than was asked for, by the last transaction of the terminal: only where it can be no other one. */
import { describe, expect, it } from 'vitest';
import { EMPTY_REPORT, type TransactionReport } from '../../domain/evidence.ts';
import type { IntentRow } from '../../world/sales.ts';
import { partApprovalOf } from './partApproval.ts';

const report = (facts: Partial<TransactionReport>): TransactionReport => ({
  ...EMPTY_REPORT,
  approved: true,
  amount: 1140,
  ...facts,
});

/** A payment of 12.00 whose ending is unknown, after this last transaction. */
const intent = (last: TransactionReport | 'none', attempts = 0): IntentRow =>
  ({
    kind: 'payment',
    sale: 'STX_1',
    state: 'unknown',
    amount: 1200,
    currency: 'EUR',
    facts: null,
    snapshotBefore: { last, counter: last === 'none' ? null : last.receipt, attempts, shared: false },
  }) as IntentRow;

describe('an approval of less', () => {
  it.each([
    ['the next receipt number', { receipt: 7, trace: null }, { receipt: 8, trace: null }],
    [
      'the next trace number, where there are no receipt numbers',
      { receipt: null, trace: 7 },
      { receipt: null, trace: 8 },
    ],
  ])('is a part by %s', (_, before, last) => {
    expect(partApprovalOf(intent(report({ ...before, amount: 500 })), report(last))).toMatchObject({
      amount: 1140,
      receipt: last.receipt,
    });
  });

  it.each([
    ['a trace number further on', { trace: 7 }, { trace: 9 }],
    ['an earlier trace number', { trace: 7 }, { trace: 6 }],
    ['no number at all', { trace: null }, { trace: null }],
  ])('is none by %s', (_, before, last) => {
    expect(partApprovalOf(intent(report({ ...before, amount: 500 })), report(last))).toBeNull();
  });

  it('is none at a terminal that kept nothing before', () => {
    expect(partApprovalOf(intent('none'), report({ receipt: 1, trace: 8 }))).toBeNull();
  });

  it('leaves room for the numbers of own commands without a report', () => {
    expect(partApprovalOf(intent(report({ trace: 7, amount: 500 }), 1), report({ trace: 10 }))).not.toBeNull();
  });
});
