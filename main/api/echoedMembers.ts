/**
 * A caller may send a resource back as it was read: members that the resource has and its change does not take, such as `id` and `state`,
 * are left aside where they are as they stand. One that says something else is refused with the other unknown members. Of
 * a thing that is named by its id, the whole reference is taken. The same holds where it is sent as a new one: then the resource whose
 * `id` it says is the one that was read.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { canonicalJson } from '../domain/canonicalJson.ts';
import { isJsonObject } from '../domain/jsonObject.ts';
import { BridgeError } from '../world/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How the resource stands now, where its text alone does not say it; `id` is empty where it has none. */
    standing?: (merchant: string, id: string) => object;
    /** Members that say a condition and change by themselves: left aside whatever they say. */
    conditions?: readonly string[];
  }
}

/** After the keys of repeated requests were looked at: they compare what was sent. */
export function leaveEchoedMembers(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const { body, method, routeOptions } = request;
    const taken = routeOptions.schema?.body as Shape | undefined;
    if (['PUT', 'POST'].includes(method) && taken?.properties && isJsonObject(body))
      request.body = takenOf(request, body, taken);
    done();
  });
}

interface Shape {
  readonly properties?: Readonly<Record<string, object>>;
  readonly additionalProperties?: unknown;
}

function takenOf(request: FastifyRequest, body: Members, { properties = {}, additionalProperties }: Shape): Members {
  const isOther = (name: string) => !Object.hasOwn(properties, name);
  const isRead = additionalProperties === false && Object.keys(body).some(isOther);
  const standing = isRead ? standingOf(request, body) : null;
  const { conditions = [] } = request.routeOptions.config;
  const isEcho = (name: string) =>
    standing !== null &&
    isOther(name) &&
    Object.hasOwn(standing, name) &&
    (conditions.includes(name) || canonicalJson(standing[name]) === canonicalJson(body[name]));
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      if (isEcho(name)) return [];
      const shape = isOther(name) ? undefined : properties[name];
      return [[name, shape && !takesObject(shape) ? idsOf(value) : value]];
    }),
  );
}

type Members = Readonly<Record<string, unknown>>;

/** The resource as its GET answers it to this caller; null where none stands there: then the check of the body speaks first. */
function standingOf(
  { method, routeOptions, server, principal, params }: FastifyRequest,
  body: Members,
): Record<string, unknown> | null {
  const { url: path = '', config } = routeOptions;
  const isNew = method === 'POST';
  const { id: named = '' } = (isNew ? body : params) as { id?: unknown };
  const id = String(named);
  const url = isNew ? `${path}/:id` : path;
  if (config.standing) return orNone(() => ({ ...config.standing?.(principal.merchant, id) }));
  const text = server.shared.readers.get(url)?.bytes(principal.merchant, id);
  return text ? (JSON.parse(text.toString()) as Record<string, unknown>) : null;
}

function orNone<Found>(find: () => Found): Found | null {
  try {
    return find();
  } catch (error) {
    if (error instanceof BridgeError) return null;
    throw error;
  }
}

/** Other things are answered as objects, and taken by their ids where a change wants a text. */
function takesObject(shape: object): boolean {
  const known = taking.get(shape);
  if (known !== undefined) return known;
  const takes = JSON.stringify(shape).includes('"object"');
  taking.set(shape, takes);
  return takes;
}

/** Shapes never change, and there are a few hundred. */
const taking = new WeakMap<object, boolean>();

function idsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(idsOf);
  return isJsonObject(value) && typeof value.id === 'string' ? value.id : value;
}
