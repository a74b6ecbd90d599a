/** Payments that were left open while the next customer is served. */

import { expect, test } from 'vitest';
import { Refusal } from '../bridge/errors.ts';
import { article } from '../doubles/goods.ts';
import { late, setUpLate } from '../doubles/lateApproval.ts';
import { refusedBody } from '../doubles/refuse.ts';
import { CARD, ours, running, setUpTill, terminal, until } from '../doubles/till.ts';
import { createDecisionSteps } from './decisions.ts';
import { createGiveBackSteps } from './giveBack.ts';

test('reports the outcome of a payment that was left open', async () => {
  const { checkout, codes, bridge, till, openPayments, screen, message } = setUpTill();
  bridge.terminal = 'unclear';
  codes.take(article(1).ean);
  await checkout.pay('cashless');
  const sale = till.getState().sale!;
  bridge.payment = { ...running, step: 'deciding' };
  await checkout.leave();
  expect([screen(), openPayments.getState().list.length]).toEqual(['till', 1]);
  await checkout.onPayment({ device: 'SDV_1', payment: bridge.payment });
  expect(screen()).toBe('till');
  bridge.payment = null;
  bridge.sales.set(sale.id, { ...sale, status: 'failed' });
  checkout.onSale({ ...sale, status: 'failed' });
  await until(() => message() !== undefined);
  expect([openPayments.getState().list.length, message()]).toEqual([0, expect.stringContaining('is not paid')]);
});

test('stays with the next customer when the answer of a left payment arrives', async () => {
  const { checkout, codes, bridge, till, openPayments, screen, message } = setUpTill();
  const answered = Promise.withResolvers<void>();
  const { start } = bridge;
  bridge.start = async (...call) => {
    bridge.payment = { ...running, step: 'deciding' };
    await checkout.onPayment({ device: 'SDV_1', payment: bridge.payment });
    await answered.promise;
    bridge.payment = null;
    return start(...call);
  };
  codes.take(article(1).ean);
  const paying = checkout.pay('cashless');
  await until(() => screen() === 'unknown');
  await checkout.leave();
  codes.take(article(2).ean);
  await until(() => screen() === 'till');
  answered.resolve();
  await paying;
  await until(() => message() !== undefined);
  expect([screen(), openPayments.getState().list.length, till.getState().busy]).toEqual(['till', 0, null]);
  expect(message()).toContain('is paid');
});

test('closes an operation that was left only with an event of its own terminal', async () => {
  const { checkout, bridge, till, openPayments, message } = setUpTill();
  const refund = { ...running, step: 'deciding', transaction: null, operation: 'O1', device: 'SDV_2' } as const;
  bridge.workingAt = terminal('SDV_1');
  await checkout.load();
  till.set({ payment: refund });
  bridge.left = [refund];
  await checkout.leave();
  expect(openPayments.getState().list).toMatchObject([{ operation: 'O1', device: 'SDV_2' }]);
  await checkout.onPayment({ device: 'SDV_1', payment: null });
  expect(openPayments.getState().list).toHaveLength(1);
  bridge.left = [];
  await checkout.onPayment({ device: 'SDV_2', payment: null });
  await until(() => message() !== undefined);
  expect([openPayments.getState().list, message()]).toEqual([[], expect.stringContaining('settled')]);
});

test('reports the outcome of a reversal that was left open', async () => {
  const { checkout, screen, openPayments, bridge, message } = await setUpLate();
  bridge.terminal = 'unclear';
  await createDecisionSteps(checkout).decideLate(false);
  await checkout.leave();
  expect([screen(), openPayments.getState().list.length]).toEqual(['till', 1]);
  bridge.payment = null;
  bridge.sales.set('STX_1', { ...bridge.sales.get('STX_1')!, status: 'cancelled' });
  checkout.onSale(bridge.sales.get('STX_1')!);
  await until(() => message() !== undefined);
  expect([openPayments.getState().list, message()]).toEqual([
    [],
    expect.stringContaining('the money has been returned'),
  ]);
});

