/** Every behaviour of the virtual terminal against the driver over TCP: the outcome, and what the terminal keeps. */
import { afterEach, describe, expect, it } from 'vitest';
import { openTerminal } from '../../../index.ts';
import type { LastTransaction, PaymentTerminal, Progress } from '../../../terminal.ts';
import { type RunningVirtualTerminal, startVirtualTerminal, type VirtualTerminalOptions } from '../start.ts';
import { type BehaviourName, behaviourOf, behaviours } from './behaviours.ts';

const TIMERS = { t3: 300, t4: 300, short: 1000, settle: 200, stop: 100, retryFirst: 5, retryMost: 20, drain: 100 };

let virtual: RunningVirtualTerminal;
let terminal: PaymentTerminal;
afterEach(async () => {
  await terminal.close();
  await virtual.close();
});

async function start(options: VirtualTerminalOptions = {}) {
  virtual = await startVirtualTerminal({ delay: 0, timers: { t3: 200 }, ...options });
  const connection = { type: 'tcp', host: '127.0.0.1', port: virtual.port } as const;
  terminal = await openTerminal({ protocol: 'zvt', connection, options: { timers: TIMERS } });
}

/** Asks as the bridge does after an unknown ending: until the terminal has an answer. */
async function lastTransaction(): Promise<LastTransaction> {
  for (;;) {
    const last = await terminal.lastTransaction();
    if (last.kind !== 'unreachable' || last.reason.code === 'closed') return last;
  }
}

const APPROVED = { kind: 'approved', facts: { amount: 1200, receiptNumber: 1 } };
const KEPT = { kind: 'found', approved: true, facts: { amount: 1200, receiptNumber: 1 } };
const NOTHING = { kind: 'none' };

const endings: Readonly<Record<Exclude<BehaviourName, 'manual'>, { name?: string; outcome: object; last: object }>> = {
  approve: { outcome: APPROVED, last: KEPT },
  decline: { outcome: { kind: 'declined', reason: { code: 'declined', resultCode: 0x05 } }, last: NOTHING },
  'card-error': { outcome: { kind: 'declined', reason: { code: 'cardError', resultCode: 0x64 } }, last: NOTHING },
  slow: { name: 'slow:50', outcome: APPROVED, last: KEPT },
  mute: { name: 'mute:1', outcome: { kind: 'unknown', reason: { code: 'silent' } }, last: KEPT },
  'cut-after': { outcome: { kind: 'unknown', reason: { code: 'lineLost' } }, last: KEPT },
  split: { outcome: APPROVED, last: KEPT },
  glue: { outcome: APPROVED, last: KEPT },
  'hang-up-after-ack': { outcome: { kind: 'unknown', reason: { code: 'lineLost' } }, last: KEPT },
  'abort-on-device': {
    outcome: { kind: 'declined', reason: { code: 'aborted', text: 'Abbruch durch Kunde' } },
    last: NOTHING,
  },
  'lose-line-before-result': { outcome: { kind: 'unknown', reason: { code: 'lineLost' } }, last: KEPT },
  'reverse-unacknowledged': { outcome: { kind: 'unknown', reason: { code: 'lineLost' } }, last: NOTHING },
  busy: { outcome: { kind: 'declined', reason: { code: 'busy' } }, last: NOTHING },
  'wrong-pin-then-right': { outcome: { ...APPROVED, facts: { ...APPROVED.facts, verification: 'pin' } }, last: KEPT },
  'end-of-day-required': { outcome: { kind: 'declined', reason: { code: 'endOfDayRequired' } }, last: NOTHING },
  'late-approval': { name: 'late-approval:20', outcome: APPROVED, last: KEPT },
  'fails-after-approval': {
    outcome: { kind: 'unknown', reason: { code: 'garbled', resultCode: 0x6f }, facts: APPROVED.facts },
    last: KEPT,
  },
  'approves-twice': {
    outcome: { ...APPROVED, alsoApproved: [{ amount: 1200, receiptNumber: 2 }] },
    last: { facts: { receiptNumber: 2 } },
  },
  'decline-in-letters': {
    outcome: { kind: 'declined', reason: { code: 'declined', resultCode: 0xa5 } },
    last: NOTHING,
  },
  'wrong-pins': { outcome: { kind: 'declined', reason: { resultCode: 0x38 } }, last: NOTHING },
  signature: { outcome: APPROVED, last: KEPT },
  'signature-picture': { outcome: APPROVED, last: KEPT },
  tip: { outcome: APPROVED, last: KEPT },
  partial: { outcome: { kind: 'approved', facts: { amount: 1150 } }, last: { facts: { amount: 1150 } } },
  'asks-amount': { outcome: APPROVED, last: KEPT },
  'asks-application': { outcome: APPROVED, last: KEPT },
  offline: { outcome: APPROVED, last: KEPT },
  'card-stays': { outcome: APPROVED, last: KEPT },
  'end-of-day-fails': { outcome: APPROVED, last: KEPT },
  'end-of-day-busy': { outcome: APPROVED, last: KEPT },
  'totals-foreign': { outcome: APPROVED, last: KEPT },
  'totals-missing': { outcome: APPROVED, last: KEPT },
  'totals-refused': { outcome: APPROVED, last: KEPT },
  'update-follows': { outcome: APPROVED, last: KEPT },
  'restart-follows': { outcome: APPROVED, last: KEPT },
  'storage-full': { outcome: { kind: 'declined', reason: { code: 'endOfDayRequired' } }, last: NOTHING },
  'needs-diagnosis': { outcome: { kind: 'declined', reason: { resultCode: 0xc2 } }, last: NOTHING },
  'needs-initialisation': { outcome: { kind: 'declined', reason: { resultCode: 0x51 } }, last: NOTHING },
  'asks-blocked-list': { outcome: APPROVED, last: KEPT },
  'numbered-messages': { outcome: APPROVED, last: KEPT },
  'unique-ids': { outcome: APPROVED, last: KEPT },
  'impatient-goods': { outcome: APPROVED, last: KEPT },
};

