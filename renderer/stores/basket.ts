/** The basket on the screen: changes here first and at once; `basketSync.ts` carries it to the bridge. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CardView, cardRefusals } from '../../main/wire/cardLookup.ts';
import type { Article } from '../../main/wire/catalogue.ts';
import type { BasketItem, MerchantCard, SmartTransaction } from '../../main/wire/transactions.ts';
import type { Problem } from '../bridge/problem.ts';
import { isBonus, type Line, linesFrom, named, sumOf, withArticle, withQuantity } from './lines.ts';
import type { Way } from './way.ts';

export type RefusalReason = (typeof cardRefusals)[number] | 'unknown';

export interface UsedCard {
  readonly number: string;
  /** Holder's group and balances; null only while a restored sale does not tell them. */
  readonly details: MerchantCard | null;
}

/** What the card gave to exactly this state of the basket. */
export interface Applied {
  readonly rev: number;
  readonly bonus: readonly BasketItem[];
  readonly missing: number;
}

export interface BasketState {
  /** Counts every change that the bridge has to learn. */
  readonly rev: number;
  /** Counts customers: what was asked for one must not reach the next. */
  readonly customer: number;
  readonly lines: readonly Line[];
  readonly card: UsedCard | null;
  readonly refused: { readonly number: string; readonly reason: RefusalReason } | null;
  /** Is the balance of the card to pay? Its discounts are the customer's either way. */
  readonly useCard: boolean;
  /** The bridge did not take the card for this sale: it only collects points. */
  readonly leftOut: boolean;
  readonly applied: Applied | null;
  readonly selected: string | null;
  /** The basket before something was taken out, until the next change. */
  readonly undo: {
    readonly lines: readonly Line[];
    readonly card: UsedCard | null;
    readonly removed: Line | null;
  } | null;
  /** The line that was hit last; `count` tells two hits of one line apart. */
  readonly hit: { readonly key: string; readonly count: number } | null;
  readonly sync: { readonly state: 'saved' | 'saving' | 'waiting'; readonly problem: Problem | null };
}

export interface Totals {
  /** The articles alone. */
  readonly sum: number;
  /** What bonus lines take off; zero or negative. */
  readonly discount: number;
  readonly cardUsed: number;
  readonly missing: number;
  /** False while the bridge has not yet answered for this state of the basket. */
  readonly exact: boolean;
}

const empty: BasketState = {
  rev: 0,
  customer: 0,
  lines: [],
  card: null,
  refused: null,
  useCard: true,
  leftOut: false,
  applied: null,
  selected: null,
  undo: null,
  hit: null,
  sync: { state: 'saved', problem: null },
};

export type BasketStore = ReturnType<typeof createBasket>;

