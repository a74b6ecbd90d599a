/** The notification that a sale has another status (specification, "Push URL"). */
import { nonEmptyText } from '../acquirer/payments/input.ts';
import type { State } from '../domain/transaction.ts';
import type { PushEventName } from '../wire/pushEvents.ts';
import type { Sale, SaleDocument } from '../world/sales.ts';
import type { SavedStep } from '../world/saleWriters.ts';
import type { World } from '../world/world.ts';
import { publishOutcome } from './saleOutcome.ts';

/** The push address of a sale; objects made for the sale inherit it. */
export const pushUrlOf = ({ application_context }: SaleDocument): string | null =>
  nonEmptyText(application_context?.return_urls?.url_push);

/** Inside the job of the step. A delivery, and an outcome that nobody knows any more, are pushed even where they keep the status. */
export function queueStatusPush(
  world: Pick<World, 'pushes'>,
  { merchant, id, state, document }: Sale,
  { input, before }: SavedStep,
): void {
  const isDelivery = input === 'deliver';
  const isLost = UNKNOWN.has(state) && !UNKNOWN.has(before.state);
  if (document.status === before.document.status && !isDelivery && !isLost) return;
  const event = isDelivery ? 'sale.delivered' : eventOf(before.state, state);
  const url = pushUrlOf(document);
  world.pushes.queue({ merchant, url, target: 'smart.transactions', type: 'changed', id, event });
}

/** Inside a job: a person decides about a sale that takes no step; stream and push tell it all the same. */
export function askPerson(
  world: Pick<World, 'ledger' | 'pushes' | 'salePayments'>,
  sale: Sale,
  about: 'late' | 'verdict' | null = 'late',
): void {
  publishOutcome(world, sale, { undecided: about });
  queueChangePush(world, sale);
}

/** Inside a job: stores a document that changed without a step of the sale; stream and push tell it. */
export function publishChange(world: Pick<World, 'ledger' | 'pushes'>, sale: Sale): void {
  world.ledger.save(sale);
  queueChangePush(world, sale);
}

function queueChangePush({ pushes }: Pick<World, 'pushes'>, { merchant, id, document }: Sale): void {
  const push = { merchant, url: pushUrlOf(document), target: 'smart.transactions', type: 'changed', id } as const;
  pushes.queue({ ...push, event: 'sale.changed' });
}

const UNKNOWN: ReadonlySet<State> = new Set(['unclear', 'returnUnclear', 'reversalUnclear']);
/** A sale that is paid again after one of these was paid all the time. */
const GOING_BACK: ReadonlySet<State> = new Set(['reversing', 'reversalUnclear', 'partlyReversed']);

const EVENTS: Readonly<Partial<Record<State, PushEventName>>> = {
  closed: 'sale.paid',
  secured: 'sale.secured',
  failed: 'sale.declined',
  cancelled: 'sale.cancelled',
  paying: 'sale.pending',
  awaiting: 'sale.pending',
  reversing: 'sale.pending',
  returning: 'sale.pending',
  unclear: 'sale.unknown',
  returnUnclear: 'sale.unknown',
  reversalUnclear: 'sale.unknown',
};

const eventOf = (before: State, after: State): PushEventName =>
  GOING_BACK.has(before) && after === 'closed' ? 'sale.changed' : (EVENTS[after] ?? 'sale.changed');
