/** Assigns devices to routings. Device and routing name each other, written in the same job; all functions are for use in a job. */
import { assignment } from '../../domain/routing.ts';
import type { DeviceStore } from '../../store/devices.ts';
import type { Device } from '../../wire/devices.ts';
import type { Routing } from '../../wire/routings.ts';
import { BridgeError } from '../../world/errors.ts';

export function join(store: DeviceStore, routing: Routing, device: Device, now: string): Routing {
  const outcome = assignment(routing.assign, device, device.routing !== null);
  if (outcome === 'there') return routing;
  if (outcome !== 'new') throw new BridgeError('alreadyAssigned', REASONS[outcome]);
  const { object, id, type, description } = device;
  const joined = { ...routing, assign: [...routing.assign, { object, id, type, description }], updated: now };
  store.routings.save(routing.merchant.id, joined);
  showRouting(store, device, now);
  return joined;
}

export function part(store: DeviceStore, routing: Routing, device: Device, now: string): Routing {
  const assign = routing.assign.filter(({ id }) => id !== device.id);
  if (assign.length === routing.assign.length)
    throw new BridgeError('notFound', `${device.id} is not assigned to ${routing.id}`);
  const parted = { ...routing, assign, updated: now };
  store.routings.save(routing.merchant.id, parted);
  showRouting(store, device, now);
  return parted;
}

/** Gives the routing as it was; its devices are free again. */
export function removeRouting(store: DeviceStore, routing: Routing, now: string): Routing {
  const merchant = routing.merchant.id;
  store.routings.remove(merchant, routing.id);
  for (const { id } of routing.assign) {
    const device = store.find(merchant, id);
    if (device) showRouting(store, device, now);
  }
  return routing;
}

/** Writes a new description of a device into its routings. */
export function changeRouted(store: DeviceStore, device: Device, now: string): void {
  const { id, merchant, description } = device;
  for (const routing of store.routingsOf(id)) {
    const document = store.routings.find(merchant.id, routing)?.document;
    if (!document || document.assign.every(one => one.id !== id || one.description === description)) continue;
    const assign = document.assign.map(one => (one.id === id ? { ...one, description } : one));
    store.routings.save(merchant.id, { ...document, assign, updated: now });
  }
}

/** The device names its oldest routing; a till has only one routing. */
function showRouting(store: DeviceStore, device: Device, now: string) {
  const [first] = store.routingsOf(device.id);
  const routing = first === undefined ? null : { object: 'smart.routings', id: first };
  if (routing?.id === device.routing?.id) return;
  store.devices.save(device.merchant.id, { ...device, routing, updated: now });
}

const REASONS = {
  sideTaken: 'the routing has a device of this kind; take that one out first',
  tillElsewhere: 'the till is in another routing; take it out there first',
} as const;
