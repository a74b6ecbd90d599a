/** The bridge's calls for the articles page. They reject like the calls of the screen. */

import type {
  ArticleGroups,
  ArticleGroupView,
  ArticleImport,
  ArticleInput,
  CodeClashes,
  EanPrefix,
  EanPrefixes,
  MasterArticle,
} from '../../../main/wire/articles.ts';
import type { TaxRates } from '../../../main/wire/shop.ts';
import type { BridgeClient } from '../../bridge/client.ts';
import { queryOf } from './articleDraft.ts';

const ARTICLES = '/bridge/v1/articles';
const GROUPS = '/bridge/v1/article-groups';
const PREFIXES = '/bridge/v1/ean-prefixes';

export interface ArticlePage {
  readonly count: number;
  readonly data: readonly MasterArticle[];
}

export type ArticleClient = ReturnType<typeof createArticleClient>;

export const createArticleClient = ({ ask, versioned, exchange, file, article }: BridgeClient) => ({
  list: (q: string, sort: string, count: number) =>
    ask<ArticlePage>(
      'GET',
      `${ARTICLES}?count=${count}&sort=${sort}:asc${q === '' ? '' : `&q=${encodeURIComponent(q)}`}`,
    ),
  read: (id: string) => versioned<MasterArticle>('GET', `${ARTICLES}/${id}`),
  create: (input: ArticleInput) => ask<MasterArticle>('POST', ARTICLES, input),
  /** Refused with 412 when somebody else has changed the article since it was read. */
  change: async (id: string, input: ArticleInput, version: string | null): Promise<MasterArticle> =>
    (await versioned<MasterArticle>('PUT', `${ARTICLES}/${id}`, input, version)).value,
  remove: (id: string) => ask('DELETE', `${ARTICLES}/${id}`),
  /** As the till finds it by a code; null: it does not. */
  byCode: article,
  /** Id of the article with this number or code, also of one that is not sold any more; null: there is none. */
  idByCode: async (code: string): Promise<string | null> => {
    const wanted = (await article(code))?.articleNumber ?? code;
    const q = queryOf({ words: wanted, group: '', withEnded: true });
    const { data } = await ask<ArticlePage>('GET', `${ARTICLES}?count=50&q=${encodeURIComponent(q)}`);
    const isWanted = ({ number, eans }: MasterArticle) => number === wanted || eans.includes(wanted);
    return data.find(isWanted)?.id ?? null;
  },
  setPicture: (id: string, picture: File) =>
    exchange<MasterArticle>('PUT', `${ARTICLES}/${id}/picture`, {
      body: picture,
      headers: { 'Content-Type': 'application/octet-stream' },
    }),
  removePicture: (id: string) => exchange<MasterArticle>('DELETE', `${ARTICLES}/${id}/picture`),
  groups: async () => (await ask<ArticleGroups>('GET', GROUPS)).data,
  createGroup: (input: object) => ask<ArticleGroupView>('POST', GROUPS, input),
  changeGroup: (id: string, input: object) =>
    ask<ArticleGroupView>('PUT', `${GROUPS}/${encodeURIComponent(id)}`, input),
  removeGroup: (id: string) => ask('DELETE', `${GROUPS}/${encodeURIComponent(id)}`),
  taxRates: () => ask<TaxRates>('GET', '/bridge/v1/tax-rates'),
  clashes: async () => (await ask<CodeClashes>('GET', '/bridge/v1/code-clashes')).data,
  prefixes: async () => (await ask<EanPrefixes>('GET', PREFIXES)).data,
  setPrefixes: (data: readonly EanPrefix[]) => ask<EanPrefixes>('PUT', PREFIXES, { data }),
  importFile: async (content: File, query: string): Promise<ArticleImport> => {
    const headers = { 'Content-Type': 'application/octet-stream' };
    return (await exchange<ArticleImport>('POST', `${ARTICLES}/import${query}`, { body: content, headers })).value;
  },
  importProgress: () => ask<ArticleImport>('GET', `${ARTICLES}/import`),
  exported: () => file(`${ARTICLES}/export`),
});
