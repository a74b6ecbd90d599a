/** Decisions of a manager where the terminal could not report the outcome. */

import { expect, test } from 'vitest';
import { article } from '../doubles/goods.ts';
import { running, setUpTill, terminal, until } from '../doubles/till.ts';
import { decidedNotPaid } from '../stores/till.ts';
import { createDecisionSteps } from './decisions.ts';

test('shows an unknown outcome until the event stream reports the outcome', async () => {
  const { checkout, codes, bridge, till, screen } = setUpTill();
  bridge.terminal = 'unclear';
  codes.take(article(1).ean);
  await checkout.pay('cashless');
  expect(screen()).toBe('unknown');
  await checkout.onPayment({ device: 'SDV_1', payment: { ...running, step: 'person' } });
  expect(screen()).toBe('unknown');
  bridge.sales.set('STX_1', { ...till.getState().sale!, status: 'ok' });
  await checkout.onPayment({ device: 'SDV_1', payment: null });
  expect(screen()).toBe('receipt');
});

test('closes the sale as paid when a manager decides so', async () => {
  const { checkout, codes, bridge, screen } = setUpTill();
  bridge.terminal = 'unclear';
  codes.take(article(1).ean);
  await checkout.pay('cashless');
  await checkout.onPayment({ device: 'SDV_1', payment: { ...running, step: 'person' } });
  await createDecisionSteps(checkout).decide(true);
  expect(screen()).toBe('receipt');
});

test('accepts a decision before the payment request is answered', async () => {
  const { checkout, codes, bridge, screen } = setUpTill();
  const answered = Promise.withResolvers<void>();
  const { start } = bridge;
  bridge.start = async (...call) => {
    bridge.terminal = 'unclear';
    const sale = await start(...call);
    await checkout.onPayment({ device: 'SDV_1', payment: { ...running, step: 'person' } });
    await answered.promise;
    return sale;
  };
  codes.take(article(1).ean);
  const paying = checkout.pay('cashless');
  await until(() => screen() === 'unknown');
  await Promise.all([createDecisionSteps(checkout).decide(false), createDecisionSteps(checkout).decide(true)]);
  expect([screen(), bridge.calls.filter(call => call === 'decide')]).toEqual(['declined', ['decide']]);
  answered.resolve();
  await paying;
  expect(screen()).toBe('declined');
});

test('sends the reason of the person', async () => {
  const { bridge, checkout, codes } = setUpTill();
  bridge.terminal = 'unclear';
  codes.take(article(1).ean);
  await checkout.pay('cashless');
  await createDecisionSteps(checkout).decide(false, 'not on the list');
  expect(bridge.calls).toContain('decide/not on the list');
});

test('decides about an operation without changing the sale in the basket', async () => {
  const { bridge, checkout, codes, till, basket, screen } = setUpTill();
  codes.take(article(1).ean);
  const refund = { ...running, transaction: null, operation: 'O1', kind: 'refund' } as const;
  bridge.payment = refund;
  await checkout.load();
  bridge.payment = { ...refund, step: 'person' };
  await checkout.load();
  expect(screen()).toBe('unknown');
  await createDecisionSteps(checkout).decide(false);
  expect(bridge.calls).toContain('decideOperation/false');
  expect(bridge.calls).not.toContain('decide');
  expect([screen(), till.getState().payment, basket.getState().lines.length]).toEqual(['till', null, 1]);
});

test('names the person who decided that a sale is not paid, until the next payment', async () => {
  const { checkout, codes, bridge, till, screen } = setUpTill();
  bridge.terminal = 'unclear';
  codes.take(article(1).ean);
  await checkout.pay('cashless');
  await checkout.onPayment({ device: 'SDV_1', payment: { ...running, step: 'person' } });
  await createDecisionSteps(checkout).decide(false);
  expect(screen()).toBe('declined');
  expect(decidedNotPaid(till.getState())).toMatchObject({ by: 'manager@shop', happened: false });
  bridge.terminal = 'decline';
  bridge.decision = null;
  await checkout.pay('cashless');
  expect([screen(), decidedNotPaid(till.getState())]).toEqual(['declined', null]);
});

test('names the person who decided at another place that a sale is not paid', async () => {
  const { checkout, codes, bridge, till, screen } = setUpTill();
  bridge.terminal = 'unclear';
  codes.take(article(1).ean);
  await checkout.pay('cashless');
  await checkout.onPayment({ device: 'SDV_1', payment: { ...running, step: 'person' } });
  bridge.sales.set('STX_1', { ...till.getState().sale!, status: 'failed' });
  bridge.decision = { happened: false, by: 'back-office', at: 0, evidence: null };
  await checkout.onPayment({ device: 'SDV_1', payment: null });
  expect([screen(), decidedNotPaid(till.getState())?.by]).toEqual(['declined', 'back-office']);
});

/** A manager at this till opens a sale that the second till has paid with a card. */
async function openTheirs(step: 'person' | 'late', status: 'pending' | 'ok') {
  const parts = setUpTill();
  const created = await parts.bridge.createSale({});
  parts.bridge.sales.set(created.id, { ...created, status, receipt: [{ type: 'space' }] });
  const theirs = { ...running, step, device: 'B', till: { id: 'SDV_2', description: 'Till 2' } };
  [parts.bridge.workingAt, parts.bridge.payment] = [terminal('B'), theirs];
  await parts.checkout.openSale(created.id);
  return { ...parts, theirs };
}

test('decides about a payment of another till when a manager opens its sale', async () => {
  const { checkout, bridge, till, screen, theirs } = await openTheirs('person', 'pending');
  expect([screen(), till.getState().payment]).toEqual(['unknown', theirs]);
  await checkout.onPayment({ device: 'B', payment: { ...theirs, aborting: true } });
  expect(till.getState().payment).toMatchObject({ step: 'person', aborting: true });
  await createDecisionSteps(checkout).decide(true);
  expect([screen(), bridge.calls.filter(call => call === 'decide')]).toEqual(['receipt', ['decide']]);
});

test('decides about a late approval of another till, which stays there when it is postponed', async () => {
  const { checkout, bridge, till, openPayments, screen, theirs } = await openTheirs('late', 'ok');
  expect(screen()).toBe('late');
  await checkout.leave();
  await checkout.onPayment({ device: 'B', payment: theirs });
  expect([screen(), openPayments.getState().list, till.getState().payment]).toEqual(['till', [], null]);
  await checkout.openSale('STX_1');
  await createDecisionSteps(checkout).decideLate(true);
  expect([screen(), bridge.payment]).toEqual(['receipt', null]);
});
