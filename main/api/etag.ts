/**
 * Entity tags: a strong one on every answer that is one resource, so that readers can ask whether it changed, and
 * writers can say which version they mean (RFC 9110).
 */
import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BridgeError } from '../world/errors.ts';
import type { Principal } from '../world/people.ts';

export interface ResourceReader {
  /** Type name on the wire. */
  readonly object: string;
  /** The stored text as it is answered; undefined where this merchant has none. */
  readonly bytes: (merchant: string, id: string) => Buffer | undefined;
  /** The id that `me` stands for. */
  readonly own?: (principal: Principal) => string | null;
}

interface Answer {
  readonly tag: string;
  /** Head and text of an answer leave in one write; bytes would be a second piece. */
  readonly text: string;
}

/** A resource that was read a moment ago is read again as the same buffer. */
const answersByBytes = new WeakMap<Buffer, Answer>();

function answerOf(bytes: Buffer): Answer {
  const remembered = answersByBytes.get(bytes);
  if (remembered !== undefined) return remembered;
  const answer = { tag: tagOf(bytes), text: bytes.toString() };
  answersByBytes.set(bytes, answer);
  return answer;
}

export const etagOf = (bytes: Buffer | string): string =>
  typeof bytes === 'string' ? tagOf(bytes) : answerOf(bytes).tag;

const tagOf = (text: Buffer | string): string => `"${hash('sha1', text, 'base64url')}"`;

/** The resource with its tag, or 304 when the reader has it already. */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, bytes: Buffer): FastifyReply {
  const { tag, text } = answerOf(bytes);
  reply.header('etag', tag);
  if (hasAlready(request, tag)) return reply.code(304).send();
  return reply.header('content-type', 'application/json; charset=utf-8').send(text);
}

/** True where the reader names this version, in a list, too, or with the mark that a proxy sets which packs answers. */
export function hasAlready({ headers }: FastifyRequest, tag: string): boolean {
  const had = headers['if-none-match'];
  return had !== undefined && namesTag(had, tag, 'weak');
}

/** How a resource of this path is read, for the conditions of those who change it. */
export function registerReader(app: FastifyInstance, path: string, reader: ResourceReader): void {
  app.shared.readers.set(`${path}/:id`, reader);
}

const CHANGING = new Set(['PUT', 'PATCH', 'DELETE']);

/**
 * The condition of a request that changes something, to be checked inside its first job, where no other change can come
 * in between; null without a condition. Throws `preconditionFailed` (412).
 */
export function precondition(request: FastifyRequest): (() => void) | null {
  const wanted = request.headers['if-match'];
  if (wanted === undefined || !CHANGING.has(request.method)) return null;
  const { url = '' } = request.routeOptions;
  const reader = request.server.shared.readers.get(url);
  if (!reader) return null;
  const { merchant } = request.principal;
  const { id: written } = request.params as { id: string };
  const id = (written.toLowerCase() === 'me' && reader.own?.(request.principal)) || written;
  return () => {
    const bytes = reader.bytes(merchant, id);
    if (bytes && !namesTag(wanted, etagOf(bytes), 'strong'))
      throw new BridgeError(
        'preconditionFailed',
        `${id} is not the version that If-Match names; it is ${etagOf(bytes)}`,
      );
  };
}

/** For a resource that is not stored as text. Throws `preconditionFailed` (412) where the request names another version. */
export function requireVersion({ headers }: FastifyRequest, bytes: Buffer): void {
  const wanted = headers['if-match'];
  if (wanted !== undefined && !namesTag(wanted, etagOf(bytes), 'strong'))
    throw new BridgeError('preconditionFailed', `this is not the version that If-Match names; it is ${etagOf(bytes)}`);
}

/** Does the header name this tag? Only If-None-Match looks past the mark of a weak one. */
function namesTag(header: string, tag: string, comparison: 'weak' | 'strong'): boolean {
  if (header.trim() === '*') return true;
  const tags = header.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some(one => (comparison === 'weak' ? one.replace(/^W\//, '') : one) === tag);
}