describe('behaviour', () => {
  it.each(Object.entries(endings))('%s', async (behaviour, { name = behaviour, outcome, last }) => {
    await start({ behaviour: name, customerTimeout: 50 });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject(outcome);
    virtual.terminal.behaviour = 'approve';
    expect(await lastTransaction()).toMatchObject(last);
  });

  it.each(Array.from({ length: 30 }, (_, bytes) => 11 * bytes))(
    'cut-after:%i never ends approved without a completion',
    async bytes => {
      await start({ behaviour: `cut-after:${bytes}` });
      expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'unknown' });
      virtual.terminal.behaviour = 'approve';
      expect(await lastTransaction()).toMatchObject(KEPT);
    },
  );

  it('split:0 sends random pieces', async () => {
    await start({ behaviour: 'split:0' });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject(APPROVED);
  });

  it('has a name, with a number where it takes one', async () => {
    await start();
    expect(behaviourOf('slow:5')).toMatchObject({ host: { delay: 5 } });
    expect(behaviourOf('nonsense')).toBeUndefined();
    expect(behaviourOf('constructor')).toBeUndefined();
    await expect(startVirtualTerminal({ behaviour: 'nonsense' })).rejects.toThrow(/there is no behaviour "nonsense"/);
    expect(Object.keys(behaviours)).toContain('approve');
  });
});

