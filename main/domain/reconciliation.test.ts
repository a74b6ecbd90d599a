/** The verdict as a table of what a terminal may tell; what no history may lead it to: `verdictHistories.test.ts`. */
import { describe, expect, it } from 'vitest';
import type { OpenCase } from './evidence.ts';
import {
  before,
  type Case,
  decides,
  HOUR,
  knowing,
  MINUTE,
  NOTHING,
  of7,
  payment,
  reportWith,
  STARTED,
  tipped,
  verdict,
} from './reconciliation.fixture.ts';
import { reconcile, type TerminalEvidence } from './reconciliation.ts';

const happened: readonly Case[] = [
  ['a new receipt with the amount', {}, { last: reportWith({}) }],
  ['a new receipt with the amount and the tip it tells', {}, { last: tipped() }],
  ['more than asked for, which the till has confirmed', { confirmed: 1100 }, { last: reportWith({ amount: 1100 }) }],
  ['more was confirmed, and the terminal went on without it', { confirmed: 1100 }, { last: reportWith({}) }],
  [
    'reported with its tip, and repeated without it',
    { reported: tipped({ trace: 80 }) },
    { last: reportWith({ amount: 1100, trace: 80 }) },
  ],
  [
    'shared, but reported with its tip before the line broke',
    { shared: true, reported: tipped({ trace: 80 }) },
    { last: tipped({ trace: 80 }) },
  ],
  [
    'a tip, and totals that have moved by all of it',
    { snapshotBefore: knowing(7, { totals: { count: 2, amount: 300 } }) },
    { last: tipped(), totals: { count: 3, amount: 1400 } },
  ],
  [
    'a tip, and totals of a terminal that counts none',
    { snapshotBefore: knowing(7, { totals: { count: 2, amount: 300 } }) },
    { last: tipped(), totals: { count: 3, amount: 1300 } },
  ],
  [
    'reported with its tip, and the totals alone tell the rest',
    { snapshotBefore: knowing(null, { totals: { count: 2, amount: 300 } }), reported: tipped({ trace: 80 }) },
    { last: 'untold', totals: { count: 3, amount: 1400 } },
  ],
  [
    'the same terminal answers',
    { snapshotBefore: knowing(7, { terminal: '60001234' }) },
    { last: reportWith({}), terminal: '60001234' },
  ],
  [
    'a terminal that tells no id',
    { snapshotBefore: knowing(7, { terminal: '60001234' }) },
    { last: reportWith({}), terminal: null },
  ],
  ['the clock of the terminal is some minutes slow', {}, { last: reportWith({ at: STARTED - 14 * MINUTE }) }],
  ['its clock is hours wrong, and nobody relied on it', {}, { last: reportWith({ at: STARTED - 9 * HOUR }) }],
  [
    'its clock was right, and a clock was put right by days since; the sums have moved by the amount',
    { snapshotBefore: knowing(7, { behind: 0, totals: { count: 3, amount: 3000 } }) },
    { last: reportWith({ at: STARTED - 72 * HOUR }), totals: { count: 4, amount: 4000 } },
  ],
  ['the terminal tells no time', {}, { last: reportWith({ at: null }) }],
  ['the numbers went round', { snapshotBefore: knowing(9999) }, { last: reportWith({ receipt: 1 }) }],
  ['the numbers began again after an end-of-day', {}, { last: reportWith({ receipt: 1, trace: 71 }) }],
  [
    'the first payment of a new terminal',
    { snapshotBefore: knowing(0) },
    { last: reportWith({ receipt: 1, trace: 71 }) },
  ],
  [
    'no number was known, but its clock is, and the time is later',
    { snapshotBefore: knowing(null, { behind: 0 }) },
    { last: reportWith({ trace: 71 }) },
  ],
  [
    'numbers in between were used up by commands without a result',
    { snapshotBefore: knowing(7, { attempts: 1, last: before() }) },
    { last: reportWith({ receipt: 10, trace: 73 }) },
  ],
  [
    'another number than expected, but the totals have moved by exactly this payment',
    { snapshotBefore: knowing(7, { totals: { count: 2, amount: 300 } }) },
    { last: reportWith({ receipt: 12 }), totals: { count: 3, amount: 1300 } },
  ],
  [
    'after a day of refunds the totals are nothing before and after, and the last transaction tells',
    { snapshotBefore: knowing(7, { totals: { count: 1, amount: 0 } }) },
    { last: reportWith({}), totals: { count: 2, amount: 0 } },
  ],
  [
    'the terminal keeps no transaction to repeat, but its totals have moved',
    { snapshotBefore: knowing(null, { totals: { count: 2, amount: 300 } }) },
    { last: 'untold', totals: { count: 3, amount: 1300 } },
  ],
  [
    'shared, but the approval arrived before the line broke',
    { shared: true, reported: reportWith({ trace: 80 }) },
    { last: reportWith({ trace: 80 }) },
  ],
  [
    'a reversal of a payment with a later tip, which names the payment and not the tip',
    { kind: 'reversal', original: { ...of7, trace: 71, otherTraces: [70] } },
    { last: reportWith({ originalTrace: 70 }) },
  ],
  [
    'shared: the whole of it is taken back, whoever asked for that',
    { kind: 'reversal', original: of7, shared: true },
    { last: reportWith({ originalTrace: 70 }) },
  ],
  ['a reversal with a receipt of its own', { kind: 'reversal', original: of7 }, { last: reportWith({}) }],
  [
    'a reversal under the number of its original, by another trace number',
    { kind: 'reversal', original: of7, snapshotBefore: knowing(7, { last: before() }) },
    { last: before({ trace: 71, originalTrace: 70, time: '12:00:40' }) },
  ],
  [
    'a reversal of the whole of something whose amount is not known',
    { kind: 'reversal', amount: 0, original: { receipt: 7, trace: 70, amount: null } },
    { last: reportWith({ originalTrace: 70 }) },
  ],
  [
    'the reversal of a refund, which comes back to the totals',
    { kind: 'reversal', original: of7, snapshotBefore: knowing(7, { totals: { count: 3, amount: 500 } }) },
    { last: reportWith({}), totals: { count: 2, amount: 1500 } },
  ],
  [
    'the part of a refund that is reversed on a day whose totals are nothing before and after',
    { kind: 'reversal', amount: 400, original: of7, snapshotBefore: knowing(7, { totals: { count: 1, amount: 0 } }) },
    { last: reportWith({ amount: 400 }), totals: { count: 1, amount: 0 } },
  ],
  [
    'a reversal seen in the totals alone',
    {
      kind: 'reversal',
      original: of7,
      snapshotBefore: knowing(null, { totals: { count: 2, amount: 1300 } }),
    },
    { last: 'untold', totals: { count: 1, amount: 300 } },
  ],
  [
    'only a number was known and a command since then reported none, but the time is later',
    { snapshotBefore: knowing(7, { attempts: 1, behind: 0 }) },
    { last: reportWith({ trace: 71 }) },
  ],
  [
    'a pre-authorisation that is open and not repeated: what the terminal had taken back before is no word on it',
    { kind: 'preAuthorisation', snapshotBefore: knowing(7, { last: before(), attempts: 1, open: [] }) },
    { last: reportWith({ receipt: 9, trace: 72, originalTrace: 71 }), open: [10] },
  ],
  ['a refund', { kind: 'refund' }, { last: reportWith({}) }],
  [
    'a pre-authorisation that is not repeated, but open',
    { kind: 'preAuthorisation', snapshotBefore: knowing(7, { last: before(), open: [3] }) },
    { last: before(), open: [3, 8] },
  ],
  [
    'a booking: no longer open, and a new receipt',
    { kind: 'booking', original: { ...of7, receipt: 3 }, snapshotBefore: knowing(7, { open: [3] }) },
    { last: reportWith({}), open: [] },
  ],
  [
    'a release: no longer open',
    { kind: 'release', amount: 0, original: of7, snapshotBefore: knowing(7, { last: before(), open: [7] }) },
    { last: before(), open: [] },
  ],
  [
    'a tip: the receipt whose number alone was known has grown by it',
    { kind: 'tip', amount: 150, original: of7, snapshotBefore: knowing(7) },
    { last: before({ amount: 1150 }) },
  ],
  [
    'a second, equal tip after the first was taken back: the receipt has grown again',
    {
      kind: 'tip',
      amount: 150,
      original: of7,
      snapshotBefore: knowing(7, { last: before() }),
      otherReports: [before({ amount: 1150 }), before()],
    },
    { last: before({ amount: 1150 }) },
  ],
  [
    'a tip: the receipt has grown by it',
    { kind: 'tip', amount: 100, original: of7, snapshotBefore: knowing(7, { last: before() }) },
    { last: before({ amount: 1100 }) },
  ],
];

