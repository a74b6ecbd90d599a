/** Gives the texts of the chosen language to the screens. */

import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import type { TextKey } from './de.ts';
import type { Language } from './money.ts';
import { createTranslations, type TextPair, type Texts, type TextsOf, textsIn } from './texts.ts';

const TextsContext = createContext<Texts | null>(null);

const translations = createTranslations();

export interface TextsProviderProps {
  readonly language: Language;
  readonly currency: string;
  readonly children: ReactNode;
}

export function TextsProvider({ language, currency, children }: TextsProviderProps) {
  const shown = useLoaded(language);
  const texts = useMemo(() => (shown ? textsIn(translations, shown, currency) : null), [shown, currency]);
  return texts && <TextsContext value={texts}>{children}</TextsContext>;
}

/** The language once its texts are there. Until then the one before goes on; null at the start, for the moment of loading. */
function useLoaded(language: Language): Language | null {
  const [shown, setShown] = useState<Language | null>(() => (translations.has(language) ? language : null));
  useEffect(() => {
    let left = false;
    const show = () => left || setShown(language);
    if (translations.has(language)) show();
    // Without its texts English shows the German ones, which is better than nothing.
    else translations.load().then(show, show);
    return () => {
      left = true;
    };
  }, [language]);
  return shown;
}

/** Loads the other language early, so that it is there when the bridge is away. */
export const preloadTexts = (): void => void translations.load().catch(() => undefined);

export const useTexts = (): Texts => useContext(TextsContext)!;

/**
 * Adds the texts of a screen that is loaded later, and returns the hook that knows these texts too. A key of a core text does not
 * compile: the page's text would stand in its place on every screen.
 */
export function addTexts<Key extends string>(
  more: Readonly<Record<Key, TextPair>> & Readonly<Partial<Record<TextKey, never>>>,
) {
  translations.add(more);
  return useTexts as () => TextsOf<TextKey | Key>;
}
