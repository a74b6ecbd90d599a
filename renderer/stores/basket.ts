/** The basket on the screen: every change happens here first and at once; `basketSync.ts` sends it to the bridge. */

import type { CardView } from '../../main/wire/cardLookup.ts';
import type { Article } from '../../main/wire/catalogue.ts';
import type { MerchantCard, SmartTransaction } from '../../main/wire/transactions.ts';
import { type BasketExtras, noExtras, type UsedCoupon } from './basketExtras.ts';
import { appliedIn, basketFromSale } from './basketFromSale.ts';
import {
  type AppliedCard,
  type BasketState,
  bridgeApplies,
  emptyBasket,
  extrasFor,
  type RefusalReason,
} from './basketState.ts';
import {
  type Goods,
  isReturned,
  type Line,
  withArticle,
  withEmpties,
  withEnglishName,
  withNote,
  withPrice,
  withQuantity,
} from './lines.ts';
import { Store } from './store.ts';

export class BasketStore extends Store<BasketState> {
  constructor() {
    super(emptyBasket);
  }

  /** `deposit`: the article that is sold with it. */
  add(article: Goods, deposit: Article | null = null, quantity = 1): Line {
    return this.#hit(withArticle(this.getState().lines, article, deposit, quantity));
  }

  /** Empties that the customer brings. */
  takeEmpties(deposit: Article, quantity: number): Line {
    return this.#hit(withEmpties(this.getState().lines, deposit, quantity));
  }

