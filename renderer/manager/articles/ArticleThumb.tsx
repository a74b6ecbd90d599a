/** An article at a glance, as its tile looks: its picture, or the colour of its main group with the first letter of the name. */

import type { CSSProperties } from 'react';
import type { ArticleGroupView, MasterArticle } from '../../../main/wire/articles.ts';
import ArticlePicture from '../../screens/sale/ArticlePicture.tsx';

interface ArticleThumbProps {
  readonly article: Pick<MasterArticle, 'id' | 'group' | 'picture'>;
  readonly groups: readonly ArticleGroupView[];
  readonly name: string;
}

/** Colours of groups in the styles (`--group-1` and so on); `--group-0` is that of no group. */
const COLOURS = 7;

function coloursOf(group: string | null, groups: readonly ArticleGroupView[]): CSSProperties {
  let top = groups.find(({ id }) => id === group);
  for (let above = top; above; above = groups.find(({ id }) => id === above?.parent)) top = above;
  const place = groups.filter(({ parent }) => parent === null).findIndex(({ id }) => id === top?.id);
  const name = `--group-${place < 0 ? 0 : (place % COLOURS) + 1}`;
  return { '--fill': `var(${name})`, '--mark': `var(${name}-mark)` } as CSSProperties;
}

export function ArticleThumb({ article: { id, group, picture }, groups, name }: ArticleThumbProps) {
  if (picture !== null)
    return <ArticlePicture path={`/bridge/v1/articles/${id}/picture?v=${picture}`} className="size-11" />;
  return (
    <span
      aria-hidden="true"
      style={coloursOf(group, groups)}
      className="grid size-11 shrink-0 place-items-center rounded bg-(--fill) font-semibold text-(--mark)"
    >
      {name.slice(0, 1).toUpperCase()}
    </span>
  );
}
