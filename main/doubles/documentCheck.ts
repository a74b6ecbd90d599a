/**
 * Holds every answer of every server of this process against the document that the server itself publishes: status, headers
 * and body, with members and headers that nobody declared as faults. The product knows nothing of it: the framework announces
 * each server that is made. Answers are kept as they go out and looked at afterwards, so that no request waits.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';

import type { Shared } from '../api/server.ts';
import { madeOnce, shareDescriptions } from './madeOnce.ts';

interface Kept {
  readonly server: Server;
  /** For example `GET /api/v2/Smart/Transactions/{id}`. */
  readonly operation: string;
  readonly isExpanded: boolean;
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Null for files and streams. */
  readonly text: string | null;
  /** Members that a page of ours sent and no operation knows. */
  readonly sentUnknown: string | null;
}

interface Server {
  readonly routes: string[];
  /** Gives the document or its text. */
  publish: (() => Promise<unknown>) | null;
  /** The servers of a bridge publish one document together. */
  readonly shared: () => Pick<Shared, 'published'> | undefined;
}

interface Response {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>;
}
interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Response>> }>>>
  >;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

/** Called once in a process, before the first server. */
export function watchServers(): void {
  shareDescriptions();
  subscribe('fastify.initialization', message => watch((message as { fastify: FastifyInstance }).fastify));
}

/** Bodies as they were made: later steps write another brand into them. */
const made = new WeakMap<FastifyRequest, unknown>();
let kept: Kept[] = [];

function watch(app: FastifyInstance): void {
  const server: Server = { routes: [], publish: null, shared: () => app.shared };
  app.addHook('onRoute', (route: RouteOptions) => {
    const { method, url, schema } = route;
    if (url === '/docs/json') server.publish = route.handler as unknown as () => Promise<unknown>;
    if (!schema || (schema as { hide?: boolean }).hide) return;
    const operation = `${[method].flat()[0]} ${url.replace(/:(\w+)/g, '{$1}')}`;
    server.routes.push(operation);
    // The last one, so that status and headers are those on the wire.
    route.onSend = [
      ...[route.onSend ?? []].flat(),
      (request, reply, _payload, done) => {
        kept.push(keptOf(server, operation, request, reply));
        done();
      },
    ];
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    made.set(request, payload);
    done();
  });
}

function keptOf(server: Server, operation: string, request: FastifyRequest, reply: FastifyReply): Kept {
  const payload = made.get(request) ?? '';
  const headers = reply.getHeaders();
  const isPage = /Mozilla/.test(request.headers['user-agent'] ?? '');
  return {
    server,
    operation,
    isExpanded: request.originalUrl.includes('expand='),
    status: reply.statusCode,
    headers,
    text: typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.toString() : null,
    sentUnknown: isPage ? ((headers['tillbridge-unknown-members'] as string | undefined) ?? null) : null,
  };
}

/** Faults since the last call, each once. */
export async function documentFaults(): Promise<readonly string[]> {
  const answers = kept;
  kept = [];
  const faults = new Set<string>();
  for (const answer of answers) {
    const check = await checkOf(answer.server);
    for (const fault of check?.(answer) ?? []) faults.add(`${answer.operation} ${answer.status}: ${fault}`);
  }
  return [...faults];
}

type Check = (answer: Kept) => readonly string[];
type Checking = Promise<Check>;
const checkings: { readonly routes: ReadonlySet<string>; readonly check: Checking }[] = [];
const checkingOf = new WeakMap<Server, Checking>();

/** A document serves each server whose routes are all in it: a live bridge has those of a demo without the sandbox. */
function checkOf(server: Server): Checking | null {
  const before = checkingOf.get(server);
  if (before) return before;
  const { routes, publish } = publishedBy(server);
  if (!publish) return null;
  const known = checkings.find(one => routes.every(route => one.routes.has(route)));
  const check = known?.check ?? publish().then(newCheck);
  if (!known) checkings.push({ routes: new Set(routes), check });
  checkingOf.set(server, check);
  return check;
}

interface Publication {
  readonly routes: readonly string[];
  readonly publish: (() => Promise<Buffer>) | null;
}

function publishedBy({ shared, routes, publish }: Server): Publication {
  const published = shared()?.published;
  if (published)
    return {
      routes: published.routes.map(({ method, url }) => `${method} ${url}`),
      publish: () => published.textOf('json'),
    };
  return { routes, publish: publish && (() => madeOnce(routes.join(), async () => bytesOf(await publish()))) };
}

const bytesOf = (document: unknown): Buffer =>
  Buffer.isBuffer(document) ? document : Buffer.from(JSON.stringify(document));

/** Headers of every answer; the document declares those with a meaning in this API. */
const ORDINARY =
  /^(content-(type|length|disposition|security-policy)|x-content-type-options|referrer-policy|strict-transport-security|x-frame-options|cache-control|vary|connection|date|access-control-.*|set-cookie)$/;

