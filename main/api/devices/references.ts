/** References of devices and routings: the own merchant, its devices, stores and contracts; those of others do not exist. */

import type { Device } from '../../wire/devices.ts';
import type { Principal } from '../../world/people.ts';
import { orNotFound } from '../resource.ts';
import type { Services } from '../services.ts';

type Given = string | { readonly id: string } | null | undefined;

/** Clients send an id or a reference that holds one. */
export const referencedId = (given: Given): string | null =>
  typeof given === 'object' ? (given?.id ?? null) : (given ?? null);

/** `me` is the till of the token. */
export function deviceNamed(
  { devices }: Pick<Services, 'devices'>,
  { merchant, device }: Principal,
  id: string,
): Device {
  const wanted = id.toLowerCase() === 'me' ? device : id;
  return orNotFound(wanted === null ? null : devices.find(merchant, wanted), 'smart.devices', id);
}

export function requireOwnMerchant({ merchant }: Principal, id: string | null): void {
  if (id !== null && id !== merchant && id.toLowerCase() !== 'me') orNotFound(null, 'general.merchants', id);
}

export function storeReference(
  { devices }: Pick<Services, 'devices'>,
  { merchant }: Principal,
  id: string | null,
): Device['store'] {
  if (id === null) return null;
  return { object: 'general.stores', id, name: orNotFound(devices.storeName(merchant, id), 'general.stores', id) };
}

export function contractReference(
  { world }: Pick<Services, 'world'>,
  { merchant }: Principal,
  id: string | null,
): Device['contract'] {
  if (id === null) return null;
  const contract = orNotFound(world.agreements.find(merchant, id), 'general.contracts', id);
  return { object: contract.id.startsWith('PCR_') ? 'payment.contracts' : 'general.contracts', id: contract.id };
}
