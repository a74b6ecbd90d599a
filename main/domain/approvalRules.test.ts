/** Rules of approvals: requirements by person and amount, use of an approval, classes of operations. */
import { describe, expect, it } from 'vitest';
import {
  type ApprovalNeed,
  type ApprovalUse,
  type ApprovedNeed,
  approvalRefusal,
  defaultLimits,
  requirementOf,
  ruleOf,
  valueKindNames,
} from './approvalRules.ts';

const need = (amount: number | null, operation: ApprovalNeed['operation'] = 'cancelSale'): ApprovalNeed => ({
  operation,
  object: 'STX_1',
  amount,
});

describe('what a person needs', () => {
  const limits = { ...defaultLimits, cancelSale: 2000 };

  it.each([
    ['cashier', 2000, 'none'],
    ['cashier', 2001, 'approval'],
    ['cashier', null, 'approval'],
    ['cashier', 0, 'none'],
    ['manager', 1, 'reason'],
    ['integrator', 1, 'reason'],
    ['manager', 0, 'none'],
    // An API client: the register is the authority.
    [null, 99_900, 'none'],
  ] as const)('%s, %s: %s', (role, amount, expected) => {
    expect(requirementOf(role, need(amount), limits)).toBe(expected);
  });

  it('has no limit where the shop sets none, and a manager gives no reason where none is wanted', () => {
    expect(requirementOf('cashier', need(99_900), { ...limits, cancelSale: null })).toBe('none');
    expect(requirementOf('cashier', need(null), { ...limits, cancelSale: null })).toBe('none');
    expect(requirementOf('manager', need(99_900, 'takeBack'), limits)).toBe('none');
  });

  it('a cashier gives nothing away alone by default but small amounts back to their card, takes small vouchers, returns and empties, lowers and raises prices a little, pays small expenses, and reports payments of other terminals', () => {
    const free = valueKindNames.filter(kind => requirementOf('cashier', need(1, kind), defaultLimits) === 'none');
    expect(free).toEqual([
      ...[
        'returnGoods',
        'emptiesPaidOut',
        'paidElsewhere',
        'foreignVoucher',
        'priceChange',
        'priceRaise',
        'lineDiscount',
        'basketDiscount',
      ],
      ...['takeBack', 'cashOut'],
    ]);
    expect(requirementOf('cashier', need(5001, 'takeBack'), defaultLimits)).toBe('approval');
  });
});

describe('an approval', () => {
  const approved: ApprovedNeed = {
    operation: 'cancelSale',
    object: 'STX_1',
    amount: 5000,
    merchant: 'MRC_1',
    requester: 'USR_1',
    session: 'one',
    till: 'SDV_1',
    expiresAt: 1000,
  };
  const { expiresAt: _, ...same } = approved;
  const use: ApprovalUse = { ...same, now: 999 };

  it('covers what it names, and less', () => {
    expect(approvalRefusal(approved, use)).toBeNull();
    expect(approvalRefusal(approved, { ...use, amount: 1 })).toBeNull();
    expect(approvalRefusal({ ...approved, amount: null }, { ...use, amount: null })).toBeNull();
  });

  it.each([
    ['another operation', { operation: 'cardLoad' }],
    ['another object', { object: 'STX_2' }],
    ['a higher amount', { amount: 5001 }],
    ['an amount nobody knows', { amount: null }],
    ['another person', { requester: 'USR_2' }],
    ['another sign-in of the same person', { session: 'two' }],
    ['another till', { till: 'SDV_2' }],
    ['another merchant', { merchant: 'MRC_2' }],
    ['a later moment', { now: 1000 }],
  ] as const)('does not cover %s', (_title, change) => {
    expect(approvalRefusal(approved, { ...use, ...change })).not.toBeNull();
  });

  it('that names no amount covers no call of which the amount is known', () => {
    expect(approvalRefusal({ ...approved, amount: null }, use)).not.toBeNull();
  });
});

it('a path has its rule however its letters are written', () => {
  expect(ruleOf('POST', '/api/v2/smart/transactions/:id/cancel')).toBe('saleEnding');
  expect(ruleOf('POST', '/api/v2/Smart/Transactions')).toBeNull();
});
