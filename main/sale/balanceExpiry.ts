/**
 * Balances that expire: a booking of its own, at the beginning of the business day and before a card is used. Repeating it books
 * nothing, because what has expired counts as taken. While a sale holds something of a card, nothing of it expires.
 */
import { type ExpiryRule, expiredOn, type NextExpiry, nextExpiry } from '../domain/balanceExpiry.ts';
import type { Balances, LedgerEntry } from '../domain/loyalty.ts';
import type { CardRecord } from '../world/loyalty.ts';
import type { World } from '../world/world.ts';
import { describeBooking } from './loyaltyBookings.ts';

export type ExpiryWorld = Pick<World, 'businessDay' | 'cardAuthority' | 'clock' | 'devices' | 'loyalty' | 'queue'>;

/**
 * Inside a job: books what has expired on the card by now. Gives what it was, or null for nothing. Where an upstream service owns
 * the balances, it says what expires.
 */
export function expireBalances(world: ExpiryWorld, merchant: string, card: CardRecord | null): Balances | null {
  const expired = expiredOf(world, merchant, card);
  if (!card || !expired) return null;
  const { id } = card.merchantcard;
  const entries: readonly LedgerEntry[] = (['cash', 'bonus', 'points'] as const).flatMap(account =>
    expired[account] > 0 ? [{ account, kind: 'expiry' as const, amount: -expired[account] }] : [],
  );
  if (entries.length === 0) return null;
  book(world, merchant, id, world.businessDay(merchant, world.clock.now()), entries);
  return expired;
}

/** Is there anything to book? Changes nothing. */
export function hasExpired(world: ExpiryWorld, merchant: string, card: CardRecord | null): boolean {
  const expired = expiredOf(world, merchant, card);
  return expired !== null && (expired.cash > 0 || expired.bonus > 0 || expired.points > 0);
}

function expiredOf(world: ExpiryWorld, merchant: string, card: CardRecord | null): Balances | null {
  if (!card?.balanceExpiry || world.cardAuthority.owner !== 'shop') return null;
  const { id } = card.merchantcard;
  if (world.loyalty.holderOf(id) !== null) return null;
  const day = world.businessDay(merchant, world.clock.now());
  return spendable(world, id, dueOn(world, merchant, id, card.balanceExpiry, day));
}

function dueOn(world: ExpiryWorld, merchant: string, card: string, rule: ExpiryRule, day: string): Balances {
  return expiredOn(rule, world.loyalty.history(card), day, at => world.businessDay(merchant, at));
}

/** Never more than is there. */
function spendable({ loyalty }: ExpiryWorld, card: string, due: Balances): Balances {
  const { cash, bonus, points } = loyalty.available(card);
  return {
    cash: Math.min(due.cash, Math.max(0, cash)),
    bonus: Math.min(due.bonus, Math.max(0, bonus)),
    points: Math.min(due.points, Math.max(0, points)),
  };
}

function book(world: ExpiryWorld, merchant: string, card: string, day: string, entries: readonly LedgerEntry[]): void {
  const at = world.clock.now();
  const id = world.loyalty.book({ merchantCard: card, sale: null, action: 'expiry', reverses: null, entries, at });
  const money = entries.reduce((sum, { account, amount }) => (account === 'points' ? sum : sum - amount), 0);
  const facts = { action: 'expiry', amount: money, transId: null, receipt: [] } as const;
  describeBooking(world, merchant, card, id, { ...facts, more: { additional_data: { business_day: day } } });
  world.queue.append({
    ...{ kind: 'cardOperation', event: 'booked', object: id, merchant, till: null, sum: money, lane: card },
    currency: world.devices.merchant(merchant).currency,
    facts: {
      ...{ action: 'expiry', trans_id: null, card, cashier: null, day },
      bookings: entries.map(({ account, amount }) => ({ account, amount, kind: 'expiry' })),
    },
  });
}

/** The part of a card's balance that expires next; null for nothing. */
export function nextExpiryOf(
  world: Pick<World, 'businessDay' | 'cardAuthority' | 'loyalty'>,
  merchant: string,
  { merchantcard, balanceExpiry }: CardRecord,
): NextExpiry | null {
  if (!balanceExpiry || world.cardAuthority.owner !== 'shop') return null;
  const dayOf = (at: number) => world.businessDay(merchant, at);
  return nextExpiry(balanceExpiry, world.loyalty.history(merchantcard.id), dayOf);
}

/** Days before the day itself on which the cashier learns of it. */
const NOTICE = 60;
const DAY = 86_400_000;

/** The notice for the customer, while there is time to spend the balance. */
export function expiryNotice(
  world: Pick<World, 'businessDay' | 'cardAuthority' | 'clock' | 'loyalty'>,
  merchant: string,
  card: CardRecord,
): NextExpiry | null {
  const next = nextExpiryOf(world, merchant, card);
  return next !== null && Date.parse(next.day) - world.clock.now() <= NOTICE * DAY ? next : null;
}
