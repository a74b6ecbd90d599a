/** The page a payer has to pass: opened with the operation that asked for it, good once, and only for some minutes. */
import { newKey } from '../../world/ids.ts';
import type { World } from '../../world/world.ts';
import type { PaymentRecord } from './record.ts';

/** How long a payer has, ms. */
export const CHALLENGE_TIME = 15 * 60_000;

/** Inside a job; the address of the page. */
export function openChallenge(world: World, { document, inner }: PaymentRecord): string {
  const id = newKey();
  const expiresAt = world.clock.now() + CHALLENGE_TIME;
  world.payments.challenges.open({ id, payment: document.id, merchant: inner.order.merchant, expiresAt });
  return `${world.address()}/challenge/${id}`;
}
