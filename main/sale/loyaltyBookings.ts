/** Loyalty bookings of each step of a sale: checks before money moves, bookings, and their reversal. */

import { type CardArticle, cardArticle, cardTotal } from '../domain/basket.ts';
import { covers, type LedgerEntry, nextReservation, reversalEntries } from '../domain/loyalty.ts';
import { type ActionName, wantsPasscode } from '../domain/loyaltyActions.ts';
import type { Input, LoyaltyEffect } from '../domain/transaction.ts';
import type { LoyaltyTransaction } from '../wire/loyalty.ts';
import { timestamp } from '../world/clock.ts';
import { BridgeError } from '../world/errors.ts';
import type { Booking, CardRecord } from '../world/loyalty.ts';
import type { Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';
import { itemsOf } from './document.ts';
import { cardOfSale, passcodeTyped, usableCard } from './idents.ts';
import { type BookingFacts, bookingDocument } from './loyaltyBookingDocument.ts';

/** Inside the job of the step; `method` is the payment method of the sale. */
export function applyLoyaltyEffect(
  world: Pick<World, 'cardAuthority' | 'clock' | 'devices' | 'loyalty'>,
  sale: Sale,
  input: Input,
  effect: LoyaltyEffect,
  method: string | null,
): void {
  if (input === 'pay' || input === 'authorise' || input === 'bookPart') checkCardArticles(world, sale, method);
  if (input === 'reverse') holdReversal(world, sale);
  if (input === 'reversalRefused' && world.loyalty.held(sale.id)) world.loyalty.end(sale.id, 'released');
  if (effect === 'release') releaseReservation(world, sale);
  if (effect === 'commit') commitReservation(world, sale);
  if (effect === 'return') reverseBookings(world, sale, input === 'cancel');
}

function releaseReservation(world: Pick<World, 'loyalty'>, sale: Sale) {
  world.loyalty.endVouchers(sale.id, 'free');
  if (world.loyalty.held(sale.id)) world.loyalty.end(sale.id, 'released');
}

function commitReservation(world: Pick<World, 'clock' | 'loyalty'>, sale: Sale) {
  world.loyalty.endVouchers(sale.id, 'redeemed', world.clock.now());
  const held = world.loyalty.held(sale.id);
  if (!held) return;
  const ended = nextReservation(held, { type: 'commit' });
  if (!ended) throw new Error(`the reservation of ${sale.id} cannot be committed`);
  world.loyalty.end(sale.id, 'committed');
  const { merchantCard } = held;
  if (merchantCard) bookForSale(world, sale, merchantCard, ended.entries);
}

export const bookForSale = (
  world: Pick<World, 'clock' | 'loyalty'>,
  sale: Sale,
  merchantCard: string,
  entries: readonly LedgerEntry[],
): string =>
  world.loyalty.book({
    merchantCard,
    sale: sale.id,
    action: 'sale',
    reverses: null,
    entries,
    at: world.clock.now(),
  });

/** Throws where a line loads or discharges a card that cannot be used, before the customer pays. */
export function checkCardArticles(
  world: Pick<World, 'cardAuthority' | 'clock' | 'devices' | 'loyalty'>,
  sale: Sale,
  method: string | null,
) {
  const items = itemsOf(sale.document);
  const kinds = new Set(items.map(cardArticle));
  if (kinds.has('charge') || kinds.has('discharge')) refuseCardInOtherCurrency(world, sale);
  if (kinds.has('payOut')) admitPayOut(world, sale);
  if (kinds.has('discharge') || kinds.has('payOut')) admitDischarge(world, sale, method, kinds);
  else if (kinds.has('charge')) admitCharge(world, sale, cardTotal(items, 'charge'));
  const card = cardOfSale(world, sale);
  if (!card || passcodeTyped(sale.document)) return;
  for (const kind of kinds) if (kind !== 'voucher' && kind !== 'payOut') requirePasscode(card, kind ?? 'sale_revenue');
}

function admitCharge(world: Pick<World, 'clock' | 'loyalty'>, sale: Sale, amount: number) {
  if (amount <= 0) throw new BridgeError('badInput', `the lines that charge the card add up to ${amount}`);
  const card = cardOfSale(world, sale);
  if (!card && sale.document.idents.some(({ type, valid }) => type === 'create_card' && valid)) return;
  if (!card) throw new BridgeError('cardMissing', 'the basket charges a card, and idents holds none');
  usableCard(card, world.clock.now(), 'the card to be charged');
  refuseTooFull(world, card, amount);
}

/** Cash leaves the drawer for exactly what leaves the card. */
function admitPayOut({ cardAuthority }: Pick<World, 'cardAuthority'>, { document }: Sale) {
  const items = itemsOf(document);
  const taken = cardTotal(items, 'discharge');
  if (taken <= 0 || cardTotal(items, 'payOut') !== -taken || document.basket_info.sum !== 0)
    throw new BridgeError(
      'balancePayOutRefused',
      `the basket takes ${taken} off the card: it pays out exactly that, or nothing`,
    );
  if (cardAuthority.owner !== 'shop')
    throw new BridgeError('balancePayOutElsewhere', 'an upstream service is configured, which owns the balances');
}

function admitDischarge(
  world: Pick<World, 'clock' | 'loyalty'>,
  sale: Sale,
  method: string | null,
  kinds: ReadonlySet<CardArticle | null>,
) {
  if (method !== 'loyalty' || [...kinds].some(kind => kind !== 'discharge' && kind !== 'payOut'))
    throw new BridgeError(
      'methodUnavailable',
      'lines that discharge a card stand alone and are settled by start/loyalty',
    );
  const card = cardOfSale(world, sale);
  if (!card) throw new BridgeError('cardMissing', 'the basket discharges a card, and idents holds none');
  usableCard(card, world.clock.now(), 'the card to be discharged');
  const { cash } = world.loyalty.available(card.merchantcard.id);
  const amount = cardTotal(itemsOf(sale.document), 'discharge');
  if (amount > cash + card.limit)
    throw new BridgeError('cardBalance', `the card holds ${cash}, and ${amount} is asked for`);
}

export function refuseTooFull(world: Pick<World, 'loyalty'>, card: CardRecord, amount: number): void {
  const { cash, bonus } = world.loyalty.available(card.merchantcard.id);
  refuseOverLimit(Math.min(card.balanceLimit ?? MOST_ON_CARD, MOST_ON_CARD), cash + bonus + amount);
}

export function refuseOverLimit(most: number, wanted: number): void {
  if (wanted > most) throw new BridgeError('cardTooFull', `the card would hold ${wanted}; ${most} is the most`);
}

/** Limit of money (minor units) and points on a card: sums below it stay exact integers. */
export const MOST_ON_CARD = 1e15;

/** Throws for a sale in another currency than the merchant's: cards and vouchers hold the merchant's currency. */
export function refuseCardInOtherCurrency(world: Pick<World, 'devices'>, sale: Sale): void {
  if (!isOtherCurrency(world, sale)) return;
  const { currency } = sale.document.basket_info;
  throw new BridgeError('methodUnavailable', `cards and vouchers of this merchant are not in ${currency}`);
}

export const isOtherCurrency = (world: Pick<World, 'devices'>, { merchant, document }: Sale): boolean =>
  document.basket_info.currency !== world.devices.merchant(merchant).currency;

export function requirePasscode(card: CardRecord, action: ActionName): void {
  const { id, passcode } = card.merchantcard;
  if (wantsPasscode(passcode, action))
    throw new BridgeError('passcodeMissing', `the card ${id} asks for its passcode before ${action}`);
}

/**
 * Holds the amounts that the reversal will take off the card until its outcome is known, so that nobody spends them.
 */
function holdReversal(world: Pick<World, 'loyalty'>, sale: Sale) {
  // The return of another part holds it already.
  if (world.loyalty.held(sale.id)) return;
  for (const { merchantCard: booked, entries } of world.loyalty.bookingsOf(sale.id)) {
    const merchantCard = world.loyalty.finalCard(booked);
    const back = reversalEntries(entries, world.loyalty.available(merchantCard));
    refuseUncovered(world, sale.merchant, merchantCard, back);
    const held = (account: LedgerEntry['account']) =>
      0 - Math.min(0, back.find(entry => entry.account === account)?.amount ?? 0);
    const [cash, bonus] = [held('cash'), held('bonus')];
    if (cash > 0 || bonus > 0)
      world.loyalty.hold({
        sale: sale.id,
        merchantCard,
        cash,
        bonus,
        state: 'held',
        expiresAt: Number.MAX_SAFE_INTEGER,
      });
  }
}

export function refuseUncovered(
  world: Pick<World, 'loyalty'>,
  merchant: string,
  merchantCard: string,
  entries: readonly LedgerEntry[],
): void {
  const balances = world.loyalty.available(merchantCard);
  const card = world.loyalty.merchantCard(merchant, merchantCard);
  if (covers({ ...balances, cash: balances.cash + (card?.limit ?? 0) }, entries)) return;
  if (card?.isVoucher) throw new BridgeError('voucherBalance', 'the voucher that was sold has been redeemed already');
  throw new BridgeError('cardBalance', 'what was loaded on the card has been spent already');
}

/** `check`: no money has moved outside, so the step may still be refused. */
function reverseBookings(world: Pick<World, 'clock' | 'devices' | 'loyalty'>, sale: Sale, check: boolean) {
  world.loyalty.endVouchers(sale.id, 'free');
  if (world.loyalty.held(sale.id)) world.loyalty.end(sale.id, 'released');
  for (const booking of world.loyalty.bookingsOf(sale.id))
    reverseBooking(world, sale.merchant, booking, check, sale.document.trans_id);
  for (const { type, merchantcard } of sale.document.idents)
    if (type === 'create_card' && merchantcard) deactivateCreatedCard(world, sale.merchant, merchantcard.id);
  for (const { card } of sale.document.sold_vouchers ?? []) deactivateCreatedCard(world, sale.merchant, card);
}

/** Deactivates a card that the sale created, unless the card has a balance from elsewhere. */
function deactivateCreatedCard(world: Pick<World, 'loyalty'>, merchant: string, merchantCard: string) {
  const { cash_balance, bonus_balance, points } =
    world.loyalty.merchantCard(merchant, merchantCard)?.merchantcard ?? {};
  const empty = !cash_balance && !bonus_balance && !points;
  if (empty) world.loyalty.changeCard(merchant, merchantCard, { stockStatus: 'inactive' });
}

/** Reverses a booking by a new booking; each refers to the other. Returns the LTX_… of the new booking. */
export function reverseBooking(
  world: Pick<World, 'clock' | 'devices' | 'loyalty'>,
  merchant: string,
  booking: Booking,
  check: boolean,
  transId: number | null,
): string {
  const { sale } = booking;
  // A booking on a card that was merged since goes back to the card that took it over.
  const merchantCard = world.loyalty.finalCard(booking.merchantCard);
  const back = reversalEntries(booking.entries, world.loyalty.available(merchantCard));
  if (check) refuseUncovered(world, merchant, merchantCard, back);
  const at = world.clock.now();
  const id = world.loyalty.book({ merchantCard, sale, action: 'cancel', reverses: booking.id, entries: back, at });
  const original = world.loyalty.booking(merchant, booking.id)?.document;
  const parents = [{ object: 'loyalty.transactions', id: booking.id }];
  describeBooking(world, merchant, merchantCard, id, {
    action: 'cancel',
    amount: original?.amount ?? 0,
    transId,
    receipt: [],
    more: { parents, is_cancelling: 1 },
  });
  if (original)
    world.loyalty.describe({
      ...original,
      children: [...original.children, { object: 'loyalty.transactions', id }],
      last_change: timestamp(at),
    });
  return id;
}

/** Stores the document of a booking, with the card after it. */
export function describeBooking(
  world: Pick<World, 'clock' | 'devices' | 'loyalty'>,
  merchant: string,
  merchantCard: string,
  id: string,
  facts: BookingFacts,
): LoyaltyTransaction {
  const card = world.loyalty.merchantCard(merchant, merchantCard)?.merchantcard;
  if (!card) throw new Error(`the card ${merchantCard} is gone`);
  const { currency } = world.devices.merchant(merchant);
  const document = bookingDocument(id, card, currency, timestamp(world.clock.now()), facts);
  world.loyalty.describe(document);
  return document;
}