export function createBasket() {
  const store = createStore<BasketState>(() => empty);
  const change = (part: Partial<BasketState>) =>
    store.setState(state => ({ ...withoutStaleBonus({ ...state, undo: null, ...part }), rev: state.rev + 1 }));

  return {
    ...(store as Pick<StoreApi<BasketState>, 'getState' | 'subscribe' | 'getInitialState'>),

    add(article: Article): Line {
      const { lines, key } = withArticle(store.getState().lines, article);
      change({ lines, selected: key, hit: { key, count: (store.getState().hit?.count ?? 0) + 1 } });
      return lines.find(line => line.key === key)!;
    },

    setQuantity(key: string, quantity: number): void {
      if (quantity <= 0) this.remove(key);
      else change({ lines: withQuantity(store.getState().lines, key, quantity), selected: key });
    },

    remove(key: string): void {
      const { lines, card } = store.getState();
      const index = lines.findIndex(line => line.key === key);
      if (index < 0) return;
      const left = withQuantity(lines, key, 0);
      const selected = left[Math.min(index, left.length - 1)]?.key ?? null;
      change({ lines: left, selected, undo: { lines, card, removed: lines[index]! } });
    },

    /** Empties the whole basket, card included. */
    clear(): void {
      const { lines, card } = store.getState();
      change({ lines: [], card: null, refused: null, selected: null, undo: { lines, card, removed: null } });
    },

    undo(): void {
      const { undo } = store.getState();
      if (undo) change({ lines: undo.lines, card: undo.card, selected: undo.removed?.key ?? null });
    },

    select(key: string | null): void {
      store.setState({ selected: key });
    },

    setCard(number: string, { merchantcard }: CardView): void {
      change({ card: { number, details: merchantcard }, refused: null, useCard: true, leftOut: false });
    },

    refuseCard(number: string, reason: RefusalReason): void {
      store.setState({ refused: { number, reason } });
    },

    dropCard(): void {
      change({ card: null });
    },

    dismissRefused(): void {
      store.setState({ refused: null });
    },

    setUseCard(useCard: boolean): void {
      change({ useCard, leftOut: false });
    },

    /** Neither its balance nor its discounts can be had. */
    leaveCardOut(): void {
      change({ useCard: false, leftOut: true });
    },

    /** The bridge's answer for the basket as it was at `rev`. */
    apply(applied: Applied): void {
      store.setState({ applied });
    },

    setDetails(details: MerchantCard): void {
      store.setState(state => ({ card: state.card && { ...state.card, details } }));
    },

    /** The card must be applied again: what it held has run out. */
    forgetApplied(): void {
      store.setState({ applied: null });
    },

    setSync(sync: BasketState['sync']): void {
      store.setState({ sync });
    },

    /** Names in both languages, once the catalogue is there. */
    name(known: ReadonlyMap<string, Article>): void {
      store.setState(state => ({ lines: state.lines.map(line => named(line, known)) }));
    },

    /**
     * Takes a sale as the bridge keeps it. Where it is the sale this basket is of (`own`), the customer's word on what the
     * same card is for still holds.
     */
    restore(sale: SmartTransaction, known: ReadonlyMap<string, Article>, own: boolean): void {
      store.setState(state => {
        const next = restored(sale, state.rev + 1, known);
        const sameCard = own && state.card !== null && state.card.number === next.card?.number;
        return { ...next, useCard: next.useCard || (sameCard && state.useCard), customer: state.customer };
      });
    },

    /** The next customer. */
    reset(): void {
      store.setState(state => ({ ...empty, rev: state.rev + 1, customer: state.customer + 1 }));
    },
  };
}

/** What two baskets that are the same have in common: lines and card, however often they were loaded. */
export const contentOf = ({ lines, card }: Pick<BasketState, 'lines' | 'card'>): string =>
  JSON.stringify([
    lines.map(({ key, articleNumber, quantity, priceOne }) => [key, articleNumber, quantity, priceOne]),
    card?.number ?? null,
  ]);

/** The same of a sale as the bridge keeps it. */
export function contentOfSale({ basket: { products }, idents }: SmartTransaction): string {
  const number = idents.find(({ type }) => type === 'card')?.value;
  const card = number === undefined ? null : { number, details: null };
  return contentOf({ lines: linesFrom(products, new Map()), card });
}

/** Does the bridge keep another basket than this one, or has the card another part in it? */
export function differs(state: BasketState, sale: SmartTransaction): boolean {
  if (contentOfSale(sale) !== contentOf(state)) return true;
  return sale.status === 'processing' && sale.basket_info.missing_sum !== state.applied?.missing;
}

export const cardApplies = ({ card, leftOut, lines }: BasketState): boolean =>
  card !== null && !leftOut && lines.length > 0;

export const cardPays = (state: BasketState): boolean => cardApplies(state) && state.useCard;

/**
 * What the screen shows at once. Until the bridge has answered, bonus lines stay as they were and the card's cash balance
 * is taken to pay as far as it goes; `exact` then is false.
 */
