/** The one message line of the screen, and announcements for screen readers. Texts are made when shown, in the current language. */

import { createStore } from 'zustand/vanilla';
import type { Texts } from '../texts/texts.ts';

export interface Notice {
  readonly tone: 'info' | 'good' | 'warn' | 'error';
  readonly text: (texts: Texts) => string;
  /** A device needs a person: the message stays when a step of the sale ends, until the next article or until it is closed. */
  readonly lasting?: true;
  readonly about?: NoticeAbout;
}

/** The screen offers a way with a message: to the payment of a sale or operation, to a new article of a code, to a parked basket. */
export type NoticeAbout =
  | { readonly kind: 'payment' | 'parked'; readonly id: string }
  | { readonly kind: 'article'; readonly code: string };

export interface NoticesState {
  readonly notice: Notice | null;
  readonly announcement: ((texts: Texts) => string) | null;
  /** Counts hits and misses of the scanner, for the flash of the screen. */
  readonly flash: { readonly kind: 'hit' | 'miss'; readonly count: number } | null;
}

export type NoticesStore = ReturnType<typeof createNotices>;

export function createNotices() {
  const store = createStore<NoticesState>(() => ({ notice: null, announcement: null, flash: null }));
  return {
    ...store,
    show: (tone: Notice['tone'], text: Notice['text'], about?: NoticeAbout) =>
      store.setState({ notice: { tone, text, ...(about && { about }) }, announcement: text }),
    showLasting: (tone: Notice['tone'], text: Notice['text']) =>
      store.setState({ notice: { tone, text, lasting: true }, announcement: text }),
    announce: (text: Notice['text']) => store.setState({ announcement: text }),
    dismiss: () => store.setState({ notice: null }),
    /** Removes the announcement, and the message unless it lasts. */
    clear: () => store.setState(({ notice }) => ({ notice: notice?.lasting ? notice : null, announcement: null })),
    /** Removes the last message: the cashier has continued with the next article. */
    hit: (text: Notice['text']) =>
      store.setState(({ flash }) => ({
        notice: null,
        announcement: text,
        flash: { kind: 'hit', count: (flash?.count ?? 0) + 1 },
      })),
    miss: (tone: Notice['tone'], text: Notice['text'], about?: NoticeAbout) =>
      store.setState(({ flash }) => ({
        notice: { tone, text, ...(about && { about }) },
        announcement: text,
        flash: { kind: 'miss', count: (flash?.count ?? 0) + 1 },
      })),
  };
}
