/** The O.P.I. driver against its virtual terminal, over real TCP: the end of each conversation, and the till's view of it. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Answer, Progress, Question, TerminalReceipt } from '../terminal.ts';
import { openPair, type Pair, type PairOptions, until } from './pair.fixture.ts';

let pair: Pair;
afterEach(() => pair.close());

async function open(options?: PairOptions): Promise<Pair> {
  pair = await openPair(options);
  return pair;
}

const withBehaviour = (behaviour: string) => open({ virtual: { behaviour } });
const bookings = () => pair.virtual.terminal.memory.bookings;
const sent = (type: string) => pair.virtual.terminal.received.filter(one => one === type).length;

describe('a payment', () => {
  it('is approved, with its slips and its texts for the screen', async () => {
    const { terminal } = await open();
    const seen: Progress[] = [];
    const outcome = await terminal.pay({ amount: 1200 }, { onProgress: progress => seen.push(progress) });
    expect(outcome).toMatchObject({
      kind: 'approved',
      facts: {
        amount: 1200,
        currency: 'EUR',
        receiptNumber: 1,
        traceNumber: 1,
        terminalId: '60001234',
        authorisationCode: '007919',
        cardName: 'girocard',
        lastFour: '0010',
        verification: 'none',
      },
      receipts: [{ copy: 'merchant' }, { copy: 'customer' }],
    });
    expect(seen[0]).toEqual({ step: 'sent' });
    expect(seen).toContainEqual(expect.objectContaining({ terminalText: 'Karte vorhalten\noder einstecken' }));
    expect(sent('CardPayment')).toBe(1);
  });

  it.each([
    ['decline', 'declined', 'Zahlung abgelehnt'],
    ['card-error', 'declined', 'Karte nicht lesbar'],
    ['abort-on-device', 'aborted', 'Abbruch durch Kunde'],
  ])('ends declined: %s', async (behaviour, code, text) => {
    const { terminal } = await withBehaviour(behaviour);
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'declined', reason: { code, text } });
    expect(bookings()).toEqual([]);
  });

  it('is declined when the terminal is busy', async () => {
    const { terminal, virtual } = await open();
    virtual.terminal.behaviour = 'busy';
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'declined', reason: { code: 'busy' } });
    expect(await terminal.status()).toMatchObject({ kind: 'busy' });
    expect(await terminal.lastTransaction()).toMatchObject({ kind: 'unreachable', reason: { code: 'busy' } });
  });

  it.each([
    [5, 'declined'],
    [7, 'declined'],
    [13, 'unknown'],
    [99, 'approved'],
  ])('of an amount that ends in %i is %s', async (cents, kind) => {
    const { terminal } = await open();
    expect(await terminal.pay({ amount: 1000 + cents })).toMatchObject({ kind });
  });

  it('is aborted while the customer is waited for', async () => {
    const { terminal } = await withBehaviour('nobody');
    const abort = new AbortController();
    const seen: Progress[] = [];
    const onProgress = (progress: Progress) => {
      seen.push(progress);
      if (progress.step === 'prompt') abort.abort();
    };
    const outcome = await terminal.pay({ amount: 1200 }, { onProgress, signal: abort.signal });
    expect(outcome).toMatchObject({ kind: 'declined', reason: { code: 'aborted', text: 'Abbruch durch Kasse' } });
    expect(seen).toContainEqual({ step: 'abortRequested' });
  });

  it.each([
    ['slow:100', true],
    ['late-approval:100', false],
  ])('is approved although an abort was wanted: %s', async (behaviour, refused) => {
    const { terminal } = await withBehaviour(behaviour);
    const abort = new AbortController();
    const seen: Progress[] = [];
    const onProgress = (progress: Progress) => {
      seen.push(progress);
      if (progress.step === 'prompt' && progress.terminalText?.includes('bearbeitet')) abort.abort();
    };
    const outcome = await terminal.pay({ amount: 1200 }, { onProgress, signal: abort.signal });
    expect(outcome.kind).toBe('approved');
    expect(seen.some(({ step }) => step === 'abortRefused')).toBe(refused);
    expect(bookings()).toHaveLength(1);
  });

  it('whose line broke is asked to give up by its RequestID, and answers', async () => {
    const { terminal, virtual } = await withBehaviour('hang-up-after-request');
    expect(await terminal.giveUp?.()).toBe(false);
    virtual.terminal.behaviour = 'forget-request';
    expect((await terminal.pay({ amount: 1200 })).kind).toBe('unknown');
    virtual.terminal.behaviour = 'approve';
    expect(await terminal.giveUp?.()).toBe(true);
    expect(sent('AbortRequest')).toBe(1);
    expect((await terminal.pay({ amount: 1300 })).kind).toBe('approved');
    expect(await terminal.giveUp?.()).toBe(false);
  });

  it('goes under the number that the till has chosen, and is repeated and given up by it, also by another till', async () => {
    const { terminal, virtual } = await withBehaviour('lose-line-before-result');
    expect(await terminal.pay({ amount: 1200 }, { reference: '4711' })).toMatchObject({
      kind: 'unknown',
      facts: { reference: '4711' },
    });
    expect(await terminal.lastTransaction()).toMatchObject({ kind: 'found', facts: { reference: '4711' } });
    virtual.terminal.behaviour = 'approve';
    expect((await terminal.pay({ amount: 1300 })).kind).toBe('approved');
    expect(await terminal.giveUp?.('4712')).toBe(true);
    expect(sent('AbortRequest')).toBe(1);
  });

  it('is not affected by an abort that was meant for the payment before', async () => {
    const { terminal, virtual } = await open();
    const abort = new AbortController();
    await terminal.pay({ amount: 1200 }, { signal: abort.signal });
    virtual.terminal.behaviour = 'slow:50';
    const onProgress = ({ step }: Progress) => void (step === 'prompt' && abort.abort());
    expect((await terminal.pay({ amount: 1300 }, { onProgress })).kind).toBe('approved');
    expect(sent('AbortRequest')).toBe(0);
  });

  it('that was aborted before it began is not sent', async () => {
    const { terminal } = await open();
    expect(await terminal.pay({ amount: 1200 }, { signal: AbortSignal.abort() })).toMatchObject({
      kind: 'notSent',
      reason: { code: 'aborted' },
    });
    expect(sent('CardPayment')).toBe(0);
  });

  it.each([0.5, -1, 1e12])('of %d is a mistake: nothing is sent, and the next payment works', async amount => {
    const { terminal } = await open();
    expect(await terminal.pay({ amount })).toMatchObject({ kind: 'notSent', reason: { code: 'unsupported' } });
    expect(sent('CardPayment')).toBe(0);
    expect((await terminal.pay({ amount: 1200 })).kind).toBe('approved');
  });

  it('goes on when its progress listener throws', async () => {
    const { terminal } = await open();
    const onProgress = () => {
      throw new Error('screen');
    };
    expect((await terminal.pay({ amount: 1200 }, { onProgress })).kind).toBe('approved');
  });
});

describe('a lost answer', () => {
  it.each(['lose-line-before-result', 'garble-result'])(
    'leaves a question that the last transaction answers: %s',
    async behaviour => {
      const { terminal, virtual } = await withBehaviour(behaviour);
      expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'unknown', facts: {} });
      virtual.terminal.behaviour = 'approve';
      await until(() => !virtual.terminal.isBusy);
      expect(await terminal.lastTransaction()).toMatchObject({
        kind: 'found',
        approved: true,
        facts: { amount: 1200, receiptNumber: 1, date: expect.any(String), time: expect.any(String) },
      });
      expect(sent('CardPayment')).toBe(1);
    },
  );

  it('of a terminal whose slips nobody kept: the terminal has taken the payment back', async () => {
    const { terminal, virtual } = await withBehaviour('hang-up-after-request');
    expect((await terminal.pay({ amount: 1200 })).kind).toBe('unknown');
    await until(() => !virtual.terminal.isBusy);
    virtual.terminal.behaviour = 'approve';
    expect(await terminal.lastTransaction()).toMatchObject({
      kind: 'found',
      approved: false,
      facts: { amount: 1200, receiptNumber: 1 },
    });
    expect(bookings()).toEqual([]);
  });

  it('of a request that the terminal forgot: the last transaction is still the transaction before', async () => {
    const { terminal, virtual } = await open();
    const before = await terminal.pay({ amount: 700 });
    virtual.terminal.behaviour = 'forget-request';
    const forgotten = await terminal.pay({ amount: 700 });
    const last = await terminal.lastTransaction();
    expect([before, forgotten, last]).toMatchObject([
      { kind: 'approved' },
      { kind: 'unknown' },
      { kind: 'found', facts: { amount: 700, receiptNumber: 1 } },
    ]);
    const [known, ours, repeated] = [before, forgotten, last].map(one => 'facts' in one && one.facts.reference);
    expect(repeated).toBe(known);
    expect(repeated).not.toBe(ours);
  });

  it('of a silent terminal leaves the payment unknown, after the terminal was asked to abort', async () => {
    const { terminal, virtual } = await open({
      virtual: { behaviour: 'mute' },
      options: { timers: { card: 100, stop: 50 } },
    });
    const seen: Progress[] = [];
    const outcome = await terminal.pay({ amount: 1200 }, { onProgress: progress => seen.push(progress) });
    expect(outcome).toMatchObject({ kind: 'unknown', reason: { code: 'silent' } });
    expect(seen).toContainEqual({ step: 'abortRequested' });
    await until(() => !virtual.terminal.isBusy);
    virtual.terminal.behaviour = 'approve';
    expect(await terminal.lastTransaction()).toMatchObject({ kind: 'found', approved: true });
  });

  it('of a declined payment: the last transaction is the declined one', async () => {
    const { terminal } = await withBehaviour('decline');
    await terminal.pay({ amount: 1200 });
    expect(await terminal.lastTransaction()).toMatchObject({
      kind: 'found',
      approved: false,
      resultCode: 5,
      facts: { amount: 1200, receiptNumber: 1 },
    });
  });

  it('of nothing: a terminal without a payment has no last transaction', async () => {
    const { terminal } = await open();
    expect(await terminal.lastTransaction()).toEqual({ kind: 'none' });
  });
});

describe('the slips', () => {
  it('are handed over one by one', async () => {
    const { terminal } = await open();
    const slips: TerminalReceipt[] = [];
    const onSlip = async (slip: TerminalReceipt) => {
      slips.push(slip);
      return true;
    };
    const outcome = await terminal.pay({ amount: 1200 }, { onSlip });
    expect(slips.map(({ copy }) => copy)).toEqual(['merchant', 'customer']);
    expect(outcome).toMatchObject({ receipts: slips });
    expect(slips[0]?.lines.map(({ text }) => text)).toContain('Betrag EUR 12.00');
  });

  it.each([
    ['says so', () => false],
    [
      'fails',
      () => {
        throw new Error('no paper');
      },
    ],
  ])('cost the payment when the till cannot keep them and %s', async (_, onSlip) => {
    const { terminal } = await open();
    expect(await terminal.pay({ amount: 1200 }, { onSlip })).toMatchObject({
      kind: 'declined',
      reason: { code: 'refused', text: 'Drucker der Kasse nicht bereit' },
      receipts: [],
    });
    expect(bookings()).toEqual([]);
  });
});

describe('a signature', () => {
  const ask = async (onQuestion?: (question: Question) => Promise<Answer>) =>
    pair.terminal.pay({ amount: 1200 }, onQuestion ? { onQuestion } : {});

  it('that the cashier confirms completes the payment', async () => {
    await withBehaviour('signature');
    let asked: Question | undefined;
    const outcome = await ask(async question => {
      asked = question;
      return { kind: 'yes' };
    });
    expect(asked).toEqual({ kind: 'signature', text: 'Unterschrift\nin Ordnung?', timeout: 60_000 });
    expect(outcome).toMatchObject({ kind: 'approved', facts: { verification: 'signature', needsSignature: true } });
  });

  it.each<[string, ((question: Question) => Promise<Answer>) | undefined]>([
    ['rejects', async () => ({ kind: 'no' })],
    ['does not answer', async () => ({ kind: 'none' })],
    ['answers with something else', async () => ({ kind: 'typed', text: 'yes' })],
    ['cannot be asked about', undefined],
    ['is asked about by a screen that fails', () => Promise.reject(new Error('screen'))],
  ])('that the cashier %s takes the payment back', async (_, onQuestion) => {
    await withBehaviour('signature');
    expect(await ask(onQuestion)).toMatchObject({ kind: 'declined', reason: { text: 'Unterschrift nicht bestätigt' } });
    expect(bookings()).toEqual([]);
  });
});

describe('money is given back', () => {
  it('by the receipt number', async () => {
    const { terminal } = await open();
    await terminal.pay({ amount: 1200 });
    expect(await terminal.reverse({ receiptNumber: 1, paid: 1200, traceNumber: 1 })).toMatchObject({
      kind: 'approved',
      facts: { amount: 1200, receiptNumber: 2 },
    });
    expect(await terminal.perform({ do: 'turnoverTotals' })).toMatchObject({ totals: { amount: 0, byCardType: [] } });
  });

  it.each([
    ['was never paid', { receiptNumber: 9 }],
    ['has another amount', { receiptNumber: 1, paid: 1100 }],
    ['has another trace number', { receiptNumber: 1, traceNumber: 9 }],
  ])('not for what %s', async (_, reversal) => {
    const { terminal } = await open();
    await terminal.pay({ amount: 1200 });
    expect(await terminal.reverse(reversal)).toMatchObject({
      kind: 'declined',
      reason: { text: 'Beleg nicht gefunden' },
    });
    expect(bookings()).toHaveLength(1);
  });

  it('once only', async () => {
    const { terminal } = await open();
    await terminal.pay({ amount: 1200 });
    expect((await terminal.reverse({ receiptNumber: 1 })).kind).toBe('approved');
    expect((await terminal.reverse({ receiptNumber: 1 })).kind).toBe('declined');
  });

  it('as a refund', async () => {
    const { terminal } = await open();
    await terminal.pay({ amount: 1200 });
    expect(await terminal.refund({ amount: 200 })).toMatchObject({ kind: 'approved', facts: { amount: 200 } });
    expect(await terminal.perform({ do: 'turnoverTotals' })).toMatchObject({
      kind: 'done',
      totals: { amount: 1000, byCardType: [{ cardType: 'girocard', count: 2, amount: 1000 }] },
      receipts: [{ copy: 'admin' }],
    });
  });
});

describe('tasks', () => {
  it('close the day', async () => {
    const { terminal } = await open();
    await terminal.pay({ amount: 1200 });
    await terminal.pay({ amount: 300 });
    expect(await terminal.perform({ do: 'endOfDay' })).toMatchObject({
      kind: 'done',
      totals: { amount: 1500, byCardType: [{ count: 2 }] },
    });
    expect(await terminal.perform({ do: 'endOfDay' })).toMatchObject({ totals: { amount: 0 } });
  });

  it.each(['diagnosis', 'sendOffline'] as const)('run: %s', async task => {
    const { terminal } = await open();
    expect(await terminal.perform({ do: task })).toMatchObject({ kind: 'done' });
  });

  it('log the till off; the next payment logs in again', async () => {
    const { terminal } = await open();
    expect((await terminal.perform({ do: 'logOff' })).kind).toBe('done');
    expect(terminal.state).toBe('offline');
    expect((await terminal.pay({ amount: 1200 })).kind).toBe('approved');
  });

  it('report the status', async () => {
    const { terminal } = await open();
    expect(await terminal.status()).toEqual({ kind: 'ready' });
  });
});

it('refuses commands that the protocol does not have, and sends nothing', async () => {
  const { terminal, virtual } = await open();
  const before = virtual.terminal.received.length;
  const unsupported = { reason: { code: 'unsupported' } };
  expect(await terminal.pay({ amount: 1200, tip: 100 })).toMatchObject({ kind: 'notSent', ...unsupported });
  expect(await terminal.pay({ amount: 1200, cashback: 100 })).toMatchObject({ kind: 'notSent', ...unsupported });
  expect(await terminal.pay({ amount: 1200, withReadCard: true })).toMatchObject({ kind: 'notSent', ...unsupported });
  expect(await terminal.pay({ amount: 1, authorisationCode: '12AB56' })).toMatchObject({
    kind: 'notSent',
    ...unsupported,
  });
  expect(await terminal.reverse({ receiptNumber: 1, amount: 1 })).toMatchObject({ kind: 'notSent', ...unsupported });
  expect(await terminal.preAuthorise({ amount: 1 })).toMatchObject({ kind: 'notSent', ...unsupported });
  for (const amount of [10_000_000_000, 0.5, -1]) {
    expect(await terminal.pay({ amount })).toMatchObject({ kind: 'notSent', ...unsupported });
    expect(await terminal.refund({ amount })).toMatchObject({ kind: 'notSent', ...unsupported });
    expect(await terminal.reverse({ receiptNumber: 1, paid: amount })).toMatchObject({
      kind: 'notSent',
      ...unsupported,
    });
  }
  expect(await terminal.book({ receiptNumber: 1, amount: 1 })).toMatchObject({ kind: 'notSent', ...unsupported });
  expect(await terminal.release({ receiptNumber: 1 })).toMatchObject({ kind: 'notSent', ...unsupported });
  expect(await terminal.addTip({ receiptNumber: 1, amount: 1 })).toMatchObject({ kind: 'notSent', ...unsupported });
  expect(await terminal.openPreAuthorisations()).toMatchObject({ kind: 'unreachable', ...unsupported });
  expect(await terminal.readCard(100)).toMatchObject({ kind: 'failed', ...unsupported });
  expect(await terminal.askCustomer({ lines: [], timeout: 1 })).toMatchObject({ kind: 'failed', ...unsupported });
  expect(await terminal.perform({ do: 'reset' })).toMatchObject({ kind: 'failed', ...unsupported });
  expect(await terminal.perform({ do: 'diagnosis', kind: 'extended' })).toMatchObject({
    kind: 'failed',
    ...unsupported,
  });
  expect(virtual.terminal.received).toHaveLength(before);
  expect(terminal.features.has('preAuthorisation')).toBe(false);
});
