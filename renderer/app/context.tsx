/** Gives the app to the screens, and keeps language and appearance of the page up to date. */

import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { useStore } from 'zustand';
import { TextsProvider } from '../texts/context.tsx';
import type { App } from './app.ts';

const AppContext = createContext<App | null>(null);

export function AppProvider({ app, children }: { readonly app: App; readonly children: ReactNode }) {
  const language = useStore(app.settings, state => state.language);
  const currency = useStore(app.session, state => state.info?.merchant.currency ?? 'EUR');
  useAppearance(app);
  return (
    <AppContext value={app}>
      <TextsProvider language={language} currency={currency}>
        {children}
      </TextsProvider>
    </AppContext>
  );
}

export const useApp = (): App => useContext(AppContext)!;

/** Sets language and theme on the document, for style sheets and screen readers. */
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
