/** Approved although the till had given up: the sale is paid, and the till shows it until somebody decides. */
import { BridgeError } from '../errors.ts';
import type { Principal } from '../ports/people.ts';
import type { IntentRow, Late } from '../ports/sales.ts';
import type { World } from '../ports/world.ts';
import { cancel } from './cancel.ts';
import { note } from './intent.ts';
import { showLate } from './shown.ts';

/**
 * Kept as paid, or taken back by the cancel of the sale with an intent of its own. Throws `nothingLate`, and what cancel
 * throws: then it is still to be decided.
 */
export async function decideLate(world: World, principal: Principal, device: string, keep: boolean): Promise<void> {
  const intent = world.intents.openLate(device);
  if (intent?.merchant !== principal.merchant || intent.sale === null)
    throw new BridgeError('nothingLate', 'no late approval waits for a decision here');
  if (keep) {
    await decided(world, principal, intent, 'kept');
    end(world, device);
    return;
  }
  await world.ledger.write(() => note(world, intent, 'late', { decision: 'takeBack', who: whoOf(principal) }));
  end(world, device);
  try {
    const { status } = await cancel(world, principal, intent.sale);
    if (status === 'cancelled') await decided(world, principal, intent, 'takenBack');
  } finally {
    showLate(world, device);
  }
}

export const whoOf = ({ staff, client }: Principal): string => staff?.username ?? client;

function decided(world: World, principal: Principal, { id }: IntentRow, late: Late): Promise<void> {
  return world.ledger.write(() => {
    const intent = world.intents.get(id);
    if (intent?.late !== 'open') throw new BridgeError('nothingLate', 'somebody else has decided already');
    world.intents.markLate(id, late);
    note(world, intent, 'late', { state: late, who: whoOf(principal) });
  });
}

/** Only what is shown as late: something else may run there meanwhile. */
function end(world: World, device: string): void {
  if (world.running.view(device)?.step === 'late') world.running.end(device);
}