decides('happened', happened);

const didNotHappen: readonly Case[] = [
  [
    'it shows the approval before a declined one, of which only the number was known: many repeat nothing that was declined',
    { snapshotBefore: knowing(8), otherReports: [before({ receipt: 8, trace: 80, approved: false }), before()] },
    { last: before() },
  ],
  [
    'the last one is an earlier payment with a tip, and of that amount the till has confirmed this one, too',
    { confirmed: 1100, snapshotBefore: knowing(7, { last: before({ amount: 1100, tip: 100 }) }) },
    { last: before({ amount: 1100, tip: 100 }) },
  ],
  ['declined with its tip', {}, { last: tipped({ approved: false }) }],
  [
    'reported with its tip, and all of it taken back',
    { reported: tipped({ trace: 80 }) },
    { last: reportWith({ receipt: 9, trace: 81, originalTrace: 80, amount: 1100 }) },
  ],
  [
    'the terminal has taken the payment back by itself, and that is its last transaction',
    { snapshotBefore: knowing(7, { last: before() }) },
    { last: reportWith({ receipt: 9, trace: 72, originalTrace: 71 }) },
  ],
  [
    'the same of the first payment of a new terminal',
    { snapshotBefore: knowing(0) },
    { last: reportWith({ receipt: 2, trace: 2, originalTrace: 1 }) },
  ],
  [
    'what it has taken back was an earlier payment, without a result; this one has not arrived',
    { snapshotBefore: knowing(7, { last: before(), attempts: 1 }) },
    { last: reportWith({ receipt: 9, trace: 72, originalTrace: 71, amount: 250 }) },
  ],
  [
    'shared, but the approval that arrived is taken back',
    { shared: true, reported: reportWith({ trace: 80 }) },
    { last: reportWith({ receipt: 9, trace: 81, originalTrace: 80 }) },
  ],
  [
    'a payment was counted, and its money is not in the totals',
    { snapshotBefore: knowing(null, { totals: { count: 0, amount: 0 } }) },
    { last: 'untold', totals: { count: 1, amount: 0 } },
  ],
  [
    'no word of the terminal before, and the last one is another sale’s by its number and its time',
    {
      shared: true,
      snapshotBefore: knowing(null),
      otherReports: [before()],
    },
    { last: before() },
  ],
  [
    'a declined transaction of before, of which nobody knows the time',
    {
      snapshotBefore: knowing(8, { last: before() }),
      otherReports: [reportWith({ approved: false, trace: 71, at: null })],
    },
    { last: reportWith({ approved: false, trace: 71, at: null }) },
  ],
  ['the last receipt is still the known one', {}, { last: reportWith({ receipt: 7, at: STARTED - MINUTE }) }],
  ['the same without a time', {}, { last: reportWith({ receipt: 7, at: null }) }],
  [
    'the same with a clock that is far ahead',
    { snapshotBefore: knowing(7, { last: before({ at: STARTED + 5 * HOUR }) }) },
    { last: before({ at: STARTED + 5 * HOUR }) },
  ],
  [
    'the last one belongs to another sale of the same amount',
    { snapshotBefore: knowing(8), otherReports: [before()] },
    { last: before() },
  ],
  [
    'the last receipt is the payment to be reversed',
    { kind: 'reversal', snapshotBefore: knowing(null), original: of7 },
    { last: reportWith({ receipt: 7, trace: null, at: STARTED - HOUR }) },
  ],
  ['kept as declined', {}, { last: reportWith({ approved: false }) }],
  [
    'no number was known, and by its clock it is older',
    { snapshotBefore: knowing(null, { behind: 0 }) },
    { last: reportWith({ at: STARTED - 48 * HOUR }) },
  ],
  [
    'shared, but nothing at all has been added',
    { shared: true, snapshotBefore: knowing(7, { last: before() }) },
    { last: before() },
  ],
  [
    'the receipt of a tip that was in it before has not grown again',
    {
      kind: 'tip',
      amount: 150,
      original: { ...of7, amount: 1000 },
      snapshotBefore: knowing(7, { last: before({ amount: 1150 }) }),
    },
    { last: before({ amount: 1150 }) },
  ],
  [
    'it repeats the same end-of-day as before, and its totals are as before',
    { snapshotBefore: knowing(7, { totals: NOTHING, dayEnd: '03-03 22:00:00 0008', repeats: true }) },
    { last: 'untold', dayEnd: '03-03 22:00:00 0008', totals: NOTHING },
  ],
  [
    'the totals are as before',
    { snapshotBefore: knowing(null, { totals: { count: 2, amount: 300 } }) },
    { last: 'untold', totals: { count: 2, amount: 300 } },
  ],
  [
    'a pre-authorisation that is not open',
    { kind: 'preAuthorisation', snapshotBefore: knowing(7, { last: before(), open: [3] }) },
    { last: before(), open: [3] },
  ],
  [
    'a booking of what is still open',
    { kind: 'booking', original: { ...of7, receipt: 3 }, snapshotBefore: knowing(7, { last: before(), open: [3] }) },
    { last: before(), open: [3] },
  ],
  [
    'a tip: the receipt has not changed',
    { kind: 'tip', amount: 100, original: of7, snapshotBefore: knowing(7, { last: before() }) },
    { last: before() },
  ],
];

