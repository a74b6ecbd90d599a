/** References in the input of callers, and fingerprints that identify equal input. */
import { createHash } from 'node:crypto';
import { BridgeError } from '../world/errors.ts';
import type { World } from '../world/world.ts';

/** The id in a text or in a reference object; null where no id is sent. */
export function idIn(input: unknown): string | null {
  const id = typeof input === 'object' && input !== null ? (input as { id?: unknown }).id : input;
  return typeof id === 'string' && id !== '' ? id : null;
}

/** Throws `notFound` where the input names another merchant, or an agreement of another merchant. */
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

/** A hash of the values: equal values give the same hash, and the hash reveals none of them. */
export const fingerprintOf = (...words: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(words)).digest('hex');
