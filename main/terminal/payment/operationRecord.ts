/** The record that a terminal operation without a sale puts into the queue, in the commit of its outcome. */
import type { TransactionFacts } from '../../../drivers/index.ts';
import type { IntentRow, IntentState } from '../../world/sales.ts';
import type { World } from '../../world/world.ts';

/** Inside a job. A command that never left says nothing to anybody outside. */
export function queueOperation(
  world: Pick<World, 'intents' | 'queue'>,
  intent: IntentRow,
  state: IntentState,
  facts: TransactionFacts | null,
): void {
  if (state === 'open' || state === 'notSent') return;
  append(world, intent, state, facts, intent.kind);
}

/**
 * Inside a job: a command that was published as carried out was not carried out after all. A second record takes the first one out of the figures;
 * an operation that only holds or frees an amount moved nothing.
 */
export function queueOpposite(world: Pick<World, 'intents' | 'queue'>, intent: IntentRow): void {
  const operation = OPPOSITES[intent.kind];
  if (operation) append(world, intent, 'approved', intent.facts, operation);
}

const OPPOSITES: Partial<Record<IntentRow['kind'], IntentRow['kind']>> = {
  payment: 'reversal',
  booking: 'reversal',
  tip: 'reversal',
  refund: 'payment',
  reversal: 'payment',
};

/** Inside a job: an operation has another state than its caller was answered, or somebody is to look at it. */
export function pushOperation({ pushes }: Pick<World, 'pushes'>, { id, merchant, sale }: IntentRow): void {
  if (sale !== null) return;
  const push = { merchant, url: null, target: 'terminal.operations', type: 'changed', id } as const;
  pushes.queue({ ...push, event: 'operation.changed' });
}

function append(
  world: Pick<World, 'intents' | 'queue'>,
  intent: IntentRow,
  state: Exclude<IntentState, 'open' | 'notSent'>,
  facts: TransactionFacts | null,
  operation: IntentRow['kind'],
): void {
  const { id, merchant, till, device, kind, amount, currency, original } = intent;
  // A terminal may report a tip with the payment that it was added to.
  const moved = kind === 'tip' ? amount : (facts?.amount ?? amount);
  world.queue.append({
    ...{ kind: 'terminalOperation', event: state, object: id, merchant, till, currency, lane: id },
    sum: moved,
    facts: {
      operation,
      ...tipIn(world, intent, moved),
      device,
      original_receipt_number: original?.receipt || null,
      tid: facts?.terminalId ?? null,
      trace: facts?.traceNumber ?? null,
      receipt_number: facts?.receiptNumber ?? null,
      card_name: facts?.cardName ?? null,
      last_four: facts?.lastFour ?? null,
    },
  });
}

/** How much of what moved is tip: all of a later tip, and of a reversal that takes back nothing else. */
function tipIn(world: Pick<World, 'intents'>, intent: IntentRow, moved: number): { readonly tip?: number } {
  if (intent.kind === 'tip') return { tip: moved };
  return intent.kind === 'reversal' && takesBackTip(world, intent) ? { tip: moved } : {};
}

/**
 * True for a payment of a sale from which only a tip is reversed: a part, or a tip that the terminal has booked by
 * itself.
 */
function takesBackTip({ intents }: Pick<World, 'intents'>, { id, device, amount, original }: IntentRow): boolean {
  const newest = original && intents.byReceipt(device, original.receipt, 0);
  const isTip = newest?.kind === 'tip';
  const paid = intents.tipped(isTip ? newest.id : id);
  const isPart = amount < (original?.amount ?? 0) || (isTip && newest.facts?.amount === newest.amount);
  return isPart && paid?.kind === 'payment' && paid.sale !== null && !paid.surplus;
}
