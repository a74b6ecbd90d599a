/** The article groups as they are chosen and listed. */

import type { ArticleGroupView } from '../../../main/wire/articles.ts';
import type { Language } from '../../texts/money.ts';

/** The name of a group, behind that of the group it lies in. */
export function groupName(
  { name, parent }: ArticleGroupView,
  groups: readonly ArticleGroupView[],
  language: Language,
): string {
  const above = groups.find(({ id }) => id === parent);
  return above ? `${above.name[language]} / ${name[language]}` : name[language];
}

export const groupOptions = (groups: readonly ArticleGroupView[], language: Language) =>
  groups.map(group => ({ value: group.id, text: groupName(group, groups, language) }));
