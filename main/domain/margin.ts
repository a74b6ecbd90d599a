/**
 * The goods of a sale with what they cost: net turnover and purchase price of each line. Goods whose purchase price was not known when
 * they were sold are counted apart, and never as if they had cost nothing. Deposits are no goods. A discount lowers the net turnover of
 * the line that it was given on, else of all lines of its tax rate in proportion, and no cost.
 */
import { RETURN_TYPE } from './basket.ts';
import { depositTypes, type FigureLine, MEASURE_DECIMALS, taxesOf } from './figureLines.ts';
import { isJsonObject } from './jsonObject.ts';
import { addUp, isAmount, priceOfMeasure, ratio, times } from './money.ts';
import { taxWithin } from './tax.ts';

/** The purchase price of what a line sells, as the record of its sale keeps it. */
export interface LineCost {
  /** Position number in the basket. */
  readonly line: number;
  /** Without tax, minor units: of a piece, or of one unit of what was weighed. */
  readonly cost: number;
  /** Left out: pieces. */
  readonly unit?: string;
}

export interface LineMargin {
  /** Net turnover, minor units; 0 of deposits. */
  readonly goodsNet: number;
  /** The part of it whose purchase price is known. */
  readonly costedNet: number;
  /** Purchase prices of that part. */
  readonly cost: number;
}

const GOODS: ReadonlySet<string> = new Set(['article', RETURN_TYPE]);

/** True for a type of line that an article is sold or comes back with. */
export const mayHaveCost = (type: string): boolean => GOODS.has(type);

/** `facts.costs` of a record; what cannot be read is not known. */
export const costsIn = (facts: Readonly<Record<string, unknown>>): readonly LineCost[] =>
  (Array.isArray(facts.costs) ? facts.costs : []).flatMap((one: unknown) => {
    const { line, cost, unit } = isJsonObject(one) ? one : {};
    if (!isAmount(line) || !isAmount(cost) || cost < 0) return [];
    return [{ line, cost, ...(typeof unit === 'string' ? { unit } : {}) }];
  });

/** Of each line, in their order. */
export function marginsOf(lines: readonly FigureLine[], costs: readonly LineCost[]): readonly LineMargin[] {
  const nets = netsOf(lines).map((net, index) => (depositTypes.includes(lines[index]!.type) ? 0 : net));
  const known = lines.map(line => costOf(line, costs));
  return lines.map((line, index) => {
    const goodsNet = nets[index]!;
    if (line.type === 'coupon')
      return { goodsNet, costedNet: costedPart(line, goodsNet, { lines, nets, known }), cost: 0 };
    const cost = known[index] ?? null;
    return { goodsNet, costedNet: cost === null ? 0 : goodsNet, cost: cost ?? 0 };
  });
}

/** Null: not known. */
function costOf({ line, type, quantity, measured, unit }: FigureLine, costs: readonly LineCost[]): number | null {
  const found = line !== null && mayHaveCost(type) ? costs.find(one => one.line === line) : undefined;
  if (!found || (found.unit ?? '') !== unit) return null;
  return unit === '' ? times(quantity, found.cost) : priceOfMeasure(measured, MEASURE_DECIMALS, found.cost);
}

interface KnownLines {
  readonly lines: readonly FigureLine[];
  readonly nets: readonly number[];
  readonly known: readonly (number | null)[];
}

/** The part of a discount that lowers the turnover of goods whose purchase price is known. */
function costedPart({ parent, tax }: FigureLine, net: number, { lines, nets, known }: KnownLines): number {
  const goods = lines.flatMap((line, index) =>
    line.type === 'coupon' ? [] : [{ line, net: Math.abs(nets[index]!), isKnown: known[index] !== null }],
  );
  const bound = goods.find(({ line }) => parent !== null && line.line === parent);
  if (bound) return bound.isKnown ? net : 0;
  const ofRate = goods.filter(({ line }) => line.tax === tax);
  const sum = (some: typeof goods) => addUp(some.map(one => one.net));
  const whole = sum(ofRate);
  return whole === 0 ? 0 : ratio(net, sum(ofRate.filter(({ isKnown }) => isKnown)), whole);
}

/**
 * The lines without their tax, half up; what the tax of the receipt differs from their sum by, a few cents, is of the largest line of the
 * rate, so that all of them add up to the net turnover.
 */
function netsOf(lines: readonly FigureLine[]): readonly number[] {
  const taxes = lines.map(({ amount, tax }) => taxWithin(amount, tax));
  for (const { tax: rate, amount } of taxesOf(lines)) {
    const own = lines.flatMap((line, index) => (line.tax === rate ? [index] : []));
    const size = (index: number) => Math.abs(lines[index]!.amount);
    const largest = own.reduce((best, index) => (size(index) > size(best) ? index : best), own[0]!);
    taxes[largest]! += amount - addUp(own.map(index => taxes[index]!));
  }
  return lines.map(({ amount }, index) => amount - taxes[index]! || 0);
}
