/**
 * The loyalty card: its validity, the part of a basket that it pays, and the ledger entries of its balances. A balance
 * is the sum of its entries; the available balance is that sum without the amounts that open sales hold.
 */

import { type BasketItem, basketTotal, bonusItem, cardArticle, nextId, revenue, withoutBonus } from './basket.ts';
import { bonusItems, type Campaign } from './campaigns.ts';
import { missingSum } from './missingSum.ts';
import { addUp, distribute, type Language } from './money.ts';
import { taxTotals } from './tax.ts';

export type Account = 'cash' | 'bonus' | 'points';

/** Cash and bonus in the smallest unit of the currency, points as a count. */
export type Balances = Readonly<Record<Account, number>>;

/** Facts of a presented card; the balances are those available, without the amounts that other sales hold. */
export interface Card extends Balances {
  readonly cardGroupId: string;
  readonly lockStatus: 'locked' | 'unlocked';
  readonly stockStatus: 'active' | 'inactive' | 'stored';
  /** ISO 8601: a timestamp, or a date whose whole day (UTC) still counts; null never expires. */
  readonly expiryDate: string | null;
}

export type CardRefusal = 'unknown' | 'locked' | 'expired' | 'inactive';

/** The reason for which the card cannot be used, or null. `now` in milliseconds since 1970. */
export function cardRefusal(
  card: Pick<Card, 'lockStatus' | 'stockStatus' | 'expiryDate'> | null,
  now: number,
): CardRefusal | null {
  if (card === null) return 'unknown';
  if (card.lockStatus === 'locked') return 'locked';
  if (card.expiryDate !== null && now >= endOf(card.expiryDate)) return 'expired';
  return card.stockStatus === 'active' ? null : 'inactive';
}

/** The basket after preTransaction, and what the card gives. `sum` = `cashUsed` + `missingSum`. */
export interface Applied {
  readonly items: readonly BasketItem[];
  /** The lines of `items` that were added: `bonus_products` on the wire. */
  readonly bonusItems: readonly BasketItem[];
  readonly sum: number;
  readonly bonusUsed: number;
  readonly cashUsed: number;
  readonly missingSum: number;
}

/**
 * Applies a card: first the campaigns' discounts, then the bonus balance as further discount lines in proportion to what
 * each tax rate costs, then the cash balance, which pays and changes no line. Lines of an earlier application are
 * replaced, so applying twice is applying once. Lines that load the card are left for another tender to pay.
 */
export function applyCard(
  basket: readonly BasketItem[],
  card: Pick<Card, 'cash' | 'bonus'> & { readonly cardGroupId: string | null },
  terms: { readonly campaigns: readonly Campaign[]; readonly now: number; readonly language: Language },
): Applied {
  const items = removeApplied(basket);
  const discounts = bonusItems(terms.campaigns, items, card.cardGroupId, terms.now);
  const discounted = [...items, ...discounts];
  const bonusUsed = Math.max(0, Math.min(card.bonus, coverable(discounted)));
  const added = [...discounts, ...balanceItems(discounted, bonusUsed, terms.language)];
  const all = [...items, ...added];
  const sum = basketTotal(all);
  const cashUsed = Math.max(0, Math.min(card.cash, coverable(all)));
  return { items: all, bonusItems: added, sum, bonusUsed, cashUsed, missingSum: missingSum(sum, cashUsed) };
}

/** The basket without an applied card. */
export const removeApplied = withoutBonus;

/** One point for every full euro of revenue (100 units), times the factor of the campaigns, rounded down. */
export const pointsEarned = (paid: number, factor: number): number =>
  Math.floor(Math.floor(Math.max(0, paid) / 100) * factor);

/** One entry in the ledger of a card; `amount` has the sign that it has in the balance. */
export interface LedgerEntry {
  readonly account: Account;
  readonly kind: 'opening' | 'charge' | 'spend' | 'earn' | 'return' | 'correction' | 'transfer' | 'expiry';
  readonly amount: number;
  /** First credit of an amount that came from another card, ms since 1970. Left out: the moment of the booking. */
  readonly at?: number;
}

export type Movement =
  | ({ readonly type: 'opening' } & Partial<Balances>)
  /** Money loaded on the card, and the bonus that the shop adds. */
  | { readonly type: 'charge'; readonly cash: number; readonly bonus?: number }
  | { readonly type: 'spend'; readonly cash: number; readonly bonus: number; readonly points?: number }
  | { readonly type: 'earn'; readonly points: number; readonly bonus?: number }
  /** A sale is cancelled: each of its entries is reversed. */
  | { readonly type: 'return'; readonly of: readonly LedgerEntry[] };

/** The entries of one movement; an account without a change gets none. */
export function ledgerEntries(movement: Movement): readonly LedgerEntry[] {
  if (movement.type === 'return') return reversed(movement.of);
  const { type: kind, cash = 0, bonus = 0, points = 0 } = { cash: 0, bonus: 0, points: 0, ...movement };
  const sign = kind === 'spend' ? -1 : 1;
  const amounts = { cash, bonus, points };
  return ACCOUNTS.filter(account => amounts[account] !== 0).map(account => ({
    account,
    kind,
    amount: sign * amounts[account],
  }));
}

