/** Starts the virtual O.P.I. terminal: channel 0 listens, channel 1 calls the till. */
import type { Trace } from '../../trace.ts';
import { listenTcp, type TcpAddress } from '../../transport/tcp.ts';
import { checkBehaviour } from '../behaviourNames.ts';
import { checkTerminalId } from '../options.ts';
import { behaviours } from './behaviours.ts';
import { type VirtualOpi, virtualOpi } from './terminal.ts';

export interface VirtualOpiOptions {
  /** Port of channel 0 on loopback, 0 = any free one (default). */
  readonly port?: number;
  /** Where the till listens for channel 1; port 20007 of this machine by default. */
  readonly till?: TcpAddress;
  /** A name from `behaviours.ts`, some with `:N`; `approve` by default. */
  readonly behaviour?: string;
  /** Amounts ending in 05, 07, 09 and 13 have the outcomes of the demo; true by default. */
  readonly amountRules?: boolean;
  /** Milliseconds until the customer presents the card; 300 by default. */
  readonly delay?: number;
  /** Milliseconds of an amount that ends in 09; 30000 by default. */
  readonly slow?: number;
  /** Milliseconds until the terminal stops waiting for a customer; 60000 by default. */
  readonly customerTimeout?: number;
  /** Eight digits; 60001234 by default. */
  readonly terminalId?: string;
  /** ISO 4217 alpha-3; EUR by default. */
  readonly currency?: string;
  /** The terminal refuses requests of a till that never logged in; true by default. */
  readonly needsLogin?: boolean;
  readonly log?: Trace;
}

export interface RunningVirtualOpi {
  readonly port: number;
  /** `127.0.0.1:PORT`. */
  readonly address: string;
  readonly terminal: VirtualOpi;
  close(): Promise<void>;
}

/** Rejects with an `OptionError` for wrong options, or with the reason of the system. */
export async function startVirtualOpi(options: VirtualOpiOptions = {}): Promise<RunningVirtualOpi> {
  checkBehaviour(behaviours, options.behaviour ?? 'approve');
  checkTerminalId(options.terminalId);
  const terminal = virtualOpi({
    behaviour: options.behaviour ?? 'approve',
    till: options.till ?? { host: '127.0.0.1', port: 20_007 },
    amountRules: options.amountRules ?? true,
    pace: options.delay ?? 300,
    slow: options.slow ?? 30_000,
    customerTimeout: options.customerTimeout ?? 60_000,
    terminalId: options.terminalId ?? '60001234',
    currency: options.currency ?? 'EUR',
    needsLogin: options.needsLogin ?? true,
    trace: options.log,
  });
  const server = await listenTcp({ host: '127.0.0.1', port: options.port ?? 0 }, transport =>
    terminal.accept(transport),
  );
  return { port: server.port, address: `127.0.0.1:${server.port}`, terminal, close: () => server.close() };
}
