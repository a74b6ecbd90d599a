/** Terminals that tell little, close their day beside a command, or have given back more than they took. */
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
  reportWith,
  STARTED,
} from './reconciliation.fixture.ts';

/* A terminal without trace numbers: its own reversal looks like what it takes back, except that its number is its own. */

const old = before({ trace: null });
const traceless = (more: Partial<OpenCase['snapshotBefore']> = {}): Partial<OpenCase> => ({
  snapshotBefore: knowing(7, { last: old, ...more }),
});
const moved = { totals: { count: 2, amount: 300 } };

/* A terminal that repeats its end-of-day in place of a transaction. */

const closed = '03-04 12:00:40 70 7';
const earlier = '03-03 23:00:00 60 3';
const UNTIMED = '';
const afterDayEnd = (more: Partial<OpenCase['snapshotBefore']> = {}): Partial<OpenCase> => ({
  snapshotBefore: knowing(null, { last: 'none', dayEnd: earlier, totals: NOTHING, repeats: true, ...more }),
});
const repeats = (dayEnd: string) => ({ last: 'untold', dayEnd, totals: NOTHING }) as const;

/* A day that gave back more than it took: the sum is reported as zero, and the count is not. */

const floored = (more: Partial<OpenCase> = {}): Partial<OpenCase> => ({
  snapshotBefore: knowing(7, { last: before(), totals: { count: 3, amount: 0 } }),
  ...more,
});

/* A terminal that shows the transaction before the last one. */

const first = before({ receipt: 6, trace: 69, time: '11:50:00', at: STARTED - 600_000 });
const reversing = (more: Partial<OpenCase['snapshotBefore']> = {}): Partial<OpenCase> => ({
  kind: 'reversal',
  original: of7,
  snapshotBefore: knowing(7, { last: before(), ...more }),
  otherReports: [before(), first],
});

/* A pre-authorisation that is not open any more has been booked, or has lapsed. */

const booking = (askedAfter: number): Partial<OpenCase> => ({
  kind: 'booking',
  original: { ...of7, receipt: 3 },
  snapshotBefore: knowing(7, { last: before(), open: [3] }),
  askedAt: STARTED + askedAfter,
});

decides('happened', [
  [
    'a reversal after which the terminal repeats the transaction before, and its totals have moved by it',
    reversing({ totals: { count: 2, amount: 2000 } }),
    { last: first, totals: { count: 1, amount: 1000 } },
  ],
  ['a booking: not open any more, asked at once', booking(MINUTE), { last: 'untold', open: [] }],
  [
    'the same, asked the next day, with a new receipt',
    booking(20 * HOUR),
    { last: reportWith({ trace: 71 }), open: [] },
  ],
  ['without a trace number, but it is the very next number', traceless(), { last: reportWith({}) }],
  [
    'without a trace number and two further on, but the totals have moved by exactly this',
    traceless(moved),
    { last: reportWith({ receipt: 9 }), totals: { count: 3, amount: 1300 } },
  ],
  [
    'without a trace number, but it is the number that was reported before the line broke',
    { ...traceless({ counter: 6, attempts: 1 }), reported: reportWith({}) },
    { last: reportWith({}) },
  ],
  [
    'the first one after an end-of-day that it repeated before',
    afterDayEnd(),
    { last: reportWith({ receipt: 1, trace: 71 }), totals: { count: 1, amount: 1000 } },
  ],
  [
    'below zero: a new receipt, and one booking more',
    floored(),
    { last: reportWith({ trace: 71 }), totals: { count: 4, amount: 0 } },
  ],
] satisfies readonly Case[]);