/** The balances that result from the entries. */
export const balancesOf = (entries: readonly LedgerEntry[]): Balances => ({
  cash: totalOf('cash', entries),
  bonus: totalOf('bonus', entries),
  points: totalOf('points', entries),
});

/** The balance available to a new sale: the booked balance without the amounts that other sales hold. */
export function available(entries: readonly LedgerEntry[], reservations: readonly Reservation[]): Balances {
  const balances = balancesOf(entries);
  const held = reservations.filter(reservation => reservation.state === 'held');
  return {
    cash: balances.cash - addUp(held.map(reservation => reservation.cash)),
    bonus: balances.bonus - addUp(held.map(reservation => reservation.bonus)),
    points: balances.points,
  };
}

/** True where the entries can be booked without taking more than is available; checked before a charge is reversed. */
export const covers = (balances: Balances, entries: readonly LedgerEntry[]): boolean =>
  ACCOUNTS.every(account => balances[account] + Math.min(0, totalOf(account, entries)) >= 0);

/**
 * The entries that reverse a booking, one for each account. Points that were spent in between are taken back only down
 * to zero, so a sale can always be cancelled.
 */
export function reversalEntries(entries: readonly LedgerEntry[], balances: Balances): readonly LedgerEntry[] {
  const back = ledgerEntries({ type: 'return', of: entries });
  return back
    .map(entry => (entry.account === 'points' ? { ...entry, amount: Math.max(entry.amount, -balances.points) } : entry))
    .filter(entry => entry.amount !== 0);
}

/** The amounts of a card that one sale holds between preTransaction and its end. */
export interface Reservation {
  readonly cash: number;
  readonly bonus: number;
  readonly state: 'held' | 'committed' | 'released';
}

export type ReservationInput =
  | {
      readonly type: 'hold';
      readonly cash: number;
      readonly bonus: number;
      readonly available: Omit<Balances, 'points'>;
    }
  /** The sale was executed. */
  | { readonly type: 'commit' }
  /** The sale was cancelled or changed, or it expired. */
  | { readonly type: 'release' };

/**
 * The state machine of a reservation: held, then either committed, which books the spending, or released, which books
 * nothing. Null for an input without a place: more held than available, or any input after the end.
 */
export function nextReservation(
  reservation: Reservation | null,
  input: ReservationInput,
): { readonly reservation: Reservation; readonly entries: readonly LedgerEntry[] } | null {
  if (reservation === null) return input.type === 'hold' ? hold(input) : null;
  if (reservation.state !== 'held' || input.type === 'hold') return null;
  const { cash, bonus } = reservation;
  if (input.type === 'release') return { reservation: { cash, bonus, state: 'released' }, entries: [] };
  return { reservation: { cash, bonus, state: 'committed' }, entries: ledgerEntries({ type: 'spend', cash, bonus }) };
}

const ACCOUNTS = ['cash', 'bonus', 'points'] as const satisfies readonly Account[];

const BALANCE_LINE = { de: 'Bonusguthaben', en: 'Bonus balance' } as const;

const DAY = 86_400_000;

const endOf = (expiryDate: string): number =>
  Date.parse(expiryDate) + (/^\d{4}-\d{2}-\d{2}$/.test(expiryDate) ? DAY : 0);

/** The amount that a card may pay: the goods, but no line that loads a card, and at most the whole sum. */
const coverable = (items: readonly BasketItem[]): number => Math.max(0, Math.min(revenue(items), basketTotal(items)));

function balanceItems(items: readonly BasketItem[], amount: number, language: Language): readonly BasketItem[] {
  const totals = taxTotals(items.filter(item => cardArticle(item) === null)).filter(total => total.gross > 0);
  const firstId = nextId(items);
  return distribute(
    amount,
    totals.map(total => total.gross),
  )
    .map((part, index) => ({ part, rate: totals[index]!.rate }))
    .filter(({ part }) => part > 0)
    .map(({ part, rate }, index) =>
      bonusItem(firstId + index, 'balance', { desc: BALANCE_LINE[language], desc_en: BALANCE_LINE.en }, rate, part),
    );
}

/** One entry for each account, whatever its number of bookings. */
const reversed = (entries: readonly LedgerEntry[]): readonly LedgerEntry[] =>
  ACCOUNTS.map(account => ({ account, kind: 'return', amount: 0 - totalOf(account, entries) }) as const).filter(
    ({ amount }) => amount !== 0,
  );

const totalOf = (account: Account, entries: readonly LedgerEntry[]): number =>
  addUp(entries.filter(entry => entry.account === account).map(entry => entry.amount));

function hold(input: Extract<ReservationInput, { type: 'hold' }>) {
  const { cash, bonus } = input;
  const possible = cash >= 0 && bonus >= 0 && cash <= input.available.cash && bonus <= input.available.bonus;
  return possible ? { reservation: { cash, bonus, state: 'held' } as const, entries: [] } : null;
}
