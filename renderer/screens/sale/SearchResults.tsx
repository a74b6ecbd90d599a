/** The articles that a search finds. */

import { memo } from 'react';
import type { Article } from '../../../main/wire/catalogue.ts';
import { Hint } from '../../parts/Button.tsx';
import { useBasketTexts } from '../../texts/pages/basket.ts';
import { type ArticleTileProps, nameOf, Picture } from './ArticleTile.tsx';

interface ResultsProps {
  readonly query: string;
  readonly results: readonly Article[];
  /** There are more than these. */
  readonly isCut: boolean;
  readonly onChoose: (article: Article) => void;
}

export default function SearchResults({ query, results, isCut, onChoose }: ResultsProps) {
  const texts = useBasketTexts();
  const { t } = texts;
  if (results.length === 0) return <p className="p-4 text-soft">{t('articles.none', { query: query.trim() })}</p>;
  return (
    <div className="grid min-h-0 content-start gap-2 overflow-y-auto p-1 beside:tall:pb-20 stacked:max-h-[40vh]">
      <ul aria-label={t('articles.results')} className="grid gap-2">
        {results.map((article, at) => (
          <li key={article.articleNumber}>
            <ArticleRow article={article} texts={texts} first={at === 0} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      {isCut && <p className="p-2 text-soft">{t('articles.more')}</p>}
    </div>
  );
}

/** One article of the search results, with its number. */
const ArticleRow = memo(function ArticleRow({
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
