/** The articles of the merchant, as a whole with ETag. */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Catalogue } from '../../wire/catalogue.ts';
import { ErrorBody } from '../../wire/shapes.ts';
import type { Services } from '../services.ts';

export function catalogueRoutes(app: FastifyInstance, { shop }: Services): void {
  app.get(
    '/bridge/v1/catalogue',
    { schema: { tags: ['Screen'], summary: 'All articles', response: { 200: Catalogue, '4xx': ErrorBody } } },
    async (request, reply) => {
      const articles = `[${shop.articles(request.principal.merchant).join(',')}]`;
      const version = createHash('sha256').update(articles).digest('base64url').slice(0, 16);
      const etag = `"${version}"`;
      reply.header('etag', etag);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type('application/json; charset=utf-8').send(`{"version":"${version}","articles":${articles}}`);
    },
  );
}
