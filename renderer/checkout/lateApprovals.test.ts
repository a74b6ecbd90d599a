/** Late approvals on the screen: kept, taken back, and refused decisions. */

import { expect, test } from 'vitest';
import { article } from '../doubles/goods.ts';
import { late, setUpLate } from '../doubles/lateApproval.ts';
import { running, setUpTill, until } from '../doubles/till.ts';
import { isPaidAfterStop, screenSubjectOf } from '../stores/till.ts';
import { createDecisionSteps } from './decisions.ts';

test('marks an approval after Cancel, and takes it back', async () => {
  const { checkout, codes, bridge, till, screen } = setUpTill();
  const { start } = bridge;
  bridge.start = async (...call) => {
    await checkout.cancelPayment();
    bridge.running = true;
    await checkout.onPayment({ device: 'SDV_1', payment: running });
    expect(bridge.calls.filter(name => name === 'abort')).toHaveLength(2);
    expect([screen(), till.getState().stopRequested]).toEqual(['payment', true]);
    return start(...call);
  };
  codes.take(article(1).ean);
  await checkout.pay('cashless');
  await checkout.onPayment({ device: 'SDV_1', payment: null });
  expect([screen(), isPaidAfterStop(till.getState())]).toEqual(['receipt', true]);
  await checkout.reverse();
  expect([screen(), till.getState().sale?.status]).toEqual(['receipt', 'cancelled']);
});

test('leaves the receipt of a second attempt, whatever events about the stop of the first one come late', async () => {
  const { checkout, codes, bridge, till, screen } = setUpTill();
  codes.take(article(1).ean);
  bridge.terminal = 'decline';
  bridge.running = true;
  const { start } = bridge;
  bridge.start = async (...call) => {
    await checkout.onPayment({ device: 'SDV_1', payment: running });
    await checkout.cancelPayment();
    return start(...call);
  };
  await checkout.pay('cashless');
  expect(screen()).toBe('declined');
  bridge.terminal = 'approve';
  bridge.start = async (...call) => {
    await checkout.onPayment({ device: 'SDV_1', payment: { ...running, aborting: true } });
    return start(...call);
  };
  await checkout.pay('cashless');
  await checkout.onPayment({ device: 'SDV_1', payment: { ...running, aborting: true } });
  await checkout.onPayment({ device: 'SDV_1', payment: null });
  expect([screen(), till.getState().stopRequested, isPaidAfterStop(till.getState())]).toEqual([
    'receipt',
    false,
    false,
  ]);
});

test('warns of a payment that somebody else asked to stop, where the sale says so and nobody was asked', async () => {
  const { checkout, codes, bridge, till } = setUpTill();
  codes.take(article(1).ean);
  await checkout.pay('cashless');
  const sale = bridge.sales.get('STX_1')!;
  const stopped = { ...sale, outcome: { ...sale.outcome, abort_requested: true } };
  till.set({ sale: stopped });
  expect(isPaidAfterStop(till.getState())).toBe(true);
  till.set({ sale: { ...stopped, outcome: { ...stopped.outcome, late: true } } });
  expect(isPaidAfterStop(till.getState())).toBe(false);
});

test('has a subject for each payment that needs a decision', () => {
  const { till } = setUpTill();
  till.set({ payment: { ...running, step: 'late', transaction: 'STX_A' } });
  const first = screenSubjectOf(till.getState());
  till.set({ payment: { ...running, step: 'late', transaction: 'STX_B' } });
  expect([first, screenSubjectOf(till.getState())]).toEqual(['STX_A', 'STX_B']);
  till.set({ payment: { ...running, step: 'prompt' } });
  expect(screenSubjectOf(till.getState())).toBe('');
});

test('shows the receipt of a late approval that is kept', async () => {
  const { checkout, screen, till, bridge } = await setUpLate();
  expect(screen()).toBe('late');
  await Promise.all([createDecisionSteps(checkout).decideLate(true), createDecisionSteps(checkout).decideLate(false)]);
  expect([screen(), isPaidAfterStop(till.getState())]).toEqual(['receipt', false]);
  expect(bridge.calls.filter(call => call.startsWith('late/'))).toEqual(['late/keep']);
});

test('leaves the receipt of an approval that was kept, whatever events about the stop come after the answer', async () => {
  const { checkout, screen, till, bridge } = await setUpLate();
  await createDecisionSteps(checkout).decideLate(true);
  await checkout.onPayment({ device: 'SDV_1', payment: { ...late, step: 'prompt', aborting: true } });
  await checkout.onPayment({ device: 'SDV_1', payment: { ...late, aborting: true } });
  bridge.payment = null;
  await checkout.onPayment({ device: 'SDV_1', payment: null });
  expect([screen(), isPaidAfterStop(till.getState())]).toEqual(['receipt', false]);
});

test('shows no receipt before the answer to a decision, because no key would leave it', async () => {
  const { checkout, screen, till, bridge } = await setUpLate();
  const deciding = createDecisionSteps(checkout).decideLate(true);
  await checkout.onPayment({ device: 'SDV_1', payment: null });
  expect([screen(), till.getState().busy?.action]).toEqual(['late', 'keep']);
  await deciding;
  expect([screen(), till.getState().busy, bridge.payment]).toEqual(['receipt', null, null]);
  checkout.nextCustomer();
  expect(screen()).toBe('till');
});

test('cancels the sale of a late approval that is taken back', async () => {
  const { checkout, screen, till } = await setUpLate();
  await createDecisionSteps(checkout).decideLate(false);
  expect([screen(), till.getState().sale?.status]).toEqual(['receipt', 'cancelled']);
});

test('sends the decision for the sale on the screen, not for another sale', async () => {
  const { checkout, bridge } = await setUpLate();
  bridge.sales.set('STX_2', { ...bridge.sales.get('STX_1')!, id: 'STX_2' });
  bridge.payment = { ...late, transaction: 'STX_2' };
  await createDecisionSteps(checkout).decideLate(false);
  expect([bridge.sales.get('STX_2')?.status, bridge.payment?.transaction]).toEqual(['ok', 'STX_2']);
});

test('asks again, with the reason, when a late approval could not be taken back', async () => {
  const { checkout, screen, till, bridge } = await setUpLate();
  bridge.terminal = 'decline';
  await createDecisionSteps(checkout).decideLate(false);
  expect([screen(), till.getState().refusedReversal]).toMatchObject([
    'late',
    { sale: 'STX_1', problem: { kind: 'refused' } },
  ]);
  await createDecisionSteps(checkout).decideLate(true);
  expect([screen(), till.getState().refusedReversal]).toEqual(['receipt', null]);
});

test('shows an unknown outcome of a reversal', async () => {
  const { checkout, screen, till, bridge } = await setUpLate();
  bridge.terminal = 'unclear';
  await createDecisionSteps(checkout).decideLate(false);
  expect([screen(), till.getState().payment?.kind]).toEqual(['unknown', 'reversal']);
});

test('shows an unknown outcome after a lost answer to a decision, and sends nothing again', async () => {
  const { checkout, screen, bridge, waits } = await setUpLate();
  bridge.fault = 'mute';
  const deciding = createDecisionSteps(checkout).decideLate(true);
  await until(() => waits.length === 1);
  expect(screen()).toBe('unknown');
  bridge.fault = 'none';
  waits.pop()!();
  await deciding;
  expect([screen(), bridge.calls.filter(call => call === 'late/keep')]).toEqual(['receipt', ['late/keep']]);
});
