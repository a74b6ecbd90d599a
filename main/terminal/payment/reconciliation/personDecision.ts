/** The decision of a person: where the evidence decides nothing, a manager looks at the terminal's own list. */

import { partVerdictCall } from '../../../domain/saleOutcome.ts';
import { saleOf } from '../../../sale/lookup.ts';
import { stateRefusal } from '../../../sale/stateRefusal.ts';
import type { SmartTransaction } from '../../../wire/transactions.ts';
import { BridgeError } from '../../../world/errors.ts';
import type { Principal } from '../../../world/people.ts';
import { outsideRequest } from '../../../world/requestContext.ts';
import type { IntentRow, Sale } from '../../../world/sales.ts';
import type { World } from '../../../world/world.ts';
import { actorName } from '../commandOwner.ts';
import type { PartApproval } from '../partApproval.ts';
import { showCases } from './lateDiscovery.ts';
import { type PersonDecision, partApprovalShown, recordPartApproval, recordPersonDecision } from './records.ts';

/** Only for outcomes that wait for a person; the journal keeps who decided. */
export async function decideByPerson(
  world: World,
  principal: Principal,
  id: string,
  decision: PersonDecision,
): Promise<SmartTransaction> {
  const sale = saleOf(world, principal, id);
  const intent = waitingIntent(world, sale);
  const part = partApprovalShown(world, intent);
  if (part) throw partRefusal(sale.id, intent, part);
  await decide(world, principal, intent, decision);
  return saleOf(world, principal, id).document;
}

/**
 * The terminal approved less than it was asked for: that counts as a part of the payment, which the caller may give back. Gives the id of
 * the part. Throws `nothingToDecide` where the terminal has approved no part.
 */
export async function keepPartApproval(world: World, principal: Principal, id: string): Promise<string> {
  const intent = waitingIntent(world, saleOf(world, principal, id));
  const part = partApprovalShown(world, intent);
  if (!part) throw new BridgeError('nothingToDecide', 'the terminal has not approved a part of this payment');
  await recordPartApproval(world, intent, part, actorName(principal));
  afterDecision(world, intent);
  return intent.id;
}

function waitingIntent(world: Pick<World, 'intents'>, sale: Sale): IntentRow {
  const intent = world.intents.ofSale(sale.id).find(row => row.needsPerson);
  if (!intent) throw stateRefusal(sale.state, 'a decision by a person');
  return intent;
}

/** Neither "all of it" nor "nothing" is true while the terminal keeps a part. */
const partRefusal = (sale: string, { currency }: IntentRow, { amount, receipt }: PartApproval): BridgeError =>
  new BridgeError(
    'partApproved',
    `the terminal approved ${amount} ${currency}${receipt === null ? '' : ` with receipt ${receipt}`}`,
    {
      extra: { approved: { amount, currency, receipt_number: receipt }, next: partVerdictCall(sale, amount) },
    },
  );

/** The same for an operation without a sale. Throws `nothingToDecide` when there is nothing to decide. */
export async function decideOperation(
  world: World,
  principal: Principal,
  intent: IntentRow,
  decision: PersonDecision,
): Promise<void> {
  if (!intent.needsPerson) throw new BridgeError('nothingToDecide', 'this operation waits for nobody’s decision');
  await decide(world, principal, intent, decision);
}

async function decide(world: World, principal: Principal, intent: IntentRow, decision: PersonDecision): Promise<void> {
  await recordPersonDecision(world, intent, decision, actorName(principal));
  afterDecision(world, intent);
}

/** The terminal is free again, also for what it said meanwhile; or the next decision is due. */
function afterDecision(world: World, { device }: IntentRow): void {
  world.running.end(device);
  showCases(world, device);
  void outsideRequest(async () => {
    await world.recovery.settleUnsolicited(device);
    // The last transaction on the screen may be the reversal of an earlier command.
    const slot = world.devices.slot(device);
    if (slot) await world.recovery.lookAgain(slot);
  }).catch(error => world.log('error', 'the terminal was not asked behind a decision', { error: String(error) }));
}
