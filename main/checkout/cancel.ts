/** Cancelling: before execution it is a word; afterwards the money goes back first, and only then it is cancelled. */
import type { Outcome } from '../../drivers/terminal.ts';
import { methodOf } from '../acquirer/payments/methods.ts';
import { runOperation } from '../acquirer/payments/operationRun.ts';
import { openOperation } from '../acquirer/payments/operationStart.ts';
import type { NextCall } from '../domain/saleOutcome.ts';
import { executed, next } from '../domain/transaction.ts';
import { currentPayment, resolvedSale, voidOpenPayment } from '../sale/acquirerPayment.ts';
import { saleByReceipt, saleOf } from '../sale/lookup.ts';
import type { PaymentBody } from '../sale/paymentRules.ts';
import { advance, stateRefusal } from '../sale/transition.ts';
import { tillOfCommand } from '../terminal/payment/commandOwner.ts';
import { deadlineOf } from '../terminal/payment/deadline.ts';
import { exchangeWithTerminal } from '../terminal/payment/exchange.ts';
import { intentOfSale, openIntent } from '../terminal/payment/intent.ts';
import { isExchanged, isOtherTransaction, isReused, reversalTarget } from '../terminal/payment/originalTransaction.ts';
import { refuseBusy } from '../terminal/payment/preconditions.ts';
import { currentSnapshot, type SnapshotTaken, takeSnapshot } from '../terminal/payment/snapshotBefore.ts';
import { askToStop } from '../terminal/payment/tillInput.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import type { TerminalSlot } from '../world/devices.ts';
import { BridgeError } from '../world/errors.ts';
import { refuseIgnoredMoney } from '../world/ignoredMoney.ts';
import type { Principal } from '../world/people.ts';
import type { IntentRow, Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';

/** `allowed` throws in the job that opens the reversal, where something has come in between. */
export async function cancel(
  world: World,
  principal: Principal,
  id: string,
  body?: PaymentBody,
  allowed: () => void = () => undefined,
): Promise<SmartTransaction> {
  const before = saleOf(world, principal, id);
  refusePart(world, before, body);
  const sale = await resolvedSale(world, before);
  // An earlier cancel whose answer was lost has just been found done.
  if (sale.state === 'cancelled' && before.state !== 'cancelled') return sale.document;
  // A diagnosis or an end-of-day: nothing was paid by any method, and what the terminal has done stays done.
  if (sale.state === 'closed' && sale.method === null) throw stateRefusal(sale.state, 'cancel');
  const settledBy = sale.state === 'closed' ? methodOf(sale.method ?? '')?.settledBy : undefined;
  if (settledBy === 'terminal') {
    const deadline = deadlineOf(world);
    const begin = () => {
      allowed();
      deadline.begin();
    };
    return deadline.answer(
      reverseAtTerminal(world, principal, sale, begin),
      () => saleOf(world, principal, id).document,
    );
  }
  if (settledBy === 'acquirer' && leftAtAcquirer(world, sale) > 0) return refundAtAcquirer(world, principal, id);
  await voidOpenPayment(world, sale, 'cancel');
  return world.ledger.write(() => {
    const present = saleOf(world, principal, id);
    // Paid since we looked: the money has to go back first.
    if (present.state === 'closed' && sale.state !== 'closed') throw stateRefusal(present.state, 'cancel');
    // What was given up stays named, so that the sale of a payment is found.
    const given = executed(present.state) ? {} : { transactions: sale.document.transactions };
    return advance(world, present, 'cancel', 'cancel', given).document;
  });
}

/** A sale is cancelled as a whole. Throws `amountRefused`, which names the call that gives back a part, where there is one. */
function refusePart(world: World, sale: Sale, body: PaymentBody): void {
  const { basket_info, outcome } = sale.document;
  const whole = [...new Set([outcome.paid ?? basket_info.sum, basket_info.sum])].filter(amount => amount > 0);
  const next = callForPart(world, sale);
  const instead = `a sale is cancelled as a whole${next ? `; ${next.method} ${next.path} ${next.why}` : ''}`;
  const facts = { whole, currency: basket_info.currency, instead, next };
  refuseIgnoredMoney(body, [], facts);
  refuseIgnoredMoney(body?.basket_info, [], facts, 'basket_info.');
}

/** The call that gives a part back: at the acquirer by the payment, at a terminal as a refund to a card. */
function callForPart(world: World, sale: Sale): NextCall | null {
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

const approvedPayment = (world: World, { id }: Sale): IntentRow | undefined =>
  world.intents.ofSale(id).find(({ kind, state }) => kind === 'payment' && state === 'approved');

/**
 * abort: gives up an order that has not been executed, or whose money has still to arrive. While its card payment runs,
 * the terminal is asked to stop: the sale is answered as it is then, and the call that pays answers how it ended.
 */
export async function abort(
  world: World,
  principal: Principal,
  id: string,
  body?: PaymentBody,
): Promise<SmartTransaction> {
  const sale = saleOf(world, principal, id);
  const { state } = sale;
  if (state === 'paying' && (await stopPayment(world, principal, sale))) return saleOf(world, principal, id).document;
  if (executed(state) && state !== 'awaiting') throw stateRefusal(state, 'abort');
  return cancel(world, principal, id, body);
}

async function stopPayment(world: World, principal: Principal, { id }: Sale): Promise<boolean> {
  const running = world.intents.ofSale(id).find(({ kind, state }) => kind === 'payment' && state === 'open');
  const slot = running ? world.devices.slot(running.device) : null;
  return slot !== null && askToStop(world, principal, slot);
}

/** canceltrx: the path parameter is the receipt number. Only before the end-of-day report of the till's terminal. */
export async function cancelByReceipt(
  world: World,
  principal: Principal,
  receiptNumber: string,
  body?: PaymentBody,
): Promise<SmartTransaction> {
  const sale = saleByReceipt(world, principal, receiptNumber);
  const slot = world.devices.terminalFor(principal.merchant, sale.till);
  if (slot) refuseEndedDay(world, slot, sale);
  return cancel(world, principal, sale.id, body);
}

/** After its end-of-day a terminal may give the same receipt number to somebody else's payment. */
function refuseEndedDay(world: World, slot: TerminalSlot, { receiptNumber }: Sale) {
  if (receiptNumber !== null && receiptNumber <= world.dayEnds.closedUpTo(slot.device))
    throw new BridgeError('dayEnded', `${slot.description} has closed the day of receipt ${receiptNumber}`);
}

async function reverseAtTerminal(
  world: World,
  principal: Principal,
  sale: Sale,
  allowed: () => void,
): Promise<SmartTransaction> {
  const paid = approvedPayment(world, sale);
  if (!paid || !reversalTarget(world, paid))
    throw new BridgeError('reversalFailed', 'the terminal told no receipt number that could be reversed');
  const slot = world.devices.slot(paid.device);
  if (!slot) throw new BridgeError('terminalGone', 'the terminal it was paid at is not connected any more');
  refuseEndedDay(world, slot, sale);
  await world.recovery.settleFirst(slot);
  refuseBusy(world, slot);
  const heard = await takeSnapshot(world, slot, 'reversal');
  const intent = await openReversal(world, tillOfCommand(principal, paid), sale, slot, paid, heard, allowed);
  const { receipt: receiptNumber = 0, trace = null } = intent.original ?? {};
  const outcome = await exchangeWithTerminal(world, slot, intent, call =>
    slot.terminal.reverse(
      { receiptNumber, paid: intent.amount, ...(trace === null ? {} : { traceNumber: trace }) },
      call,
    ),
  );
  return afterReversal(world, sale, outcome);
}

function afterReversal(world: World, before: Sale, outcome: Outcome): SmartTransaction {
  const sale = world.ledger.sale(before.merchant, before.id) ?? before;
  if (sale.state !== 'closed') return sale.document;
  throw new BridgeError('reversalFailed', `terminal: ${'reason' in outcome ? outcome.reason.text : 'not reversed'}`);
}

function openReversal(
  world: World,
  till: string | null,
  sale: Sale,
  slot: TerminalSlot,
  paid: IntentRow,
  heard: SnapshotTaken,
  allowed: () => void,
): Promise<IntentRow> {
  return world.ledger.write(() => {
    refuseBusy(world, slot);
    if (isExchanged(slot, paid))
      throw new BridgeError(
        'terminalExchanged',
        `paid at ${paid.facts?.terminalId}, not at ${slot.terminal.terminalId}`,
      );
    allowed();
    const present = world.ledger.sale(sale.merchant, sale.id) ?? sale;
    refuseEndedDay(world, slot, present);
    const reversing = advance(world, present, 'reverse', 'cancel');
    const { device: party, method } = paid;
    const original = reversalTarget(world, paid);
    if (original && isReused(world, paid, original.receipt))
      throw new BridgeError('dayEnded', `${slot.description} has given receipt ${original.receipt} anew since`);
    const baseline = currentSnapshot(world, slot, heard);
    if (original && isOtherTransaction(paid, original, baseline.last))
      throw new BridgeError('dayEnded', `receipt ${original.receipt} of ${slot.description} is another payment now`);
    const amount = original?.amount ?? paid.amount;
    const about = {
      till,
      device: party,
      kind: 'reversal',
      method,
      amount,
      original,
      snapshotBefore: baseline,
    } as const;
    return openIntent(world, { ...intentOfSale(reversing), ...about });
  });
}

/** What the acquirer has of the sale's payment and has not given back; refunds may have been made without the sale. */
function leftAtAcquirer(world: World, sale: Sale): number {
  const money = currentPayment(world, sale)?.inner.money;
  return money ? money.captured - money.refunded : 0;
}

/** The operation is written first and repeated with its key until its ending is known. */
async function refundAtAcquirer(world: World, principal: Principal, id: string): Promise<SmartTransaction> {
  const operation = await world.ledger.write(() => {
    const sale = saleOf(world, principal, id);
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
  return saleOf(world, principal, id).document;
}
