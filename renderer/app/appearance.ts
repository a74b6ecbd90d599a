/** Sets language and theme on the document, for style sheets and screen readers. */

import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { SettingsStore } from '../stores/settings.ts';

export function useAppearance(settings: SettingsStore): void {
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
