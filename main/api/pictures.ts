/** Pictures that people upload and screens load: checked by their bytes, and served so that a screen keeps them until they change. */

import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readPicture } from '../domain/pictureFile.ts';
import { BridgeError } from '../world/errors.ts';
import { hasAlready } from './etag.ts';

interface Picture {
  readonly hash: string;
  readonly type: string;
  readonly content: Buffer;
}

export const LARGEST_PICTURE = 1_048_576;
export const LARGEST_SIDE = 4096;
const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'application/octet-stream'];

/** Lets the routes of this scope take the bytes of a picture as their body. */
export function takePictures(scope: FastifyInstance): void {
  scope.addContentTypeParser(TYPES, { parseAs: 'buffer', bodyLimit: LARGEST_PICTURE }, (request, body, done) => {
    request.sent = createHash('sha256').update(body).digest('hex');
    done(null, body);
  });
}

/** With its hash in the address, `?v=…`, the answer never changes. */
export function sendPicture(
  request: FastifyRequest<{ Querystring: { v?: string } }>,
  reply: FastifyReply,
  { hash, type, content }: Picture,
): FastifyReply {
  const etag = `"${hash}"`;
  const isFixed = request.query.v === hash;
  reply.headers({
    etag,
    'cache-control': isFixed ? 'private, max-age=31536000, immutable' : 'private, no-cache',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  if (hasAlready(request, etag)) return reply.code(304).send();
  return reply.type(type).send(content);
}

/** Throws `pictureRefused`. */
export function checkedPicture(content: Buffer | undefined): Picture {
  if (!Buffer.isBuffer(content) || content.length === 0)
    throw new BridgeError('pictureRefused', 'the body has to be the bytes of a picture');
  const file = readPicture(content);
  if (!file) throw new BridgeError('pictureRefused', 'the bytes are no PNG, JPEG or WebP');
  if (file.width > LARGEST_SIDE || file.height > LARGEST_SIDE)
    throw new BridgeError('pictureRefused', `the picture has ${file.width} × ${file.height} pixels`);
  return { hash: createHash('sha256').update(content).digest('base64url').slice(0, 22), type: file.type, content };
}

const BINARY = { schema: { type: 'string', format: 'binary' } } as const;
export const PICTURE = { 'image/png': BINARY, 'image/jpeg': BINARY, 'image/webp': BINARY } as const;
/** Not validated: the bytes say what they are. */
const ANY = { schema: { description: 'the bytes of the picture' } } as const;
export const PICTURE_BODY = { 'image/png': ANY, 'image/jpeg': ANY, 'image/webp': ANY } as const;
