/** The document of a sale: the members of the caller with everything that the bridge adds. */

import {
  basketTotal,
  type BasketItem as DomainItem,
  isPaidOutForEmpties,
  isReturnItem,
  lineTotal,
  nextId,
  RETURN_TYPE,
  type ReturnOf,
  readBasket,
  soldItems,
  type UnnumberedItem,
  withoutBonus,
} from '../domain/basket.ts';
import { isJsonObject } from '../domain/jsonObject.ts';
import { misreadLine } from '../domain/misreadLines.ts';
import { LARGEST_AMOUNT } from '../domain/money.ts';
import { misplacedBasket } from '../domain/moneyMembers.ts';
import type { BasketItem, Ident, IdentInput, SmartTransaction, SmartTransactionInput } from '../wire/transactions.ts';
import { timestamp } from '../world/clock.ts';
import { BridgeError } from '../world/errors.ts';
import { newId } from '../world/ids.ts';
import { refuseIgnoredMoney } from '../world/ignoredMoney.ts';
import type { Merchant } from '../world/people.ts';
import type { SaleDocument } from '../world/sales.ts';
import { callerMembers, integer, refuseOtherContext, withoutNulls } from './callerMembers.ts';
import type { BasketCheck } from './checkedBasket.ts';
import { NO_PAYMENT } from './dueAmount.ts';
import { withTaxes } from './lineTaxes.ts';
import { outcomeFor } from './saleOutcome.ts';

/** Facts that a document needs besides the input of the caller. */
export interface DocumentContext {
  readonly merchant: Merchant;
  readonly now: number;
  readonly strictSums: boolean;
  readonly till: string | null;
  readonly cashier: string | null;
  /** Header of the request. */
  readonly userAgent: string | undefined;
  /** Tax rate of the article with this EAN or number, per cent. */
  readonly rateOf: (code: string) => number | null;
  /** Called with the paths of members that the input should have said. */
  readonly unsaid: (paths: readonly string[]) => void;
  /** Resolves an ident of a customer; positions count from 0. */
  readonly ident: (ident: IdentInput, position: number) => Ident;
  /** Holds the lines of a person at the screen against catalogue and approvals; null: they are taken as they are. */
  readonly check: BasketCheck | null;
  /** The Payment Customer for the answer: in full where the input names its id. */
  readonly customer: (sent: unknown) => unknown;
  /** The Payment Container for the answer; details of an account are stored as a new container. */
  readonly container: (sent: unknown, customer: unknown) => unknown;
}

/** A new document. Throws `BridgeError` for a basket that cannot be read or has a negative sum. */
export function newSaleDocument(input: SmartTransactionInput, around: DocumentContext): SaleDocument {
  refuseOtherMerchant(input, around.merchant);
  refuseReturnLines(input);
  const written = timestamp(around.now);
  const id = newId('STX');
  const basket = basketMembers(input, around, null);
  refuseMissingSum(input, basket.basket_info.sum);
  return withoutNulls({
    object: 'smart.transactions',
    id,
    created: written,
    updated: written,
    status: 'created',
    outcome: outcomeFor({ id, ...basket }, 'created', null),
    merchant: { object: 'general.merchants', id: around.merchant.id, companyname: around.merchant.name },
    transactionRef: null,
    merchantRef: null,
    intent: null,
    is_demo: false,
    ...(around.till ? { device_source: { object: 'smart.devices', id: around.till } } : {}),
    ...(around.cashier ? { cashier: around.cashier } : {}),
    payment_method: null,
    trans_id: null,
    ...callerMembers(input, around.userAgent),
    ...personOf(around),
    ...peopleOf(input, around),
    ...basket,
    idents: identsOf(input, around),
    transactions: [],
    payments: [],
    receipt: [],
  }) as unknown as SaleDocument;
}

/**
 * The document after a PUT: sent members replace the stored ones; without `basket` the basket is removed and
 * `basket_info` is reset (specification, PUT). `application_context` never changes after creation.
 */
export function changedSaleDocument(
  document: SaleDocument,
  input: SmartTransactionInput,
  around: DocumentContext,
): SaleDocument {
  refuseOtherMerchant(input, around.merchant);
  const own = callerMembers(input, around.userAgent);
  refuseOtherContext(document, input);
  const { application_context: _, ...changes } = own;
  const isReturn = document.goods_return !== undefined;
  if (!isReturn) refuseReturnLines(input);
  const changed = withoutNulls({
    ...withoutNotice(document),
    ...changes,
    ...personOf(around),
    ...peopleOf(input, around),
    ...basketMembers(isReturn ? withoutSum(input) : input, around, document),
    idents: input.idents === undefined ? document.idents : identsOf(input, around),
    ...NO_PAYMENT,
    receipt: [],
  });
  return isReturn ? withReturnItems(changed, itemsOf(document).filter(isReturnItem)) : changed;
}

