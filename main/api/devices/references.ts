/** What devices and routings refer to: the own merchant, its stores and contracts; another merchant's do not exist. */

import type { Device } from '../../wire/devices.ts';
import type { Principal } from '../../world/people.ts';
import { found } from '../resource.ts';
import type { Services } from '../services.ts';

type Given = string | { readonly id: string } | null | undefined;

/** Clients send an id or a reference that holds one. */
export const idIn = (given: Given): string | null =>
  typeof given === 'object' ? (given?.id ?? null) : (given ?? null);

export function ownMerchant({ merchant }: Principal, id: string | null): void {
  if (id !== null && id !== merchant && id.toLowerCase() !== 'me') found(null, 'general.merchants', id);
}

export function storeOf({ devices }: Services, { merchant }: Principal, id: string | null): Device['store'] {
  if (id === null) return null;
  return { object: 'general.stores', id, name: found(devices.storeName(merchant, id), 'general.stores', id) };
}

export function contractOf({ world }: Services, { merchant }: Principal, id: string | null): Device['contract'] {
  if (id === null) return null;
  const contract = found(world.contracts.find(merchant, id), 'general.contracts', id);
  return { object: contract.id.startsWith('PCR_') ? 'payment.contracts' : 'general.contracts', id: contract.id };
}
