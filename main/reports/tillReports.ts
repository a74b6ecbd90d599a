/** The reports of a till; that of loyalty cards, which needs no rules of its own, stands here. */
import type { FigureLoyalty } from '../domain/figures.ts';
import { loyaltyDeclaration, ofTill } from '../reporting/declarations.ts';
import { cash } from './cash.ts';
import { corrections } from './corrections.ts';
import { reconciliation } from './reconciliation.ts';
import type { CountingReport, TillReport } from './tillReport.ts';
import { turnover } from './turnover.ts';
import { unknown } from './unknown.ts';

const sumsOf = ({ account, issued, redeemed, expired, campaign }: FigureLoyalty): Readonly<Record<string, number>> => ({
  [`${account}_issued`]: issued,
  [`${account}_redeemed`]: redeemed,
  ...(account === 'points' ? {} : { expired }),
  ...(account === 'bonus' && campaign !== '' ? { cost: redeemed } : {}),
});

/** Value on loyalty cards that the till issued and redeemed; what is owed altogether only the back office knows. */
const loyalty: CountingReport = {
  declaration: ofTill(loyaltyDeclaration, ['liability']),
  refusal: () => null,
  shares: ({ day, figures }, by) =>
    figures.loyalty.map(one => ({ key: by === 'day' ? day : one.campaign, name: null, sums: sumsOf(one) })),
  derived: () => ({}),
  notes: () => [],
};

export const tillReports: readonly TillReport[] = [turnover, loyalty, reconciliation, cash, corrections, unknown];