/** Returned lines are no part of the caller's basket, so its sum is that of the lines alone. */
const withoutSum = ({ basket_info: info, ...input }: SmartTransactionInput): SmartTransactionInput => ({
  ...input,
  basket_info: { ...info, sum: null, missing_sum: null },
});

/** The document with the lines that bring goods back behind what is sold; discounts stand below their goods. */
export function withReturnItems(document: SaleDocument, lines: readonly UnnumberedItem[]): SaleDocument {
  const sold = soldItems(itemsOf(document));
  const first = nextId(sold);
  let goods = first;
  const numbered = lines.map((line, index) => {
    const isGoods = line.item_type === RETURN_TYPE;
    if (isGoods) goods = first + index;
    return { ...line, id: first + index, parent: isGoods ? null : goods } as DomainItem;
  });
  return withItems(document, [...sold, ...numbered], 0, null);
}

/** The receipt names the person who is signed in at the till, whatever the screen says. */
const personOf = ({ check, cashier }: DocumentContext): { readonly cashier?: string } =>
  check && cashier !== null ? { cashier } : {};

/** The lines of the basket as the domain reads them. */
export const itemsOf = (document: SaleDocument): readonly DomainItem[] =>
  document.basket.products as readonly DomainItem[];

/** The part of the caller's sum that the basket does not hold: 0, unless only a sum was sent or the two differ. */
export const sumBeyondBasket = (document: SaleDocument): number =>
  document.basket_info.sum - basketTotal(itemsOf(document));

/** The document with these lines; `missing` null means that no card was applied. */
export function withItems(
  document: SaleDocument,
  items: readonly DomainItem[],
  beyond: number,
  missing: number | null,
): SaleDocument {
  const sum = basketTotal(items) + beyond;
  return {
    ...document,
    basket: { ...document.basket, products: items as unknown as BasketItem[] },
    basket_info: { ...document.basket_info, sum, missing_sum: missing ?? sum },
  };
}

/** The document without an applied card. */
export const withoutCard = (document: SaleDocument): SaleDocument => ({
  ...withItems(withoutNotice(document), withoutBonus(itemsOf(document)), sumBeyondBasket(document), null),
  ...NO_PAYMENT,
});

/** Notice and coupons belong to what is applied; a member that is undefined is left out of the stored document. */
const withoutNotice = (document: SaleDocument): SaleDocument =>
  ({ ...document, card_notice: undefined, coupons: undefined }) as unknown as SaleDocument;

/** Only the bridge writes what comes back. Throws `badInput`. */
function refuseReturnLines({ basket }: SmartTransactionInput) {
  const at = (basket?.products ?? []).findIndex(product => isReturnItem(product as { readonly return_of?: ReturnOf }));
  if (at >= 0)
    throw new BridgeError('badInput', `basket.products[${at}].return_of: POST /bridge/v1/returns takes goods back`, {
      extra: { member: `basket.products[${at}].return_of` },
    });
}

/** Throws `notFound` for another merchant, so that the existence of its sales stays hidden. */
function refuseOtherMerchant({ merchant }: SmartTransactionInput, own: Merchant) {
  const id = typeof merchant === 'string' ? merchant : (merchant?.id ?? '');
  if (id !== '' && id !== own.id && id.toLowerCase() !== 'me')
    throw new BridgeError('notFound', `there is no merchant ${id}`);
}

function peopleOf(input: SmartTransactionInput, around: DocumentContext): Record<string, unknown> {
  const { customer, shipping_address, container } = input;
  const payer = customer === undefined ? undefined : around.customer(customer);
  return {
    ...(customer === undefined ? {} : { customer: payer }),
    ...(shipping_address === undefined ? {} : { shipping_address: around.customer(shipping_address) }),
    ...(container === undefined ? {} : { container: around.container(container, payer) }),
  };
}

