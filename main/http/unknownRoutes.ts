/** Finds a hint for a request that no route takes: the methods of its path, or the route with the closest path. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { likelyName } from '../domain/likelyName.ts';
import { BridgeError } from '../world/errors.ts';

/** Methods of each route, by its path with parameters. */
export type RouteMethods = ReadonlyMap<string, ReadonlySet<string>>;

/** Before the first route. */
export function refuseUnknownRoutes(app: FastifyInstance): void {
  const routes = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ method, url }) => {
    if (url === '*' || url === '/*') return;
    const path = url.length > 1 && url.endsWith('/') ? url.slice(0, -1) : url;
    const methods = routes.get(path) ?? new Set();
    routes.set(path, methods);
    for (const one of [method].flat()) methods.add(one);
  });
  const refusalOf = (request: FastifyRequest, reply: FastifyReply): BridgeError => {
    const path = request.url.split('?')[0] ?? '';
    const methods = methodsAt(path, routes);
    if (methods.length === 0) return new BridgeError('routeUnknown', closest(path, routes));
    // Not 405, which the specification gives another meaning: the payment method is not available, or a capture failed.
    reply.header('allow', methods.join(', '));
    return new BridgeError('methodUnknown', `this path takes ${methods.join(', ')}, not ${request.method}`);
  };
  // Before the body is read: nobody without a token has one parsed by a wrong address.
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.is404) done(refusalOf(request, reply));
    else done(null, payload);
  });
  app.setNotFoundHandler((request, reply) => {
    throw refusalOf(request, reply);
  });
}

function closest(path: string, routes: RouteMethods): string {
  const near = closestRoute(path, routes.keys());
  if (near === null) return 'no route has this path; /docs lists all of them';
  const methods = [...(routes.get(near) ?? [])].join(' or ');
  return `no route has this path; the closest one is ${methods} ${asWritten(near)}`;
}

const asWritten = (route: string): string => route.replace(/:(\w+)/g, '{$1}');

/** In the order of the routes; empty where no route has this path. */
export const methodsAt = (path: string, routes: RouteMethods): readonly string[] => [
  ...new Set([...routes].flatMap(([route, methods]) => (isAt(path, route) ? [...methods] : []))),
];

function isAt(path: string, route: string): boolean {
  const asked = wordsOf(path);
  const words = wordsOf(route);
  return (
    asked.length === words.length && words.every((word, index) => similarity(asked[index] ?? '', word) >= PARAMETER)
  );
}

/** How well a word of a path fits that of a route: a parameter takes every word. */
const PARAMETER = 0.6;
const NEAR = 0.5;

function similarity(asked: string, word: string): number {
  if (asked === '') return 0;
  if (word.startsWith(':')) return PARAMETER;
  if (asked.toLowerCase() === word.toLowerCase()) return 1;
  return likelyName(asked, [word]) === null ? 0 : NEAR;
}

/** Share of the words that have to fit. */
const ENOUGH = 0.6;
/** Longer paths are no slip of the keyboard, and comparing them costs time. */
const MOST_WORDS = 12;

/** Compared from its beginning and from its end, because a missing word at the front moves all others. */
export function closestRoute(path: string, routes: Iterable<string>): string | null {
  const asked = wordsOf(path);
  if (asked.length === 0 || asked.length > MOST_WORDS) return null;
  let best: string | null = null;
  let most = ENOUGH;
  for (const route of routes) {
    const words = wordsOf(route);
    const fits = Math.max(fitOf(asked, words), fitOf(asked.toReversed(), words.toReversed()));
    if (fits <= most) continue;
    best = route;
    most = fits;
  }
  return best;
}

/** 1 where all words fit, 0 where none does. */
function fitOf(asked: readonly string[], words: readonly string[]): number {
  const fitting = words.reduce((sum, word, index) => sum + similarity(asked[index] ?? '', word), 0);
  return (2 * fitting) / (asked.length + words.length);
}

const wordsOf = (path: string): readonly string[] => path.split('/').filter(word => word !== '');
