/**
 * Manual bookings on a loyalty card: charge, discharge, revenue, points, immediate bonus, and the reversal of a
 * booking.
 */

import type { LedgerEntry } from '../domain/loyalty.ts';
import { type ActionName, movementOf, wantsPasscode } from '../domain/loyaltyActions.ts';
import { loyaltyReceipt } from '../domain/loyaltyReceipt.ts';
import { addUp } from '../domain/money.ts';
import { type ReceiptLine, textline } from '../domain/receipt.ts';
import { withTrainingMark } from '../domain/trainingMark.ts';
import { expireBalances } from '../sale/balanceExpiry.ts';
import { integer } from '../sale/callerMembers.ts';
import { provesPasscode, usableCard } from '../sale/idents.ts';
import {
  describeBooking,
  MOST_ON_CARD,
  refuseOverLimit,
  refuseTooFull,
  reverseBooking,
} from '../sale/loyaltyBookings.ts';
import type { CardTransaction, CardTransactionInput, LoyaltyTransaction } from '../wire/loyalty.ts';
import { type DischargeTerms, OWN_DISCHARGE } from '../world/cardAuthority.ts';
import { BridgeError } from '../world/errors.ts';
import type { Booking, CardRecord } from '../world/loyalty.ts';
import { refusePaymentCard } from '../world/paymentCard.ts';
import type { Principal } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { movedBy, queueCardOperation } from './cardRecord.ts';

/** Members of the world that a booking on a loyalty card needs. */
type CardBookingWorld = Pick<
  World,
  'businessDay' | 'cardAuthority' | 'cardCodes' | 'clock' | 'devices' | 'ledger' | 'loyalty' | 'queue' | 'settings'
>;

type Booked = Exclude<ActionName, 'cancel_last'>;

/** The card with this id, or the card of `cardnumber` where `id` is `me`. */
export function cardNamed(
  world: Pick<World, 'loyalty'>,
  principal: Principal,
  id: string,
  cardnumber?: string | null,
): CardRecord {
  refusePaymentCard(cardnumber);
  const { merchant } = principal;
  const own = id.toLowerCase() === 'me';
  const card = own ? world.loyalty.card(merchant, cardnumber ?? '') : world.loyalty.merchantCard(merchant, id);
  if (!card)
    throw new BridgeError(
      own ? 'cardUnknown' : 'notFound',
      `there is no loyalty.merchantcards ${own ? cardnumber : id}`,
    );
  if (!own && cardnumber && card.merchantcard.card.cardnumber !== cardnumber)
    throw new BridgeError('cardOther', `the card ${id} has another number than ${cardnumber}`);
  return card;
}

/** Books on the card; the answer holds the card after the booking and its slip. */
export async function bookOnCard(
  world: CardBookingWorld,
  principal: Principal,
  target: string,
  input: CardTransactionInput,
): Promise<CardTransaction> {
  const named = cardNamed(world, principal, target, input.cardnumber);
  await provePasscode(world, principal.merchant, named, input);
  const { amount: taken, terms } = await dischargeTerms(world, principal.merchant, named, input);
  try {
    return await world.ledger.write(() => {
      terms.adopt();
      const card = usableCard(
        world.loyalty.merchantCard(principal.merchant, named.merchantcard.id),
        world.clock.now(),
        `the card ${target}`,
      );
      expireBalances(world, principal.merchant, card);
      const { action } = input;
      if (action === 'cancel_last') return cancelBooking(world, principal, card, input);
      const booked = book(world, principal, card, action, input);
      const { id } = booked.transaction;
      const cash = cashIn(world.loyalty.booking(principal.merchant, id)?.inner.entries ?? []);
      if (taken !== null && cash !== taken)
        throw new BridgeError('cardBalance', `the balance changed meanwhile: ${cash} instead of ${taken}`);
      terms.keep(id);
      return booked;
    });
  } catch (error) {
    await terms.giveUp();
    throw error;
  }
}

