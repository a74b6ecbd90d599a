/** Cancels a sale. Before execution only its status changes; afterwards the money goes back first. */

import type { Outcome } from '../../drivers/index.ts';
import { currentPayment } from '../acquirer/payments/currentPayment.ts';
import { isPlayed, methodOf } from '../acquirer/payments/methods.ts';
import { runOperation } from '../acquirer/payments/operationRun.ts';
import { openOperation } from '../acquirer/payments/operationStart.ts';
import type { NextCall } from '../domain/saleOutcome.ts';
import { executed, next } from '../domain/transaction.ts';
import { cancellationReason, cancelledBy } from '../sale/cancellation.ts';
import type { PaymentBody } from '../sale/dueAmount.ts';
import { currentSale, saleByReceipt, saleOf } from '../sale/lookup.ts';
import { cancellationSlip } from '../sale/saleSlips.ts';
import { stateRefusal } from '../sale/stateRefusal.ts';
import { advance } from '../sale/transition.ts';
import { deadlineOf } from '../terminal/payment/deadline.ts';
import { askToStop } from '../terminal/payment/tillInput.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import { screenClientId } from '../world/demoIds.ts';
import { BridgeError } from '../world/errors.ts';
import { refuseIgnoredMoney } from '../world/ignoredMoney.ts';
import type { Principal } from '../world/people.ts';
import type { IntentRow, Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';
import { resolvedSale, type VoidingWorld, voidOpenPayment } from './acquirer/acquirerPayment.ts';
import { giveBackParts, isInParts } from './giveBack.ts';
import { refuseEndedDay, reversalError, reversePayment } from './reversePayment.ts';

/** `allowed` runs in the job that opens the reversal and throws where another call has decided in between. */
export const cancel = (
  world: World,
  principal: Principal,
  id: string,
  body?: PaymentBody,
  allowed?: () => void,
): Promise<SmartTransaction> => cancelSale(world, principal, saleOf(world, principal, id), body, allowed);

async function cancelSale(
  world: World,
  principal: Principal,
  before: Sale,
  body?: PaymentBody,
  allowed: () => void = () => undefined,
): Promise<SmartTransaction> {
  refusePart(world, before, body);
  const reason = cancellationReason(body);
  const sale = await resolvedSale(world, before);
  // The lookup found that an earlier cancel, whose answer was lost, is done.
  if (sale.state === 'cancelled' && before.state !== 'cancelled') return sale.document;
  if (sale.receiptNumber !== null || sale.state === 'partlyPaid') world.admitMoney();
  // A diagnosis or an end-of-day: no money was paid, and the work of the terminal cannot be undone.
  if (sale.state === 'closed' && sale.method === null)
    throw new BridgeError(
      'serviceStands',
      'cancel is not possible: nothing was paid, and the terminal has done its work',
    );
  if (isInParts(sale)) return giveBackParts(world, principal, sale, allowed, reason);
  const settledBy = sale.state === 'closed' ? methodOf(sale.method ?? '')?.settledBy : undefined;
  if (settledBy === 'terminal' && !isPlayedWithoutTerminal(world, sale)) {
    const deadline = deadlineOf(world);
    const begin = () => {
      allowed();
      deadline.begin();
    };
    return deadline.answer(
      reverseAtTerminal(world, principal, sale, begin, reason),
      () => currentSale(world, sale).document,
    );
  }
  if (settledBy === 'acquirer' && leftAtAcquirer(world, sale) > 0)
    return refundAtAcquirer(world, principal, sale, reason);
  await voidOpenPayment(world, sale, 'cancel');
  return world.ledger.write(() => {
    const present = cancelledBy(world, principal, currentSale(world, sale), reason);
    // The sale was paid in between: the money has to go back first.
    if (present.state === 'closed' && sale.state !== 'closed') throw stateRefusal(present.state, 'cancel');
    // The voided payment stays in `transactions`, so that its sale can still be found.
    const given = executed(present.state)
      ? cancellationSlip(world, present)
      : { transactions: sale.document.transactions, ...personAtScreen(principal, present) };
    return advance(world, present, 'cancel', 'cancel', given).document;
  });
}

/** A sale with `is_demo` that an earlier version paid at a terminal has an intent, and its money goes back there. */
const isPlayedWithoutTerminal = (world: Pick<World, 'intents'>, sale: Sale): boolean =>
  isPlayed(sale.document, sale.method) && world.intents.ofSale(sale.id).length === 0;

/** The record names the person who gives a basket up at the screen of the till. */
const personAtScreen = ({ staff }: Principal, { client }: Sale) =>
  staff && client === screenClientId ? { cashier: staff.name } : {};

/** A sale is cancelled as a whole. Throws `amountRefused`; the error names the call that gives back a part, where one exists. */
function refusePart(world: Pick<World, 'devices' | 'intents' | 'payments'>, sale: Sale, body: PaymentBody): void {
  const { basket_info, outcome } = sale.document;
  const whole = [...new Set([outcome.paid ?? basket_info.sum, basket_info.sum])].filter(amount => amount > 0);
  const next = callForPart(world, sale);
  const instead = `a sale is cancelled as a whole${next ? `; ${next.method} ${next.path} ${next.why}` : ''}`;
  const facts = { whole, currency: basket_info.currency, instead, next };
  refuseIgnoredMoney(body, [], facts);
  refuseIgnoredMoney(body?.basket_info, [], facts, 'basket_info.');
}

/** The call that gives back a part: at the acquirer by the payment, at a terminal by a refund to a card. */
function callForPart(world: Pick<World, 'devices' | 'intents' | 'payments'>, sale: Sale): NextCall | null {
  if (sale.state !== 'closed') return null;
  const payment = currentPayment(world, sale);
  if (payment && methodOf(sale.method ?? '')?.settledBy === 'acquirer') {
    const path = `/api/v2/Payment/Transactions/${payment.document.id}/cancel`;
    return { method: 'POST', path, why: 'gives back a part: {"amount": …}' };
  }
  const paid = approvedPayment(world, sale);
  const slot = paid ? world.devices.slot(paid.device) : null;
  if (!slot?.terminal.features.has('refund')) return null;
  const path = `/bridge/v1/terminals/${slot.device}/operations`;
  return {
    method: 'POST',
    path,
    why: 'refunds a part to a card that is presented again: {"do": "refund", "amount": …}',
  };
}

const approvedPayment = (world: Pick<World, 'intents'>, { id }: Sale): IntentRow | undefined =>
  world.intents.ofSale(id).find(({ kind, state }) => kind === 'payment' && state === 'approved');

/**
 * abort: gives up a sale that has not been executed, or whose money has not arrived. While the card payment of the sale
 * runs, the terminal is asked to stop: this call answers the sale as it is, and the paying call answers the outcome.
 */
export async function abort(
  world: World,
  principal: Principal,
  id: string,
  body?: PaymentBody,
): Promise<SmartTransaction> {
  const sale = saleOf(world, principal, id);
  const { state } = sale;
  if (state === 'paying' && (await stopPayment(world, principal, sale))) return currentSale(world, sale).document;
  if (executed(state) && state !== 'awaiting' && state !== 'partlyPaid') throw stateRefusal(state, 'abort');
  return cancelSale(world, principal, currentSale(world, sale), body);
}

async function stopPayment(world: World, principal: Principal, { id }: Sale): Promise<boolean> {
  const running = world.intents.ofSale(id).find(({ kind, state }) => kind === 'payment' && state === 'open');
  const slot = running ? world.devices.slot(running.device) : null;
  return slot !== null && askToStop(world, principal, slot);
}

/** canceltrx: cancels by receipt number, and only before the end-of-day of the till's terminal. */
export async function cancelByReceipt(
  world: World,
  principal: Principal,
  receiptNumber: string,
  body?: PaymentBody,
): Promise<SmartTransaction> {
  const sale = saleByReceipt(world, principal, receiptNumber);
  const slot = world.devices.terminalFor(principal.merchant, sale.till);
  if (slot) refuseEndedDay(world, slot, sale);
  return cancelSale(world, principal, sale, body);
}

async function reverseAtTerminal(
  world: World,
  principal: Principal,
  sale: Sale,
  allowed: () => void,
  reason: string | null,
): Promise<SmartTransaction> {
  const begin = (present: Sale) => advance(world, cancelledBy(world, principal, present, reason), 'reverse', 'cancel');
  const outcome = await reversePayment(world, principal, sale, approvedPayment(world, sale), begin, allowed).catch(
    error => {
      // Asked before the reversal, the terminal has shown that an earlier one had been carried out after all.
      if (currentSale(world, sale).state === 'cancelled') return null;
      throw error;
    },
  );
  return outcome ? afterReversal(world, sale, outcome) : currentSale(world, sale).document;
}

function afterReversal(world: Pick<World, 'ledger'>, before: Sale, outcome: Outcome): SmartTransaction {
  const sale = currentSale(world, before);
  if (sale.state !== 'closed') return sale.document;
  throw reversalError(outcome);
}

/** The amount of the sale's payment that the acquirer has not given back; a refund may have been made without the sale. */
function leftAtAcquirer(world: Pick<World, 'payments'>, sale: Sale): number {
  const money = currentPayment(world, sale)?.inner.money;
  return money ? money.captured - money.refunded : 0;
}

/** Writes the refund first; it is repeated with its key until its ending is known. */
async function refundAtAcquirer(
  world: VoidingWorld,
  principal: Principal,
  paid: Sale,
  reason: string | null,
): Promise<SmartTransaction> {
  const operation = await world.ledger.write(() => {
    const sale = cancelledBy(world, principal, currentSale(world, paid), reason);
    const payment = currentPayment(world, sale);
    if (!payment || !next(sale.state, 'reverse')) throw stateRefusal(sale.state, 'cancel');
    advance(world, sale, 'reverse', 'cancel');
    return openOperation(
      world,
      { merchant: sale.merchant, id: payment.document.id },
      'refund',
      leftAtAcquirer(world, sale),
    );
  });
  const ending = await runOperation(world, operation);
  if (ending.kind === 'declined') throw new BridgeError('reversalFailed', `acquirer: ${ending.reason}`);
  return currentSale(world, paid).document;
}
