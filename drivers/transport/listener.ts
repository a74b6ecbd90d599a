/** Where a terminal that connects by itself is let in: one at a time, and nobody else. */
import { isAllowedPeer } from '../allowedPeers.ts';
import { listenTcp, type TcpAddress } from './tcp.ts';
import type { SystemTransport } from './transport.ts';

export interface TerminalListener {
  readonly port: number;
  /** The terminal that called last, or the next one that calls; rejects after `timeout` ms. */
  next(timeout: number): Promise<SystemTransport>;
  close(): Promise<void>;
}

/** What the door asks of whoever speaks with the terminal inside. */
export interface CallHandler {
  /** A command runs: nobody else is let in. */
  isBusy(): boolean;
  /** Somebody was let in and waits to be spoken to. */
  arrived(): void;
  /** Asks the terminal that is inside whether it is still there; the line of one that is not may be cut. */
  isAlive(): Promise<boolean>;
}

/** So many callers at once may wait for their name to be looked up. */
const MOST_AT_THE_DOOR = 16;

/**
 * Listens. Only `from` is let in, where it is named; a stranger is cut off before a byte is said. Somebody who calls
 * while a terminal is inside takes its place only when that one answers no more: a terminal that was restarted calls
 * again while its old line looks as if it stood.
 */
export async function openListener(
  address: TcpAddress,
  from: string | undefined,
  guard: CallHandler,
): Promise<TerminalListener> {
  let current: SystemTransport | undefined;
  let isWaiting = false; // `current` was not asked for yet
  let waiting: SystemTransport | undefined; // for the proof that `current` is dead
  let proving = false;
  let atTheDoor = 0;
  let taken: (() => void) | undefined;
  const server = await listenTcp(address, (transport, caller) => void receive(transport, caller));

  async function receive(transport: SystemTransport, caller: string): Promise<void> {
    const isWelcome = atTheDoor < MOST_AT_THE_DOOR && (await recognises(caller));
    if (isWelcome) letIn(transport);
    else transport.close();
  }

  async function recognises(caller: string): Promise<boolean> {
    if (from === undefined) return true;
    atTheDoor++;
    return isAllowedPeer(caller, from).finally(() => atTheDoor--);
  }

  function letIn(transport: SystemTransport): void {
    if (transport.isDown) return;
    if (!current || current.isDown) take(transport);
    else if (proving) wait(transport);
    else if (guard.isBusy()) transport.close();
    else void prove(current, transport);
  }

  /** The last one who called is the one that is still there. */
  function wait(transport: SystemTransport | undefined): void {
    waiting?.close();
    waiting = transport;
  }

  async function prove(present: SystemTransport, newcomer: SystemTransport): Promise<void> {
    proving = true;
    wait(newcomer);
    const alive = await Promise.race([guard.isAlive(), present.closed.then(() => false)]);
    proving = false;
    const next = waiting;
    waiting = undefined;
    if (!next || next.isDown) return;
    if (alive) next.close();
    else take(next);
  }

  function take(transport: SystemTransport): void {
    const before = current;
    current = transport;
    isWaiting = true;
    before?.close();
    // Whoever used the line before has to notice its end first.
    void Promise.resolve(before?.closed).then(() => (taken ? taken() : guard.arrived()));
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
