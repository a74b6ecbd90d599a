/** General Stores over HTTP. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createShop, makeDefaultShop, refreshOpening, updateShop } from '../../agreements/shops.ts';
import { shopQueries } from '../../store/shops.ts';
import { Result } from '../../wire/shapes.ts';
import { NewStoreInput, SetDefaultInput, Store, StoreInput } from '../../wire/shops.ts';
import { addListRoute, addReadRoute, describeRoute, sendJson } from '../resource.ts';
import type { Services } from '../services.ts';

const path = '/api/v2/General/Stores';
const tag = 'General Stores';
const resource = { path, tag, object: 'general.stores', item: Store, queries: shopQueries };

interface ById {
  Params: { id: string };
}

export async function storeRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { world } = services;

  await app.register(async reads => {
    reads.addHook('preHandler', async (request: FastifyRequest) => refreshOpening(world, request.principal.merchant));
    addListRoute(reads, services, resource);
    addReadRoute(reads, resource, world.shops.bytes);
  });

  app.post<{ Body: NewStoreInput }>(
    path,
    describeRoute(tag, 'Open a store', Store, { body: NewStoreInput }),
    async (request, reply) => sendJson(reply, await createShop(world, request.principal, request.body)),
  );

  app.put<ById & { Body: StoreInput }>(
    `${path}/:id`,
    describeRoute(tag, 'Change a store: what is named replaces what was there', Store, { body: StoreInput }),
    async (request, reply) =>
      sendJson(reply, await updateShop(world, request.principal, request.params.id, request.body)),
  );

  app.post<ById & { Body: SetDefaultInput }>(
    `${path}/:id/setDefault`,
    describeRoute(tag, 'Make it the default store of its merchant', Result, { body: SetDefaultInput }),
    async (request, reply) =>
      sendJson(reply, await makeDefaultShop(world, request.principal, request.params.id, request.body.reason)),
  );
}
