/** Routes that every resource of the API has alike: the list and the single object, sent as the text that is stored. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { describeRoute } from '../http/describeRoute.ts';
import { expanded, parseExpand } from '../query/expand.ts';
import { writtenText } from '../store/storedJson.ts';
import { listAnswers } from '../wire/lists.ts';
import { ListQuery, ReadQuery } from '../wire/shapes.ts';
import { BridgeError } from '../world/errors.ts';
import type { Principal } from '../world/people.ts';
import { etagOf, registerReader, sendTagged } from './etag.ts';
import { createListAnswer } from './lists/listAnswer.ts';
import { objectReader } from './objectReader.ts';
import type { ResourceDeclaration } from './resourceDeclaration.ts';
import type { Services } from './services.ts';

export { describeRoute };

/**
 * Describes a call that waits for a terminal: the header Prefer bounds the wait, and 202 says that the call still
 * works.
 */
export function describeWaitingRoute(tag: string, summary: string, answer: TSchema, more: WaitingRoute = {}) {
  const { schema } = describeRoute(tag, summary, answer);
  const { description = '', ...others } = more;
  const response = { 202: { ...answer, 'x-response-description': ACCEPTED }, ...schema.response };
  return { schema: { ...schema, response, ...others, description: `${description} ${WAITS}`.trim() } };
}

interface WaitingRoute {
  readonly description?: string;
  readonly body?: TSchema;
}

const WAITS =
  'Waits for the terminal, at most `answerWithin` seconds (setting, 180): then the answer is what is known so far (a sale: status pending, outcome unknown, and `outcome.next` names the call that tells the ending). `Prefer: respond-async` answers 202 as soon as the command is on disk and before the terminal has ended, `Prefer: wait=N` after N seconds at the latest; `Location` names where the ending can be read.';

const ACCEPTED =
  'only with the header Prefer: the work goes on; Location names where its end can be read, Preference-Applied what was applied';

/** `GET` on a collection with the common list parameters (specification, "Common list parameters"). */
export function addListRoute(app: FastifyInstance, services: Services, resource: ResourceDeclaration): void {
  const { path, tag, object, item } = resource;
  const answer = createListAnswer(services, resource);
  app.get<{ Querystring: Record<string, unknown> }>(
    path,
    {
      ...describeRoute(tag, `List ${object}`, listAnswers(item), { querystring: ListQuery }),
      config: { listed: resource },
    },
    async (request, reply) => sendText(reply, await answer(queryText(request), request.query, request.principal)),
  );
}

/** `GET` on one object: the stored text, or with `expand` the objects it refers to in the place of references. */
export function addReadRoute(
  app: FastifyInstance,
  resource: ResourceDeclaration,
  bytes: (merchant: string, id: string) => Buffer | undefined,
): void {
  const { path, tag, object, item } = resource;
  registerReader(app, path, { object, bytes });
  app.get<{ Params: { id: string }; Querystring: ReadQuery }>(
    `${path}/:id`,
    describeRoute(tag, `Read one of ${object}`, item, { querystring: ReadQuery }),
    // Neither async nor with a value: the framework would wait for a promise, or for the end of the answer.
    (request, reply) => {
      const { principal, params, query } = request;
      const text = orNotFound(bytes(principal.merchant, params.id), object, params.id);
      if (query.expand === undefined) sendTagged(request, reply, text);
      else sendText(reply, expandedText(text, query.expand, app, principal));
    },
  );
}

function expandedText(text: Buffer, names: unknown, app: FastifyInstance, principal: Principal): string | Buffer {
  const expand = parseExpand(String(names));
  if (expand === null) return text;
  if (typeof expand === 'object' && 'wrong' in expand) throw new BridgeError('badInput', expand.wrong);
  return JSON.stringify(expanded(JSON.parse(text.toString()), expand, objectReader(app.objects, principal)));
}

/** The value, or 404: an object of another merchant does not exist either. */
export function orNotFound<T>(value: T | null | undefined, object: string, id: string): T {
  if (value === null || value === undefined) throw new BridgeError('notFound', `there is no ${object} ${id}`);
  return value;
}

/** The document with its tag: as its stored text, or written once, so that this answer and every later read are the same text. */
export function sendJson(reply: FastifyReply, document: object | Buffer): FastifyReply {
  const text = Buffer.isBuffer(document) ? document : (writtenText(document) ?? JSON.stringify(document));
  return sendText(reply.header('etag', etagOf(text)), text);
}

export const sendText = (reply: FastifyReply, text: string | Buffer): FastifyReply =>
  reply.header('content-type', 'application/json; charset=utf-8').send(text);

const queryText = ({ url }: FastifyRequest) => url.slice(url.indexOf('?') + 1);
