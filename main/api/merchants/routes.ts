/** The merchant behind the token. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { merchantOf } from '../../contracts/merchant.ts';
import { merchantCategoryQueries } from '../../store/contracts.ts';
import { GeneralMerchant, MerchantCategory } from '../../wire/merchants.ts';
import { described, json, listRoute } from '../resource.ts';
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
    described(tag, 'Read the own merchant; `me` is the one of the token', GeneralMerchant),
    async (request, reply) => json(reply, merchantOf(world, request.principal, request.params.id)),
  );

  await app.register(async own => {
    own.addHook('preHandler', async (request: FastifyRequest) => {
      merchantOf(world, request.principal, (request.params as { id: string }).id);
    });
    listRoute(own, services, categories);
  });
}
