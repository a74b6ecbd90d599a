/** Comparing a payment with the last payment of the terminal. */

import { expect, test } from 'vitest';
import type { RunningPayment } from '../../../main/wire/events.ts';
import { compareEvidence } from './evidenceComparison.ts';

const MINUTE = 60_000;
const payment: RunningPayment = {
  transaction: 'STX_1',
  operation: null,
  kind: 'payment',
  device: 'SDV_1',
  amount: 450,
  currency: 'EUR',
  startedAt: 100 * MINUTE,
  step: 'person',
  prompt: null,
  till: null,
  aborting: false,
  question: null,
  newsAt: 100 * MINUTE,
  lateBecause: null,
  evidence: { because: null, known_receipt: 7, asked: 1, last: null, approved_part: null, totals: null },
};
const last = {
  approved: true,
  receipt_number: 8,
  trace_number: null,
  amount: 450,
  at: 101 * MINUTE,
  card_name: null,
  last_four: null,
};

test('compares each detail by itself', () => {
  expect(compareEvidence(payment, last)).toEqual({ amount: true, time: true, receipt: true });
  expect(compareEvidence(payment, { ...last, amount: 400, receipt_number: 7, at: 80 * MINUTE })).toEqual({
    amount: false,
    time: false,
    receipt: false,
  });
});

test('accepts a clock that is some minutes slow', () => {
  expect(compareEvidence(payment, { ...last, at: 86 * MINUTE }).time).toBe(true);
  expect(compareEvidence(payment, { ...last, at: 84 * MINUTE }).time).toBe(false);
});

test('does not compare details that one side lacks', () => {
  expect(compareEvidence(payment, { ...last, amount: null, receipt_number: null, at: null })).toEqual({
    amount: null,
    time: null,
    receipt: null,
  });
  expect(compareEvidence({ ...payment, evidence: null }, last).receipt).toBeNull();
});
