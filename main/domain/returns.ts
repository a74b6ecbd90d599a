/**
 * The worth of the lines of a sale when their goods come back, and the lines that bring them back. Pure. Amounts are
 * integers in the smallest unit.
 *
 * Discounts, the card's bonus balance and the tax of the receipt are shared over the lines once, at the first return;
 * each unit then has its part by the rule of `shareOf`, so that all parts of a line add up to its price.
 */

import {
  type BasketItem,
  cardArticle,
  isReturnItem,
  lineTotal,
  type Measure,
  RETURN_TYPE,
  type ReturnOf,
  type UnnumberedItem,
} from './basket.ts';
import { roundedCash } from './cashRounding.ts';
import { addUp, distribute, shareOf } from './money.ts';
import { taxTotals, taxWithin } from './tax.ts';

/** The part of a discount that one line had. */
export interface LineDiscount {
  /** Id of the campaign, `balance` for the bonus of the card, else the text of the line. */
  readonly source: string;
  readonly desc: string;
  readonly desc_en?: string;
  /** The person who gave it by hand; it is taken off that person's discounts with the goods. */
  readonly manual_discount?: { readonly by: string };
  /** Per cent of the discount line itself. */
  readonly tax: number;
  /** Sum that the discount took off, above 0. */
  readonly amount: number;
  /** Contained tax that it took off. */
  readonly taxAmount: number;
}

/** One line of a closed sale as it can come back. */
export interface LineWorth {
  /** Position number in its sale. */
  readonly line: number;
  /** Pieces; of goods by measure the steps of its last decimal, as 1000 of 1.000 kg. */
  readonly units: number;
  /** Price of one piece; of goods by measure the price of all of it. */
  readonly priceOne: number;
  /** Only of goods of which any part of the measure can come back. */
  readonly measure?: Measure;
  /** Tax contained in the price of all units. */
  readonly taxAmount: number;
  readonly discounts: readonly LineDiscount[];
  /** Sum that the customer paid for all units. */
  readonly net: number;
}

/** Units of a line, counted from 1. */
export interface UnitRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The lines that can come back, with their shares of all discounts and taxes. `applies` says which lines a discount was
 * given on, where that is known; else it is shared over the lines of its tax rate.
 */
export function worthOfLines(
  items: readonly BasketItem[],
  applies: (discount: BasketItem, line: BasketItem) => boolean = () => true,
): readonly LineWorth[] {
  const lines = items.filter(isReturnable);
  const discounts = items.filter(isDiscount);
  const room = new Map(lines.map(line => [line.id, lineTotal(line)]));
  const shares = discounts.map(discount => sharesOf(discount, lines, room, applies));
  const taxes = taxShares(lines, discounts, shares);
  return lines.map((line, index) => {
    const own = discounts.flatMap((discount, at) => {
      const amount = shares[at]?.[index] ?? 0;
      const taxAmount = taxes.discounts[at]?.[index] ?? 0;
      const { articleNumber, desc, desc_en, tax } = discount;
      const names = desc_en === undefined ? { desc } : { desc, desc_en };
      const { manual_discount: byHand } = discount as { manual_discount?: { readonly by: string } };
      const given = byHand === undefined ? {} : { manual_discount: { by: byHand.by } };
      return amount === 0 && taxAmount === 0
        ? []
        : [{ source: articleNumber || desc, ...names, ...given, tax, amount, taxAmount: 0 - taxAmount || 0 }];
    });
    return {
      line: line.id,
      units: line.measure?.value ?? line.quantity,
      priceOne: line.priceOne,
      ...(line.measure ? { measure: line.measure } : {}),
      taxAmount: taxes.lines[index] ?? 0,
      discounts: own,
      net: lineTotal(line) - addUp(own.map(({ amount }) => amount)),
    };
  });
}

/** Goods; no discount, nothing that moves money on a card, nothing that came back itself. */
export const isReturnable = (item: BasketItem): boolean =>
  item.quantity >= 1 &&
  item.priceOne >= 0 &&
  !NO_GOODS.has(item.item_type) &&
  cardArticle(item) === null &&
  !isReturnItem(item);

