/** The driver against its virtual terminal, over real TCP: how each conversation ends, and what the till hears of it. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openTerminal } from '../index.ts';
import type { Answer, Progress, Question, Reason, TerminalReceipt, TerminalState } from '../terminal.ts';
import { FAST, freePort, openPair, type Pair, type PairOptions, until } from './pair.fixture.ts';

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
  it('is approved, with its slips and what the screen shows meanwhile', async () => {
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

  it('is not touched by an abort that was meant for the one before', async () => {
    const { terminal, virtual } = await open();
    const abort = new AbortController();
    await terminal.pay({ amount: 1200 }, { signal: abort.signal });
    virtual.terminal.behaviour = 'slow:50';
    const onProgress = ({ step }: Progress) => void (step === 'prompt' && abort.abort());
    expect((await terminal.pay({ amount: 1300 }, { onProgress })).kind).toBe('approved');
    expect(sent('AbortRequest')).toBe(0);
  });

  it('that was aborted before is not sent', async () => {
    const { terminal } = await open();
    expect(await terminal.pay({ amount: 1200 }, { signal: AbortSignal.abort() })).toMatchObject({
      kind: 'notSent',
      reason: { code: 'aborted' },
    });
    expect(sent('CardPayment')).toBe(0);
  });

  it.each([0.5, -1, 1e12])('of %d is a mistake: nothing is sent, and the next one works', async amount => {
    const { terminal } = await open();
    expect(await terminal.pay({ amount })).toMatchObject({ kind: 'notSent', reason: { code: 'unsupported' } });
    expect(sent('CardPayment')).toBe(0);
    expect((await terminal.pay({ amount: 1200 })).kind).toBe('approved');
  });

  it('goes on when whoever looks on fails', async () => {
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

  it('of a terminal that found nobody to keep its slips: it has taken the payment back', async () => {
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

  it('of a request that the terminal forgot: the last transaction is still the one before', async () => {
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

  it('of a silent terminal: it is asked to abort, and then nobody knows', async () => {
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

  it('keeps a declined one declined', async () => {
    const { terminal } = await withBehaviour('decline');
    await terminal.pay({ amount: 1200 });
    expect(await terminal.lastTransaction()).toMatchObject({
      kind: 'found',
      approved: false,
      resultCode: 5,
      facts: { amount: 1200, receiptNumber: 1 },
    });
  });

  it('of nothing: a terminal that was never asked has no last transaction', async () => {
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
      reason: { text: 'Drucker der Kasse nicht bereit' },
      receipts: [],
    });
    expect(bookings()).toEqual([]);
  });
});

describe('a signature', () => {
  const ask = async (onQuestion?: (question: Question) => Promise<Answer>) =>
    pair.terminal.pay({ amount: 1200 }, onQuestion ? { onQuestion } : {});

  it('that the cashier finds right is a payment', async () => {
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
    ['finds wrong', async () => ({ kind: 'no' })],
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

describe('money goes back', () => {
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

describe('services', () => {
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

  it('log off; the next payment logs in again', async () => {
    const { terminal } = await open();
    expect((await terminal.perform({ do: 'logOff' })).kind).toBe('done');
    expect(terminal.state).toBe('offline');
    expect((await terminal.pay({ amount: 1200 })).kind).toBe('approved');
  });

  it('tell the state', async () => {
    const { terminal } = await open();
    expect(await terminal.status()).toEqual({ kind: 'ready' });
  });
});

it('what it cannot do is not sent', async () => {
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

describe('the contact', () => {
  it('comes back by itself, and tells', async () => {
    const { terminal, virtual } = await withBehaviour('lose-line-before-result');
    const states: [TerminalState, Reason?][] = [];
    terminal.onState((state, reason) => states.push(reason ? [state, reason] : [state]));
    await terminal.pay({ amount: 1200 });
    virtual.terminal.behaviour = 'approve';
    await until(() => terminal.state === 'ready');
    expect(states.map(([state]) => state)).toEqual(['busy', 'offline', 'connecting', 'ready']);
    expect(states[1]?.[1]).toMatchObject({ code: 'lineLost' });
  });

  it('logs in again when the terminal has forgotten the till', async () => {
    const { terminal, virtual } = await open();
    await terminal.perform({ do: 'logOff' });
    await terminal.register();
    expect(virtual.terminal.received).toEqual(['Login', 'Logoff', 'Login']);
    expect((await terminal.pay({ amount: 1200 })).kind).toBe('approved');
  });

  it('works with one connection for each request', async () => {
    const { terminal } = await open({ options: { keepOpen: false } });
    expect((await terminal.pay({ amount: 1200 })).kind).toBe('approved');
    expect((await terminal.pay({ amount: 1213 })).kind).toBe('unknown');
    expect(await terminal.lastTransaction()).toMatchObject({ kind: 'found', facts: { amount: 1213 } });
    expect(sent('Login')).toBe(2); // at first, and after the line was lost
  });

  it('works with a terminal that knows no login', async () => {
    const { terminal } = await open({
      options: { login: false, timers: { fresh: 0 } },
      virtual: { needsLogin: false },
    });
    expect((await terminal.pay({ amount: 1200 })).kind).toBe('approved');
    expect((await terminal.pay({ amount: 1300 })).kind).toBe('approved');
    expect(sent('Login')).toBe(0);
  });

  it('asks for a sign of life when nobody spoke for long', async () => {
    const { terminal } = await open({ options: { timers: { fresh: 0 } } });
    expect((await terminal.pay({ amount: 1200 })).kind).toBe('approved');
    expect(sent('Login')).toBe(2);
  });

  it('is heard in ISO 8859-1 as well', async () => {
    const { terminal } = await open({ options: { charset: 'iso-8859-1', workstation: 'Kasse 1' } });
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'approved' });
    expect(pair.trace.some(({ text }) => text.includes('WorkstationID="Kasse 1"'))).toBe(true);
  });

  it('never gives two requests the same number', async () => {
    const { terminal } = await open();
    await terminal.pay({ amount: 1200 });
    await terminal.status();
    const requests = pair.trace.filter(({ direction, text }) => direction === 'sent' && /Service?Request/.test(text));
    const numbers = requests.map(({ text }) => /RequestID="(\d+)"/.exec(text)?.[1]);
    expect(numbers.length).toBeGreaterThan(2);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('begins its numbers anew each time', async () => {
    const first = async () => /RequestID="(\d+)"/.exec((await open()).trace[0]?.text ?? '')?.[1];
    const one = await first();
    await pair.close();
    expect(one).not.toBe(await first());
  });

  it('does one thing after the other', async () => {
    const { terminal, virtual } = await open();
    const both = await Promise.all([terminal.pay({ amount: 1200 }), terminal.pay({ amount: 1300 })]);
    expect(both.map(({ kind }) => kind)).toEqual(['approved', 'approved']);
    expect(virtual.terminal.memory.bookings.map(({ amount }) => amount)).toEqual([1200, 1300]);
  });
});

describe('closing', () => {
  it('lets a running payment end, and refuses new ones', async () => {
    const { terminal } = await withBehaviour('slow:50');
    const paying = terminal.pay({ amount: 1200 });
    await until(() => terminal.state === 'busy');
    const closing = terminal.close();
    expect(await terminal.pay({ amount: 100 })).toMatchObject({ kind: 'notSent', reason: { code: 'closed' } });
    expect((await paying).kind).toBe('approved');
    await closing;
    expect(terminal.state).toBe('closed');
    expect(await terminal.register()).toMatchObject({ ok: false, reason: { code: 'closed' } });
  });

  it('does not wait for ever', async () => {
    const { terminal } = await withBehaviour('nobody');
    const paying = terminal.pay({ amount: 1200 });
    await until(() => sent('CardPayment') === 1);
    await terminal.close();
    expect(await paying).toMatchObject({ kind: 'unknown', reason: { code: 'closed' } });
  });

  it('leaves no port behind', async () => {
    const { terminal } = await open();
    await terminal.close();
    await pair.close();
    const { port } = pair.virtual;
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    server.close();
  });
});

describe('a terminal that cannot be reached', () => {
  const at = async (devicePort: number, port: number) =>
    openTerminal({
      protocol: 'opi',
      connection: { type: 'tcp', host: '127.0.0.1', port },
      options: { devicePort, deviceHost: '127.0.0.1', timers: FAST },
    });

  it('was sent nothing', async () => {
    await open();
    const terminal = await at(await freePort(), await freePort());
    expect(await terminal.pay({ amount: 1200 })).toMatchObject({ kind: 'notSent', reason: { code: 'unreachable' } });
    expect(await terminal.status()).toMatchObject({ kind: 'unreachable' });
    expect(await terminal.lastTransaction()).toMatchObject({ kind: 'unreachable' });
    expect(await terminal.perform({ do: 'endOfDay' })).toMatchObject({ kind: 'failed' });
    await terminal.close();
  });

  it('is one whose channel 1 cannot be opened, until it can', async () => {
    const { virtual } = await open();
    await pair.terminal.close();
    const port = await freePort();
    const holder = createServer().listen(port, '127.0.0.1');
    await once(holder, 'listening');
    const terminal = await at(port, virtual.port);
    const outcome = await terminal.pay({ amount: 1200 });
    expect(outcome).toMatchObject({ kind: 'notSent', reason: { code: 'portTaken', text: /channel 1/ } });
    holder.close();
    await once(holder, 'close');
    await until(() => terminal.state === 'ready');
    expect((await terminal.pay({ amount: 1200 })).kind).toBe('approved');
    await terminal.close();
  });

  it('is one that another driver owns', async () => {
    const { virtual } = await open();
    const second = await at(await freePort(), virtual.port);
    expect(await second.pay({ amount: 1200 })).toMatchObject({ kind: 'notSent', reason: { code: 'held' } });
    await second.close();
  });
});
