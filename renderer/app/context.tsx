/** Hands the joined stores and the words of the chosen language to the screens. */

import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import type { TextKey } from '../texts/de.ts';
import type { Language } from '../texts/money.ts';
import { createTexts, type Words, type WordsOf, wordsOf } from '../texts/texts.ts';
import type { App } from './app.ts';

const AppContext = createContext<App | null>(null);
const WordsContext = createContext<Words | null>(null);

const texts = createTexts('en');

export function AppProvider({ app, children }: { readonly app: App; readonly children: ReactNode }) {
  const language = useStore(app.settings, state => state.language);
  const currency = useStore(app.session, state => state.info?.merchant.currency ?? 'EUR');
  const words = useMemo(() => wordsOf(texts, language, currency), [language, currency]);
  useAppearance(app);
  return (
    <AppContext value={app}>
      <WordsContext value={words}>{children}</WordsContext>
    </AppContext>
  );
}

export const useApp = (): App => useContext(AppContext)!;
export const useWords = (): Words => useContext(WordsContext)!;

/** Texts that come with a screen loaded later: adds them, and gives the hook that knows them beside the others. */
export function moreTexts<Key extends string>(more: Readonly<Record<Language, Readonly<Record<Key, string>>>>) {
  texts.addResources('de', 'translation', more.de).addResources('en', 'translation', more.en);
  return useWords as () => WordsOf<TextKey | Key>;
}

/** Language and theme stand on the document, for style sheets and screen readers. */
function useAppearance({ settings }: App): void {
  const language = useStore(settings, state => state.language);
  const theme = useStore(settings, state => state.theme);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
}
