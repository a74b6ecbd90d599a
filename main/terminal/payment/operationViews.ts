/** Operations without a sale: the view of the API, the list, and the decision of a person. */

import { terminalReceipt } from '../../domain/terminalReceipt.ts';
import { withTrainingMark } from '../../domain/trainingMark.ts';
import type { OpenPreAuthorisationList, Operation } from '../../wire/operations.ts';
import { timestamp } from '../../world/clock.ts';
import type { TerminalSlot } from '../../world/devices.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Principal } from '../../world/people.ts';
import type { IntentRow, RowPage } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import { refuseBusy } from './preconditions.ts';
import { decideOperation } from './reconciliation/personDecision.ts';
import { decisionOn, type PersonDecision } from './reconciliation/records.ts';
import { inquiryError } from './terminalErrors.ts';

/** The kinds of operations at a terminal without a sale. */
export type OperationKind = Operation['do'];

/** Throws `notFound`. */
export function readOperation(
  world: Pick<World, 'intents' | 'settings'>,
  { merchant }: Principal,
  device: string,
  id: string,
): Operation {
  return documentOf(world, intentOf(world, merchant, device, id));
}

export function listOperations(
  world: Pick<World, 'intents' | 'settings'>,
  { merchant }: Principal,
  device: string,
  page: RowPage,
) {
  const { count, rows } = world.intents.operations(merchant, device, page);
  return { count, data: rows.map(row => documentOf(world, row)) };
}

/** Decides by a person who has looked at the terminal's own list. Throws `notFound` and `nothingToDecide`. */
export async function decideOperationById(
  world: World,
  principal: Principal,
  device: string,
  id: string,
  said: PersonDecision,
): Promise<Operation> {
  await decideOperation(world, principal, intentOf(world, principal.merchant, device, id), said);
  return readOperation(world, principal, device, id);
}

/** Asks the terminal. Throws `terminalCannot`, `terminalBusy`, and by the reason that the terminal gives. */
export async function openPreAuthorisations(
  world: Pick<World, 'devices' | 'intents' | 'running' | 'settings'>,
  slot: TerminalSlot,
): Promise<OpenPreAuthorisationList> {
  const lifetime = world.settings.preAuthorisationDays * DAY;
  if (!slot.terminal.features.has('preAuthorisation'))
    throw new BridgeError('terminalCannot', `${slot.description} has no preAuthorisation`);
  refuseBusy(world, slot);
  const open = await slot.terminal.openPreAuthorisations();
  if (open.kind === 'unreachable') throw inquiryError(open.reason);
  const known = (receipt: number) => {
    const found = world.intents.byReceipt(slot.device, receipt, 0);
    return found?.kind === 'preAuthorisation' ? found : null;
  };
  return {
    data: open.receiptNumbers.map(receipt_number => {
      const made = known(receipt_number);
      const at = made ? timestamp(made.startedAt) : null;
      const expires = made ? timestamp(made.startedAt + lifetime) : null;
      return { receipt_number, amount: made?.amount ?? null, at, operation: made?.id ?? null, expires };
    }),
  };
}

const DAY = 86_400_000;

function intentOf(world: Pick<World, 'intents'>, merchant: string, device: string, id: string): IntentRow {
  const found = world.intents.operation(merchant, id);
  if (found?.device !== device) throw new BridgeError('notFound', `there is no operation ${id} of this terminal`);
  return found;
}

/** The operation as the API answers it. */
export function documentOf(world: Pick<World, 'intents' | 'settings'>, intent: IntentRow): Operation {
  const { facts, slips } = intent;
  const purpose = intent.kind === 'refund' || intent.kind === 'reversal' ? intent.kind : 'payment';
  const copies = terminalReceipt(slips, purpose, world.settings.language);
  return {
    id: intent.id,
    device: intent.device,
    till: intent.till,
    do: intent.kind as OperationKind,
    amount: intent.amount,
    currency: intent.currency,
    receipt_number: intent.original?.receipt || null,
    state: intent.state,
    reason: intent.reason,
    decided_by: decisionOn(world, intent)?.by ?? null,
    own_receipt_number: facts?.receiptNumber ?? null,
    trace_number: facts?.traceNumber ?? null,
    authorisation_code: facts?.authorisationCode ?? null,
    card_name: facts?.cardName ?? null,
    last_four: facts?.lastFour ?? null,
    started: timestamp(intent.startedAt),
    ended: intent.endedAt === null ? null : timestamp(intent.endedAt),
    receipt: [...withTrainingMark(world.settings, [...copies.receipt, ...copies.merchant])],
  };
}
