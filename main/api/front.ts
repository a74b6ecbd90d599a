/**
 * The way in. A bridge is well before its API is loaded: `/healthz` and `/metrics` answer from a small server of the same
 * rules, which listens. The first request for anything else loads the API, and from then on that answers everything; where nobody
 * asks, it is loaded soon after the start, so that a program that is replaced on the disk meanwhile stays what it was.
 */
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { tlsFiles } from '../http/listen.ts';
import type { Config } from '../world/config.ts';
import type { Api } from './api.ts';
import { healthRoutes } from './health/routes.ts';
import { buildServer, type ServerFactory } from './server.ts';
import type { Services } from './services.ts';

/** Without a request the API is loaded this long after the port was opened, ms. */
const LOADS_AFTER = 1000;
/** Closes a connection that is kept open without a request, ms. */
const KEEP_ALIVE = 72_000;

/** The server that listens; it closes the API, too. */
export async function openFront(services: Services): Promise<FastifyInstance> {
  let api: Api | null = null;
  let loading: Promise<Api> | null = null;
  let isClosing = false;
  const load = () => {
    loading ??= loadApi(services).then(loaded => {
      api = loaded;
      return loaded;
    });
    return loading;
  };
  const answers = new Set<string>();
  const tls = await tlsOf(services);
  const front: FastifyInstance = await buildServer(services, [noting(answers), healthRoutes], (own, _) =>
    newServer(services.config, tls, (request, response) => {
      if (api !== null) api.routing(request, response);
      else if (isClosing || answers.has(nameOf(request))) own(request, response);
      else load().then(loaded => loaded.routing(request, response), asDefect);
    }),
  );
  front.addHook('onListen', done => {
    const soon = setTimeout(() => load().catch(asDefect), LOADS_AFTER).unref();
    front.server.once('close', () => clearTimeout(soon));
    if (tls?.follow) front.server.once('close', tls.follow(front.server));
    done();
  });
  // Streams end with it, so that the server need not wait for them.
  front.addHook('preClose', async () => {
    isClosing = true;
    await (await loading)?.close();
  });
  return front;
}

interface Tls {
  readonly key: Buffer | string;
  readonly cert: Buffer | string;
  /** Gives a server that listens each new certificate, and what ends that. */
  readonly follow?: (server: object) => () => void;
}

/** Null without TLS. */
async function tlsOf({ config, world: { log, clock } }: Pick<Services, 'config' | 'world'>): Promise<Tls | null> {
  if (config.tls !== 'generated') return tlsFiles(config);
  const { fingerprintsOf, followCertificate, ownCertificate } = await import('../http/ownCertificate.ts');
  const own = await ownCertificate(config.data, clock.now());
  log('info', 'https with a certificate of its own: compare its fingerprint', { ...fingerprintsOf(own.cert) });
  return { ...own, follow: server => followCertificate(server, config.data, clock.now, log) };
}

async function loadApi(services: Services): Promise<Api> {
  const [{ openApi }, { resources }] = await Promise.all([import('./api.ts'), import('./resources.ts')]);
  const api = await openApi(services, resources, asDefect);
  // Kept now and not at the end: a till is often just switched off.
  process.getBuiltinModule('node:module').flushCompileCache();
  return api;
}

/** Without the API nothing can be sold: the program ends, as with other defects, and is started again. */
const asDefect = (error: unknown): void =>
  void setImmediate(() => {
    throw error;
  });

/** Names of the routes that are listed after it. */
const noting = (names: Set<string>) => (app: FastifyInstance) => {
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) names.add(`${one} ${url}`);
  });
};

/** As the request line has it: another spelling of the same address is left to the API, which knows all routes. */
const nameOf = ({ method, url = '' }: IncomingMessage): string => `${method} ${url.split('?', 1)[0]}`;

/** Slow senders are cut; a blocking answer may take as long as the terminal needs. */
function newServer(config: Config, tls: Tls | null, listener: RequestListener): ReturnType<ServerFactory> {
  const requestTimeout = config.requestSeconds * 1000;
  const limits = { requestTimeout, headersTimeout: requestTimeout, connectionsCheckingInterval: requestTimeout / 10 };
  const server: Server = tls
    ? process.getBuiltinModule('node:https').createServer({ key: tls.key, cert: tls.cert, ...limits }, listener)
    : process.getBuiltinModule('node:http').createServer(limits, listener);
  server.keepAliveTimeout = KEEP_ALIVE;
  return server;
}
