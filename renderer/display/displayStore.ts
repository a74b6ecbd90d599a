/** State of the customer display: its right, its view, its language, and whether the till answers. */

import { createStore } from 'zustand/vanilla';
import type { DisplayView } from '../../main/wire/displays.ts';
import type { Language } from '../texts/money.ts';

export type DisplayProblem = 'code' | 'tooMany' | 'unreachable';

export interface DisplayState {
  /** Bearer token; null: the display has to be paired. */
  readonly token: string | null;
  /** A code that waits to be sent. */
  readonly code: string | null;
  readonly pairing: boolean;
  readonly problem: DisplayProblem | null;
  readonly view: DisplayView | null;
  /** The till has not answered for a while. */
  readonly offline: boolean;
  /** Chosen by the customer who stands here; null: as the display is set. */
  readonly chosen: Language | null;
}

export type DisplayStore = ReturnType<typeof createDisplayStore>;

const KEY = 'tillbridge.display';

/** `storage` is null where the browser stores nothing; `code` pairs the display at once. */
export function createDisplayStore(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null,
  code: string | null,
) {
  const store = createStore<DisplayState>(() => ({
    token: storage?.getItem(KEY) ?? null,
    ...{ code, pairing: false, problem: null, view: null, offline: false, chosen: null },
  }));
  return {
    ...store,
    paired(token: string) {
      storage?.setItem(KEY, token);
      store.setState({ token, code: null, pairing: false, problem: null });
    },
    /** The display was removed: it shows nothing of a sale any more. */
    refused() {
      storage?.removeItem(KEY);
      store.setState({ token: null, view: null, offline: false });
    },
    pairingFailed: (problem: DisplayProblem) => store.setState({ pairing: false, code: null, problem }),
    send: (wanted: string) => store.setState({ code: wanted, problem: null }),
    show(view: DisplayView) {
      // The next customer begins with the language of the display.
      const isOver = view.state === 'idle';
      store.setState(({ chosen }) => ({ view, offline: false, chosen: isOver ? null : chosen }));
    },
    connected: () => store.setState({ offline: false }),
    lost: () => store.setState({ offline: true }),
    /** The display may be long out of date. */
    forget: () => store.setState({ view: null }),
    choose: (chosen: Language) => store.setState({ chosen }),
  };
}

/** The language that is shown: the customer's choice, that of the display, or the browser's before it is known. */
export const languageOf = ({ chosen, view }: DisplayState, preferred: string): Language =>
  chosen ?? view?.language ?? (preferred.toLowerCase().startsWith('de') ? 'de' : 'en');
