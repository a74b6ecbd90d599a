/** Builds the HTTP server: the checks of every request, one error handler, and resources. `listen.ts` opens the port. */
import type { IncomingMessage } from 'node:http';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, type RouteOptions } from 'fastify';
import { loyaltyCardsBy } from '../../drivers/masking/cardMask.ts';
import { bodyText } from '../http/bodyText.ts';
import { answerError, DATABASE_DAMAGED, SUPPORT_ID } from '../http/errorAnswers.ts';
import { hostAllowed, hostFault, originAllowed } from '../http/hostRules.ts';
import { createRateLimit } from '../http/rateLimit.ts';
import { safetyHeaders } from '../http/safetyHeaders.ts';
import { refuseUnknownRoutes } from '../http/unknownRoutes.ts';
import { compileAtFirstUse, noOwnCompilers } from '../http/validators.ts';
import { missingRight, type OperationRight, rightOf } from '../services/auth/rights.ts';
import { addressRules } from '../services/push/openDelivery.ts';
import { newestVersion } from '../world/apiVersions.ts';
import { BridgeError } from '../world/errors.ts';
import { newKey } from '../world/ids.ts';
import type { Principal } from '../world/people.ts';
import { answerVersion, markDeprecated, VERSION_HEADER } from './apiVersion.ts';
import { checkApprovals } from './approvals/approvalCheck.ts';
import { bodyLimitFault, bodyLimits, limitOpenBodies, repeatedMember, tooManyMembers } from './bodyLimits.ts';
import { brandAnswers, rewriteBrand } from './brand.ts';
import { type CardNumberRule, createCardNumberRule } from './cardNumberRule.ts';
import { addFaultHooks } from './control/faultHooks.ts';
import { keepDiskReserve } from './diskReserve.ts';
import type { Published } from './docs/routes.ts';
import { leaveEchoedMembers } from './echoedMembers.ts';
import type { ResourceReader } from './etag.ts';
import { createIdempotency, type Idempotency } from './idempotency.ts';
import { recordRequests } from './journal/recordRequests.ts';
import { checkMoneyMembers } from './moneyCheck.ts';
import { checkPushAddresses } from './pushAddressCheck.ts';
import { addRequestContext } from './requestHooks.ts';
import type { AddRoutes } from './resources.ts';
import type { Services } from './services.ts';
import { waitingRefusal } from './setup/reach.ts';
import { checkMembers, UNKNOWN_HEADER } from './strictness.ts';

declare module 'fastify' {
  interface FastifyInstance {
    shared: Shared;
  }
  interface FastifyRequest {
    /** The caller; set for every route that is not public. */
    principal: Principal;
  }
  interface FastifyContextConfig {
    /** Answers without a token. */
    public?: true;
    /** Answers under the address that customers use; nothing else does. */
    forCustomers?: true;
    /** Its row of the table of rights; written when the route is listed. */
    right?: OperationRight;
  }
}

/** All servers of the API of one bridge share it: a request is the same wherever it is answered. */
export interface Shared {
  readonly cards: CardNumberRule;
  /** How the resource behind the URL pattern of a route is read, by that pattern. */
  readonly readers: Map<string, ResourceReader>;
  readonly idempotency: Idempotency;
  readonly limitRate: (address: string) => void;
  readonly supportId: () => string;
  /** The description of all routes, once they are listed. */
  published: Published | null;
}

export const sharedBy = ({ config, requestKeys, world }: Services): Shared => ({
  cards: createCardNumberRule(loyaltyCardsBy(config.loyaltyPrefixes)),
  readers: new Map(),
  idempotency: createIdempotency(requestKeys, world.ledger.write, world.log),
  limitRate: createRateLimit(config.requestsPerMinute),
  supportId: supportIds(),
  published: null,
});

/** The API with all these resources as one server. Another server listens, and hands its requests over. */
export async function buildServer(services: Services, resources: readonly AddRoutes[]): Promise<FastifyInstance> {
  const app = await newServer(services, sharedBy(services));
  for (const resource of resources) await resource(app, services);
  return app;
}

