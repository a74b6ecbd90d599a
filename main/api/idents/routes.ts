/** Ident templates, and resolving idents without a sale. */
import type { FastifyInstance } from 'fastify';
import { checkPasscodes, identOf } from '../../sale/idents.ts';
import { identQueries } from '../../store/loyaltyQueries.ts';
import { IdentList, Idents, IdentTemplate } from '../../wire/idents.ts';
import type { IdentInput } from '../../wire/transactions.ts';
import { addListRoute, describeRoute, sendJson } from '../resource.ts';
import type { Services } from '../services.ts';

const tag = 'Idents';
const path = '/api/v2/Smart/Idents';

export function identRoutes(app: FastifyInstance, services: Services): void {
  const { world } = services;
  addListRoute(app, services, { path, tag, object: 'smart.idents', item: IdentTemplate, queries: identQueries });

  app.post<{ Body: readonly IdentInput[] }>(
    `${path}/:anything/validate`,
    describeRoute(tag, 'What is known of these idents', Idents, { body: IdentList }),
    async ({ principal: { merchant }, body }, reply) => {
      const proven = await checkPasscodes(world, merchant, body);
      return sendJson(
        reply,
        body.map((ident, position) => identOf(world, merchant, ident, position, proven)),
      );
    },
  );
}