decides('didNotHappen', didNotHappen);

describe('a person who is called', () => {
  const showsNothing = (intent: Partial<OpenCase>, evidence: Partial<TerminalEvidence>) => {
    const { kind, showsNothing: nothing = false } = verdict({ ...payment, ...intent }, evidence);
    expect(kind).toBe('person');
    return nothing;
  };
  const empty = { snapshotBefore: knowing(0, { repeats: true, totals: NOTHING }) };

  it('sees nothing yet where the terminal shows nothing new: it may still be at work', () => {
    expect(showsNothing(empty, { last: 'none', totals: NOTHING })).toBe(true);
    expect(showsNothing({}, { last: 'untold' })).toBe(true);
    expect(showsNothing({ shared: true }, { last: reportWith({ receipt: 7 }) })).toBe(true);
  });

  it('has something to decide about where the terminal shows a new transaction, or has reported an approval', () => {
    expect(showsNothing({}, { last: reportWith({ amount: 999 }) })).toBe(false);
    expect(showsNothing({ reported: reportWith({}) }, { last: 'none' })).toBe(false);
  });
});

describe('the next inquiry', () => {
  const asks = (intent: Partial<OpenCase>, evidence: TerminalEvidence) => {
    const step = reconcile({ ...payment, ...intent }, evidence);
    return step.kind === 'ask' ? step.question : step.kind;
  };

  it('waits for an idle terminal, then is for its last transaction', () => {
    expect(asks({}, { idle: false })).toBe('status');
    expect(asks({}, { idle: true })).toBe('last');
    expect(asks({}, { idle: true, last: reportWith({}) })).toBe('happened');
  });

  it('is for the totals where they were known before, and for open pre-authorisations where they matter', () => {
    const totals = { count: 0, amount: 0 };
    expect(asks({ snapshotBefore: knowing(7, { totals }) }, { idle: true, last: reportWith({}) })).toBe('totals');
    expect(asks({ kind: 'booking', original: of7 }, { idle: true, last: reportWith({}) })).toBe('open');
  });
});
