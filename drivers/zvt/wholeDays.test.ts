/** Whole days of trade over TCP: the driver and the virtual terminal, with every model and every question. */
import { afterEach, describe, expect, it } from 'vitest';
import { openTerminal } from '../protocols.ts';
import { type ProfileName, profiles } from '../simulator/zvt/engine/profiles.ts';
import {
  type RunningVirtualTerminal,
  startVirtualTerminal,
  type VirtualTerminalOptions,
} from '../simulator/zvt/start.ts';
import type { Answer, PaymentTerminal, Question } from '../terminal.ts';
import { introduceZvt } from './introduction.ts';

let virtual: RunningVirtualTerminal;
let terminal: PaymentTerminal | undefined;
afterEach(async () => {
  await terminal?.close();
  await virtual.close();
});

const PASSWORD = '123456';
const connection = () => ({ type: 'tcp', host: '127.0.0.1', port: virtual.port }) as const;

async function start(options: VirtualTerminalOptions = {}) {
  virtual = await startVirtualTerminal({ delay: 0, password: PASSWORD, ...options });
}

async function opened(options: VirtualTerminalOptions = {}, own: Record<string, unknown> = {}, profile = 'generic') {
  await start(options);
  const given = { protocol: 'zvt', connection: connection(), password: PASSWORD, profile, options: own };
  terminal = await openTerminal(given);
  return terminal;
}

const receiptOf = (outcome: object) => (outcome as { facts: { receiptNumber: number } }).facts.receiptNumber;

describe('a day', () => {
  it('of pre-authorisations, bookings, releases and tips ends with totals that agree', async () => {
    const it = await opened({ behaviour: 'signature' }); // a pre-authorisation of a girocard cannot be released
    const first = receiptOf(await it.preAuthorise({ amount: 5000 }));
    const second = receiptOf(await it.preAuthorise({ amount: 7000 }));
    const third = receiptOf(await it.preAuthorise({ amount: 900 }));
    expect(await it.openPreAuthorisations()).toEqual({
      kind: 'found',
      receiptNumbers: [first, second, third],
      complete: true,
    });
    expect(await it.book({ receiptNumber: first, amount: 3000 })).toMatchObject({ kind: 'approved' });
    expect(await it.release({ receiptNumber: second })).toMatchObject({ kind: 'approved' });
    expect(await it.release({ receiptNumber: third, unused: 400 })).toMatchObject({ kind: 'approved' });
    expect(await it.openPreAuthorisations()).toEqual({ kind: 'found', receiptNumbers: [], complete: true });
    const paid = receiptOf(await it.pay({ amount: 1000 }));
    expect(await it.addTip({ receiptNumber: paid, amount: 100 })).toMatchObject({ kind: 'approved' });
    expect(await it.refund({ amount: 50 })).toMatchObject({ kind: 'approved' });
    const day = await it.perform({ do: 'endOfDay' });
    expect(day).toMatchObject({ kind: 'done', totals: { amount: 3000 + 500 + 1100 - 50 } });
    expect(await it.openPreAuthorisations()).toEqual({ kind: 'found', receiptNumbers: [], complete: true });
  });

  it('of payments that are reversed in parts', async () => {
    const it = await opened();
    const receiptNumber = receiptOf(await it.pay({ amount: 1000 }));
    expect(await it.reverse({ receiptNumber, amount: 300 })).toMatchObject({
      kind: 'approved',
      facts: { amount: 300 },
    });
    expect(await it.reverse({ receiptNumber, amount: 800 })).toMatchObject({ kind: 'declined' });
    expect(await it.reverse({ receiptNumber })).toMatchObject({ kind: 'approved', facts: { amount: 700 } });
    expect(virtual.terminal.totals().amount).toBe(0);
  });
});

