/** How callers name things, and how the same thing is known again. */
import { createHash } from 'node:crypto';
import { BridgeError } from '../../world/errors.ts';
import type { World } from '../../world/world.ts';

/** The id in an id or in a reference that holds one; null where nothing is named. */
export function idIn(input: unknown): string | null {
  const id = typeof input === 'object' && input !== null ? (input as { id?: unknown }).id : input;
  return typeof id === 'string' && id !== '' ? id : null;
}

/** Merchant and contract may be named, but only one's own. */
export function refuseForeign(
  world: Pick<World, 'agreements'>,
  merchant: string,
  input: { readonly merchant?: unknown; readonly merchant_id?: unknown; readonly contract?: unknown },
): void {
  const named = idIn(input.merchant) ?? idIn(input.merchant_id);
  if (named !== null && named !== merchant && named.toLowerCase() !== 'me')
    throw new BridgeError('notFound', `there is no general.merchants ${named}`);
  const contract = idIn(input.contract);
  if (contract !== null && !world.agreements.find(merchant, contract))
    throw new BridgeError('notFound', `there is no contract ${contract}`);
}

/** The same for the same words, and tells nothing about them. */
export const fingerprintOf = (...words: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(words)).digest('hex');
