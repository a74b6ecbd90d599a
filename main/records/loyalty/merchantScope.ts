/** What belongs to the merchant who asks, and what is said of all else. */
import type { ReferenceInput } from '../../wire/loyalty.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Principal } from '../../world/people.ts';

/** A merchant named in a body or path is the caller's own, or does not exist. */
export function requireOwnMerchant({ merchant }: Principal, sent: ReferenceInput | null | undefined): void {
  const id = typeof sent === 'string' ? sent : sent?.id;
  if (id && id !== merchant && id.toLowerCase() !== 'me') throw notFound('general.merchants', id);
}

/** What this merchant does not have. */
export const notFound = (object: string, id: string) => new BridgeError('notFound', `there is no ${object} ${id}`);
