/** The reports of a till; those of loyalty cards and of cash, which need no rules of their own, stand here. */
import type { FigureRow } from '../domain/figureRows.ts';
import { cashDeclaration, loyaltyDeclaration, ofTill } from '../reporting/declarations.ts';
import { zReportFigures } from '../reporting/zReportRow.ts';
import { corrections } from './corrections.ts';
import { reconciliation } from './reconciliation.ts';
import type { CountingReport, ListingReport, TillReport } from './tillReport.ts';
import { turnover } from './turnover.ts';
import { unknown } from './unknown.ts';

const sumsOf = ({
  account,
  issued,
  redeemed,
  expired,
  campaign,
}: FigureRow<'loyalty'>): Readonly<Record<string, number>> => ({
  [`${account}_issued`]: issued,
  [`${account}_redeemed`]: redeemed,
  ...(account === 'points' ? {} : { expired }),
  ...(account === 'bonus' && campaign !== '' ? { cost: redeemed } : {}),
});

/** Value on loyalty cards that the till issued and redeemed; what is owed altogether only the back office knows. */
const loyalty: CountingReport = {
  declaration: ofTill(loyaltyDeclaration, ['liability']),
  refusal: () => null,
  reads: () => [{ table: 'loyalty', keys: ['account', 'campaign'] }],
  shares: (row, { day }, by) =>
    row.table === 'loyalty' ? [{ key: by === 'day' ? day : row.campaign, name: null, sums: sumsOf(row) }] : [],
  derived: () => ({}),
  notes: () => [],
};

/** Z reports of the tills of this bridge: cash expected, counted, and the difference. */
const cash: ListingReport = {
  declaration: ofTill(cashDeclaration),
  reads: kind => kind === 'zReport',
  notes: [],
  rows: (records, _by, _filters, { tillName }) =>
    records
      .toSorted((one, other) => one.number - other.number)
      .map(({ object, at, till, facts }) => {
        const { number, name, ...figures } = zReportFigures(facts);
        return {
          ...{ key: object, label: `Z ${number ?? '–'}`, at: new Date(at).toISOString() },
          ...{ till: tillName(till) ?? name, ...figures },
        };
      })
      // The numbers of a till stand below each other.
      .toSorted((one, other) => (one.till === other.till ? 0 : one.till < other.till ? -1 : 1)),
};

export const tillReports: readonly TillReport[] = [turnover, loyalty, reconciliation, cash, corrections, unknown];
