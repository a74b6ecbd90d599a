/** The scanner of this till: its longest pause between characters, a scan that was too slow, and teaching the pace. */

import { createStore } from 'zustand/vanilla';
import { gapFor, type SlowScan, slowestPace } from '../scan/slowScan.ts';
import type { WedgeOptions } from '../scan/wedge.ts';
import type { SessionStore } from './session.ts';
import type { SettingsStore } from './settings.ts';

export interface ScannerState {
  /** A scan that was too slow and has not been taken yet. */
  readonly slow: SlowScan | null;
  readonly teaching: { readonly state: 'waiting' | 'learnt' | 'tooSlow'; readonly pace: number } | null;
}

export type ScannerStore = ReturnType<typeof createScanner>;

export function createScanner(session: SessionStore, settings: SettingsStore) {
  const store = createStore<ScannerState>(() => ({ slow: null, teaching: null }));
  let receiver: ((code: string) => void) | null = null;
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
      return given && { ...given, gap: Math.max(given.gap, settings.getState().scannerGap ?? 0) };
    },
    learn,
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
    teach: () => store.setState({ teaching: { state: 'waiting', pace: 0 } }),
    endTeaching: () => store.setState({ teaching: null }),
    isTeaching: (): boolean => store.getState().teaching?.state === 'waiting',
    taught: (pace: number) => store.setState({ teaching: { state: learn(pace) ? 'learnt' : 'tooSlow', pace } }),
    forget: () => {
      settings.set({ scannerGap: null });
      store.setState({ teaching: null });
    },
  };
}
