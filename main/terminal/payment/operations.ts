/**
 * Operations: money moved at a terminal without a sale, as refund, reversal by receipt number, pre-authorisation, booking,
 * release or tip. Each operation is an intent, with the same care as the payment of a sale.
 */

import type { CommandOptions, Feature, Outcome, PaymentTerminal } from '../../../drivers/index.ts';
import { RECEIPT_NUMBERS } from '../../domain/evidence.ts';
import { LARGEST_AMOUNT } from '../../domain/money.ts';
import type { Operation, OperationInput } from '../../wire/operations.ts';
import type { TerminalSlot } from '../../world/devices.ts';
import { BridgeError } from '../../world/errors.ts';
import { newCommandId } from '../../world/ids.ts';
import type { Principal } from '../../world/people.ts';
import { noteChange } from '../../world/requestContext.ts';
import type { IntentRow, OriginalTransaction } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import { type Deadline, deadlineOf } from './deadline.ts';
import { exchangeWithTerminal } from './exchange.ts';
import { openIntent, writeIntent } from './intent.ts';
import { type OperationKind, readOperation } from './operationViews.ts';
import { type ReferredTransaction, referredTransaction, reversalTarget } from './originalTransaction.ts';
import { refuseBusy, refuseOtherCurrency, refuseTooLarge } from './preconditions.ts';
import { currentSnapshot, type SnapshotTaken, takeSnapshot } from './snapshotBefore.ts';
import { declinedError } from './terminalErrors.ts';

/** The feature and the amount that a kind needs, and the command that carries it out. */
interface Row {
  readonly feature: Feature;
  readonly amount: 'required' | 'optional';
  send(terminal: PaymentTerminal, intent: IntentRow, call: CommandOptions): Promise<Outcome>;
}

const kinds = {
  refund: {
    feature: 'refund',
    amount: 'required',
    send: (terminal, { amount }, call) => terminal.refund({ amount }, call),
  },
  reversal: {
    feature: 'reverse',
    amount: 'optional',
    send: (terminal, intent, call) =>
      terminal.reverse({ ...reversed(intent), ...paidBy(intent), ...partOf(intent, 'amount') }, call),
  },
  preAuthorisation: {
    feature: 'preAuthorisation',
    amount: 'required',
    send: (terminal, { amount }, call) => terminal.preAuthorise({ amount }, call),
  },
  booking: {
    feature: 'preAuthorisation',
    amount: 'required',
    send: (terminal, intent, call) => terminal.book({ ...referring(intent), amount: intent.amount }, call),
  },
  release: {
    feature: 'preAuthorisation',
    amount: 'optional',
    send: (terminal, intent, call) => terminal.release({ ...referring(intent), ...partOf(intent, 'unused') }, call),
  },
  tip: {
    feature: 'tipLater',
    amount: 'required',
    send: (terminal, intent, call) => terminal.addTip({ ...referring(intent), amount: intent.amount }, call),
  },
} as const satisfies Record<OperationKind, Row>;

/**
 * Blocks until the terminal has finished, at most for `answerWithin`: then the operation is answered as `open`. A declined or
 * unsent command throws by the error table (405) with the operation; an outcome that stays unknown comes back as state
 * `unknown`, and its reconciliation follows.
 */
export async function operate(
  world: World,
  principal: Principal,
  slot: TerminalSlot,
  input: OperationInput,
): Promise<Operation> {
  return operateOn(world, principal, slot, () => checked(world, slot, input));
}

/**
 * Takes back at its terminal a payment that its sale has no use for: by its receipt number, else by its trace number. Throws as
 * `operate`, and `reversalImpossible` where the terminal has reported no number by which it would find the payment.
 */
export async function reverseSurplus(
  world: World,
  principal: Principal,
  slot: TerminalSlot,
  paid: IntentRow,
): Promise<Operation> {
  return operateOn(world, principal, slot, () => {
    const receipt = paid.facts?.receiptNumber;
    if (receipt !== undefined) return checked(world, slot, { do: 'reversal', receipt_number: receipt });
    refuseUnable(slot, 'reversal', 'reverse');
    const original = reversalTarget(world, paid);
    if (!original)
      throw new BridgeError(
        'reversalImpossible',
        'the terminal reported no number of this payment that could be reversed',
      );
    return { kind: 'reversal', amount: original.amount ?? 0, original };
  });
}

/** `check` is called once more in the job that writes the intent. */
function operateOn(world: World, principal: Principal, slot: TerminalSlot, check: () => Asked): Promise<Operation> {
  const deadline = deadlineOf(world);
  const id = newCommandId();
  return deadline.answer(operateWithin(world, principal, slot, check, id, deadline), () =>
    readOperation(world, principal, slot.device, id),
  );
}

