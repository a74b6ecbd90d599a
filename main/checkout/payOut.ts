/**
 * The pay-out of a return: at terminals and acquirers first, each step by an intent of its own; then, in one commit that closes the
 * return, what the shop gives back by itself. A step that fails leaves the return open with what is still to be paid out.
 */
import type { Outcome } from '../../drivers/index.ts';
import { isReturnItem } from '../domain/basket.ts';
import { roundedCash } from '../domain/cashRounding.ts';
import { isAtAcquirer } from '../domain/returns.ts';
import { saleCashStep } from '../sale/cashStep.ts';
import { close } from '../sale/close.ts';
import { itemsOf } from '../sale/document.ts';
import { currentSale, saleOf } from '../sale/lookup.ts';
import { refuseTooFull } from '../sale/loyaltyBookings.ts';
import { openPart, takePart } from '../sale/partSteps.ts';
import { bookReturn, customerCardOf } from '../sale/returnEffects.ts';
import { stateRefusal } from '../sale/stateRefusal.ts';
import { refilledVoucher } from '../sale/vouchers.ts';
import { terminalOfSale } from '../terminal/payment/cashless.ts';
import { tillOfCommand } from '../terminal/payment/commandOwner.ts';
import { deadlineOf } from '../terminal/payment/deadline.ts';
import { exchangeWithTerminal } from '../terminal/payment/exchange.ts';
import { intentOfSale, openIntent, writeIntent } from '../terminal/payment/intent.ts';
import { refuseBusy, refuseOtherCurrency, refuseTooLarge } from '../terminal/payment/preconditions.ts';
import { currentSnapshot, takeSnapshot } from '../terminal/payment/snapshotBefore.ts';
import { declinedError } from '../terminal/payment/terminalErrors.ts';
import type { PayOutInput } from '../wire/returns.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import type { TerminalSlot } from '../world/devices.ts';
import { requireDrawer } from '../world/drawerTill.ts';
import { BridgeError } from '../world/errors.ts';
import { newCommandId } from '../world/ids.ts';
import type { Principal } from '../world/people.ts';
import type { Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';
import { refundTender, resolvedReturn } from './acquirer/tenderRefund.ts';
import { paymentOfPart } from './givenTenders.ts';
import { type PlannedPayOut, plannedPayOuts } from './payOutPlan.ts';
import { reversePayment } from './reversePayment.ts';

const DETAIL = 'the pay-out of a return';

/**
 * Pays out what is due, or a part of it. Throws `payOutRefused` for a plan that gives a tender more than it gave, the errors of
 * the terminal and `refundFailed` of the acquirer where they refuse, and answers `pending` where nobody knows how a step ended.
 */
export async function payOut(
  world: World,
  principal: Principal,
  id: string,
  { back }: PayOutInput,
): Promise<SmartTransaction> {
  const before = returnOf(world, principal, id);
  const sale = await resolvedReturn(world, before);
  // A repeated call finds the work done, or looks up how an earlier step ended: what was asked and approved then is not asked again.
  if (sale.state === 'closed' || (before.state === 'paying' && sale.state !== 'paying')) return sale.document;
  refuseState(sale);
  world.admitMoney();
  const plan = plannedPayOuts(world, principal, sale, back);
  const deadline = deadlineOf(world);
  const work = payOutAll(world, principal, sale, plan, () => deadline.begin());
  return deadline.answer(work, () => currentSale(world, sale).document);
}

/** The return with this id, or the sale that pays out for empties. Throws `notFound` for a sale that pays nothing out. */
export function returnOf(world: Pick<World, 'ledger'>, principal: Principal, id: string): Sale {
  const sale = saleOf(world, principal, id);
  if (!itemsOf(sale.document).some(isReturnItem) && sale.document.basket_info.sum >= 0)
    throw new BridgeError('notFound', `${id} is no return`);
  return sale;
}

function refuseState({ state }: Sale): void {
  if (!OPEN.has(state)) throw stateRefusal(state, DETAIL);
}

const OPEN: ReadonlySet<Sale['state']> = new Set(['created', 'processing', 'failed', 'partlyPaid']);

async function payOutAll(
  world: World,
  principal: Principal,
  sale: Sale,
  plan: readonly PlannedPayOut[],
  begin: () => void,
): Promise<SmartTransaction> {
  if (sale.staff === null && plan.some(({ method }) => method === 'cash')) requireDrawer(world, principal);
  for (const step of plan.filter(isOutside)) {
    const after = isAtAcquirer(step.method)
      ? await payOutAtAcquirer(world, sale, step, begin)
      : await payOutAtTerminal(world, principal, sale, step, begin);
    if (after.state !== 'partlyPaid' && after.state !== 'closed') return after.document;
  }
  const rest = plan.filter(step => !isOutside(step));
  return world.ledger.write(() => {
    const present = currentSale(world, sale);
    if (present.state === 'closed') return present.document;
    begin();
    refuseState(present);
    const { missing_sum: missing } = present.document.basket_info;
    // Less than half a coin is due: no cash pays it out, and the rounding closes the return.
    if (rest.length === 0 && missing < 0 && roundedCash(missing, saleCashStep(world, present)) === 0)
      return takePart(world, present, { method: 'cash', amount: missing }, DETAIL).document;
    if (rest.length === 0 && missing === 0) return close(world, present, { method: 'cash', input: 'book' }).document;
    return rest.reduce((before, step) => giveBack(world, before, step), present).document;
  });
}

/** A terminal or an acquirer has to give the money back. */
const isOutside = ({ how, method }: PlannedPayOut): boolean => how !== null || isAtAcquirer(method);

/** Inside a job: cash, a balance on a loyalty card, a voucher on paper. */
function giveBack(world: World, sale: Sale, { method, amount, to, card }: PlannedPayOut): Sale {
  const given = { method, amount: -amount, ...(to ? { back: { ...to, how: null } } : {}) };
  if (method === 'loyalty') {
    const original = to && world.ledger.sale(sale.merchant, to.sale);
    const id = card ?? (original && customerCardOf(world, original));
    const found = id === null ? null : world.loyalty.merchantCard(sale.merchant, id);
    if (!id || !found) throw new BridgeError('payOutRefused', 'the loyalty card is not known any more');
    // Money that the card gave itself goes back, whatever it holds.
    if (!to) refuseTooFull(world, found, amount);
    bookReturn(world, sale, id, [{ account: 'cash', kind: 'return', amount }]);
  }
  const refilled = method === 'voucher' && to ? refilledVoucher(world, sale, to, amount) : null;
  return takePart(world, sale, refilled ? { ...given, refilled } : given, DETAIL);
}

/** To the payer, by the payment that the acquirer took. */
async function payOutAtAcquirer(world: World, sale: Sale, step: PlannedPayOut, begin: () => void): Promise<Sale> {
  const allowed = (present: Sale) => {
    begin();
    refuseState(present);
  };
  const ending = await refundTender(world, sale, step, allowed, DETAIL);
  const after = currentSale(world, sale);
  if (ending.kind === 'declined') {
    const { object, status } = after.document;
    throw new BridgeError('refundFailed', `acquirer: ${ending.reason}`, {
      extra: { transaction: { object, id: after.id, status } },
    });
  }
  return after;
}

async function payOutAtTerminal(
  world: World,
  principal: Principal,
  sale: Sale,
  step: PlannedPayOut,
  begin: () => void,
): Promise<Sale> {
  const outcome =
    step.how === 'reversal'
      ? await reverseOriginal(world, principal, sale, step, begin)
      : await refundToCard(world, principal, sale, step, begin);
  const after = currentSale(world, sale);
  if (outcome.kind === 'declined' || outcome.kind === 'notSent') {
    const slot = terminalOfSale(world, principal, sale);
    throw declinedError(outcome, slot?.terminal.condition ?? null, {
      transaction: { object: after.document.object, id: after.id, status: after.document.status },
    });
  }
  return after;
}

/** Undoes the whole payment at the terminal that took it, under the rules of every reversal. */
function reverseOriginal(
  world: World,
  principal: Principal,
  sale: Sale,
  { amount, to }: PlannedPayOut,
  begin: () => void,
): Promise<Outcome> {
  const original = to && world.ledger.sale(sale.merchant, to.sale);
  const paid = original && paymentOfPart(world, original, to.tender);
  if (!to || !original || !paid) throw new BridgeError('payOutRefused', 'the payment is not known any more');
  const open = (_original: Sale, intent: string) => {
    const present = currentSale(world, sale);
    refuseState(present);
    const part = { id: intent, method: 'cashless', amount: -amount, back: { ...to, how: 'reversal' as const } };
    return openPart(world, present, part, DETAIL);
  };
  return reversePayment(world, principal, original, paid, open, begin);
}

/** Pays an amount to the card that the customer presents. */
async function refundToCard(
  world: World,
  principal: Principal,
  sale: Sale,
  { amount, to }: PlannedPayOut,
  begin: () => void,
): Promise<Outcome> {
  const slot = refundingTerminal(world, principal, sale);
  const { currency } = sale.document.basket_info;
  refuseOtherCurrency(slot, currency);
  refuseTooLarge(world, amount);
  await world.recovery.settleFirst(slot);
  refuseBusy(world, slot);
  const taken = await takeSnapshot(world, slot, 'refund');
  const intent = await writeIntent(world, () => {
    begin();
    refuseBusy(world, slot);
    const present = currentSale(world, sale);
    refuseState(present);
    const id = newCommandId();
    const part = {
      id,
      method: 'cashless',
      amount: -amount,
      ...(to ? { back: { ...to, how: 'refund' as const } } : {}),
    };
    const paying = openPart(world, present, part, DETAIL);
    return openIntent(world, {
      ...intentOfSale(paying),
      id,
      till: tillOfCommand(principal, sale),
      device: slot.device,
      kind: 'refund',
      amount,
      snapshotBefore: currentSnapshot(world, slot, taken),
    });
  });
  const { outcome } = await exchangeWithTerminal(world, slot, intent, call => slot.terminal.refund({ amount }, call));
  return outcome;
}

function refundingTerminal(world: World, principal: Principal, sale: Sale): TerminalSlot {
  const slot = terminalOfSale(world, principal, sale);
  if (!slot) throw new BridgeError('noDevice', 'no terminal is assigned to this till');
  if (!slot.terminal.features.has('refund'))
    throw new BridgeError('terminalCannot', `${slot.description} has no refund`);
  return slot;
}
