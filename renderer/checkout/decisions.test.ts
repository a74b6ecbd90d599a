/** What needs a person: endings nobody knows, late approvals, questions of the terminal, what belongs to another till. */

import { expect, test } from 'vitest';
import type { RunningPayment } from '../../main/wire/events.ts';
import { article } from '../doubles/goods.ts';
import { CARD, running, setUpTill, until } from '../doubles/till.ts';
import { decidedNotPaid, isPaidAfterStop, screenSubjectOf } from '../stores/till.ts';

test('an unknown ending stays unknown until the stream tells the verdict', async () => {
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

test('who goes on without a verdict is told it later', async () => {
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

test('who goes on while the terminal is still being asked is not called back by the answer', async () => {
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

test('an approval after cancel is called late and can be taken back', async () => {
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

test('an operation that was left is cleared up by its own terminal alone', async () => {
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
  expect([openPayments.getState().list, message()]).toEqual([[], expect.stringContaining('cleared up')]);
});

test('a second word is about the payment it was asked for', () => {
  const { till } = setUpTill();
  till.set({ payment: { ...running, step: 'late', transaction: 'STX_A' } });
  const first = screenSubjectOf(till.getState());
  till.set({ payment: { ...running, step: 'late', transaction: 'STX_B' } });
  expect([first, screenSubjectOf(till.getState())]).toEqual(['STX_A', 'STX_B']);
  till.set({ payment: { ...running, step: 'prompt' } });
  expect(screenSubjectOf(till.getState())).toBe('');
});

test('a card that another terminal has taken leaves the screen with the own terminal', async () => {
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

const late: RunningPayment = { ...running, step: 'late', aborting: true };

/** A sale that was approved although the cashier had asked to stop. */
async function setUpLate() {
  const parts = setUpTill();
  parts.codes.take(article(1).ean);
  await parts.sync.settled();
  parts.bridge.sales.set('STX_1', { ...parts.bridge.sales.get('STX_1')!, status: 'ok', receipt: [{ type: 'space' }] });
  parts.bridge.payment = late;
  await parts.checkout.onPayment({ device: 'SDV_1', payment: late });
  return parts;
}

test('a late approval that is kept ends in the receipt, and is not called late again', async () => {
  const { checkout, screen, till, bridge } = await setUpLate();
  expect(screen()).toBe('late');
  await Promise.all([checkout.decideLate(true), checkout.decideLate(false)]);
  expect([screen(), isPaidAfterStop(till.getState())]).toEqual(['receipt', false]);
  expect(bridge.calls.filter(call => call.startsWith('late/'))).toEqual(['late/keep']);
});

test('a late approval that is taken back ends as taken back', async () => {
  const { checkout, screen, till } = await setUpLate();
  await checkout.decideLate(false);
  expect([screen(), till.getState().sale?.status]).toEqual(['receipt', 'cancelled']);
});

test('the word on a late approval is for the sale on the screen, not for the next one', async () => {
  const { checkout, bridge } = await setUpLate();
  bridge.sales.set('STX_2', { ...bridge.sales.get('STX_1')!, id: 'STX_2' });
  bridge.payment = { ...late, transaction: 'STX_2' };
  await checkout.decideLate(false);
  expect([bridge.sales.get('STX_2')?.status, bridge.payment?.transaction]).toEqual(['ok', 'STX_2']);
});

test('a late approval that could not be taken back asks once more and says why', async () => {
  const { checkout, screen, till, bridge } = await setUpLate();
  bridge.terminal = 'decline';
  await checkout.decideLate(false);
  expect([screen(), till.getState().refusedReversal]).toMatchObject([
    'late',
    { sale: 'STX_1', problem: { kind: 'refused' } },
  ]);
  await checkout.decideLate(true);
  expect([screen(), till.getState().refusedReversal]).toEqual(['receipt', null]);
});

test('a reversal nobody knows the ending of is shown as unknown', async () => {
  const { checkout, screen, till, bridge } = await setUpLate();
  bridge.terminal = 'unclear';
  await checkout.decideLate(false);
  expect([screen(), till.getState().payment?.kind]).toEqual(['unknown', 'reversal']);
});

test('who goes on while a reversal is unclear is told that the money went back', async () => {
  const { checkout, screen, openPayments, bridge, message } = await setUpLate();
  bridge.terminal = 'unclear';
  await checkout.decideLate(false);
  await checkout.leave();
  expect([screen(), openPayments.getState().list.length]).toEqual(['till', 1]);
  bridge.payment = null;
  bridge.sales.set('STX_1', { ...bridge.sales.get('STX_1')!, status: 'cancelled' });
  checkout.onSale(bridge.sales.get('STX_1')!);
  await until(() => message() !== undefined);
  expect([openPayments.getState().list, message()]).toEqual([[], expect.stringContaining('the money went back')]);
});

test('a lost answer to the decision is doubt until the bridge tells; nothing is sent again', async () => {
  const { checkout, screen, bridge, waits } = await setUpLate();
  bridge.fault = 'mute';
  const deciding = checkout.decideLate(true);
  await until(() => waits.length === 1);
  expect(screen()).toBe('unknown');
  bridge.fault = 'none';
  waits.pop()!();
  await deciding;
  expect([screen(), bridge.calls.filter(call => call === 'late/keep')]).toEqual(['receipt', ['late/keep']]);
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

test('a late approval that was left stays in sight, and takes no basket, card or dialog of the next customer away', async () => {
  const { checkout, openPayments, shown, before } = await setUpNext();
  expect(openPayments.getState().list).toMatchObject([{ transaction: 'STX_1', step: 'late' }]);
  await checkout.onPayment({ device: 'SDV_1', payment: late });
  await checkout.load();
  expect(shown()).toEqual(before);
  checkout.openPayments.open(late);
  checkout.openPayments.close();
  expect([shown(), openPayments.getState().list.length]).toEqual([before, 1]);
});

test('one that comes while the next customer is served does not take the screen either', async () => {
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
] as const)('kept or taken back (%s) from its room: the sale in progress is as it was', async (keep, status) => {
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
});

test('that taking back failed is message of the payment it was tried for, and of no other', async () => {
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

test('a reversal from the room that runs at the terminal does not take the screen', async () => {
  const { checkout, bridge, openPayments, shown, before } = await setUpNext();
  checkout.openPayments.open(late);
  bridge.payment = { ...late, kind: 'reversal', step: 'prompt' };
  await checkout.onPayment({ device: 'SDV_1', payment: bridge.payment });
  expect([shown(), openPayments.getState().opened?.kind]).toEqual([before, 'reversal']);
});

test('decided at another till or window: the chip goes, and one line says how it ended', async () => {
  const { checkout, bridge, openPayments, shown, before, message } = await setUpNext();
  bridge.payment = null;
  await checkout.onPayment({ device: 'SDV_1', payment: null });
  await until(() => message() !== undefined);
  expect([openPayments.getState().list, message(), shown()]).toEqual([[], expect.stringContaining('is paid'), before]);
});

test('an unclear payment that turns out late is one thing, told once', async () => {
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

test('a bridge that is away leaves the late approval in sight, and says why nothing was decided', async () => {
  const { checkout, openPayments, bridge } = await setUpNext();
  checkout.openPayments.open(late);
  bridge.fault = 'away';
  await checkout.openPayments.decideLate(true);
  expect(openPayments.getState()).toMatchObject({
    list: [{ transaction: 'STX_1' }],
    failure: { problem: { kind: 'unreachable' } },
  });
});

test('a second window that has not seen the next customer does not take the sale off the till', async () => {
  const { checkout, bridge, sync } = await setUpLate();
  await bridge.showOnTill('STX_2').catch(() => undefined);
  const next = await bridge.createSale({});
  await bridge.showOnTill(next.id);
  await checkout.leave();
  await sync.settled();
  expect(bridge.onTill()).toBe(next.id);
});

test('who goes on while the terminal is silent has asked it to stop, and the payment waits in its room', async () => {
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

const unsigned: RunningPayment = { ...late, step: 'signature', aborting: false };

/** A sale that is paid, and whose slip has to be signed. */
async function setUpUnsigned() {
  const parts = await setUpLate();
  parts.bridge.payment = unsigned;
  await parts.checkout.onPayment({ device: 'SDV_1', payment: unsigned });
  return parts;
}

test('a card payment whose slip has to be signed is not over with the answer to it', async () => {
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
  await Promise.all([checkout.decideLate(true), checkout.decideLate(true)]);
  expect([screen(), bridge.calls.filter(call => call.startsWith('signature/'))]).toEqual([
    'receipt',
    ['signature/keep'],
  ]);
});

test('a signature that is not right: taken back; where that fails it is asked once more, and can be kept', async () => {
  const { checkout, bridge, till, screen } = await setUpUnsigned();
  bridge.terminal = 'decline';
  await checkout.decideLate(false);
  expect([screen(), till.getState().failure?.kind]).toEqual(['signature', 'refused']);
  bridge.terminal = 'approve';
  await checkout.decideLate(false);
  expect([screen(), till.getState().sale?.status]).toEqual(['receipt', 'cancelled']);
});

test('a signature that was put off stays in sight, and is loaded again', async () => {
  const { checkout, openPayments, screen } = await setUpUnsigned();
  await checkout.leave();
  expect([screen(), openPayments.getState().list]).toMatchObject([
    'till',
    [{ transaction: 'STX_1', step: 'signature' }],
  ]);
  await checkout.load();
  expect(screen()).toBe('till');
});

test('a late approval that was left here and kept elsewhere asks for its signature in its room', async () => {
  const { checkout, bridge, openPayments, screen } = await setUpLate();
  await checkout.leave();
  bridge.payment = unsigned;
  await checkout.onPayment({ device: 'SDV_1', payment: unsigned });
  expect([screen(), openPayments.getState().list]).toMatchObject(['till', [{ step: 'signature' }]]);
});

const question = {
  id: 'Q1',
  kind: 'signature' as const,
  text: '',
  choices: [],
  wants: null,
  initial: null,
  least: null,
  picture: null,
  until: 0,
};

test('a question is answered once', async () => {
  const { checkout, bridge, till, screen } = setUpTill();
  bridge.payment = { ...running, step: 'question', question };
  await checkout.onPayment({ device: 'SDV_1', payment: bridge.payment });
  expect(screen()).toBe('question');
  await Promise.all([checkout.answer({ answer: 'yes' }), checkout.answer({ answer: 'no' })]);
  await checkout.answer({ answer: 'no' });
  expect(bridge.calls.filter(call => call === 'answer')).toHaveLength(1);
  expect(till.getState().reply).toEqual({ question: 'Q1', state: 'sent', problem: null });
});

test('an answer that came too late, or did not arrive, is message', async () => {
  const { checkout, bridge, till } = setUpTill();
  await checkout.onPayment({ device: 'SDV_1', payment: { ...running, step: 'question', question } });
  bridge.fault = 'away';
  await checkout.answer({ answer: 'yes' });
  expect(till.getState().reply).toMatchObject({ state: 'refused', problem: { kind: 'unreachable' } });
  bridge.fault = 'none';
  await checkout.answer({ answer: 'yes' });
  expect(till.getState().reply).toMatchObject({ state: 'refused', problem: { kind: 'refused' } });
});

test('the terminal is asked once more at a time, and a refusal is message', async () => {
  const { checkout, bridge, till, message } = setUpTill();
  await Promise.all([checkout.askAgain(), checkout.askAgain()]);
  expect([bridge.calls, till.getState().askingTerminal]).toEqual([['recover'], false]);
  bridge.fault = 'away';
  await checkout.askAgain();
  expect(message()).toContain('does not answer');
});

test('a sale is opened from elsewhere only while no other basket is open', async () => {
  const { checkout, bridge, codes, sync, screen, message } = setUpTill();
  const created = await bridge.createSale({});
  bridge.sales.set(created.id, { ...created, status: 'pending' });
  codes.take(article(1).ean);
  await sync.settled();
  await checkout.openSale(created.id);
  expect([screen(), message()]).toEqual(['till', expect.stringContaining('basket first')]);
  checkout.nextCustomer();
  await sync.settled();
  await checkout.openSale(created.id);
  expect(screen()).toBe('unknown');
});

test('where the terminal could not tell, a manager decides', async () => {
  const { checkout, codes, bridge, screen } = setUpTill();
  bridge.terminal = 'unclear';
  codes.take(article(1).ean);
  await checkout.pay('cashless');
  await checkout.onPayment({ device: 'SDV_1', payment: { ...running, step: 'person' } });
  await checkout.decide(true);
  expect(screen()).toBe('receipt');
});

test('a decision need not wait for the answer to the payment itself', async () => {
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
  await Promise.all([checkout.decide(false), checkout.decide(true)]);
  expect([screen(), bridge.calls.filter(call => call === 'decide')]).toEqual(['declined', ['decide']]);
  answered.resolve();
  await paying;
  expect(screen()).toBe('declined');
});

test('what another till runs at the same terminal is never ours, neither loaded nor told', async () => {
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

const terminal = (device: string) =>
  ({ device, description: device, state: 'ready', since: 0, reason: null, condition: null }) as const;
const ours = { id: 'SDV_1', description: 'Till' };

test('a command of this till at another terminal is ours: shown, followed, and then the own terminal again', async () => {
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

test('a late approval at another terminal that was decided here: the own terminal is followed again', async () => {
  const { bridge, checkout, screen } = await setUpLate();
  const elsewhere = { ...late, device: 'B', till: ours };
  [bridge.workingAt, bridge.payment] = [terminal('B'), elsewhere];
  await checkout.load();
  expect(screen()).toBe('late');
  bridge.workingAt = terminal('A');
  await checkout.decideLate(true);
  expect(screen()).toBe('receipt');
  checkout.nextCustomer();
  await checkout.onPayment({ device: 'A', payment: { ...running, device: 'A', till: ours } });
  expect(screen()).toBe('payment');
});

test('Stop before the first word of a payment reaches it, also where the screen was about another terminal', async () => {
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

test('an operation nobody knows of is decided without touching the sale in the basket', async () => {
  const { bridge, checkout, codes, till, basket, screen } = setUpTill();
  codes.take(article(1).ean);
  const refund = { ...running, transaction: null, operation: 'O1', kind: 'refund' } as const;
  bridge.payment = refund;
  await checkout.load();
  bridge.payment = { ...refund, step: 'person' };
  await checkout.load();
  expect(screen()).toBe('unknown');
  await checkout.decide(false);
  expect(bridge.calls).toContain('decideOperation/false');
  expect(bridge.calls).not.toContain('decide');
  expect([screen(), till.getState().payment, basket.getState().lines.length]).toEqual(['till', null, 1]);
});

test('decided as not paid: the screen knows who message so, until something is paid again', async () => {
  const { checkout, codes, bridge, till, screen } = setUpTill();
  bridge.terminal = 'unclear';
  codes.take(article(1).ean);
  await checkout.pay('cashless');
  await checkout.onPayment({ device: 'SDV_1', payment: { ...running, step: 'person' } });
  await checkout.decide(false);
  expect(screen()).toBe('declined');
  expect(decidedNotPaid(till.getState())).toMatchObject({ by: 'manager@shop', happened: false });
  bridge.terminal = 'decline';
  bridge.decision = null;
  await checkout.pay('cashless');
  expect([screen(), decidedNotPaid(till.getState())]).toEqual(['declined', null]);
});

test('decided elsewhere as not paid: told with the sale', async () => {
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

test('a payment of another till is decided where a manager has opened its sale', async () => {
  const { checkout, bridge, till, screen, theirs } = await openTheirs('person', 'pending');
  expect([screen(), till.getState().payment]).toEqual(['unknown', theirs]);
  await checkout.onPayment({ device: 'B', payment: { ...theirs, aborting: true } });
  expect(till.getState().payment).toMatchObject({ step: 'person', aborting: true });
  await checkout.decide(true);
  expect([screen(), bridge.calls.filter(call => call === 'decide')]).toEqual(['receipt', ['decide']]);
});

test('so is its late approval; what is put off here waits at its own till', async () => {
  const { checkout, bridge, till, openPayments, screen, theirs } = await openTheirs('late', 'ok');
  expect(screen()).toBe('late');
  await checkout.leave();
  await checkout.onPayment({ device: 'B', payment: theirs });
  expect([screen(), openPayments.getState().list, till.getState().payment]).toEqual(['till', [], null]);
  await checkout.openSale('STX_1');
  await checkout.decideLate(true);
  expect([screen(), bridge.payment]).toEqual(['receipt', null]);
});
