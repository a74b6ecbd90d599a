/**
 * Money moved at a terminal without a sale: refund, reversal by receipt number, pre-authorisation, booking, release, tip.
 * Each is an intent with the same care as the payment of a sale.
 */
import type { Call, Feature, Outcome, PaymentTerminal, Reason } from '../../drivers/terminal.ts';
import type { OpenPreAuthorisationList, Operation, OperationInput } from '../api/operations/contract.ts';
import { timestamp } from '../clock.ts';
import { terminalReceipt } from '../domain/terminalReceipt.ts';
import type { Baseline } from '../domain/verdict.ts';
import { BridgeError } from '../errors.ts';
import { newKey } from '../ids.ts';
import type { TerminalSlot } from '../ports/devices.ts';
import type { Principal } from '../ports/people.ts';
import type { IntentRow, OriginalTransaction, Page } from '../ports/sales.ts';
import type { World } from '../ports/world.ts';
import { noteChange } from '../requestContext.ts';
import { refuseBusy, runAtTerminal } from './atTerminal.ts';
import { baselineFor, newest } from './baseline.ts';
import { openIntent } from './intent.ts';
import { decideOperation } from './person.ts';
import { refusedBy } from './refusals.ts';

export type OperationKind = Operation['do'];

/** What each kind needs of the terminal and of the request, and how it is asked for. */
interface Row {
  readonly feature: Feature;
  readonly amount: 'required' | 'optional';
  readonly receipt: boolean;
  send(terminal: PaymentTerminal, intent: IntentRow, call: Call): Promise<Outcome>;
}

const kinds = {
  refund: {
    feature: 'refund',
    amount: 'required',
    receipt: false,
    send: (terminal, { amount }, call) => terminal.refund({ amount }, call),
  },
  reversal: {
    feature: 'reverse',
    amount: 'optional',
    receipt: true,
    send: (terminal, intent, call) =>
      terminal.reverse({ ...referring(intent), ...paidBy(intent), ...partOf(intent, 'amount') }, call),
  },
  preAuthorisation: {
    feature: 'preAuthorisation',
    amount: 'required',
    receipt: false,
    send: (terminal, { amount }, call) => terminal.preAuthorise({ amount }, call),
  },
  booking: {
    feature: 'preAuthorisation',
    amount: 'required',
    receipt: true,
    send: (terminal, intent, call) => terminal.book({ ...referring(intent), amount: intent.amount }, call),
  },
  release: {
    feature: 'preAuthorisation',
    amount: 'optional',
    receipt: true,
    send: (terminal, intent, call) => terminal.release({ ...referring(intent), ...partOf(intent, 'unused') }, call),
  },
  tip: {
    feature: 'tipLater',
    amount: 'required',
    receipt: true,
    send: (terminal, intent, call) => terminal.addTip({ ...referring(intent), amount: intent.amount }, call),
  },
} as const satisfies Record<OperationKind, Row>;

/**
 * Blocks until the terminal is done. Declined or never sent throws by the error table (405) with the operation; an ending
 * that stays unknown comes back as state `unknown`, and the verdict follows.
 */
export async function operate(
  world: World,
  principal: Principal,
  slot: TerminalSlot,
  input: OperationInput,
): Promise<Operation> {
  const asked = checked(world, slot, input);
  await world.recovery.settleFirst(slot);
  refuseBusy(world, slot);
  const baseline = await baselineFor(world, slot, asked.kind);
  const intent = await openOperation(world, principal, slot, asked, baseline);
  const row: Row = kinds[asked.kind];
  const outcome = await runAtTerminal(world, slot, intent, call => row.send(slot.terminal, intent, call));
  const operation = readOperation(world, principal, slot.device, intent.id);
  if (operation.state === 'declined' || operation.state === 'notSent')
    throw refusedBy('reason' in outcome && outcome.kind !== 'unknown' ? outcome.reason : NOT_KEPT, { operation });
  return operation;
}

interface Asked {
  readonly kind: OperationKind;
  readonly amount: number;
  readonly original: OriginalTransaction | null;
}

/** Throws `badInput`, `terminalCannot`, and what `originalOf` throws, before anything is written. */
function checked(world: World, slot: TerminalSlot, input: OperationInput): Asked {
  const row: Row = kinds[input.do];
  refuseUnable(slot, input.do, row.feature);
  const amount = input.amount === undefined ? null : positive('amount', input.amount, 999_999_999_999);
  if (row.amount === 'required' && amount === null) throw new BridgeError('badInput', `amount is missing: ${input.do}`);
  if (!row.receipt) return { kind: input.do, amount: amount ?? 0, original: null };
  if (input.receipt_number === undefined)
    throw new BridgeError('badInput', `receipt_number is missing: what is the ${input.do} for?`);
  const original = originalOf(world, slot, input.do, positive('receipt_number', input.receipt_number, 999_999));
  refusePart(slot, input.do, amount, original);
  return { kind: input.do, amount: amount ?? (input.do === 'reversal' ? (original.amount ?? 0) : 0), original };
}

function refuseUnable({ terminal, description }: TerminalSlot, kind: OperationKind, feature: Feature): void {
  const { features } = terminal;
  // What can only reverse the last one says itself when it is asked for another.
  if (features.has(feature) || (kind === 'reversal' && features.has('reverseLast'))) return;
  throw new BridgeError('terminalCannot', `${description} has no ${feature}`);
}

