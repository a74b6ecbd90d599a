/** Lines that are taken out of a basket before it is paid (voids). Pure. Amounts in the smallest unit. */
import { type BasketItem, isReturnItem, lineTotal, withoutBonus } from './basket.ts';
import { addUp, isAmount } from './money.ts';

export interface VoidedLine {
  readonly article: string;
  readonly name: string;
  readonly quantity: number;
  /** Above 0. */
  readonly amount: number;
}

/** The lines that sell goods: no discounts, no empties, and no returned goods. */
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

/** The figures of one record `basket`, counted for its person. */
export interface BasketFigures {
  readonly kind: 'voids' | 'abandoned';
  /** Empty where nobody is named. */
  readonly person: string;
  /** Each line that was taken out, or the whole basket that was given up. */
  readonly amounts: readonly number[];
}

const BASKET_EVENTS: Readonly<Record<string, BasketFigures['kind']>> = { voided: 'voids', abandoned: 'abandoned' };

/** Null for a record of another kind or event. */
export function basketFigures(record: {
  readonly kind: string;
  readonly event: string;
  readonly sum: number | null;
  readonly facts: Readonly<Record<string, unknown>>;
}): BasketFigures | null {
  const { event, sum, facts } = record;
  const kind = record.kind === 'basket' ? BASKET_EVENTS[event] : undefined;
  if (!kind) return null;
  const lines: readonly { readonly amount: unknown }[] =
    Array.isArray(facts.lines) && kind === 'voids' ? facts.lines : [{ amount: sum }];
  const amounts = lines.map(line => line?.amount).filter(isAmount);
  return { kind, person: typeof facts.person === 'string' ? facts.person : '', amounts };
}
