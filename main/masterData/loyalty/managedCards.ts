/** Single cards: made, changed, locked and unlocked, and shown with what only their managers ask for. */
import { nextExpiryOf } from '../../sale/balanceExpiry.ts';
import { lockReasons } from '../../wire/limits.ts';
import type { CardChange, CardRange, ManagedCard, NewCard } from '../../wire/loyaltyManagement.ts';
import { BridgeError } from '../../world/errors.ts';
import { newCardDigits } from '../../world/ids.ts';
import type { CardChanges, CardRecord } from '../../world/loyalty.ts';
import { audited, type Change } from '../masterData.ts';
import type { InputFault } from '../shop.ts';
import { isMaskedNumber, MASKED } from './ownNumbers.ts';
import { cardToChange, fault, type LoyaltyParts, refuseFaults } from './parts.ts';

/** Inside a job. Gives the merchant card and the code to print on it, which is stored as a hash alone. */
export function createCard(
  parts: LoyaltyParts,
  change: Change,
  { cardgroup, cardnumber, ...input }: NewCard,
): { readonly id: string; readonly csc: string } {
  const { merchant, actor } = change;
  const { loyalty, clock, cardCodes } = parts.world;
  const taken = cardnumber !== undefined && parts.tables.hasCardNumber(merchant, cardnumber);
  refuseFaults([
    ...factFaults(parts, merchant, { cardgroup, ...input }),
    ...(taken ? [fault('cardnumber', 'Diese Nummer hat schon eine Karte.', 'A card has this number already.')] : []),
    ...(cardnumber !== undefined && isMaskedNumber(parts, cardnumber) ? [fault('cardnumber', ...MASKED)] : []),
  ]);
  const at = clock.now();
  const card = loyalty.issue(merchant, cardgroup, {
    ...{ at, till: actor.till, secrets: {} },
    ...(cardnumber === undefined ? {} : { cardnumber }),
  });
  const { id } = card.merchantcard;
  const csc = newCardDigits(4);
  loyalty.keepSecrets(merchant, id, { csc: cardCodes.cscHash(card, csc) });
  loyalty.changeCard(merchant, id, { ...defaultsOf(parts, merchant, cardgroup, at), ...changesOf(input, at) });
  const after = factsOf(parts, merchant, id);
  const subject = card.merchantcard.card.cardnumber;
  audited(parts.data, change, { kind: 'card', subject, action: 'created', before: null, after });
  return { id, csc };
}

/** A new card takes its passcode level and its last day from its group. */
export function defaultsOf({ world }: LoyaltyParts, merchant: string, group: string, at: number): CardChanges {
  const { passcode = 0, cardMonths = null } = world.loyalty.groups.find(merchant, group)?.inner ?? {};
  return {
    passcode,
    ...(cardMonths === null ? {} : { expiryDate: lastDay(world.businessDay(merchant, at), cardMonths) }),
  };
}