/** Cash that leaves the card is taken off where the balances are, before it is booked here. */
async function dischargeTerms(
  world: CardBookingWorld,
  merchant: string,
  card: CardRecord,
  input: CardTransactionInput,
): Promise<{ readonly amount: number | null; readonly terms: DischargeTerms }> {
  if (input.action !== 'discharge') return { amount: null, terms: OWN_DISCHARGE };
  usableCard(card, world.clock.now(), 'the card');
  const asked = amountsOf(input, 'discharge');
  const means = { ...world.loyalty.available(card.merchantcard.id), limit: card.limit };
  const movement = movementOf('discharge', asked, means);
  const amount = movement ? cashIn(movement.entries) : Math.max(0, asked.amount - means.bonus);
  const { currency } = world.devices.merchant(merchant);
  // The specification has no call that takes bonus alone.
  if (amount === 0) return { amount, terms: OWN_DISCHARGE };
  return { amount, terms: await world.cardAuthority.takeOff({ card, sale: null, merchant, amount, currency }) };
}

async function provePasscode(
  world: Pick<World, 'cardAuthority' | 'cardCodes'>,
  merchant: string,
  card: CardRecord,
  input: CardTransactionInput,
) {
  if (!wantsPasscode(card.merchantcard.passcode, input.action)) return;
  const { passcode } = input;
  const right = passcode != null && (await provesPasscode(world, merchant, card, pinText(passcode), performance.now()));
  if (!right)
    throw new BridgeError(
      'passcodeMissing',
      `the card asks for its passcode before ${input.action}, and it was not right`,
    );
}

/** A passcode as text; a client that sends a number loses the leading zeros. */
export const pinText = (code: string | number): string => String(code).padStart(4, '0');

function book(
  world: CardBookingWorld,
  principal: Principal,
  card: CardRecord,
  action: Booked,
  input: CardTransactionInput,
): CardTransaction {
  const { merchant } = principal;
  const { id } = card.merchantcard;
  const asked = amountsOf(input, action);
  const movement = movementOf(action, asked, { ...world.loyalty.available(id), limit: card.limit });
  if (!movement) throw new BridgeError('cardBalance', `the card does not hold ${asked.amount}`);
  if (action === 'charge' || action === 'immediate_bonus')
    refuseTooFull(world, card, movement.amount + (action === 'charge' ? asked.bonus : 0));
  const { entries, amount } = movement;
  const points = addUp(entries.filter(({ account }) => account === 'points').map(entry => entry.amount));
  refuseOverLimit(MOST_ON_CARD, card.merchantcard.points + points);
  const booking = world.loyalty.book({
    merchantCard: id,
    sale: null,
    action,
    reverses: null,
    entries,
    at: world.clock.now(),
  });
  const transId = world.ledger.nextNumber('trans_id');
  const facts = { action, trans_id: transId, bookings: movedBy(entries) };
  queueCardOperation(world, principal, { event: 'booked', object: booking, card: id, amount, facts });
  return answer(world, merchant, id, booking, { action, amount, transId, more: callerFacts(input) });
}

/** Cash that the entries take off the card, minor units. */
const cashIn = (entries: readonly LedgerEntry[]): number =>
  0 - addUp(entries.filter(({ account }) => account === 'cash').map(({ amount }) => amount));

function amountsOf(input: CardTransactionInput, action: Booked) {
  const [amount, bonus] = [integer(input.amount) ?? 0, integer(input.bonus_amount) ?? 0];
  if (amount < 0 || bonus < 0) throw new BridgeError('badInput', 'amount and bonus_amount must be 0 or more');
  if (amount + bonus === 0) throw new BridgeError('badInput', `amount is missing: ${action} needs more than 0`);
  return { amount, bonus, split: input.amount_split_allowed === true };
}

function cancelBooking(
  world: CardBookingWorld,
  principal: Principal,
  card: CardRecord,
  input: CardTransactionInput,
): CardTransaction {
  const { merchant } = principal;
  const { id } = card.merchantcard;
  const booking = chosen(world, merchant, card, input) ?? world.loyalty.lastBooking(id);
  if (!booking) throw new BridgeError('noBookingToCancel', 'the card has no booking that could be cancelled here');
  const transId = world.ledger.nextNumber('trans_id');
  const reversal = reverseBooking(world, merchant, booking, true, transId);
  const { document, inner } = world.loyalty.booking(merchant, reversal) ?? {};
  const { parents = [], amount = 0 } = document ?? {};
  const facts = { action: 'cancel', trans_id: transId, reverses: booking.id, bookings: movedBy(inner?.entries ?? []) };
  queueCardOperation(world, principal, { event: 'booked', object: reversal, card: id, amount, facts });
  const more = { ...callerFacts(input), parents, is_cancelling: 1 } as const;
  return answer(world, merchant, id, reversal, { action: 'cancel', amount, transId, more });
}

