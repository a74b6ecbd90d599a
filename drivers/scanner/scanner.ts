/** One serial barcode scanner: opens its port, reads codes, and comes back by itself when it was unplugged. */

import { Reconnection } from '../supervisor.ts';
import type { Connection } from '../terminal.ts';
import { openFailure, type TransportEnvironment, transportOpener } from '../transport/opener.ts';
import type { Transport } from '../transport/transport.ts';
import { createCodeReader, type ScanFormat } from './codes.ts';

export interface ScannerSettings extends ScanFormat {
  readonly connection: Extract<Connection, { type: 'serial' }>;
}

export type ScannerState = 'connecting' | 'ready' | 'offline' | 'closed';

export interface ScannerListeners {
  readonly onCode: (code: string) => void;
  /** The port works, and what comes is no code: usually another speed than the scanner's. */
  readonly onNoise: () => void;
  /** `reason`: why it is offline, as the system says it. */
  readonly onState: (state: ScannerState, reason: string | null) => void;
}

export interface Scanner {
  readonly state: ScannerState;
  close(): Promise<void>;
}

/** Milliseconds. A plug that was pulled is back within seconds. */
const TIMERS = { retryFirst: 250, retryMost: 5000 } as const;
const OPENING = 5000;

/** Opens the port at once, in the background. */
export function openScanner(
  { connection, ...format }: ScannerSettings,
  listeners: ScannerListeners,
  environment: TransportEnvironment = {},
): Scanner {
  const opener = transportOpener(connection, environment);
  const codes = createCodeReader(format, listeners.onCode, listeners.onNoise);
  const reconnection = new Reconnection(TIMERS, () => void connect());
  let state: ScannerState = 'connecting';
  let opening: Promise<void> = Promise.resolve();

  function set(next: ScannerState, reason: string | null = null): void {
    if (state === 'closed') return;
    state = next;
    listeners.onState(next, reason);
  }

  function lost(reason: string): void {
    codes.forget();
    if (state === 'closed') return;
    set('offline', reason);
    reconnection.scheduleNext();
  }

  function use(transport: Transport): void {
    reconnection.reset();
    set('ready');
    transport.listen({
      bytes: chunk => codes.read(chunk),
      down: error => lost(error?.message ?? 'the line broke'),
    });
  }

  function connect(): Promise<void> {
    if (state === 'closed') return opening;
    opening = opener.open(OPENING).then(
      transport => (state === 'closed' ? transport.close() : use(transport)),
      (error: Error) => lost(openFailure(error).text),
    );
    return opening;
  }

  listeners.onState(state, null);
  void connect();
  return {
    get state() {
      return state;
    },
    async close() {
      set('closed');
      reconnection.cancel();
      codes.forget();
      await opener.close();
      await opening;
    },
  };
}