async function operateWithin(
  world: World,
  principal: Principal,
  slot: TerminalSlot,
  check: () => Asked,
  id: string,
  deadline: Deadline,
): Promise<Operation> {
  const { kind } = check();
  world.admitMoney();
  await world.recovery.settleFirst(slot);
  refuseBusy(world, slot);
  const taken = await takeSnapshot(world, slot, kind);
  const intent = await openOperation(world, principal, slot, check, taken, id, deadline);
  const row: Row = kinds[kind];
  const { outcome } = await exchangeWithTerminal(world, slot, intent, call => row.send(slot.terminal, intent, call));
  const operation = readOperation(world, principal, slot.device, intent.id);
  if (operation.state === 'declined' || operation.state === 'notSent')
    throw declinedError(outcome, slot.terminal.condition, { operation });
  return operation;
}

interface Asked {
  readonly kind: OperationKind;
  readonly amount: number;
  readonly original: OriginalTransaction | null;
}

/**
 * Throws `badInput`, `terminalCannot`, `amountExceeds`, and the errors of `referredTransaction`; called again in the job that
 * writes the intent.
 */
function checked(
  world: Pick<World, 'dayEnds' | 'intents' | 'settings'>,
  slot: TerminalSlot,
  input: OperationInput,
): Asked {
  const row: Row = kinds[input.do];
  refuseUnable(slot, input.do, row.feature);
  const amount = input.amount === undefined ? null : positive('amount', input.amount, LARGEST_AMOUNT);
  // A payment may be taken back however large it was.
  if (amount !== null && input.do !== 'reversal') refuseTooLarge(world, amount);
  if (row.amount === 'required' && amount === null) throw new BridgeError('badInput', `amount is missing: ${input.do}`);
  if (input.do === 'refund' || input.do === 'preAuthorisation')
    return { kind: input.do, amount: amount ?? 0, original: null };
  if (input.receipt_number === undefined)
    throw new BridgeError('badInput', `receipt_number is missing: what is the ${input.do} for?`);
  const original = referredTransaction(
    world,
    slot,
    input.do,
    positive('receipt_number', input.receipt_number, mostReceipt(slot)),
    amount,
  );
  const asked = amount ?? original.part ?? null;
  refusePart(slot, input.do, asked, original);
  return { kind: input.do, amount: asked ?? (input.do === 'reversal' ? (original.left ?? 0) : 0), original };
}

function refuseUnable({ terminal, description }: TerminalSlot, kind: OperationKind, feature: Feature): void {
  const { features } = terminal;
  // A terminal that reverses only its last transaction refuses another one itself.
  if (features.has(feature) || (kind === 'reversal' && features.has('reverseLast'))) return;
  throw new BridgeError('terminalCannot', `${description} has no ${feature}`);
}

/** Refuses more than is left, and a part where only the whole is possible. */
function refusePart(
  { terminal, description }: TerminalSlot,
  kind: OperationKind,
  amount: number | null,
  { receipt, amount: whole, left }: ReferredTransaction,
): void {
  if (amount === null || kind === 'tip') return;
  if (left !== null && amount > left)
    throw new BridgeError(
      'amountExceeds',
      `amount ${amount} is more than the ${left} that receipt ${receipt} has left`,
    );
  if (kind === 'reversal' && amount !== whole && !terminal.features.has('partialReversal'))
    throw new BridgeError('terminalCannot', `${description} has no partialReversal`);
}

/** Receipt numbers have four digits in ZVT, and up to twelve in O.P.I. */
const mostReceipt = ({ terminal }: TerminalSlot): number =>
  terminal.features.has('longReceiptNumbers') ? 999_999_999_999 : RECEIPT_NUMBERS;

function positive(name: string, value: number | string, most: number): number {
  const number = Number(value);
  if (number >= 1 && number <= most) return number;
  throw new BridgeError('badInput', `${name} must be from 1 to ${most}`);
}

function openOperation(
  world: World,
  { merchant, device, staff }: Principal,
  slot: TerminalSlot,
  check: () => Asked,
  taken: SnapshotTaken,
  id: string,
  deadline: Deadline,
): Promise<IntentRow> {
  const who = { merchant, till: device, staff: staff?.id ?? null };
  const { currency } = world.devices.merchant(merchant);
  return writeIntent(world, () => {
    deadline.begin();
    refuseBusy(world, slot);
    refuseOtherCurrency(slot, currency);
    const about = { id, device: slot.device, currency, ...check() };
    noteChange({ merchant, object: 'terminal.operations', id, type: 'added' });
    return openIntent(world, { ...who, ...about, snapshotBefore: currentSnapshot(world, slot, taken) });
  });
}

const referring = ({ original }: IntentRow) => ({
  receiptNumber: original?.receipt ?? 0,
  ...traceOf(original),
});

/** A terminal that gives no receipt numbers finds the payment by its trace number. */
const reversed = ({ original }: IntentRow) => ({
  ...(original?.receipt ? { receiptNumber: original.receipt } : {}),
  ...traceOf(original),
});

const traceOf = (original: OriginalTransaction | null) =>
  original?.trace == null ? {} : { traceNumber: original.trace };

const paidBy = ({ original }: IntentRow) => (original?.amount == null ? {} : { paid: original.amount });

/** The amount of a part; the whole needs no amount. */
const partOf = <Name extends string>({ amount, original }: IntentRow, name: Name): { readonly [K in Name]?: number } =>
  amount === 0 || amount === original?.amount ? {} : ({ [name]: amount } as { readonly [K in Name]: number });
