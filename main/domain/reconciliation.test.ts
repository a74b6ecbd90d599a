/** The verdict as a table of what a terminal may tell; what no history may lead it to: `verdictHistories.test.ts`. */
import { describe, expect, it } from 'vitest';
import type { OpenCase, TransactionReport } from './evidence.ts';
import { EMPTY_REPORT } from './lastTransactionWitness.ts';
import { type Reconciliation, reconcile, snapshotFromReceipt, type TerminalEvidence } from './reconciliation.ts';

const STARTED = Date.parse('2026-03-04T12:00:30.500Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const told = (more: Partial<TransactionReport>): TransactionReport => ({
  ...EMPTY_REPORT,
  amount: 1000,
  receipt: 8,
  at: STARTED + 20 * SECOND,
  ...more,
});
const knowing = (
  receipt: number | null,
  more: Partial<OpenCase['snapshotBefore']> = {},
): OpenCase['snapshotBefore'] => ({
  ...snapshotFromReceipt(receipt, STARTED - SECOND),
  ...more,
});
const before = (more: Partial<TransactionReport> = {}) =>
  told({ receipt: 7, trace: 70, time: '11:59:00', at: STARTED - 90_000, ...more });

const payment: OpenCase = {
  currency: 'EUR',
  kind: 'payment',
  amount: 1000,
  original: null,
  snapshotBefore: knowing(7),
  otherReports: [],
  reported: null,
  startedAt: STARTED,
  askedAt: STARTED + SECOND,
  shared: false,
};
const of7 = { receipt: 7, trace: 70, amount: 1000 };

function verdict(intent: OpenCase, evidence: Partial<TerminalEvidence>): Reconciliation {
  const step = reconcile(intent, { idle: true, totals: 'untold', open: 'untold', ...evidence });
  if (step.kind === 'ask') throw new Error(`asks for ${step.question}`);
  return step;
}

const NOTHING = { count: 0, amount: 0 };
/** A terminal that had nothing before, asked so long after. */
const emptied = (after: number): Partial<OpenCase> => ({
  snapshotBefore: knowing(0, { repeats: true, totals: NOTHING }),
  askedAt: STARTED + after,
});

type Case = readonly [what: string, intent: Partial<OpenCase>, evidence: Partial<TerminalEvidence>];

/** What a customer has added is in the amount. */
const tipped = (more: Partial<TransactionReport> = {}) => told({ amount: 1100, tip: 100, ...more });

