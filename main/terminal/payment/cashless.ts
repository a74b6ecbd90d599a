/** The card payment of a sale at the terminal (start/cashless): intent on disk, exchange with the terminal, then the outcome. */
import type { CommandOptions, Outcome } from '../../../drivers/index.ts';
import { NO_PAYMENT, type PaymentBody, positiveDueAmount, refuseOtherAmount } from '../../sale/dueAmount.ts';
import { currentSale, saleOf } from '../../sale/lookup.ts';
import { partsOf } from '../../sale/paidParts.ts';
import { partRequestOf } from '../../sale/partRequest.ts';
import { stateRefusal } from '../../sale/stateRefusal.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import { timestamp } from '../../world/clock.ts';
import type { TerminalSlot } from '../../world/devices.ts';
import { BridgeError } from '../../world/errors.ts';
import { newCommandId } from '../../world/ids.ts';
import type { Principal } from '../../world/people.ts';
import type { Preparation } from '../../world/running.ts';
import type { IntentRow, Sale } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import { tillOfCommand } from './commandOwner.ts';
import { type Deadline, deadlineOf } from './deadline.ts';
import { saleFound } from './discoveredPayment.ts';
import { exchangeWithTerminal } from './exchange.ts';
import { intentOfSale, openIntent, writeIntent } from './intent.ts';
import { refuseBusy, refuseOtherCurrency, refuseTooLarge } from './preconditions.ts';
import { currentSnapshot, type SnapshotTaken, takeSnapshot } from './snapshotBefore.ts';
import { declinedError } from './terminalErrors.ts';

/**
 * Pays at the terminal of the till, or at the terminal that the body names. Blocks until the terminal has finished, at most for
 * `answerWithin`; then the sale is answered as `pending`, and the payment goes on. Declined or aborted throws by the error
 * table (405) with the terminal's receipt; an outcome that stays unknown is answered as `pending`, and its reconciliation
 * follows as an event.
 */
export async function payAtTerminal(
  world: World,
  principal: Principal,
  sale: Sale,
  body?: PaymentBody,
): Promise<SmartTransaction> {
  const deadline = deadlineOf(world);
  const current = () => currentSale(world, sale);
  return deadline.answer(payWithin(world, principal, sale, body, deadline), () => current().document);
}

async function payWithin(
  world: World,
  principal: Principal,
  sale: Sale,
  body: PaymentBody,
  deadline: Deadline,
): Promise<SmartTransaction> {
  positiveDueAmount(sale, 'pay', 'start/cashless');
  refuseTooLarge(world, amountOf(sale, body));
  const slot = requestedTerminal(world, principal, sale, body);
  refuseOtherCurrency(slot, sale.document.basket_info.currency);
  const refuseLate = (present: Sale) => {
    refuseOtherAmount(present, 'cashless', body);
    if (present.document.is_demo) throw stateRefusal(present.state, 'start/cashless while is_demo changed');
    deadline.begin();
  };
  const intent = await prepareIntent(world, principal, sale, slot, body, refuseLate).catch(error => {
    // The terminal had carried out the payment of this very sale before: it is paid, and nothing was sent.
    if (saleFound(error) === sale.id && !REPEATABLE.has(currentSale(world, sale).state)) return null;
    throw error;
  });
  if (!intent) return currentSale(world, sale).document;
  const pay = (call: CommandOptions) => slot.terminal.pay({ amount: intent.amount }, call);
  const { outcome, sale: paid } = await exchangeWithTerminal(world, slot, intent, pay, answersQuestions(body));
  return answer(world, paid ?? currentSale(world, sale), intent.id, slot, outcome);
}

/** States in which the found payment has not paid the sale: it has changed since. */
const REPEATABLE: ReadonlySet<Sale['state']> = new Set(['created', 'processing', 'failed']);

/** Minor units: a part, or all that is missing. */
const amountOf = (sale: Sale, body: PaymentBody): number =>
  partRequestOf(sale, body)?.amount ?? sale.document.basket_info.missing_sum;

