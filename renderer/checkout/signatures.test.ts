/** Approved payments whose signature the cashier compares. */

import { expect, test } from 'vitest';
import type { RunningPayment } from '../../main/wire/events.ts';
import { article } from '../doubles/goods.ts';
import { late, setUpLate } from '../doubles/lateApproval.ts';
import { setUpTill } from '../doubles/till.ts';
import { createDecisionSteps } from './decisions.ts';

const unsigned: RunningPayment = { ...late, step: 'signature', aborting: false };

/** A sale that is paid, and whose slip has to be signed. */
async function setUpUnsigned() {
  const parts = await setUpLate();
  parts.bridge.payment = unsigned;
  await parts.checkout.onPayment({ device: 'SDV_1', payment: unsigned });
  return parts;
}

test('asks for the signature before the receipt', async () => {
  const { checkout, codes, bridge, screen } = setUpTill();
  const { start } = bridge;
  bridge.start = async (...call) => {
    const sale = await start(...call);
    bridge.payment = unsigned;
    await checkout.onPayment({ device: 'SDV_1', payment: null });
    await checkout.onPayment({ device: 'SDV_1', payment: unsigned });
    return sale;
  };
  codes.take(article(1).ean);
  await checkout.pay('cashless');
  expect(screen()).toBe('signature');
  await Promise.all([createDecisionSteps(checkout).decideLate(true), createDecisionSteps(checkout).decideLate(true)]);
  expect([screen(), bridge.calls.filter(call => call.startsWith('signature/'))]).toEqual([
    'receipt',
    ['signature/keep'],
  ]);
});

test('takes a payment with a wrong signature back, and asks again when that fails', async () => {
  const { checkout, bridge, till, screen } = await setUpUnsigned();
  bridge.terminal = 'decline';
  await createDecisionSteps(checkout).decideLate(false);
  expect([screen(), till.getState().failure?.kind]).toEqual(['signature', 'refused']);
  bridge.terminal = 'approve';
  await createDecisionSteps(checkout).decideLate(false);
  expect([screen(), till.getState().sale?.status]).toEqual(['receipt', 'cancelled']);
});

test('keeps a postponed signature in the list of open payments', async () => {
  const { checkout, openPayments, screen } = await setUpUnsigned();
  await checkout.leave();
  expect([screen(), openPayments.getState().list]).toMatchObject([
    'till',
    [{ transaction: 'STX_1', step: 'signature' }],
  ]);
  await checkout.load();
  expect(screen()).toBe('till');
});

test('asks for the signature of a late approval that was kept elsewhere', async () => {
  const { checkout, bridge, openPayments, screen } = await setUpLate();
  await checkout.leave();
  bridge.payment = unsigned;
  await checkout.onPayment({ device: 'SDV_1', payment: unsigned });
  expect([screen(), openPayments.getState().list]).toMatchObject(['till', [{ step: 'signature' }]]);
});
