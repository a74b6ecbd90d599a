/** One article to tap: a plain button, because two hundred of them must be drawn at once. */

import { memo, Suspense } from 'react';
import type { Article } from '../../../main/wire/catalogue.ts';
import { Hint } from '../../parts/Button.tsx';
import { earlyPart } from '../../parts/laterPart.tsx';
import type { Texts } from '../../texts/texts.ts';

export interface ArticleTileProps {
  readonly article: Article;
  readonly texts: Texts;
  readonly onChoose: (article: Article) => void;
}

const ArticlePicture = earlyPart(() => import('./ArticlePicture.tsx'));

const EDGES = [
  'border-s-(--group-1)',
  'border-s-(--group-2)',
  'border-s-(--group-3)',
  'border-s-(--group-4)',
  'border-s-(--group-5)',
  'border-s-(--group-6)',
];

export const ArticleTile = memo(function ArticleTile({
  article,
  texts,
  onChoose,
  group,
}: ArticleTileProps & { readonly group: number }) {
  const name = nameOf(article, texts);
  const price = article.openPrice ? texts.t('articles.openPrice') : texts.money(article.price);
  return (
    <button
      type="button"
      aria-label={texts.t('articles.add', { name, price })}
      onClick={() => onChoose(article)}
      className={`flex min-h-20 flex-col justify-between gap-1 rounded-control border border-s-4 border-line bg-surface p-2.5 text-start transition-colors duration-(--quick) hover:bg-sunken active:bg-tonal-pressed ${EDGES[group % EDGES.length]}`}
    >
      {article.picture && <Picture path={article.picture} className="h-16 w-full" />}
      <span className="line-clamp-2 leading-snug font-medium break-words hyphens-auto">{name}</span>
      <span className="figures text-soft">{price}</span>
    </button>
  );
});

/** Its place is there at once, so that nothing moves when the picture comes. */
export const Picture = ({ path, className }: { readonly path: string; readonly className: string }) => (
  <Suspense fallback={<span className={`block shrink-0 ${className}`} />}>
    <ArticlePicture path={path} className={className} />
  </Suspense>
);

/** One article of the search results, with its number. */
export const ArticleRow = memo(function ArticleRow({
  article,
  texts,
  onChoose,
  first,
}: ArticleTileProps & { readonly first: boolean }) {
  const name = nameOf(article, texts);
  const price = texts.money(article.price);
  return (
    <button
      type="button"
      aria-label={texts.t('articles.add', { name, price })}
      onClick={() => onChoose(article)}
      className={`touch flex w-full items-center gap-3 rounded-control border bg-surface px-3 py-2 text-start hover:bg-sunken active:bg-tonal-pressed ${first ? 'border-2 border-action' : 'border-line'}`}
    >
      {article.picture && <Picture path={article.picture} className="size-10" />}
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{name}</span>
        <span className="figures block truncate text-sm text-soft">
          {article.articleNumber}
          {article.ean && ` · ${article.ean}`}
        </span>
      </span>
      {first && <Hint>Enter</Hint>}
      <span className="figures font-semibold">{price}</span>
    </button>
  );
});

const nameOf = ({ desc, descEn }: Article, { language }: Texts): string =>
  language === 'en' && descEn ? descEn : desc;
