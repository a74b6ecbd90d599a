/** Cancelling: before execution it is a word; afterwards the money goes back first, and only then it is cancelled. */
import type { Outcome } from '../../drivers/terminal.ts';
import type { SmartTransaction } from '../api/transactions/contract.ts';
import { terminalReceipt } from '../domain/terminalReceipt.ts';
import { next } from '../domain/transaction.ts';
import { BridgeError } from '../errors.ts';
import { methodOf } from '../payments/index.ts';
import type { IntentRow, Principal, Sale, World } from '../ports.ts';
import { unwritten } from './acquirer.ts';
import { advance, refusal } from './advance.ts';
import { runAtTerminal } from './atTerminal.ts';
import { openIntent } from './intent.ts';
import { saleByReceipt, saleOf } from './read.ts';

export async function cancel(world: World, principal: Principal, id: string): Promise<SmartTransaction> {
  const sale = saleOf(world, principal, id);
  const settledBy = sale.state === 'closed' ? methodOf(sale.method ?? '')?.settledBy : undefined;
  if (settledBy === 'terminal') return reverseAtTerminal(world, sale);
  if (settledBy === 'acquirer') return reverseAtAcquirer(world, sale);
  return world.ledger.write(() => {
    const present = saleOf(world, principal, id);
    // Paid since we looked: the money has to go back first.
    if (present.state !== sale.state) throw refusal(present.state, 'cancel');
    return advance(world, present, 'cancel', 'cancel').document;
  });
}

/** canceltrx: the path parameter is the receipt number. */
export const cancelByReceipt = (world: World, principal: Principal, receiptNumber: string): Promise<SmartTransaction> =>
  cancel(world, principal, saleByReceipt(world, principal, receiptNumber).id);

async function reverseAtTerminal(world: World, sale: Sale): Promise<SmartTransaction> {
  const paid = world.intents.ofSale(sale.id).find(intent => intent.kind === 'payment' && intent.state === 'approved');
  const slot = paid ? world.devices.slot(paid.party) : null;
  const receiptNumber = paid?.facts?.receiptNumber;
  if (!paid || !slot || typeof receiptNumber !== 'number')
    throw new BridgeError('reversalFailed', 'the terminal told no receipt number that could be reversed');
  await world.recovery.settleFirst(slot);
  const intent = await openReversal(world, sale, paid, world.intents.lastReceipt(slot.device), receiptNumber);
  const outcome = await runAtTerminal(
    world,
    slot,
    intent,
    call => slot.terminal.reverse({ receiptNumber, amount: intent.amount }, call),
    ending => recordReversal(world, intent, ending),
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
  sale: Sale,
  paid: IntentRow,
  knownReceipt: number | null,
  reverses: number,
): Promise<IntentRow> {
  return world.ledger.write(() => {
    const busy = paid.party === 'acquirer' ? null : world.intents.unsettled(paid.party);
    if (busy) throw new BridgeError('terminalBusy', `the terminal is working on ${busy.sale}`);
    const present = world.ledger.sale(sale.merchant, sale.id) ?? sale;
    advance(world, present, 'reverse', 'cancel');
    const { party, method, amount } = paid;
    return openIntent(world, present, { party, kind: 'reversal', method, amount, knownReceipt, reverses });
  });
}

function recordReversal(world: World, intent: IntentRow, outcome: Outcome): Promise<void> {
  return world.ledger.write(() => {
    const sale = world.ledger.sale(intent.merchant, intent.sale);
    if (!sale) throw new Error(`the sale ${intent.sale} of an intent is gone`);
    const facts = 'facts' in outcome ? outcome.facts : null;
    const reason = 'reason' in outcome ? outcome.reason.text : null;
    world.intents.end(intent.id, { state: outcome.kind, reason, facts, at: world.clock.now() });
    if (outcome.kind === 'approved') advance(world, sale, 'reversed', 'the reversal', reversalSlip(world, outcome));
    else advance(world, sale, outcome.kind === 'unknown' ? 'reversalUnknown' : 'reversalRefused', 'the reversal');
  });
}

/** The receipts of the sale stay as they were; the slip of the reversal stands beside them. */
function reversalSlip(world: World, outcome: Extract<Outcome, { kind: 'approved' }>): Partial<SmartTransaction> {
  const { receipt } = terminalReceipt(outcome.receipts, 'reversal', world.settings.language);
  return receipt.length > 0 ? ({ receipt_reversal: [...receipt] } as Partial<SmartTransaction>) : {};
}

/** The intent's key makes the reversal harmless to repeat. */
async function reverseAtAcquirer(world: World, sale: Sale): Promise<SmartTransaction> {
  if (!next(sale.state, 'reverse')) throw refusal(sale.state, 'cancel');
  const paid = world.intents.ofSale(sale.id).find(intent => intent.kind === 'payment' && intent.state === 'approved');
  if (!paid) throw new BridgeError('reversalFailed', 'no payment of this transaction is known');
  const intent = await openReversal(world, sale, paid, null, 0);
  const document = await finishAtAcquirer(world, intent).catch(unwritten);
  if (document.status === 'cancelled') return document;
  throw new BridgeError('reversalFailed', 'acquirer: not reversed');
}

/** Asks for a reversal whose intent is on disk; recovery calls it again after an interruption. */
export async function finishAtAcquirer(world: World, intent: IntentRow): Promise<SmartTransaction> {
  const answer = await world.acquirer.reverse({
    key: intent.id,
    method: intent.method,
    amount: intent.amount,
    currency: intent.currency,
  });
  return world.ledger.write(() => {
    world.intents.end(intent.id, {
      state: answer.approved ? 'approved' : 'declined',
      reason: answer.reason,
      facts: null,
      at: world.clock.now(),
    });
    const sale = world.ledger.sale(intent.merchant, intent.sale);
    if (!sale) throw new Error(`the sale ${intent.sale} of an intent is gone`);
    return advance(world, sale, answer.approved ? 'reversed' : 'reversalRefused', 'cancel').document;
  });
}
