/** Approved although the till had given up: the sale is paid, and the till shows it until somebody decides. */
import { BridgeError } from '../errors.ts';
import type { Principal } from '../ports/people.ts';
import type { IntentRow } from '../ports/sales.ts';
import type { World } from '../ports/world.ts';
import { noteChange } from '../requestContext.ts';
import { cancel } from './cancel.ts';
import { note } from './intent.ts';
import { showLate } from './shown.ts';
import { refuseOtherCashier, whoOf } from './whose.ts';

/**
 * Kept as paid, or taken back by the cancel of the sale with an intent of its own. Throws `nothingLate`, `paymentElsewhere`,
 * and what cancel throws: then it is still to be decided. `named`: the sale that is meant, wherever it was paid. The same
 * word may come twice, and there may be a next late approval by then; without a name it is the oldest one at the terminal.
 */
export async function decideLate(
  world: World,
  principal: Principal,
  at: string,
  keep: boolean,
  named: string | null = null,
): Promise<void> {
  const intent = named === null ? world.intents.openLate(at) : openOf(world, principal, named);
  if (intent?.merchant !== principal.merchant || intent.sale === null)
    throw new BridgeError(
      'nothingLate',
      `no late approval ${named === null ? '' : `of ${named} `}waits for a decision`,
    );
  const { sale, party: device } = intent;
  refuseOtherCashier(world, principal, intent.till);
  if (keep) {
    await world.ledger.write(() => kept(world, intent, sale, whoOf(principal)));
    end(world, intent);
    // The next one that waits there.
    showLate(world, device);
    return;
  }
  await world.ledger.write(() => {
    refuseDecided(world, intent);
    note(world, intent, 'late', { decision: 'takeBack', who: whoOf(principal) });
  });
  end(world, intent);
  try {
    await cancel(world, principal, sale, () => refuseDecided(world, intent));
  } finally {
    showLate(world, device);
  }
}

const openOf = (world: World, { merchant }: Principal, sale: string): IntentRow | undefined =>
  world.intents.allOpenLate().find(late => late.merchant === merchant && late.sale === sale);

/** Inside a job. */
function kept(world: World, intent: IntentRow, sale: string, who: string): void {
  refuseDecided(world, intent);
  world.intents.markLate(intent.id, 'kept');
  note(world, intent, 'late', { state: 'kept', who });
  // The document stays as it was, but the key of the request is to be written with the decision.
  noteChange({ merchant: intent.merchant, object: 'smart.transactions', id: sale, type: 'changed' });
}

/** Inside a job: somebody else may have been faster, also by cancelling the sale. */
function refuseDecided(world: World, { id }: IntentRow): void {
  if (world.intents.allOpenLate().some(late => late.id === id)) return;
  throw new BridgeError('nothingLate', 'somebody else has decided already');
}

/** Only what is shown of this one: something else may run there meanwhile, or an older one wait. */
function end(world: World, { party, sale }: IntentRow): void {
  const shown = world.running.view(party);
  if (shown?.step === 'late' && shown.transaction === sale) world.running.end(party);
}
