/** Connection lights: state and start time of the bridge, the card terminal, and the targets of the queue. */

import { createStore } from 'zustand/vanilla';
import type { QueueView, RunningPayment, TerminalView } from '../../main/wire/events.ts';
import type { PrinterStatus } from '../../main/wire/printers.ts';

export interface LightsState {
  /** True while the bridge answers, whatever the network card reports. Times in milliseconds since 1970. */
  readonly bridge: { readonly up: boolean; readonly since: number };
  readonly terminal: TerminalView | null;
  /** The other till whose payment runs at this till's terminal. */
  readonly payer: RunningPayment['till'];
  readonly queue: QueueView | null;
  /** The printers of the shop, by id. */
  readonly printers: Readonly<Record<string, PrinterStatus>>;
}

export type LightsStore = ReturnType<typeof createLights>;

export function createLights(now: () => number) {
  const store = createStore<LightsState>(() => ({
    bridge: { up: true, since: now() },
    terminal: null,
    payer: null,
    queue: null,
    printers: {},
  }));
  return {
    ...store,
    setBridge: (up: boolean) => {
      if (store.getState().bridge.up !== up) store.setState({ bridge: { up, since: now() } });
    },
    /** Ignores other terminals: the stream reports the terminals of all tills. */
    setTerminal: (terminal: TerminalView) => {
      const { device } = store.getState().terminal ?? terminal;
      if (device === terminal.device) store.setState({ terminal });
    },
    setView: (terminal: TerminalView | null, queue: QueueView) => store.setState({ terminal, queue }),
    setPayer: (payer: RunningPayment['till']) => store.setState({ payer }),
    setPrinter: (status: PrinterStatus) =>
      store.setState(({ printers }) => ({ printers: { ...printers, [status.printer]: status } })),
    setQueue: (queue: QueueView) => store.setState({ queue }),
  };
}

/** The printer of a till; null: it prints with the browser. */
export const printerOfTill = (printers: LightsState['printers'], till: string | undefined): PrinterStatus | null =>
  Object.values(printers).find(({ tills }) => till !== undefined && tills.includes(till)) ?? null;
