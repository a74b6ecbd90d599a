/** A tip whose terminal keeps the number, the trace number and the time of the payment: only the sum of its receipt tells. */
import type { OpenCase, TransactionReport } from './evidence.ts';
import { before, type Case, decides, knowing, reportWith } from './reconciliation.fixture.ts';

const paid = before({ amount: 4350 });
const grown = (amount: number, more: Partial<TransactionReport> = {}) => ({ ...paid, amount, ...more });
const tip = (more: Partial<OpenCase> = {}): Partial<OpenCase> => ({
  kind: 'tip',
  amount: 150,
  original: { receipt: 7, trace: 70, amount: 4350 },
  snapshotBefore: knowing(7, { last: paid }),
  otherReports: [paid],
  ...more,
});
/** The line was cut at the questions before the tip: only the number of the receipt is known. */
const cut = (more: Partial<OpenCase> = {}) => tip({ snapshotBefore: knowing(7), ...more });
const NAMELESS = { trace: null, time: null };
const takenBack = grown(4500, { approved: false });

const happened: readonly Case[] = [
  ['the receipt has grown by it', tip(), { last: grown(4500) }],
  ['the same, with a time of its own', tip(), { last: grown(4500, { time: '12:00:40' }) }],
  ['the same, where only the number was known before', cut(), { last: grown(4500) }],
  [
    'the same of a terminal that tells no trace number and no time, whose totals have moved by it',
    cut({ snapshotBefore: knowing(7, { totals: { count: 2, amount: 5000 } }) }),
    { last: grown(4500, NAMELESS), totals: { count: 2, amount: 5150 } },
  ],
  [
    'an equal tip before it was reported and taken back: the receipt was without it',
    tip({ otherReports: [takenBack, paid] }),
    { last: grown(4500) },
  ],
  [
    'a second tip on a receipt that has grown already',
    tip({ snapshotBefore: knowing(7, { last: grown(4500) }), otherReports: [grown(4500), paid] }),
    { last: grown(4650) },
  ],
  [
    'the terminal reports the tip alone under the same number, and its totals have moved by it',
    tip({ snapshotBefore: knowing(7, { last: paid, totals: { count: 2, amount: 5000 } }) }),
    { last: grown(150), totals: { count: 2, amount: 5150 } },
  ],
];

const didNotHappen: readonly Case[] = [
  ['the receipt is as before', tip(), { last: paid }],
  ['the same, where only the number was known before', cut(), { last: paid }],
  [
    'the receipt is as before, with the earlier tip',
    tip({ snapshotBefore: knowing(7, { last: grown(4500) }) }),
    { last: grown(4500) },
  ],
];

const person: readonly Case[] = [
  ['the receipt has grown by a part of it', tip(), { last: grown(4400) }],
  ['by more', cut(), { last: grown(4600) }],
  [
    'the next receipt with the tip alone and no trace number: a tip under the number of its payment that was taken back looks so',
    tip({
      original: { receipt: 7, trace: null, amount: 4350 },
      snapshotBefore: knowing(7, { last: { ...paid, trace: null } }),
    }),
    { last: reportWith({ receipt: 8, amount: 150, trace: null }) },
  ],
  ['it tells neither trace number nor time nor totals', cut(), { last: grown(4500, NAMELESS) }],
  ['the receipt has become less', tip(), { last: grown(4200) }],
  [
    'only the number was known, and an equal tip before it was reported and taken back',
    cut({ otherReports: [takenBack, paid] }),
    { last: grown(4500) },
  ],
  [
    'only the number was known, and an earlier command without a report may have been an equal tip',
    cut({ snapshotBefore: knowing(7, { attempts: 1 }) }),
    { last: grown(4500) },
  ],
  [
    'a tip as large as the payment: the terminal may report the tip alone',
    cut({ amount: 4350 }),
    { last: grown(4350) },
  ],
  ['others pay there, too', tip({ shared: true }), { last: grown(4500) }],
  ['the receipt has no amount', tip(), { last: { ...paid, amount: null } }],
  [
    'it has grown, but the totals are as before',
    tip({ snapshotBefore: knowing(7, { last: paid, totals: { count: 2, amount: 5000 } }) }),
    { last: grown(4500), totals: { count: 2, amount: 5000 } },
  ],
  [
    'another receipt with the tip alone, that does not follow',
    tip(),
    { last: reportWith({ receipt: 12, amount: 150 }) },
  ],
];

decides('happened', happened);
decides('didNotHappen', didNotHappen);
decides('person', person);
