/**
 * Articles for their managers: list, one, create, change, remove; and one by a code, as the till sells it. Changes write the audit
 * log; `If-Match` guards against lost updates.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { calendarDay, changeArticle, createArticle, removeArticle } from '../../masterData/articles/articles.ts';
import { soldText } from '../../masterData/articles/soldArticle.ts';
import { articleQueries, type PlacedMaster } from '../../store/articles.ts';
import { ArticleInput, CodeClashes, MasterArticle } from '../../wire/articles.ts';
import { Article } from '../../wire/catalogue.ts';
import { Result } from '../../wire/shapes.ts';
import { registerReader, sendTagged } from '../etag.ts';
import { addListRoute, describeRoute, orNotFound, sendJson, sendText } from '../resource.ts';
import type { Services } from '../services.ts';
import { mayKnowCosts } from './costs.ts';
import { changeArticles } from './faults.ts';

export const ARTICLES = '/bridge/v1/articles';
export const ARTICLE_TAG = 'Articles';
const object = 'shop.articles';
const ID = /^ART_[A-Z0-9]{30}$/i;

interface One {
  Params: { id: string };
}

export function articleRoutes(app: FastifyInstance, services: Services): void {
  const { articles } = services.masterData;
  addListRoute(app, services, {
    ...{ path: ARTICLES, tag: ARTICLE_TAG, object, item: MasterArticle, queries: articleQueries },
  });
  // A caller who may change an article has read it whole.
  registerReader(app, ARTICLES, { object, bytes: (merchant, id) => articles.wholeBytes(merchant, id.toUpperCase()) });
  readRoute(app, services);
  clashRoute(app, services);

  app.post<{ Body: ArticleInput }>(
    ARTICLES,
    describeRoute(ARTICLE_TAG, 'A new article: number, name, price and tax', MasterArticle, { body: ArticleInput }),
    async (request, reply) => {
      const { id } = await changeArticles(services, request, change =>
        createArticle(services.masterData, change, request.body),
      );
      return sendJson(reply, orNotFound(articles.wholeBytes(request.principal.merchant, id), object, id));
    },
  );
  app.put<One & { Body: ArticleInput }>(
    `${ARTICLES}/:id`,
    describeRoute(ARTICLE_TAG, 'Changes an article; what is left out stays', MasterArticle, { body: ArticleInput }),
    async (request, reply) => {
      await changeArticles(services, request, change =>
        changeArticle(services.masterData, change, placed(services, request), request.body),
      );
      return sendJson(reply, articleBytes(services, request));
    },
  );
  app.delete<One>(
    `${ARTICLES}/:id`,
    describeRoute(ARTICLE_TAG, 'Removes an article that was never sold', Result),
    async (request: FastifyRequest<One>) => {
      await changeArticles(services, request, change =>
        removeArticle(services.masterData, change, placed(services, request)),
      );
      return { result: true };
    },
  );
}

function clashRoute(app: FastifyInstance, { masterData }: Services): void {
  const named = ({ id, number, name }: MasterArticle) => ({ id, number, name });
  app.get(
    '/bridge/v1/code-clashes',
    describeRoute(ARTICLE_TAG, 'Codes that two articles have since an older version', CodeClashes),
    async ({ principal }) => {
      const data = masterData.articles
        .clashes(principal.merchant)
        .map(({ code, found, other }) => ({ code, found: named(found), other: named(other) }));
      return { count: data.length, data };
    },
  );
}

/** The article that a request names by its id. Throws `notFound`. */
export function placed(
  { masterData }: Pick<Services, 'masterData'>,
  { principal, params }: Pick<FastifyRequest<One>, 'principal' | 'params'>,
): PlacedMaster {
  return orNotFound(masterData.articles.find(principal.merchant, params.id.toUpperCase()), object, params.id);
}

/** The stored text of that article, as the caller may read it. Throws `notFound`. */
export function articleBytes(
  { masterData: { articles } }: Services,
  { principal, params }: FastifyRequest<One>,
): Buffer {
  const id = params.id.toUpperCase();
  const { merchant } = principal;
  const text = mayKnowCosts(principal) ? articles.wholeBytes(merchant, id) : articles.bytes(merchant, id);
  return orNotFound(text, object, params.id);
}

function readRoute(app: FastifyInstance, services: Services): void {
  app.get<One>(
    `${ARTICLES}/:id`,
    describeRoute(
      ARTICLE_TAG,
      'One article: by its id as master data, by EAN or article number as the till sells it today',
      Type.Union([MasterArticle, Article]),
    ),
    async (request, reply) => {
      const { id: code } = request.params;
      if (ID.test(code)) return sendTagged(request, reply, articleBytes(services, request));
      const { shop, masterData } = services;
      const today = (merchant: string) => calendarDay(masterData, merchant);
      return sendText(
        reply,
        soldText({ shop, articles: masterData.articles, today }, request.principal.merchant, code),
      );
    },
  );
}