/** A server of the API without a resource. `viewOf` gives the server as the rules of requests see it. */
export async function newServer(
  services: Services,
  shared: Shared,
  viewOf: (app: FastifyInstance) => FastifyInstance = app => app,
): Promise<FastifyInstance> {
  const answer = answerError(services.world.log);
  const rewrite = rewriteBrand(services.config.brand);
  const { cards } = shared;
  const app = fastify({
    // Hooks do not run for an address that cannot be read.
    frameworkErrors: (error, request, reply) => answer(error, request, reply.header(VERSION_HEADER, newestVersion)),
    schemaController: { compilersFactory: noOwnCompilers },
    rewriteUrl(raw) {
      cards.cutHead(raw as IncomingMessage);
      // The framework has kept the address as it came.
      (raw as { originalUrl?: string }).originalUrl = raw.url ?? '/';
      return rewrite(raw.url ?? '/');
    },
    routerOptions: {
      caseSensitive: false,
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
      maxParamLength: 300,
    },
    bodyLimit: services.config.bodyLimit,
    // The framework sets a timer for each route, and nothing that is registered here waits for anything.
    pluginTimeout: 0,
    genReqId: shared.supportId,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
  });
  compileAtFirstUse(app);
  app.decorate('objects', services.objects);
  app.decorate('shared', shared);
  acceptBodies(app, cards);
  app.setErrorHandler((error, request, reply) => {
    const { code = '' } = error as { code?: string };
    if (DATABASE_DAMAGED.test(code)) services.risks.raise('damaged', code);
    return answer(error as never, request, reply);
  });
  await checkRequests(viewOf(app), services, shared);
  return app;
}

/** The rules of every request, in their order, and of routes as they are listed. */
async function checkRequests(app: FastifyInstance, services: Services, shared: Shared): Promise<void> {
  const { config, world } = services;
  refuseUnknownRoutes(app);
  limitOpenBodies(app);
  keepDiskReserve(app, config);
  nameRequests(app);
  await admitOrigins(app, config.allowedOrigins);
  checkEveryRequest(app, services, shared);
  brandAnswers(app, config.brand);
  markDeprecated(app);
  checkMoneyMembers(app, world);
  checkMembers(app, config.strict);
  checkPushAddresses(app, addressRules(config));
  addRequestContext(app, services, shared.idempotency);
  leaveEchoedMembers(app);
  checkApprovals(app, services);
  if (services.journal) recordRequests(app, services.journal, world);
  if (services.control) addFaultHooks(app, services.control);
}

/** Longer names are cut in a refusal. */
const LONGEST_NAME = 100;

const refusedHost = (host = '(none)'): string =>
  `Host ${host.slice(0, LONGEST_NAME)} is not a name of this bridge; ${settingFor('allowedHosts', host)}`;

const refusedOrigin = (origin = ''): string =>
  origin === 'null'
    ? 'Origin null (a page from a file or in a closed frame) may not call this bridge; serve the page by http or https and name its origin in the setting allowedOrigins'
    : `Origin ${origin.slice(0, LONGEST_NAME)} may not call this bridge; ${settingFor('allowedOrigins', origin)}`;

/** How a name is added to a setting, in each form in which it may be given. */
function settingFor(setting: 'allowedHosts' | 'allowedOrigins', name: string): string {
  const list = JSON.stringify([name.slice(0, LONGEST_NAME)]);
  const variable = setting === 'allowedHosts' ? 'TILLBRIDGE_ALLOWED_HOSTS' : 'TILLBRIDGE_ALLOWED_ORIGINS';
  return `the operator adds it by "${setting}": ${list} in the configuration file (--config FILE), or by ${variable}='${list}', and starts the bridge again`;
}

const REQUEST_NUMBER = 'tillbridge-request';

