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
import { Button, Hint } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { earlyPart } from '../../parts/laterPart.tsx';
import { isTimes } from '../../scan/scanListener.ts';
import type { Section } from '../../stores/catalogue.ts';
import { search as find } from '../../stores/search.ts';
import { useTexts } from '../../texts/context.tsx';
import { ArticleRow, ArticleTile } from './ArticleTile.tsx';
import { SaleTools } from './SaleTools.tsx';

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
    <section aria-labelledby="articles-title" className="flex min-h-0 min-w-0 flex-col gap-3">
      <h2 id="articles-title" className="sr-only">
        {t('articles.title')}
      </h2>
      <SearchField field={search} query={query} onChange={entry.setSearch} onEnter={() => takeFirst(query)} />
      <SaleTools />
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
    <div className="relative">
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
  const { catalogue } = useApp();
  const { t, language } = useTexts();
  const sections = useStore(catalogue, state => state.sections);
  const loaded = useStore(catalogue, state => state.version !== null);
  const [group, setGroup] = useState<string | null>(null);
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
      <div role="group" aria-label={t('articles.groups')} className="flex shrink-0 gap-2 overflow-x-auto p-1">
        <GroupButton text={t('articles.all')} chosen={group === null} onPress={() => setGroup(null)} />
        {sections.map(({ id, name }) => (
          <GroupButton
            key={id}
            text={name[language] || t('articles.other')}
            chosen={group === id}
            onPress={() => setGroup(id)}
          />
        ))}
      </div>
      <div className="grid min-h-0 content-start gap-4 overflow-y-auto p-1 lg:tall:pb-20 max-lg:max-h-[32vh]">
        {sections.map((section, at) =>
          group === null || group === section.id ? (
            <QuickSection key={section.id} section={section} group={at} onChoose={onChoose} />
          ) : null,
        )}
      </div>
    </>
  );
}

const GroupButton = (props: { readonly text: string; readonly chosen: boolean; readonly onPress: () => void }) => (
  <Button look={props.chosen ? 'primary' : 'tonal'} pressed={props.chosen} onPress={props.onPress} className="shrink-0">
    {props.text}
  </Button>
);

interface QuickSectionProps {
  readonly section: Section;
  readonly group: number;
  readonly onChoose: (article: Article) => void;
}

function QuickSection({ section, group, onChoose }: QuickSectionProps) {
  const texts = useTexts();
  const name = section.name[texts.language] || texts.t('articles.other');
  return (
    <section aria-label={name}>
      <h3 className="mb-2 font-semibold text-soft">{name}</h3>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-2">
        {section.articles.map(article => (
          <ArticleTile key={article.articleNumber} article={article} texts={texts} onChoose={onChoose} group={group} />
        ))}
      </div>
    </section>
  );
}
