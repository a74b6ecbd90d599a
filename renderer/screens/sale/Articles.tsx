/** Articles to choose by hand: the search field, its results, and the tiles. */

import { type KeyboardEvent, type RefObject, Suspense, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { Button, Hint } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { earlyPart } from '../../parts/laterPart.tsx';
import { isTimes } from '../../scan/scanListener.ts';
import { search as find } from '../../stores/search.ts';
import { useTexts } from '../../texts/context.tsx';
import { Tiles } from './Tiles.tsx';

const NextArticle = earlyPart(() => import('./NextArticle.tsx'));
const SearchResults = earlyPart(() => import('./SearchResults.tsx'));

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
        <Tiles onChoose={codes.addArticle} />
      ) : (
        <Suspense>
          <SearchResults
            query={wanted}
            results={results}
            isCut={results.length === LIMIT}
            onChoose={codes.addArticle}
          />
        </Suspense>
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
    <Button
      hint="×"
      label={`${t('entry.quantity')}: ${quantity ?? 1} ×`}
      className="figures text-lg"
      onPress={() => entry.open({ name: 'pad' })}
    >
      {quantity ?? 1} ×
    </Button>
  );
}
