/** Compares the basket on the screen with a sale of the bridge, and restores the basket from the sale. Pure. */

import type { Article } from '../../main/wire/catalogue.ts';
import type { Ident, MerchantCard, SmartTransaction } from '../../main/wire/transactions.ts';
import { extrasFromSale, extrasText } from './basketExtras.ts';
import {
  type AppliedCard,
  type BasketState,
  bridgeApplies,
  dueOfSale,
  emptyBasket,
  extrasFor,
  spendableOn,
} from './basketState.ts';
import { isBonus, linesFrom, noteOf } from './lines.ts';

/** Text that is equal for two baskets with the same lines, the same card and the same extras. */
export const contentOf = ({ lines, card, extras }: Pick<BasketState, 'lines' | 'card' | 'extras'>): string =>
  JSON.stringify([
    lines.map(line => [line.key, line.articleNumber, line.quantity, line.priceOne, noteOf(line)]),
    card?.number ?? null,
    extrasText(extras),
  ]);

/** The same text for a sale of the bridge. */
export function contentOfSale(sale: SmartTransaction): string {
  const presented = sale.idents.find(isPresented);
  const card = presented ? { number: numberOf(presented), details: null } : null;
  return contentOf({ lines: linesFrom(sale.basket.products, new Map()), card, extras: extrasFromSale(sale) });
}

const isPresented = ({ type }: Ident): boolean => type === 'card' || type === 'checkin';

/** A check-in names no number itself. */
const numberOf = ({ type, value, merchantcard }: Ident): string =>
  type === 'checkin' ? (merchantcard?.card.cardnumber ?? value) : value;

/** True when the sale of the bridge has other lines, another card, or another amount to pay for them. */
export function differsFromSale(state: BasketState, sale: SmartTransaction): boolean {
  if (contentOfSale(sale) !== contentOf(state)) return true;
  if (partsText(sale.parts) !== partsText(state.parts)) return true;
  const said = appliedIn(sale, state);
  return said !== null && said.missing !== state.applied?.missing;
}

const partsText = (parts: BasketState['parts'] = []): string =>
  JSON.stringify(parts.map(({ id, status }) => [id, status]));

/**
 * The basket that a sale of the bridge holds. A sale in `processing` has its card applied. In every other status the
 * balance of the card pays only where the sale shows that the balance was used.
 */
export function basketFromSale(sale: SmartTransaction, rev: number, known: ReadonlyMap<string, Article>): BasketState {
  const { products } = sale.basket;
  const lines = linesFrom(products, known);
  const ident = sale.idents.find(one => isPresented(one) && one.valid);
  const details = ident?.merchantcard ? withoutOwnReservation(ident.merchantcard, sale) : null;
  const card = ident
    ? { number: numberOf(ident), details, ...(ident.type === 'checkin' ? { checkin: ident.value } : {}) }
    : null;
  const payWithCard =
    card === null || isBalanceUsed(sale) || (sale.status === 'processing' && hasNoBalance(card.details));
  const { parts = [], age_checked } = sale as SmartTransaction & { age_checked?: unknown };
  const age = typeof age_checked === 'number' ? age_checked : 0;
  const extras = extrasFor(lines, extrasFromSale(sale));
  const selected = lines.at(-1)?.key ?? null;
  const state = { ...emptyBasket, rev, lines, card, extras, payWithCard, parts, age, selected };
  return { ...state, applied: appliedIn(sale, state) };
}

/**
 * The facts of a sale about this basket: of a card or a coupon once it is applied, of campaigns for everybody without a further call.
 * Null for nothing.
 */
export function appliedIn(sale: SmartTransaction, state: BasketState): AppliedCard | null {
  const bonus = sale.basket.products.filter(isBonus);
  const isSaid = bridgeApplies(state) ? sale.status === 'processing' : bonus.length > 0;
  if (!isSaid) return null;
  return {
    ...{ rev: state.rev, bonus, missing: dueOfSale(sale) },
    ...(sale.card_notice ? { notice: sale.card_notice.texts } : {}),
    ...(sale.coupons ? { coupons: sale.coupons } : {}),
  };
}

/** The card without the amounts that this sale itself has reserved. */
function withoutOwnReservation(card: MerchantCard, sale: SmartTransaction): MerchantCard {
  if (!isBalanceUsed(sale)) return card;
  const { sum } = sale.basket_info;
  const bonus = sale.basket.products
    .filter(({ reference_id }) => reference_id?.startsWith('bonus:balance'))
    .reduce((total, { quantity, priceOne }) => total - quantity * priceOne, 0);
  return {
    ...card,
    cash_balance_reserved: Math.max(0, (card.cash_balance_reserved ?? 0) - (sum - dueOfSale(sale))),
    bonus_balance_reserved: Math.max(0, (card.bonus_balance_reserved ?? 0) - bonus),
  };
}

/** True when the balance of the card pays a part of this sale. A declined payment of the rest keeps that part. */
const isBalanceUsed = ({ basket: { products }, ...sale }: SmartTransaction): boolean =>
  dueOfSale(sale) < sale.basket_info.sum ||
  products.some(({ reference_id }) => reference_id?.startsWith('bonus:balance:'));

/** An empty card does not show whether its customer wants to pay with it. */
function hasNoBalance(details: MerchantCard | null): boolean {
  if (details === null) return true;
  const { cash, bonus } = spendableOn(details);
  return cash <= 0 && bonus <= 0;
}
