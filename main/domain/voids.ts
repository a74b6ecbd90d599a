/** Lines that are taken out of a basket before it is paid (voids). Pure. Amounts in the smallest unit. */
import { type BasketItem, isReturnItem, lineTotal, withoutBonus } from './basket.ts';
import { addUp } from './money.ts';

export interface VoidedLine {
  readonly article: string;
  readonly name: string;
  readonly quantity: number;
  /** Above 0. */
  readonly amount: number;
}

/** What is or would be sold: no discounts, no empties, and nothing that comes back. */
const soldLines = (items: readonly BasketItem[]): readonly BasketItem[] =>
  withoutBonus(items).filter(item => lineTotal(item) > 0 && item.quantity > 0 && !isReturnItem(item));

const voided = (item: BasketItem, quantity: number): VoidedLine => ({
  ...{ article: item.articleNumber || item.ean, name: item.desc, quantity },
  amount: lineTotal(item) - lineTotal({ ...item, quantity: item.quantity - quantity }),
});

/** A line that is gone, and pieces that a line has less than before. A line is known by its `reference_id`. */
export function voidedLines(before: readonly BasketItem[], after: readonly BasketItem[]): readonly VoidedLine[] {
  const left = new Map(after.map(item => [item.reference_id, item]));
  return soldLines(before).flatMap(item => {
    const now = left.get(item.reference_id);
    const same = now !== undefined && now.articleNumber === item.articleNumber;
    const gone = item.quantity - (same ? Math.max(0, now.quantity) : 0);
    return gone > 0 ? [voided(item, gone)] : [];
  });
}

/** Everything in a basket that is given up. */
export const abandonedLines = (items: readonly BasketItem[]): readonly VoidedLine[] =>
  soldLines(items).map(item => voided(item, item.quantity));

export const voidedSum = (lines: readonly VoidedLine[]): number => addUp(lines.map(({ amount }) => amount));