/** The first hook, so that an answer to a browser's question has it, too. */
function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(SUPPORT_ID, request.id);
    // A caller behind a proxy that mixes up answers notices by it that an answer is another one's.
    const number = request.headers[REQUEST_NUMBER];
    if (typeof number === 'string' && /^[\w-]{1,64}$/.test(number)) reply.header(REQUEST_NUMBER, number);
    done();
  });
}

/** Web tills of other origins ask before they call; those that are named get the answer their browser wants. */
async function admitOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  const admitted = new Set(origins);
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method === 'OPTIONS' && admitted.has(request.headers.origin ?? ''))
      for (const [asked, answer] of LOCAL_NETWORK) if (request.headers[asked] === 'true') reply.header(answer, 'true');
    done();
  });
  const { default: cors } = await import('@fastify/cors');
  await app.register(cors, {
    origin: [...origins],
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [...SENT_BY_PAGES],
    exposedHeaders: [...READ_BY_PAGES],
    maxAge: 600,
  });
}

/** Questions of browsers before a page of the internet calls a machine of the own network, under both names. */
const LOCAL_NETWORK = [
  ['access-control-request-private-network', 'access-control-allow-private-network'],
  ['access-control-request-local-network', 'access-control-allow-local-network'],
] as const;

/** Headers of requests that a page of another origin may set. */
const SENT_BY_PAGES = [
  ...['authorization', 'content-type', 'accept-language', 'prefer', 'last-event-id', 'x-tillbridge-fault'],
  ...['idempotency-key', 'x-action', 'if-match', 'if-none-match', 'x-approval', 'x-reason'],
  ...['tillbridge-version', 'tillbridge-strict'],
] as const;

/** Headers of answers that a page of another origin may read; a browser hides all others. */
const READ_BY_PAGES = [
  ...['etag', 'location', 'allow', 'retry-after', 'idempotent-replayed', 'preference-applied'],
  ...['idempotency-replayed', 'deprecation', 'sunset', 'link', 'content-disposition'],
  ...[SUPPORT_ID, VERSION_HEADER, UNKNOWN_HEADER],
] as const;

/** Unique per request; the first part differs between two starts of the bridge. */
function supportIds(): () => string {
  const start = newKey().slice(0, 10);
  let count = 0;
  return () => {
    count += 1;
    return `${start}-${count}`;
  };
}

/** JSON, where many clients send the header without a body, and forms for the token endpoint. */
function acceptBodies(app: FastifyInstance, cards: CardNumberRule) {
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    const read = bodyText(body as Buffer, request.headers);
    if (read instanceof BridgeError) return done(read);
    const excess = bodyLimitFault(read);
    if (excess !== null) return done(excess);
    const text = cards.cutNumbers(read);
    parse(request, text, (error, value) => {
      let shown: unknown;
      try {
        if (error) throw error;
        const repeated = repeatedMember(text, value);
        if (repeated !== null) throw repeats(repeated);
        shown = cards.cutValue(value);
      } catch (fault) {
        request.sent = cards.cutText(text);
        return done(fault as Error);
      }
      request.sent = shown === value ? text : JSON.stringify(shown);
      done(null, shown);
    });
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (request, body, done) => {
    const read = bodyText(body as Buffer, request.headers);
    if (read instanceof BridgeError) return done(read);
    if (read.split('&', bodyLimits.ofOne + 1).length > bodyLimits.ofOne) return done(tooManyMembers());
    const fields = [...new URLSearchParams(read)];
    const shown = fields.map(([name, value]): [string, string] => [cards.cutText(name), cards.cutText(value)]);
    const isCut = fields.some(([name, value], index) => name !== shown[index]?.[0] || value !== shown[index]?.[1]);
    request.sent = isCut ? String(new URLSearchParams(shown)) : read;
    const names = new Set<string>();
    const repeated = shown.find(([name]) => names.size === names.add(name).size);
    if (repeated) return done(repeats(repeated[0]));
    done(null, Object.fromEntries(shown));
  });
}

