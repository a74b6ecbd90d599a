/** Turnover of the till: closed sales less what was cancelled, on the day of the event. */

import type { FigureLine } from '../domain/figureLines.ts';
import type { Figures, SaleFigures } from '../domain/figures.ts';
import { ofTill, turnoverDeclaration } from '../reporting/declarations.ts';
import { noTurnover } from '../reporting/labels.ts';
import { paymentsNote } from '../reporting/notes.ts';
import { quantityColumns, turnoverRatios } from '../reporting/ratios.ts';
import { type Counted, type CountingReport, type Filters, isWanted, type Share } from './tillReport.ts';

/** Keys that a sale has as a whole; the others are parts of it: lines, rates of tax, payments. */
const saleKeys: Readonly<Record<string, (counted: Counted, sale: SaleFigures) => string>> = {
  day: ({ day }) => day,
  hour: (_counted, { hour }) => String(hour).padStart(2, '0'),
  weekday: ({ day }) => String(new Date(`${day}T12:00:00Z`).getUTCDay() || 7),
  store: ({ store }) => store,
  till: ({ till }) => till,
  cashier: (_counted, { cashier }) => cashier,
};

function saleShare(counted: Counted, sale: SaleFigures, key: string): Share {
  const isCancelled = sale.sales < 0;
  return {
    key,
    name: null,
    sums: {
      sales: sale.sales,
      turnover: sale.turnover,
      discount: sale.discount,
      cancellations: isCancelled ? 1 : 0,
      cancelled: isCancelled ? -sale.turnover : 0,
      tip: sale.tip,
      tax: counted.figures.taxes.reduce((sum, { amount }) => sum + amount, 0),
    },
  };
}

/** A pack is no piece: it counts by its weight. */
const lineSums = ({ amount, quantity, measured, unit }: FigureLine): Pick<Share, 'sums' | 'unit'> =>
  unit === ''
    ? { sums: { turnover: amount, pieces: quantity } }
    : { sums: { turnover: amount, pieces: 0, measured }, unit };

const partShares: Readonly<Record<string, (counted: Counted, filters: Filters) => readonly Share[]>> = {
  article: ({ figures }, { article }) =>
    figures.lines
      .filter(line => isWanted(article, line.article))
      .map(line => ({ key: line.article, name: line.name, ...lineSums(line) })),
  group: ({ figures }, { group }) =>
    figures.lines
      .filter(line => isWanted(group, line.group))
      .map(line => ({ key: line.group, name: line.groupName, ...lineSums(line) })),
  tax: ({ figures }, { tax }) =>
    figures.taxes
      .filter(rate => isWanted(tax, String(rate.tax)))
      .map(rate => ({
        key: String(rate.tax),
        name: null,
        sums: { turnover: rate.gross, tax: rate.amount },
      })),
  method: ({ figures }, filters) => [
    ...figures.tenders
      .filter(tender => isWanted(filters.method, tender.method))
      .map(tender => ({
        key: tender.method,
        name: null,
        sums: { turnover: tender.amount, payments: figures.sale?.sales ?? 0, tip: tender.tip },
      })),
    ...(Object.keys(filters).length === 0 && figures.sale ? wholeSale(figures.sale, figures.tenders) : []),
  ],
};

/** Payments take top-ups and tips, too: one row says how much of them is no turnover, so that the total is the turnover. */
const wholeSale = ({ sales, turnover }: SaleFigures, tenders: Figures['tenders']): readonly Share[] => [
  { key: null, name: null, sums: { sales } },
  { key: noTurnover, name: null, sums: { turnover: turnover - tenders.reduce((sum, { amount }) => sum + amount, 0) } },
];

const parts = ['article', 'group', 'tax', 'method'] as const;

function refusal(by: string, filters: Filters): string | null {
  const wrong = parts.find(part => filters[part] !== undefined && part !== by);
  return wrong === undefined ? null : `turnover by ${by} cannot be filtered by ${wrong} at a till`;
}

function shares(counted: Counted, by: string, filters: Filters): readonly Share[] {
  const { sale } = counted.figures;
  if (!sale || sale.sales === 0 || !isWanted(filters.cashier, sale.cashier)) return [];
  const key = saleKeys[by];
  return key ? [saleShare(counted, sale, key(counted, sale))] : (partShares[by]?.(counted, filters) ?? []);
}

export const turnover: CountingReport = {
  declaration: ofTill(turnoverDeclaration),
  refusal,
  shares,
  derived: (sums, units) => ({
    ...turnoverRatios(sums),
    ...(sums.pieces === undefined ? {} : quantityColumns(sums, units)),
  }),
  notes: by => (by === 'method' ? [paymentsNote] : []),
};
