/** Connects the driver of one terminal: closing the driver ends a waiting attempt at once, and cuts what comes of it later. */
import type { Reason } from '../terminal.ts';
import { openFailure, type TransportOpener } from './opener.ts';
import type { Transport } from './transport.ts';

export class Connector {
  readonly #opener: TransportOpener;
  #stopWaiting: (reason: Reason) => void = () => {};
  /** The reason given to `close`, once the driver is closed. */
  closedFor: Reason | undefined;

  constructor(opener: TransportOpener) {
    this.#opener = opener;
  }

  /** Opens the transport within `timeout` ms, or gives the reason why there is none. */
  async connect(timeout: number): Promise<Transport | Reason> {
    if (this.closedFor) return this.closedFor;
    const { promise, resolve } = Promise.withResolvers<Transport | Reason>();
    this.#stopWaiting = resolve;
    this.#open(timeout).then(resolve);
    return promise;
  }

  /** Lets go of the terminal; nothing is opened any more. */
  close(reason: Reason): Promise<void> {
    this.closedFor = reason;
    this.#stopWaiting(reason);
    return this.#opener.close();
  }

  /** A transport that is ready only after the driver was closed is closed as well. */
  async #open(timeout: number): Promise<Transport | Reason> {
    const transport = await this.#opener.open(timeout).catch((error: Error) => error);
    if (transport instanceof Error) return openFailure(transport);
    if (this.closedFor) transport.close();
    return this.closedFor ?? transport;
  }
}
