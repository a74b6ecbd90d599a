/** The merchant behind the token. */
import type { FastifyInstance } from 'fastify';
import { merchantOf } from '../../contracts/merchant.ts';
import { merchantCategories } from '../../domain/merchantCategories.ts';
import { described, json } from '../resource.ts';
import type { Services } from '../services.ts';
import { GeneralMerchant, MerchantCategories } from './contract.ts';

const path = '/api/v2/General/Merchants';
const tag = 'General Merchants';

export function merchantRoutes(app: FastifyInstance, { world }: Services): void {
  app.get<{ Params: { id: string } }>(
    `${path}/:id`,
    described(tag, 'Read the own merchant; `me` is the one of the token', GeneralMerchant),
    async (request, reply) => json(reply, merchantOf(world, request.principal, request.params.id)),
  );

  app.get<{ Params: { id: string } }>(
    `${path}/:id/MerchantCategories`,
    described(tag, 'What a merchant may trade in, for requestId', MerchantCategories),
    async (request, reply) => {
      merchantOf(world, request.principal, request.params.id);
      return json(reply, merchantCategories);
    },
  );
}
