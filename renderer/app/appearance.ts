/** Sets language, theme, contrast and hand on the document, for style sheets and screen readers. */

import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { SettingsStore } from '../stores/settings.ts';

export function useAppearance(settings: SettingsStore): void {
  const language = useStore(settings, state => state.language);
  const theme = useStore(settings, state => state.theme);
  const contrast = useStore(settings, state => state.contrast);
  const hand = useStore(settings, state => state.hand);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
  useEffect(() => {
    document.documentElement.dataset.contrast = contrast;
    document.documentElement.dataset.hand = hand;
  }, [contrast, hand]);
}
