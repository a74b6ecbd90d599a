/** The orders to the program that opens tills for stories, and the settings of every bridge in the stories. */

/** The line between bridge and terminal, as the configuration of a bridge names it. */
export type Connection =
  | { readonly type: 'serial'; readonly path: string }
  | { readonly type: 'tcp'; readonly host: string; readonly port: number };

export interface HostedOpening {
  /** Behaviour of the virtual terminal, and milliseconds between two of its displays. */
  readonly behaviour: string;
  readonly delay: number;
  /** Options of the terminal in the bridge's configuration. */
  readonly terminalOptions: Readonly<Record<string, unknown>>;
}

export interface HostedTill {
  /** Base address of the bridge. */
  readonly url: string;
  readonly data: string;
  /** Base address of the terminal's control. */
  readonly control: string;
}

/** `open` gives a till; `close` closes the till whose bridge has this address. */
export type Order = { readonly call: number } & ({ readonly open: HostedOpening } | { readonly close: string });

export type OrderAnswer = { readonly call: number } & (
  | { readonly done: HostedTill | null }
  | { readonly failed: string }
);

/** Options on the command line of a bridge; port 0 is any free one. */
export const bridgeOptions = (data: string, port: string | number = 0): readonly string[] => [
  ...['--port', String(port)],
  ...['--data', data, '--demo'],
];

export const bridgeEnvironment = (connection: Connection, options: HostedOpening['terminalOptions']) => ({
  TILLBRIDGE_TERMINALS: JSON.stringify([{ protocol: 'zvt', connection, shared: 'no', options }]),
  TILLBRIDGE_LOG_LEVEL: 'error',
});
