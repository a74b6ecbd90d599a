/** Builds the HTTP server: guards at the door, one error handler, and the resources. Opening the port is `listen.ts`. */
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { hostAllowed, originAllowed } from '../auth/door.ts';
import { missingRight, type Needs, needsOf } from '../auth/rights.ts';
import { BridgeError } from '../errors.ts';
import { newKey } from '../ids.ts';
import type { Principal } from '../ports/people.ts';
import { answerError } from './answers.ts';
import { answerInBrand, rewriteBrand } from './brand.ts';
import { compileAtFirstUse, notItsOwn } from './compilers.ts';
import { inContext } from './context.ts';
import { resources } from './index.ts';
import { recordRequests } from './journal/record.ts';
import { guardMoney } from './money.ts';
import type { Services } from './services.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; set for every route that is not public. */
    principal: Principal;
  }
  interface FastifyContextConfig {
    /** Answers without a token. */
    public?: true;
    /** Where fewer roles may call it than the table of rights says. */
    roles?: readonly Principal['role'][];
    /** From the table of rights; written when the route is listed. */
    needs?: Needs;
  }
}

export async function buildServer(services: Services): Promise<FastifyInstance> {
  const answer = answerError(services.world.log);
  const rewrite = rewriteBrand(services.config.brand);
  const app = fastify({
    frameworkErrors: answer,
    schemaController: { compilersFactory: notItsOwn },
    rewriteUrl: ({ url = '/' }) => rewrite(url),
    routerOptions: {
      caseSensitive: false,
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
      maxParamLength: 300,
    },
    bodyLimit: services.config.bodyLimit,
    // Slow senders are cut; a blocking answer may take as long as the terminal needs.
    requestTimeout: 15_000,
    keepAliveTimeout: 72_000,
    genReqId: supportIds(),
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
  });
  compileAtFirstUse(app);
  app.decorate('objects', services.objects);
  acceptBodies(app);
  app.setErrorHandler(answer);
  app.setNotFoundHandler(() => {
    throw new BridgeError('notFound', 'there is no such resource');
  });
  await admitOrigins(app, services.config.allowedOrigins);
  guard(app, services);
  await app.register(rateLimit, {
    max: services.config.requestsPerMinute,
    timeWindow: 60_000,
    addHeaders: NO_HEADERS,
    addHeadersOnExceeding: NO_HEADERS,
    keyGenerator: request => request.socket.remoteAddress ?? '',
  });
  answerInBrand(app, services.config.brand);
  guardMoney(app, services.world);
  inContext(app, services);
  if (services.journal) recordRequests(app, services.journal, services.world);
  for (const resource of resources) await resource(app, services);
  return app;
}

/** Web tills of other origins ask before they call; those that are named get the answer their browser wants. */
async function admitOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  const { default: cors } = await import('@fastify/cors');
  await app.register(cors, { origin: [...origins], maxAge: 600 });
}

/** Counters in every answer cost more than they tell; a refusal still says when to come back. */
const NO_HEADERS = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false } as const;

/** Unique per request; the first part tells two starts of the bridge apart. */
function supportIds(): () => string {
  const start = newKey().slice(0, 10);
  let count = 0;
  return () => {
    count += 1;
    return `${start}-${count}`;
  };
}

/** JSON, where many clients send the header without a body, and forms for the token endpoint. */
function acceptBodies(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    request.sent = body as string;
    if (body.length === 0) return done(null, undefined);
    parse(request, body as string, (error, value) => done(error ?? depthError(value), value));
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, body, done) => {
    request.sent = body as string;
    done(null, Object.fromEntries(new URLSearchParams(body as string)));
  });
}

/** Deeper than any transaction; the JSON functions of SQLite give up at 1000, and with them every list. */
const DEEPEST = 100;

const depthError = (body: unknown): BridgeError | null =>
  deeperThan(DEEPEST, body) ? new BridgeError('badInput', `the body is nested deeper than ${DEEPEST} levels`) : null;

function deeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some(member => deeperThan(levels - 1, member));
}

function guard(app: FastifyInstance, services: Services) {
  const { config, bearers, world } = services;
  app.decorateRequest('principal', null as unknown as Principal);
  app.addHook('onRoute', route => {
    const [method = ''] = [route.method].flat();
    const { roles: admitted, public: open } = route.config ?? {};
    const { scopes, roles } = needsOf(method, route.url);
    const both = admitted ? roles.filter(role => admitted.includes(role)) : roles;
    route.config = { ...route.config, needs: { scopes, roles: both } };
    // The published description tells which routes want no token.
    if (open) route.schema = { ...route.schema, security: [] };
  });
  // Not async: this runs before every request, and a promise costs more than the checks.
  app.addHook('onRequest', (request, reply, done) => {
    try {
      check(request, reply);
      done();
    } catch (error) {
      done(error as Error);
    }
  });

  function check(request: FastifyRequest, reply: FastifyReply) {
    reply.header('x-content-type-options', 'nosniff');
    const { host, origin } = request.headers;
    if (!hostAllowed(host, config))
      throw new BridgeError('hostRefused', `Host ${host ?? '(none)'} is not one of this bridge's names`);
    if (!originAllowed(origin, host, config))
      throw new BridgeError('originRefused', `Origin ${origin} may not call this bridge`);
    const route = request.routeOptions.config;
    if (route.public || request.is404) return;
    request.principal = bearers.principal(request.headers.authorization);
    if (!world.contracts.exists(request.principal.merchant))
      throw new BridgeError('noContract', 'the merchant of this client has no contract');
    const missing = route.needs ? missingRight(request.principal, route.needs) : null;
    // The specification answers 404 where a permission is missing, and 403 only without login or contract.
    if (missing) throw new BridgeError(route.url.startsWith('/bridge/') ? 'forbidden' : 'noPermission', missing);
  }
}
