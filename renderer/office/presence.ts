/** Is the back office there? Every call says so, and while nothing is asked a small call of its own does. */

import { createStore } from 'zustand/vanilla';

interface PresenceState {
  /** The moment since which no call got an answer, ms since 1970; null: it is there. */
  readonly awaySince: number | null;
  /** How often it came back: pages ask again then for what failed. */
  readonly returns: number;
}

/** Ms between two calls while nothing else is asked, and while it is away. */
const EVERY = { there: 30_000, away: 5000 } as const;

export type Presence = ReturnType<typeof createPresence>;

/** `ask` is any call; its end is noted by whoever makes calls. */
export function createPresence(ask: () => Promise<unknown>) {
  const store = createStore<PresenceState>(() => ({ awaySince: null, returns: 0 }));
  return {
    ...store,
    /** Called with the end of each call: there was an answer, of whatever kind, or none. */
    note(isThere: boolean): void {
      const { awaySince, returns } = store.getState();
      if (isThere && awaySince !== null) store.setState({ awaySince: null, returns: returns + 1 });
      if (!isThere && awaySince === null) store.setState({ awaySince: Date.now() });
    },
    /** Asks again and again while the page can be seen. Gives what ends it. */
    watch(): () => void {
      let timer: ReturnType<typeof setTimeout>;
      const next = () => {
        timer = setTimeout(
          async () => {
            if (document.visibilityState === 'visible') await ask().catch(() => undefined);
            next();
          },
          EVERY[store.getState().awaySince === null ? 'there' : 'away'],
        );
      };
      const unsubscribe = store.subscribe(({ awaySince }, before) => {
        if ((awaySince === null) === (before.awaySince === null)) return;
        clearTimeout(timer);
        next();
      });
      next();
      return () => {
        unsubscribe();
        clearTimeout(timer);
      };
    },
  };
}
