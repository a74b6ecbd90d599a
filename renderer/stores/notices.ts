/** The one inline message of the screen, and what is said to a screen reader. Texts are made when shown, in its language. */

import { createStore } from 'zustand/vanilla';
import type { Words } from '../texts/texts.ts';

export interface Notice {
  readonly tone: 'info' | 'good' | 'warn' | 'error';
  readonly text: (words: Words) => string;
}

export interface NoticesState {
  readonly notice: Notice | null;
  readonly said: ((words: Words) => string) | null;
  /** Counts hits and misses of the scanner, for the flash. */
  readonly flash: { readonly kind: 'hit' | 'miss'; readonly count: number } | null;
}

export type NoticesStore = ReturnType<typeof createNotices>;

export function createNotices() {
  const store = createStore<NoticesState>(() => ({ notice: null, said: null, flash: null }));
  return {
    ...store,
    show: (tone: Notice['tone'], text: Notice['text']) => store.setState({ notice: { tone, text }, said: text }),
    say: (said: Notice['text']) => store.setState({ said }),
    dismiss: () => store.setState({ notice: null }),
    /** What was said belongs to the past. */
    clear: () => store.setState({ notice: null, said: null }),
    /** A hit takes the last message away: the cashier went on. */
    hit: (said: Notice['text']) =>
      store.setState(({ flash }) => ({ notice: null, said, flash: { kind: 'hit', count: (flash?.count ?? 0) + 1 } })),
    miss: (tone: Notice['tone'], text: Notice['text']) =>
      store.setState(({ flash }) => ({
        notice: { tone, text },
        said: text,
        flash: { kind: 'miss', count: (flash?.count ?? 0) + 1 },
      })),
  };
}
