/** What every resource of the API does alike: lists, reading one, and passing stored text through. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TObject, TSchema } from 'typebox';
import { BridgeError } from '../errors.ts';
import type { QueryDeclaration } from '../query/declaration.ts';
import { createPlanReader } from '../query/planCache.ts';
import type { Services } from './services.ts';
import { ErrorBody, ListQuery, listOf } from './wire.ts';

/** A resource as its routes see it. */
export interface ResourceRoutes {
  /** Of the collection, for example `/api/v2/Payment/Customers`. */
  readonly path: string;
  /** Heading in the published description. */
  readonly tag: string;
  /** Type name on the wire, for example `payment.customers`. */
  readonly object: string;
  readonly item: TObject;
  readonly queries: QueryDeclaration;
}

/** Description of a route; every refusal of the error table is part of it. */
export const described = (tag: string, summary: string, answer: TSchema | object, more: object = {}) => ({
  schema: { tags: [tag], summary, response: { 200: answer, '4xx': ErrorBody, '5xx': ErrorBody }, ...more },
});

/** `GET` on a collection with the common list parameters (specification, "Common list parameters"). */
export function listRoute(app: FastifyInstance, { lists }: Services, resource: ResourceRoutes): void {
  const { path, tag, object, item, queries } = resource;
  const readPlan = createPlanReader(queries);
  app.get<{ Querystring: Record<string, unknown> }>(
    path,
    described(tag, `List ${object}`, listOf(item), { querystring: ListQuery }),
    async (request, reply) => {
      const plan = readPlan(queryText(request), request.query);
      if (!plan.ok) throw new BridgeError(plan.parameter === 'q' ? 'badQuery' : 'badInput', problemText(plan));
      return passThrough(reply, lists.page(queries, object, request.principal.merchant, plan));
    },
  );
}

/** `GET` on one: the stored text as it is. */
export function readRoute(
  app: FastifyInstance,
  resource: ResourceRoutes,
  bytes: (merchant: string, id: string) => Buffer | undefined,
): void {
  const { path, tag, object, item } = resource;
  app.get<{ Params: { id: string } }>(
    `${path}/:id`,
    described(tag, `Read one of ${object}`, item),
    async (request, reply) =>
      passThrough(reply, found(bytes(request.principal.merchant, request.params.id), object, request.params.id)),
  );
}

/** The value, or 404: another merchant's does not exist either. */
export function found<T>(value: T | null | undefined, object: string, id: string): T {
  if (value === null || value === undefined) throw new BridgeError('notFound', `there is no ${object} ${id}`);
  return value;
}

/** The document as it was stored: written once, so this answer and every later read are the same text. */
export const json = (reply: FastifyReply, document: object): FastifyReply =>
  passThrough(reply, JSON.stringify(document));

export const passThrough = (reply: FastifyReply, text: string | Buffer): FastifyReply =>
  reply.header('content-type', 'application/json; charset=utf-8').send(text);

const queryText = ({ url }: FastifyRequest) => url.slice(url.indexOf('?') + 1);

const problemText = ({ message, position }: { message: string; position?: number }) =>
  position === undefined ? message : `${message} (position ${position})`;
