/** The picture of an article: checked by its bytes, and served so that a screen keeps it until it changes. */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { readPicture } from '../../domain/pictureFile.ts';
import { putChanged, todayOf } from '../../masterData/articles/articles.ts';
import { MasterArticle } from '../../wire/articles.ts';
import { BridgeError } from '../../world/errors.ts';
import { describeRoute, orNotFound } from '../resource.ts';
import type { Services } from '../services.ts';
import { changed } from './faults.ts';
import { ARTICLE_TAG, ARTICLES, placed, sendStored } from './routes.ts';

const LARGEST_PICTURE = 1_048_576;
const LARGEST_SIDE = 4096;
const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'application/octet-stream'];

interface One {
  Params: { id: string };
}

export async function pictureRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { articles } = services.masterData;
  app.get<One & { Querystring: { v?: string } }>(
    `${ARTICLES}/:id/picture`,
    describeRoute(ARTICLE_TAG, 'The picture of an article', { description: 'the picture', content: PICTURE }),
    async (request, reply) => {
      const { principal, params, query, headers } = request;
      const picture = orNotFound(articles.picture(principal.merchant, params.id.toUpperCase()), 'picture', params.id);
      const etag = `"${picture.hash}"`;
      // With its hash in the address the answer never changes.
      const isFixed = query.v === picture.hash;
      reply.headers({
        etag,
        'cache-control': isFixed ? 'private, max-age=31536000, immutable' : 'private, no-cache',
        'content-security-policy': "default-src 'none'; sandbox",
      });
      if (headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type(picture.type).send(picture.content);
    },
  );

  // Pictures are taken here and nowhere else, so the parser lives in a scope of its own.
  await app.register(async scope => {
    scope.addContentTypeParser(TYPES, { parseAs: 'buffer', bodyLimit: LARGEST_PICTURE }, (request, body, done) => {
      request.sent = createHash('sha256').update(body).digest('hex');
      done(null, body);
    });
    scope.put<One & { Body: Buffer | undefined }>(
      `${ARTICLES}/:id/picture`,
      {
        bodyLimit: LARGEST_PICTURE,
        ...describeRoute(ARTICLE_TAG, 'Gives an article a picture: PNG, JPEG or WebP, up to 1 MB', MasterArticle, {
          body: { content: PICTURE_BODY },
        }),
      },
      async (request, reply) => {
        const picture = checkedPicture(request.body);
        await changed(services, request, change => {
          const before = placed(services, request);
          articles.setPicture(before.article.id, picture);
          const after = { ...before.article, picture: picture.hash };
          putChanged(services.masterData, change, before, after, todayOf(services.masterData, change.merchant));
        });
        return sendStored(services, request, reply);
      },
    );
  });

  app.delete<One>(
    `${ARTICLES}/:id/picture`,
    describeRoute(ARTICLE_TAG, 'Takes the picture of an article away', MasterArticle),
    async (request, reply) => {
      await changed(services, request, change => {
        const before = placed(services, request);
        articles.setPicture(before.article.id, null);
        const after = { ...before.article, picture: null };
        putChanged(services.masterData, change, before, after, todayOf(services.masterData, change.merchant));
      });
      return sendStored(services, request, reply);
    },
  );
}

/** Throws `pictureRefused`. */
function checkedPicture(content: Buffer | undefined) {
  if (!Buffer.isBuffer(content) || content.length === 0)
    throw new BridgeError('pictureRefused', 'the body has to be the bytes of a picture');
  const file = readPicture(content);
  if (!file) throw new BridgeError('pictureRefused', 'the bytes are no PNG, JPEG or WebP');
  if (file.width > LARGEST_SIDE || file.height > LARGEST_SIDE)
    throw new BridgeError('pictureRefused', `the picture has ${file.width} × ${file.height} pixels`);
  return { hash: createHash('sha256').update(content).digest('base64url').slice(0, 22), type: file.type, content };
}

const BINARY = { schema: { type: 'string', format: 'binary' } } as const;
const PICTURE = { 'image/png': BINARY, 'image/jpeg': BINARY, 'image/webp': BINARY } as const;
/** Not validated: the bytes say what they are. */
const ANY = { schema: { description: 'the bytes of the picture' } } as const;
const PICTURE_BODY = { 'image/png': ANY, 'image/jpeg': ANY, 'image/webp': ANY } as const;
