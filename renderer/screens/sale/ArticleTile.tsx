/** One article to tap: a plain button, because two hundred of them must be drawn at once. */

import { type CSSProperties, memo, Suspense } from 'react';
import type { Article } from '../../../main/wire/catalogue.ts';
import { earlyPart } from '../../parts/laterPart.tsx';
import type { Texts } from '../../texts/texts.ts';

export interface ArticleTileProps {
  readonly article: Article;
  readonly texts: Texts;
  readonly onChoose: (article: Article) => void;
}

const ArticlePicture = earlyPart(() => import('./ArticlePicture.tsx'));

/** How many colours there are for groups (`--group-1` and so on). */
const COLOURS = 7;

/** Fill and mark of a group, by its place among the groups, for `bg-(--fill)` and `bg-(--mark)`. */
export function groupColours(group: number): CSSProperties {
  const name = `--group-${(group % COLOURS) + 1}`;
  return { '--fill': `var(${name})`, '--mark': `var(${name}-mark)` } as CSSProperties;
}

/** Smaller and closer letters for a name with a word that would break on a tile; never below the size that is read at arm's length. */
export const tileText = (name: string): string => (/\S{12}/.test(name) ? 'text-sm tracking-[-0.04em]' : '');

interface TileProps extends ArticleTileProps {
  readonly group: number;
  /** Pieces of the article in the basket. */
  readonly count: number;
}

export const ArticleTile = memo(function ArticleTile({ article, texts, onChoose, group, count }: TileProps) {
  const name = nameOf(article, texts);
  const price = article.openPrice ? texts.t('articles.openPrice') : texts.money(article.price);
  const { picture } = article;
  return (
    <button
      type="button"
      aria-label={texts.t('articles.add', { name, price })}
      onClick={() => onChoose(article)}
      style={groupColours(group)}
      className={`relative flex h-28 flex-col justify-between gap-1 overflow-hidden rounded-control border border-(--fill-edge) px-2 pb-2 text-start transition duration-(--quick) active:scale-97 active:brightness-95 short:h-24 ${picture ? 'bg-surface' : 'bg-(--fill) pt-2'}`}
    >
      {picture && (
        <span className="-mx-2 grid h-13 shrink-0 place-items-center bg-(--fill) short:h-10">
          <Picture path={picture} className="h-12 w-full object-contain short:h-9" />
        </span>
      )}
      <span
        className={`leading-5 font-semibold text-balance break-words hyphens-auto ${picture ? 'line-clamp-1' : 'line-clamp-3'} ${tileText(name)}`}
      >
        {name}
      </span>
      <span className="figures">{price}</span>
      {count > 0 && (
        <span
          aria-hidden="true"
          className="figures absolute end-1.5 bottom-1.5 min-w-7 rounded-full bg-action px-1.5 text-center leading-7 font-bold text-on-action"
        >
          {count}
        </span>
      )}
    </button>
  );
});

/** Its place is there at once, so that nothing moves when the picture comes. */
export const Picture = ({ path, className }: { readonly path: string; readonly className: string }) => (
  <Suspense fallback={<span className={`block shrink-0 ${className}`} />}>
    <ArticlePicture path={path} className={className} />
  </Suspense>
);

export const nameOf = ({ desc, descEn }: Article, { language }: Texts): string =>
  language === 'en' && descEn ? descEn : desc;
