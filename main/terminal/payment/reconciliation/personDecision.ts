/** The decision of a person: where the evidence decides nothing, a manager looks at the terminal's own list. */

import { saleOf } from '../../../sale/lookup.ts';
import { stateRefusal } from '../../../sale/stateRefusal.ts';
import type { SmartTransaction } from '../../../wire/transactions.ts';
import { BridgeError } from '../../../world/errors.ts';
import type { Principal } from '../../../world/people.ts';
import type { IntentRow } from '../../../world/sales.ts';
import type { World } from '../../../world/world.ts';
import { actorName } from '../commandOwner.ts';
import { showLateApproval } from '../screenView.ts';
import { type PersonDecision, recordPersonDecision } from './records.ts';

/** Only for outcomes that wait for a person; the journal keeps who decided. */
export async function decideByPerson(
  world: World,
  principal: Principal,
  id: string,
  decision: PersonDecision,
): Promise<SmartTransaction> {
  const sale = saleOf(world, principal, id);
  const intent = world.intents.ofSale(sale.id).find(row => row.needsPerson);
  if (!intent) throw stateRefusal(sale.state, 'a decision by a person');
  await decide(world, principal, intent, decision);
  return saleOf(world, principal, id).document;
}

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
  world.running.end(intent.device);
  showLateApproval(world, intent.device);
}
