/**
 * The API as several servers of the framework, one for each area of addresses (`/bridge/v1/sales`, `/api/v2/Smart/Transactions`), made
 * when the area is first asked: to register all routes takes longer than the rest of a start, and a till uses few of them. The
 * routes are listed at once, so refusals and the description know all of them.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, HTTPMethods, RouteOptions } from 'fastify';
import { rewriteBrand } from './brand.ts';
import type { AddRoutes } from './resources.ts';
import { areaOf, RouteList, withoutRouteRules } from './routeList.ts';
import { newServer, sharedBy } from './server.ts';
import type { Services } from './services.ts';

export interface Api {
  routing(request: IncomingMessage, response: ServerResponse): void;
  close(): Promise<void>;
}

/** `failed` hears that an area could not be opened. */
export async function openApi(
  services: Services,
  resources: readonly AddRoutes[],
  failed: (error: unknown) => void,
): Promise<Api> {
  const shared = sharedBy(services);
  const rewrite = rewriteBrand(services.config.brand);
  const list = new RouteList();
  const { areas, mixed } = list;
  const main = await newServer(services, shared, app => list.viewOf(app));
  for (const resource of resources) await resource(list.viewOf(main), services);
  await main.ready();
  list.refuseShadows(main);
  const servers = new Map<string, Promise<FastifyInstance>>();
  const open = new Map<string, FastifyInstance>();

  async function openArea(area: string, routes: readonly RouteOptions[]): Promise<FastifyInstance> {
    const server = await newServer(services, shared, withoutRouteRules);
    for (const route of routes) server.route(route);
    await server.ready();
    open.set(area, server);
    return server;
  }

  function routing(request: IncomingMessage, response: ServerResponse): void {
    const url = rewrite(request.url ?? '/');
    const route = { method: (request.method ?? 'GET') as HTTPMethods, url, constraints: {} };
    const area = areaOf(url);
    const routes = areas.get(area);
    // The main server answers what no route takes, because it knows all of them.
    if (!routes || (mixed.has(area) && main.findRoute(route))) {
      main.routing(request, response);
      return;
    }
    const answer = (server: FastifyInstance) => (server.findRoute(route) ? server : main).routing(request, response);
    const opened = open.get(area);
    if (opened) {
      answer(opened);
      return;
    }
    const opening = servers.get(area) ?? openArea(area, routes);
    servers.set(area, opening);
    opening.then(answer).catch(failed);
  }

  return {
    routing,
    async close() {
      // Streams end with it.
      await main.close();
      await Promise.all([...servers.values()].map(async server => (await server).close()));
    },
  };
}
