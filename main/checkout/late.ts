/** Approved although the till had given up: the sale is paid, and the till shows it until somebody decides. */
import { BridgeError } from '../errors.ts';
import type { Principal } from '../ports/people.ts';
import type { IntentRow, Late } from '../ports/sales.ts';
import type { World } from '../ports/world.ts';
import { cancel } from './cancel.ts';
import { note } from './intent.ts';
import { showLate } from './shown.ts';
import { refuseOtherCashier, whoOf } from './whose.ts';

/**
 * Kept as paid, or taken back by the cancel of the sale with an intent of its own. Throws `nothingLate`, `paymentElsewhere`,
 * and what cancel throws: then it is still to be decided.
 */
export async function decideLate(world: World, principal: Principal, device: string, keep: boolean): Promise<void> {
  const intent = world.intents.openLate(device);
  if (intent?.merchant !== principal.merchant || intent.sale === null)
    throw new BridgeError('nothingLate', 'no late approval waits for a decision here');
  refuseOtherCashier(world, principal, intent.till);
  if (keep) {
    await world.ledger.write(() => decided(world, intent, { state: 'kept', who: whoOf(principal) }));
    end(world, device);
    return;
  }
  await world.ledger.write(() => {
    refuseDecided(world, intent);
    note(world, intent, 'late', { decision: 'takeBack', who: whoOf(principal) });
  });
  end(world, device);
  try {
    await cancel(world, principal, intent.sale, () => refuseDecided(world, intent));
  } finally {
    showLate(world, device);
  }
}

function decided(world: World, intent: IntentRow, data: { readonly state: Late; readonly who: string }): void {
  refuseDecided(world, intent);
  world.intents.markLate(intent.id, data.state);
  note(world, intent, 'late', data);
}

/** Inside a job: somebody else may have been faster, also by cancelling the sale. */
function refuseDecided(world: World, { id, party }: IntentRow): void {
  if (world.intents.openLate(party)?.id === id) return;
  throw new BridgeError('nothingLate', 'somebody else has decided already');
}

/** Only what is shown as late: something else may run there meanwhile. */
function end(world: World, device: string): void {
  if (world.running.view(device)?.step === 'late') world.running.end(device);
}