/** A late approval that waits while the next customer is served. */
async function setUpNext() {
  const parts = await setUpLate();
  await parts.checkout.leave();
  parts.codes.take(article(2).ean);
  parts.codes.take(CARD);
  await until(() => parts.basket.getState().card !== null);
  await parts.sync.settled();
  parts.checkout.openCash();
  const shown = () => [
    parts.screen(),
    parts.basket.getState().lines.map(({ articleNumber }) => articleNumber),
    parts.basket.getState().card?.number,
    parts.till.getState().cashOpen,
    parts.bridge.onTill(),
  ];
  expect(shown()).toEqual(['till', ['2'], CARD, true, 'STX_2']);
  return { ...parts, shown, before: shown() };
}

test('keeps basket, card and dialog of the next customer when a late approval was left', async () => {
  const { checkout, openPayments, shown, before } = await setUpNext();
  expect(openPayments.getState().list).toMatchObject([{ transaction: 'STX_1', step: 'late' }]);
  await checkout.onPayment({ device: 'SDV_1', payment: late });
  await checkout.load();
  expect(shown()).toEqual(before);
  checkout.openPayments.open(late);
  checkout.openPayments.close();
  expect([shown(), openPayments.getState().list.length]).toEqual([before, 1]);
});

test('keeps the screen of the next customer when a late approval arrives', async () => {
  const { checkout, screen, codes, bridge, sync, openPayments, basket } = await setUpLate();
  await checkout.leave();
  bridge.payment = null;
  await checkout.openPayments.refresh();
  codes.take(article(2).ean);
  await until(() => basket.getState().lines.length === 1);
  await sync.settled();
  bridge.payment = { ...late, lateBecause: 'lineBroke' };
  await checkout.onPayment({ device: 'SDV_1', payment: bridge.payment });
  await until(() => openPayments.getState().list.length === 1);
  expect([screen(), basket.getState().lines.length]).toEqual(['till', 1]);
});

test.each([
  [true, 'ok'],
  [false, 'cancelled'],
] as const)(
  'keeps the sale on the screen when a late approval is decided in its dialog (keep: %s)',
  async (keep, status) => {
    const { checkout, openPayments, bridge, shown, before } = await setUpNext();
    checkout.openPayments.open(late);
    await Promise.all([checkout.openPayments.decideLate(keep), checkout.openPayments.decideLate(!keep)]);
    await until(() => openPayments.getState().ended !== null);
    expect([shown(), openPayments.getState().ended?.status, bridge.sales.get('STX_2')?.status]).toEqual([
      before,
      status,
      'processing',
    ]);
    expect(bridge.calls.filter(call => call.startsWith('late/'))).toHaveLength(1);
    checkout.openPayments.close();
    expect([shown(), openPayments.getState().list]).toEqual([before, []]);
  },
);

test('shows a refused reversal only for its own payment', async () => {
  const { checkout, openPayments, bridge, till } = await setUpNext();
  checkout.closeCash();
  bridge.terminal = 'decline';
  await checkout.pay('cashless');
  expect(till.getState().failure?.kind).toBe('refused');
  checkout.openPayments.open(late);
  expect([openPayments.getState().failure, till.getState().refusedReversal]).toEqual([null, null]);
  await checkout.openPayments.decideLate(false);
  expect(openPayments.getState().failure).toMatchObject({ about: 'STX_1', tried: 'back' });
  checkout.openPayments.close();
  checkout.openPayments.open(late);
  expect(openPayments.getState().failure).toBeNull();
});

test('keeps the screen while a reversal from the dialog runs at the terminal', async () => {
  const { checkout, bridge, openPayments, shown, before } = await setUpNext();
  checkout.openPayments.open(late);
  bridge.payment = { ...late, kind: 'reversal', step: 'prompt' };
  await checkout.onPayment({ device: 'SDV_1', payment: bridge.payment });
  expect([shown(), openPayments.getState().opened?.kind]).toEqual([before, 'reversal']);
});

