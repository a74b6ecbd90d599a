/** The articles that are sold, as a whole with ETag; sent page by page, so that fifty thousand of them hold nobody up. */

import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { tilesForSale } from '../../masterData/articles/tiles.ts';
import { Catalogue } from '../../wire/catalogue.ts';
import { hasAlready } from '../etag.ts';
import { describeRoute } from '../resource.ts';
import type { Services } from '../services.ts';

const PAGE = 500;

export function catalogueRoutes(app: FastifyInstance, { shop, masterData }: Services): void {
  app.get(
    '/bridge/v1/catalogue',
    describeRoute('Screen', 'All articles', Catalogue),
    async (request, reply: FastifyReply) => {
      const { merchant } = request.principal;
      // Taken before the articles are read: a change meanwhile gives another version, which the event names.
      const version = String(shop.catalogueRevision(merchant));
      const etag = `"${version}"`;
      reply.header('etag', etag);
      if (hasAlready(request, etag)) return reply.code(304).send();
      const first = shop.articlePage(merchant, 0, PAGE);
      const tiles = tilesForSale(masterData, merchant);
      const tilesPart = tiles === null ? '' : `"tiles":${JSON.stringify(tiles)},`;
      const head = `{"version":"${version}",${tilesPart}"articles":[${first.join(',')}`;
      reply.type('application/json; charset=utf-8');
      if (first.length < PAGE) return reply.send(`${head}]}`);
      return reply.send(Readable.from(rest(shop, merchant, head)));
    },
  );
}

async function* rest(shop: Services['shop'], merchant: string, head: string): AsyncGenerator<string> {
  yield head;
  for (let from = PAGE; ; from += PAGE) {
    await turn();
    const page = shop.articlePage(merchant, from, PAGE);
    if (page.length > 0) yield `,${page.join(',')}`;
    if (page.length < PAGE) break;
  }
  yield ']}';
}
