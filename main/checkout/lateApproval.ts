/**
 * Decisions about an approved payment: the till had given up before the approval came, or the customer had to sign.
 * The sale is paid, and the till shows the question until somebody decides.
 */

import { cancelledBy } from '../sale/cancellation.ts';
import { partsOf } from '../sale/paidParts.ts';
import { publishOutcome } from '../sale/saleOutcome.ts';
import { actorName, refuseOtherCashier } from '../terminal/payment/commandOwner.ts';
import { writeJournal } from '../terminal/payment/intent.ts';
import { reverseSurplus } from '../terminal/payment/operations.ts';
import { cancelTakenBack, markUndecided, ownReversalOf, saleOfIntent } from '../terminal/payment/outcome.ts';
import { awaitsDecision } from '../terminal/payment/runningView.ts';
import { showLateApproval } from '../terminal/payment/screenView.ts';
import { isUnsigned } from '../terminal/payment/signature.ts';
import { BridgeError } from '../world/errors.ts';
import type { Principal } from '../world/people.ts';
import type { DecisionKind, IntentRow, Sale } from '../world/sales.ts';
import type { World } from '../world/world.ts';
import { cancel } from './cancel.ts';
import { giveBackPart } from './giveBack.ts';

/**
 * Sale and kind of the decision: a request may come twice, and by then another decision may be open for the same sale.
 */
export interface DecisionTarget {
  readonly sale?: string | null | undefined;
  readonly about?: DecisionKind | undefined;
}

/**
 * Keeps the payment, or takes it back by cancelling the sale. Throws `nothingLate`, `paymentElsewhere`, and the errors
 * of cancel; after an error the decision stays open. A named sale is found wherever it was paid; without a sale, the
 * first open decision at the terminal `at` is meant.
 */
export async function decideLateApproval(
  world: World,
  principal: Principal,
  at: string | null,
  keep: boolean,
  meant: DecisionTarget = {},
): Promise<void> {
  const intent = openDecision(world, principal, at, meant);
  const { sale, device } = intent;
  refuseOtherCashier(world, principal, intent.till);
  if (keep) {
    await world.ledger.write(() => keepPayment(world, intent, actorName(principal)));
    endDisplay(world, intent);
    // Shows the next open decision at this terminal.
    showLateApproval(world, device);
    return;
  }
  await world.ledger.write(() => {
    refuseDecided(world, intent);
    writeJournal(world, intent, 'late', {
      decision: 'takeBack',
      who: actorName(principal),
      about: intent.decisionKind,
    });
  });
  endDisplay(world, intent);
  try {
    const allowed = () => refuseDecided(world, intent);
    const reversal = ownReversalOf(world, intent);
    const by = (present: Sale) => cancelledBy(world, principal, present);
    if (reversal) await world.ledger.write(() => cancelTakenBack(world, intent, reversal, by));
    else if (intent.surplus) await takeBackSurplus(world, principal, intent);
    else if (isOpenPart(world, intent)) await giveBackPart(world, principal, sale, intent.id, allowed);
    else await cancel(world, principal, sale, null, allowed);
  } finally {
    showLateApproval(world, device);
  }
}

/** The sale was paid otherwise, changed or given up: its money goes back by itself, and the sale stays as it is. */
async function takeBackSurplus(world: World, principal: Principal, paid: IntentRow): Promise<void> {
  const slot = world.devices.slot(paid.device);
  if (!slot) throw new BridgeError('terminalGone', 'the terminal it was paid at is not connected any more');
  await reverseSurplus(world, principal, slot, paid);
}

/** A part of a sale that is not closed goes back alone; the other parts stay paid. */
function isOpenPart(world: Pick<World, 'ledger'>, intent: IntentRow): boolean {
  const { state, document } = saleOfIntent(world, intent);
  return state === 'partlyPaid' && partsOf(document).some(({ id }) => id === intent.id);
}

type IntentOfSale = IntentRow & { readonly sale: string };

function openDecision(
  world: Pick<World, 'intents'>,
  principal: Principal,
  at: string | null,
  { sale = null, about }: DecisionTarget,
): IntentOfSale {
  const intent = sale === null ? at && world.intents.openDecision(at) : openDecisionOfSale(world, principal, sale);
  if (!intent || intent.merchant !== principal.merchant || intent.sale === null)
    throw new BridgeError('nothingLate', `nothing waits for a decision here${sale === null ? '' : ` about ${sale}`}`);
  if (about !== undefined && about !== intent.decisionKind)
    throw new BridgeError('nothingLate', `what waits here is not ${about}, but ${intent.decisionKind}`);
  return { ...intent, sale: intent.sale };
}

const openDecisionOfSale = (
  world: Pick<World, 'intents'>,
  { merchant }: Principal,
  sale: string,
): IntentRow | undefined =>
  world.intents.allOpenDecisions().find(one => one.merchant === merchant && one.sale === sale);

/** Inside a job: keeps the payment. A kept late approval may still need a signature. */
function keepPayment(world: World, intent: IntentRow, who: string): void {
  refuseDecided(world, intent);
  const about = intent.decisionKind;
  world.intents.markDecision(intent.id, 'kept', about);
  writeJournal(world, intent, 'late', { state: 'kept', who, about });
  // Published in the job of the decision, so that the key of the request is stored with it.
  publishOutcome(world, saleOfIntent(world, intent), { undecided: null });
  if (about === 'late' && !intent.surplus && isUnsigned(world, intent, intent.facts))
    markUndecided(world, intent, 'signature', saleOfIntent(world, intent));
}

/** Inside a job: throws where another person has decided, or where the sale was cancelled. */
function refuseDecided(world: Pick<World, 'intents'>, { id, decisionKind: lateKind }: IntentRow): void {
  if (world.intents.allOpenDecisions().some(one => one.id === id && one.decisionKind === lateKind)) return;
  throw new BridgeError('nothingLate', 'somebody else has decided already');
}

/** Ends the display of this decision only: another command may run at the terminal. */
function endDisplay(world: Pick<World, 'running'>, { device, sale }: IntentRow): void {
  const shown = world.running.view(device);
  if (shown && awaitsDecision(shown) && shown.transaction === sale) world.running.end(device);
}
