/** The offer of an article at the till today: its price, its tax rate and the names of its groups as they are now. */
import type { ArticleOffer } from '../../store/articles.ts';
import type { ArticleGroup } from '../../store/shopFacts.ts';
import { soldMembers } from '../../wire/articleMembers.ts';
import type { DatedPrice, MasterArticle } from '../../wire/articles.ts';
import type { Article } from '../../wire/catalogue.ts';
import { groupsOfArticle } from './groups.ts';

/** The day, by the clock of the shop, with everything that an article takes from elsewhere. */
export interface Today {
  /** YYYY-MM-DD */
  readonly day: string;
  /** Per cent by key of the tax rate. */
  readonly rates: Readonly<Record<string, number>>;
  readonly groups: ReadonlyMap<string, ArticleGroup>;
}

/** The price that holds on a day; null before the first one. */
export function priceOn(prices: readonly DatedPrice[], day: string): number | null {
  return prices.findLast(({ validFrom }) => validFrom === null || validFrom <= day)?.price ?? null;
}

/** The article with the price and tax rate of the day. A key that has no rate on this day keeps the last one. */
export function onDay(article: MasterArticle, { day, rates }: Pick<Today, 'day' | 'rates'>): MasterArticle {
  const price = priceOn(article.prices, day) ?? article.price;
  const taxRate = article.tax === null ? article.taxRate : (rates[article.tax] ?? article.taxRate);
  return price === article.price && taxRate === article.taxRate ? article : { ...article, price, taxRate };
}

/** `article` as it is on the day. */
export function offerOf(article: MasterArticle, { day, groups }: Today): ArticleOffer {
  const nextPrice = article.prices.find(({ validFrom }) => validFrom !== null && validFrom > day)?.validFrom ?? null;
  return { sold: article.state === 'sold' ? soldOf(article, groups) : null, nextPrice };
}

function soldOf(article: MasterArticle, groups: Today['groups']): Article {
  const { id, number, name, eans, price, taxRate, group, quickKey, place, deposit, measure, picture } = article;
  const [ean = '', ...more] = eans;
  return {
    ...{ articleNumber: number, ean, desc: name.de, descEn: name.en, price, tax: taxRate },
    group: group === null ? [] : groupsOfArticle(groups, group),
    quickKey,
    ...(more.length === 0 ? {} : { eans: more }),
    ...(place === null ? {} : { place }),
    ...(deposit === null ? {} : { deposit }),
    ...(measure === 'kg' ? { measure } : {}),
    ...soldMembers(article),
    ...(picture === null ? {} : { picture: `/bridge/v1/articles/${id}/picture?v=${picture}` }),
  };
}