const table: Record<Reconciliation['kind'], readonly Case[]> = {
  happened: [
    ['a new receipt with the amount', {}, { last: told({}) }],
    ['a new receipt with the amount and the tip it tells', {}, { last: tipped() }],
    ['more than asked for, which the till has confirmed', { confirmed: 1100 }, { last: told({ amount: 1100 }) }],
    ['more was confirmed, and the terminal went on without it', { confirmed: 1100 }, { last: told({}) }],
    [
      'heard with its tip, and repeated without a word of it',
      { reported: tipped({ trace: 80 }) },
      { last: told({ amount: 1100, trace: 80 }) },
    ],
    [
      'shared, but heard with its tip before the line broke',
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
      'heard with its tip, and the totals alone tell the rest',
      { snapshotBefore: knowing(null, { totals: { count: 2, amount: 300 } }), reported: tipped({ trace: 80 }) },
      { last: 'untold', totals: { count: 3, amount: 1400 } },
    ],
    [
      'the same terminal answers',
      { snapshotBefore: knowing(7, { terminal: '60001234' }) },
      { last: told({}), terminal: '60001234' },
    ],
    [
      'a terminal that tells no id',
      { snapshotBefore: knowing(7, { terminal: '60001234' }) },
      { last: told({}), terminal: null },
    ],
    ['the clock of the terminal is some minutes slow', {}, { last: told({ at: STARTED - 14 * MINUTE }) }],
    ['its clock is hours wrong, and nobody relied on it', {}, { last: told({ at: STARTED - 9 * HOUR }) }],
    [
      'its clock was right, and a clock was put right by days since; the sums have moved by the amount',
      { snapshotBefore: knowing(7, { behind: 0, totals: { count: 3, amount: 3000 } }) },
      { last: told({ at: STARTED - 72 * HOUR }), totals: { count: 4, amount: 4000 } },
    ],
    ['the terminal tells no time', {}, { last: told({ at: null }) }],
    ['the numbers went round', { snapshotBefore: knowing(9999) }, { last: told({ receipt: 1 }) }],
    ['the numbers began again after an end-of-day', {}, { last: told({ receipt: 1 }) }],
    ['the first payment of a new terminal', { snapshotBefore: knowing(0) }, { last: told({ receipt: 1 }) }],
    [
      'no number was known, but its clock is, and the time is later',
      { snapshotBefore: knowing(null, { behind: 0 }) },
      { last: told({}) },
    ],
    [
      'numbers in between were used up by commands nobody heard of again',
      { snapshotBefore: knowing(7, { attempts: 1, last: before() }) },
      { last: told({ receipt: 10 }) },
    ],
    [
      'another number than expected, but the totals have moved by exactly this payment',
      { snapshotBefore: knowing(7, { totals: { count: 2, amount: 300 } }) },
      { last: told({ receipt: 12 }), totals: { count: 3, amount: 1300 } },
    ],
    [
      'after a day of refunds the totals are nothing before and after, and the last transaction tells',
      { snapshotBefore: knowing(7, { totals: { count: 1, amount: 0 } }) },
      { last: told({}), totals: { count: 2, amount: 0 } },
    ],
    [
      'the terminal keeps no transaction to repeat, but its totals have moved',
      { snapshotBefore: knowing(null, { totals: { count: 2, amount: 300 } }) },
      { last: 'untold', totals: { count: 3, amount: 1300 } },
    ],
    [
      'shared, but the approval was heard before the line broke',
      { shared: true, reported: told({ trace: 80 }) },
      { last: told({ trace: 80 }) },
    ],
    [
      'shared: the whole of it is taken back, whoever asked for that',
      { kind: 'reversal', original: of7, shared: true },
      { last: told({ originalTrace: 70 }) },
    ],
    ['a reversal with a receipt of its own', { kind: 'reversal', original: of7 }, { last: told({}) }],
    [
      'a reversal under the number of its original, by another trace number',
      { kind: 'reversal', original: of7, snapshotBefore: knowing(7, { last: before() }) },
      { last: before({ trace: 71, originalTrace: 70, time: '12:00:40' }) },
    ],
    [
      'a reversal of the whole of something whose amount is not known',
      { kind: 'reversal', amount: 0, original: { receipt: 7, trace: 70, amount: null } },
      { last: told({ originalTrace: 70 }) },
    ],
    [
      'the reversal of a refund, which comes back to the totals',
      { kind: 'reversal', original: of7, snapshotBefore: knowing(7, { totals: { count: 3, amount: 500 } }) },
      { last: told({}), totals: { count: 2, amount: 1500 } },
    ],
    [
      'the part of a refund that is reversed on a day whose totals are nothing before and after',
      { kind: 'reversal', amount: 400, original: of7, snapshotBefore: knowing(7, { totals: { count: 1, amount: 0 } }) },
      { last: told({ amount: 400 }), totals: { count: 1, amount: 0 } },
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
      'only a number was known and a command since told none, but the time is later',
      { snapshotBefore: knowing(7, { attempts: 1, behind: 0 }) },
      { last: told({}) },
    ],
    [
      'a pre-authorisation that is open and not repeated: what the terminal had taken back before is no word on it',
      { kind: 'preAuthorisation', snapshotBefore: knowing(7, { last: before(), attempts: 1, open: [] }) },
      { last: told({ receipt: 9, trace: 72, originalTrace: 71 }), open: [10] },
    ],
    ['a refund', { kind: 'refund' }, { last: told({}) }],
    [
      'a pre-authorisation that is not repeated, but open',
      { kind: 'preAuthorisation', snapshotBefore: knowing(7, { last: before(), open: [3] }) },
      { last: before(), open: [3, 8] },
    ],
    [
      'a booking: no longer open, and a new receipt',
      { kind: 'booking', original: { ...of7, receipt: 3 }, snapshotBefore: knowing(7, { open: [3] }) },
      { last: told({}), open: [] },
    ],
    [
      'a release: no longer open',
      { kind: 'release', amount: 0, original: of7, snapshotBefore: knowing(7, { last: before(), open: [7] }) },
      { last: before(), open: [] },
    ],
    [
      'a tip: the receipt has grown by it',
      { kind: 'tip', amount: 100, original: of7, snapshotBefore: knowing(7, { last: before() }) },
      { last: before({ amount: 1100 }) },
    ],
  ],
  didNotHappen: [
    [
      'the last one is an earlier payment with a tip, and of that amount the till has confirmed this one, too',
      { confirmed: 1100, snapshotBefore: knowing(7, { last: before({ amount: 1100, tip: 100 }) }) },
      { last: before({ amount: 1100, tip: 100 }) },
    ],
    ['declined with its tip', {}, { last: tipped({ approved: false }) }],
    [
      'heard with its tip, and all of it taken back',
      { reported: tipped({ trace: 80 }) },
      { last: told({ receipt: 9, trace: 81, originalTrace: 80, amount: 1100 }) },
    ],
    [
      'the terminal has taken the payment back by itself, and that is its last transaction',
      { snapshotBefore: knowing(7, { last: before() }) },
      { last: told({ receipt: 9, trace: 72, originalTrace: 71 }) },
    ],
    [
      'the same of the first payment of a new terminal',
      { snapshotBefore: knowing(0) },
      { last: told({ receipt: 2, trace: 2, originalTrace: 1 }) },
    ],
    [
      'what it has taken back was an earlier payment, of which nothing was heard; this one has not arrived',
      { snapshotBefore: knowing(7, { last: before(), attempts: 1 }) },
      { last: told({ receipt: 9, trace: 72, originalTrace: 71, amount: 250 }) },
    ],
    [
      'shared, but the approval that was heard is taken back',
      { shared: true, reported: told({ trace: 80 }) },
      { last: told({ receipt: 9, trace: 81, originalTrace: 80 }) },
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
        otherReports: [told({ approved: false, trace: 71, at: null })],
      },
      { last: told({ approved: false, trace: 71, at: null }) },
    ],
    ['the last receipt is still the known one', {}, { last: told({ receipt: 7, at: STARTED - MINUTE }) }],
    ['the same without a time', {}, { last: told({ receipt: 7, at: null }) }],
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
      { last: told({ receipt: 7, trace: null, at: STARTED - HOUR }) },
    ],
    ['kept as declined', {}, { last: told({ approved: false }) }],
    [
      'no number was known, and by its clock it is older',
      { snapshotBefore: knowing(null, { behind: 0 }) },
      { last: told({ at: STARTED - 48 * HOUR }) },
    ],
    ['it keeps nothing, and kept nothing before', { snapshotBefore: knowing(0, { repeats: true }) }, { last: 'none' }],
    [
      'it was heard and taken back: it keeps nothing, as before',
      { ...emptied(0), reported: told({}) },
      { last: 'none', totals: NOTHING },
    ],
    [
      'shared, but nothing at all has been added',
      { shared: true, snapshotBefore: knowing(7, { last: before() }) },
      { last: before() },
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
  ],
  person: [
    [
      'shared: a part of the same payment may have been given back by somebody else, too',
      { kind: 'reversal', amount: 400, original: of7, shared: true },
      { last: told({ amount: 400, originalTrace: 70 }) },
    ],
    [
      'shared: the last reversal of it was declined, perhaps because the one before was carried out',
      { kind: 'reversal', original: of7, shared: true },
      { last: told({ approved: false, originalTrace: 70 }) },
    ],
    [
      'shared: heard, and what is kept under the same numbers was paid with another card',
      { shared: true, reported: told({ trace: 80, lastFour: '1111' }) },
      { last: told({ trace: 80, lastFour: '2222' }) },
    ],
    [
      'shared: our command was lost, and the next receipt is of the same amount',
      { shared: true, snapshotBefore: knowing(7, { last: before() }) },
      { last: told({ trace: 71 }) },
    ],
    [
      'shared: ours was taken back, and the receipt after it is of the same amount; the sums have moved by exactly that',
      { shared: true, snapshotBefore: knowing(7, { last: before(), totals: { count: 2, amount: 300 } }) },
      { last: told({ receipt: 9, trace: 72 }), totals: { count: 3, amount: 1300 } },
    ],
    ['more, and the tip is another one', {}, { last: tipped({ tip: 90 }) }],
    ['more than the till has confirmed', { confirmed: 1050 }, { last: told({ amount: 1100 }) }],
    ['less, which the till has confirmed', { confirmed: 900 }, { last: told({ amount: 900 }) }],
    ['less, and a tip in it', {}, { last: told({ amount: 900, tip: 100 }) }],
    ['a refund of more, with a tip', { kind: 'refund' }, { last: tipped() }],
    ['with its tip, but others pay there, too', { shared: true }, { last: tipped() }],
    ['confirmed, but others pay there, too', { shared: true, confirmed: 1100 }, { last: told({ amount: 1100 }) }],
    ['heard as asked for, and repeated with a tip', { reported: told({ trace: 80 }) }, { last: tipped({ trace: 80 }) }],
    [
      'a tip, but the totals have moved by something else',
      { snapshotBefore: knowing(7, { totals: { count: 2, amount: 300 } }) },
      { last: tipped(), totals: { count: 3, amount: 1350 } },
    ],
    [
      'totals that tell of one payment of more, as before: after an end-of-day it may be this one with a tip',
      { snapshotBefore: knowing(null, { totals: { count: 1, amount: 1100 } }) },
      { last: 'untold', totals: { count: 1, amount: 1100 } },
    ],
    [
      'totals that have moved by more, and nothing tells why',
      { confirmed: 1100, snapshotBefore: knowing(null, { totals: { count: 2, amount: 300 } }) },
      { last: 'untold', totals: { count: 3, amount: 1400 } },
    ],
    [
      'heard of another amount, and what is kept names none',
      { reported: told({ amount: 100, trace: 80 }) },
      { last: told({ amount: null, trace: 80 }) },
    ],
    [
      'heard of another currency, and what is kept names none',
      { reported: told({ currency: 'CHF', trace: 80 }) },
      { last: told({ trace: 80 }) },
    ],
    [
      'heard of, but another receipt is the last one',
      { reported: told({ trace: 80 }), snapshotBefore: knowing(7, { last: before(), attempts: 1 }) },
      { last: told({ receipt: 9, trace: 81 }) },
    ],
    [
      'a reversal of the same amount, and nothing says whose payment it takes back',
      { snapshotBefore: knowing(7, { attempts: 1 }) },
      { last: told({ receipt: 9, trace: 9, originalTrace: 8 }) },
    ],
    [
      'a reversal of what was paid before',
      { snapshotBefore: knowing(7, { last: before() }), otherReports: [before()] },
      { last: told({ trace: 71, originalTrace: 70 }) },
    ],
    [
      'a reversal of the same amount by others',
      { shared: true, snapshotBefore: knowing(7, { last: before() }) },
      { last: told({ trace: 72, originalTrace: 71 }) },
    ],
    [
      'taken back by itself, with more numbers than two commands use up',
      { snapshotBefore: knowing(7, { last: before() }) },
      { last: told({ receipt: 10, trace: 73, originalTrace: 72 }) },
    ],
    [
      'a payment is new by its number, but its money is not in the totals',
      { snapshotBefore: knowing(7, { totals: { count: 0, amount: 0 } }) },
      { last: told({}), totals: { count: 1, amount: 0 } },
    ],
    [
      'the heard reversal takes back something else than was asked for',
      { kind: 'reversal', original: of7, reported: told({ trace: 71, originalTrace: 69 }) },
      { last: told({ trace: 71, originalTrace: 69 }) },
    ],
    [
      'only a number was known, and an earlier payment of the amount may have become the new one',
      { snapshotBefore: knowing(7, { attempts: 1 }) },
      { last: told({}) },
    ],
    [
      'all numbers of an earlier payment once more, without a time, at a terminal that was empty before',
      { snapshotBefore: knowing(0), otherReports: [told({ receipt: 1, trace: 1, at: null })] },
      { last: told({ receipt: 1, trace: 1, at: null }) },
    ],
    [
      'older by some minutes or by an hour: clocks are set, and in October an hour comes twice',
      { snapshotBefore: knowing(null, { behind: 0, attempts: 1 }) },
      { last: told({ at: STARTED - 62 * MINUTE }) },
    ],
    [
      'another terminal answers, and neither knows of a payment',
      { snapshotBefore: knowing(0, { terminal: '60001234' }) },
      { last: 'none', terminal: '60009999' },
    ],
    [
      'another terminal answers, with a receipt that would follow',
      { snapshotBefore: knowing(7, { terminal: '60001234' }) },
      { last: told({}), terminal: '60009999' },
    ],
    ['another amount', {}, { last: told({ amount: 1001 }) }],
    ['no amount', {}, { last: told({ amount: null }) }],
    ['declined, but another amount', {}, { last: told({ amount: 999, approved: false }) }],
    [
      'its clock was right, and the new receipt is an hour old: summer time, or another payment?',
      { snapshotBefore: knowing(7, { behind: 0 }) },
      { last: told({ at: STARTED - HOUR }) },
    ],
    [
      'the known number at another time: the numbers began again',
      { snapshotBefore: knowing(7, { last: before() }) },
      { last: before({ trace: null, time: '12:00:40' }) },
    ],
    ['nothing to compare with', { snapshotBefore: knowing(null) }, { last: told({ at: null }) }],
    ['a time, but nobody knows how wrong that clock is', { snapshotBefore: knowing(null) }, { last: told({}) }],
    ['two new receipts', {}, { last: told({ receipt: 9 }) }],
    ['it keeps nothing any more', { snapshotBefore: knowing(7, { repeats: true }) }, { last: 'none' }],
    [
      'it keeps nothing, as before, and may have closed its day since',
      emptied(11 * MINUTE),
      { last: 'none', totals: NOTHING },
    ],
    [
      'the same of one that was heard',
      { ...emptied(11 * MINUTE), reported: told({}) },
      { last: 'none', totals: NOTHING },
    ],
    ['the same of one that tells only its sums', emptied(11 * MINUTE), { last: 'untold', totals: NOTHING }],
    ['the same by a clock that went back', emptied(-1), { last: 'none', totals: NOTHING }],
    ['it says to everybody that there is none', { snapshotBefore: knowing(0) }, { last: 'none' }],
    ['it says nothing at all', { snapshotBefore: knowing(null) }, { last: 'untold' }],
    ['a new receipt, but others pay there, too', { shared: true }, { last: told({}) }],
    [
      'number 1 again, and nothing else to tell them apart by',
      { snapshotBefore: knowing(1) },
      { last: told({ receipt: 1, at: null }) },
    ],
    [
      'the totals have moved by another amount',
      { snapshotBefore: knowing(7, { totals: { count: 2, amount: 300 } }) },
      { last: told({}), totals: { count: 4, amount: 1400 } },
    ],
    [
      'a new receipt, but the totals are as before',
      { snapshotBefore: knowing(7, { totals: { count: 2, amount: 300 } }) },
      { last: told({}), totals: { count: 2, amount: 300 } },
    ],
    [
      'the last receipt is the old one, but the totals have moved',
      { snapshotBefore: knowing(7, { last: before(), totals: { count: 2, amount: 300 } }) },
      { last: before(), totals: { count: 3, amount: 1300 } },
    ],
    ['the reversal of something else', { kind: 'reversal', original: of7 }, { last: told({ originalTrace: 69 }) }],
    [
      'two new pre-authorisations',
      { kind: 'preAuthorisation', snapshotBefore: knowing(7, { last: before(), open: [] }) },
      { last: before(), open: [8, 9] },
    ],
    [
      'a new receipt, but what was to be booked is still open',
      { kind: 'booking', original: { ...of7, receipt: 3 }, snapshotBefore: knowing(7, { open: [3] }) },
      { last: told({}), open: [3] },
    ],
  ],
};