decides('didNotHappen', [
  [
    'a reversal of something whose amount is not known: last transaction and totals are as before',
    {
      ...reversing({ totals: { count: 2, amount: 2000 } }),
      amount: 0,
      original: { ...of7, amount: null },
    },
    { last: before(), totals: { count: 2, amount: 2000 } },
  ],
  ['the same end-of-day as before', afterDayEnd(), repeats(earlier)],
  ['the same, asked the next morning', { ...afterDayEnd(), askedAt: STARTED + 20 * HOUR }, repeats(earlier)],
  [
    'below zero: the last receipt is the same, and nothing was counted',
    floored(),
    { last: before(), totals: { count: 3, amount: 0 } },
  ],
  [
    'below zero: counted, and the terminal shows that it has taken it back',
    floored(),
    { last: reportWith({ receipt: 9, trace: 72, originalTrace: 71 }), totals: { count: 4, amount: 0 } },
  ],
  [
    'taken back by the terminal itself after its numbers have begun again',
    { snapshotBefore: knowing(40, { last: before({ receipt: 40 }) }) },
    { last: reportWith({ receipt: 2, trace: 72, originalTrace: 71 }) },
  ],
] satisfies readonly Case[]);

decides('person', [
  ['a reversal after which the terminal repeats the transaction before', reversing(), { last: first }],
  [
    'the same of a payment: it has lost its last one',
    { ...reversing(), kind: 'payment', original: null },
    { last: first },
  ],
  [
    'a booking: not open any more, asked the next day: it may have lapsed',
    booking(20 * HOUR),
    { last: 'untold', open: [] },
  ],
  [
    'without a trace number and two further on, after an attempt without a report',
    traceless({ attempts: 1 }),
    { last: reportWith({ receipt: 9 }) },
  ],
  [
    'the very next number, but the command before was taken back without a result',
    { snapshotBefore: knowing(8, { attempts: 1, behind: 0 }), otherReports: [reportWith({ approved: false }), old] },
    { last: reportWith({ receipt: 9 }) },
  ],
  ['the same of a refund', { ...traceless({ attempts: 1 }), kind: 'refund' }, { last: reportWith({ receipt: 9 }) }],
  [
    'the same of a reversal',
    { ...traceless({ attempts: 1 }), kind: 'reversal', original: { ...of7, trace: null } },
    { last: reportWith({ receipt: 9 }) },
  ],
  [
    'the same below zero, where the totals tell nothing',
    { snapshotBefore: knowing(7, { last: old, attempts: 1, totals: { count: 3, amount: 0 } }) },
    { last: reportWith({ receipt: 9 }), totals: { count: 4, amount: 0 } },
  ],
  [
    'without a trace number, and the memory was empty',
    { snapshotBefore: knowing(0) },
    { last: reportWith({ receipt: 2 }) },
  ],
  [
    'without any number',
    traceless({ last: { ...old, receipt: null }, counter: null }),
    { last: reportWith({ receipt: null, time: '12:00:45' }) },
  ],
  [
    'without a trace number, and the second of all numbers, which may have begun again',
    { snapshotBefore: knowing(1, { last: before({ trace: null, receipt: 1 }) }) },
    { last: reportWith({ receipt: 2 }) },
  ],
  [
    'the number that was reported, but another time: it may be the reversal of it',
    { ...traceless(), reported: reportWith({ time: '12:00:35' }) },
    { last: reportWith({ time: '12:00:50' }) },
  ],
  [
    'it has closed its day beside the command',
    { snapshotBefore: knowing(7, { last: before(), totals: NOTHING }) },
    repeats(closed),
  ],
  ['it has closed another day since', afterDayEnd(), repeats(closed)],
  ['it repeats an end-of-day again, and nothing tells which', afterDayEnd({ dayEnd: UNTIMED }), repeats(UNTIMED)],
  [
    'a reversal, and it has closed its day since',
    {
      kind: 'reversal',
      original: of7,
      snapshotBefore: knowing(7, { last: before(), totals: { count: 2, amount: 300 } }),
    },
    repeats(closed),
  ],
  [
    'below zero: the last receipt is the same, but one booking more was counted',
    floored(),
    { last: before(), totals: { count: 4, amount: 0 } },
  ],
  [
    'a refund that takes the day below zero: the same',
    { kind: 'refund', snapshotBefore: knowing(7, { last: before(), totals: { count: 2, amount: 300 } }) },
    { last: before(), totals: { count: 3, amount: 0 } },
  ],
  [
    'below zero: a new receipt, but nothing was counted',
    floored(),
    { last: reportWith({ trace: 71 }), totals: { count: 3, amount: 0 } },
  ],
] satisfies readonly Case[]);