/** The booking that the caller names, where the card group allows the choice. */
function chosen(
  world: Pick<World, 'loyalty'>,
  merchant: string,
  card: CardRecord,
  { trans_id }: CardTransactionInput,
): Booking | null {
  const transId = integer(trans_id);
  if (transId === null) return null;
  if (!card.cancelSelected)
    throw new BridgeError('lastBookingOnly', 'only the last booking on cards of this group can be cancelled');
  const booking = world.loyalty.standingBooking(merchant, card.merchantcard.id, transId);
  if (!booking) throw new BridgeError('notFound', `the card has no booking ${transId} that still stands`);
  return booking;
}

const callerFacts = ({ tid, store, purpose, additional_data }: CardTransactionInput): Partial<LoyaltyTransaction> => ({
  ...(tid == null ? {} : { tid: String(tid) }),
  ...(store == null ? {} : { store: { object: 'general.stores', id: typeof store === 'string' ? store : store.id } }),
  ...(purpose == null ? {} : { purpose }),
  ...(additional_data === undefined ? {} : { additional_data }),
});

interface BookingAnswerFacts {
  readonly action: Booking['action'];
  readonly amount: number;
  readonly transId: number;
  readonly more: Partial<LoyaltyTransaction>;
}

function answer(
  world: Pick<World, 'clock' | 'devices' | 'loyalty' | 'settings'>,
  merchant: string,
  merchantCard: string,
  booking: string,
  { action, amount, transId, more }: BookingAnswerFacts,
): CardTransaction {
  const card = world.loyalty.merchantCard(merchant, merchantCard)?.merchantcard;
  if (!card) throw new Error(`the card ${merchantCard} is gone`);
  const receipt = slip(world, merchant, { ...card, action, amount, transId });
  describeBooking(world, merchant, merchantCard, booking, { action, amount, transId, receipt, more });
  return {
    ...card,
    receipt_header: receiptHeader(world, merchant),
    receipt: receipt as CardTransaction['receipt'],
    trans_id: transId,
    amount,
    transaction: { object: 'loyalty.transactions', id: booking },
  };
}

/** Name and address of the shop, above a slip. */
export function receiptHeader(world: Pick<World, 'devices'>, merchant: string): CardTransaction['receipt_header'] {
  const { name, address } = world.devices.merchant(merchant);
  return [
    textline(name, 'important', 'align-center'),
    ...address.map(line => textline(line, 'align-center')),
  ] as CardTransaction['receipt_header'];
}

type Slip = CardRecord['merchantcard'] & Pick<BookingAnswerFacts, 'action' | 'amount' | 'transId'>;

function slip(
  world: Pick<World, 'devices' | 'loyalty' | 'settings'>,
  merchant: string,
  { id, card, action, amount, transId }: Slip,
): readonly ReceiptLine[] {
  const { currency } = world.devices.merchant(merchant);
  const lines = loyaltyReceipt(
    {
      cardnumber: card.cardnumber,
      transId,
      currency,
      ...MOVED[action]?.(amount),
      balances: world.loyalty.available(id),
    },
    world.settings.language,
  );
  return withTrainingMark(world.settings, lines);
}

/** The line of the slip that shows the amount of an action. */
const MOVED: Partial<Record<Booking['action'], (amount: number) => object>> = {
  charge: charged => ({ charged }),
  discharge: discharged => ({ discharged }),
  sale_revenue: revenue => ({ revenue }),
  immediate_bonus: bonusEarned => ({ bonusEarned }),
  charge_points: pointsEarned => ({ pointsEarned }),
  discharge_points: pointsUsed => ({ pointsUsed }),
  cancel: cancelled => ({ cancelled }),
};
