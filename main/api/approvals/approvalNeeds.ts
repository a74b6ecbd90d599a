/** The value that a call would give away: its kind, its object and its amount. Nothing is changed here. */

import { currentPayment } from '../../acquirer/payments/currentPayment.ts';
import { flag, integer, nonEmptyText } from '../../acquirer/payments/input.ts';
import { paymentOf } from '../../acquirer/payments/operationStart.ts';
import { cashTill } from '../../cash/place.ts';
import { returnOf } from '../../checkout/payOut.ts';
import { cashByRight, paidForEmpties, plannedPayOuts } from '../../checkout/payOutPlan.ts';
import type { ApprovalNeed, ValueKind, ValueRule } from '../../domain/approvalRules.ts';
import { cardTotal } from '../../domain/basket.ts';
import { isJsonObject } from '../../domain/jsonObject.ts';
import { pointsEarned } from '../../domain/loyalty.ts';
import { addUp } from '../../domain/money.ts';
import { leftOf, limitOf } from '../../domain/payment.ts';
import { executed, unsettled } from '../../domain/transaction.ts';
import { cardNamed } from '../../loyalty/cardBookings.ts';
import { adjustmentNeed } from '../../sale/adjustments.ts';
import { itemsOf } from '../../sale/document.ts';
import { returnSale } from '../../sale/goodsReturn.ts';
import { saleByReceipt, saleOf } from '../../sale/lookup.ts';
import { paidOut } from '../../sale/loyaltyCard.ts';
import { partsOf } from '../../sale/paidParts.ts';
import { voucherCode } from '../../sale/vouchers.ts';
import { terminalOfLateApproval } from '../../terminal/payment/commandOwner.ts';
import { referredTransaction } from '../../terminal/payment/originalTransaction.ts';
import { deviceNamed } from '../../terminal/setup/terminalView.ts';
import type { AdjustmentInput } from '../../wire/baskets.ts';
import type { MovementInput } from '../../wire/cash.ts';
import type { CardTransactionInput, MerchantCardInput } from '../../wire/loyalty.ts';
import type { CorrectionInput, NewVoucher } from '../../wire/loyaltyManagement.ts';
import type { OperationInput } from '../../wire/operations.ts';
import type { CancelInput } from '../../wire/payments.ts';
import type { PayOutInput, ReturnInput } from '../../wire/returns.ts';
import type { LateInput } from '../../wire/till.ts';
import { BridgeError } from '../../world/errors.ts';
import type { CardRecord } from '../../world/loyalty.ts';
import type { Principal } from '../../world/people.ts';
import type { Sale } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import { paymentId } from '../payments/reference.ts';