describe('the goods', () => {
  it.each([
    ['done', { kind: 'done' }, 'approved', 1200],
    ['in part', { kind: 'partly', amount: 500 }, 'approved', 500],
    ['not', { kind: 'failed' }, 'declined', 0],
  ] as const)('are handed over: %s', async (_, handOver, kind, kept) => {
    const it = await opened();
    expect(await it.pay({ amount: 1200 }, { onApproved: () => handOver })).toMatchObject({ kind });
    expect(virtual.terminal.totals().amount).toBe(kept);
  });

  it.each(['approve', 'impatient-goods'])('may take long: %s', async behaviour => {
    const it = await opened({ behaviour, goodsPause: 0 }, { timers: { hold: 20 } });
    const onApproved = () => new Promise<{ kind: 'done' }>(resolve => setTimeout(() => resolve({ kind: 'done' }), 200));
    expect(await it.pay({ amount: 1200 }, { onApproved })).toMatchObject({ kind: 'approved' });
    expect(virtual.terminal.totals().amount).toBe(1200);
  });

  it('that take too long lead to a reversal by the terminal', async () => {
    const it = await opened({ goodsPause: 0 }, { goodsRepeats: 2, timers: { hold: 10 } });
    const onApproved = () => Promise.withResolvers<{ kind: 'done' }>().promise;
    expect(await it.pay({ amount: 1200 }, { onApproved })).toMatchObject({ kind: 'declined' });
    expect(virtual.terminal.totals().amount).toBe(0);
  });

  it('are not handed over when the slip cannot be stored: the terminal reverses', async () => {
    const it = await opened();
    expect((await it.pay({ amount: 1200 }, { onSlip: () => false })).kind).not.toBe('approved');
    expect(virtual.terminal.totals().amount).toBe(0);
  });
});

describe('questions', () => {
  it.each<readonly [string, Answer, Question['kind'], string]>([
    ['signature', { kind: 'yes' }, 'signature', 'approved'],
    ['signature', { kind: 'no' }, 'signature', 'declined'],
    ['signature-picture', { kind: 'yes' }, 'signature', 'approved'],
    ['signature-picture', { kind: 'no' }, 'signature', 'declined'],
    ['asks-amount', { kind: 'yes' }, 'input', 'approved'],
    ['asks-amount', { kind: 'typed', text: '1500' }, 'input', 'approved'],
    ['asks-amount', { kind: 'no' }, 'input', 'declined'],
    ['asks-application', { kind: 'chosen', value: 2 }, 'choice', 'approved'],
  ])('%s: %j', async (behaviour, answer, asked, kind) => {
    const it = await opened({ behaviour }, { questions: true });
    const questions: Question[] = [];
    const onQuestion = async (question: Question) => {
      questions.push(question);
      return answer;
    };
    expect(await it.pay({ amount: 1200 }, { onQuestion })).toMatchObject({ kind });
    expect(questions).toMatchObject([{ kind: asked }]);
    const kept = kind === 'declined' ? 0 : answer.kind === 'typed' ? 1500 : 1200;
    expect(virtual.terminal.totals().amount).toBe(kept);
  });
});

describe('a model', () => {
  const names = Object.keys(profiles) as ProfileName[];

  it.each(names.filter(name => name !== 'old' && name !== 'verifone-h5000'))('%s is recognised', async profile => {
    await start({ profile });
    const found = await introduceZvt({ protocol: 'zvt', connection: connection(), password: PASSWORD });
    expect(found).toMatchObject({ profile, terminalId: '60001234', status: { kind: 'ready' } });
  });

  it.each(names)('%s pays, repeats the last transaction, reverses and closes the day', async profile => {
    const it = await opened({ profile }, {}, profile);
    const paid = await it.pay({ amount: 1200 });
    expect(paid).toMatchObject({ kind: 'approved', receipts: [{}, {}] });
    expect(await it.lastTransaction()).toMatchObject({ kind: 'found', approved: true, facts: { amount: 1200 } });
    expect(await it.pay({ amount: 1205 })).toMatchObject({ kind: 'declined', reason: { resultCode: 5 } });
    expect(await it.status()).toEqual({ kind: 'ready' });
    expect(await it.perform({ do: 'diagnosis' })).toMatchObject({ kind: 'done' });
    expect(await it.reverse({ receiptNumber: receiptOf(paid) })).toMatchObject({ kind: 'approved' });
    expect(await it.perform({ do: 'endOfDay' })).toMatchObject({ kind: 'done' });
  });
});

describe('a terminal that is locked', () => {
  it.each([
    ['needs-diagnosis', 'diagnosis', { do: 'diagnosis' }],
    ['needs-initialisation', 'initialisation', { do: 'initialisation' }],
    ['end-of-day-required', 'endOfDay', { do: 'endOfDay' }],
  ] as const)('%s works again after its task', async (behaviour, cure, task) => {
    const it = await opened({ behaviour });
    expect(await it.status()).toMatchObject({ kind: 'needs', cure });
    expect(await it.pay({ amount: 1200 })).toMatchObject({ kind: 'declined' });
    expect(await it.perform(task)).toMatchObject({ kind: 'done' });
    expect(await it.status()).toEqual({ kind: 'ready' });
    expect(await it.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
  });
});
