/** Routings of the merchant (`/Smart/Routings`): each joins a till with the terminal that takes its card payments. */
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { routingQueries } from '../../store/devices.ts';
import { join, part, removeRouting } from '../../terminals/join.ts';
import type { Device } from '../../wire/devices.ts';
import { Routing, RoutingInput } from '../../wire/routings.ts';
import { timestamp } from '../../world/clock.ts';
import { newId } from '../../world/ids.ts';
import type { Principal } from '../../world/people.ts';
import { idIn, ownMerchant, storeOf } from '../devices/references.ts';
import { described, found, json, listRoute, readRoute } from '../resource.ts';
import type { Services } from '../services.ts';

const resource = {
  path: '/api/v2/Smart/Routings',
  tag: 'Routings',
  object: 'smart.routings',
  item: Routing,
  queries: routingQueries,
} as const;
const { path, tag, object } = resource;

interface One {
  Params: { id: string };
}
interface Assigned {
  Params: { id: string; device: string };
}

export function routingRoutes(app: FastifyInstance, services: Services): void {
  const { devices: store, world } = services;
  const { routings } = store;
  const now = () => timestamp(world.clock.now());

  const routingOf = ({ merchant }: Principal, id: string): Routing =>
    found(routings.find(merchant, id)?.document, object, id);

  function deviceOf({ merchant, device }: Principal, id: string): Device {
    const wanted = id.toLowerCase() === 'me' ? device : id;
    return found(wanted === null ? null : store.find(merchant, wanted), 'smart.devices', id);
  }

  function changed(principal: Principal, routing: Routing, input: RoutingInput): Routing {
    const { merchant, store: place, description, ...more } = input;
    ownMerchant(principal, idIn(merchant));
    return {
      ...routing,
      ...more,
      ...{ object, id: routing.id, merchant: routing.merchant, assign: routing.assign, created: routing.created },
      store: place === undefined ? routing.store : storeOf(services, principal, idIn(place)),
      description: description ?? routing.description,
      updated: now(),
    };
  }

  listRoute(app, services, resource);
  readRoute(app, resource, routings.bytes);

  app.post<{ Body: RoutingInput | null | undefined }>(
    path,
    described(tag, 'Make a routing without devices', Routing, { body: Type.Union([RoutingInput, Type.Null()]) }),
    async ({ principal, body }, reply) => {
      const empty: Routing = {
        object,
        id: newId('SRT'),
        merchant: { object: 'general.merchants', id: principal.merchant },
        store: null,
        description: '',
        assign: [],
        created: now(),
        updated: now(),
      };
      const routing = changed(principal, empty, body ?? {});
      await world.ledger.write(() => routings.insert(principal.merchant, routing));
      return json(reply, routing);
    },
  );

  app.put<One & { Body: RoutingInput }>(
    `${path}/:id`,
    described(tag, 'Change store and description', Routing, { body: RoutingInput }),
    async ({ principal, params, body }, reply) => {
      const routing = await world.ledger.write(() => {
        const next = changed(principal, routingOf(principal, params.id), body);
        routings.save(principal.merchant, next);
        return next;
      });
      return json(reply, routing);
    },
  );

  app.delete<One>(
    `${path}/:id`,
    described(tag, 'Remove a routing; its devices stay', Type.Array(Routing)),
    async ({ principal, params }, reply) =>
      json(reply, [await world.ledger.write(() => removeRouting(store, routingOf(principal, params.id), now()))]),
  );

  app.post<Assigned>(
    `${path}/:id/assign/:device`,
    described(tag, 'Put a till or a terminal into the routing', Routing),
    async ({ principal, params }, reply) => {
      const change = () => join(store, routingOf(principal, params.id), deviceOf(principal, params.device), now());
      return json(reply, await world.ledger.write(change));
    },
  );

  app.delete<Assigned>(
    `${path}/:id/assign/:device`,
    described(tag, 'Take a device out of the routing', Type.Array(Routing)),
    async ({ principal, params }, reply) => {
      const change = () => part(store, routingOf(principal, params.id), deviceOf(principal, params.device), now());
      return json(reply, [await world.ledger.write(change)]);
    },
  );
}
