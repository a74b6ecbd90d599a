/** The HTTP server of the back office: the checks of every request, the one shape of errors, and the routes. */
import type { IncomingMessage } from 'node:http';
import { hostname, networkInterfaces } from 'node:os';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify';
import { bodyText } from '../../http/bodyText.ts';
import { answerError, answerUnreadable, SUPPORT_ID } from '../../http/errorAnswers.ts';
import { hostAllowed, hostFault, readRequestLine } from '../../http/hostRules.ts';
import { safetyHeaders } from '../../http/safetyHeaders.ts';
import { refuseUnknownRoutes } from '../../http/unknownRoutes.ts';
import { compileAtFirstUse, noOwnCompilers } from '../../http/validators.ts';
import { BridgeError } from '../../world/errors.ts';
import { newKey } from '../../world/ids.ts';
import { isUnavailable, isUnstorable, unavailableBecause } from '../database/unavailable.ts';
import type { Office } from '../office.ts';
import { badRequest } from '../reports/report.ts';
import { admitByRights, isOfTill } from './admission.ts';
import { registerDocs } from './docs/docs.ts';
import { registerReading } from './people/signedInRoutes.ts';
import { placeOf } from './place.ts';
import { screenRoutes } from './screen.ts';
import { createTillLimits } from './tillLimits.ts';
import { noJson } from './tillRequests.ts';
import { tillRoutes } from './tillRoutes.ts';

/** Routes of one part of the back office, for example the batches. */
export type OfficeRoutes = (app: FastifyInstance, office: Office) => void | Promise<void>;

/** The largest body of people's requests, bytes; batches have a limit of their own. */
const LARGEST_BODY = 256 * 1024;
/** A request must have arrived by then, ms. */
const ARRIVES_WITHIN = 30_000;
/** Requests of one address in a minute. */
const REQUESTS_PER_MINUTE = 6000;
/** Seconds after which a database that was stopped may be back. */
const DATABASE_BACK = 5;

/** All routes; the file of each says what it answers. */
const routes: readonly OfficeRoutes[] = [tillRoutes, registerReading, screenRoutes];

export async function buildOfficeServer(office: Office): Promise<FastifyInstance> {
  const { settings } = office;
  const app = fastify({
    schemaController: { compilersFactory: noOwnCompilers },
    bodyLimit: LARGEST_BODY,
    http: { requestTimeout: ARRIVES_WITHIN, headersTimeout: ARRIVES_WITHIN },
    clientErrorHandler: answerUnreadable(office.log),
    keepAliveTimeout: 72_000,
    genReqId: () => newKey().slice(0, 20),
    exposeHeadRoutes: false,
    rewriteUrl(raw) {
      readRequestLine(raw as IncomingMessage);
      (raw as { originalUrl?: string }).originalUrl = raw.url ?? '/';
      return raw.url ?? '/';
    },
    forceCloseConnections: 'idle',
    trustProxy: settings.trustedProxies?.length ? [...settings.trustedProxies] : false,
  });
  app.decorate('hasHttpsAddress', settings.address?.startsWith('https:') ?? false);
  compileAtFirstUse(app);
  acceptBodies(app);
  const answer = answerError(office.log);
  app.setErrorHandler((error, request, reply) => answer(clearError(error, office.log), request, reply));
  refuseUnknownRoutes(app);
  const fault = hostCheck(settings);
  const noteProxy = proxyNote(office);
  const headersFor = safetyHeaders(app.hasHttpsAddress);
  app.addHook('onRequest', (request: FastifyRequest, reply, done) => {
    reply
      .header(SUPPORT_ID, request.id)
      .header('referrer-policy', 'same-origin')
      .headers(headersFor(request.routeOptions.url ?? request.url));
    // A proxy that leaves this header to its callers would let them name any host.
    delete request.headers['x-forwarded-host'];
    noteProxy(request);
    done(fault(request));
  });
  await app.register(rateLimit, {
    // The demo is measured with a thousand tills that enrol.
    max: settings.demo ? 1_000_000 : REQUESTS_PER_MINUTE,
    timeWindow: 60_000,
    keyGenerator: placeOf,
    allowList: isOfTill,
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  });
  admitByRights(app, office, createTillLimits(app, settings.demo ? 1000 : 1));
  app.get('/healthz', { schema: { hide: true } }, async () => {
    await office.database.query('SELECT 1');
    return { status: 'ok', database: office.database.kind };
  });
  await registerDocs(app);
  for (const add of routes) await app.register(async inner => add(inner, office));
  return app;
}

/** Says once that a proxy calls which nobody trusts: all who come through it count as one address. */
function proxyNote({ settings, log }: Pick<Office, 'settings' | 'log'>): (request: FastifyRequest) => void {
  let isNoted = (settings.trustedProxies ?? []).length > 0;
  return ({ headers, socket }) => {
    if (isNoted || headers['x-forwarded-for'] === undefined) return;
    isNoted = true;
    log(
      'warn',
      'a proxy that is not trusted calls: everybody behind it counts as one address; name it with --trusted-proxy',
      {
        proxy: socket.remoteAddress,
      },
    );
  };
}

/**
 * The name of the request has to be one of ours: a foreign page whose name leads to this machine (DNS rebinding) would else
 * be of the same origin. Addresses of this machine are ours; other names are given with --name.
 */
function hostCheck({ host, names = [] }: Office['settings']): (request: FastifyRequest) => BridgeError | undefined {
  const own = Object.values(networkInterfaces()).flatMap(entries =>
    (entries ?? []).map(({ address, family }) => (family === 'IPv6' ? `[${address.replace(/%.*$/, '')}]` : address)),
  );
  const rules = { host, allowedHosts: [...names, ...own, hostname()], allowedOrigins: [] };
  return ({ raw, originalUrl, headers }) => {
    const fault = hostFault(raw.rawHeaders, originalUrl);
    if (fault !== null) return new BridgeError('hostHeader', fault);
    if (hostAllowed(headers.host, rules)) return undefined;
    return new BridgeError(
      'hostRefused',
      `the Host ${headers.host?.slice(0, 100) ?? '(none)'} is not a name of this back office: start it with --name, or set TILLBRIDGE_OFFICE_ADDRESS`,
    );
  };
}

/** Errors of the database that say something to the caller, in the words of the API. */
function clearError(error: unknown, log: Office['log']): unknown {
  if (isUnavailable(error)) return databaseDown(error as Error, log);
  if (NO_JSON.has(String((error as FastifyError).code))) return noJson(error as Error);
  if (error instanceof BridgeError && error.key === 'malformedJson') return noJson(error);
  return isUnstorable(error) ? badRequest('a text holds a character that no text may hold (NUL)') : error;
}

const NO_JSON: ReadonlySet<string> = new Set(['FST_ERR_CTP_INVALID_JSON_BODY', 'FST_ERR_CTP_EMPTY_JSON_BODY']);

/** The message of the database names its files and its host, so it goes to the log alone. */
function databaseDown(cause: Error, log: Office['log']): BridgeError {
  log('error', 'the database cannot be used', { problem: cause.message });
  return new BridgeError('officeDown', `the database cannot be used now: ${unavailableBecause(cause)}`, {
    ...{ cause, retryAfter: DATABASE_BACK },
  });
}

/** JSON, and forms for the token endpoint. */
function acceptBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const text = bodyText(body as Buffer, request.headers);
    if (text instanceof BridgeError) done(text);
    else parse(request, text, done);
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (request, body, done) => {
    const text = bodyText(body as Buffer, request.headers);
    if (text instanceof BridgeError) done(text);
    else done(null, Object.fromEntries(new URLSearchParams(text)));
  });
}
