/**
 * Lists routes and leaves it to others to register them. Rules for routes (hooks `onRoute`) meet each route as it is listed, so a listed
 * route is complete; routes of a scope of its own are registered at once, with what the scope adds.
 */
import type { FastifyInstance, HTTPMethods, onRouteHookHandler, RouteOptions } from 'fastify';

type Rule = onRouteHookHandler;

/** In the spelling of `routes.get`, `routes.post` and so on. */
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

export class RouteList {
  /** The listed routes of each area of addresses. */
  readonly areas = new Map<string, RouteOptions[]>();
  /** Areas of the routes that were registered at once. */
  readonly mixed = new Set<string>();
  readonly #rules: Rule[] = [];
  readonly #names = new Set<string>();
  #view: FastifyInstance | null = null;

  /** The server as rules and resources see it. */
  viewOf(app: FastifyInstance): FastifyInstance {
    this.#view ??= this.#newView(app);
    return this.#view;
  }

  #newView(app: FastifyInstance): FastifyInstance {
    app.addHook('onRoute', ({ url }) => void this.mixed.add(areaOf(url)));
    const add = (route: RouteOptions) => this.#add(app, route);
    const view: FastifyInstance = instead(app, {
      ...Object.fromEntries(METHODS.map(method => [method, listing(method, add)])),
      route: add,
      hasRoute: ({ method, url }: { method: string; url: string }) =>
        this.#names.has(`${method} ${url}`) || app.hasRoute({ method: method as HTTPMethods, url }),
      addHook: (name: string, hook: Rule) => {
        if (name === 'onRoute') this.#rules.push(hook);
        app.addHook(name as 'onRoute', hook);
        return view;
      },
    });
    return view;
  }

  #add(app: FastifyInstance, given: RouteOptions): FastifyInstance {
    const route = { ...given, path: given.url, routePath: given.url, prefix: '' };
    for (const rule of this.#rules) rule.call(app, route);
    const area = areaOf(route.url);
    this.areas.set(area, [...(this.areas.get(area) ?? []), route]);
    for (const method of [route.method].flat()) this.#names.add(`${method} ${route.url}`);
    return this.viewOf(app);
  }

  /** Throws where a route that was registered at once would be found in the place of a listed one. */
  refuseShadows(app: FastifyInstance): void {
    for (const area of this.mixed)
      for (const { method, url } of this.areas.get(area) ?? [])
        for (const one of [method].flat())
          if (app.findRoute({ method: one as HTTPMethods, url: url.replace(/:\w+/g, '-'), constraints: {} }))
            throw new Error(`${one} ${url}: a route of a scope is found in its place`);
  }
}

/** As `app.get(url, options, handler)`, where the options may be left out. */
const listing =
  (method: string, add: (route: RouteOptions) => FastifyInstance) =>
  (url: string, ...rest: [RouteOptions['handler']] | [Partial<RouteOptions>, RouteOptions['handler']]) => {
    const handler = rest.at(-1) as RouteOptions['handler'];
    const options = rest.length === 1 ? {} : rest[0];
    return add({ ...options, method: method.toUpperCase() as HTTPMethods, url, handler });
  };

/** The server for rules of requests alone: the routes it gets have met the rules for routes. */
export const withoutRouteRules = (app: FastifyInstance): FastifyInstance => {
  const view: FastifyInstance = instead(app, {
    addHook: (name: string, hook: Rule) => {
      if (name !== 'onRoute') app.addHook(name as 'onRoute', hook);
      return view;
    },
    // It is handed requests for its own routes alone.
    setNotFoundHandler: () => view,
  });
  return view;
};

/** The server with these members in the place of its own. */
const instead = (app: FastifyInstance, members: Readonly<Record<string, unknown>>): FastifyInstance =>
  new Proxy(app, {
    get(target, name) {
      if (typeof name === 'string' && Object.hasOwn(members, name)) return members[name];
      const own: unknown = Reflect.get(target, name);
      return typeof own === 'function' ? own.bind(target) : own;
    },
  });

/** Words that say no more than which API it is. */
const FIRST_WORDS: Readonly<Record<string, number>> = { bridge: 3, api: 4 };
/** Nobody means an address of hundreds of slashes. */
const MOST_PARTS = 50;

/**
 * The first words of an address or of a route, which tell its area: `bridge/v1/sales`, `api/v2/smart/transactions`, `docs`. As the
 * router reads it: without a host or a query, in any case, percent-encoded or not, and with slashes twice.
 */
export function areaOf(address: string): string {
  const local = address.startsWith('/') ? address : address.replace(/^https?:\/\/[^/?#]*/i, '');
  const end = local.search(/[?#]/);
  const words: string[] = [];
  for (const word of decoded(end < 0 ? local : local.slice(0, end)).split('/', MOST_PARTS)) {
    if (word !== '') words.push(word.toLowerCase());
    const [first] = words;
    if (first !== undefined && words.length === (FIRST_WORDS[first] ?? 1)) break;
  }
  return words.join('/');
}

function decoded(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