const repeats = (name: string) => new BridgeError('badInput', `the body names ${name.slice(0, 60)} twice in one place`);

const isChange = ({ method }: FastifyRequest): boolean => !/^(GET|HEAD|OPTIONS)$/.test(method);

/** Signing in and out is kept in memory where nothing can be written. */
const SIGN_IN = /^\/+(oauth\/|bridge\/v1\/session)/i;

/** Operations of the API; every other route is a page or a file: it says that it is public, or nobody may call it. */
const OPERATION = /^\/(api|bridge)\//i;

/**
 * The row of a route in the table of rights; null for a page. Throws where route and table differ, so that the bridge does
 * not start with an operation that nobody thought of.
 */
function rightOfRoute({ method, url, config = {} }: RouteOptions): OperationRight | null {
  const [name = ''] = [method].flat();
  const right = rightOf(name, url);
  const isOpen = config.public === true;
  if (right === null && OPERATION.test(url))
    throw new Error(`${name} ${url} has no row in main/services/auth/rightsTable.ts`);
  if (right !== null && right.public !== isOpen)
    throw new Error(`${name} ${url}: the route says public: ${isOpen}, its row in rightsTable.ts ${right.public}`);
  return right;
}

function checkEveryRequest(app: FastifyInstance, services: Services, { cards, limitRate }: Shared) {
  const { config, bearers, world } = services;
  const headersFor = safetyHeaders(config.tls !== null);
  /** The allowed name that the last request came by: nearly every request comes by the same one. */
  let usualHost: string | null = null;
  app.decorateRequest('principal', null as unknown as Principal);
  app.addHook('onRoute', route => {
    const { public: open } = route.config ?? {};
    const right = rightOfRoute(route);
    if (right) route.config = { ...route.config, right };
    // The published description marks the routes that want no token.
    if (open) route.schema = { ...route.schema, security: [] };
  });
  // Not async: this runs before every request, and a promise costs more than the checks.
  app.addHook('onRequest', (request, reply, done) => {
    try {
      check(request, reply);
      limitRate(request.socket.remoteAddress ?? '');
      done();
    } catch (error) {
      done(error as Error);
    }
  });

  function check(request: FastifyRequest, reply: FastifyReply) {
    reply.headers(headersFor(request.routeOptions.url ?? request.url));
    answerVersion(request, reply);
    const fault = hostFault(request.raw.rawHeaders, request.originalUrl);
    if (fault !== null) throw new BridgeError('hostHeader', fault);
    const { host, origin } = request.headers;
    const own = host === usualHost || hostAllowed(host, config);
    if (own) usualHost = host ?? null;
    if (!own && !(request.routeOptions.config.forCustomers && services.printing.links.isHost(host)))
      throw new BridgeError('hostRefused', refusedHost(host));
    if (!originAllowed(origin, host, config)) throw new BridgeError('originRefused', refusedOrigin(origin));
    const waiting = waitingRefusal(request, services.firstRun);
    if (waiting) throw waiting;
    const route = request.routeOptions.config;
    if (request.is404) return cards.refuse(request.raw);
    if (route.public) {
      cards.refuse(request.raw);
      if (services.readOnly && isChange(request) && !SIGN_IN.test(request.url))
        throw new BridgeError('readOnly', 'the database is opened for reading only');
      return;
    }
    request.principal = bearers.principal(request.headers.authorization);
    if (!world.agreements.exists(request.principal.merchant))
      throw new BridgeError('noContract', 'the merchant of this client has no contract');
    const missing = missingRight(request.principal, route.right ?? null);
    // The specification answers 404 where a permission is missing, and 403 only without login or contract.
    if (missing) throw new BridgeError(route.url.startsWith('/bridge/') ? 'forbidden' : 'noPermission', missing);
    if (services.readOnly && isChange(request))
      throw new BridgeError('readOnly', 'the database is opened for reading only');
    cards.refuse(request.raw);
  }
}
