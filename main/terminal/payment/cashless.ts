/** The card payment at the terminal: intent on disk, then the terminal, then the ending, whatever it is. */
import type { CommandOptions, Outcome } from '../../../drivers/terminal.ts';
import { hasOpenPayment, voidPayment } from '../../sale/acquirerPayment.ts';
import { NO_PAYMENT } from '../../sale/document.ts';
import { currentSale, saleOf } from '../../sale/lookup.ts';
import { type PaymentBody, positiveDueAmount, refuseOtherAmount } from '../../sale/paymentRules.ts';
import { advance, stateRefusal } from '../../sale/transition.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import { timestamp } from '../../world/clock.ts';
import type { TerminalSlot } from '../../world/devices.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Principal } from '../../world/people.ts';
import type { Preparation } from '../../world/running.ts';
import type { IntentRow, Sale } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import { tillOfCommand } from './commandOwner.ts';
import { type Deadline, deadlineOf } from './deadline.ts';
import { exchangeWithTerminal } from './exchange.ts';
import { intentOfSale, openIntent } from './intent.ts';
import { refuseBusy, refuseOtherCurrency, refuseTooLarge } from './preconditions.ts';
import { currentSnapshot, type SnapshotTaken, takeSnapshot } from './snapshotBefore.ts';
import { declinedError } from './terminalErrors.ts';

/**
 * Pays at the terminal of the till, or at the one that is named. Blocks until the terminal is done, at most for
 * `answerWithin`; then the sale is answered as it is, `pending`, and the payment goes on. Declined or aborted
 * throws by the error table (405) with the terminal's receipt; an ending that stays unknown comes back as status
 * `pending`, and the verdict follows as an event.
 */
export async function payAtTerminal(
  world: World,
  principal: Principal,
  sale: Sale,
  body?: PaymentBody,
): Promise<SmartTransaction> {
  const deadline = deadlineOf(world);
  return deadline.answer(payWithin(world, principal, sale, body, deadline), () => currentSale(world, sale).document);
}

async function payWithin(
  world: World,
  principal: Principal,
  sale: Sale,
  body: PaymentBody,
  deadline: Deadline,
): Promise<SmartTransaction> {
  refuseTooLarge(world, positiveDueAmount(sale, 'pay', 'start/cashless'));
  const name = typeof body?.terminal === 'string' ? body.terminal : undefined;
  const slot = terminalOfSale(world, principal, sale, name);
  if (!slot)
    throw new BridgeError('noDevice', name ? `there is no terminal ${name}` : 'no terminal is assigned to this till');
  refuseOtherCurrency(slot, sale.document.basket_info.currency);
  const begin = (present: Sale) => {
    refuseOtherAmount(present, 'cashless', body);
    deadline.begin();
  };
  const intent = await prepared(world, principal, sale, slot, begin);
  const pay = (call: CommandOptions) => slot.terminal.pay({ amount: intent.amount }, call);
  const outcome = await exchangeWithTerminal(world, slot, intent, pay, answersIn(body));
  return answer(world, sale, slot, outcome);
}

/** Does the caller answer questions of the terminal? Undefined where it has not said. */
const answersIn = (body: PaymentBody): boolean | undefined =>
  typeof body?.questions === 'boolean' ? body.questions : undefined;

/** The terminal of the till that asks, else of the one the sale was opened at. */
export function terminalOfSale(
  world: Pick<World, 'devices'>,
  { merchant, ownTill, device }: Principal,
  { till }: Sale,
  named?: string,
): TerminalSlot | null {
  const terminalOf = (one: string | null) => world.devices.terminalFor(merchant, one, named);
  return terminalOf(ownTill) ?? terminalOf(till) ?? terminalOf(device);
}

/** While the terminal is asked what it has done last, a word of the till is enough to stop: then nothing is written. */
async function prepared(
  world: World,
  principal: Principal,
  { id, till }: Sale,
  slot: TerminalSlot,
  begin: (sale: Sale) => void,
): Promise<IntentRow> {
  const preparation = world.running.prepare(tillOfCommand(principal, { till }));
  try {
    await world.recovery.settleFirst(slot);
    refuseBusy(world, slot);
    const heard = await takeSnapshot(world, slot, 'payment');
    preparation.refuseStopped();
    // Somebody may have prepared another method while the terminal was asked.
    await voidPayment(world, saleOf(world, principal, id), 'start/cashless');
    return await openPayment(world, principal, id, slot, heard, preparation, begin);
  } finally {
    preparation.end();
  }
}

/** Rule 1: the intent is on disk before the first byte of the command leaves. */
function openPayment(
  world: World,
  principal: Principal,
  id: string,
  slot: TerminalSlot,
  heard: SnapshotTaken,
  preparation: Preparation,
  begin: (sale: Sale) => void,
): Promise<IntentRow> {
  return world.ledger.write(() => {
    preparation.refuseStopped();
    const sale = saleOf(world, principal, id);
    const amount = positiveDueAmount(sale, 'pay', 'start/cashless');
    refuseTooLarge(world, amount);
    begin(sale);
    refuseBusy(world, slot);
    refuseOtherCurrency(slot, sale.document.basket_info.currency);
    if (hasOpenPayment(world, sale)) throw stateRefusal(sale.state, 'start/cashless');
    const paying = advance(world, sale, 'pay', 'start/cashless', NO_PAYMENT, { method: 'cashless' });
    const about = {
      till: tillOfCommand(principal, sale),
      device: slot.device,
      kind: 'payment',
      amount,
      snapshotBefore: currentSnapshot(world, slot, heard),
    } as const;
    const intent = openIntent(world, { ...intentOfSale(paying), ...about });
    // From here on it is the terminal that has to be asked to stop.
    preparation.end();
    return intent;
  });
}

function answer(world: World, paying: Sale, { terminal }: TerminalSlot, outcome: Outcome): SmartTransaction {
  const sale = currentSale(world, paying);
  if (sale.state !== 'failed') return sale.document;
  throw declinedError(outcome, terminal.condition, {
    receipt: sale.document.receipt,
    transaction: { object: sale.document.object, id: sale.id, status: 'failed' },
    at: timestamp(world.clock.now()),
  });
}