/** The last day on which a card of these months can be used. */
function lastDay(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** Inside a job; what is left out stays. */
export function changeCard(parts: LoyaltyParts, change: Change, id: string, input: CardChange): void {
  const { merchant } = change;
  const card = cardToChange(parts, merchant, id);
  refuseFaults(factFaults(parts, merchant, input));
  const before = factsOf(parts, merchant, id);
  const { cardgroup } = input;
  parts.world.loyalty.changeCard(merchant, id, {
    ...changesOf(input, parts.world.clock.now()),
    ...(cardgroup === undefined ? {} : { cardGroup: cardgroup }),
  });
  const after = factsOf(parts, merchant, id);
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  const subject = card.merchantcard.card.cardnumber;
  audited(parts.data, change, { kind: 'card', subject, action: 'changed', before, after });
}

/** The changes that a range makes to each of its cards. */
export const changesOfRange = ({ expiryDate, stock }: Pick<CardRange, 'expiryDate' | 'stock'>): CardChanges =>
  changesOf({ ...(expiryDate === undefined ? {} : { expiryDate }), ...(stock === undefined ? {} : { stock }) }, 0);

function changesOf({ customer, expiryDate, passcode, stock }: CardChange, at: number): CardChanges {
  return {
    ...(customer === undefined ? {} : { customer: { id: customer, since: customer === null ? null : at } }),
    ...(expiryDate === undefined ? {} : { expiryDate }),
    ...(passcode === undefined ? {} : { passcode }),
    ...(stock === undefined ? {} : { stockStatus: stock }),
  };
}

function factFaults({ world: { loyalty } }: LoyaltyParts, merchant: string, input: CardChange): readonly InputFault[] {
  const { cardgroup, customer } = input;
  const noGroup = cardgroup !== undefined && !loyalty.groups.find(merchant, cardgroup);
  const noCustomer = customer != null && !loyalty.customers.find(merchant, customer);
  return [
    ...(noGroup ? [fault('cardgroup', 'Diese Kartengruppe gibt es nicht.', 'There is no such card group.')] : []),
    ...(noCustomer ? [fault('customer', 'Diese Kundin gibt es nicht.', 'There is no such customer.')] : []),
  ];
}

/** The members that a change can set, without names: the audit log never forgets. */
function factsOf({ world: { loyalty } }: LoyaltyParts, merchant: string, id: string) {
  const card = loyalty.merchantCard(merchant, id);
  if (!card) throw new Error(`the card ${id} is gone`);
  const { customer, expiry_date, passcode, stock_status } = card.merchantcard;
  return {
    group: card.cardGroupId,
    customer: (customer as { id?: string } | null | undefined)?.id ?? null,
    ...{ expiryDate: expiry_date, passcode, stock: stock_status },
  };
}

/** Inside a job. */
export function setCardLock(
  parts: LoyaltyParts,
  change: Change,
  id: string,
  lock: NonNullable<CardChanges['lock']>,
  reason: string | null,
): void {
  const { merchant, actor } = change;
  const card = cardToChange(parts, merchant, id);
  if (lock.reason !== null && !lockReasons.some(known => known.id === lock.reason))
    refuseFaults([fault('reason', 'Diesen Grund gibt es nicht.', 'There is no such reason.')]);
  const was = { status: card.merchantcard.lock_status, ...parts.world.loyalty.lockOf(id) };
  if (was.status === lock.status && was.reason === lock.reason && was.note === lock.note) return;
  parts.world.loyalty.changeCard(merchant, id, { lock });
  parts.data.queue.append({
    ...{ kind: 'cardOperation', event: 'changed', object: id, merchant, till: actor.till, sum: null, currency: null },
    lane: id,
    facts: { change: lock.status, reason: lock.reason, card: id, cashier: actor.name },
  });
  const subject = card.merchantcard.card.cardnumber;
  audited(parts.data, change, {
    ...{ kind: 'card', subject, action: lock.status, before: was, after: lock },
    ...(reason === null ? {} : { reason }),
  });
}

/** The card as managers see it. Throws `notFound`. */
export function managedCard({ world }: LoyaltyParts, merchant: string, id: string): ManagedCard {
  const { loyalty } = world;
  const card = loyalty.merchantCard(merchant, id);
  if (!card) throw new BridgeError('notFound', `there is no loyalty.merchantcards ${id}`);
  const named = (other: string) => {
    const found: CardRecord | null = loyalty.merchantCard(merchant, other);
    return { id: other, cardnumber: found?.merchantcard.card.cardnumber ?? '' };
  };
  const final = loyalty.finalCard(id);
  return {
    ...card.merchantcard,
    lock: loyalty.lockOf(id),
    mergedInto: final === id ? null : named(final),
    mergedFrom: loyalty.mergedFrom(id).map(named),
    nextExpiry: nextExpiryOf(world, merchant, card),
    heldBy: loyalty.holderOf(id),
  };
}
