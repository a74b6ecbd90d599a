/** The cashier's entry: the quantity before the next article, a price enquiry, and questions about an article. */

import { createStore } from 'zustand/vanilla';
import type { ChangedPrice } from '../../main/wire/baskets.ts';
import type { Article } from '../../main/wire/catalogue.ts';

/** A question that has to be answered before something is sold. */
export type EntryQuestion =
  | { readonly kind: 'age'; readonly article: Article; readonly years: number; readonly answer: (yes: boolean) => void }
  | { readonly kind: 'price'; readonly article: Article; readonly answer: (price: number | null) => void }
  | { readonly kind: 'weight'; readonly article: Article; readonly answer: (grams: number | null) => void }
  | {
      readonly kind: 'many' | 'expired';
      readonly article: Article;
      readonly quantity: number;
      readonly answer: (yes: boolean) => void;
    }
  | { readonly kind: 'changed'; readonly prices: readonly ChangedPrice[]; readonly answer: (yes: boolean) => void };

export type EntrySheet =
  | { readonly name: 'pad' | 'empties' | 'parked' | 'keys' | 'more' }
  /** `line` null: the whole basket. */
  | { readonly name: 'adjust'; readonly line: string | null };

export interface EntryState {
  /** Typed before the article; null: one piece. */
  readonly quantity: number | null;
  /** The text before × was no quantity: the next article is not sold as one piece, but asks for the quantity again. */
  readonly isRefused: boolean;
  /** The text of the article search, where digits that are typed outside every field go. */
  readonly search: string;
  /** `waiting`: the next code shows its price and sells nothing; an article: its price is shown. */
  readonly enquiry: 'off' | 'waiting' | { readonly article: Article; readonly deposit: Article | null };
  readonly question: EntryQuestion | null;
  readonly sheet: EntrySheet | null;
  /** A change of prices is on its way: nothing else may change the basket. */
  readonly busy: boolean;
  /** Baskets that wait in the shop. */
  readonly parked: number;
}

export type EntryStore = ReturnType<typeof createEntry>;

export function createEntry() {
  const store = createStore<EntryState>(() => ({
    quantity: null,
    isRefused: false,
    search: '',
    enquiry: 'off',
    question: null,
    sheet: null,
    busy: false,
    parked: 0,
  }));
  return {
    ...store,
    /** Sets the quantity of the next article, 1 to the largest of a line. */
    multiply: (quantity: number) => store.setState({ quantity, isRefused: false, sheet: null }),
    refuseQuantity: () => store.setState({ quantity: null, isRefused: true }),
    dropQuantity: () => store.setState({ quantity: null, isRefused: false }),
    setSearch: (search: string) => store.setState({ search }),
    /** Drops the digits in the search: a quantity, an amount or a number that was not finished. Words stay. */
    dropDigits: () => store.setState(({ search }) => (isNumber(search) ? { search: '' } : {})),
    /** The quantity for the article that comes now; it counts once. */
    takeQuantity(): number {
      const { quantity } = store.getState();
      if (quantity !== null) store.setState({ quantity: null });
      return quantity ?? 1;
    },
    enquire: () => store.setState(({ enquiry }) => ({ enquiry: enquiry === 'off' ? 'waiting' : 'off' })),
    showPrice: (article: Article, deposit: Article | null) => store.setState({ enquiry: { article, deposit } }),
    endEnquiry: () => store.setState({ enquiry: 'off' }),
    ask: (question: EntryQuestion) => store.setState({ question }),
    /** Closes the question before its answer is carried out, because the answer may ask the next one. */
    endQuestion: () => store.setState({ question: null }),
    open: (sheet: EntrySheet) => store.setState({ sheet }),
    close: () => store.setState({ sheet: null }),
    setBusy: (busy: boolean) => store.setState({ busy }),
    setParked: (parked: number) => store.setState({ parked }),
  };
}

/** True for a text that begins as a quantity does, also where it is none in the end, as `1,5` or `1/2`. */
export const isNumber = (search: string): boolean => /^\s*\d[\d\s.,/]*$/.test(search);
