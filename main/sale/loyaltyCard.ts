/** The loyalty card of a sale: applied by preTransaction, booked when the sale closes. */

import { cardArticle, cardTotal, revenue } from '../domain/basket.ts';
import { bonusCollected, pointsFactor } from '../domain/campaigns.ts';
import {
  applyCard,
  type Balances,
  type LedgerEntry,
  ledgerEntries,
  nextReservation,
  pointsEarned,
} from '../domain/loyalty.ts';
import { executed, next } from '../domain/transaction.ts';
import type { PreTransactionAnswer, PreTransactionInput, SmartTransaction } from '../wire/transactions.ts';
import { BridgeError } from '../world/errors.ts';
import type { CardRecord, Voucher } from '../world/loyalty.ts';
import type { Principal } from '../world/people.ts';
import type { Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';
import { itemsOf, sumBeyondBasket, withItems } from './document.ts';
import { cardOfSale, passcodeTyped, presentedCard, vouchersOf } from './idents.ts';
import { currentSale, saleOf } from './lookup.ts';
import { bookForSale, isOtherCurrency, refuseCardInOtherCurrency, requirePasscode } from './loyaltyBookings.ts';
import { refuseOtherAmount } from './paymentRules.ts';
import { advance, type SaleStepWorld, stateRefusal } from './transition.ts';

/**
 * Applies the card: campaign discounts, vouchers and bonus balance as lines, cash balance towards `missing_sum`; all
 * of it is held until the sale ends. Without `useBalance` the card gives its discounts only. A repeated call gives the
 * same answer and changes nothing.
 */
export async function preTransaction(
  world: SaleStepWorld & Pick<World, 'salePayments' | 'settings'>,
  principal: Principal,
  id: string,
  body?: PreTransactionInput,
): Promise<PreTransactionAnswer> {
  const useBalance = body?.use_balance !== false;
  const before = saleOf(world, principal, id);
  // A caller cannot choose the amount that the card pays.
  refuseOtherAmount(before, '', body);
  await giveUpRefused(world, before);
  return world.ledger.write(() => {
    const sale = currentSale(world, before);
    if (world.loyalty.held(sale.id) && !executed(sale.state)) return answerOf(sale.document);
    if (!next(sale.state, 'applyCard')) throw stateRefusal(sale.state, 'preTransaction');
    refuseCardInOtherCurrency(world, sale);
    const card = presentedCard(world, sale);
    const vouchers = vouchersOf(world, sale);
    if (!card && vouchers.length === 0) throw new BridgeError('cardMissing', 'idents holds no card');
    if (card && useBalance && !passcodeTyped(sale.document)) requirePasscode(card, 'discharge');
    if (itemsOf(sale.document).some(item => cardArticle(item) === 'discharge'))
      throw new BridgeError('stateForbids', 'lines that discharge a card are settled by start/loyalty alone');
    return answerOf(apply(world, sale, { card, useBalance }, vouchers).document);
  });
}

/** Voids the authorisation that a refused capture left, because it has another sum. */
async function giveUpRefused(world: Pick<World, 'loyalty' | 'salePayments'>, sale: Sale) {
  if (sale.state === 'failed' && !world.loyalty.held(sale.id)) await world.salePayments.void(sale, 'preTransaction');
}

const NOTHING: Balances = { cash: 0, bonus: 0, points: 0 };

/** The balances that the card may spend; cash down to the overdraft limit of its group. */
function spendable(world: Pick<World, 'loyalty'>, card: CardRecord | null): Balances {
  if (!card) return NOTHING;
  const { cash, bonus, points } = world.loyalty.available(card.merchantcard.id);
  return { cash: Math.max(0, cash + card.limit), bonus, points };
}

interface PresentedCard {
  readonly card: CardRecord | null;
  readonly useBalance: boolean;
}

function apply(
  world: SaleStepWorld & Pick<World, 'settings'>,
  sale: Sale,
  { card, useBalance }: PresentedCard,
  vouchers: readonly Voucher[],
): Sale {
  const now = world.clock.now();
  const balances = useBalance ? spendable(world, card) : NOTHING;
  const campaigns = [...world.loyalty.campaigns(sale.merchant), ...vouchers.map(({ campaign }) => campaign)];
  const beyond = sumBeyondBasket(sale.document);
  const applied = applyCard(
    itemsOf(sale.document),
    { cardGroupId: card?.cardGroupId ?? null, ...balances },
    { campaigns, now, language: world.settings.language },
  );
  const sum = applied.sum + beyond;
  if (sum < 0) throw new BridgeError('negativeSum', `the discounts are higher than basket_info.sum by ${-sum}`);
  // A sum without a basket has no lines to discount, but cash of the card can pay it, at most the whole sum.
  const cash = beyond > 0 ? Math.min(balances.cash, applied.cashUsed + beyond) : Math.min(applied.cashUsed, sum);
  const held = nextReservation(null, { type: 'hold', cash, bonus: applied.bonusUsed, available: balances });
  if (!held) throw new BridgeError('cardBalance', 'the balance changed meanwhile');
  world.loyalty.hold({
    ...held.reservation,
    sale: sale.id,
    merchantCard: card?.merchantcard.id ?? null,
    expiresAt: now + world.settings.reservationMinutes * 60_000,
  });
  for (const { code } of vouchers) world.loyalty.holdVoucher(sale.merchant, code, sale.id);
  const document = withItems(sale.document, applied.items, beyond, sum - cash);
  return advance(world, sale, 'applyCard', 'preTransaction', document);
}

const answerOf = (document: SmartTransaction): PreTransactionAnswer => ({
  outcome: document.outcome,
  missing_sum: document.basket_info.missing_sum,
  bonus_products: document.basket.products.filter(item => item.reference_id?.startsWith('bonus:')),
});

/** The bookings on the card in a sale that is being closed, for its receipt and for `transactions`. */
export interface CardBooking {
  readonly card: CardRecord;
  /** LTX_… of the booking. */
  readonly booking: string;
  readonly cashUsed: number;
  readonly bonusUsed: number;
  readonly charged: number;
  readonly bonusEarned: number;
  readonly points: number;
}

/** The amount that lines of the basket take off the card, minor units; the card itself pays it. */
export const discharged = (sale: Sale): number => cardTotal(itemsOf(sale.document), 'discharge');

/** True for a sale that only discharges the card: start/loyalty closes it without preTransaction. */
export const isDischarge = (sale: Sale): boolean =>
  sale.document.basket_info.sum > 0 && discharged(sale) === sale.document.basket_info.sum;

/** Creates the cards that the sale asks for; runs when the sale is closed. */
export function withNewCards(world: Pick<World, 'clock' | 'loyalty'>, sale: Sale): Sale {
  const idents = sale.document.idents.map(ident => {
    if (ident.type !== 'create_card' || !ident.valid || ident.merchantcard) return ident;
    const at = world.clock.now();
    const { merchantcard } = world.loyalty.issue(sale.merchant, ident.value, { at, store: null, secrets: {} });
    return { ...ident, merchantcard };
  });
  return { ...sale, document: { ...sale.document, idents } };
}

/** Books points, bonus and charges of a sale on the card; call it before the step that commits the reservation. */
export function bookCard(world: Pick<World, 'clock' | 'devices' | 'loyalty'>, sale: Sale): CardBooking | null {
  const card = cardOfSale(world, sale);
  if (!card || isOtherCurrency(world, sale)) return null;
  const held = world.loyalty.held(sale.id);
  const items = itemsOf(sale.document);
  const now = world.clock.now();
  const campaigns = world.loyalty.campaigns(sale.merchant);
  const sold = items.length > 0 ? revenue(items) : sale.document.basket_info.sum;
  const points = pointsEarned(sold, pointsFactor(campaigns, items, card.cardGroupId, now));
  const bonusEarned = bonusCollected(campaigns, items, card.cardGroupId, now);
  const charged = cardTotal(items, 'charge');
  const entries: readonly LedgerEntry[] = [
    ...ledgerEntries({ type: 'earn', points, bonus: bonusEarned }),
    ...ledgerEntries({ type: 'charge', cash: charged }),
    ...ledgerEntries({ type: 'spend', cash: discharged(sale), bonus: 0 }),
  ];
  const booking = bookForSale(world, sale, card.merchantcard.id, entries);
  const cashUsed = (held?.cash ?? 0) + discharged(sale);
  return { card, booking, cashUsed, bonusUsed: held?.bonus ?? 0, charged, bonusEarned, points };
}
