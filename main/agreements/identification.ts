/** Identification of a merchant: begun by requestId, ended by the processor, announced by push. */
import type { IdentRequest, RequestIdInput } from '../wire/agreements.ts';
import { pushEvents } from '../wire/pushEvents.ts';
import { timestamp } from '../world/clock.ts';
import { BridgeError } from '../world/errors.ts';
import type { World } from '../world/world.ts';

export interface Identification {
  readonly id: string;
  /** The merchant is identified already, so the agreement is approved at once. */
  readonly accepted: boolean;
}

interface Begin {
  readonly id: string;
  readonly contract: string;
  readonly contact: RequestIdInput['contact'];
  readonly pushUrl: string | null;
}

/** Time until the processor is first asked for the result, ms. */
const FIRST_ASKED = 60_000;

/** The identification that the caller names, or null where a new identification begins. Throws `notFound`. */
export function namedIdentification(world: Pick<World, 'agreements'>, merchant: string, id: string | null | undefined) {
  if (id == null) return null;
  const named = world.agreements.identRequests.find(merchant, id);
  if (!named) throw new BridgeError('notFound', `there is no services.identrequests ${id}`);
  return { id, accepted: named.document.status === 'ok' };
}

/** Inside a job: stores the identification and its job. */
export function beginIdentification(
  world: Pick<World, 'agreements' | 'clock' | 'pushes'>,
  merchant: string,
  { id, contract, contact, pushUrl }: Begin,
): void {
  const now = world.clock.now();
  const request: IdentRequest = {
    object: 'services.identrequests',
    id,
    created: timestamp(now),
    status: 'requested',
    merchant: { object: 'general.merchants', id: merchant },
    contract: { object: 'general.contracts', id: contract },
    contact,
  };
  world.agreements.identRequests.insert(merchant, request, { pushUrl });
  world.agreements.jobs.add({ merchant, kind: 'identify', id: request.id, due: now + FIRST_ASKED });
  pushEvent(world, merchant, pushUrl, 'identification.added', request.id);
}

/**
 * Inside a job: ends the identification. With `accepted` the waiting agreements are approved, which lifts the payout
 * lock.
 */
export function endIdentification(
  world: Pick<World, 'agreements' | 'clock' | 'pushes'>,
  merchant: string,
  id: string,
  accepted: boolean,
): void {
  const found = world.agreements.identRequests.find(merchant, id);
  if (found?.document.status !== 'requested') return;
  const updated = timestamp(world.clock.now());
  world.agreements.identRequests.save(merchant, { ...found.document, status: accepted ? 'ok' : 'failed', updated });
  pushEvent(world, merchant, found.inner.pushUrl, 'identification.changed', id);
  if (accepted) approve(world, merchant, id, updated);
}

function approve(
  world: Pick<World, 'agreements' | 'pushes'>,
  merchant: string,
  identification: string,
  updated: string,
) {
  const waiting = world.agreements.general
    .all(merchant)
    .filter(({ document, inner }) => inner.identification === identification && !document.approved);
  for (const { document, inner } of waiting) {
    world.agreements.general.save(merchant, { ...document, approved: true, updated });
    const payment = world.agreements.payment.find(merchant, document.contract.id);
    if (payment) world.agreements.payment.save(merchant, { ...payment.document, approved: true, updated });
    pushEvent(world, merchant, inner.pushUrl, 'contract.changed', document.id);
  }
}

function pushEvent(
  world: Pick<World, 'pushes'>,
  merchant: string,
  url: string | null,
  event: 'identification.added' | 'identification.changed' | 'contract.changed',
  id: string,
) {
  const { target, type } = pushEvents[event];
  world.pushes.queue({ merchant, url, target, type, id, event });
}