describe.each(Object.entries(table))('%s', (kind, cases) => {
  it.each(cases)('%s', (_what, asked, evidence) => {
    const { because, ...found } = verdict({ ...payment, ...asked }, evidence);
    expect(found, because.en).toMatchObject({ kind });
    expect(because.de.length).toBeGreaterThan(10);
    expect(because.en.length).toBeGreaterThan(10);
  });
});

describe('what is asked', () => {
  const asks = (intent: Partial<OpenCase>, evidence: TerminalEvidence) => {
    const step = reconcile({ ...payment, ...intent }, evidence);
    return step.kind === 'ask' ? step.question : step.kind;
  };

  it('waits for an idle terminal, then asks for its last transaction', () => {
    expect(asks({}, { idle: false })).toBe('status');
    expect(asks({}, { idle: true })).toBe('last');
    expect(asks({}, { idle: true, last: told({}) })).toBe('happened');
  });

  it('asks for the totals where they were known before, and for what is open where it matters', () => {
    const totals = { count: 0, amount: 0 };
    expect(asks({ snapshotBefore: knowing(7, { totals }) }, { idle: true, last: told({}) })).toBe('totals');
    expect(asks({ kind: 'booking', original: of7 }, { idle: true, last: told({}) })).toBe('open');
  });
});
