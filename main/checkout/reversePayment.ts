/** The reversal of one card payment at the terminal that took it: the intent with the step of the sale, then the exchange. */
import type { Outcome } from '../../drivers/index.ts';
import { currentSale } from '../sale/lookup.ts';
import { tillOfCommand } from '../terminal/payment/commandOwner.ts';
import { exchangeWithTerminal } from '../terminal/payment/exchange.ts';
import { intentOfSale, openIntent, writeIntent } from '../terminal/payment/intent.ts';
import {
  isExchanged,
  isOtherTransaction,
  isReused,
  NO_RECEIPT,
  reversalTarget,
} from '../terminal/payment/originalTransaction.ts';
import { refuseBusy } from '../terminal/payment/preconditions.ts';
import { currentSnapshot, type SnapshotTaken, takeSnapshot } from '../terminal/payment/snapshotBefore.ts';
import { declineReason, reasonView } from '../terminal/payment/terminalErrors.ts';
import type { TerminalSlot } from '../world/devices.ts';
import { BridgeError } from '../world/errors.ts';
import { newCommandId } from '../world/ids.ts';
import type { Principal } from '../world/people.ts';
import type { IntentRow, Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';

/** `begin` is the step of the sale in the commit that opens the reversal, by the id of its intent. */
export async function reversePayment(
  world: World,
  principal: Principal,
  sale: Sale,
  paid: IntentRow | null | undefined,
  begin: (present: Sale, intent: string) => Sale,
  allowed: () => void,
): Promise<Outcome> {
  if (!paid || !reversalTarget(world, paid))
    throw new BridgeError('reversalImpossible', 'the terminal reported no receipt number that could be reversed');
  const slot = world.devices.slot(paid.device);
  if (!slot) throw new BridgeError('terminalGone', 'the terminal it was paid at is not connected any more');
  refuseEndedDay(world, slot, sale);
  await world.recovery.settleFirst(slot);
  refuseBusy(world, slot);
  const snapshot = await takeSnapshot(world, slot, 'reversal');
  const till = tillOfCommand(principal, paid);
  const intent = await openReversal(world, till, sale, slot, paid, snapshot, begin, allowed);
  const { receipt = NO_RECEIPT, trace = null } = intent.original ?? {};
  const payment = {
    ...(receipt === NO_RECEIPT ? {} : { receiptNumber: receipt }),
    ...(trace === null ? {} : { traceNumber: trace }),
    paid: intent.amount,
  };
  const { outcome } = await exchangeWithTerminal(world, slot, intent, call => slot.terminal.reverse(payment, call));
  return outcome;
}

/** The refusal of a reversal that was not carried out; our own disk has a row of its own in the table of errors. */
export function reversalError(outcome: Outcome): BridgeError {
  const reason = declineReason(outcome);
  const extra = reason ? { reason: reasonView(reason, null) } : {};
  if (reason?.code === 'notWritten') return new BridgeError('slipUnwritten', `terminal: ${reason.text}`, { extra });
  return new BridgeError('reversalFailed', `terminal: ${'reason' in outcome ? outcome.reason.text : 'not reversed'}`, {
    extra,
  });
}

function openReversal(
  world: World,
  till: string | null,
  sale: Sale,
  slot: TerminalSlot,
  paid: IntentRow,
  snapshot: SnapshotTaken,
  begin: (present: Sale, intent: string) => Sale,
  allowed: () => void,
): Promise<IntentRow> {
  return writeIntent(world, () => {
    refuseBusy(world, slot);
    if (isExchanged(slot, paid))
      throw new BridgeError(
        'terminalExchanged',
        `paid at ${paid.facts?.terminalId}, not at ${slot.terminal.terminalId}`,
      );
    allowed();
    const present = currentSale(world, sale);
    refuseEndedDay(world, slot, present);
    const id = newCommandId();
    const reversing = begin(present, id);
    const { device, method } = paid;
    const original = reversalTarget(world, paid);
    if (original && isReused(world, paid, original.receipt))
      throw new BridgeError('dayEnded', `${slot.description} has given receipt ${original.receipt} anew since`);
    const snapshotBefore = currentSnapshot(world, slot, snapshot);
    if (original && isOtherTransaction(paid, original, snapshotBefore.last))
      throw new BridgeError('dayEnded', `receipt ${original.receipt} of ${slot.description} is another payment now`);
    const amount = original?.amount ?? paid.amount;
    const about = {
      till,
      device,
      kind: 'reversal',
      method,
      amount,
      original,
      snapshotBefore,
    } as const;
    return openIntent(world, { ...intentOfSale(reversing), ...about, id });
  });
}

/** After its end-of-day a terminal may give the same receipt number to another payment. */
export function refuseEndedDay(world: Pick<World, 'dayEnds'>, slot: TerminalSlot, { receiptNumber }: Sale) {
  if (receiptNumber !== null && receiptNumber <= world.dayEnds.closedUpTo(slot.device))
    throw new BridgeError('dayEnded', `${slot.description} has closed the day of receipt ${receiptNumber}`);
}
