/** The merchant behind the token. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { merchantOf } from '../../agreements/merchant.ts';
import { merchantCategoryQueries } from '../../store/agreements.ts';
import { GeneralMerchant, MerchantCategory } from '../../wire/merchants.ts';
import { addListRoute, describeRoute, sendJson } from '../resource.ts';
import type { Services } from '../services.ts';

const path = '/api/v2/General/Merchants';
const tag = 'General Merchants';

const categories = {
  path: `${path}/:id/MerchantCategories`,
  tag,
  object: 'general.merchantcategories',
  item: MerchantCategory,
  queries: merchantCategoryQueries,
};

export async function merchantRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { world } = services;

  app.get<{ Params: { id: string } }>(
    `${path}/:id`,
    describeRoute(tag, 'Read the own merchant; `me` is the one of the token', GeneralMerchant),
    async (request, reply) => sendJson(reply, merchantOf(world, request.principal, request.params.id)),
  );

  await app.register(async own => {
    own.addHook('preHandler', async (request: FastifyRequest) => {
      merchantOf(world, request.principal, (request.params as { id: string }).id);
    });
    addListRoute(own, services, categories);
  });
}
