/** The tiles of the till: read, and replaced as a whole. `If-Match` guards against lost updates. */
import type { FastifyInstance } from 'fastify';
import { changeTiles, readTiles } from '../../masterData/articles/tiles.ts';
import { Tiles, TilesInput } from '../../wire/tiles.ts';
import { requireVersion, sendTagged } from '../etag.ts';
import { describeRoute, sendJson } from '../resource.ts';
import type { Services } from '../services.ts';
import { changeArticles } from './faults.ts';
import { ARTICLE_TAG } from './routes.ts';

const TILES = '/bridge/v1/tiles';

export function tileRoutes(app: FastifyInstance, services: Services): void {
  const { masterData } = services;
  const bytesOf = (merchant: string) => Buffer.from(JSON.stringify(readTiles(masterData, merchant)));

  app.get(TILES, describeRoute(ARTICLE_TAG, 'The tiles of the till, in their order', Tiles), async (request, reply) =>
    sendTagged(request, reply, bytesOf(request.principal.merchant)),
  );
  app.put<{ Body: TilesInput }>(
    TILES,
    describeRoute(ARTICLE_TAG, 'Replaces all tiles; articles on a tile become quick keys, all others none', Tiles, {
      body: TilesInput,
    }),
    async (request, reply) => {
      await changeArticles(services, request, change => {
        requireVersion(request, bytesOf(change.merchant));
        changeTiles(masterData, change, request.body.tiles);
      });
      return sendJson(reply, bytesOf(request.principal.merchant));
    },
  );
}
