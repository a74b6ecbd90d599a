/** Ports for the steps of an open basket: articles as they are sold, grants by hand, and parked baskets. */
import type { BasketGrant } from '../domain/adjustments.ts';
import type { Article } from '../wire/catalogue.ts';

/** Articles as the till sells them now; null where nothing is sold so. */
export interface SoldArticles {
  /** By EAN, article number or a code that carries a weight or a price; null for what is not sold now. */
  byCode(merchant: string, code: string): Article | null;
  byNumber(merchant: string, number: string): Article | null;
  /** The piece whose weight or price stands in the code. */
  carried(merchant: string, code: string): Article | null;
  /** Another article is sold with it. */
  isDeposit(merchant: string, number: string): boolean;
}

/** Prices and discounts by hand; rows are only ever added. */
export interface BasketGrants {
  ofSale(sale: string): readonly BasketGrant[];
  /** Inside a job. */
  add(sale: string, grant: BasketGrant, at: number): void;
}

/** A basket that waits, on the screen of no till. */
export interface ParkedBasket {
  readonly sale: string;
  readonly merchant: string;
  /** SDV_… of the till that parked it. */
  readonly till: string | null;
  /** SDV_… of the till that it was handed over to; null: whoever takes it. */
  readonly forTill: string | null;
  /** USR_… and name of the person; null where a client of the API parked it. */
  readonly staff: string | null;
  readonly name: string | null;
  readonly note: string | null;
  /** ms since 1970 */
  readonly at: number;
}

export interface ParkedBaskets {
  find(sale: string): ParkedBasket | null;
  /** Oldest first. */
  list(merchant: string): readonly ParkedBasket[];
  count(merchant: string): number;
  /** Inside a job. */
  add(basket: ParkedBasket): void;
  /** Inside a job: true for the one who takes it. */
  remove(sale: string): boolean;
  /** Inside a job: the sale belongs to another till and person from now on. */
  moveTo(sale: string, till: string, staff: string | null): void;
}