export function totalsOf(state: BasketState): Totals {
  const sum = sumOf(state.lines);
  if (!cardApplies(state)) return { sum, discount: 0, cardUsed: 0, missing: Math.max(0, sum), exact: true };
  const discount = (state.applied?.bonus ?? []).reduce((total, item) => total + item.quantity * item.priceOne, 0);
  const exact = state.applied?.rev === state.rev;
  const spendable = state.useCard && state.card?.details ? spendableOn(state.card.details).cash : 0;
  const open = Math.max(0, sum + discount - spendable);
  const missing = exact ? state.applied!.missing : open;
  return { sum, discount, cardUsed: sum + discount - missing, missing, exact };
}

/** What this sale may use of a card: its balances without what is reserved for others. */
export const spendableOn = (card: MerchantCard): { readonly cash: number; readonly bonus: number } => ({
  cash: card.cash_balance - (card.cash_balance_reserved ?? 0),
  bonus: card.bonus_balance - (card.bonus_balance_reserved ?? 0),
});

/** The card as it is for everybody but `sale`, which may use what it holds itself. */
function withoutHold(card: MerchantCard, sale: SmartTransaction): MerchantCard {
  if (!balanceUsed(sale)) return card;
  const { sum, missing_sum } = sale.basket_info;
  const bonus = sale.basket.products
    .filter(({ reference_id }) => reference_id?.startsWith('bonus:balance'))
    .reduce((total, { quantity, priceOne }) => total - quantity * priceOne, 0);
  return {
    ...card,
    cash_balance_reserved: Math.max(0, (card.cash_balance_reserved ?? 0) - (sum - missing_sum)),
    bonus_balance_reserved: Math.max(0, (card.bonus_balance_reserved ?? 0) - bonus),
  };
}

/** How this basket may be paid now. The lists are constants, so that nobody is told of a change that is none. */
export function waysOf(state: BasketState): readonly Way[] {
  if (state.lines.length === 0) return WAYS.none;
  if (totalsOf(state).missing > 0) return WAYS.open;
  return cardPays(state) ? WAYS.covered : WAYS.free;
}

const WAYS = {
  none: [],
  open: ['cash', 'cashless'],
  covered: ['loyalty'],
  /** Nothing to pay and no card to book it on. */
  free: ['cash'],
} as const satisfies Record<string, readonly Way[]>;

const withoutStaleBonus = (state: BasketState): BasketState =>
  cardApplies(state) ? state : { ...state, applied: null };

/**
 * A sale in `processing` has its card applied. Else its money is used only where the sale shows that it was: whoever wanted
 * to keep it is not asked again by a page that knows nothing of that.
 */
function restored(sale: SmartTransaction, rev: number, known: ReadonlyMap<string, Article>): BasketState {
  const { products } = sale.basket;
  const lines = linesFrom(products, known);
  const ident = sale.idents.find(({ type, valid }) => type === 'card' && valid);
  const details = ident?.merchantcard ? withoutHold(ident.merchantcard, sale) : null;
  const card = ident ? { number: ident.value, details } : null;
  const applied =
    sale.status === 'processing'
      ? { rev, bonus: products.filter(isBonus), missing: sale.basket_info.missing_sum }
      : null;
  const useCard = card === null || balanceUsed(sale) || (sale.status === 'processing' && isEmpty(card.details));
  return { ...empty, rev, lines, card, useCard, applied, selected: lines.at(-1)?.key ?? null };
}

/** Has the balance of the card its part in this sale? A declined payment of the rest leaves it there. */
const balanceUsed = ({ basket: { products }, basket_info: { sum, missing_sum } }: SmartTransaction): boolean =>
  missing_sum < sum || products.some(({ reference_id }) => reference_id?.startsWith('bonus:balance:'));

/** A card that has nothing to spend says nothing about what its customer wants. */
function isEmpty(details: MerchantCard | null): boolean {
  if (details === null) return true;
  const { cash, bonus } = spendableOn(details);
  return cash <= 0 && bonus <= 0;
}
