/** Routings of the merchant (`/Smart/Routings`): each joins a till with the terminal that takes its card payments. */
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { routingQueries } from '../../store/devices.ts';
import { noteDocument } from '../../terminal/setup/deviceAudit.ts';
import { join, part, removeRouting } from '../../terminal/setup/routingAssignment.ts';
import { Routing, RoutingInput } from '../../wire/routings.ts';
import { timestamp } from '../../world/clock.ts';
import { newId } from '../../world/ids.ts';
import type { Principal } from '../../world/people.ts';
import { deviceNamed, referencedId, requireOwnMerchant, storeReference } from '../devices/references.ts';
import { addListRoute, addReadRoute, describeRoute, orNotFound, sendJson } from '../resource.ts';
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
  addListRoute(app, services, resource);
  addReadRoute(app, resource, services.devices.routings.bytes);
  writeRoutes(app, services);
  assignmentRoutes(app, services);
}

const routingNamed = ({ devices }: Services, { merchant }: Principal, id: string): Routing =>
  orNotFound(devices.routings.find(merchant, id)?.document, object, id);

function changedRouting(services: Services, principal: Principal, routing: Routing, input: RoutingInput): Routing {
  const { merchant, store, description, ...more } = input;
  requireOwnMerchant(principal, referencedId(merchant));
  return {
    ...routing,
    ...more,
    ...{ object, id: routing.id, merchant: routing.merchant, assign: routing.assign, created: routing.created },
    store: store === undefined ? routing.store : storeReference(services, principal, referencedId(store)),
    description: description ?? routing.description,
    updated: timestamp(services.world.clock.now()),
  };
}

function writeRoutes(app: FastifyInstance, services: Services): void {
  const { devices: store, world } = services;
  const { routings } = store;
  const now = () => timestamp(world.clock.now());

  app.post<{ Body: RoutingInput | null | undefined }>(
    path,
    describeRoute(tag, 'Make a routing without devices', Routing, { body: Type.Union([RoutingInput, Type.Null()]) }),
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
      const routing = changedRouting(services, principal, empty, body ?? {});
      await world.ledger.write(() => {
        routings.insert(principal.merchant, routing);
        noteDocument('routing', null, routing);
      });
      return sendJson(reply, routing);
    },
  );

  app.put<One & { Body: RoutingInput }>(
    `${path}/:id`,
    describeRoute(tag, 'Change store and description', Routing, { body: RoutingInput }),
    async ({ principal, params, body }, reply) => {
      const routing = await world.ledger.write(() => {
        const before = routingNamed(services, principal, params.id);
        const next = changedRouting(services, principal, before, body);
        routings.save(principal.merchant, next);
        noteDocument('routing', before, next);
        return next;
      });
      return sendJson(reply, routing);
    },
  );

  app.delete<One>(
    `${path}/:id`,
    describeRoute(tag, 'Remove a routing; its devices stay', Type.Array(Routing)),
    async ({ principal, params }, reply) =>
      sendJson(reply, [
        await world.ledger.write(() => {
          const removed = removeRouting(store, routingNamed(services, principal, params.id), now());
          noteDocument('routing', removed, null);
          return removed;
        }),
      ]),
  );
}

/** Routes that join a till and a terminal to a routing. */
function assignmentRoutes(app: FastifyInstance, services: Services): void {
  const { devices: store, world } = services;

  const changed = (
    { principal, params }: { readonly principal: Principal; readonly params: Assigned['Params'] },
    change: typeof join,
  ) =>
    world.ledger.write(() => {
      const before = routingNamed(services, principal, params.id);
      const device = deviceNamed(services, principal, params.device);
      const after = change(store, before, device, timestamp(world.clock.now()));
      noteDocument('routing', before, after);
      return after;
    });

  app.post<Assigned>(
    `${path}/:id/assign/:device`,
    describeRoute(tag, 'Put a till or a terminal into the routing', Routing),
    async (request, reply) => sendJson(reply, await changed(request, join)),
  );

  app.delete<Assigned>(
    `${path}/:id/assign/:device`,
    describeRoute(tag, 'Take a device out of the routing', Type.Array(Routing)),
    async (request, reply) => sendJson(reply, [await changed(request, part)]),
  );
}
