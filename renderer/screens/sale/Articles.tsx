/** Articles to choose by hand: the search field, and the quick keys by main group. */

import {
  type KeyboardEvent,
  type RefObject,
  Suspense,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useStore } from 'zustand';
import type { Article } from '../../../main/wire/catalogue.ts';
import { useApp } from '../../app/context.tsx';
import { Button, Hint, PlainButton } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { earlyPart } from '../../parts/laterPart.tsx';
import { isTimes } from '../../scan/scanListener.ts';
import type { Section } from '../../stores/catalogue.ts';
import type { Line } from '../../stores/lines.ts';
import { search as find } from '../../stores/search.ts';
import { useTexts } from '../../texts/context.tsx';
import { ArticleRow, ArticleTile, groupColours } from './ArticleTile.tsx';

const NextArticle = earlyPart(() => import('./NextArticle.tsx'));
const NoArticles = earlyPart(() => import('./NoArticles.tsx'));

/** Longest list of results. */
const LIMIT = 40;

export function Articles({ search }: { readonly search: RefObject<HTMLInputElement | null> }) {
  const { catalogue, codes, entry } = useApp();
  const { t } = useTexts();
  const index = useStore(catalogue, state => state.index);
  const query = useStore(entry, state => state.search);
  const wanted = useDeferredValue(query);
  const results = useMemo(() => find(index, wanted, LIMIT), [index, wanted]);
  const takeFirst = (text: string) => {
    const first = find(index, text, 1)[0];
    // The searched text stays in the field and is selected, so that the next word replaces it.
    if (first && codes.addArticle(first)) search.current?.select();
    // A number that is no article may be a card; an unknown number leads to a message.
    else if (!first && /^\d{6,}$/.test(text.trim())) codes.take(text.trim());
  };
  useTypedDigits(search, takeFirst);
  return (
    <section aria-labelledby="articles-title" className="flex min-h-0 min-w-0 flex-col gap-2 p-3">
      <h2 id="articles-title" className="sr-only">
        {t('articles.title')}
      </h2>
      <div className="flex gap-2">
        <SearchField field={search} query={query} onChange={entry.setSearch} onEnter={() => takeFirst(query)} />
        <NextQuantity />
      </div>
      <Suspense>
        <NextArticle />
      </Suspense>
      {wanted.trim() === '' ? (
        <QuickKeys onChoose={codes.addArticle} />
      ) : (
        <Results query={wanted} results={results} onChoose={codes.addArticle} />
      )}
    </section>
  );
}

/** Brings digits that are typed outside every field into the search. */
function useTypedDigits(search: RefObject<HTMLInputElement | null>, takeFirst: (text: string) => void): void {
  const { typed, till, entry, codes } = useApp();
  const latest = useRef(takeFirst);
  useEffect(() => {
    latest.current = takeFirst;
  });
  useEffect(() => {
    const show = (text: string) => {
      // While the cash dialog opens, the digits are an amount.
      if (till.getState().cashOpen) return false;
      entry.setSearch(text);
      search.current?.focus();
      return true;
    };
    const enter = (text: string) => {
      if (!show(text)) return false;
      latest.current(text);
      return true;
    };
    return typed.listen({ digits: show, enter, times: codes.multiply });
  }, [typed, search, till, entry, codes]);
}

interface SearchFieldProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly query: string;
  readonly onChange: (query: string) => void;
  readonly onEnter: () => void;
}

function SearchField({ field, query, onChange, onEnter }: SearchFieldProps) {
  const { codes } = useApp();
  const { t } = useTexts();
  /** The element that had the focus before F2. */
  const before = useRef<HTMLElement | null>(null);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Digits that were typed slowly stand in the field already.
    if (isTimes(event.key) && codes.multiply(query)) {
      event.preventDefault();
      onChange('');
    }
    if (event.key === 'Escape') {
      // The first one empties the field, the next one leaves it.
      if (query === '') {
        event.currentTarget.blur();
        before.current?.focus();
      }
      onChange('');
    }
    if (event.key === 'Enter') onEnter();
  };
  return (
    <div className="relative min-w-0 flex-1">
      <span className="pointer-events-none absolute inset-y-0 start-3 flex items-center text-soft">
        <Icon name="search" />
      </span>
      <input
        ref={field}
        type="search"
        aria-label={t('articles.search')}
        placeholder={t('articles.searchHint')}
        value={query}
        autoComplete="off"
        spellCheck={false}
        onChange={event => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        onFocus={({ relatedTarget }) => {
          before.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
        }}
        className="touch w-full appearance-none field ps-11 pe-14 text-lg placeholder:text-soft [&::-webkit-search-cancel-button]:hidden"
      />
      <span className="absolute inset-y-0 end-0 flex items-center">
        {query === '' ? (
          <span className="pe-3 text-soft">
            <Hint>F2</Hint>
          </span>
        ) : (
          <Button
            look="quiet"
            size="icon"
            icon="cross"
            label={t('articles.clearSearch')}
            onPress={() => onChange('')}
          />
        )}
      </span>
    </div>
  );
}

