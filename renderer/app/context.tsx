/** Gives the app to the screens, and keeps language and appearance of the page up to date. */

import { createContext, type ReactNode, useContext } from 'react';
import { useStore } from 'zustand';
import { TextsProvider } from '../texts/context.tsx';
import type { App } from './app.ts';
import { useAppearance } from './appearance.ts';

const AppContext = createContext<App | null>(null);

export function AppProvider({ app, children }: { readonly app: App; readonly children: ReactNode }) {
  const language = useStore(app.settings, state => state.language);
  const currency = useStore(app.session, state => state.info?.merchant.currency ?? 'EUR');
  useAppearance(app.settings);
  return (
    <AppContext value={app}>
      <TextsProvider language={language} currency={currency}>
        {children}
      </TextsProvider>
    </AppContext>
  );
}

export const useApp = (): App => useContext(AppContext)!;
