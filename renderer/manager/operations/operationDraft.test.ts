/** Drafts of operations by hand. */

import { expect, test } from 'vitest';
import type { Operation } from '../../../main/wire/operations.ts';
import {
  againOf,
  initialFields,
  neededFields,
  type OperationDraft,
  offeredKinds,
  operationOf,
  partialReleaseOf,
  reversalOf,
  settlementOf,
} from './operationDraft.ts';

const held = { receipt_number: 12, amount: 5000, at: null, operation: null, expires: null };

/** The operation for the typed texts, at a terminal with these features. */
const sent = (draft: OperationDraft, typed: { receipt?: string; amount?: string }, features: readonly string[] = []) =>
  operationOf(draft, { receipt: '', amount: '', ...typed }, neededFields(draft, features), 'EUR');

test('offers only operations that the terminal supports', () => {
  expect(offeredKinds(['pay', 'refund'])).toEqual(['refund']);
  expect(offeredKinds(['refund', 'preAuthorisation'])).toEqual(['preAuthorisation', 'refund']);
  expect(offeredKinds(['tipLater', 'reverseLast'])).toEqual(['reversal', 'tip']);
  expect(offeredKinds(['reverse'])).toEqual(['reversal']);
  expect(offeredKinds(['pay'])).toEqual([]);
});

test('needs a valid amount for a refund', () => {
  const refund = { kind: 'refund', about: null } as const;
  expect(sent(refund, { amount: '12,50' })).toEqual({ do: 'refund', amount: 1250 });
  for (const amount of ['', '0', '0,00', '-5', '1,234', 'five']) expect(sent(refund, { amount }), amount).toBeNull();
});

test('books at most the amount on hold, where the amount is known', () => {
  const booking = settlementOf('booking', held);
  expect(sent(booking, { amount: '50' })).toEqual({ do: 'booking', amount: 5000, receipt_number: 12 });
  expect(sent(booking, { amount: '50,01' })).toBeNull();
  const foreign = settlementOf('booking', { ...held, amount: null });
  expect(sent(foreign, { amount: '99' })).toEqual({ do: 'booking', amount: 9900, receipt_number: 12 });
});

test('sends no amount for the release of the whole', () => {
  expect(sent(settlementOf('release', held), {})).toEqual({ do: 'release', receipt_number: 12 });
});

test('releases less than the whole as a part', () => {
  const part = partialReleaseOf(held);
  expect(initialFields(part, String).amount).toBe('');
  expect(sent(part, { amount: '20' })).toEqual({ do: 'release', amount: 2000, receipt_number: 12 });
  expect(sent(part, { amount: '49,99' })).toMatchObject({ amount: 4999 });
  for (const amount of ['', '50', '60']) expect(sent(part, { amount }), amount).toBeNull();
});

test('reverses a typed receipt, in part where the terminal supports it', () => {
  const typed = { kind: 'reversal', about: null } as const;
  const partly = ['reverse', 'partialReversal'];
  expect(neededFields(typed, ['reverse'])).toEqual({ receipt: true, amount: 'none' });
  expect(sent(typed, { receipt: '0007' }, partly)).toEqual({ do: 'reversal', receipt_number: 7 });
  expect(sent(typed, { receipt: '7', amount: '3' }, partly)).toEqual({
    do: 'reversal',
    amount: 300,
    receipt_number: 7,
  });
  expect(sent(typed, { receipt: '7', amount: '3' }, ['reverse'])).toEqual({ do: 'reversal', receipt_number: 7 });
  expect(sent(typed, { receipt: '123457' }, partly)).toEqual({ do: 'reversal', receipt_number: 123_457 });
  for (const receipt of ['', '0', '0000', '1234567890123', 'x', '1.5', '-1'])
    expect(sent(typed, { receipt }, partly), receipt).toBeNull();
  // An invalid amount does not mean the whole amount.
  for (const amount of ['0', 'x', '3,333']) expect(sent(typed, { receipt: '7', amount }, partly), amount).toBeNull();
});

test('needs a receipt and an amount for a tip', () => {
  const tip = { kind: 'tip', about: null } as const;
  expect(sent(tip, { receipt: '3', amount: '1,50' })).toEqual({ do: 'tip', amount: 150, receipt_number: 3 });
  expect(sent(tip, { receipt: '3' })).toBeNull();
  expect(sent(tip, { amount: '1,50' })).toBeNull();
});

test('reverses only operations that moved money and have a receipt', () => {
  expect(reversalOf(operation)).toEqual({ kind: 'reversal', about: { receipt: 7, amount: 500 } });
  expect(reversalOf({ ...operation, state: 'declined' })).toBeNull();
  expect(reversalOf({ ...operation, own_receipt_number: null })).toBeNull();
  expect(reversalOf({ ...operation, do: 'preAuthorisation' })).toBeNull();
  expect(reversalOf({ ...operation, do: 'tip' })).toEqual({ kind: 'reversal', about: { receipt: 7, amount: 500 } });
});

const operation: Operation = {
  id: 'O1',
  device: 'SDV_1',
  till: null,
  do: 'refund',
  amount: 500,
  currency: 'EUR',
  receipt_number: null,
  state: 'approved',
  reason: null,
  decided_by: null,
  own_receipt_number: 7,
  trace_number: null,
  authorisation_code: null,
  card_name: null,
  last_four: null,
  started: '',
  ended: null,
  receipt: [],
};

test('a declined operation is drafted once more, with its amount and the receipt that it was about', () => {
  const declined = { do: 'refund', state: 'declined', receipt_number: null, amount: 900 } as Operation;
  const draft = againOf(declined);
  expect(draft).toEqual({ kind: 'refund', about: null, amount: 900 });
  expect(initialFields(draft!, String).amount).toBe('900');
  expect(againOf({ ...declined, do: 'booking', receipt_number: 7 })).toMatchObject({
    about: { receipt: 7, amount: null },
    amount: 900,
  });
  expect(againOf({ ...declined, do: 'release', receipt_number: 7, amount: 0 })).toEqual({
    kind: 'release',
    about: { receipt: 7, amount: null },
  });
  // A part would become the whole.
  expect(againOf({ ...declined, do: 'reversal', receipt_number: 7 })).toBeNull();
  for (const state of ['approved', 'open', 'unknown'] as const) expect(againOf({ ...declined, state })).toBeNull();
});
