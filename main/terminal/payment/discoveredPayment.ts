/**
 * A payment that was called not paid and that the terminal shows later stands in the way of the next payment there: that may be the
 * same customer, who would pay twice.
 */
import { decideCall, type NextCall, operationVerdictCall, verdictCall } from '../../domain/saleOutcome.ts';
import type { TerminalSlot } from '../../world/devices.ts';
import { BridgeError } from '../../world/errors.ts';
import type { IntentRow } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';
import { doubtOf } from './reconciliation/doubtedCommand.ts';
import { evidenceShown } from './reconciliation/records.ts';

/** Kinds that take money of a customer. */
const TAKES_MONEY: ReadonlySet<IntentRow['kind']> = new Set(['payment', 'preAuthorisation', 'booking', 'tip']);

/** True for an approval that was called not carried out before: by a person, or by a reconciliation. */
export const wasDenied = ({ intents }: Pick<World, 'intents'>, { id }: IntentRow): boolean =>
  intents.journal.ofIntent(id, 'verdict').some(({ data }) => data.kind === 'didNotHappen');

/**
 * Throws `paymentFound` while somebody has still to decide about a payment that was discovered at this terminal. `found`: what the
 * snapshot of this very command has shown. `sale`: the payments of this sale are its own concern.
 */
export function refuseDiscovered(
  world: Pick<World, 'intents'>,
  slot: TerminalSlot,
  kind: IntentRow['kind'],
  found: IntentRow | null,
  sale: string | null,
): void {
  if (!TAKES_MONEY.has(kind)) return;
  if (found && TAKES_MONEY.has(found.kind) && doubtOf(world, found) !== 'approval')
    throw foundError(world, slot, found);
  const open = openDiscovery(world, slot.device);
  if (open && open.sale !== sale) throw foundError(world, slot, open);
}

function openDiscovery(world: Pick<World, 'intents'>, device: string): IntentRow | null {
  if (!world.intents.openDecision(device)) return null;
  const open = world.intents.allOpenDecisions().filter(one => one.device === device && one.decisionKind === 'late');
  return open.find(one => wasDenied(world, one)) ?? null;
}

/** Names the other sale, its amount and receipt, and the call that settles it. */
function foundError(
  world: Pick<World, 'intents'>,
  { device, description }: TerminalSlot,
  found: IntentRow,
): BridgeError {
  const { id, sale, kind, amount, currency, facts } = found;
  const { last: shown } = evidenceShown(world, found);
  const receipt_number = facts?.receiptNumber ?? (typeof shown === 'object' ? shown.receipt : null);
  const next = nextCall(found);
  const how = `; ${next.method} ${next.path}: ${next.why}`;
  const what = `${description}: receipt ${receipt_number ?? '?'} is the ${kind} of ${amount} ${currency}`;
  return new BridgeError('paymentFound', `${what} that was called not carried out${sale ? ` (${sale})` : ''}${how}`, {
    extra: {
      found: { transaction: sale, operation: sale === null ? id : null, kind, amount, currency, receipt_number },
      terminal: { object: 'smart.devices', id: device, description },
      next,
    },
  });
}

function nextCall({ id, device, sale, needsPerson, kind, decision }: IntentRow): NextCall {
  if (sale !== null && needsPerson) return verdictCall(sale, kind === 'reversal');
  if (sale !== null && decision === 'open') return decideCall(sale, 'late');
  if (sale === null) return operationVerdictCall(device, id);
  const path = `/api/v2/Smart/Transactions/${sale}`;
  return { method: 'GET', path, why: 'it was carried out after all; then repeat the command if it is still wanted' };
}

/** The sale whose payment was found, where this is that refusal. */
export const saleFound = (error: unknown): string | null => {
  if (!(error instanceof BridgeError) || error.key !== 'paymentFound') return null;
  const { transaction } = (error.extra.found ?? {}) as { readonly transaction?: string | null };
  return transaction ?? null;
};