async function newCheck(published: Buffer): Promise<Check> {
  const [{ Ajv2020: Ajv }, { default: formats }] = await Promise.all([
    import('ajv/dist/2020.js'),
    import('ajv-formats'),
  ]);
  const { paths, components } = JSON.parse(published.toString()) as Document;
  // That the document itself is valid is proven once, beside it; here its schemas are compiled, few answers each.
  // Shapes that many answers share are compiled once, not into each of them.
  const options = { strict: false, allErrors: true, validateSchema: false, inlineRefs: false };
  const ajv = new Ajv({ ...options, code: { optimize: false } });
  (formats as unknown as { default: (to: Ajv2020) => void }).default(ajv);
  ajv.addSchema({ $id: 'open', components });
  ajv.addSchema({ $id: 'closed', components: { ...components, schemas: closedComponents(components.schemas) } });
  const validators = new Map<string, ValidateFunction>();
  function validatorOf(schema: object, isOpen: boolean): ValidateFunction {
    const id = isOpen ? 'open' : 'closed';
    const text = JSON.stringify(isOpen ? schema : closed(schema)).replaceAll('"#/', `"${id}#/`);
    const validator = validators.get(text) ?? ajv.compile(JSON.parse(text));
    validators.set(text, validator);
    return validator;
  }
  const responses = new Map<string, { readonly declared: Response; readonly names: ReadonlySet<string> } | null>();
  const compiled = new Map<string, ValidateFunction>();

  function responseOf(operation: string, status: number) {
    const key = `${operation} ${status}`;
    const known = responses.get(key);
    if (known !== undefined) return known;
    const [method = '', path = ''] = operation.split(' ');
    const all = paths[path]?.[method.toLowerCase()]?.responses ?? {};
    const named = all[status] ?? all[`${String(status)[0]}XX`];
    const declared = named?.$ref ? components.responses[named.$ref.split('/').at(-1) ?? ''] : named;
    const response = declared
      ? { declared, names: new Set(Object.keys(declared.headers ?? {}).map(name => name.toLowerCase())) }
      : null;
    responses.set(key, response);
    return response;
  }

  return ({ operation, status: sent, headers, text, isExpanded, sentUnknown }) => {
    // A rehearsed fault has the status that the rehearsal names, whatever the operation declares.
    const status = text?.includes('"error_code":"rehearsed"') ? 500 : sent;
    const response = responseOf(operation, status);
    if (!response) return ['this status is not declared'];
    const { declared, names } = response;
    const faults = Object.keys(headers).flatMap(name =>
      ORDINARY.test(name) || names.has(name) ? [] : [`the header ${name} is not declared`],
    );
    if (sentUnknown) faults.push(`a page of ours sends ${sentUnknown}`);
    if (text === null || text === '' || !String(headers['content-type'] ?? '').startsWith('application/json'))
      return faults;
    const schema = declared.content?.['application/json']?.schema;
    if (!schema) return [...faults, 'a body of JSON is not declared'];
    const key = `${operation} ${status} ${isExpanded}`;
    // References that are expanded are left open by the contracts.
    const validate = compiled.get(key) ?? validatorOf(schema, isExpanded);
    compiled.set(key, validate);
    return validate(JSON.parse(text)) ? faults : [...faults, ...faultsOf(validate)];
  };
}

/** The few that say most; a choice that fits nowhere has one for each of its members. */
const faultsOf = ({ errors }: ValidateFunction): readonly string[] =>
  (errors ?? []).slice(0, 5).map(({ instancePath, message, params }) => {
    const { additionalProperty } = params as { additionalProperty?: string };
    return `${instancePath.replace(/\/\d+/g, '/0')} ${message}${additionalProperty === undefined ? '' : `: ${additionalProperty}`}`;
  });

/** Refusals say more from time to time, so clients shall take more than is declared; the bridge sends nothing else. */
const REFUSALS: ReadonlySet<string> = new Set(['ErrorBody', 'TokenError']);

const closedComponents = (schemas: Document['components']['schemas']) =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, closed(schema, REFUSALS.has(name) ? CLOSED_ALWAYS : {})]),
  );

const CLOSED_ALWAYS = { additionalProperties: false };

/**
 * The same, and nothing but what is named: answers are written as they are made, so a member that no contract names would be
 * shown to everybody.
 */
const closed = (schema: object, always: object = {}): object =>
  Object.fromEntries(
    Object.entries('properties' in schema ? { ...CLOSED_ALWAYS, ...schema, ...always } : schema).map(([name, part]) => [
      name,
      closedPart(part, always),
    ]),
  );

function closedPart(part: unknown, always: object): unknown {
  if (Array.isArray(part)) return part.map(one => closedPart(one, always));
  return part !== null && typeof part === 'object' ? closed(part, always) : part;
}
