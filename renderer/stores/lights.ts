/** What is reachable and since when: the bridge, the card terminal and the back office queue. */

import { createStore } from 'zustand/vanilla';
import type { QueueView, RunningPayment, TerminalView } from '../../main/wire/events.ts';

export interface LightsState {
  /** Reachability is what the bridge answered, not what the network card says. Times in milliseconds since 1970. */
  readonly bridge: { readonly up: boolean; readonly since: number };
  readonly terminal: TerminalView | null;
  /** The other till whose payment runs at our terminal. */
  readonly payer: RunningPayment['till'];
  readonly queue: QueueView | null;
}

export type LightsStore = ReturnType<typeof createLights>;

export function createLights(now: () => number) {
  const store = createStore<LightsState>(() => ({
    bridge: { up: true, since: now() },
    terminal: null,
    payer: null,
    queue: null,
  }));
  return {
    ...store,
    setBridge: (up: boolean) => {
      if (store.getState().bridge.up !== up) store.setState({ bridge: { up, since: now() } });
    },
    /** Other tills' terminals come along the same stream; ours is the one of the till view. */
    setTerminal: (terminal: TerminalView) => {
      const { device } = store.getState().terminal ?? terminal;
      if (device === terminal.device) store.setState({ terminal });
    },
    setView: (terminal: TerminalView | null, queue: QueueView) => store.setState({ terminal, queue }),
    setPayer: (payer: RunningPayment['till']) => store.setState({ payer }),
    setQueue: (queue: QueueView) => store.setState({ queue }),
  };
}
