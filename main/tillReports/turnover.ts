/** Turnover of the till: closed sales less what was cancelled, on the day of the event. */

import type { FigureRow } from '../domain/figureRows.ts';
import { ofTill, turnoverDeclaration } from '../reporting/declarations.ts';
import { noTurnover } from '../reporting/labels.ts';
import { paymentsNote } from '../reporting/notes.ts';
import { marginColumns, quantityColumns, turnoverRatios } from '../reporting/ratios.ts';
import type { FigurePlace, FigureRead } from '../world/figures.ts';
import { type CountingReport, type Filters, isWanted, type Share } from './tillReport.ts';

/** Keys that a sale has as a whole; the others are parts of it: lines, rates of tax, payments. */
const saleKeys: Readonly<Record<string, (row: FigureRow<'sale'>, place: FigurePlace) => string>> = {
  day: (_row, { day }) => day,
  hour: ({ hour }) => String(hour).padStart(2, '0'),
  weekday: (_row, { day }) => String(new Date(`${day}T12:00:00Z`).getUTCDay() || 7),
  month: (_row, { day }) => day.slice(0, 7),
  till: (_row, { till }) => till,
  cashier: ({ cashier }) => cashier,
};

const marginSums = ({
  goods_net,
  costed_net,
  goods_cost,
}: Pick<FigureRow<'item'>, 'goods_net' | 'costed_net' | 'goods_cost'>) => ({
  goods_net,
  costed_net,
  goods_cost,
});

function saleShare(
  { sales, turnover, discount, cancellations, cancelled, tip, tax, ...row }: FigureRow<'sale'>,
  key: string,
): Share {
  const { other_sales, other_turnover } = row;
  const sums = { sales, turnover, discount, cancellations, cancelled, tip, tax, other_sales, other_turnover };
  return { key, name: null, sums: { ...sums, ...marginSums(row) } };
}

/** A pack is no piece: it counts by its weight. */
function lineSums({ turnover, quantity, measured, unit, ...row }: FigureRow<'item'>): Pick<Share, 'sums' | 'unit'> {
  const sums = { turnover, ...marginSums(row) };
  return unit === '' ? { sums: { ...sums, pieces: quantity } } : { sums: { ...sums, pieces: 0, measured }, unit };
}

/** By payments the total is the turnover: payments take top-ups and tips, too, and a row says how much of them is no turnover. */
const isWhole = (by: string, filters: Filters): boolean => by === 'method' && Object.keys(filters).length === 0;
const wholeSums = ({ sales, other_sales, other_turnover }: FigureRow<'sale'>) => ({
  sales,
  other_sales,
  other_turnover,
});
const rest = (amount: number): Share => ({ key: noTurnover, name: null, sums: { turnover: amount } });

function partShares(row: FigureRow, by: string, filters: Filters): readonly Share[] {
  if (row.table === 'item') {
    const [key, name] = by === 'article' ? [row.article, row.name] : [row.item_group, row.group_name];
    return isWanted(by === 'article' ? filters.article : filters.group, key) ? [{ key, name, ...lineSums(row) }] : [];
  }
  if (row.table === 'tax')
    return isWanted(filters.tax, String(row.tax))
      ? [{ key: String(row.tax), name: null, sums: { turnover: row.gross, tax: row.amount } }]
      : [];
  if (row.table === 'tender' && isWanted(filters.method, row.method)) {
    const turnover = row.taken - row.refunded;
    const share = { key: row.method, name: null, sums: { turnover, payments: row.payments, tip: row.tip } };
    return isWhole(by, filters) ? [share, rest(-turnover)] : [share];
  }
  if (row.table === 'sale') return [{ key: null, name: null, sums: wholeSums(row) }, rest(row.turnover)];
  return [];
}

const parts = ['article', 'group', 'tax', 'method'] as const;

function refusal(by: string, filters: Filters): string | null {
  const wrong = parts.find(part => filters[part] !== undefined && part !== by);
  return wrong === undefined ? null : `turnover by ${by} cannot be filtered by ${wrong} at a till`;
}

const PARTS: Readonly<Record<string, FigureRead>> = {
  article: { table: 'item', keys: ['article', 'unit'] },
  group: { table: 'item', keys: ['item_group', 'unit'] },
  tax: { table: 'tax', keys: ['tax'] },
  method: { table: 'tender', keys: ['method'] },
};

function reads(by: string, filters: Filters): readonly FigureRead[] {
  const cashier = filters.cashier ? ['cashier'] : [];
  const part = PARTS[by];
  const sale: FigureRead = { table: 'sale', keys: [...new Set([by, ...cashier])] };
  if (!part) return [sale];
  return [{ ...part, keys: [...part.keys, ...cashier] }, ...(isWhole(by, filters) ? [sale] : [])];
}

function shares(row: FigureRow, place: FigurePlace, by: string, filters: Filters): readonly Share[] {
  if ('cashier' in row && !isWanted(filters.cashier, row.cashier)) return [];
  const key = saleKeys[by];
  if (!key) return partShares(row, by, filters);
  return row.table === 'sale' ? [saleShare(row, key(row, place))] : [];
}

export const turnover: CountingReport = {
  declaration: ofTill(turnoverDeclaration),
  refusal,
  reads,
  shares,
  derived: (sums, units) => ({
    ...turnoverRatios(sums),
    ...marginColumns(sums),
    ...(sums.pieces === undefined ? {} : quantityColumns(sums, units)),
  }),
  notes: by => (by === 'method' ? [paymentsNote] : []),
};
