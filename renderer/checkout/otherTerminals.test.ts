/** Payments at other terminals and of other tills. */

import { expect, test } from 'vitest';
import { article } from '../doubles/goods.ts';
import { late, setUpLate } from '../doubles/lateApproval.ts';
import { ours, question, running, setUpTill, terminal, until } from '../doubles/till.ts';
import { createDecisionSteps } from './decisions.ts';

test('shows the own terminal again after another terminal took the card', async () => {
  const { checkout, codes, bridge, lights, sync, screen } = setUpTill();
  codes.take(article(1).ean);
  await sync.settled();
  const { start } = bridge;
  bridge.start = async (...call) => {
    bridge.workingAt = terminal('SDV_2');
    await checkout.load();
    expect(lights.getState().terminal?.device).toBe('SDV_2');
    bridge.workingAt = terminal('SDV_1');
    return start(...call);
  };
  await checkout.payAt('SDV_2');
  expect([screen(), lights.getState().terminal?.device]).toEqual(['receipt', 'SDV_1']);
});

test('never shows a payment of another till at the same terminal', async () => {
  const { bridge, checkout, till, screen } = setUpTill();
  const theirs = { ...running, till: { id: 'SDV_2', description: 'Till 2' } };
  bridge.payment = theirs;
  await checkout.load();
  await checkout.onPayment({ device: 'SDV_1', payment: { ...theirs, step: 'late' } });
  expect([screen(), till.getState().payment]).toEqual(['till', null]);
  const ours = { ...running, till: { id: 'SDV_1', description: 'Till' } };
  await checkout.onPayment({ device: 'SDV_1', payment: ours });
  expect([screen(), till.getState().payment]).toEqual(['payment', ours]);
});

test('shows a payment of this till at another terminal, and then the own terminal again', async () => {
  const { bridge, checkout, till, screen } = setUpTill();
  bridge.workingAt = terminal('A');
  await checkout.load();
  const elsewhere = { ...running, device: 'B', till: ours };
  await checkout.onPayment({ device: 'B', payment: { ...elsewhere, till: { id: 'SDV_2', description: '' } } });
  expect(screen()).toBe('till');
  [bridge.workingAt, bridge.payment] = [terminal('B'), elsewhere];
  await checkout.onPayment({ device: 'B', payment: elsewhere });
  expect([screen(), till.getState().payment?.device]).toEqual(['payment', 'B']);
  await checkout.onPayment({ device: 'A', payment: null });
  await checkout.onPayment({ device: 'B', payment: { ...elsewhere, step: 'question', question } });
  expect(screen()).toBe('question');
  [bridge.workingAt, bridge.payment] = [terminal('A'), null];
  await checkout.onPayment({ device: 'B', payment: null });
  expect(screen()).toBe('till');
  await checkout.onPayment({ device: 'A', payment: { ...running, device: 'A', till: ours } });
  expect(screen()).toBe('payment');
});

test('follows the own terminal again after a decision about another terminal', async () => {
  const { bridge, checkout, screen } = await setUpLate();
  const elsewhere = { ...late, device: 'B', till: ours };
  [bridge.workingAt, bridge.payment] = [terminal('B'), elsewhere];
  await checkout.load();
  expect(screen()).toBe('late');
  bridge.workingAt = terminal('A');
  await createDecisionSteps(checkout).decideLate(true);
  expect(screen()).toBe('receipt');
  checkout.nextCustomer();
  await checkout.onPayment({ device: 'A', payment: { ...running, device: 'A', till: ours } });
  expect(screen()).toBe('payment');
});

test('stops a payment when Cancel is pressed before its first event', async () => {
  const { bridge, checkout, till, codes, basket, sync } = await setUpLate();
  const elsewhere = { ...late, device: 'B', till: ours };
  [bridge.workingAt, bridge.payment] = [terminal('B'), elsewhere];
  await checkout.load();
  await checkout.leave();
  const here = { ...running, transaction: 'STX_2', device: 'A', till: ours };
  const { start } = bridge;
  bridge.start = async (...call) => {
    await checkout.cancelPayment();
    [bridge.workingAt, bridge.payment, bridge.running] = [terminal('A'), here, true];
    await checkout.onPayment({ device: 'A', payment: here });
    return start(...call);
  };
  codes.take(article(2).ean);
  await until(() => basket.getState().lines.length === 1);
  await sync.settled();
  await checkout.pay('cashless');
  expect(bridge.calls.filter(call => call === 'abort')).toHaveLength(2);
  expect(till.getState().stopRequested).toBe(true);
});
