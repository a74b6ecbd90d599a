/** The loyalty card of a sale: recognised when it is presented, applied by preTransaction, booked when the sale closes. */
import type { Ident, PreTransactionAnswer, SmartTransaction } from '../api/transactions/contract.ts';
import { revenue } from '../domain/basket.ts';
import { pointsFactor } from '../domain/campaigns.ts';
import {
  applyCard,
  type CardRefusal,
  cardRefusal,
  ledgerEntries,
  nextReservation,
  pointsEarned,
} from '../domain/loyalty.ts';
import { executed, next } from '../domain/transaction.ts';
import { BridgeError, type ErrorKey } from '../errors.ts';
import type { CardRecord, HeldReservation, Principal, Sale, World } from '../ports.ts';
import { advance, refusal } from './advance.ts';
import { itemsOf, sumBeyondBasket, withItems } from './document.ts';
import { saleOf } from './read.ts';

/** What identifies a customer, with what the loyalty programme knows of it; an unknown card is not valid. */
export function recognise(world: World, merchant: string, type: string, value: string, position: number): Ident {
  const found = type === 'card' ? world.loyalty.card(merchant, value) : null;
  const refused = found ? refusalOf(found, world.clock.now()) : 'unknown';
  return {
    object: 'smart.idents',
    id: `smi_${position + 1}`,
    prefix: found?.prefix ?? value.slice(0, 4),
    name: found?.groupName ?? '',
    type,
    value,
    valid: type === 'card' ? refused === null : type === 'create_card',
    ...(found ? { merchantcard: found.merchantcard } : {}),
  };
}

export function refusalOf(card: CardRecord, now: number): CardRefusal | null {
  const { lock_status, stock_status, expiry_date } = card.merchantcard;
  return cardRefusal(
    {
      lockStatus: lock_status === 'locked' ? 'locked' : 'unlocked',
      stockStatus: stock_status === 'active' ? 'active' : 'inactive',
      expiryDate: expiry_date,
    },
    now,
  );
}

const REFUSED = {
  unknown: 'cardUnknown',
  locked: 'cardLocked',
  expired: 'cardExpired',
  inactive: 'cardInactive',
} as const satisfies Record<CardRefusal, ErrorKey>;

/** The card presented in a sale, or null. Throws what speaks against it. */
function presentedCard(world: World, sale: Sale): CardRecord | null {
  const ident = sale.document.idents.find(candidate => candidate.type === 'card');
  if (!ident) return null;
  const card = world.loyalty.card(sale.merchant, ident.value);
  const refused = card ? refusalOf(card, world.clock.now()) : 'unknown';
  if (refused) throw new BridgeError(REFUSED[refused], `the card in idents ${ident.id} is ${refused}`);
  return card;
}

/** A usable card, or null where there is none: sales go on without it. */
function usableCard(world: World, sale: Sale): CardRecord | null {
  const ident = sale.document.idents.find(candidate => candidate.type === 'card' && candidate.valid);
  return ident ? world.loyalty.card(sale.merchant, ident.value) : null;
}

/**
 * Applies the card: campaign discounts and bonus balance as lines, cash balance towards `missing_sum`, all of it held
 * until the sale ends. Asked again, it gives the same answer and changes nothing.
 */
export function preTransaction(world: World, principal: Principal, id: string): Promise<PreTransactionAnswer> {
  return world.ledger.write(() => {
    const sale = saleOf(world, principal, id);
    if (world.loyalty.held(sale.id) && !executed(sale.state)) return answerOf(sale.document);
    if (!next(sale.state, 'applyCard')) throw refusal(sale.state, 'preTransaction');
    const card = presentedCard(world, sale);
    if (!card) throw new BridgeError('cardMissing', 'idents holds no card');
    return answerOf(apply(world, sale, card).document);
  });
}

function apply(world: World, sale: Sale, card: CardRecord): Sale {
  const now = world.clock.now();
  const merchantCard = card.merchantcard.id;
  const balances = world.loyalty.available(merchantCard);
  const terms = { campaigns: world.loyalty.campaigns(sale.merchant), now, language: world.settings.language };
  const beyond = sumBeyondBasket(sale.document);
  const applied = applyCard(itemsOf(sale.document), { cardGroupId: card.cardGroupId, ...balances }, terms);
  const sum = applied.sum + beyond;
  if (sum < 0) throw new BridgeError('negativeSum', `the discounts are higher than basket_info.sum by ${-sum}`);
  // A sum without a basket has no lines to discount, but the card's cash can pay it; never more than the sum.
  const cash = beyond > 0 ? Math.min(balances.cash, applied.cashUsed + beyond) : Math.min(applied.cashUsed, sum);
  const held = nextReservation(null, { type: 'hold', cash, bonus: applied.bonusUsed, available: balances });
  if (!held) throw new BridgeError('cardBalance', 'the balance changed meanwhile');
  world.loyalty.hold({
    ...held.reservation,
    sale: sale.id,
    merchantCard,
    expiresAt: now + world.settings.reservationMinutes * 60_000,
  });
  const document = withItems(sale.document, applied.items, beyond, sum - cash);
  return advance(world, sale, 'applyCard', 'preTransaction', document);
}

const answerOf = (document: SmartTransaction): PreTransactionAnswer => ({
  missing_sum: document.basket_info.missing_sum,
  bonus_products: document.basket.products.filter(item => item.reference_id?.startsWith('bonus:')),
});

/** What the card did in a sale that has just closed: for its receipt and for `transactions`. */
export interface CardPart {
  readonly card: CardRecord;
  readonly cashUsed: number;
  readonly bonusUsed: number;
  readonly points: number;
}

/** Books the points of a sale; to be called before the step that commits the reservation. */
export function earn(world: World, sale: Sale): CardPart | null {
  const card = usableCard(world, sale);
  if (!card) return null;
  const held: HeldReservation | null = world.loyalty.held(sale.id);
  const now = world.clock.now();
  const items = itemsOf(sale.document);
  const factor = pointsFactor(world.loyalty.campaigns(sale.merchant), items, card.cardGroupId, now);
  const sold = items.length > 0 ? revenue(items) : sale.document.basket_info.sum;
  const points = pointsEarned(sold, factor);
  if (points > 0) world.loyalty.book(card.merchantcard.id, sale.id, ledgerEntries({ type: 'earn', points }), now);
  return { card, cashUsed: held?.cash ?? 0, bonusUsed: held?.bonus ?? 0, points };
}
