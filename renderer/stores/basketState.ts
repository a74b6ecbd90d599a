/** The state of the basket on the screen, and the rules that need nothing but this state. */

import type { CardView, cardRefusals } from '../../main/wire/cardLookup.ts';
import type {
  BasketItem,
  MerchantCard,
  PreTransactionAnswer,
  SalePart,
  SmartTransaction,
} from '../../main/wire/transactions.ts';
import type { Problem } from '../bridge/problem.ts';
import { type BasketExtras, noExtras } from './basketExtras.ts';
import { type Line, sumOf } from './lines.ts';

export type RefusalReason = (typeof cardRefusals)[number] | 'unknown';

export interface UsedCard {
  readonly number: string;
  /** Id of the check-in of its customer, where nobody has scanned the card. */
  readonly checkin?: string;
  /** Card group and balances; null only while a restored sale does not contain them. */
  readonly details: MerchantCard | null;
  /** The part of the card that will be gone at the beginning of a day; left out: nothing soon. */
  readonly expiring?: NonNullable<CardView['expiring']>;
}

/** Bonus lines and amount to pay that the bridge calculated for exactly this revision of the basket, with or without a card. */
export interface AppliedCard {
  readonly rev: number;
  readonly bonus: readonly BasketItem[];
  readonly missing: number;
  /** Points and bonus that the card gets for this basket, and the next that is near; left out until the bridge has said it. */
  readonly benefits?: PreTransactionAnswer['benefits'];
  /** Limits of the card's balance while the service that owns it is not reachable. */
  readonly notice?: { readonly de: string; readonly en: string };
  /** The amount that each coupon takes off this basket; left out without coupons. */
  readonly coupons?: PreTransactionAnswer['coupons'];
}

export interface BasketState {
  /** Revision: counts every change that the bridge has to receive. */
  readonly rev: number;
  /** Counts customers, so that an answer requested for one customer never reaches the next customer. */
  readonly customer: number;
  readonly lines: readonly Line[];
  readonly card: UsedCard | null;
  readonly extras: BasketExtras;
  readonly refused: { readonly number: string; readonly reason: RefusalReason } | null;
  /** True when the balance of the card pays. The customer gets the discounts of the card in both cases. */
  readonly payWithCard: boolean;
  /** The bridge rejected the card for this sale: the card only collects points. */
  readonly cardRejected: boolean;
  readonly applied: AppliedCard | null;
  /** Payments of this sale as the bridge holds them: while one is paid, the basket cannot change. */
  readonly parts: readonly SalePart[];
  readonly selected: string | null;
  /** Years that the cashier has checked for this customer; 0: nobody was asked. */
  readonly age: number;
  /** The basket before the last change by hand, until it is taken back; `shown` is what the message under the lines offers. */
  readonly undo: {
    readonly lines: readonly Line[];
    readonly card: UsedCard | null;
    readonly extras: BasketExtras;
    readonly age: number;
    readonly removed: Line | null;
    readonly shown: boolean;
  } | null;
  /** The line that was added or counted up last; `count` tells two hits of the same line apart. */
  readonly hit: { readonly key: string; readonly count: number } | null;
  readonly sync: { readonly state: 'saved' | 'saving' | 'waiting'; readonly problem: Problem | null };
}

export const emptyBasket: BasketState = {
  rev: 0,
  customer: 0,
  lines: [],
  card: null,
  extras: noExtras,
  refused: null,
  payWithCard: true,
  cardRejected: false,
  applied: null,
  parts: [],
  selected: null,
  age: 0,
  undo: null,
  hit: null,
  sync: { state: 'saved', problem: null },
};

/** The parts whose money the shop holds. */
export const paidParts = ({ parts }: Pick<BasketState, 'parts'>): readonly SalePart[] =>
  parts.filter(({ status }) => HELD.has(status));

const HELD: ReadonlySet<SalePart['status']> = new Set(['paid', 'returning', 'returnUnknown']);

/** The amount of a part with its tip; minor units. */
export const broughtBy = ({ amount, tip = 0 }: Pick<SalePart, 'amount' | 'tip'>): number => amount + tip;

/** Amount that the shop holds of the parts, minor units. */
export const heldOf = (state: Pick<BasketState, 'parts'>): number =>
  paidParts(state).reduce((sum, { amount }) => sum + amount, 0);

/** Rest of a sale after its loyalty card, whatever was paid of that. */
export const dueOfSale = ({ basket_info, parts = [] }: Pick<SmartTransaction, 'basket_info' | 'parts'>): number =>
  basket_info.missing_sum + heldOf({ parts });

/** True when the card gives discounts to this basket. */
export const cardApplies = ({ card, cardRejected, lines }: BasketState): boolean =>
  card !== null && !cardRejected && lines.length > 0;

/** True when the bridge has to say what is to be paid: a card or a coupon takes something off. */
export const bridgeApplies = (state: BasketState): boolean =>
  cardApplies(state) || (state.extras.coupons.length > 0 && state.lines.length > 0);

/** Price of the basket before discounts, with the tip. */
export const sumWithTip = ({ lines, extras }: Pick<BasketState, 'lines' | 'extras'>): number =>
  sumOf(lines) + extras.tip;

/** The extras of these lines: a tip is a part of a sum, and there is none where nothing is to be paid. */
export const extrasFor = (lines: readonly Line[], extras: BasketExtras): BasketExtras =>
  extras.tip > 0 && sumOf(lines) <= 0 ? { ...extras, tip: 0, tipAsked: false } : extras;

/** True when the balance of the card pays for this basket. */
export const cardPays = (state: BasketState): boolean => cardApplies(state) && state.payWithCard;

/** Balances that this sale may use: those of the card without what is reserved for other sales. */
export const spendableOn = (card: MerchantCard): { readonly cash: number; readonly bonus: number } => ({
  cash: card.cash_balance - (card.cash_balance_reserved ?? 0),
  bonus: card.bonus_balance - (card.bonus_balance_reserved ?? 0),
});
