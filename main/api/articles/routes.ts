/**
 * Articles for their managers: list, one, create, change, remove; and one by a code, as the till sells it. Changes write the audit
 * log; `If-Match` guards against lost updates.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { priceOfWeight, readCarried } from '../../domain/carriedEan.ts';
import { formatAmount } from '../../domain/money.ts';
import { changeArticle, createArticle, removeArticle } from '../../masterData/articles/articles.ts';
import { articleQueries, type PlacedMaster } from '../../store/articles.ts';
import { ArticleInput, MasterArticle } from '../../wire/articles.ts';
import { Article } from '../../wire/catalogue.ts';
import { Result } from '../../wire/shapes.ts';
import { BridgeError } from '../../world/errors.ts';
import { registerReader, sendTagged } from '../etag.ts';
import { addListRoute, describeRoute, orNotFound, sendJson, sendText } from '../resource.ts';
import type { Services } from '../services.ts';
import { changed } from './faults.ts';

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
  registerReader(app, ARTICLES, { object, bytes: (merchant, id) => articles.bytes(merchant, id.toUpperCase()) });
  readRoute(app, services);

  app.post<{ Body: ArticleInput }>(
    ARTICLES,
    describeRoute(ARTICLE_TAG, 'A new article: number, name, price and tax', MasterArticle, { body: ArticleInput }),
    async (request, reply) =>
      sendJson(
        reply,
        await changed(services, request, change => createArticle(services.masterData, change, request.body)),
      ),
  );
  app.put<One & { Body: ArticleInput }>(
    `${ARTICLES}/:id`,
    describeRoute(ARTICLE_TAG, 'Changes an article; what is left out stays', MasterArticle, { body: ArticleInput }),
    async (request, reply) => {
      await changed(services, request, change =>
        changeArticle(services.masterData, change, placed(services, request), request.body),
      );
      return sendStored(services, request, reply);
    },
  );
  app.delete<One>(
    `${ARTICLES}/:id`,
    describeRoute(ARTICLE_TAG, 'Removes an article that was never sold', Result),
    async (request: FastifyRequest<One>) => {
      await changed(services, request, change => removeArticle(services.masterData, change, placed(services, request)));
      return { result: true };
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

export function sendStored({ masterData }: Services, request: FastifyRequest<One>, reply: FastifyReply): FastifyReply {
  const { principal, params } = request;
  const bytes = masterData.articles.bytes(principal.merchant, params.id.toUpperCase());
  return sendTagged(request, reply, orNotFound(bytes, object, params.id));
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
      if (ID.test(code)) return sendStored(services, request, reply);
      return sendText(reply, soldText(services, request.principal.merchant, code));
    },
  );
}

/** Throws `articleEnded` or `articleUnknown`. */
function soldText(services: Services, merchant: string, code: string): string {
  const { shop, masterData } = services;
  const { articles } = masterData;
  const exact = shop.article(merchant, code);
  if (exact !== null) return exact;
  const known = articles.byCode(merchant, code) ?? articles.byNumber(merchant, code);
  const text = known && shop.article(merchant, known.article.number);
  if (text) return text;
  if (known?.article.state === 'ended') throw ended(known);
  return carriedText(services, merchant, code);
}

const ended = ({ article: { number, name } }: PlacedMaster) =>
  new BridgeError('articleEnded', `the article ${number} ${name.de} is not sold any more`);

/** An article whose weight or price stands in the code. */
function carriedText({ shop, masterData }: Services, merchant: string, code: string): string {
  const { articles } = masterData;
  const { currency } = shop.merchant(merchant);
  const carried = readCarried(code, articles.prefixes(merchant), currency);
  if (!carried) throw new BridgeError('articleUnknown', `no article has the code ${code}`);
  for (const item of carried.items) {
    const known = articles.byCode(merchant, item) ?? articles.byNumber(merchant, item);
    if (!known) continue;
    const text = shop.article(merchant, known.article.number);
    if (text === null) throw ended(known);
    return JSON.stringify(pieceOf(JSON.parse(text), code, carried, currency));
  }
  throw new BridgeError(
    'articleUnknown',
    `no article has the number ${carried.items.join(' or ')} of the code ${code}`,
  );
}

/** The piece in hand: its price, and on the receipt its weight with the price of a kilogram. */
function pieceOf(
  article: Article,
  code: string,
  { kind, value }: NonNullable<ReturnType<typeof readCarried>>,
  currency: string,
): Article {
  if (kind === 'price')
    return { ...article, price: value, carried: { ean: code, grams: null, pricePerKilogram: null } };
  const price = priceOfWeight(value, article.price);
  const kilograms = (value / 1000).toFixed(3);
  const perKilogram = {
    de: formatAmount(article.price, currency, 'de'),
    en: formatAmount(article.price, currency, 'en'),
  };
  return {
    ...article,
    price,
    desc: `${article.desc} ${kilograms.replace('.', ',')} kg × ${perKilogram.de}/kg`,
    descEn: `${article.descEn} ${kilograms} kg × ${perKilogram.en}/kg`,
    carried: { ean: code, grams: value, pricePerKilogram: article.price },
  };
}
