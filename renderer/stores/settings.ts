/** Settings of this screen, stored in the browser. Nothing of a sale is stored with them. */

import { createStore } from 'zustand/vanilla';
import { LARGEST_GAP } from '../scan/slowScan.ts';
import type { Language } from '../texts/money.ts';

export type Contrast = 'system' | 'high';
export type Hand = 'right' | 'left';
export type Theme = 'system' | 'light' | 'dark';

export interface SettingsState {
  /** Shown now: of the person who is signed in, else of this till. */
  readonly language: Language;
  readonly theme: Theme;
  readonly contrast: Contrast;
  /** The hand that touches the screen: the basket stands on its side. */
  readonly hand: Hand;
  readonly sound: boolean;
  /** False: characters outside fields, such as + and −, do nothing. */
  readonly singleKeys: boolean;
  /** SDV_… of the till that this screen stands at; null: the first till of the shop. */
  readonly till: string | null;
  /** Longest pause between two keys of the taught scanner, in milliseconds; null for the configured pause. */
  readonly scannerGap: number | null;
  /** Prefix, suffix and keyboard of the taught scanner, as `scan/scannerKeys.ts` reads them; null: as configured. */
  readonly scannerKeys: object | null;
}

export type SettingsStore = ReturnType<typeof createSettings>;

/** `storage` is null where the browser stores nothing; `preferred` is the language that the browser prefers. */
export function createSettings(storage: Pick<Storage, 'getItem' | 'setItem'> | null, preferred: string) {
  const language: Language = preferred.toLowerCase().startsWith('de') ? 'de' : 'en';
  const store = createStore<SettingsState>(() => ({
    language,
    theme: 'system',
    contrast: 'system',
    hand: 'right',
    sound: true,
    singleKeys: true,
    till: null,
    scannerGap: null,
    scannerKeys: null,
    ...storedSettings(storage?.getItem(KEY) ?? null),
  }));
  let ofTill = store.getState().language;
  store.subscribe(state => storage?.setItem(KEY, JSON.stringify({ ...state, language: ofTill })));
  return {
    ...store,
    set(part: Partial<SettingsState>) {
      ofTill = part.language ?? ofTill;
      store.setState(part);
    },
    /** Null: nobody is signed in, or the person has no language of her own. */
    showFor: (person: Language | null) => store.setState({ language: person ?? ofTill }),
  };
}

const KEY = 'tillbridge.settings';

/** Reads the stored settings; unknown or invalid values count as not set. */
function storedSettings(text: string | null): Partial<SettingsState> {
  const found = parseObject(text);
  return {
    ...(found.language === 'de' || found.language === 'en' ? { language: found.language } : {}),
    ...(found.theme === 'light' || found.theme === 'dark' ? { theme: found.theme } : {}),
    ...(found.contrast === 'high' ? { contrast: 'high' } : {}),
    ...(found.hand === 'left' ? { hand: 'left' } : {}),
    ...(typeof found.sound === 'boolean' ? { sound: found.sound } : {}),
    ...(typeof found.singleKeys === 'boolean' ? { singleKeys: found.singleKeys } : {}),
    ...(typeof found.till === 'string' ? { till: found.till } : {}),
    ...(isGap(found.scannerGap) ? { scannerGap: found.scannerGap } : {}),
    scannerKeys: found.scannerKeys as object | null,
  };
}

const isGap = (found: unknown): found is number => typeof found === 'number' && found > 0 && found <= LARGEST_GAP;

function parseObject(text: string | null): Record<string, unknown> {
  try {
    return Object(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}
