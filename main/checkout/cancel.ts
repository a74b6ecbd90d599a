/** Cancelling: before execution it is a word; afterwards the money goes back first, and only then it is cancelled. */
import type { Outcome } from '../../drivers/terminal.ts';
import type { SmartTransaction } from '../api/transactions/contract.ts';
import { executed, next } from '../domain/transaction.ts';
import { BridgeError } from '../errors.ts';
import { methodOf } from '../payments/index.ts';
import { openOperation } from '../payments/open.ts';
import { runOperation } from '../payments/run.ts';
import type { TerminalSlot } from '../ports/devices.ts';
import type { Principal } from '../ports/people.ts';
import type { IntentRow, Sale } from '../ports/sales.ts';
import type { World } from '../ports/world.ts';
import { advance, refusal } from './sale/advance.ts';
import { currentPayment, giveUp, settledSale } from './sale/giveUp.ts';
import { saleByReceipt, saleOf } from './sale/read.ts';
import { runAtTerminal } from './terminal/atTerminal.ts';
import { baselineFor, type Heard, newest } from './terminal/baseline.ts';
import { ofSale, openIntent } from './terminal/intent.ts';
import { refuseBusy } from './terminal/mayUse.ts';
import { isExchanged, isOfAnother, isReused, payable } from './terminal/original.ts';
import { askingTill } from './terminal/whose.ts';

/** `allowed` throws in the job that opens the reversal, where something has come in between. */
export async function cancel(
  world: World,
  principal: Principal,
  id: string,
  allowed: () => void = () => undefined,
): Promise<SmartTransaction> {
  const before = saleOf(world, principal, id);
  const sale = await settledSale(world, before);
  // An earlier cancel whose answer was lost has just been found done.
  if (sale.state === 'cancelled' && before.state !== 'cancelled') return sale.document;
  // A diagnosis or an end-of-day: nothing was paid by any method, and what the terminal has done stays done.
  if (sale.state === 'closed' && sale.method === null) throw refusal(sale.state, 'cancel');
  const settledBy = sale.state === 'closed' ? methodOf(sale.method ?? '')?.settledBy : undefined;
  if (settledBy === 'terminal') return reverseAtTerminal(world, principal, sale, allowed);
  if (settledBy === 'acquirer' && leftOf(world, sale) > 0) return refundAtAcquirer(world, principal, id);
  await giveUp(world, sale, 'cancel');
  return world.ledger.write(() => {
    const present = saleOf(world, principal, id);
    // Paid since we looked: the money has to go back first.
    if (present.state === 'closed' && sale.state !== 'closed') throw refusal(present.state, 'cancel');
    // What was given up stays named, so that the sale of a payment is found.
    const given = executed(present.state) ? {} : { transactions: sale.document.transactions };
    return advance(world, present, 'cancel', 'cancel', given).document;
  });
}

/** abort: gives up an order that has not been executed, or whose money has still to arrive. */
export async function abort(world: World, principal: Principal, id: string): Promise<SmartTransaction> {
  const { state } = saleOf(world, principal, id);
  if (executed(state) && state !== 'awaiting') throw refusal(state, 'abort');
  return cancel(world, principal, id);
}

/** canceltrx: the path parameter is the receipt number. Only before the end-of-day report of the till's terminal. */
export async function cancelByReceipt(
  world: World,
  principal: Principal,
  receiptNumber: string,
): Promise<SmartTransaction> {
  const sale = saleByReceipt(world, principal, receiptNumber);
  const slot = world.devices.terminalFor(principal.merchant, sale.till);
  if (slot) refuseEndedDay(world, slot, sale);
  return cancel(world, principal, sale.id);
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
  const paid = world.intents.ofSale(sale.id).find(intent => intent.kind === 'payment' && intent.state === 'approved');
  if (!paid || !payable(world, paid))
    throw new BridgeError('reversalFailed', 'the terminal told no receipt number that could be reversed');
  const slot = world.devices.slot(paid.party);
  if (!slot) throw new BridgeError('terminalGone', 'the terminal it was paid at is not connected any more');
  refuseEndedDay(world, slot, sale);
  await world.recovery.settleFirst(slot);
  refuseBusy(world, slot);
  const heard = await baselineFor(world, slot, 'reversal');
  const intent = await openReversal(world, askingTill(principal, paid), sale, slot, paid, heard, allowed);
  const { receipt: receiptNumber = 0, trace = null } = intent.original ?? {};
  const outcome = await runAtTerminal(world, slot, intent, call =>
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
  heard: Heard,
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
    const { party, method } = paid;
    const original = payable(world, paid);
    if (original && isReused(world, paid, original.receipt))
      throw new BridgeError('dayEnded', `${slot.description} has given receipt ${original.receipt} anew since`);
    const baseline = newest(world, slot, heard);
    if (original && isOfAnother(paid, original, baseline.last))
      throw new BridgeError('dayEnded', `receipt ${original.receipt} of ${slot.description} is another payment now`);
    const amount = original?.amount ?? paid.amount;
    const about = { till, party, kind: 'reversal', method, amount, original, baseline } as const;
    return openIntent(world, { ...ofSale(reversing), ...about });
  });
}

/** What the acquirer has of the sale's payment and has not given back; refunds may have been made without the sale. */
function leftOf(world: World, sale: Sale): number {
  const money = currentPayment(world, sale)?.inner.money;
  return money ? money.captured - money.refunded : 0;
}

/** The operation is written first and repeated with its key until its ending is known. */
async function refundAtAcquirer(world: World, principal: Principal, id: string): Promise<SmartTransaction> {
  const operation = await world.ledger.write(() => {
    const sale = saleOf(world, principal, id);
    const payment = currentPayment(world, sale);
    if (!payment || !next(sale.state, 'reverse')) throw refusal(sale.state, 'cancel');
    advance(world, sale, 'reverse', 'cancel');
    return openOperation(world, { merchant: sale.merchant, id: payment.document.id }, 'refund', leftOf(world, sale));
  });
  const ending = await runOperation(world, operation);
  if (ending.kind === 'declined') throw new BridgeError('reversalFailed', `acquirer: ${ending.reason}`);
  return saleOf(world, principal, id).document;
}
