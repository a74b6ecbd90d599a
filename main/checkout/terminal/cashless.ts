/** The card payment at the terminal: intent on disk, then the terminal, then the ending, whatever it is. */
import type { Call, Outcome } from '../../../drivers/terminal.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import { timestamp } from '../../world/clock.ts';
import type { TerminalSlot } from '../../world/devices.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Principal } from '../../world/people.ts';
import type { Preparation } from '../../world/running.ts';
import type { IntentRow, Sale } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import { advance, refusal } from '../sale/advance.ts';
import { NOT_AUTHORISED } from '../sale/document.ts';
import { giveUpPayment, holds } from '../sale/giveUp.ts';
import { type PaymentBody, payableAmount, refuseOtherAmount } from '../sale/mayPay.ts';
import { saleOf } from '../sale/read.ts';
import { runAtTerminal } from './atTerminal.ts';
import { baselineFor, type Heard, newest } from './baseline.ts';
import { type Deadline, deadlineOf } from './deadline.ts';
import { ofSale, openIntent } from './intent.ts';
import { refuseBusy, refuseForeign, refuseLarge } from './mayUse.ts';
import { notDoneBy } from './refusals.ts';
import { askingTill } from './whose.ts';

/**
 * Pays at the terminal of the till, or at the one that is named. Blocks until the terminal is done, at most for
 * `answerWithin`; then the sale is answered as it is, `pending`, and the payment goes on. Declined or aborted
 * throws by the error table (405) with the terminal's receipt; an ending that stays unknown comes back as status
 * `pending`, and the verdict follows as an event.
 */
export async function payAtTerminal(
  world: World,
  principal: Principal,
  id: string,
  body?: PaymentBody,
): Promise<SmartTransaction> {
  const deadline = deadlineOf(world);
  return deadline.answer(payWithin(world, principal, id, body, deadline), () => saleOf(world, principal, id).document);
}

async function payWithin(
  world: World,
  principal: Principal,
  id: string,
  body: PaymentBody,
  deadline: Deadline,
): Promise<SmartTransaction> {
  const sale = saleOf(world, principal, id);
  refuseLarge(world, payableAmount(sale, 'pay', 'start/cashless'));
  const name = typeof body?.terminal === 'string' ? body.terminal : undefined;
  const slot = terminalAsked(world, principal, sale, name);
  if (!slot)
    throw new BridgeError('noDevice', name ? `there is no terminal ${name}` : 'no terminal is assigned to this till');
  refuseForeign(slot, sale.document.basket_info.currency);
  const begin = (present: Sale) => {
    refuseOtherAmount(present, 'cashless', body);
    deadline.begin();
  };
  const intent = await prepared(world, principal, sale, slot, begin);
  const pay = (call: Call) => slot.terminal.pay({ amount: intent.amount }, call);
  const outcome = await runAtTerminal(world, slot, intent, pay, answersIn(body));
  return answer(world, principal, id, slot, outcome);
}

/** Does the caller answer questions of the terminal? Undefined where it has not said. */
const answersIn = (body: PaymentBody): boolean | undefined =>
  typeof body?.questions === 'boolean' ? body.questions : undefined;

/** The terminal of the till that asks, else of the one the sale was opened at. */
export function terminalAsked(
  world: World,
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
  const preparation = world.running.prepare(askingTill(principal, { till }));
  try {
    await world.recovery.settleFirst(slot);
    refuseBusy(world, slot);
    const heard = await baselineFor(world, slot, 'payment');
    preparation.refuseStopped();
    // Somebody may have prepared another method while the terminal was asked.
    await giveUpPayment(world, saleOf(world, principal, id), 'start/cashless');
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
  heard: Heard,
  preparation: Preparation,
  begin: (sale: Sale) => void,
): Promise<IntentRow> {
  return world.ledger.write(() => {
    preparation.refuseStopped();
    const sale = saleOf(world, principal, id);
    const amount = payableAmount(sale, 'pay', 'start/cashless');
    refuseLarge(world, amount);
    begin(sale);
    refuseBusy(world, slot);
    refuseForeign(slot, sale.document.basket_info.currency);
    if (holds(world, sale)) throw refusal(sale.state, 'start/cashless');
    const paying = advance(world, sale, 'pay', 'start/cashless', NOT_AUTHORISED, { method: 'cashless' });
    const about = {
      till: askingTill(principal, sale),
      party: slot.device,
      kind: 'payment',
      amount,
      baseline: newest(world, slot, heard),
    } as const;
    const intent = openIntent(world, { ...ofSale(paying), ...about });
    // From here on it is the terminal that has to be asked to stop.
    preparation.end();
    return intent;
  });
}

function answer(
  world: World,
  principal: Principal,
  id: string,
  { terminal }: TerminalSlot,
  outcome: Outcome,
): SmartTransaction {
  const sale = saleOf(world, principal, id);
  if (sale.state !== 'failed') return sale.document;
  throw notDoneBy(outcome, terminal.condition, {
    receipt: sale.document.receipt,
    transaction: { object: sale.document.object, id: sale.id, status: 'failed' },
    at: timestamp(world.clock.now()),
  });
}
