/** What a person set on this screen; kept in the browser, never anything of a sale. */

import { createStore } from 'zustand/vanilla';
import { LARGEST_GAP } from '../scan/slowScan.ts';
import type { Language } from '../texts/money.ts';

export type Theme = 'system' | 'light' | 'dark';

export interface SettingsState {
  readonly language: Language;
  readonly theme: Theme;
  readonly sound: boolean;
  /** Milliseconds between two keys of this till's scanner, where it was taught; null: as configured. */
  readonly scannerGap: number | null;
}

export type SettingsStore = ReturnType<typeof createSettings>;

/** `storage` is null where the browser keeps nothing; `preferred` is the language the browser asks for. */
export function createSettings(storage: Pick<Storage, 'getItem' | 'setItem'> | null, preferred: string) {
  const language: Language = preferred.toLowerCase().startsWith('de') ? 'de' : 'en';
  const store = createStore<SettingsState>(() => ({
    language,
    theme: 'system',
    sound: true,
    scannerGap: null,
    ...kept(storage?.getItem(KEY) ?? null),
  }));
  store.subscribe(state => storage?.setItem(KEY, JSON.stringify(state)));
  return { ...store, set: (part: Partial<SettingsState>) => store.setState(part) };
}

const KEY = 'tillbridge.settings';

/** Only what is still understood; anything else is as if never set. */
function kept(text: string | null): Partial<SettingsState> {
  const found = parsed(text);
  return {
    ...(found.language === 'de' || found.language === 'en' ? { language: found.language } : {}),
    ...(found.theme === 'light' || found.theme === 'dark' ? { theme: found.theme } : {}),
    ...(typeof found.sound === 'boolean' ? { sound: found.sound } : {}),
    ...(isGap(found.scannerGap) ? { scannerGap: found.scannerGap } : {}),
  };
}

const isGap = (found: unknown): found is number => typeof found === 'number' && found > 0 && found <= LARGEST_GAP;

function parsed(text: string | null): Record<string, unknown> {
  try {
    return Object(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}
