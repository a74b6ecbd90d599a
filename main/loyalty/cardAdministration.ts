/** Administration of a loyalty card: checks, passcodes, locks, customer and group, balance slip. */

import { loyaltyReceipt } from '../domain/loyaltyReceipt.ts';
import { formatAmount } from '../domain/money.ts';
import { withTrainingMark } from '../domain/trainingMark.ts';
import { refusalOfCard } from '../sale/idents.ts';
import { lockReasons } from '../wire/limits.ts';
import type { BalanceReceipt, LockStatus, MerchantCardInput, Validation } from '../wire/loyalty.ts';
import type { MerchantCard } from '../wire/transactions.ts';
import { BridgeError } from '../world/errors.ts';
import type { CardRecord } from '../world/loyalty.ts';
import { refusePaymentCard } from '../world/paymentCard.ts';
import type { Principal } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { cardNamed, pinText, receiptHeader } from './cardBookings.ts';
import { queueCardOperation } from './cardRecord.ts';

/** Checks a card; for an unknown card the answer only says that the card is not valid. */
export function validateCard(
  world: Pick<World, 'clock' | 'loyalty'>,
  { merchant }: Principal,
  id: string,
  cardnumber?: string | null,
): Validation {
  refusePaymentCard(cardnumber);
  const card = cardnumber ? world.loyalty.card(merchant, cardnumber) : world.loyalty.merchantCard(merchant, id);
  if (!card) return { isValid: false };
  return {
    isValid: refusalOfCard(card, world.clock.now()) === null,
    hasPasscode: card.merchantcard.passcode > 0,
    isLocked: card.merchantcard.lock_status === 'locked',
  };
}

/** A code as calls send it, with the number of its card. */
interface Code {
  readonly cardnumber?: string | null;
  readonly code: string | number;
}

export const checkCsc = (
  world: Pick<World, 'cardCodes' | 'loyalty'>,
  principal: Principal,
  id: string,
  { cardnumber, code }: Code,
): Promise<boolean> =>
  world.cardCodes.proves(principal.merchant, cardNamed(world, principal, id, cardnumber), 'csc', String(code));

export const checkPasscode = (
  world: Pick<World, 'cardCodes' | 'loyalty'>,
  principal: Principal,
  id: string,
  { cardnumber, code }: Code,
): Promise<boolean> =>
  world.cardCodes.proves(principal.merchant, cardNamed(world, principal, id, cardnumber), 'passcode', pinText(code));

export async function newPasscode(
  world: Pick<World, 'cardCodes' | 'loyalty'>,
  principal: Principal,
  id: string,
  code: Code,
): Promise<void> {
  const card = cardNamed(world, principal, id, code.cardnumber);
  await world.cardCodes.set(principal.merchant, card, 'passcode', pinText(code.code));
}

/** The balance slip for the customer. */
export function balanceReceipt(
  world: Pick<World, 'clock' | 'devices' | 'loyalty' | 'settings'>,
  principal: Principal,
  id: string,
  cardnumber?: string | null,
): BalanceReceipt {
  const card = cardNamed(world, principal, id, cardnumber);
  const { merchantcard: shown, limit } = card;
  const { currency } = world.devices.merchant(principal.merchant);
  const { language } = world.settings;
  return {
    valid: refusalOfCard(card, world.clock.now()) === null,
    balance: shown.balance,
    cash_balance: shown.cash_balance,
    bonus_balance: shown.bonus_balance,
    balance_reserved: shown.balance_reserved ?? 0,
    cash_balance_reserved: shown.cash_balance_reserved ?? 0,
    bonus_balance_reserved: shown.bonus_balance_reserved ?? 0,
    zvt_cardgroup: null,
    points: shown.points,
    new_passcode: null,
    receipt_header: receiptHeader(world, principal.merchant),
    receipt: withTrainingMark(
      world.settings,
      loyaltyReceipt(
        {
          cardnumber: shown.card.cardnumber,
          currency,
          // The slip shows the balance that the customer can spend.
          balances: world.loyalty.available(shown.id),
        },
        language,
      ),
    ) as BalanceReceipt['receipt'],
    amount_split_enabled: true,
    limit_allowed: limit > 0,
    limit,
    limit_str: formatAmount(limit, currency, language),
  };
}

export function changeCard(
  world: Pick<World, 'ledger' | 'loyalty'>,
  principal: Principal,
  id: string,
  input: MerchantCardInput,
): Promise<MerchantCard> {
  const { expiry_date, payment_container, additional_data, passcode } = input;
  const more = {
    ...(payment_container === undefined ? {} : { payment_container: containerOf(payment_container) }),
    ...(additional_data === undefined ? {} : { additional_data }),
  };
  return world.ledger.write(() => {
    const { merchantcard } = cardNamed(world, principal, id);
    return world.loyalty.changeCard(principal.merchant, merchantcard.id, {
      ...(expiry_date === undefined ? {} : { expiryDate: expiry_date }),
      ...(passcode === undefined ? {} : { passcode }),
      ...(Object.keys(more).length === 0 ? {} : { more }),
    }).merchantcard;
  });
}

/** Only the id and the masked information of the container; account numbers are not stored. */
function containerOf(sent: MerchantCardInput['payment_container']) {
  if (!sent) return null;
  const { id, type = null, payment_information = null } = sent as Record<string, unknown>;
  return { object: 'loyalty.paymentcontainers', id, type, payment_information };
}

interface LockOrder {
  readonly reason?: number | string | null;
  readonly note?: string | null;
  readonly csc?: string | number | null;
}

/** Throws where a sent card code is wrong; the code is optional. */
async function provenCsc(
  world: Pick<World, 'cardCodes'>,
  principal: Principal,
  card: CardRecord,
  csc: LockOrder['csc'],
) {
  if (csc == null) return;
  if (!(await world.cardCodes.proves(principal.merchant, card, 'csc', String(csc))))
    throw new BridgeError('passcodeMissing', 'csc is not the code printed on the card');
}

export async function setLock(
  world: Pick<World, 'cardCodes' | 'devices' | 'ledger' | 'loyalty' | 'queue'>,
  principal: Principal,
  id: string,
  status: 'locked' | 'unlocked',
  { reason = null, note = null, csc }: LockOrder,
): Promise<LockStatus> {
  const why = reason === null ? null : Number(reason);
  if (why !== null && !lockReasons.some(known => known.id === why))
    throw new BridgeError('badInput', `reason must be one of ${lockReasons.map(known => known.id).join(', ')}`);
  const card = cardNamed(world, principal, id);
  await provenCsc(world, principal, card, csc);
  return world.ledger.write(() => {
    const lock = status === 'locked' ? { status, reason: why, note } : { status, reason: null, note: null };
    const { id: mcd } = card.merchantcard;
    world.loyalty.changeCard(principal.merchant, mcd, { lock });
    const facts = { change: status, reason: why };
    queueCardOperation(world, principal, { event: 'changed', object: mcd, card: mcd, amount: null, facts });
    return lockOf(world, principal, id);
  });
}

export function lockOf(world: Pick<World, 'loyalty'>, principal: Principal, id: string): LockStatus {
  const { merchantcard } = cardNamed(world, principal, id);
  return { lock_status: merchantcard.lock_status, ...world.loyalty.lockOf(merchantcard.id) };
}