/** A call as the rules look at it; its body has been checked against the schema of its route. */
export interface ValueCall {
  readonly principal: Principal;
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Null: nothing is given away. Throws what the operation itself throws for an object that is not there. */
type NeedOf = (world: World, call: ValueCall) => ApprovalNeed | null;

export const approvalNeeds: Readonly<Record<ValueRule, NeedOf>> = {
  cardBooking(world, { principal, params, body }) {
    const input = body as CardTransactionInput;
    const card = cardNamed(world, principal, params.target ?? '', input.cardnumber);
    return { object: card.merchantcard.id, ...bookingNeed(world, principal, card, input) };
  },
  cardChange(world, { principal, params, body }) {
    const { expiry_date, passcode } = body as MerchantCardInput;
    const card = cardNamed(world, principal, params.id ?? '');
    const { merchantcard } = card;
    const extends_ = expiry_date !== undefined && isLater(expiry_date, merchantcard.expiry_date);
    return extends_ || (passcode !== undefined && passcode !== merchantcard.passcode) ? accessNeed(card) : null;
  },
  cardAccess(world, { principal, params, body }) {
    const { cardnumber } = (body ?? {}) as { cardnumber?: string | null };
    return accessNeed(cardNamed(world, principal, params.id ?? '', cardnumber));
  },
  cardAdjustment(world, { principal, params, body }) {
    const { cash = 0, bonus = 0, points = 0 } = body as CorrectionInput;
    const object = cardNamed(world, principal, params.id ?? '').merchantcard.id;
    // Deductions are corrections as well; only an addition is a gift of that size.
    if (cash + bonus > 0) return { operation: 'cardLoad', object, amount: cash + bonus };
    if (points > 0) return { operation: 'cardPoints', object, amount: points };
    return { operation: 'cardCorrection', object, amount: Math.abs(cash + bonus) };
  },
  cardFile(world, { principal: { merchant }, params }) {
    const batch = world.loyaltyBatch(merchant, params.id ?? '');
    const amount = batch ? batch.opening.cash + batch.opening.bonus : 0;
    // Vouchers of per cents have no amount, and are given away as well.
    if (batch?.kind === 'voucherFile')
      return batch.total > 0 ? { operation: 'voucher', object: batch.id, amount: amount || null } : null;
    return amount > 0 ? { operation: 'cardLoad', object: params.id ?? '', amount } : null;
  },
  voucherGift(_world, { params, body }) {
    const { effect, count = 1 } = body as Partial<NewVoucher> & { readonly count?: number };
    const amount = effect?.type === 'amount' ? effect.amount * count : null;
    return effect ? { operation: 'voucher', object: params.id ?? 'voucher', amount } : null;
  },
  saleEnding: (world, { principal, params }) => cancelNeed(world, saleOf(world, principal, params.id ?? '')),
  saleByReceipt: (world, { principal, params }) => cancelNeed(world, saleByReceipt(world, principal, params.id ?? '')),
  goodsReturn(world, { principal, body }) {
    const input = body as ReturnInput;
    const { sale } = returnSale(world, principal, input);
    const { value = 0, without_receipt: loose = 0 } = sale.document.goods_return ?? {};
    const operation = loose > 0 ? 'returnWithoutReceipt' : 'returnGoods';
    return { operation, object: input.lines?.[0]?.sale ?? 'return', amount: value };
  },
  payOut(world, { principal, params, body }) {
    const sale = returnOf(world, principal, params.id ?? '');
    if (sale.state === 'closed') return null;
    const plan = plannedPayOuts(world, principal, sale, (body as PayOutInput).back);
    const empties = paidForEmpties(sale, plan);
    if (empties > 0) return { operation: 'emptiesPaidOut', object: sale.id, amount: empties };
    const amount = cashByRight(world, sale, plan);
    return amount > 0 ? { operation: 'cashForOther', object: sale.id, amount } : null;
  },
  partCash(world, { principal, params }) {
    const sale = saleOf(world, principal, params.id ?? '');
    const part = partsOf(sale.document).find(({ id }) => id === params.part);
    return part ? { operation: 'cashForOther', object: sale.id, amount: part.amount } : null;
  },
  saleStart(world, { principal, params, body }) {
    const sale = saleOf(world, principal, params.id ?? '');
    const method = params.method?.toLowerCase();
    if (method === 'loyalty' && paidOut(sale) > 0 && sale.state !== 'closed')
      return { operation: 'cardPayOut', object: sale.id, amount: paidOut(sale) };
    // A voucher of the shop holds what it pays.
    const isForeign = method === 'voucher' && voucherCode(body) === null;
    const trusted = method === 'cashless_direct' || isForeign;
    const elsewhere = trusted ? paidIn(sale) : 0;
    // Nobody but the person says that such money was taken, so all that it loads on a card counts as given.
    const given = elsewhere > 0 ? loadedBy(sale) : Math.max(0, loadedBy(sale) - paidIn(sale));
    if (given > 0) return { operation: 'cardLoad', object: sale.id, amount: given };
    if (elsewhere <= 0) return null;
    if (method === 'cashless_direct') return { operation: 'paidElsewhere', object: sale.id, amount: elsewhere };
    return {
      operation: 'foreignVoucher',
      object: sale.id,
      amount: partNamed(body) ?? sale.document.basket_info.missing_sum,
    };
  },
  basketAdjustment: (world, { principal, params, body }) =>
    adjustmentNeed(world, principal, params.id ?? '', body as AdjustmentInput),
  latePayment(world, { principal, body }) {
    const { keep, transaction } = body as LateInput;
    if (keep) return null;
    const waiting = transaction
      ? lateApprovalOfSale(world, principal, transaction)
      : firstLateApprovalAtTill(world, principal);
    if (!waiting?.sale) return null;
    return { operation: 'takeBack', object: waiting.sale, amount: waiting.facts?.amount ?? waiting.amount };
  },
  terminalOperation(world, { principal, params, body }) {
    const input = body as OperationInput;
    const device = deviceNamed(world, principal, params.device ?? '');
    const { do: kind, receipt_number: receipt } = input;
    const object = [device, kind, receipt].filter(part => part !== undefined).join(' ');
    const operation = TERMINAL_KINDS[kind] ?? 'terminalOperation';
    return { operation, object, amount: integer(input.amount) ?? remainingOfReceipt(world, device, input) };
  },
  paymentCancel(world, { principal: { merchant }, params, body }) {
    const id = paymentId(world, merchant, params.id ?? '');
    const { money } = paymentOf(world, merchant, id).inner;
    const { reduce_amount_by, amount } = (body ?? {}) as NonNullable<CancelInput>;
    const asked = integer(reduce_amount_by) ?? integer(amount) ?? leftOf(money);
    // Money that is only held goes back without a refund; after an interruption nobody knows yet what is held.
    const held = world.payments.operations.openOf(id) ? 0 : (limitOf('void', money) ?? 0);
    const refunded = asked - Math.min(asked, held);
    return { operation: 'refundPayment', object: id, amount: Math.max(0, refunded) };
  },
  transferAssigned(world, { principal: { merchant }, params }) {
    const id = paymentId(world, merchant, params.id ?? '');
    const { money } = paymentOf(world, merchant, id).inner;
    return { operation: 'assignTransfer', object: id, amount: money.held };
  },
  payoutRelease(world, { principal: { merchant }, params, body }) {
    if (flag((body as { accrual?: unknown } | null | undefined)?.accrual)) return null;
    const id = paymentId(world, merchant, params.id ?? '');
    return { operation: 'releasePayout', object: id, amount: leftOf(paymentOf(world, merchant, id).inner.money) };
  },
  payoutMade(_world, { body }) {
    const { amount, order_id } = body as { amount?: number | string; order_id?: string | null };
    return { operation: 'payout', object: nonEmptyText(order_id) ?? 'payout', amount: integer(amount) };
  },
  queueDecision: (_world, { params }) => ({ operation: 'queueDecision', object: params.id ?? '', amount: null }),
  drawerOpening: (_world, { principal }) => ({
    operation: 'openDrawer',
    object: principal.device ?? principal.client,
    amount: null,
  }),
  cashMovement(world, { principal, body }) {
    const { direction, amount, till } = body as MovementInput;
    if (direction === 'in') return null;
    return { operation: 'cashOut', object: cashTill(world, principal, till), amount };
  },
  cashRecount: (_world, { params }) => ({ operation: 'cashRecount', object: params.id ?? '', amount: null }),
  kioskExit: (_world, { principal }) => ({
    operation: 'kioskExit',
    object: principal.device ?? principal.client,
    amount: null,
  }),
};

const TERMINAL_KINDS: Partial<Record<OperationInput['do'], ValueKind>> = {
  refund: 'terminalRefund',
  reversal: 'terminalReversal',
};

/** The amount of a reversal without one: the rest of the receipt, where this bridge knows it. */
function remainingOfReceipt(world: World, device: string, { do: kind, receipt_number }: OperationInput): number | null {
  const slot = world.devices.slot(device);
  const receipt = integer(receipt_number);
  if (kind !== 'reversal' || receipt === null || !slot) return null;
  return referredTransaction(world, slot, kind, receipt).left;
}

type Booked = Pick<ApprovalNeed, 'operation' | 'amount'>;

function bookingNeed(world: World, principal: Principal, card: CardRecord, input: CardTransactionInput): Booked {
  const [amount, bonus] = [integer(input.amount) ?? 0, integer(input.bonus_amount) ?? 0];
  switch (input.action) {
    case 'charge':
      return { operation: 'cardLoad', amount: amount + bonus };
    case 'immediate_bonus':
      return { operation: 'cardLoad', amount: bonus || amount };
    case 'sale_revenue':
      return { operation: 'cardPoints', amount: pointsEarned(amount, 1) };
    case 'charge_points':
      return { operation: 'cardPoints', amount };
    case 'discharge':
    case 'discharge_points':
      return { operation: 'cardCorrection', amount: amount + bonus };
    case 'cancel_last':
      return { operation: 'cardCorrection', amount: takenBack(world, principal, card, input) };
  }
}

/** All that a booking moved, whichever way. */
function takenBack(world: World, { merchant }: Principal, { merchantcard }: CardRecord, input: CardTransactionInput) {
  const transId = integer(input.trans_id);
  const booking =
    (transId === null ? null : world.loyalty.standingBooking(merchant, merchantcard.id, transId)) ??
    world.loyalty.lastBooking(merchantcard.id);
  return booking ? addUp(booking.entries.map(entry => Math.abs(entry.amount))) : 0;
}

/** The amount that can be spent of a card once it is open. */
function accessNeed({ merchantcard, limit }: CardRecord): ApprovalNeed {
  const { id, cash_balance: cash, bonus_balance: bonus } = merchantcard;
  return { operation: 'cardAccess', object: id, amount: Math.max(0, cash + limit) + Math.max(0, bonus) };
}

const isLater = (wanted: string | null, present: unknown): boolean =>
  present != null && (wanted === null || Date.parse(wanted) > Date.parse(String(present)));

/** A cancel gives back what was paid; of a sale that is not paid, what has arrived of its payment. */
function cancelNeed(world: World, sale: Sale): ApprovalNeed | null {
  // A diagnosis or an end-of-day is closed, too, and was paid by no method.
  const isPaid = (sale.state === 'closed' || sale.state === 'partlyReversed') && sale.method !== null;
  // A pay-out gives the card back the sum that the customer got.
  const amount = isPaid ? Math.max(paidIn(sale), paidOut(sale)) : arrivedOf(world, sale);
  return amount > 0 ? { operation: 'cancelSale', object: sale.id, amount } : null;
}

/** The part that the body of a start names, minor units. */
function partNamed(body: unknown): number | null {
  const part = isJsonObject(body) && isJsonObject(body.part) ? Number(body.part.amount ?? Number.NaN) : Number.NaN;
  return Number.isSafeInteger(part) ? part : null;
}

/** The amount that the sale will load on a card, minor units. */
function loadedBy({ state, document }: Sale): number {
  const items = itemsOf(document);
  return state === 'closed' ? 0 : cardTotal(items, 'charge') + cardTotal(items, 'voucher');
}

const paidIn = ({ document }: Sale): number => Number(document.basket_info?.sum ?? 0);

function arrivedOf(world: World, sale: Sale): number {
  const money = currentPayment(world, sale)?.inner.money;
  if (!money) return 0;
  // The cancel looks up first what an interruption left open, and the sale may turn out to be paid.
  if (unsettled(sale.state)) return paidIn(sale);
  return executed(sale.state) && sale.state !== 'awaiting' ? 0 : money.captured - money.refunded;
}

const lateApprovalOfSale = (world: World, { merchant }: Principal, sale: string) =>
  world.intents.allOpenDecisions().find(one => one.merchant === merchant && one.sale === sale);

function firstLateApprovalAtTill(world: World, { merchant, device }: Principal) {
  if (device === null) throw new BridgeError('notFound', 'this merchant has no till');
  const slot = terminalOfLateApproval(world, merchant, device);
  return slot && world.intents.openDecision(slot.device);
}