function basketMembers(
  input: SmartTransactionInput,
  around: DocumentContext,
  stored: SaleDocument | null,
): Pick<SmartTransaction, 'basket' | 'basket_info'> {
  const rates = {
    ofArticle: around.rateOf,
    ofSale: integer(input.tax_rate ?? (stored as SmartTransactionInput | null)?.tax_rate),
  };
  const { products, untaxed } = withTaxes(input.basket?.products ?? [], rates);
  const read = readBasket(products);
  if (!read.ok) throw new BridgeError('badInput', `basket.${read.problem.path} must be ${WANTED[read.problem.wants]}`);
  refuseMisreadLine(input.basket?.products);
  refuseUntaxed(untaxed, around);
  refuseAddingCoupon(read.value);
  const info = input.basket_info ?? {};
  const summed = withOwnSums(input.basket?.products, read.value, around.strictSums);
  const items = around.check ? around.check(summed, stored) : summed;
  const total = basketTotal(items);
  // A tip is a part of the sum and no line.
  const lines = total + Math.max(0, integer(info.gratuity) ?? 0);
  // The screen of the till sells lines alone, and a tip.
  const sum = around.check ? lines : ownSum(integer(info.sum), { total, lines }, input);
  const currency = info.currency ?? around.merchant.currency;
  // At the screen of the till empties may be worth more than what is sold with them.
  const paysOut = around.check !== null && isPaidOutForEmpties(items);
  if (!paysOut) refuseSum(sum, { total, lines }, input.basket != null, around.strictSums);
  if (sum > LARGEST_AMOUNT)
    throw new BridgeError(
      'badInput',
      `basket_info.sum is ${sum}; ${LARGEST_AMOUNT} minor units is the most of one sale`,
    );
  if (items.length === 0 && sum === 0) refuseMisplaced(input);
  refuseOtherAmounts(input, sum, currency);
  return {
    basket: {
      ...input.basket,
      products: [...items] as unknown as BasketItem[],
      texts: input.basket?.texts ?? [],
      type: input.basket?.type ?? 'default',
    },
    basket_info: {
      ...info,
      sum,
      currency,
      gratuity: integer(info.gratuity),
      missing_sum: sum,
      // The sum is kept as it was sent and marked, so that nobody takes it for the sum of the lines.
      ...(items.length > 0 && sum !== total && sum !== lines ? { sum_differs: true } : {}),
    },
  };
}

/** The caller's sum without the discount lines of the bridge, which a client sends back with the document it read. */
function ownSum(
  sent: number | null,
  { total, lines }: { readonly total: number; readonly lines: number },
  input: SmartTransactionInput,
): number {
  const echoed = (input.basket?.products ?? [])
    .filter(item => item.reference_id?.startsWith('bonus:'))
    .reduce((sum, item) => sum + Number(item.priceOne ?? 0), 0);
  // A tip without a sum comes on top of the lines: somebody has to pay it.
  if (sent === null) return lines;
  const own = [total, lines].find(sum => echoed !== 0 && sent === sum + echoed);
  return own ?? sent;
}

/** Throws where sums are checked; elsewhere the answer names the lines, which are sold at 0 %. */
function refuseUntaxed(untaxed: readonly string[], { strictSums, unsaid }: DocumentContext) {
  const [member] = untaxed;
  if (member === undefined) return;
  if (!strictSums) return unsaid(untaxed);
  throw new BridgeError(
    'priceMissing',
    `${member} must be the tax rate in per cent; neither the catalogue nor tax_rate say it, or the line says another one under a name that is not read`,
    {
      extra: { member },
    },
  );
}

/** A coupon takes something off (specification, basket item). Throws where one would add to the sum. */
function refuseAddingCoupon(items: readonly DomainItem[]) {
  const at = items.findIndex(item => item.item_type === 'coupon' && lineTotal(item) > 0);
  if (at < 0) return;
  const member = `basket.products[${at}].priceOne`;
  throw new BridgeError('badInput', `${member} of a coupon must be negative: it takes something off`, {
    extra: { member },
  });
}

/** `sum` of a line is what the line costs: another one is refused where sums are checked, and put right elsewhere. */
function withOwnSums(products: unknown, items: readonly DomainItem[], strict: boolean): readonly DomainItem[] {
  const sent: readonly unknown[] = Array.isArray(products) ? products : [];
  const sums = sent.map(line => (isJsonObject(line) && line.sum != null ? Number(line.sum) : null));
  return items.map((item, index) => {
    const own = lineTotal(item);
    const named = sent.length === items.length ? (sums[index] ?? null) : item.sum;
    if (named === null || named === own) return item;
    const member = `basket.products[${index}].sum`;
    if (strict)
      throw new BridgeError('sumDiffers', `${member} is ${named}, but the line costs ${own}`, { extra: { member } });
    return { ...item, sum: own };
  });
}