  #hit({ lines, key }: { readonly lines: readonly Line[]; readonly key: string }): Line {
    this.#step({ lines, selected: key, hit: { key, count: (this.getState().hit?.count ?? 0) + 1 } });
    return lines.find(line => line.key === key)!;
  }

  setNote(key: string, note: string): void {
    this.#step({ lines: withNote(this.getState().lines, key, note), selected: key });
  }

  /** Takes prices of the catalogue over, by the key of the line; null: the article is sold no more, and its line goes. */
  setPrices(prices: ReadonlyMap<string, number | null>): void {
    let { lines } = this.getState();
    for (const [key, price] of prices)
      lines = price === null ? withQuantity(lines, key, 0) : withPrice(lines, key, price);
    this.#step({ lines });
  }

  /** The cashier has checked that the customer is old enough. */
  confirmAge(years: number): void {
    this.setState(state => ({ age: Math.max(state.age, years) }));
  }

  /** The same basket is sent again, for example for another cashier. */
  touch(): void {
    this.#change({});
  }

  setQuantity(key: string, quantity: number): void {
    if (quantity <= 0) this.remove(key);
    else this.#step({ lines: withQuantity(this.getState().lines, key, quantity), selected: key });
  }

  remove(key: string): void {
    const { lines } = this.getState();
    const index = lines.findIndex(line => line.key === key);
    if (index < 0 || isReturned(lines[index]!)) return;
    const left = withQuantity(lines, key, 0);
    const selected = left[Math.min(index, left.length - 1)]?.key ?? null;
    this.#step({ lines: left, selected }, { removed: lines[index]!, shown: true });
  }

  /** Empties the whole basket, card included; what comes back stays. */
  clear(): void {
    const kept = this.getState().lines.filter(isReturned);
    this.#step(
      { lines: kept, card: null, extras: noExtras, refused: null, selected: null },
      { removed: null, shown: true },
    );
  }

  undo(): void {
    const { undo } = this.getState();
    if (!undo) return;
    const { lines, card, extras, age } = undo;
    this.#change({ lines, card, extras, age, selected: undo.removed?.key ?? lines.at(-1)?.key ?? null });
  }

  select(key: string | null): void {
    this.setState({ selected: key });
  }

  /** `checkin`: the customer was chosen from those in the shop, and has shown no card. */
  setCard(number: string, { merchantcard, expiring }: CardView, checkin?: string): void {
    const card = {
      ...{ number, details: merchantcard },
      ...(expiring ? { expiring } : {}),
      ...(checkin === undefined ? {} : { checkin }),
    };
    const extras = { ...this.getState().extras, newCard: null };
    this.#change({ card, extras, refused: null, payWithCard: true, cardRejected: false });
  }

  /** A new card of this group is made when the sale is paid; null: none. */
  setNewCard(newCard: BasketExtras['newCard']): void {
    this.#change({ extras: { ...this.getState().extras, newCard } });
  }

  addCoupon(coupon: UsedCoupon): void {
    const { extras } = this.getState();
    const others = extras.coupons.filter(({ code }) => code !== coupon.code);
    this.#change({ extras: { ...extras, coupons: [...others, coupon] } });
  }

  dropCoupon(code?: string): void {
    const { extras } = this.getState();
    const coupons = code === undefined ? [] : extras.coupons.filter(one => one.code !== code);
    this.#change({ extras: { ...extras, coupons } });
  }

  /** The answer of the customer to the question for a tip, or a changed one; 0: none. */
  setTip(tip: number): void {
    this.#change({ extras: { ...this.getState().extras, tip, tipAsked: true } });
  }

  refuseCard(number: string, reason: RefusalReason): void {
    this.setState({ refused: { number, reason } });
  }

  dropCard(): void {
    this.#change({ card: null });
  }

  dismissRefused(): void {
    this.setState({ refused: null });
  }

  setPayWithCard(payWithCard: boolean): void {
    this.#change({ payWithCard, cardRejected: false });
  }

  /** The bridge accepts neither the balance nor the discounts of the card for this sale. */
  rejectCard(): void {
    this.#change({ payWithCard: false, cardRejected: true });
  }

  /** Takes the bridge's answer for the basket as it was at `applied.rev`. */
  apply(applied: AppliedCard): void {
    this.setState({ applied });
  }

  /** Takes what everybody gets from the bridge's answer for this basket, unless a card or a coupon is still to be applied. */
  takeCampaigns(sale: SmartTransaction): void {
    this.setState(state => (bridgeApplies(state) ? {} : { applied: appliedIn(sale, state) }));
  }

  /** Takes the payments of the sale from the bridge's answer. */
  takeParts({ parts = [] }: SmartTransaction): void {
    this.setState({ parts });
  }

  setDetails(details: MerchantCard): void {
    this.setState(state => ({ card: state.card && { ...state.card, details } }));
  }

  /** The reservation of the card has expired: the card must be applied again. What everybody gets was not reserved. */
  forgetApplied(): void {
    this.setState(state => (bridgeApplies(state) ? { applied: null } : {}));
  }

  setSync(sync: BasketState['sync']): void {
    this.setState({ sync });
  }

  /** Adds the English names to the lines once the catalogue is loaded. */
  name(known: ReadonlyMap<string, Article>): void {
    this.setState(state => ({ lines: state.lines.map(line => withEnglishName(line, known)) }));
  }

  /**
   * Replaces the basket with a sale of the bridge. `sameSale`: the basket already belonged to this sale, so the customer's
   * choice to pay with the same card stays.
   */
  restore(
    sale: SmartTransaction,
    known: ReadonlyMap<string, Article>,
    sameSale: boolean,
    undo: BasketState['undo'] = null,
  ): void {
    this.setState(state => {
      const next = basketFromSale(sale, state.rev + 1, known);
      const sameCard = sameSale && state.card !== null && state.card.number === next.card?.number;
      const isThere = sameSale && next.lines.some(({ key }) => key === state.selected);
      return {
        ...next,
        selected: isThere ? state.selected : next.selected,
        payWithCard: next.payWithCard || (sameCard && state.payWithCard),
        customer: state.customer,
        undo,
      };
    });
  }

  /** The goods and the card of a paid sale as a new basket; the balance of the card pays where it paid before. */
  copy(sale: SmartTransaction, known: ReadonlyMap<string, Article>): void {
    const { lines, card, age } = basketFromSale(sale, 0, known);
    const payWithCard = card === null || (sale.tenders ?? []).some(({ method }) => method === 'loyalty');
    this.#change({ lines, card, age, payWithCard, selected: lines.at(-1)?.key ?? null });
  }

  /** Goes on with a basket that the bridge has not got yet. */
  resume(kept: Pick<BasketState, 'lines' | 'card' | 'extras' | 'payWithCard' | 'age'>): void {
    this.#change({ ...kept, selected: kept.lines.at(-1)?.key ?? null });
  }

  /** Begins the basket of the next customer. */
  reset(): void {
    this.setState(state => ({ ...emptyBasket, rev: state.rev + 1, customer: state.customer + 1 }));
  }

  /** Makes a change that can be taken back. */
  #step(part: Partial<BasketState>, how: Pick<NonNullable<BasketState['undo']>, 'removed' | 'shown'> = SILENT): void {
    const { lines, card, extras, age } = this.getState();
    this.#change({ ...part, undo: { lines, card, extras, age, ...how } });
  }

  /** Makes a change that the bridge has to receive. */
  #change(part: Partial<BasketState>): void {
    this.setState(state => {
      const next = { ...state, undo: null, ...part };
      // With the last line everything is gone that was asked or given for the lines.
      const emptied = state.lines.length > 0 && next.lines.length === 0 ? { age: 0 } : {};
      const extras = extrasFor(next.lines, next.extras);
      return { ...withoutStaleBonus(state, { ...next, ...emptied, extras }), rev: state.rev + 1 };
    });
  }
}

const SILENT = { removed: null, shown: false } as const;

/** The discount of a card or a coupon goes with it; a discount for everybody stays until the bridge answers. */
function withoutStaleBonus(before: BasketState, next: BasketState): BasketState {
  const isLost = bridgeApplies(before) && !bridgeApplies(next);
  return isLost || next.lines.length === 0 ? { ...next, applied: null } : next;
}
