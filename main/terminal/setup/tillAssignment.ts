/** The tills of a terminal: every till has a routing of its own, and a terminal may stand in several. Inside a job. */

import { sideOf } from '../../domain/routing.ts';
import type { DeviceStore } from '../../store/devices.ts';
import type { Device } from '../../wire/devices.ts';
import type { Routing } from '../../wire/routings.ts';
import { timestamp } from '../../world/clock.ts';
import { BridgeError } from '../../world/errors.ts';
import { newId } from '../../world/ids.ts';
import { join, part } from './routingAssignment.ts';

/** Tills that pay at this terminal. */
export const tillsOf = (store: DeviceStore, merchant: string, terminal: string): readonly Device[] =>
  store
    .routedWith(terminal)
    .flatMap(id => store.find(merchant, id) ?? [])
    .filter(({ type }) => sideOf(type) === 'till');

/** Throws `notFound` where one of them is no till of the merchant. */
export function refuseNoTills(store: DeviceStore, merchant: string, tills: readonly string[]): void {
  for (const id of tills) tillOf(store, merchant, id);
}

/** From now on exactly these tills pay here. Throws `notFound` for what is no till of the merchant. */
export function assignTills(
  store: DeviceStore,
  merchant: string,
  terminal: string,
  tills: readonly string[],
  at: number,
): void {
  const now = timestamp(at);
  for (const { id } of tillsOf(store, merchant, terminal)) if (!tills.includes(id)) release(id);
  for (const id of new Set(tills)) attach(tillOf(store, merchant, id));

  function release(till: string) {
    for (const routing of routingsOf(till)) part(store, routing, deviceOf(terminal), now);
  }

  function attach(till: Device) {
    const [routing] = routingsOf(till.id);
    if (routing) return change(routing);
    const made = newRouting(till, now);
    store.routings.insert(merchant, made);
    join(store, join(store, made, till, now), deviceOf(terminal), now);
  }

  /** The till keeps its routing; the routing gets another terminal. */
  function change(routing: Routing) {
    const before = routing.assign.find(({ type }) => sideOf(type) === 'terminal');
    if (before?.id === terminal) return;
    const free = before ? part(store, routing, deviceOf(before.id), now) : routing;
    join(store, free, deviceOf(terminal), now);
  }

  function routingsOf(device: string): readonly Routing[] {
    const documents = store.routingsOf(device).map(id => store.routings.find(merchant, id)?.document);
    return documents.filter(document => document !== undefined);
  }

  function deviceOf(id: string): Device {
    const device = store.find(merchant, id);
    if (!device) throw new BridgeError('notFound', `there is no device ${id}`);
    return device;
  }
}

function tillOf(store: DeviceStore, merchant: string, id: string): Device {
  const device = store.find(merchant, id);
  if (!device || sideOf(device.type) !== 'till') throw new BridgeError('notFound', `there is no till ${id}`);
  return device;
}

function newRouting({ merchant, store, description }: Device, now: string): Routing {
  return {
    object: 'smart.routings',
    id: newId('SRT'),
    merchant,
    store,
    description,
    assign: [],
    created: now,
    updated: now,
  };
}