/** Does the caller answer questions of the terminal? Undefined where the body does not say. */
const answersQuestions = (body: PaymentBody): boolean | undefined =>
  typeof body?.questions === 'boolean' ? body.questions : undefined;

function requestedTerminal(
  world: Pick<World, 'devices'>,
  principal: Principal,
  sale: Sale,
  body: PaymentBody,
): TerminalSlot {
  const name = typeof body?.terminal === 'string' ? body.terminal : undefined;
  const slot = terminalOfSale(world, principal, sale, name);
  if (slot) return slot;
  throw new BridgeError('noDevice', name ? `there is no terminal ${name}` : 'no terminal is assigned to this till');
}

/** The terminal of the till that asks, else that of the till at which the sale was opened. */
export function terminalOfSale(
  { devices }: Pick<World, 'devices'>,
  { merchant, ownTill, device }: Principal,
  { till }: Sale,
  named?: string,
): TerminalSlot | null {
  const terminalOf = (asking: string | null) => devices.terminalFor(merchant, asking, named);
  return terminalOf(ownTill) ?? terminalOf(till) ?? terminalOf(device);
}

/** Takes the snapshot before, then writes the intent. A stop of the till during the snapshot is enough: nothing is written. */
async function prepareIntent(
  world: World,
  principal: Principal,
  { id, till }: Sale,
  slot: TerminalSlot,
  body: PaymentBody,
  refuseLate: (sale: Sale) => void,
): Promise<IntentRow> {
  const preparation = world.running.prepare(tillOfCommand(principal, { till }));
  try {
    await world.recovery.settleFirst(slot);
    refuseBusy(world, slot);
    const taken = await takeSnapshot(world, slot, 'payment', id);
    preparation.refuseStopped();
    // Another request may have prepared another method while the terminal was asked.
    await world.salePayments.void(saleOf(world, principal, id), 'start/cashless');
    return await writePaymentIntent(world, principal, id, slot, taken, preparation, body, refuseLate);
  } finally {
    preparation.end();
  }
}

/** The intent is on disk before the first byte of the command leaves. */
function writePaymentIntent(
  world: World,
  principal: Principal,
  saleId: string,
  slot: TerminalSlot,
  taken: SnapshotTaken,
  preparation: Preparation,
  body: PaymentBody,
  refuseLate: (sale: Sale) => void,
): Promise<IntentRow> {
  return writeIntent(world, () => {
    preparation.refuseStopped();
    const sale = saleOf(world, principal, saleId);
    const missing = positiveDueAmount(sale, 'pay', 'start/cashless');
    const part = partRequestOf(sale, body);
    const amount = part?.amount ?? missing;
    refuseTooLarge(world, amount);
    refuseLate(sale);
    refuseBusy(world, slot);
    refuseOtherCurrency(slot, sale.document.basket_info.currency);
    if (world.salePayments.isOpen(sale)) throw stateRefusal(sale.state, 'start/cashless');
    const id = newCommandId();
    // Before the step of the sale, whose payments show it.
    const intent = openIntent(world, {
      ...intentOfSale(sale),
      id,
      till: tillOfCommand(principal, sale),
      device: slot.device,
      kind: 'payment',
      amount,
      snapshotBefore: currentSnapshot(world, slot, taken),
    });
    if (part) world.saleSteps.openPart(sale, { id, method: 'cashless', ...part }, 'start/cashless');
    else world.saleSteps.advance(sale, 'pay', 'start/cashless', NO_PAYMENT, { method: 'cashless' });
    // From here on a stop is a request to the terminal.
    preparation.end();
    return intent;
  });
}

function answer(
  { clock }: Pick<World, 'clock'>,
  sale: Sale,
  intent: string,
  { terminal }: TerminalSlot,
  outcome: Outcome,
): SmartTransaction {
  const part = partsOf(sale.document).find(({ id }) => id === intent);
  if (part ? part.status !== 'declined' : sale.state !== 'failed') return sale.document;
  throw declinedError(outcome, terminal.condition, {
    receipt: sale.document.receipt,
    transaction: { object: sale.document.object, id: sale.id, status: sale.document.status },
    at: timestamp(clock.now()),
  });
}