/** The quantity of the next article; opens its number pad. */
function NextQuantity() {
  const { entry } = useApp();
  const { t } = useTexts();
  const quantity = useStore(entry, state => state.quantity);
  return (
    <PlainButton
      hint="×"
      label={t('entry.quantity')}
      className="figures text-lg"
      onPress={() => entry.open({ name: 'pad' })}
    >
      {quantity ?? 1} ×
    </PlainButton>
  );
}

interface ResultsProps {
  readonly query: string;
  readonly results: readonly Article[];
  readonly onChoose: (article: Article) => void;
}

function Results({ query, results, onChoose }: ResultsProps) {
  const texts = useTexts();
  const { t } = texts;
  if (results.length === 0) return <p className="p-4 text-soft">{t('articles.none', { query: query.trim() })}</p>;
  return (
    <div className="grid min-h-0 content-start gap-2 overflow-y-auto p-1 lg:tall:pb-20 max-lg:max-h-[40vh]">
      <ul aria-label={t('articles.results')} className="grid gap-2">
        {results.map((article, at) => (
          <li key={article.articleNumber}>
            <ArticleRow article={article} texts={texts} first={at === 0} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      {results.length === LIMIT && <p className="p-2 text-soft">{t('articles.more')}</p>}
    </div>
  );
}

function QuickKeys({ onChoose }: { readonly onChoose: (article: Article) => void }) {
  const { catalogue, basket } = useApp();
  const { t, language } = useTexts();
  const sections = useStore(catalogue, state => state.sections);
  const loaded = useStore(catalogue, state => state.version !== null);
  const [group, setGroup] = useState<string | null>(null);
  // The figures on the tiles follow once the scan itself is on the screen.
  const lines = useDeferredValue(useStore(basket, state => state.lines));
  const counts = useMemo(() => countsOf(lines), [lines]);
  if (!loaded) return <p className="p-4 text-soft">{t('articles.loading')}</p>;
  if (sections.length === 0)
    return (
      <Suspense>
        <NoArticles />
      </Suspense>
    );
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form of its own */}
      <div role="group" aria-label={t('articles.groups')} className="-mx-1 flex shrink-0 gap-2 overflow-x-auto p-1">
        <GroupButton text={t('articles.all')} chosen={group === null} onPress={() => setGroup(null)} />
        {sections.map(({ id, name }, at) => (
          <GroupButton
            key={id}
            text={name[language] || t('articles.other')}
            mark={at}
            chosen={group === id}
            onPress={() => setGroup(id)}
          />
        ))}
      </div>
      <div className="-mx-1 grid min-h-0 grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] content-start gap-2 overflow-y-auto p-1 lg:tall:pb-20 max-lg:max-h-[32vh]">
        {sections.map((section, at) =>
          group === null || group === section.id ? (
            <QuickSection key={section.id} section={section} group={at} counts={counts} onChoose={onChoose} />
          ) : null,
        )}
      </div>
    </>
  );
}

/** Pieces in the basket by article number. */
function countsOf(lines: readonly Line[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines)
    if (line.item.item_type === 'article')
      counts.set(line.articleNumber, (counts.get(line.articleNumber) ?? 0) + line.quantity);
  return counts;
}

interface GroupButtonProps {
  readonly text: string;
  /** Place of the group, which gives it its colour; none: every group. */
  readonly mark?: number;
  readonly chosen: boolean;
  readonly onPress: () => void;
}

const GroupButton = ({ text, mark, chosen, onPress }: GroupButtonProps) => (
  <Button look="tab" pressed={chosen} onPress={onPress} className="shrink-0">
    {mark !== undefined && (
      <span aria-hidden="true" style={groupColours(mark)} className="size-3 rounded-sm bg-(--mark)" />
    )}
    {text}
  </Button>
);

interface QuickSectionProps {
  readonly section: Section;
  readonly group: number;
  /** Pieces in the basket by article number. */
  readonly counts: ReadonlyMap<string, number>;
  readonly onChoose: (article: Article) => void;
}

function QuickSection({ section, group, counts, onChoose }: QuickSectionProps) {
  const texts = useTexts();
  const name = section.name[texts.language] || texts.t('articles.other');
  return (
    // The tiles of all groups fill the rows together; their colours tell the groups apart.
    <section aria-label={name} className="contents">
      <h3 className="sr-only">{name}</h3>
      {section.articles.map(article => (
        <ArticleTile
          key={article.articleNumber}
          article={article}
          texts={texts}
          onChoose={onChoose}
          group={group}
          count={counts.get(article.articleNumber) ?? 0}
        />
      ))}
    </section>
  );
}
