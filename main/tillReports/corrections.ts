/** Corrections at the till: cancellations, returns, discounts, prices changed by hand, and goods that left a basket unpaid. */
import { notReturned } from '../domain/figureLines.ts';
import { discountsOf } from '../domain/figures.ts';
import { addUp } from '../domain/money.ts';
import type { BasketFigures } from '../domain/voids.ts';
import { correctionsDeclaration, ofTill } from '../reporting/declarations.ts';
import { openingsNote } from '../reporting/notes.ts';
import { correctionRatios } from '../reporting/ratios.ts';
import { type Counted, type CountingReport, type Filters, isWanted, type Share } from './tillReport.ts';

/** Lines that bring something back; of a cancelled sale they are taken off again. */
const returnsOf = ({ figures }: Counted, sales: number): readonly number[] =>
  figures.lines
    .filter(({ type, amount }) => amount * sales < 0 && !notReturned.includes(type))
    .map(({ amount }) => amount);

const keyOf = ({ day, till }: Counted, by: string, person: string): string =>
  by === 'day' ? day : by === 'till' ? till : person;

function unpaidOf(
  counted: Counted,
  { kind, person, amounts }: BasketFigures,
  by: string,
  filters: Filters,
): readonly Share[] {
  if (amounts.length === 0 || !isWanted(filters.cashier, person)) return [];
  const sum = addUp(amounts);
  const sums =
    kind === 'voids' ? { voids: amounts.length, voided: sum } : { abandonments: amounts.length, abandoned: sum };
  return [{ key: keyOf(counted, by, person), name: null, sums }];
}

export const corrections: CountingReport = {
  declaration: ofTill(correctionsDeclaration),
  refusal: () => null,
  shares(counted, by, filters) {
    if (counted.basket) return unpaidOf(counted, counted.basket, by, filters);
    const { sale } = counted.figures;
    if (!sale || sale.sales === 0) return [];
    const given = [...discountsOf(counted.figures)]
      .filter(([person]) => isWanted(filters.cashier, person))
      .map(([person, discount]) => ({ key: keyOf(counted, by, person), name: null, sums: { discount } }));
    const repriced = counted.figures.priceChanges
      .filter(({ person }) => isWanted(filters.cashier, person))
      .map(({ person, lowered, raised }) => ({
        ...{ key: keyOf(counted, by, person), name: null },
        sums: { lowered, raised },
      }));
    const byOthers = [...given, ...repriced];
    if (!isWanted(filters.cashier, sale.cashier)) return byOthers;
    const isCancelled = sale.sales < 0;
    const returns = returnsOf(counted, sale.sales);
    const sums = {
      sales: sale.sales,
      turnover: sale.turnover,
      cancellations: isCancelled ? 1 : 0,
      cancelled: isCancelled ? -sale.turnover : 0,
      returns: sale.sales * returns.length,
      returned: -returns.reduce((sum, amount) => sum + amount, 0) || 0,
    };
    return [{ key: keyOf(counted, by, sale.cashier), name: null, sums }, ...byOthers];
  },
  derived: correctionRatios,
  notes: () => [openingsNote],
};
