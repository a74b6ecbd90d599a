/** Restricts calls to the records of the calling merchant. */
import type { ReferenceInput } from '../wire/loyalty.ts';
import { BridgeError } from '../world/errors.ts';
import type { Principal } from '../world/people.ts';

/** Throws `notFound` where the body or path names another merchant. */
export function requireOwnMerchant(
  { merchant }: Pick<Principal, 'merchant'>,
  sent: ReferenceInput | null | undefined,
): void {
  const id = typeof sent === 'string' ? sent : sent?.id;
  if (id && id !== merchant && id.toLowerCase() !== 'me') throw notFound('general.merchants', id);
}

/** The error for a record that this merchant does not have. */
export const notFound = (object: string, id: string) => new BridgeError('notFound', `there is no ${object} ${id}`);
