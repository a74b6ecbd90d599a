/** Corrections at the till: cancellations, returns, discounts, prices changed by hand, and goods that left a basket unpaid. */
import type { FigureRow, TallyKind } from '../domain/figureRows.ts';
import { correctionsDeclaration, ofTill } from '../reporting/declarations.ts';
import { openingsNote } from '../reporting/notes.ts';
import { correctionRatios } from '../reporting/ratios.ts';
import { type CountingReport, isWanted, type Share } from './tillReport.ts';

/** The columns of what is counted for a person, by the kinds of tallies. */
const COLUMNS: Readonly<Partial<Record<TallyKind, (row: FigureRow<'tally'>) => Share['sums']>>> = {
  return: ({ count, amount }) => ({ returns: count, returned: amount }),
  discount: ({ amount }) => ({ discount: amount }),
  priceChange: ({ amount }) => ({ lowered: amount, raised: 0 }),
  priceRaise: ({ amount }) => ({ lowered: 0, raised: amount }),
  voids: ({ count, amount }) => ({ voids: count, voided: amount }),
  abandoned: ({ count, amount }) => ({ abandonments: count, abandoned: amount }),
};

function sumsOf(row: FigureRow): { readonly person: string; readonly sums: Share['sums'] } | null {
  if (row.table === 'sale') {
    const { cashier: person, sales, turnover, cancellations, cancelled } = row;
    return { person, sums: { sales, turnover, cancellations, cancelled, returns: 0, returned: 0 } };
  }
  const sums = row.table === 'tally' ? COLUMNS[row.kind]?.(row) : undefined;
  return row.table === 'tally' && sums ? { person: row.name, sums } : null;
}

export const corrections: CountingReport = {
  declaration: ofTill(correctionsDeclaration),
  refusal: () => null,
  reads: () => [
    { table: 'sale', keys: ['cashier'] },
    { table: 'tally', keys: ['kind', 'name'] },
  ],
  shares(row, { day, till }, by, filters) {
    const found = sumsOf(row);
    if (!found || !isWanted(filters.cashier, found.person)) return [];
    return [{ key: by === 'day' ? day : by === 'till' ? till : found.person, name: null, sums: found.sums }];
  },
  derived: correctionRatios,
  notes: () => [openingsNote],
};
