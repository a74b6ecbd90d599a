/** The loyalty card of a sale: applied by preTransaction, booked when the sale closes. */

import {
  basketTotal,
  bonusItem,
  cardArticle,
  cardTotal,
  isPaidOutForEmpties,
  nextId,
  soldItems,
} from '../domain/basket.ts';
import { earnedBy, nearCampaigns } from '../domain/benefits.ts';
import { type Coupon, type CouponFacts, couponHint, couponUses, isUsed } from '../domain/coupons.ts';
import {
  type Applied,
  applyCard,
  type Balances,
  type LedgerEntry,
  ledgerEntries,
  nextReservation,
  removeApplied,
} from '../domain/loyalty.ts';
import { addUp } from '../domain/money.ts';
import { executed, next } from '../domain/transaction.ts';
import type {
  Benefits,
  CouponUse,
  PreTransactionAnswer,
  PreTransactionInput,
  SmartTransaction,
} from '../wire/transactions.ts';
import type { CardQuestion, CardTerms } from '../world/cardAuthority.ts';
import { BridgeError } from '../world/errors.ts';
import type { CardRecord } from '../world/loyalty.ts';
import type { Principal } from '../world/people.ts';
import type { Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';
import { type ExpiryWorld, expireBalances } from './balanceExpiry.ts';
import { itemsOf, sumBeyondBasket, withItems } from './document.ts';
import { refuseOtherAmount } from './dueAmount.ts';
import { cardOfSale, passcodeTyped, presentedCard, presentedCoupons, refreshedIdents, vouchersOf } from './idents.ts';
import { currentSale, saleOf } from './lookup.ts';
import { bookForSale, isOtherCurrency, refuseCardInOtherCurrency, requirePasscode } from './loyaltyBookings.ts';
import { stateRefusal } from './stateRefusal.ts';
import { advance, type SaleStepWorld } from './transition.ts';

type CardWorld = SaleStepWorld & ExpiryWorld & Pick<World, 'salePayments' | 'settings'>;

/**
 * Applies the card: campaign discounts, vouchers and bonus balance as lines, cash balance towards `missing_sum`; all
 * of it is held until the sale ends. Without `useBalance` the card gives its discounts only. A repeated call gives the
 * same answer and changes nothing. Where an upstream service owns the balances, it is asked before the job.
 */
export async function preTransaction(
  world: CardWorld,
  principal: Principal,
  id: string,
  body?: PreTransactionInput,
): Promise<PreTransactionAnswer> {
  const useBalance = body?.use_balance !== false;
  const before = saleOf(world, principal, id);
  // A caller cannot choose the amount that the card pays.
  refuseOtherAmount(before, '', body);
  await giveUpRefused(world, before);
  const begun = performance.now();
  await world.cardAuthority.meet(before.merchant, before.document.idents, begun);
  const terms = await world.cardAuthority.termsFor(
    () => questionOf(world, currentSale(world, before), useBalance),
    begun,
  );
  try {
    return await world.ledger.write(() => applyOnce(world, currentSale(world, before), useBalance, terms));
  } catch (error) {
    await terms.giveUp();
    throw error;
  }
}

/** Null where the card is applied already. */
function questionOf(world: CardWorld, sale: Sale, useBalance: boolean): CardQuestion | null {
  if (isApplied(world, sale)) return null;
  const hasVouchers = sale.document.idents.some(({ type }) => type === 'voucher');
  // A card may have become known since it was presented.
  const document = { ...sale.document, idents: refreshedIdents(world, sale) };
  return { sale: { ...sale, document }, card: applicableCard(world, sale, useBalance), useBalance, hasVouchers };
}

/** Inside the job. */
function applyOnce(world: CardWorld, sale: Sale, useBalance: boolean, terms: CardTerms): PreTransactionAnswer {
  if (isApplied(world, sale)) {
    void terms.giveUp();
    return answerOf(world, sale);
  }
  const card = applicableCard(world, sale, useBalance);
  if (useBalance) expireBalances(world, sale.merchant, card);
  if (terms.kind === 'held' && !isSameBasket(sale.document, terms.asked.document))
    throw new BridgeError(
      'cardHoldOutdated',
      'the sale was changed while its card was being held; repeat preTransaction',
    );
  const vouchers = terms.kind === 'held' ? presentedCoupons(world, sale) : vouchersOf(world, sale);
  return answerOf(world, apply(world, sale, { card, useBalance }, vouchers, terms));
}

const isApplied = (world: Pick<World, 'loyalty'>, sale: Sale): boolean =>
  world.loyalty.held(sale.id) !== null && !executed(sale.state);

const isSameBasket = (a: SmartTransaction, b: SmartTransaction): boolean => soldContent(a) === soldContent(b);

const soldContent = ({ basket, basket_info, idents }: SmartTransaction): string =>
  JSON.stringify([basket, basket_info, idents.map(({ type, value }) => [type, value])]);

/** The card that preTransaction applies; null for vouchers alone. Throws where nothing can be applied. */
function applicableCard(
  world: Pick<World, 'clock' | 'devices' | 'loyalty'>,
  sale: Sale,
  useBalance: boolean,
): CardRecord | null {
  if (!next(sale.state, 'applyCard')) throw stateRefusal(sale.state, 'preTransaction');
  refuseCardInOtherCurrency(world, sale);
  const card = presentedCard(world, sale);
  if (!card && !sale.document.idents.some(({ type }) => type === 'voucher'))
    throw new BridgeError('cardMissing', 'idents holds no card');
  if (card && useBalance && !passcodeTyped(sale.document)) requirePasscode(card, 'discharge');
  if (itemsOf(sale.document).some(item => cardArticle(item) === 'discharge'))
    throw new BridgeError('dischargeLines', 'lines that discharge a card are settled by start/loyalty alone');
  return card;
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
  world: SaleStepWorld & Pick<World, 'cardAuthority' | 'settings'>,
  sale: Sale,
  presented: PresentedCard,
  vouchers: readonly Coupon[],
  terms: CardTerms,
): Sale {
  const { card, useBalance } = presented;
  const now = world.clock.now();
  terms.adopt();
  const balances = useBalance ? limited(spendable(world, card), terms) : NOTHING;
  const beyond = sumBeyondBasket(sale.document);
  const applied = terms.kind === 'held' ? takenOver(sale, terms) : applyHere(world, sale, { card, balances }, vouchers);
  const sum = applied.sum + beyond;
  if (sum < 0 && !sale.document.goods_return && !isPaidOutForEmpties(applied.items))
    throw new BridgeError('negativeSum', `the discounts are higher than basket_info.sum by ${-sum}`);
  // A sum without a basket has no lines to discount, but cash of the card can pay it, at most the whole sum.
  const own =
    beyond > 0 ? Math.min(balances.cash, applied.cashUsed + beyond) : Math.max(0, Math.min(applied.cashUsed, sum));
  const cash = terms.kind === 'held' ? sum - terms.missing : own;
  const held = nextReservation(null, { type: 'hold', cash, bonus: applied.bonusUsed, available: balances });
  if (!held) throw new BridgeError('cardBalance', 'the balance changed meanwhile');
  world.loyalty.hold({
    ...held.reservation,
    sale: sale.id,
    merchantCard: card?.merchantcard.id ?? null,
    expiresAt: now + world.settings.reservationMinutes * 60_000,
  });
  const appliedBy = terms.kind === 'held' ? 'service' : 'shop';
  const coupons = couponsIn(world, sale, vouchers, { items: applied.items, card, appliedBy });
  for (const { code } of coupons.filter(isUsed))
    if (world.loyalty.voucher(sale.merchant, code)) world.loyalty.holdVoucher(sale.merchant, code, sale.id);
  terms.keep(cash + applied.bonusUsed);
  const notice = world.cardAuthority.noticeOf(sale.id);
  const shown = {
    ...(notice === null ? {} : { card_notice: notice }),
    ...(coupons.length === 0 ? {} : { coupons: [...coupons] }),
  };
  const document = { ...withItems(sale.document, applied.items, beyond, sum - cash), ...shown };
  return advance(world, sale, 'applyCard', 'preTransaction', document);
}

/** The amount that each coupon takes off, with a hint where that is less than it is worth. A coupon that takes nothing off is not used up. */
function couponsIn(
  world: Pick<World, 'clock'>,
  sale: Sale,
  coupons: readonly Coupon[],
  { card, ...applied }: Pick<CouponFacts, 'items' | 'appliedBy'> & { readonly card: CardRecord | null },
): readonly CouponUse[] {
  const facts = { ...applied, cardGroupId: card?.cardGroupId ?? null, now: world.clock.now() };
  return couponUses(coupons, facts).map(use => {
    const texts = couponHint(use, sale.document.basket_info.currency);
    return texts ? { ...use, texts } : use;
  });
}

/** The coupons of a sale that is paid and to which nobody has applied them: each stays whole, and the sale says so. */
export function couponsNotApplied(
  world: Pick<World, 'clock' | 'loyalty'>,
  sale: Sale,
): Pick<SmartTransaction, 'coupons'> {
  const coupons = sale.document.coupons ? [] : presentedCoupons(world, sale);
  const facts = { items: itemsOf(sale.document), card: null, appliedBy: 'nobody' } as const;
  return coupons.length === 0 ? {} : { coupons: [...couponsIn(world, sale, coupons, facts)] };
}

/** While the upstream service is not reachable the policy of the shop limits what the card pays; bonus goes first. */
function limited(balances: Balances, terms: CardTerms): Balances {
  const limit = terms.kind === 'limited' ? terms.notice.limit : null;
  if (limit === null) return balances;
  const bonus = Math.min(balances.bonus, limit);
  return { ...balances, bonus, cash: Math.min(balances.cash, limit - bonus) };
}

type AppliedHere = Pick<Applied, 'items' | 'sum' | 'bonusUsed' | 'cashUsed'>;

function applyHere(
  world: Pick<World, 'clock' | 'loyalty' | 'settings'>,
  sale: Sale,
  { card, balances }: { readonly card: CardRecord | null; readonly balances: Balances },
  vouchers: readonly Coupon[],
): AppliedHere {
  const own = vouchers.flatMap(({ campaign }) => campaign ?? []);
  const campaigns = [...world.loyalty.campaigns(sale.merchant), ...own];
  const facts = { cardGroupId: card?.cardGroupId ?? null, ...balances };
  const terms = { campaigns, now: world.clock.now(), language: world.settings.language };
  return applyCard(itemsOf(sale.document), facts, terms);
}

/** The lines that the upstream service has answered, in the place of our own. */
function takenOver(sale: Sale, { lines }: Extract<CardTerms, { kind: 'held' }>): AppliedHere {
  const own = removeApplied(itemsOf(sale.document));
  const first = nextId(own);
  const added = lines.map(({ source, desc, tax, amount }, index) =>
    bonusItem(first + index, source, { desc }, tax, amount),
  );
  const items = [...own, ...added];
  const bonus = lines.filter(({ source }) => source === 'balance').map(({ amount }) => amount);
  return { items, sum: basketTotal(items), bonusUsed: addUp(bonus), cashUsed: 0 };
}

const answerOf = (world: Pick<World, 'cardAuthority' | 'clock' | 'loyalty'>, sale: Sale): PreTransactionAnswer => {
  const { id, document } = sale;
  const notice = world.cardAuthority.noticeOf(id);
  const benefits = benefitsOf(world, sale);
  return {
    outcome: document.outcome,
    ...(document.payments ? { payments: document.payments } : {}),
    missing_sum: document.basket_info.missing_sum,
    bonus_products: document.basket.products.filter(item => item.reference_id?.startsWith('bonus:')),
    ...(benefits ? { benefits } : {}),
    ...(document.coupons ? { coupons: document.coupons } : {}),
    ...(notice === null ? {} : { card_notice: notice }),
  };
};

/** Points and bonus that the card of a sale gets for its basket, as `bookCard` will book them; null without a card. */
function benefitsOf(world: Pick<World, 'clock' | 'loyalty'>, sale: Sale): Benefits | null {
  const group = cardOfSale(world, sale)?.cardGroupId;
  if (group === undefined) return null;
  const campaigns = world.loyalty.campaigns(sale.merchant);
  const items = itemsOf(sale.document);
  const now = world.clock.now();
  const earned = earnedBy(campaigns, items, sale.document.basket_info.sum, group, now);
  return { ...earned, near: [...nearCampaigns(campaigns, items, group, now)].slice(0, 3) };
}

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

/** The part of it that the shop pays out in cash, minor units. */
export const paidOut = (sale: Sale): number => 0 - cardTotal(itemsOf(sale.document), 'payOut');

/** True for a sale that only discharges the card: start/loyalty closes it without preTransaction. */
export const isDischarge = (sale: Sale): boolean =>
  discharged(sale) > 0 && discharged(sale) - paidOut(sale) === sale.document.basket_info.sum;

/** Creates the cards that the sale asks for; runs when the sale is closed. */
export function withNewCards(world: Pick<World, 'clock' | 'loyalty'>, sale: Sale): Sale {
  const idents = sale.document.idents.map(ident => {
    if (ident.type !== 'create_card' || !ident.valid || ident.merchantcard) return ident;
    const at = world.clock.now();
    const { merchantcard } = world.loyalty.issue(sale.merchant, ident.value, { at, till: sale.till, secrets: {} });
    return { ...ident, merchantcard };
  });
  return { ...sale, document: { ...sale.document, idents } };
}

/** Books points, bonus and charges of a sale on the card; call it before the step that commits the reservation. */
export function bookCard(world: Pick<World, 'clock' | 'devices' | 'loyalty'>, sale: Sale): CardBooking | null {
  const card = cardOfSale(world, sale);
  if (!card || isOtherCurrency(world, sale)) return null;
  const held = world.loyalty.held(sale.id);
  // Returned goods take their points with them, from the card of their own sale.
  const items = soldItems(itemsOf(sale.document));
  const now = world.clock.now();
  const campaigns = world.loyalty.campaigns(sale.merchant);
  // A return alone has no lines that are sold, and earns nothing.
  const sum = sale.document.goods_return ? 0 : sale.document.basket_info.sum;
  const { points, bonus: bonusEarned } = earnedBy(campaigns, items, sum, card.cardGroupId, now);
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
