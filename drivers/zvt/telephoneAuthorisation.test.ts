/** Payments authorised by telephone, balances, and changed terminal ids, at the virtual terminal. */
import { afterEach, expect, it } from 'vitest';
import { openTerminal } from '../protocols.ts';
import { type RunningVirtualTerminal, startVirtualTerminal } from '../simulator/zvt/start.ts';
import type { PaymentTerminal } from '../terminal.ts';

const TIMERS = { t3: 500, t4: 1000, short: 1000, settle: 100, stop: 100, retryFirst: 5, retryMost: 20, drain: 100 };

let virtual: RunningVirtualTerminal;
let terminal: PaymentTerminal;
afterEach(async () => {
  await terminal.close();
  await virtual.close();
});

async function open(behaviour = 'approve', options: object = {}): Promise<PaymentTerminal> {
  virtual = await startVirtualTerminal({ delay: 0, timers: { t3: 500 }, behaviour, password: '123456' });
  const connection = { type: 'tcp', host: '127.0.0.1', port: virtual.port } as const;
  terminal = await openTerminal({
    protocol: 'zvt',
    connection,
    password: '123456',
    options: { timers: TIMERS, ...options },
  });
  return terminal;
}

it('a payment with the code of the acquirer needs no host, and can be reversed', async () => {
  await open('decline');
  expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'declined' });
  const paid = await terminal.pay({ amount: 1200, authorisationCode: '12AB56' });
  expect(paid).toMatchObject({ kind: 'approved', facts: { amount: 1200, authorisationCode: '12AB56' } });
  expect(paid.kind === 'approved' && paid.receipts.length).toBe(2);
  expect(virtual.terminal.memory.now.received).toMatchObject({ authorisation: 1, telephonicAuthorisation: 1 });
  expect(virtual.terminal.totals().amount).toBe(1200);
  expect(await terminal.lastTransaction()).toMatchObject({ kind: 'found', facts: { authorisationCode: '12AB56' } });
  expect(await terminal.reverse({ receiptNumber: 1 })).toMatchObject({ kind: 'approved' });
});

it('waits for the hand-over of the goods, and is reversed when it fails', async () => {
  await open();
  const order = { amount: 1200, authorisationCode: '12AB56' };
  const outcome = await terminal.pay(order, { onApproved: () => ({ kind: 'failed' }) });
  expect(outcome).toMatchObject({ kind: 'declined', reason: { code: 'notHandedOver' } });
  expect(virtual.terminal.memory.bookings).toMatchObject([{ state: 'takenBack' }]);
});

it('is unknown when the line breaks before its result', async () => {
  await open('lose-line-before-result');
  expect(await terminal.pay({ amount: 1200, authorisationCode: '12AB56' })).toMatchObject({ kind: 'unknown' });
  expect(virtual.terminal.memory.now.received.telephonicAuthorisation).toBe(1);
});

it('is not sent to a terminal without the feature', async () => {
  await open('approve', { features: ['pay'] });
  const outcome = await terminal.pay({ amount: 1200, authorisationCode: '12AB56' });
  expect(outcome).toMatchObject({ kind: 'notSent', reason: { code: 'unsupported' } });
});

it('the balance of a card is reported, and nothing is booked', async () => {
  await open();
  expect(await terminal.perform({ do: 'cardBalance' })).toMatchObject({ kind: 'done', balance: 2500 });
  expect(virtual.terminal.memory.bookings).toEqual([]);
});

it('a replaced terminal gets its id, unless an end-of-day is due before', async () => {
  await open();
  expect(await terminal.register()).toEqual({ ok: true, terminalId: '60001234' });
  expect(await terminal.perform({ do: 'setTerminalId', terminalId: '60004711' })).toMatchObject({ kind: 'done' });
  expect(await terminal.register()).toEqual({ ok: true, terminalId: '60004711' });
  expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved', facts: { terminalId: '60004711' } });
  const refused = await terminal.perform({ do: 'setTerminalId', terminalId: '60004712' });
  expect(refused).toMatchObject({ kind: 'failed', reason: { resultCode: 0x6a } });
  expect(await terminal.register()).toEqual({ ok: true, terminalId: '60004711' });
});
