/** The scanner of this till: its longest pause between characters, and a scan that was too slow. */

import { createStore } from 'zustand/vanilla';
import { gapFor, type SlowScan, slowestPace } from '../scan/slowScan.ts';
import type { WedgeOptions } from '../scan/wedge.ts';
import type { SessionStore } from './session.ts';
import type { SettingsStore } from './settings.ts';

export interface ScannerState {
  /** A scan that was too slow and has not been taken yet. */
  readonly slow: SlowScan | null;
}

export type ScannerStore = ReturnType<typeof createScanner>;

export function createScanner(session: SessionStore, settings: SettingsStore) {
  const store = createStore<ScannerState>(() => ({ slow: null }));
  let receiver: ((code: string) => void) | null = null;
  /** Learned by a test code; loaded where there is something. */
  let own: Partial<WedgeOptions> | null = {};
  const configured = () => session.getState().info?.scanner ?? null;

  /** Stores the pace for this till; false when the scanner is slower than the limit. */
  function learn(pace: number): boolean {
    const isQuickEnough = pace <= slowestPace;
    if (isQuickEnough) settings.set({ scannerGap: gapFor(pace, configured()?.gap ?? 0) });
    return isQuickEnough;
  }

  return {
    ...store,
    /** The taught pause counts where it is longer than the configured pause. */
    options(): WedgeOptions | null {
      const given = configured();
      return given && own && { ...given, ...own, gap: Math.max(given.gap, settings.getState().scannerGap ?? 0) };
    },
    learn,
    /** Keys of the scanner that differ from the configuration; null: a code that teaches the till is read elsewhere. */
    setOwn: (keys: Partial<WedgeOptions> | null) => {
      own = keys;
    },
    /** The field that takes the scans instead of the basket; null: there is none. */
    receiver: () => receiver,
    /** Lets a field take the scans. The returned function ends that. */
    redirect(take: (code: string) => void): () => void {
      receiver = take;
      return () => {
        if (receiver === take) receiver = null;
      };
    },
    showSlow: (slow: SlowScan | null) => store.setState({ slow }),
    forget: () => settings.set({ scannerGap: null }),
  };
}
