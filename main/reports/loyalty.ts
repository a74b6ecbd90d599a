/** Value on loyalty cards that the till issued and redeemed. */
import type { FigureLoyalty } from '../domain/figures.ts';
import { column, grouping, type TillReport } from './tillReport.ts';

const sumsOf = ({ account, issued, redeemed, campaign }: FigureLoyalty): Readonly<Record<string, number>> => ({
  [`${account}_issued`]: issued,
  [`${account}_redeemed`]: redeemed,
  ...(account === 'bonus' && campaign !== '' ? { cost: redeemed } : {}),
});

export const loyalty: TillReport = {
  declaration: {
    name: 'loyalty',
    title: { de: 'Kundenkarten', en: 'Loyalty' },
    about: {
      de: 'Ausgegebenes und eingelöstes Guthaben, Bonus und Punkte an dieser Kasse. Kosten: was Aktionen nachgelassen haben.',
      en: 'Balance, bonus and points that this till issued and redeemed. Cost: what campaigns took off.',
    },
    by: [grouping('day', 'Tag', 'Day'), grouping('campaign', 'Aktion', 'Campaign')],
    columns: [
      column('cash_issued', 'money', 'Guthaben geladen', 'Balance issued'),
      column('cash_redeemed', 'money', 'Guthaben eingelöst', 'Balance redeemed'),
      column('bonus_issued', 'money', 'Bonus ausgegeben', 'Bonus issued'),
      column('bonus_redeemed', 'money', 'Bonus eingelöst', 'Bonus redeemed'),
      column('points_issued', 'quantity', 'Punkte ausgegeben', 'Points issued'),
      column('points_redeemed', 'quantity', 'Punkte eingelöst', 'Points redeemed'),
      column('cost', 'money', 'Kosten der Aktionen', 'Cost of campaigns'),
    ],
    filters: ['till'],
    chart: { kind: 'bar', column: 'cash_redeemed' },
    compares: true,
    leadsToSales: false,
  },
  refusal: () => null,
  shares: ({ day, figures }, by) =>
    figures.loyalty.map(one => ({ key: by === 'day' ? day : one.campaign, name: null, sums: sumsOf(one) })),
  derived: () => ({}),
};