test('removes a payment that was decided elsewhere, and reports its outcome', async () => {
  const { checkout, bridge, openPayments, shown, before, message } = await setUpNext();
  bridge.payment = null;
  await checkout.onPayment({ device: 'SDV_1', payment: null });
  await until(() => message() !== undefined);
  expect([openPayments.getState().list, message(), shown()]).toEqual([[], expect.stringContaining('is paid'), before]);
});

test('keeps one entry for a payment with an unknown outcome that becomes a late approval', async () => {
  const { checkout, bridge, openPayments, screen, message } = await setUpLate();
  bridge.payment = { ...late, step: 'deciding' };
  await checkout.onPayment({ device: 'SDV_1', payment: bridge.payment });
  await checkout.leave();
  expect([screen(), openPayments.getState().list]).toMatchObject(['till', [{ step: 'deciding' }]]);
  bridge.payment = { ...late, lateBecause: 'lineBroke' };
  checkout.onSale(bridge.sales.get('STX_1')!);
  await until(() => openPayments.getState().list[0]?.step === 'late');
  expect([screen(), message()]).toEqual(['till', undefined]);
});

test('keeps the late approval, with the reason, when the bridge is away', async () => {
  const { checkout, openPayments, bridge } = await setUpNext();
  checkout.openPayments.open(late);
  bridge.fault = 'away';
  await checkout.openPayments.decideLate(true);
  expect(openPayments.getState()).toMatchObject({
    list: [{ transaction: 'STX_1' }],
    failure: { problem: { kind: 'unreachable' } },
  });
});

test('asks a silent terminal to stop, and keeps the payment in the list, when the cashier continues', async () => {
  const { checkout, codes, bridge, openPayments, screen, till } = setUpTill();
  const answered = Promise.withResolvers<void>();
  const { start } = bridge;
  bridge.running = true;
  bridge.start = async (...call) => {
    bridge.payment = { ...running, till: ours };
    await checkout.onPayment({ device: 'SDV_1', payment: bridge.payment });
    await answered.promise;
    return start(...call);
  };
  codes.take(article(1).ean);
  const paying = checkout.pay('cashless');
  await until(() => till.getState().payment !== null);
  bridge.left = [{ ...running, till: ours, step: 'deciding', aborting: true }];
  await checkout.leave();
  expect(bridge.calls).toContain('abort');
  expect([screen(), openPayments.getState().list.length, till.getState().busy]).toEqual(['till', 1, null]);
  await checkout.onPayment({ device: 'SDV_1', payment: { ...running, till: ours, aborting: true } });
  expect(screen()).toBe('till');
  bridge.left = [];
  bridge.payment = null;
  answered.resolve();
  await paying;
  expect(screen()).toBe('till');
});

test('gives the way to the found payment that stands in the way of the next one', async () => {
  const { checkout, codes, bridge, notices, message } = setUpTill();
  codes.take(article(1).ean);
  bridge.start = async () => {
    throw new Refusal(405, refusedBody({ code: 1265, found: { transaction: 'STX_found' } } as object));
  };
  await checkout.pay('cashless');
  expect(message()).toBeDefined();
  expect(notices.getState().notice?.about).toEqual({ kind: 'payment', id: 'STX_found' });
});

test('writes off a part that its terminal holds no more, once its return was refused', async () => {
  const { checkout, codes, bridge, basket } = setUpTill();
  codes.take(article(1).ean);
  await checkout.pay('cashless', undefined, undefined, { amount: 50 });
  const [part] = basket.getState().parts;
  await createGiveBackSteps(checkout.inside).writeOff(part!, 'gone');
  expect(bridge.calls).toContain(`writeOff/${part!.id}`);
  expect(basket.getState().parts.map(({ status }) => status)).toEqual(['returned']);
});
