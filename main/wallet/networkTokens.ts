/**
 * Network tokens of payment containers; every change is pushed to the address of the caller (specification, "Events").
 */

import { mayBecome, type TokenStatusName } from '../domain/networkToken.ts';
import type { PaymentContainer } from '../wire/containers.ts';
import { timestamp } from '../world/clock.ts';
import { BridgeError } from '../world/errors.ts';
import type { World } from '../world/world.ts';

export const noToken: PaymentContainer['token_status'] = {
  status: 'not requested',
  created: null,
  last_modified: null,
  version: 0,
};

/**
 * Inside a job: records a new status of the token. The same status, or a status that cannot follow, such as an answer
 * after the archiving, changes nothing.
 */
export function recordTokenStatus(
  world: Pick<World, 'clock' | 'pushes' | 'wallet'>,
  containerId: string,
  status: TokenStatusName,
): void {
  const { containers } = world.wallet;
  const merchant = containers.merchantOf(containerId);
  const before = merchant === null ? null : containers.find(merchant, containerId);
  if (merchant === null || before === null) return;
  if (mayBecome(before.document.token_status.status, status)) setTokenStatus(world, merchant, containerId, status);
}

/**
 * Inside a job: sets the status of the token, which can follow the present one (`mayBecome`). Throws `notFound`.
 */
export function setTokenStatus(
  world: Pick<World, 'clock' | 'pushes' | 'wallet'>,
  merchant: string,
  id: string,
  status: TokenStatusName,
): PaymentContainer {
  const found = world.wallet.containers.find(merchant, id);
  if (!found) throw new BridgeError('notFound', `there is no payment.containers ${id}`);
  const { document, inner } = found;
  const { token_status: before } = document;
  const now = timestamp(world.clock.now());
  const token_status = { status, created: before.created ?? now, last_modified: now, version: before.version + 1 };
  const changed = { ...document, token_status };
  world.wallet.containers.save(merchant, changed);
  const { notificationUrl: url } = inner;
  const event = 'container.token_changed';
  world.pushes.queue({ merchant, url, target: document.object, type: 'changed', id, event });
  return changed;
}
