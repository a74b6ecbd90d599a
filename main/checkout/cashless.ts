/** The card payment at the terminal: intent on disk, then the terminal, then the ending, whatever it is. */
import type { Outcome, Reason } from '../../drivers/terminal.ts';
import type { SmartTransaction } from '../api/transactions/contract.ts';
import { timestamp } from '../clock.ts';
import { terminalReceipt } from '../domain/terminalReceipt.ts';
import { BridgeError, type ErrorKey } from '../errors.ts';
import type { TerminalSlot } from '../ports/devices.ts';
import type { Principal } from '../ports/people.ts';
import type { IntentRow, Sale } from '../ports/sales.ts';
import type { World } from '../ports/world.ts';
import { advance } from './advance.ts';
import { refuseBusy, runAtTerminal } from './atTerminal.ts';
import { close } from './close.ts';
import { NOT_AUTHORISED } from './document.ts';
import { giveUpPayment } from './giveUp.ts';
import { openIntent } from './intent.ts';
import { payableAmount } from './mayPay.ts';
import { saleOf } from './read.ts';

/**
 * Blocks until the terminal is done. Declined or aborted throws by the error table (405) with the terminal's receipt;
 * an ending that stays unknown comes back as status `pending`, and the verdict follows as an event.
 */
export async function payAtTerminal(world: World, principal: Principal, id: string): Promise<SmartTransaction> {
  const sale = saleOf(world, principal, id);
  payableAmount(sale, 'pay', 'start/cashless');
  const slot = world.devices.terminalFor(principal.merchant, sale.till ?? principal.device);
  if (!slot) throw new BridgeError('noDevice', 'no terminal is assigned to this till');
  await world.recovery.settleFirst(slot);
  refuseBusy(world, slot);
  const knownReceipt = await baseline(world, slot);
  await giveUpPayment(world, sale, 'start/cashless');
  const intent = await openPayment(world, principal, id, slot, knownReceipt);
  const outcome = await runAtTerminal(
    world,
    slot,
    intent,
    call => slot.terminal.pay({ amount: intent.amount }, call),
    ending => recordOutcome(world, intent, ending),
  );
  return answer(world, principal, id, outcome);
}

/** Receipt number to compare a verdict with; asked once, when this terminal has never told one. */
async function baseline(world: World, slot: TerminalSlot): Promise<number | null> {
  const known = world.intents.lastReceipt(slot.device);
  if (known !== null) return known;
  const last = await slot.terminal.lastTransaction();
  if (last.kind === 'none') return 0;
  return last.kind === 'found' ? (last.facts.receiptNumber ?? null) : null;
}

/** Rule 1: the intent is on disk before the first byte of the command leaves. */
function openPayment(
  world: World,
  principal: Principal,
  id: string,
  slot: TerminalSlot,
  knownReceipt: number | null,
): Promise<IntentRow> {
  return world.ledger.write(() => {
    const sale = saleOf(world, principal, id);
    const amount = payableAmount(sale, 'pay', 'start/cashless');
    refuseBusy(world, slot);
    const paying = advance(world, sale, 'pay', 'start/cashless', NOT_AUTHORISED, { method: 'cashless' });
    return openIntent(world, paying, { party: slot.device, kind: 'payment', method: 'cashless', amount, knownReceipt });
  });
}

/** Writes how a terminal command for a payment ended: intent, sale, loyalty, receipt and events in one commit. */
export function recordOutcome(world: World, intent: IntentRow, outcome: Outcome): Promise<void> {
  return world.ledger.write(() => {
    const sale = world.ledger.sale(intent.merchant, intent.sale);
    if (!sale) throw new Error(`the sale ${intent.sale} of an intent is gone`);
    const facts = 'facts' in outcome ? outcome.facts : null;
    const reason = 'reason' in outcome ? outcome.reason.text : null;
    world.intents.end(intent.id, { state: outcome.kind, reason, facts, at: world.clock.now() });
    applyOutcome(world, sale, outcome);
  });
}

function applyOutcome(world: World, sale: Sale, outcome: Outcome) {
  switch (outcome.kind) {
    case 'approved':
      return close(world, sale, { method: 'cashless', input: 'paid', slips: outcome.receipts, facts: outcome.facts });
    case 'unknown':
      return advance(world, sale, 'unknown', 'the payment');
    case 'declined':
      return advance(world, sale, 'declined', 'the payment', { receipt: slipOf(world, outcome) });
    case 'notSent':
      return advance(world, sale, 'declined', 'the payment');
  }
}

function slipOf(world: World, outcome: Extract<Outcome, { kind: 'declined' }>): SmartTransaction['receipt'] {
  return [
    ...terminalReceipt(outcome.receipts, 'payment', world.settings.language).receipt,
  ] as SmartTransaction['receipt'];
}

function answer(world: World, principal: Principal, id: string, outcome: Outcome): SmartTransaction {
  const sale = saleOf(world, principal, id);
  if (sale.state !== 'failed') return sale.document;
  const reason: Reason =
    'reason' in outcome ? outcome.reason : { code: 'declined', text: 'the terminal did not keep the payment' };
  throw new BridgeError(REFUSALS[reason.code] ?? 'declined', `terminal: ${reason.text}`, {
    extra: {
      receipt: sale.document.receipt,
      transaction: { object: sale.document.object, id, status: 'failed' },
      at: timestamp(world.clock.now()),
    },
  });
}

const REFUSALS: Partial<Record<Reason['code'], ErrorKey>> = {
  aborted: 'aborted',
  unreachable: 'terminalUnreachable',
  busy: 'terminalBusy',
};
