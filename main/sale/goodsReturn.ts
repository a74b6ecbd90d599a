/** Opens a return: a sale with lines that bring goods back, whose units nobody else can take back meanwhile. */
import { lineTotal, RETURN_TYPE, type UnnumberedItem } from '../domain/basket.ts';
import { addUp, isRate, priceOfMeasure } from '../domain/money.ts';
import { returnedValue, returnItems } from '../domain/returns.ts';
import { LARGEST_RETURN_PRICE } from '../wire/limits.ts';
import type { LooseArticle, ReturnInput } from '../wire/returns.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import { BridgeError } from '../world/errors.ts';
import type { Principal } from '../world/people.ts';
import type { Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';
import { type ClientInfo, type NewSaleWorld, newSale } from './basket.ts';
import { itemsOf, withReturnItems } from './document.ts';
import { type ChosenLine, chosenLines, type ReturnWorld, staleReturns, worthOfSale } from './returnedLines.ts';
import { outcomeFor } from './saleOutcome.ts';
import { advance, type SaleStepWorld } from './transition.ts';

export type OpeningWorld = NewSaleWorld & SaleStepWorld & ReturnWorld & Pick<World, 'admitMoney' | 'queue'>;

/** Returned goods: lines of sales, and articles without a receipt. */
export type ReturnedGoods = Pick<ReturnInput, 'lines' | 'articles'>;

/** The sale with the goods that come back, not stored. Throws as `chosenLines`, and `badInput` where nothing comes back. */
export function returnSale(
  world: NewSaleWorld & ReturnWorld,
  principal: Principal,
  { lines = [], articles = [] }: ReturnedGoods,
  about: Partial<Pick<ReturnInput, 'reason' | 'transactionRef'>> = {},
  caller: ClientInfo = {},
): { readonly sale: Sale; readonly chosen: readonly ChosenLine[] } {
  if (lines.length + articles.length === 0)
    throw new BridgeError('badInput', 'lines and articles are empty: nothing comes back', {
      extra: { member: 'lines' },
    });
  const chosen = chosenLines(world, principal.merchant, lines);
  const { currency } = world.devices.merchant(principal.merchant);
  const foreign = chosen.find(({ sale }) => sale.document.basket_info.currency !== currency);
  if (foreign) throw new BridgeError('returnRefused', `${foreign.sale.id} is in another currency than ${currency}`);
  const items = [
    ...chosen.flatMap(({ sale, item, worth, ranges }) =>
      returnItems(item, worth, ranges, { sale: sale.id, receipt_number: sale.receiptNumber }),
    ),
    ...articles.map((article, index) => looseItem(article, index)),
  ];
  const { transactionRef = '' } = about;
  const empty = newSale(world, principal, transactionRef === '' ? {} : { transactionRef }, caller);
  const document = withReturnItems(empty.document, items);
  const goods_return: SmartTransaction['goods_return'] = {
    reason: about.reason?.trim() ?? '',
    sales: salesOf(chosen).map(({ id, receiptNumber }) => ({ id, receipt_number: receiptNumber })),
    value: returnedValue(itemsOf(document)),
    without_receipt: looseValue({ document }),
  };
  const complete = { ...document, goods_return };
  const outcome = outcomeFor(complete, 'created', null);
  return { sale: { ...empty, document: { ...complete, outcome } }, chosen };
}

/** Writes the return and holds its units. The sum of a return is below 0 until new articles outweigh it. */
export function openReturn(
  world: OpeningWorld,
  principal: Principal,
  input: ReturnInput,
  caller: ClientInfo = {},
): Promise<SmartTransaction> {
  world.admitMoney();
  world.queue.admit();
  return world.ledger.write(() => {
    for (const id of new Set((input.lines ?? []).map(({ sale }) => sale))) {
      const original = world.ledger.sale(principal.merchant, id);
      for (const stale of original ? staleReturns(world, original) : [])
        advance(world, stale, 'cancel', 'the end of a return that nobody finished');
    }
    const { sale, chosen } = returnSale(world, principal, input, input, caller);
    world.ledger.insert(sale);
    for (const original of salesOf(chosen)) world.returns.keepWorth(original.id, worthOfSale(world, original));
    const since = world.clock.now();
    for (const { sale: original, worth, ranges } of chosen)
      for (const range of ranges)
        world.returns.hold({ ...range, sale: original.id, line: worth.line, by: sale.id, since }, worth.units);
    return sale.document;
  });
}

const salesOf = (chosen: readonly ChosenLine[]): readonly Sale[] => [
  ...new Map(chosen.map(({ sale }) => [sale.id, sale])).values(),
];

/** Without a receipt nobody knows a discount; the tax is that of its rate. Throws `badInput`. */
function looseItem({ measure, group = [], ...article }: LooseArticle, index: number): UnnumberedItem {
  if (!isRate(article.tax)) throw badArticle(index, 'tax', 'has at most two decimals');
  return {
    articleNumber: '',
    ean: '',
    serialNumber: null,
    reference_id: `return:${index}`,
    contract_id: null,
    sum: null,
    ...article,
    ...(measure ? measured(article, measure, index) : pieces(article, index)),
    group: group.map(({ id, desc = '', level = 1 }) => ({ id, desc, level: Number(level) })),
    id: null,
    parent: null,
    item_type: RETURN_TYPE,
    return_of: { sale: null, receipt_number: null, line: null, tax_amount: null },
  };
}

type Amounts = Pick<LooseArticle, 'quantity' | 'priceOne'>;
type LooseAmount = Pick<UnnumberedItem, 'quantity' | 'priceOne' | 'measure'>;

function pieces({ quantity, priceOne }: Amounts, index: number): LooseAmount {
  if (quantity === undefined) throw badArticle(index, 'quantity', 'is missing, and so is measure');
  if (priceOne === undefined) throw badArticle(index, 'priceOne', 'is missing, and so is measure');
  return { quantity: -quantity, priceOne };
}

/** One piece at the price of its measure; quantity and price that the caller sends, too, must be those. */
function measured(
  { quantity = 1, priceOne }: Amounts,
  measure: NonNullable<LooseArticle['measure']>,
  index: number,
): LooseAmount {
  const price = priceOfMeasure(measure.value, measure.decimals, measure.priceOne);
  if (quantity !== 1) throw badArticle(index, 'quantity', 'is 1 or left out beside measure');
  if (price > LARGEST_RETURN_PRICE)
    throw badArticle(index, 'measure', `is worth ${price}, and ${LARGEST_RETURN_PRICE} is the most`);
  if (priceOne !== undefined && priceOne !== price)
    throw badArticle(index, 'priceOne', `is ${priceOne}, and its measure is worth ${price}`);
  return { quantity: -1, priceOne: price, measure };
}

const badArticle = (index: number, member: string, why: string) =>
  new BridgeError('badInput', `articles[${index}].${member} ${why}`, {
    extra: { member: `articles[${index}].${member}` },
  });

/** Value of the lines without a receipt. */
export const looseValue = ({ document }: Pick<Sale, 'document'>): number =>
  0 -
    addUp(
      itemsOf(document)
        .filter(({ return_of: of }) => of !== undefined && of.sale === null)
        .map(lineTotal),
    ) || 0;