const NO_GOODS: ReadonlySet<string> = new Set(['coupon', 'sub_transaction', 'stakeholder_payment', 'subscription']);

const isDiscount = (item: BasketItem): boolean =>
  lineTotal(item) < 0 && item.item_type === 'coupon' && !isReturnItem(item);

/** The parts of one discount, in the order of the lines; takes them out of the room that is left. */
function sharesOf(
  discount: BasketItem,
  lines: readonly BasketItem[],
  room: Map<number, number>,
  applies: (discount: BasketItem, line: BasketItem) => boolean,
): readonly number[] {
  const amount = 0 - lineTotal(discount);
  const bound = lines.filter(({ id }) => id === discount.parent);
  const ofRate = lines.filter(({ tax }) => tax === discount.tax);
  // Narrowest first: a discount that has no room where it was given is shared over more lines.
  const choices = [bound, ofRate.filter(line => applies(discount, line)), ofRate, lines];
  const roomOf = (some: readonly BasketItem[]) => addUp(some.map(({ id }) => room.get(id) ?? 0));
  const eligible = choices.find(some => roomOf(some) >= amount) ?? lines;
  if (roomOf(eligible) === 0) return lines.map(() => 0);
  const weights = lines.map(line => (eligible.includes(line) ? (room.get(line.id) ?? 0) : 0));
  const parts = distribute(amount, weights);
  for (const [index, { id }] of lines.entries()) room.set(id, (room.get(id) ?? 0) - (parts[index] ?? 0));
  return parts;
}

/**
 * The tax of the receipt at each rate, taken apart over its lines: each has what the tax grows by when it is added, so that all
 * together, with what cannot come back as the last, are the tax of the receipt.
 */
function taxShares(
  lines: readonly BasketItem[],
  discounts: readonly BasketItem[],
  shares: readonly (readonly number[])[],
) {
  const reached = new Map<number, number>();
  const grown = (rate: number, amount: number) => {
    const before = reached.get(rate) ?? 0;
    reached.set(rate, before + amount);
    return taxWithin(before + amount, rate) - taxWithin(before, rate);
  };
  const ofDiscounts = discounts.map(() => lines.map(() => 0));
  const ofLines = lines.map((line, index) => {
    const own = grown(line.tax, lineTotal(line));
    for (const [at, { tax }] of discounts.entries())
      ofDiscounts[at]![index] = grown(tax, 0 - (shares[at]?.[index] ?? 0));
    return own;
  });
  return { lines: ofLines, discounts: ofDiscounts };
}

/** How much of one line somebody wants to take back: pieces, or a part of its measure. */
export interface WantedAmount {
  readonly quantity?: number;
  /** 350 with 3 decimals is 0.350 of the unit in which the line was sold. */
  readonly measure?: Pick<Measure, 'value' | 'decimals'>;
}

/** The wanted units of a line; one piece of goods by measure is all of it. Null: the line cannot be divided like that. */
export function wantedUnits(
  { units, measure }: LineWorth,
  { quantity = 1, measure: part }: WantedAmount,
): number | null {
  if (!part) return measure ? quantity * units : quantity;
  if (!measure || quantity !== 1) return null;
  const finer = part.decimals - measure.decimals;
  const wanted = finer > 0 ? part.value / 10 ** finer : part.value * 10 ** -finer;
  return Number.isInteger(wanted) ? wanted : null;
}

/** Worth of some units of a line, minor units. */
export const netOf = (worth: LineWorth, ranges: readonly UnitRange[]): number =>
  addUp([priceOf(worth, ranges), ...worth.discounts.map(({ amount }) => 0 - partIn(amount, worth.units, ranges))]);

/**
 * The price of units before discounts. A gram may be worth less than a cent: what was paid and each discount are shared by
 * themselves there, so that no part is worth less than nothing.
 */
const priceOf = ({ units, priceOne, measure, net, discounts }: LineWorth, ranges: readonly UnitRange[]): number =>
  measure
    ? addUp([net, ...discounts.map(({ amount }) => amount)].map(total => partIn(total, units, ranges)))
    : unitsIn(ranges) * priceOne;

