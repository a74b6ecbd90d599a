import {
  before,
  type Case,
  decides,
  emptied,
  HOUR,
  knowing,
  MINUTE,
  NOTHING,
  of7,
  reportWith,
  STARTED,
  tipped,
} from './reconciliation.fixture.ts';

const person: readonly Case[] = [
  [
    'shared: a part of the same payment may have been given back by somebody else, too',
    { kind: 'reversal', amount: 400, original: of7, shared: true },
    { last: reportWith({ amount: 400, originalTrace: 70 }) },
  ],
  [
    'shared: the last reversal of it was declined, perhaps because the one before was carried out',
    { kind: 'reversal', original: of7, shared: true },
    { last: reportWith({ approved: false, originalTrace: 70 }) },
  ],
  [
    'shared: approved, and what is kept under the same numbers was paid with another card',
    { shared: true, reported: reportWith({ trace: 80, lastFour: '1111' }) },
    { last: reportWith({ trace: 80, lastFour: '2222' }) },
  ],
  [
    'shared: our command was lost, and the next receipt is of the same amount',
    { shared: true, snapshotBefore: knowing(7, { last: before() }) },
    { last: reportWith({ trace: 71 }) },
  ],
  [
    'shared: ours was taken back, and the receipt after it is of the same amount; the sums have moved by exactly that',
    { shared: true, snapshotBefore: knowing(7, { last: before(), totals: { count: 2, amount: 300 } }) },
    { last: reportWith({ receipt: 9, trace: 72 }), totals: { count: 3, amount: 1300 } },
  ],
  ['more, and the tip is another one', {}, { last: tipped({ tip: 90 }) }],
  ['more than the till has confirmed', { confirmed: 1050 }, { last: reportWith({ amount: 1100 }) }],
  ['less, which the till has confirmed', { confirmed: 900 }, { last: reportWith({ amount: 900 }) }],
  ['less, and a tip in it', {}, { last: reportWith({ amount: 900, tip: 100 }) }],
  ['a refund of more, with a tip', { kind: 'refund' }, { last: tipped() }],
  ['with its tip, but others pay there, too', { shared: true }, { last: tipped() }],
  ['confirmed, but others pay there, too', { shared: true, confirmed: 1100 }, { last: reportWith({ amount: 1100 }) }],
  [
    'approved as asked for, and repeated with a tip',
    { reported: reportWith({ trace: 80 }) },
    { last: tipped({ trace: 80 }) },
  ],
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
    'approved with another amount, and what is kept names none',
    { reported: reportWith({ amount: 100, trace: 80 }) },
    { last: reportWith({ amount: null, trace: 80 }) },
  ],
  [
    'approved with another currency, and what is kept names none',
    { reported: reportWith({ currency: 'CHF', trace: 80 }) },
    { last: reportWith({ trace: 80 }) },
  ],
  [
    'approved, but another receipt is the last one',
    { reported: reportWith({ trace: 80 }), snapshotBefore: knowing(7, { last: before(), attempts: 1 }) },
    { last: reportWith({ receipt: 9, trace: 81 }) },
  ],
  [
    'a reversal of the same amount, and nothing says whose payment it takes back',
    { snapshotBefore: knowing(7, { attempts: 1 }) },
    { last: reportWith({ receipt: 9, trace: 9, originalTrace: 8 }) },
  ],
  [
    'a reversal of what was paid before',
    { snapshotBefore: knowing(7, { last: before() }), otherReports: [before()] },
    { last: reportWith({ trace: 71, originalTrace: 70 }) },
  ],
  [
    'a reversal of the same amount by others',
    { shared: true, snapshotBefore: knowing(7, { last: before() }) },
    { last: reportWith({ trace: 72, originalTrace: 71 }) },
  ],
  [
    'taken back by itself, with more numbers than two commands use up',
    { snapshotBefore: knowing(7, { last: before() }) },
    { last: reportWith({ receipt: 10, trace: 73, originalTrace: 72 }) },
  ],
  [
    'a payment is new by its number, but its money is not in the totals',
    { snapshotBefore: knowing(7, { totals: { count: 0, amount: 0 } }) },
    { last: reportWith({}), totals: { count: 1, amount: 0 } },
  ],
  [
    'the reported reversal takes back something else than was asked for',
    { kind: 'reversal', original: of7, reported: reportWith({ trace: 71, originalTrace: 69 }) },
    { last: reportWith({ trace: 71, originalTrace: 69 }) },
  ],
  [
    'only a number was known, and an earlier payment of the amount may have become the new one',
    { snapshotBefore: knowing(7, { attempts: 1 }) },
    { last: reportWith({}) },
  ],
  [
    'all numbers of an earlier payment once more, without a time, at a terminal that was empty before',
    { snapshotBefore: knowing(0), otherReports: [reportWith({ receipt: 1, trace: 1, at: null })] },
    { last: reportWith({ receipt: 1, trace: 1, at: null }) },
  ],
  [
    'older by some minutes or by an hour: clocks are set, and in October an hour comes twice',
    { snapshotBefore: knowing(null, { behind: 0, attempts: 1 }) },
    { last: reportWith({ at: STARTED - 62 * MINUTE }) },
  ],
  [
    'another terminal answers, and neither knows of a payment',
    { snapshotBefore: knowing(0, { terminal: '60001234' }) },
    { last: 'none', terminal: '60009999' },
  ],
  [
    'another terminal answers, with a receipt that would follow',
    { snapshotBefore: knowing(7, { terminal: '60001234' }) },
    { last: reportWith({}), terminal: '60009999' },
  ],
  ['another amount', {}, { last: reportWith({ amount: 1001 }) }],
  ['no amount', {}, { last: reportWith({ amount: null }) }],
  ['declined, but another amount', {}, { last: reportWith({ amount: 999, approved: false }) }],
  [
    'its clock was right, and the new receipt is an hour old: summer time, or another payment?',
    { snapshotBefore: knowing(7, { behind: 0 }) },
    { last: reportWith({ at: STARTED - HOUR }) },
  ],
  [
    'the known number at another time: the numbers began again',
    { snapshotBefore: knowing(7, { last: before() }) },
    { last: before({ trace: null, time: '12:00:40' }) },
  ],
  ['nothing to compare with', { snapshotBefore: knowing(null) }, { last: reportWith({ at: null }) }],
  ['a time, but nobody knows how wrong that clock is', { snapshotBefore: knowing(null) }, { last: reportWith({}) }],
  ['two new receipts', {}, { last: reportWith({ receipt: 9 }) }],
  ['it keeps nothing any more', { snapshotBefore: knowing(7, { repeats: true }) }, { last: 'none' }],
  [
    'it keeps nothing, as before, and may have closed its day since',
    emptied(11 * MINUTE),
    { last: 'none', totals: NOTHING },
  ],
  [
    'the same of an approved one',
    { ...emptied(11 * MINUTE), reported: reportWith({}) },
    { last: 'none', totals: NOTHING },
  ],
  ['the same of one that reports only its sums', emptied(11 * MINUTE), { last: 'untold', totals: NOTHING }],
  ['the same by a clock that went back', emptied(-1), { last: 'none', totals: NOTHING }],
  ['it says to everybody that there is none', { snapshotBefore: knowing(0) }, { last: 'none' }],
  ['it says nothing at all', { snapshotBefore: knowing(null) }, { last: 'untold' }],
  ['a new receipt, but others pay there, too', { shared: true }, { last: reportWith({}) }],
  [
    'number 1 again, and nothing else to tell them apart by',
    { snapshotBefore: knowing(1) },
    { last: reportWith({ receipt: 1, at: null }) },
  ],
  [
    'the totals have moved by another amount',
    { snapshotBefore: knowing(7, { totals: { count: 2, amount: 300 } }) },
    { last: reportWith({}), totals: { count: 4, amount: 1400 } },
  ],
  [
    'a new receipt, but the totals are as before',
    { snapshotBefore: knowing(7, { totals: { count: 2, amount: 300 } }) },
    { last: reportWith({}), totals: { count: 2, amount: 300 } },
  ],
  [
    'the last receipt is the old one, but the totals have moved',
    { snapshotBefore: knowing(7, { last: before(), totals: { count: 2, amount: 300 } }) },
    { last: before(), totals: { count: 3, amount: 1300 } },
  ],
  ['the reversal of something else', { kind: 'reversal', original: of7 }, { last: reportWith({ originalTrace: 69 }) }],
  [
    'two new pre-authorisations',
    { kind: 'preAuthorisation', snapshotBefore: knowing(7, { last: before(), open: [] }) },
    { last: before(), open: [8, 9] },
  ],
  [
    'a new receipt, but what was to be booked is still open',
    { kind: 'booking', original: { ...of7, receipt: 3 }, snapshotBefore: knowing(7, { open: [3] }) },
    { last: reportWith({}), open: [3] },
  ],
];

decides('person', person);
