/**
 * The HTTP server of the control: a page, a test or a person at a keyboard acts as the customer. It listens on loopback,
 * and answers only pages and programs of this machine.
 */
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type Schema, schemaCheck } from '../engine/schemaCheck.ts';
import type { VirtualTerminal } from '../engine/virtualTerminal.ts';
import { CallError } from './callError.ts';
import { eventStream, streams } from './eventStream.ts';
import { pagePaths, servePage } from './pageFiles.ts';
import { routes } from './routes.ts';

export interface Control {
  readonly port: number;
  close(): Promise<void>;
}

/** Opens the control on a port of loopback, 0 = any free one. */
export async function openControl(terminal: VirtualTerminal, port: number): Promise<Control> {
  const app = fastify({
    bodyLimit: LARGEST_BODY,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    rewriteUrl: ({ url = '/' }) => knownPath(url),
    schemaController: { compilersFactory: { buildValidator: notNeeded, buildSerializer: notNeeded } },
  });
  app.setValidatorCompiler<Schema>(({ schema }) => validatorOf(schema));
  app.setSerializerCompiler(() => JSON.stringify);
  app.addHook('onRequest', refuseForeignPages);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(answerUnknown);
  acceptJson(app);
  app.register(async page => servePage(page));
  app.register(async api => serveCalls(api, terminal));
  await app.listen({ host: '127.0.0.1', port });
  const address = app.server.address() as AddressInfo;
  return { port: address.port, close: () => app.close() };
}

/** Bytes; a scenario is the longest body. */
const LARGEST_BODY = 65_536;

const CALLS = [...Object.keys(routes), ...Object.keys(streams).map(path => `GET ${path}`)];
const PATHS: ReadonlySet<string> = new Set([...CALLS.map(call => call.split(' ')[1]!), ...pagePaths]);
const UNKNOWN_PATH = '/unknown';

/** The path without the query. Only paths with a route reach the router: `//` and `/%` are no addresses. */
function knownPath(url: string): string {
  const path = url.split('?', 1)[0]!;
  return PATHS.has(path) ? path : UNKNOWN_PATH;
}

/** The framework would load its own compilers at every start; the control compiles a schema at its first use. */
function notNeeded(): never {
  throw new Error('the control sets its compilers before its first route');
}

function validatorOf(schema: Schema): (body: unknown) => true | { readonly error: Error } {
  const check = schemaCheck(schema);
  return body => {
    const sentence = check(body);
    return sentence === undefined ? true : { error: new CallError(400, sentence) };
  };
}

/** Every body is read as JSON, whatever its type is called; no body is an empty object. */
function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_, text, done) => {
    try {
      done(null, jsonObject(text as string));
    } catch (error) {
      done(new CallError(400, (error as Error).message));
    }
  });
  app.addHook('preValidation', async request => {
    request.body ??= {};
  });
}

function jsonObject(text: string): object {
  const body: unknown = text === '' ? {} : JSON.parse(text);
  if (typeof body !== 'object' || body === null) throw new Error('the body must be a JSON object');
  return body;
}

function serveCalls(app: FastifyInstance, terminal: VirtualTerminal): void {
  app.addHook('onRequest', async (request, reply) => {
    beginJson(request, reply);
  });
  for (const [call, { body, answer }] of Object.entries(routes)) {
    const [method, url] = call.split(' ') as [string, string];
    app.route({
      method,
      url,
      ...(body ? { schema: { body } } : {}),
      handler: (request, reply) => reply.send(answer(terminal, request.body as never)),
    });
  }
  for (const [path, follow] of Object.entries(streams))
    app.get(path, (_, reply) => {
      reply.headers({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      return reply.send(eventStream(terminal, follow));
    });
}

/** A page of this machine may read the answers, also where another port serves it. */
function beginJson({ headers: { origin } }: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (origin !== undefined && isLoopback(originHost(origin)))
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-allow-headers': 'content-type',
      'access-control-allow-methods': 'GET, POST, DELETE',
    });
  return reply.serializer(JSON.stringify).header('content-type', 'application/json');
}

/** Refuses pages of other origins, and host names that a foreign name server points at this machine. */
async function refuseForeignPages({ headers: { host = '', origin } }: FastifyRequest): Promise<void> {
  if (isLoopback(host) && (origin === undefined || isLoopback(originHost(origin)))) return;
  throw new CallError(403, 'only pages of this machine may use the control');
}

function originHost(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : '';
}

function isLoopback(host: string): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host);
}

function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  beginJson(request, reply);
  if (request.method === 'OPTIONS') return reply.code(200).send({});
  return reply.code(404).send({ error: `no such call; there are: ${CALLS.join(', ')}` });
}

/** An error without a status is the fault of the call: no call ends the terminal. */
function answerError(error: Error & { code?: string }, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = error instanceof CallError ? error.statusCode : 400;
  const sentence = error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? 'the body is too long' : error.message;
  return beginJson(request, reply).code(status).send({ error: sentence });
}
