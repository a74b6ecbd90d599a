/** Value on loyalty cards that the till issued and redeemed. */

import type { FigureLoyalty } from '../domain/figures.ts';
import { loyaltyDeclaration, ofTill } from '../reporting/declarations.ts';
import type { CountingReport } from './tillReport.ts';

const sumsOf = ({ account, issued, redeemed, campaign }: FigureLoyalty): Readonly<Record<string, number>> => ({
  [`${account}_issued`]: issued,
  [`${account}_redeemed`]: redeemed,
  ...(account === 'bonus' && campaign !== '' ? { cost: redeemed } : {}),
});

export const loyalty: CountingReport = {
  declaration: ofTill(loyaltyDeclaration, ['liability']),
  refusal: () => null,
  shares: ({ day, figures }, by) =>
    figures.loyalty.map(one => ({ key: by === 'day' ? day : one.campaign, name: null, sums: sumsOf(one) })),
  derived: () => ({}),
};
