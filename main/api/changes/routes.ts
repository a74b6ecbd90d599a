/**
 * Routes for another Tillbridge that reads from this one: the log of changes with tombstones, the catalogue by pages,
 * the campaigns.
 */
import type { FastifyInstance } from 'fastify';
import type { StoredEvent } from '../../store/events.ts';
import {
  Campaigns,
  CataloguePage,
  CataloguePageQuery,
  Changes,
  ChangesQuery,
  flowingObjects,
} from '../../wire/down.ts';
import { hasAlready, sendTagged } from '../etag.ts';
import { describeRoute } from '../resource.ts';
import type { Services } from '../services.ts';

const tag = 'Sync';
const PAGE = 200;
const LARGEST_PAGE = 1000;
const JSON_TYPE = 'application/json; charset=utf-8';

export function changeRoutes(app: FastifyInstance, services: Services): void {
  app.get<{ Querystring: ChangesQuery }>(
    '/bridge/v1/changes',
    describeRoute(tag, 'Changed and removed objects behind a number, each once, as they are now', Changes, {
      querystring: ChangesQuery,
    }),
    async ({ principal, query }, reply) => {
      const after = query.after === undefined ? null : Number(query.after);
      const count = Math.min(PAGE, Number(query.count ?? PAGE));
      return reply.type(JSON_TYPE).send(changesText(services, principal.merchant, after, count));
    },
  );

  app.get<{ Querystring: CataloguePageQuery }>(
    '/bridge/v1/catalogue/pages',
    describeRoute(tag, 'A page of the articles; the ETag is that of the whole catalogue', CataloguePage, {
      querystring: CataloguePageQuery,
    }),
    async (request, reply) => {
      const { merchant } = request.principal;
      const from = Number(request.query.from ?? 0);
      const count = Math.max(1, Math.min(LARGEST_PAGE, Number(request.query.count ?? PAGE)));
      const version = String(services.shop.catalogueRevision(merchant));
      const etag = `"${version}"`;
      reply.header('etag', etag);
      if (hasAlready(request, etag)) return reply.code(304).send();
      const articles = services.shop.articlePage(merchant, from, count);
      const next = articles.length < count ? null : from + count;
      return reply.type(JSON_TYPE).send(`{"version":"${version}","next":${next},"articles":[${articles.join(',')}]}`);
    },
  );

  app.get(
    '/bridge/v1/campaigns',
    describeRoute(tag, 'All campaigns, in their order', Campaigns),
    async (request, reply) => {
      const campaigns = services.world.loyalty.campaigns(request.principal.merchant);
      return sendTagged(request, reply, Buffer.from(JSON.stringify({ campaigns })));
    },
  );
}

/** Commits are numbered in their order, so nothing turns up behind a number later. */
function changesText(services: Services, merchant: string, after: number | null, count: number): string {
  const { events, installation: log } = services;
  const last = events.last();
  const found = after === null ? [] : after > last ? null : events.since(merchant, after, count);
  const rows = found ?? [];
  // The log holds the changes of all merchants: a page that is not full reaches its end.
  const next = rows.length < count || after === null ? last : (rows.at(-1)?.seq ?? last);
  const data = lastOfEach(rows).map(event => changeText(services, merchant, event));
  return `{"log":${JSON.stringify(log)},"last":${last},"next":${next},"gap":${found === null},"data":[${data.join(',')}]}`;
}

const flowing: ReadonlySet<string> = new Set(flowingObjects);

/** The last change of each object: its document is read as it is now. */
function lastOfEach(rows: readonly StoredEvent[]): readonly StoredEvent[] {
  const byId = new Map<string, StoredEvent>();
  for (const row of rows) if (flowing.has(row.object)) byId.set(row.id, row);
  return [...byId.values()].sort((a, b) => a.seq - b.seq);
}

function changeText({ objects }: Services, merchant: string, { seq, object, id }: StoredEvent): string {
  const bytes = objects[object]?.read(merchant, id);
  const head = `{"seq":${seq},"object":"${object}","id":${JSON.stringify(id)}`;
  return bytes === undefined
    ? `${head},"type":"removed","document":null}`
    : `${head},"type":"changed","document":${bytes.toString()}}`;
}