describe('the virtual terminal', () => {
  it.each([
    [1205, { kind: 'declined', reason: { code: 'declined' } }],
    [1207, { kind: 'declined', reason: { code: 'cardError' } }],
    [1209, { kind: 'approved' }],
    [1213, { kind: 'unknown' }],
    [1200, { kind: 'approved' }],
  ])('ends an amount of %i by its last digits', async (amount, outcome) => {
    await start({ slow: 20 });
    expect(await terminal.pay({ amount })).toMatchObject(outcome);
  });

  it('prints merchant and customer copy', async () => {
    await start();
    const outcome = await terminal.pay({ amount: 1234 });
    if (outcome.kind !== 'approved') throw new Error(outcome.kind);
    const [merchant, customer] = outcome.receipts;
    const text = customer!.lines.map(line => line.text);
    expect(merchant).toMatchObject({ copy: 'merchant' });
    expect(merchant!.lines[0]).toEqual({ text: '* * Händlerbeleg * *', align: 'center', wide: false, tall: false });
    expect(customer!.copy).toBe('customer');
    expect(text).toContain('Betrag         EUR 12,34');
    expect(text).toContain('Karte   ############4281');
    expect(text).toContain('Zahlung erfolgt');
  });

  it('prints single lines for a till that did not list blocks', async () => {
    await start();
    const lines = await openTerminal({
      protocol: 'zvt',
      connection: { type: 'tcp', host: '127.0.0.1', port: virtual.port },
      options: { printing: 'lines' },
    });
    const outcome = await lines.pay({ amount: 1200 });
    await lines.close();
    expect(outcome).toMatchObject({ receipts: [{ copy: 'merchant' }, { copy: 'customer' }] });
    expect(virtual.terminal.device.paper.map(slip => slip.printedBy)).toEqual(['till', 'till']);
  });

  it('reverses by receipt number, once', async () => {
    await start();
    await terminal.pay({ amount: 1200 });
    expect(await terminal.reverse({ receiptNumber: 1, amount: 1300 })).toMatchObject({
      kind: 'declined',
      reason: { resultCode: 0xb7 },
    });
    expect(await terminal.reverse({ receiptNumber: 1 })).toMatchObject({
      kind: 'approved',
      facts: { originalTraceNumber: 1, amount: 1200 },
    });
    expect(await terminal.reverse({ receiptNumber: 1 })).toMatchObject({
      kind: 'declined',
      reason: { resultCode: 0xb4 },
    });
    expect(await terminal.reverse({ receiptNumber: 77 })).toMatchObject({
      kind: 'declined',
      reason: { resultCode: 0xb5 },
    });
  });

  it('refunds, and sends the totals of the day', async () => {
    await start();
    await terminal.pay({ amount: 1200 });
    await terminal.pay({ amount: 800 });
    expect(await terminal.refund({ amount: 300 })).toMatchObject({ kind: 'approved', facts: { amount: 300 } });
    const day = await terminal.perform({ do: 'endOfDay' });
    expect(day).toMatchObject({
      kind: 'done',
      totals: { amount: 1700, byCardType: [{ cardType: 'girocard', count: 3, amount: 1700 }] },
    });
    expect(day.receipts[0]).toMatchObject({ copy: 'admin' });
    expect(await terminal.perform({ do: 'endOfDay' })).toMatchObject({
      kind: 'done',
      totals: { amount: 0, byCardType: [] },
    });
  });

  it('demands an end-of-day until one is done', async () => {
    await start({ behaviour: 'end-of-day-required' });
    expect(await terminal.status()).toMatchObject({ kind: 'needs', cure: 'endOfDay' });
    expect(await terminal.perform({ do: 'endOfDay' })).toMatchObject({ kind: 'done' });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject(APPROVED);
    expect(await terminal.status()).toEqual({ kind: 'ready' });
  });

  it('runs a diagnosis and reports success', async () => {
    await start();
    expect(await terminal.perform({ do: 'diagnosis' })).toMatchObject({ kind: 'done', receipts: [{ copy: 'admin' }] });
    expect(await terminal.register()).toEqual({ ok: true, terminalId: '60001234' });
  });

  it('shows its prompts to the till', async () => {
    await start({ behaviour: 'wrong-pin-then-right' });
    const prompts: Progress[] = [];
    await terminal.pay({ amount: 1200 }, { onProgress: progress => prompts.push(progress) });
    const texts = prompts.flatMap(prompt => (prompt.step === 'prompt' ? [prompt.terminalText] : []));
    expect(texts).toEqual([
      'EUR 12,00\nKarte vorhalten\noder einstecken',
      'Geheimzahl\neingeben und OK',
      'Geheimzahl falsch',
      'Geheimzahl\neingeben und OK',
      'Bitte warten',
      'Karte entnehmen',
    ]);
  });

  it('is aborted by the till while it waits for the customer', async () => {
    await start({ behaviour: 'manual' });
    const request = new AbortController();
    const onProgress = (progress: Progress) => (progress.step === 'prompt' ? request.abort() : undefined);
    const outcome = await terminal.pay({ amount: 1200 }, { signal: request.signal, onProgress });
    expect(outcome).toMatchObject({ kind: 'declined', reason: { code: 'aborted', text: 'Abbruch durch Kasse' } });
  });

  it.each(['slow:80', 'late-approval:80'])(
    'approves in spite of an abort during the dialogue with the host (%s)',
    async behaviour => {
      await start({ behaviour });
      const request = new AbortController();
      const onProgress = (progress: Progress) =>
        progress.step === 'prompt' && progress.code === 0x17 ? request.abort() : undefined;
      const outcome = await terminal.pay({ amount: 1200 }, { signal: request.signal, onProgress });
      expect(outcome).toMatchObject(APPROVED);
    },
  );

  it('refuses a wrong password', async () => {
    await start({ password: '123456' });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({
      kind: 'notSent',
      reason: { code: 'refused', resultCode: 0x37 },
    });
  });

  it('finishes alone when the till vanishes, and repeats the result later', async () => {
    await start({ behaviour: 'slow:400' });
    const { promise: waiting, resolve } = Promise.withResolvers<void>();
    const onProgress = (progress: Progress) => (progress.step === 'prompt' ? resolve() : undefined);
    const outcome = terminal.pay({ amount: 1200 }, { onProgress });
    await waiting;
    await terminal.close();
    expect(await outcome).toMatchObject({ kind: 'unknown' });
    terminal = await openTerminal({
      protocol: 'zvt',
      connection: { type: 'tcp', host: '127.0.0.1', port: virtual.port },
    });
    expect(await terminal.status()).toMatchObject({ kind: 'busy', resultCode: 0x9c });
    expect(await lastTransaction()).toMatchObject(KEPT);
  });
});