/** The part of the card's bonus balance that paid these units. */
export const bonusIn = (worth: LineWorth, ranges: readonly UnitRange[]): number =>
  addUp(
    worth.discounts
      .filter(({ source }) => source === 'balance')
      .map(({ amount }) => partIn(amount, worth.units, ranges)),
  );

export const unitsIn = (ranges: readonly UnitRange[]): number =>
  ranges.reduce((count, { first, last }) => count + last - first + 1, 0);

const partIn = (total: number, units: number, ranges: readonly UnitRange[]): number =>
  addUp(ranges.map(({ first, last }) => shareOf(total, units, first, last)));

/** The lowest units that nobody has taken, as ranges; null where there are not that many. */
export function freeUnits(units: number, taken: readonly UnitRange[], count: number): readonly UnitRange[] | null {
  const found: UnitRange[] = [];
  let left = count;
  let first = 1;
  for (const range of [...taken].sort((a, b) => a.first - b.first)) {
    if (left > 0 && range.first > first) {
      const last = Math.min(range.first - 1, first + left - 1);
      found.push({ first, last });
      left -= last - first + 1;
    }
    first = Math.max(first, range.last + 1);
  }
  if (left > 0 && first <= units) {
    const last = Math.min(units, first + left - 1);
    found.push({ first, last });
    left -= last - first + 1;
  }
  return left === 0 ? found : null;
}

/** The lines that bring units of a line back: the goods at their price, then the discounts that they had, each with its tax. */
export function returnItems(
  item: BasketItem,
  worth: LineWorth,
  ranges: readonly UnitRange[],
  of: Pick<ReturnOf, 'sale' | 'receipt_number'>,
): readonly UnnumberedItem[] {
  const about = (tax_amount: number): ReturnOf => ({ ...of, line: worth.line, tax_amount: tax_amount || 0 });
  // The key names sale, line and first unit: no other line of a basket has the same.
  const key = `return:${of.sale}:${worth.line}:${ranges[0]?.first ?? 0}`;
  const part = (total: number) => partIn(total, worth.units, ranges);
  const { id: _, parent: __, sub_basket: ___, ...members } = item;
  const goods: UnnumberedItem = {
    ...members,
    id: null,
    parent: null,
    ...(worth.measure
      ? {
          quantity: -1,
          priceOne: priceOf(worth, ranges),
          measure: { ...worth.measure, value: unitsIn(ranges) },
        }
      : { quantity: 0 - unitsIn(ranges) }),
    item_type: RETURN_TYPE,
    reference_id: key,
    return_of: about(0 - part(worth.taxAmount)),
  };
  const discounts = worth.discounts
    .map(({ amount, taxAmount, ...discount }) => ({ ...discount, amount: part(amount), taxAmount: part(taxAmount) }))
    .filter(({ amount, taxAmount }) => amount !== 0 || taxAmount !== 0)
    .map(
      ({ source, taxAmount, amount, ...names }, index): UnnumberedItem => ({
        ...NOTHING,
        articleNumber: source,
        ...names,
        priceOne: amount,
        reference_id: `${key}:${index}`,
        return_of: about(taxAmount),
      }),
    );
  return [goods, ...discounts];
}

const NOTHING = {
  id: null,
  parent: null,
  ean: '',
  quantity: 1,
  group: [],
  serialNumber: null,
  item_type: 'coupon',
  contract_id: null,
  sum: null,
} as const;

/** The value of the goods that come back in a basket, minor units. */
export const returnedValue = (items: readonly BasketItem[]): number =>
  0 - addUp(items.filter(isReturnItem).map(lineTotal)) || 0;

/** The tax of the lines that come back, minor units, with its sign. */
export const returnedTax = (items: readonly BasketItem[]): number =>
  addUp(taxTotals(items.filter(isReturnItem)).map(({ tax }) => tax));

