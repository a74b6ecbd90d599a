/** Transactions that carry the name of a command, and such as carry no number at all. */
import { describe, expect, it } from 'vitest';
import type { OpenCase, TerminalSnapshot, TransactionReport } from './evidence.ts';
import { EMPTY_REPORT, snapshotFromReceipt } from './evidence.ts';
import { reconcile } from './reconciliation.ts';

const STARTED = Date.parse('2026-11-22T10:10:00Z');
const nameless = (more: Partial<TransactionReport> = {}): TransactionReport => ({
  ...EMPTY_REPORT,
  amount: 1000,
  currency: 'EUR',
  ...more,
});
const at10: Partial<TransactionReport> = { date: '2026-11-22', time: '10:00:00', at: STARTED - 600_000 };
const knowing = (last: TransactionReport | null): TerminalSnapshot => ({
  ...snapshotFromReceipt(null, STARTED),
  last,
  behind: 0,
});

const payment = (more: Partial<OpenCase>): OpenCase => ({
  kind: 'payment',
  amount: 1000,
  currency: 'EUR',
  original: null,
  snapshotBefore: knowing(null),
  otherReports: [],
  reported: null,
  startedAt: STARTED,
  askedAt: STARTED,
  shared: false,
  ...more,
});

function verdict(intent: Partial<OpenCase>, last: TransactionReport) {
  const step = reconcile(payment(intent), { idle: true, last, totals: 'untold', open: 'untold' });
  if (step.kind === 'ask') throw new Error(`asks for ${step.question}`);
  return [step.kind, step.because.en];
}

describe('a transaction under the name of the command', () => {
  const ours = (more: Partial<TransactionReport> = {}) => nameless({ reference: '101', ...more });

  it.each<[string, Partial<OpenCase>]>([
    ['where nothing was known before', { snapshotBefore: knowing(null) }],
    ['at a shared terminal', { shared: true, snapshotBefore: knowing(nameless({ reference: '100' })) }],
    ['although its amount is that of the one before', { snapshotBefore: knowing(nameless({ reference: '100' })) }],
  ])('is ours, %s', (_, intent) => {
    expect(verdict({ reference: '101', ...intent }, ours())).toEqual(['happened', expect.stringMatching(/carries/)]);
  });

  it('did not happen when it is kept as declined, and is undecided with another amount or currency', () => {
    expect(verdict({ reference: '101' }, ours({ approved: false }))[0]).toBe('didNotHappen');
    expect(verdict({ reference: '101' }, ours({ amount: 900 }))[0]).toBe('person');
    expect(verdict({ reference: '101' }, ours({ currency: 'CHF' }))[0]).toBe('person');
  });

  it('is undecided when it is also known as another transaction', () => {
    const numbers = { receipt: 7, trace: 70, time: '10:00:00' };
    const intent = { reference: '101', snapshotBefore: knowing(nameless({ ...numbers, reference: '100' })) };
    expect(verdict(intent, ours(numbers))[0]).toBe('person');
  });
});

describe('a transaction under another name', () => {
  const last = nameless({ ...at10, reference: '100' });

  it('is the transaction before, by its reference alone', () => {
    const known = nameless({ reference: '100' });
    expect(verdict({ reference: '101', snapshotBefore: knowing(known) }, last)[0]).toBe('didNotHappen');
    expect(verdict({ snapshotBefore: knowing(nameless({ amount: 5 })), otherReports: [known] }, last)[0]).toBe(
      'didNotHappen',
    );
  });

  it('is the declined transaction before, whatever an earlier transaction without a receipt number was', () => {
    const declined = nameless({ amount: null, currency: null, approved: false, reference: '100' });
    const intent = { reference: '101', snapshotBefore: { ...knowing(declined), attempts: 2 } };
    const otherReports = [nameless({ ...at10, amount: 7939, reference: '99' })];
    expect(verdict({ ...intent, otherReports }, declined)[0]).toBe('didNotHappen');
  });

  it('is never ours, whatever its amount and its time', () => {
    const new1 = nameless({ receipt: 8, trace: 80, at: STARTED + 5000, reference: '999' });
    const snapshotBefore = { ...snapshotFromReceipt(7, STARTED), behind: 0 };
    expect(verdict({ reference: '101', snapshotBefore }, new1)).toEqual([
      'person',
      expect.stringMatching(/another command/),
    ]);
    expect(verdict({ snapshotBefore }, new1)[0]).toBe('happened');
  });

  it('is ours where it is declined and tells no more than a name that is new, after the till was killed', () => {
    const before = { ...knowing(nameless({ amount: null, approved: false, reference: '100' })), attempts: 1 };
    const declined = nameless({ amount: null, currency: null, approved: false, reference: '101' });
    expect(verdict({ snapshotBefore: before }, declined)[0]).toBe('didNotHappen');
    expect(verdict({ snapshotBefore: before, shared: true }, declined)[0]).toBe('person');
    expect(verdict({ snapshotBefore: before, reference: '102' }, declined)[0]).toBe('person');
    expect(verdict({ snapshotBefore: before }, { ...declined, approved: true })[0]).toBe('person');
    expect(verdict({ snapshotBefore: before }, nameless({ amount: null, approved: false }))[0]).toBe('person');
  });

  it('is the same all the same where its numbers and its time are', () => {
    const numbers = { receipt: 7, time: '10:00:00' };
    const snapshotBefore = knowing(nameless({ ...numbers, reference: '100' }));
    expect(verdict({ reference: '101', snapshotBefore }, nameless({ ...numbers, reference: '55' }))[0]).toBe(
      'didNotHappen',
    );
  });
});

