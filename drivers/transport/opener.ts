/**
 * Opens the transport to one terminal, again and again for as long as its driver lives: over the network, over a serial port
 * wherever the adapter is plugged in now, or by waiting for the terminal to call. Holds the ownership of the terminal.
 */
import { HeldError, type Owner, type Ownership, ownershipConflict, takeAllOwnership } from '../ownership.ts';
import type { Connection, Reason } from '../terminal.ts';
import { type AddressLookup, listeningName, networkNames, portName } from './endpointNames.ts';
import { type CallHandler, openListener, type TerminalListener } from './listener.ts';
import { type ListSerialPorts, listSerialPorts, openSerial } from './serial.ts';
import { PortError } from './serialFailures.ts';
import { connectTcp, listenTcp, type TcpAddress } from './tcp.ts';
import type { SystemTransport, Transport } from './transport.ts';
import { portOf } from './usbAdapter.ts';

export interface TransportOpener {
  /**
   * Opens the transport within `timeout` ms. Rejects with `HeldError` while another program owns the terminal, otherwise with
   * the error of the system. The transport opened before must be down already.
   */
  open(timeout: number): Promise<Transport>;
  /** Sets the handler for terminals that call. */
  handleCalls(handler: CallHandler): void;
  /**
   * Listens for further connections of the terminal, where its protocol has some; `from` is the address of the caller. Rejects with the
   * error of the system.
   */
  listen(address: TcpAddress, accept: (transport: Transport, from: string) => void): Promise<Listening>;
  /** Closes the transport and gives up the ownership of the terminal. */
  close(): Promise<void>;
}

export interface Listening {
  /** Closes the port, and every connection in order. */
  close(): Promise<void>;
}

/** System functions and shared state around a terminal; tests replace them. */
export interface TransportEnvironment {
  readonly owner?: Owner;
  readonly listPorts?: ListSerialPorts;
  readonly addressesOf?: AddressLookup;
  /** The serial ports that the terminals of this program are configured for, open or not. */
  readonly claimed?: Map<Connection, string>;
  /** Only owners of the same realm exclude each other. */
  readonly realm?: string;
}

/** Opens nothing before the first `open`. */
export function transportOpener(connection: Connection, environment: TransportEnvironment = {}): TransportOpener {
  return new Opener(connection, environment);
}

class Opener implements TransportOpener {
  readonly listen = listenTcp;
  readonly #connection: Connection;
  readonly #environment: TransportEnvironment;
  readonly #claimed: Map<Connection, string>;
  #owned: { readonly endpoints: readonly string[]; readonly ownership: Ownership } | undefined;
  #transport: SystemTransport | undefined;
  #listener: TerminalListener | undefined;
  #callHandler: CallHandler = NO_HANDLER;
  /** A transport or ownership that becomes ready after `close` is released at once. */
  #isClosed = false;

  constructor(connection: Connection, environment: TransportEnvironment) {
    this.#connection = connection;
    this.#environment = environment;
    this.#claimed = environment.claimed ?? new Map<Connection, string>();
    if (connection.type === 'serial' && connection.path !== undefined) this.#claimed.set(connection, connection.path);
  }

  async open(timeout: number): Promise<Transport> {
    await this.#transport?.closed;
    const transport = await this.#openConnection(timeout);
    this.#transport = transport;
    if (this.#isClosed) transport.close();
    return transport;
  }

  handleCalls(handler: CallHandler): void {
    this.#callHandler = handler;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#claimed.delete(this.#connection);
    this.#transport?.close();
    await Promise.all([this.#transport?.closed, this.#listener?.close()]);
    this.#listener = undefined;
    this.#release();
  }

  #openConnection(timeout: number): Promise<SystemTransport> {
    switch (this.#connection.type) {
      case 'tcp':
        return this.#connectTcp(this.#connection, timeout);
      case 'tcpListen':
        return this.#awaitCall(this.#connection, timeout);
      case 'serial':
        return this.#openSerial(this.#connection);
    }
  }

  async #connectTcp({ host, port }: Of<'tcp'>, timeout: number): Promise<SystemTransport> {
    await this.#own(await networkNames(host, port, this.#environment.addressesOf));
    return connectTcp({ host, port }, timeout);
  }

  async #openSerial({ type: _, path, device, ...line }: Of<'serial'>): Promise<SystemTransport> {
    const listPorts = this.#environment.listPorts ?? listSerialPorts;
    const port = device ? await portOf(device, path, await listPorts(), name => this.#isTaken(name)) : path!;
    await this.#own([await portName(port)]);
    return openSerial({ ...line, path: port });
  }

  async #awaitCall(
    { port, from, host = from === undefined ? '127.0.0.1' : '0.0.0.0' }: Of<'tcpListen'>,
    timeout: number,
  ): Promise<SystemTransport> {
    await this.#own([listeningName(port)]);
    this.#listener ??= await openListener({ host, port }, from, {
      isBusy: () => this.#callHandler.isBusy(),
      arrived: () => this.#callHandler.arrived(),
      isAlive: () => this.#callHandler.isAlive(),
    });
    return this.#listener.next(timeout);
  }

  async #own(endpoints: readonly string[]): Promise<void> {
    if (this.#owned?.endpoints.join() === endpoints.join()) return;
    this.#release();
    const { owner, realm } = this.#environment;
    this.#owned = { endpoints, ownership: await takeAllOwnership(endpoints, owner, realm) };
    if (!this.#isClosed) return;
    this.#release();
    throw new Error(`${endpoints[0]} is given up`);
  }

  #release(): void {
    this.#owned?.ownership.release();
    this.#owned = undefined;
  }

  /** True when the port belongs to another terminal of this program, or to another program. */
  async #isTaken(port: string): Promise<boolean> {
    const name = await portName(port);
    for (const [other, path] of this.#claimed)
      if (other !== this.#connection && (await portName(path)) === name) return true;
    const isOwned = this.#owned?.endpoints.includes(name);
    return !isOwned && (await ownershipConflict(name, this.#environment.realm)) !== null;
  }
}

/** The reason for a transport that could not be opened. */
export function openFailure(error: Error): Reason {
  if (error instanceof HeldError) return { code: 'held', text: error.message };
  if (error instanceof PortError) return { code: 'unreachable', text: error.message, texts: error.texts };
  const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  return { code: isTaken ? 'portTaken' : 'unreachable', text: error.message };
}

type Of<Type extends Connection['type']> = Extract<Connection, { type: Type }>;

const NO_HANDLER: CallHandler = { isBusy: () => false, arrived: () => {}, isAlive: async () => true };