/** A tender of a sale, and what of it went back before. */
export interface GivenTender {
  /** STX_… of the sale. */
  readonly sale: string;
  /** Place in its `tenders`, from 0. */
  readonly tender: number;
  readonly method: string;
  readonly given: number;
  /** Sum that has gone back, or is going back. */
  readonly back: number;
  /** A voucher of the shop, which takes any part back onto its balance. */
  readonly holdsBalance: boolean;
  /** The terminal can undo the whole payment. */
  readonly canReverse: boolean;
  /** The terminal can pay a part to the card, or the acquirer a part of its payment to the payer. */
  readonly canRefund: boolean;
}

/** Payments that an acquirer took: only the same payment can take them back. */
const AT_ACQUIRER = [
  ...(['creditcard', 'debit', 'invoice', 'prepaid', 'paypal', 'sofort', 'easycredit', 'giropay', 'eps'] as const),
  'ccload',
] as const;

/** In the order in which the money goes back. */
export const payOutMethods = ['loyalty', 'voucher', 'cashless', 'cashless_direct', ...AT_ACQUIRER, 'cash'] as const;
export type PayOutMethod = (typeof payOutMethods)[number];

export const isAtAcquirer = (method: string): boolean => (AT_ACQUIRER as readonly string[]).includes(method);

/** One step of a pay-out. */
export interface PayOut {
  readonly method: PayOutMethod;
  /** Above 0. */
  readonly amount: number;
  /** The tender that gets it back; null: none gave it, so that it needs a right of its own. */
  readonly to: Pick<GivenTender, 'sale' | 'tender'> | null;
  /** How a terminal gives it back; null: no terminal does. */
  readonly how: 'reversal' | 'refund' | null;
}

/**
 * Where the money goes: to each tender no more than it gave, the loyalty card and vouchers before cards and what an acquirer
 * took, before cash. What no tender can take is cash that needs a right. Cash is rounded to `step`, all of it together.
 */
export function proposedPayOuts(amount: number, tenders: readonly GivenTender[], step = 1): readonly PayOut[] {
  const outs: PayOut[] = [];
  let left = amount;
  let isExact = true;
  const inOrder = payOutMethods.flatMap(method => tenders.filter(tender => tender.method === method));
  for (const tender of inOrder) {
    const isCash = tender.method === 'cash';
    if (isCash && isExact) {
      left = roundedCash(left, step);
      isExact = false;
    }
    const most = isCash ? inCoins(tender, step) : leftIn(tender);
    const out = left > 0 ? payOutTo(tender, Math.min(left, most)) : null;
    if (!out) continue;
    outs.push(out);
    left -= out.amount;
  }
  const cash = isExact ? roundedCash(left, step) : left;
  return cash > 0 ? [...outs, { method: 'cash', amount: cash, to: null, how: null }] : outs;
}

/** The rest of a cash tender that coins can give back. */
export const inCoins = (tender: GivenTender, step: number): number => leftIn(tender) - (leftIn(tender) % step);

/** The rest of a tender that has not gone back. */
export const leftIn = ({ given, back }: GivenTender): number => Math.max(0, given - back);

/** The step that gives `amount` back to this tender; null where it cannot take it. */
export function payOutTo(tender: GivenTender, amount: number): PayOut | null {
  const { method, given, back, holdsBalance, canReverse, canRefund, ...to } = tender;
  const known = payOutMethods.find(name => name === method);
  if (!known || amount <= 0 || amount > leftIn(tender)) return null;
  const out = (how: PayOut['how']): PayOut => ({
    method: known,
    amount,
    to: { sale: to.sale, tender: to.tender },
    how,
  });
  if (known === 'cashless') {
    if (canReverse && back === 0 && amount === given) return out('reversal');
    return canRefund ? out('refund') : null;
  }
  if (isAtAcquirer(known) && !canRefund) return null;
  // A voucher of somebody else is handed back as the one piece of paper that it is.
  return known === 'voucher' && !holdsBalance && amount !== given ? null : out(null);
}

/** Points or bonus that a sale earned and that go back when goods worth `before` to `after` of `whole` have come back. */
export const earnedBack = (earned: number, whole: number, before: number, after: number): number =>
  whole <= 0 || after <= before ? 0 : shareOf(earned, whole, before + 1, after);