/** More than there is, or less where only the whole is possible. */
function refusePart(
  { terminal, description }: TerminalSlot,
  kind: OperationKind,
  amount: number | null,
  { receipt, amount: most }: OriginalTransaction,
): void {
  if (amount === null || kind === 'tip') return;
  if (most !== null && amount > most)
    throw new BridgeError('badInput', `amount ${amount} is more than the ${most} of receipt ${receipt}`);
  if (kind === 'reversal' && amount !== most && !terminal.features.has('partialReversal'))
    throw new BridgeError('terminalCannot', `${description} has no partialReversal`);
}

function positive(name: string, value: number | string, most: number): number {
  const number = Number(value);
  if (number >= 1 && number <= most) return number;
  throw new BridgeError('badInput', `${name} must be from 1 to ${most}`);
}

/** What this bridge knows of the transaction. A payment of a sale is given back by cancelling the sale. */
function originalOf(world: World, slot: TerminalSlot, kind: OperationKind, receipt: number): OriginalTransaction {
  const known = world.intents.byReceipt(slot.device, receipt);
  if (known?.state !== 'approved') return { receipt, trace: null, amount: null };
  const sale = known.sale === null ? null : world.ledger.sale(known.merchant, known.sale);
  if (kind === 'reversal' && known.kind === 'payment' && sale?.state === 'closed')
    throw new BridgeError('stateForbids', `receipt ${receipt} is the payment of ${sale.id}: cancel that`);
  return { receipt, trace: known.facts?.traceNumber ?? null, amount: known.facts?.amount ?? known.amount };
}

function openOperation(
  world: World,
  { merchant, device, staff }: Principal,
  slot: TerminalSlot,
  { kind, amount, original }: Asked,
  baseline: Baseline,
): Promise<IntentRow> {
  const id = newKey();
  const who = { merchant, till: device, staff: staff?.id ?? null };
  const { currency } = world.devices.merchant(merchant);
  const about = { id, party: slot.device, kind, amount, original, currency } as const;
  return world.ledger.write(() => {
    refuseBusy(world, slot);
    noteChange({ merchant, object: 'terminal.operations', id, type: 'added' });
    return openIntent(world, { ...who, ...about, baseline: newest(world, slot, baseline) });
  });
}

const referring = ({ original }: IntentRow) => ({
  receiptNumber: original?.receipt ?? 0,
  ...(original?.trace == null ? {} : { traceNumber: original.trace }),
});

const paidBy = ({ original }: IntentRow) => (original?.amount == null ? {} : { paid: original.amount });

/** The amount where it is a part; the whole needs none. */
const partOf = <Name extends string>({ amount, original }: IntentRow, name: Name): { readonly [K in Name]?: number } =>
  amount === 0 || amount === original?.amount ? {} : ({ [name]: amount } as { readonly [K in Name]: number });

const NOT_KEPT: Reason = { code: 'declined', text: 'the terminal did not carry it out' };

/** Throws `notFound`. */
export function readOperation(world: World, { merchant }: Principal, device: string, id: string): Operation {
  return documentOf(world, intentOf(world, merchant, device, id));
}

export function listOperations(world: World, { merchant }: Principal, device: string, page: Page) {
  const { count, rows } = world.intents.operations(merchant, device, page);
  return { count, data: rows.map(row => documentOf(world, row)) };
}

/** A person has looked at the terminal's own list. Throws `notFound` and `stateForbids`. */
export async function decideOperationById(
  world: World,
  principal: Principal,
  device: string,
  id: string,
  happened: boolean,
): Promise<Operation> {
  await decideOperation(world, principal, intentOf(world, principal.merchant, device, id), happened);
  return readOperation(world, principal, device, id);
}

/** Asked at the terminal. Throws `terminalCannot`, `terminalBusy`, and by the reason the terminal gives. */
export async function openPreAuthorisations(world: World, slot: TerminalSlot): Promise<OpenPreAuthorisationList> {
  if (!slot.terminal.features.has('preAuthorisation'))
    throw new BridgeError('terminalCannot', `${slot.description} has no preAuthorisation`);
  refuseBusy(world, slot);
  const open = await slot.terminal.openPreAuthorisations();
  if (open.kind === 'unreachable') throw refusedBy(open.reason, {});
  const known = (receipt: number) => {
    const found = world.intents.byReceipt(slot.device, receipt);
    return found?.kind === 'preAuthorisation' ? found : null;
  };
  return {
    data: open.receiptNumbers.map(receipt_number => {
      const made = known(receipt_number);
      const at = made ? timestamp(made.startedAt) : null;
      return { receipt_number, amount: made?.amount ?? null, at, operation: made?.id ?? null };
    }),
  };
}

function intentOf(world: World, merchant: string, device: string, id: string): IntentRow {
  const found = world.intents.operation(merchant, id);
  if (found?.party !== device) throw new BridgeError('notFound', `there is no operation ${id} of this terminal`);
  return found;
}

/** As it is answered. */
export function documentOf(world: World, intent: IntentRow): Operation {
  const { facts, slips } = intent;
  const purpose = intent.kind === 'refund' || intent.kind === 'reversal' ? intent.kind : 'payment';
  const copies = terminalReceipt(slips, purpose, world.settings.language);
  return {
    id: intent.id,
    device: intent.party,
    till: intent.till,
    do: intent.kind as OperationKind,
    amount: intent.amount,
    currency: intent.currency,
    receipt_number: intent.original?.receipt ?? null,
    state: intent.state,
    reason: intent.reason,
    own_receipt_number: facts?.receiptNumber ?? null,
    trace_number: facts?.traceNumber ?? null,
    authorisation_code: facts?.authorisationCode ?? null,
    card_name: facts?.cardName ?? null,
    last_four: facts?.lastFour ?? null,
    started: timestamp(intent.startedAt),
    ended: intent.endedAt === null ? null : timestamp(intent.endedAt),
    receipt: [...copies.receipt, ...copies.merchant],
  };
}
