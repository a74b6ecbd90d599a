/** General Stores over HTTP. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createStore, makeDefault, refreshOpening, updateStore } from '../../contracts/store.ts';
import { storeQueries } from '../../store/stores.ts';
import { Result } from '../../wire/shapes.ts';
import { NewStoreInput, SetDefaultInput, Store, StoreInput } from '../../wire/stores.ts';
import { described, json, listRoute, readRoute } from '../resource.ts';
import type { Services } from '../services.ts';

const path = '/api/v2/General/Stores';
const tag = 'General Stores';
const resource = { path, tag, object: 'general.stores', item: Store, queries: storeQueries };

interface ById {
  Params: { id: string };
}

export async function storeRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { world } = services;

  await app.register(async reads => {
    reads.addHook('preHandler', async (request: FastifyRequest) => refreshOpening(world, request.principal.merchant));
    listRoute(reads, services, resource);
    readRoute(reads, resource, world.stores.bytes);
  });

  app.post<{ Body: NewStoreInput }>(
    path,
    described(tag, 'Open a store', Store, { body: NewStoreInput }),
    async (request, reply) => json(reply, await createStore(world, request.principal, request.body)),
  );

  app.put<ById & { Body: StoreInput }>(
    `${path}/:id`,
    described(tag, 'Change a store: what is named replaces what was there', Store, { body: StoreInput }),
    async (request, reply) => json(reply, await updateStore(world, request.principal, request.params.id, request.body)),
  );

  app.post<ById & { Body: SetDefaultInput }>(
    `${path}/:id/setDefault`,
    described(tag, 'Make it the default store of its merchant', Result, { body: SetDefaultInput }),
    async (request, reply) =>
      json(reply, await makeDefault(world, request.principal, request.params.id, request.body.reason)),
  );
}
