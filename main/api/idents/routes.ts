/** Ident templates, and resolving idents without a sale. */
import type { FastifyInstance } from 'fastify';
import { provenIdents, recognise } from '../../checkout/sale/idents.ts';
import { identQueries } from '../../store/loyaltyQueries.ts';
import { IdentList, Idents, IdentTemplate } from '../../wire/idents.ts';
import type { IdentInput } from '../../wire/transactions.ts';
import { described, json, listRoute } from '../resource.ts';
import type { Services } from '../services.ts';

const tag = 'Idents';
const path = '/api/v2/Smart/Idents';

export function identRoutes(app: FastifyInstance, services: Services): void {
  const { world } = services;
  listRoute(app, services, { path, tag, object: 'smart.idents', item: IdentTemplate, queries: identQueries });

  app.post<{ Body: readonly IdentInput[] }>(
    `${path}/:anything/validate`,
    described(tag, 'What is known of these idents', Idents, { body: IdentList }),
    async ({ principal: { merchant }, body }, reply) => {
      const proven = await provenIdents(world, merchant, body);
      return json(
        reply,
        body.map((ident, position) => recognise(world, merchant, ident, position, proven)),
      );
    },
  );
}