/** Throws `priceMissing`, which names the member that is read and the misspelled member in its place. */
function refuseMisreadLine(products: unknown) {
  const slip = misreadLine(products);
  if (!slip) return;
  const { path, wants, found } = slip;
  const instead = found === null || wants === 'noDiscount' ? '' : `; it stands in ${found}, which is not read`;
  throw new BridgeError('priceMissing', `basket.${path} must be ${MISREAD[wants]}${instead}`, {
    extra: { member: `basket.${path}` },
  });
}

const MISREAD = {
  price: 'the price of one piece in the smallest currency unit (0 for what is free)',
  quantity: 'the number of pieces',
  noDiscount: 'left out: a discount is a line of its own with a negative priceOne (item_type coupon)',
} as const;

/** Throws for a basket under an unread member; an empty sale without any basket may be filled later. */
function refuseMisplaced(input: SmartTransactionInput) {
  const slip = misplacedBasket(input) ?? misplacedBasket(input.basket, 'basket.');
  if (slip)
    throw new BridgeError(
      'basketUnread',
      `${slip.found} is not read, and the sale would cost nothing: write ${slip.read}`,
      {
        extra: { member: slip.found },
      },
    );
}

/** Throws where `missing_sum` of a new sale is neither 0 nor the sum. */
function refuseMissingSum({ basket_info }: SmartTransactionInput, sum: number) {
  const missing = integer(basket_info?.missing_sum) ?? 0;
  if (missing !== 0 && missing !== sum)
    throw new BridgeError('amountRefused', `basket_info.missing_sum is ${missing}, but the sale costs ${sum}`);
}

/** Throws where an amount in an unread member differs from the amount of the sale. */
function refuseOtherAmounts(
  { basket, basket_info: info, ...input }: SmartTransactionInput,
  sum: number,
  currency: string,
) {
  const instead =
    'the sale costs basket_info.sum, or its basket.products[].quantity × priceOne; a discount is a line of its own';
  const facts = { whole: [sum], currency, instead };
  refuseIgnoredMoney(input, [], facts);
  refuseIgnoredMoney(basket, [], facts, 'basket.');
  refuseIgnoredMoney(info, ['sum', 'currency', 'gratuity', 'missing_sum'], facts, 'basket_info.');
  const gratuity = integer(info?.gratuity) ?? 0;
  if (gratuity < 0 || gratuity > Math.max(0, sum))
    throw new BridgeError(
      'amountUnused',
      `basket_info.gratuity is ${gratuity}; it is for information and contained in the sum, ${sum}`,
    );
}

/** 0.532 kg at 15.90 EUR a kilogram. */
const MEASURED = '{"value": 532, "decimals": 3, "unit": "kg", "priceOne": 1590}';

const WANTED = {
  object: 'an object',
  list: 'a list',
  text: 'a text',
  integer: 'an integer in the smallest currency unit',
  position: 'a position number',
  percent: 'per cent from 0 to 100, with at most two decimals (8.1)',
  measure: `left out, or say what is weighed or measured: ${MEASURED}; value 1 to 1000000000, decimals 0 to 4, unit of 1 to 10 letters`,
  one: 'left out or 1 beside measure, which says how much it is',
  measuredPrice: 'left out beside measure, or the price that measure makes: value × measure.priceOne, rounded',
  groups: 'a list of {id, desc, level}',
  oneLevel: 'left out: a sub-basket is one level deep',
  smallerTotal: `a basket of which each line comes to ${LARGEST_AMOUNT} minor units at most`,
} as const;

function refuseSum(
  sum: number,
  { total, lines }: { readonly total: number; readonly lines: number },
  hasBasket: boolean,
  strict: boolean,
) {
  if (sum < 0 || total < 0)
    throw new BridgeError('negativeSum', `basket_info.sum is ${Math.min(sum, total)}; it must be 0 or more`);
  if (strict && hasBasket && sum !== total && sum !== lines)
    throw new BridgeError('sumDiffers', `basket_info.sum is ${sum}, but the basket adds up to ${total}`, {
      extra: { member: 'basket_info.sum' },
    });
}

function identsOf(input: SmartTransactionInput, around: DocumentContext): Ident[] {
  return (input.idents ?? []).map((ident, position) => around.ident(ident, position));
}

/**
 * True for a sale that another bridge has made, with its discounts and its payment, and enters here: `product` begins with the id of
 * the sale there (`upstream/translation/sale.ts`).
 */
export function isEnteredByBridge(document: SaleDocument): boolean {
  const { product }: Readonly<Record<string, unknown>> = { ...document };
  return typeof product === 'string' && /^STX_[0-9A-Z]{20,}/.test(product);
}
