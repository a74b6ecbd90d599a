/** Article groups: their rows above an article, and their changes. What changes is for use inside a job. */
import type { ArticleGroup } from '../../store/shopFacts.ts';
import type { Article } from '../../wire/catalogue.ts';
import { audited, type Change, type MasterData } from '../masterData.ts';
import { faultAt } from './articleFault.ts';

export const groupsOf = ({ shopStore }: Pick<MasterData, 'shopStore'>, merchant: string) =>
  new Map(shopStore.groups(merchant).map(group => [group.id, group]));

/** The group of an article as it stands in the article: the main group first. A group that is in itself ends the row. */
export function groupsOfArticle(groups: ReadonlyMap<string, ArticleGroup>, id: string): Article['group'] {
  const chain: ArticleGroup[] = [];
  for (let next = groups.get(id); next && !chain.includes(next); next = groups.get(next.parent ?? ''))
    chain.unshift(next);
  return chain.map(({ id: own, name }, index) => ({ id: own, desc: name.de, descEn: name.en, level: index + 1 }));
}

/** Letters that people write with others where they have none of these; the rest loses its accents. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' },
  ...{ æ: 'ae', œ: 'oe', ø: 'oe', å: 'aa', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' },
};

/** An id made of a name: plain letters, digits and hyphens. `Käse` is `kaese`, `Crème brûlée` is `creme-brulee`. */
export const groupIdOf = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\P{ASCII}/gu, letter => LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replace(/^-|-$/g, '') || 'group';

/** The id that earlier versions made: `Käse` was `ka-se`. A group that was renamed since is still found by it. */
const formerIdOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase()
    .slice(0, 50);

/** By its id, else by its name in either language. */
export const groupNamed = (groups: ReadonlyMap<string, ArticleGroup>, named: string): ArticleGroup | undefined =>
  groups.get(named) ??
  groups.get(groupIdOf(named)) ??
  groups.get(formerIdOf(named)) ??
  [...groups.values()].find(({ name }) => [name.de, name.en].some(one => one.toLowerCase() === named.toLowerCase()));

export function putGroup(data: MasterData, change: Change, before: ArticleGroup | null, after: ArticleGroup): void {
  data.shopStore.keepGroup(change.merchant, after);
  const action = before === null ? 'created' : 'changed';
  audited(data, change, { kind: 'articleGroup', subject: after.id, action, before, after });
}

/** Throws `ArticleFault` for a parent that is not there, or lies in the group itself. */
export function checkParent(groups: ReadonlyMap<string, ArticleGroup>, { id, parent }: ArticleGroup): void {
  if (parent === null) return;
  if (!groups.has(parent))
    throw faultAt('parent', `Eine Gruppe ${parent} gibt es nicht.`, `There is no group ${parent}.`);
  const seen = new Set<string>();
  for (let next: string | null = parent; next !== null && !seen.has(next); next = groups.get(next)?.parent ?? null) {
    if (next === id)
      throw faultAt('parent', `Die Gruppe ${id} läge in sich selbst.`, `The group ${id} would lie in itself.`);
    seen.add(next);
  }
}

/** Throws `ArticleFault` while something is in it. */
export function removeGroup(data: MasterData, change: Change, group: ArticleGroup): void {
  const { merchant } = change;
  const inside = data.articles.inGroup(merchant, group.id);
  if (inside > 0)
    throw faultAt(
      'id',
      `In der Gruppe ${group.name.de} sind noch ${inside} Artikel.`,
      `The group ${group.name.en} still has ${inside} articles in it.`,
    );
  const below = data.shopStore.groups(merchant).find(({ parent }) => parent === group.id);
  if (below)
    throw faultAt(
      'id',
      `In der Gruppe ${group.name.de} liegt noch die Gruppe ${below.name.de}.`,
      `The group ${below.name.en} still lies in the group ${group.name.en}.`,
    );
  data.shopStore.removeGroup(merchant, group.id);
  audited(data, change, { kind: 'articleGroup', subject: group.id, action: 'removed', before: group, after: null });
}
