/** Gives the texts of the chosen language to the screens. */

import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { TextKey } from './de.ts';
import type { Language } from './money.ts';
import { createTranslations, type Texts, type TextsOf, textsIn } from './texts.ts';

const TextsContext = createContext<Texts | null>(null);

const translations = createTranslations();

export interface TextsProviderProps {
  readonly language: Language;
  readonly currency: string;
  readonly children: ReactNode;
}

export function TextsProvider({ language, currency, children }: TextsProviderProps) {
  const texts = useMemo(() => textsIn(translations, language, currency), [language, currency]);
  return <TextsContext value={texts}>{children}</TextsContext>;
}

export const useTexts = (): Texts => useContext(TextsContext)!;

/** Adds the texts of a screen that is loaded later, and returns the hook that knows these texts too. */
export function addTexts<Key extends string>(more: Readonly<Record<Language, Readonly<Record<Key, string>>>>) {
  translations.add(more);
  return useTexts as () => TextsOf<TextKey | Key>;
}
