/** What was taken back at the till: cancellations, returns and discounts. */
import { notReturned } from '../domain/figureLines.ts';
import { correctionsDeclaration, ofTill } from '../reporting/declarations.ts';
import { openingsNote } from '../reporting/notes.ts';
import { correctionRatios } from '../reporting/ratios.ts';
import { type Counted, type CountingReport, isWanted } from './tillReport.ts';

const returnsOf = ({ figures }: Counted): readonly number[] =>
  figures.lines.filter(({ type, amount }) => amount < 0 && !notReturned.includes(type)).map(({ amount }) => amount);

export const corrections: CountingReport = {
  declaration: ofTill(correctionsDeclaration),
  refusal: () => null,
  shares(counted, by, filters) {
    const { sale } = counted.figures;
    if (!sale || sale.sales === 0 || !isWanted(filters.cashier, sale.cashier)) return [];
    const isCancelled = sale.sales < 0;
    const returns = isCancelled ? [] : returnsOf(counted);
    const sums = {
      sales: sale.sales,
      turnover: sale.turnover,
      cancellations: isCancelled ? 1 : 0,
      cancelled: isCancelled ? -sale.turnover : 0,
      returns: returns.length,
      returned: -returns.reduce((sum, amount) => sum + amount, 0) || 0,
      discount: sale.discount,
    };
    return [{ key: by === 'day' ? counted.day : by === 'till' ? counted.till : sale.cashier, name: null, sums }];
  },
  derived: correctionRatios,
  notes: () => [openingsNote],
};
