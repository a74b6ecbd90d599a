/** Listens for a terminal that connects by itself: lets in one terminal at a time, and only allowed peers. */
import { isAllowedPeer } from '../allowedPeers.ts';
import { listenTcp, type TcpAddress, type TcpServer } from './tcp.ts';
import type { SystemTransport } from './transport.ts';

export interface TerminalListener {
  readonly port: number;
  /** The terminal that called last, or the next one that calls; rejects after `timeout` ms. */
  next(timeout: number): Promise<SystemTransport>;
  close(): Promise<void>;
}

/** The driver's side of an incoming call. */
export interface CallHandler {
  /** True while a command runs: further calls are refused. */
  isBusy(): boolean;
  /** A terminal was let in and waits for the driver. */
  arrived(): void;
  /** Asks the connected terminal whether it still answers; the connection of a terminal that does not is replaced. */
  isAlive(): Promise<boolean>;
}

/** Callers whose address is looked up at the same time; further callers are refused. */
const MAX_LOOKUPS = 16;

/**
 * Lets in callers that `from` allows; every other caller is cut off before a byte is sent, and in order, because nothing can
 * arrive late of a connection on which nothing was written. A caller replaces the connected
 * terminal only when that terminal no longer answers: a restarted terminal calls again while its old connection looks alive.
 */
export async function openListener(
  address: TcpAddress,
  from: string | undefined,
  handler: CallHandler,
  listen: typeof listenTcp = listenTcp,
): Promise<TerminalListener> {
  const listener = new Listener(from, handler);
  await listener.open(address, listen);
  return listener;
}

class Listener implements TerminalListener {
  readonly #from: string | undefined;
  readonly #handler: CallHandler;
  #server: TcpServer | undefined;
  #connected: SystemTransport | undefined;
  /** `next` has not returned the connected terminal yet. */
  #isConnectedNew = false;
  /** A caller that waits until the connected terminal is proved dead or alive. */
  #candidate: SystemTransport | undefined;
  #isProving = false;
  #lookups = 0;
  #arrived: (() => void) | undefined;

  constructor(from: string | undefined, handler: CallHandler) {
    this.#from = from;
    this.#handler = handler;
  }

  get port(): number {
    return this.#server!.port;
  }

  async open(address: TcpAddress, listen: typeof listenTcp): Promise<void> {
    this.#server = await listen(address, (transport, caller) => void this.#receive(transport, caller));
  }

  async next(timeout: number): Promise<SystemTransport> {
    if (!this.#isConnectedNew || !this.#connected || this.#connected.isDown) await this.#awaitArrival(timeout);
    this.#isConnectedNew = false;
    return this.#connected!;
  }

  close(): Promise<void> {
    return this.#server!.close();
  }

  async #receive(transport: SystemTransport, caller: string): Promise<void> {
    const isAllowed = this.#lookups < MAX_LOOKUPS && (await this.#isAllowed(caller));
    if (isAllowed) this.#admit(transport);
    else transport.close();
  }

  async #isAllowed(caller: string): Promise<boolean> {
    if (this.#from === undefined) return true;
    this.#lookups++;
    return isAllowedPeer(caller, this.#from).finally(() => this.#lookups--);
  }

  #admit(transport: SystemTransport): void {
    if (transport.isDown) return;
    if (!this.#connected || this.#connected.isDown) this.#connect(transport);
    else if (this.#isProving) this.#setCandidate(transport);
    else if (this.#handler.isBusy()) transport.close();
    else void this.#prove(this.#connected, transport);
  }

  /** The last caller is the candidate: earlier connections of the same terminal are dead. */
  #setCandidate(transport: SystemTransport): void {
    this.#candidate?.close();
    this.#candidate = transport;
  }

  async #prove(connected: SystemTransport, caller: SystemTransport): Promise<void> {
    this.#isProving = true;
    this.#setCandidate(caller);
    const isAlive = await Promise.race([this.#handler.isAlive(), connected.closed.then(() => false)]);
    this.#isProving = false;
    const candidate = this.#candidate;
    this.#candidate = undefined;
    if (!candidate || candidate.isDown) return;
    if (isAlive) candidate.close();
    else this.#connect(candidate);
  }

  #connect(transport: SystemTransport): void {
    const before = this.#connected;
    this.#connected = transport;
    this.#isConnectedNew = true;
    // The terminal that calls again has given its old connection up: nothing of it may arrive any more.
    before?.reset();
    // The driver must see the end of the old connection first.
    void Promise.resolve(before?.closed).then(() => (this.#arrived ? this.#arrived() : this.#handler.arrived()));
  }

  async #awaitArrival(timeout: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const expired = () => reject(new Error(`no terminal has connected to port ${this.port} within ${timeout} ms`));
    const timer = setTimeout(expired, timeout);
    this.#arrived = resolve;
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      this.#arrived = undefined;
    }
  }
}
