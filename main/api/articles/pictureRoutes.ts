/** The picture of an article: checked by its bytes, and served so that a screen keeps it until it changes. */
import type { FastifyInstance } from 'fastify';
import { putChanged, todayOf } from '../../masterData/articles/articles.ts';
import { MasterArticle } from '../../wire/articles.ts';
import { sendTagged } from '../etag.ts';
import { checkedPicture, LARGEST_PICTURE, PICTURE, PICTURE_BODY, sendPicture, takePictures } from '../pictures.ts';
import { describeRoute, orNotFound } from '../resource.ts';
import type { Services } from '../services.ts';
import { changeArticles } from './faults.ts';
import { ARTICLE_TAG, ARTICLES, articleBytes, placed } from './routes.ts';

interface One {
  Params: { id: string };
}

export async function pictureRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { articles } = services.masterData;
  app.get<One & { Querystring: { v?: string } }>(
    `${ARTICLES}/:id/picture`,
    describeRoute(ARTICLE_TAG, 'The picture of an article', { description: 'the picture', content: PICTURE }),
    async (request, reply) => {
      const { principal, params } = request;
      const picture = articles.picture(principal.merchant, params.id.toUpperCase());
      return sendPicture(request, reply, orNotFound(picture, 'picture', params.id));
    },
  );

  // Pictures are taken here and nowhere else, so the parser lives in a scope of its own.
  await app.register(async scope => {
    takePictures(scope);
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
        await changeArticles(services, request, change => {
          const before = placed(services, request);
          articles.setPicture(before.article.id, picture);
          const after = { ...before.article, picture: picture.hash };
          putChanged(services.masterData, change, before, after, todayOf(services.masterData, change.merchant));
        });
        return sendTagged(request, reply, articleBytes(services, request));
      },
    );
  });

  app.delete<One>(
    `${ARTICLES}/:id/picture`,
    describeRoute(ARTICLE_TAG, 'Takes the picture of an article away', MasterArticle),
    async (request, reply) => {
      await changeArticles(services, request, change => {
        const before = placed(services, request);
        articles.setPicture(before.article.id, null);
        const after = { ...before.article, picture: null };
        putChanged(services.masterData, change, before, after, todayOf(services.masterData, change.merchant));
      });
      return sendTagged(request, reply, articleBytes(services, request));
    },
  );
}
