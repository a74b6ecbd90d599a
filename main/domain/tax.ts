/** The tax contained in amounts, lines and baskets, for each rate. */
import { type BasketItem, lineTotal } from './basket.ts';
import { isJsonObject } from './jsonObject.ts';
import { addUp, isAmount, type Language, ratio } from './money.ts';

export interface TaxTotal {
  readonly rate: number;
  readonly gross: number;
  readonly net: number;
  readonly tax: number;
}

/** The tax contained in a gross amount at `rate` percent, which may have two decimals, rounded commercially. */
export const taxWithin = (gross: number, rate: number): number => {
  const hundredths = Math.round(rate * 100);
  return ratio(gross, hundredths, 10_000 + hundredths);
};

/** The rate as receipts print it, per cent with at most two decimals: `19`, in German `8,1`, in English `8.1`. */
export const formatRate = (rate: number, language: Language): string =>
  language === 'de' ? String(rate).replace('.', ',') : String(rate);

/** Gross, net and contained tax for each rate, highest rate first. What comes back has the tax that it was sold with. */
export function taxTotals(items: readonly BasketItem[]): readonly TaxTotal[] {
  const lines = items.flatMap(taxedLines);
  return grossByRate(lines).map(([rate, gross]) => {
    const tax = taxOfLines(
      lines.filter(line => line.tax === rate).map(line => ({ amount: lineTotal(line), fixed: fixedTax(line) })),
      rate,
    );
    return { rate, gross, net: gross - tax, tax };
  });
}

/** The tax contained in lines of one rate: of their sum, but of a line that knows its own tax that one. */
export function taxOfLines(
  lines: readonly { readonly amount: number; readonly fixed: number | null }[],
  rate: number,
): number {
  const open = lines.filter(({ fixed }) => fixed === null).map(({ amount }) => amount);
  return addUp([taxWithin(addUp(open), rate), ...lines.map(({ fixed }) => fixed ?? 0)]);
}

/** Totals of lines for each tax rate, highest rate first. */
export function grossByRate(items: readonly BasketItem[]): readonly (readonly [rate: number, gross: number])[] {
  const totals = new Map<number, number>();
  for (const item of items) totals.set(item.tax, addUp([totals.get(item.tax) ?? 0, lineTotal(item)]));
  return [...totals].sort(([a], [b]) => b - a);
}

/** The tax that a line had when it was sold; null where its rate says it. */
export const fixedTax = ({ return_of: of }: Pick<BasketItem, 'return_of'>): number | null =>
  isJsonObject(of) && isAmount(of.tax_amount) ? of.tax_amount : null;

/** A sub-transaction counts with the rates of the lines below it. */
const taxedLines = (item: BasketItem): readonly BasketItem[] =>
  item.item_type === 'sub_transaction' && item.sub_basket?.length ? item.sub_basket : [item];
