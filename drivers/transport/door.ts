/** Where a terminal that connects by itself is let in: one at a time, the newest when nothing runs. */
import { listenTcp, plainAddress, type TcpAddress } from './tcp.ts';
import type { SystemTransport } from './transport.ts';

export interface Door {
  readonly port: number;
  /** The terminal that called last, or the next one that calls; rejects after `timeout` ms. */
  next(timeout: number): Promise<SystemTransport>;
  close(): Promise<void>;
}

/**
 * Listens. Only `from` is let in, where it is named. While `isBusy` nobody else is; afterwards a second call means that
 * the terminal has given the first one up, and takes its place. `arrived` hears of everybody who was let in.
 */
export async function openDoor(
  address: TcpAddress,
  from: string | undefined,
  isBusy: () => boolean,
  arrived: () => void,
): Promise<Door> {
  let current: SystemTransport | undefined;
  let isWaiting = false; // `current` was not asked for yet
  let taken: (() => void) | undefined;
  const server = await listenTcp(address, letIn);

  function letIn(transport: SystemTransport, caller: string): void {
    const wrong = from !== undefined && caller !== plainAddress(from);
    if (wrong || (current && !current.isDown && isBusy())) transport.close();
    else take(transport);
  }

  function take(transport: SystemTransport): void {
    const before = current;
    current = transport;
    isWaiting = true;
    before?.close();
    // Whoever used the line before has to notice its end first.
    void Promise.resolve(before?.closed).then(() => (taken ? taken() : arrived()));
  }

  async function next(timeout: number): Promise<SystemTransport> {
    if (!isWaiting || !current || current.isDown) await arrival(timeout);
    isWaiting = false;
    return current!;
  }

  async function arrival(timeout: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const late = () => reject(new Error(`no terminal has connected to port ${server.port} within ${timeout} ms`));
    const timer = setTimeout(late, timeout);
    taken = resolve;
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      taken = undefined;
    }
  }

  return { port: server.port, next, close: server.close };
}
