/** Articles and their groups, written one by one. Everything is for use inside a job. */
import type { ArticleGroup } from '../../store/shopFacts.ts';
import type { Article } from '../../wire/catalogue.ts';
import { audited, type Change, type MasterData } from '../masterData.ts';

/** `before` null: the article is new. */
export function putArticle(
  data: MasterData,
  change: Change,
  position: number,
  before: Article | null,
  after: Article,
): void {
  data.merchants.putArticle(change.merchant, position, after);
  const action = before === null ? 'created' : 'changed';
  audited(data, change, { kind: 'article', subject: after.articleNumber, action, before, after });
}

export function putGroup(data: MasterData, change: Change, before: ArticleGroup | null, after: ArticleGroup): void {
  data.shopStore.keepGroup(change.merchant, after);
  const action = before === null ? 'created' : 'changed';
  audited(data, change, { kind: 'articleGroup', subject: after.id, action, before, after });
}

/** The group of an article as it stands in the article: the main group first. A group that is in itself ends the row. */
export function groupsOfArticle(groups: ReadonlyMap<string, ArticleGroup>, id: string): Article['group'] {
  const chain: ArticleGroup[] = [];
  for (let next = groups.get(id); next && !chain.includes(next); next = groups.get(next.parent ?? ''))
    chain.unshift(next);
  return chain.map(({ id: own, name }, index) => ({ id: own, desc: name.de, descEn: name.en, level: index + 1 }));
}
