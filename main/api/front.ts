/**
 * The way in. A bridge is well before its API is loaded: a plain `GET /healthz` of this machine is answered without it. The
 * first request for anything else loads the API, and from then on that answers everything; where nobody asks, it is loaded soon
 * after the start, so that a program that is replaced on the disk meanwhile stays what it was.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { answerUnreadable, SUPPORT_ID } from '../http/errorAnswers.ts';
import { hostAllowed, hostFault, readRequestLine } from '../http/hostRules.ts';
import { tlsFiles } from '../http/listen.ts';
import { safetyHeaders } from '../http/safetyHeaders.ts';
import { isFromThisMachine } from '../services/auth/signInPlaces.ts';
import { newestVersion } from '../world/apiVersions.ts';
import type { Config } from '../world/config.ts';
import { newKey } from '../world/ids.ts';
import type { Api } from './api.ts';
import { VERSION_HEADER } from './apiVersion.ts';
import { healthOf } from './health/health.ts';
import type { Services } from './services.ts';

/** The server that listens; `close` closes the API, too. */
export interface Front {
  readonly server: Server;
  listen(at: { readonly host: string; readonly port: number }): Promise<void>;
  close(): Promise<void>;
}

/** Without a request the API is loaded this long after the port was opened, ms. */
const LOADS_AFTER = 1000;
/** Closes a connection that is kept open without a request, ms. */
const KEEP_ALIVE = 72_000;

export async function openFront(services: Services): Promise<Front> {
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
  const pass: RequestListener = (request, response) =>
    void load().then(loaded => loaded.routing(request, response), asDefect);
  const tls = await tlsOf(services);
  const server = newServer(services.config, tls, (request, response) => {
    readRequestLine(request);
    if (api !== null) api.routing(request, response);
    else if (isClosing) response.writeHead(503, { connection: 'close' }).end();
    else if (isPlain(request, services.config) && answersHealth(services, response)) return;
    else pass(request, response);
  });
  server.on('clientError', answerUnreadable(services.world.log));
  let soon: NodeJS.Timeout | undefined;
  return {
    server,
    async listen(at) {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(at, () => {
          server.off('error', reject);
          resolve();
        });
      });
      soon = setTimeout(() => load().catch(asDefect), LOADS_AFTER).unref();
      if (tls?.follow) server.once('close', tls.follow(server));
    },
    async close() {
      isClosing = true;
      clearTimeout(soon);
      const closed = new Promise<void>(resolve => server.close(() => resolve()));
      server.closeIdleConnections();
      // Streams end with it, so that the server need not wait for them.
      await (await loading)?.close();
      await closed;
    },
  };
}

/** These headers change nothing about the answer. */
const PLAIN = /^(host|connection|user-agent|accept|accept-encoding|accept-language|sec-fetch-mode)$/;

/** Is it the plain question of a program on this machine? All others are the API's, which knows every rule of a request. */
const isPlain = ({ method, url, headers, rawHeaders, socket }: IncomingMessage, config: Config): boolean =>
  method === 'GET' &&
  url === '/healthz' &&
  isFromThisMachine({ address: socket.remoteAddress, forwarded: undefined }) &&
  hostFault(rawHeaders, url) === null &&
  hostAllowed(headers.host, config) &&
  Object.keys(headers).every(name => PLAIN.test(name));

/** Answers as the API would; false where the health cannot be read, which the API says in its words. */
function answersHealth(services: Services, response: ServerResponse): boolean {
  let health: ReturnType<typeof healthOf>;
  try {
    health = healthOf(services, true);
  } catch {
    return false;
  }
  const text = JSON.stringify(health.body);
  response.writeHead(health.http, {
    ...safetyHeaders(services.config.tls !== null)('/healthz'),
    [SUPPORT_ID]: newKey().slice(0, 10),
    [VERSION_HEADER]: newestVersion,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
  return true;
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
  // Before the first call reads the offer: its day asks for the zone of the shop, which takes 10 ms of a start.
  if (!services.readOnly) await services.dailyUpdate.look();
  // Kept now and not at the end: a till is often just switched off.
  process.getBuiltinModule('node:module').flushCompileCache();
  return api;
}

/** Without the API nothing can be sold: the program ends, as with other defects, and is started again. */
const asDefect = (error: unknown): void =>
  void setImmediate(() => {
    throw error;
  });

/** Slow senders are cut; a blocking answer may take as long as the terminal needs. */
function newServer(config: Config, tls: Tls | null, listener: RequestListener): Server {
  const requestTimeout = config.requestSeconds * 1000;
  const limits = { requestTimeout, headersTimeout: requestTimeout, connectionsCheckingInterval: requestTimeout / 10 };
  const server = tls
    ? process.getBuiltinModule('node:https').createServer({ key: tls.key, cert: tls.cert, ...limits }, listener)
    : process.getBuiltinModule('node:http').createServer(limits, listener);
  server.keepAliveTimeout = KEEP_ALIVE;
  return server;
}
