/** The orders to the program that opens tills and terminals for stories, and the settings of every bridge in the stories. */
import type { VirtualOpiOptions } from '../drivers/simulator/opi/start.ts';
import type { VirtualTerminalOptions } from '../drivers/simulator/zvt/start.ts';

export interface HostedOpening {
  /** Behaviour of the virtual terminal, and milliseconds between two of its displays. */
  readonly behaviour: string;
  readonly delay: number;
  /** Options of the terminal in the bridge's configuration. */
  readonly terminalOptions: Readonly<Record<string, unknown>>;
  /** Further environment variables of the bridge, `TILLBRIDGE_…`. */
  readonly settings: Readonly<Record<string, string>>;
  /** The two ends of a serial line, instead of TCP. */
  readonly serial?: { readonly bridge: string; readonly terminal: string };
}

export interface HostedTill {
  /** Base address of the bridge. */
  readonly url: string;
  readonly data: string;
  /** Base address of the terminal's control. */
  readonly control: string;
}

/** A terminal without a till: beside the one of a till, or for a bridge in a process of its own. */
export type TerminalOpening =
  | ({ readonly protocol?: 'zvt' } & Pick<
      VirtualTerminalOptions,
      'port' | 'serial' | 'behaviour' | 'delay' | 'terminalId'
    >)
  | ({ readonly protocol: 'opi' } & Pick<VirtualOpiOptions, 'port' | 'behaviour' | 'delay' | 'terminalId'>);

export interface HostedTerminal {
  /** `127.0.0.1:PORT`, or the path of a serial port. */
  readonly address: string;
  /** TCP port; 0 on a serial port. */
  readonly port: number;
  /** Base address of the control; an O.P.I. terminal has none. */
  readonly control: string;
}

/** `open` gives a till, `openTerminal` a terminal; `close` ends the till whose bridge, or the terminal that, has this address. */
export type Order = { readonly call: number } & (
  | { readonly open: HostedOpening }
  | { readonly openTerminal: TerminalOpening }
  | { readonly close: string }
);

/** Result of an order. */
export type Opened = HostedTill | HostedTerminal | null;

export type OrderAnswer = { readonly call: number } & ({ readonly done: Opened } | { readonly failed: string });

/** Options on the command line of a bridge; port 0 is any free one. */
export const bridgeOptions = (data: string, port: string | number = 0): readonly string[] => [
  ...['--port', String(port)],
  ...['--data', data, '--demo'],
];

/** Environment of a bridge at the terminal that listens at `port`, or at the other end of a serial line. */
export function bridgeEnvironment(
  port: number,
  { terminalOptions: options, settings, serial }: Pick<HostedOpening, 'terminalOptions' | 'settings' | 'serial'>,
) {
  const connection = serial ? { type: 'serial', path: serial.bridge } : { type: 'tcp', host: '127.0.0.1', port };
  return {
    TILLBRIDGE_TERMINALS: JSON.stringify([{ protocol: 'zvt', connection, shared: 'no', options }]),
    TILLBRIDGE_LOG_LEVEL: 'error',
    // The virtual terminal does not say ready while it works.
    TILLBRIDGE_WAIT_SCALE: '0',
    ...settings,
  };
}
