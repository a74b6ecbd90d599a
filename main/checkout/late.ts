/**
 * Approved, and a person has a word to say: the till had given up, so does the payment count; or the slip had to be signed,
 * so is the signature right. The sale is paid, and the till shows it until somebody decides.
 */
import { BridgeError } from '../world/errors.ts';
import type { Principal } from '../world/people.ts';
import type { IntentRow, LateKind } from '../world/sales.ts';
import type { World } from '../world/world.ts';
import { cancel } from './cancel.ts';
import { retell } from './sale/outcome.ts';
import { markLate, saleOfIntent } from './terminal/ending.ts';
import { note } from './terminal/intent.ts';
import { isWaiting } from './terminal/running.ts';
import { showLate } from './terminal/shown.ts';
import { isUnsigned } from './terminal/signature.ts';
import { refuseOtherCashier, whoOf } from './terminal/whose.ts';

/** What is meant: the word may come twice, and something else may wait by then, of the same sale as well. */
export interface Meant {
  readonly sale?: string | null | undefined;
  readonly about?: LateKind | undefined;
}

/**
 * Kept as paid, or taken back by the cancel of the sale with an intent of its own. Throws `nothingLate`, `paymentElsewhere`,
 * and what cancel throws: then it is still to be decided. The sale that is meant is found wherever it was paid; without one
 * it is what comes first at the terminal `at`.
 */
export async function decideLate(
  world: World,
  principal: Principal,
  at: string | null,
  keep: boolean,
  meant: Meant = {},
): Promise<void> {
  const intent = waiting(world, principal, at, meant);
  const { sale, party: device } = intent;
  refuseOtherCashier(world, principal, intent.till);
  if (keep) {
    await world.ledger.write(() => kept(world, intent, whoOf(principal)));
    end(world, intent);
    // The next one that waits there.
    showLate(world, device);
    return;
  }
  await world.ledger.write(() => {
    refuseDecided(world, intent);
    note(world, intent, 'late', { decision: 'takeBack', who: whoOf(principal), about: intent.lateKind });
  });
  end(world, intent);
  try {
    await cancel(world, principal, sale, null, () => refuseDecided(world, intent));
  } finally {
    showLate(world, device);
  }
}

type OfSale = IntentRow & { readonly sale: string };

function waiting(world: World, principal: Principal, at: string | null, { sale = null, about }: Meant): OfSale {
  const intent = sale === null ? at && world.intents.openLate(at) : openOf(world, principal, sale);
  if (!intent || intent.merchant !== principal.merchant || intent.sale === null)
    throw new BridgeError('nothingLate', `nothing waits for a decision here${sale === null ? '' : ` about ${sale}`}`);
  if (about !== undefined && about !== intent.lateKind)
    throw new BridgeError('nothingLate', `what waits here is not ${about}, but ${intent.lateKind}`);
  return { ...intent, sale: intent.sale };
}

const openOf = (world: World, { merchant }: Principal, sale: string): IntentRow | undefined =>
  world.intents.allOpenLate().find(one => one.merchant === merchant && one.sale === sale);

/** Inside a job. What came too late and is kept may still have to be signed. */
function kept(world: World, intent: IntentRow, who: string): void {
  refuseDecided(world, intent);
  const about = intent.lateKind;
  world.intents.markLate(intent.id, 'kept', about);
  note(world, intent, 'late', { state: 'kept', who, about });
  // Told with the decision, so that the key of the request is written with it, too.
  retell(world, saleOfIntent(world, intent), { undecided: null });
  if (about === 'late' && isUnsigned(world, intent, intent.facts)) markLate(world, intent, 'signature');
}

/** Inside a job: somebody else may have been faster, also by cancelling the sale. */
function refuseDecided(world: World, { id, lateKind }: IntentRow): void {
  if (world.intents.allOpenLate().some(one => one.id === id && one.lateKind === lateKind)) return;
  throw new BridgeError('nothingLate', 'somebody else has decided already');
}

/** Only what is shown of this one: something else may run there meanwhile. */
function end(world: World, { party, sale }: IntentRow): void {
  const shown = world.running.view(party);
  if (shown && isWaiting(shown) && shown.transaction === sale) world.running.end(party);
}
