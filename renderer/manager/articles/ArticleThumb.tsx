/** An article at a glance, as its tile looks: its picture, or the colour of its main group with the first letter of the name. */

import type { ArticleGroupView, MasterArticle } from '../../../main/wire/articles.ts';
import ArticlePicture from '../../screens/sale/ArticlePicture.tsx';
import { groupColours } from '../../screens/sale/ArticleTile.tsx';

interface ArticleThumbProps {
  readonly article: Pick<MasterArticle, 'id' | 'group' | 'picture'>;
  readonly groups: readonly ArticleGroupView[];
  readonly name: string;
}

/** Place of the main group around a group among the main groups; -1: none, which has a colour of its own. */
export function mainGroup(group: string | null, groups: readonly ArticleGroupView[]): number {
  let top = groups.find(({ id }) => id === group);
  for (let above = top; above; above = groups.find(({ id }) => id === above?.parent)) top = above;
  return groups.filter(({ parent }) => parent === null).findIndex(({ id }) => id === top?.id);
}

export function ArticleThumb({ article: { id, group, picture }, groups, name }: ArticleThumbProps) {
  if (picture !== null)
    return <ArticlePicture path={`/bridge/v1/articles/${id}/picture?v=${picture}`} className="size-11" />;
  return (
    <span
      aria-hidden="true"
      style={groupColours(mainGroup(group, groups))}
      className="grid size-11 shrink-0 place-items-center rounded bg-(--fill) font-semibold text-(--mark)"
    >
      {name.slice(0, 1).toUpperCase()}
    </span>
  );
}