describe('a transaction that tells its command', () => {
  const known = { ...knowing(nameless({ receipt: 7, trace: 70 })), counter: 7 };
  const reported = (more: Partial<TransactionReport>) =>
    nameless({ receipt: 9, trace: 72, at: STARTED + 5000, ...more });

  it('is no payment where it is a reversal that nobody has asked for: the terminal has taken back what it could not report', () => {
    expect(verdict({ snapshotBefore: known }, reported({ command: 'reversal' }))).toEqual([
      'didNotHappen',
      expect.stringMatching(/taken .* back/),
    ]);
    expect(verdict({ kind: 'refund', snapshotBefore: known }, reported({ command: 'reversal' }))[0]).toBe(
      'didNotHappen',
    );
  });

  it.each<[string, Partial<OpenCase>, Partial<TransactionReport>]>([
    ['a reversal of another amount', {}, { command: 'reversal', amount: 900 }],
    ['a reversal under the name of a command', {}, { command: 'reversal', reference: '55' }],
    ['a reversal that was declined', {}, { command: 'reversal', approved: false }],
    ['a reversal where others work, too', { shared: true }, { command: 'reversal' }],
    ['a reversal of a number far off', {}, { command: 'reversal', receipt: 40 }],
    ['a refund', {}, { command: 'refund' }],
    ["a reversal that may be ours or the terminal's own", { kind: 'reversal' }, { command: 'reversal' }],
    ['a transaction that may be a reversal', {}, { command: 'untold' }],
  ])('is left to a person: %s', (_, intent, more) => {
    expect(verdict({ snapshotBefore: known, ...intent }, reported(more))[0]).toBe('person');
  });

  it('is the payment where it is one, and where its number leaves no room for a reversal', () => {
    expect(verdict({ snapshotBefore: known }, reported({ command: 'payment', receipt: 8 }))[0]).toBe('happened');
    expect(verdict({ snapshotBefore: known }, reported({ command: 'untold', receipt: 8 }))[0]).toBe('happened');
  });
});

describe('a transaction without a number', () => {
  const before = nameless(at10);

  it('is the transaction before when amount, date and time agree', () => {
    expect(verdict({ snapshotBefore: knowing(before), otherReports: [before] }, before)[0]).toBe('didNotHappen');
  });

  it('may be the transaction before or a new one: at a shared terminal, or when only others were reported', () => {
    expect(verdict({ shared: true, snapshotBefore: knowing(before) }, before)[0]).toBe('person');
    expect(verdict({ snapshotBefore: knowing(nameless({ amount: 5 })), otherReports: [before] }, before)[0]).toBe(
      'person',
    );
  });

  it.each([{}, { time: '10:00:00' }, { date: '2026-11-22' }])('and without more than %j is no evidence', less => {
    expect(verdict({ snapshotBefore: knowing(nameless(less)) }, nameless(less))[0]).toBe('person');
    expect(verdict({ snapshotBefore: knowing(nameless(less)) }, nameless())[0]).toBe('person');
  });

  it('is new when its time is: the payment, or its reversal by the terminal itself, unless the totals tell', () => {
    const last = nameless({ date: '2026-11-22', time: '10:10:05', at: STARTED + 5000 });
    expect(verdict({ snapshotBefore: knowing(before) }, last)[0]).toBe('person');
    const totals = { count: 2, amount: 3000 };
    const snapshotBefore = { ...knowing(before), totals };
    const moved = { idle: true, last, totals: { count: 3, amount: 4000 }, open: 'untold' } as const;
    expect(reconcile(payment({ snapshotBefore }), moved).kind).toBe('happened');
    expect(reconcile(payment({ snapshotBefore }), { ...moved, totals }).kind).toBe('person');
  });

  it('is not a declined transaction', () => {
    const declined = nameless({ approved: false });
    const last = nameless({ date: '2026-11-22', time: '10:10:05', at: STARTED + 5000 });
    expect(verdict({ snapshotBefore: knowing(before), otherReports: [declined] }, last)[1]).toMatch(
      /may be the payment/,
    );
  });
});
