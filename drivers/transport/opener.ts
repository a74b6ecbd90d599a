/**
 * The way to one terminal, kept for as long as its driver lives: the lock that makes it the only one, the port wherever
 * it is plugged in now, or the door through which the terminal calls.
 */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { plainAddress } from '../allowedPeers.ts';
import { HeldError, type Owner, type Ownership, ownershipConflict, takeAllOwnership } from '../ownership.ts';
import type { Connection, Reason } from '../terminal.ts';
import { type CallHandler, openListener, type TerminalListener } from './listener.ts';
import { type ListSerialPorts, listSerialPorts, openSerial } from './serial.ts';
import { connectTcp } from './tcp.ts';
import type { SystemTransport, Transport } from './transport.ts';
import { portOf, realPort } from './usbAdapter.ts';

export interface TransportOpener {
  /**
   * Opens the line within `timeout` ms. Rejects with `HeldError` while another program owns the terminal, and else with
   * the reason of the system. One at a time: what was opened before is expected to be down.
   */
  open(timeout: number): Promise<Transport>;
  /** Who is asked when a terminal calls by itself. */
  handleCalls(guard: CallHandler): void;
  /** Closes the line and lets go of the terminal. */
  close(): Promise<void>;
}

/** What stands around a terminal; tests put their own in. */
export interface TransportEnvironment {
  readonly owner?: Owner;
  readonly listPorts?: ListSerialPorts;
  readonly addressesOf?: AddressesOf;
  /** The serial ports that the terminals of this program are configured for, opened already or not. */
  readonly claimed?: Map<Connection, string>;
  /** Only owners of the same realm see each other. */
  readonly realm?: string;
}

/** The addresses of a host name. */
type AddressesOf = (host: string) => Promise<readonly string[]>;

type Way = (timeout: number) => Promise<SystemTransport>;

/** Nothing is opened before the first `open`. */
export function transportOpener(connection: Connection, surroundings: TransportEnvironment = {}): TransportOpener {
  const {
    owner,
    listPorts = listSerialPorts,
    addressesOf,
    claimed = new Map<Connection, string>(),
    realm,
  } = surroundings;
  let owned: { readonly endpoints: readonly string[]; readonly lock: Ownership } | undefined;
  let line: SystemTransport | undefined;
  let door: TerminalListener | undefined;
  let guard: CallHandler = UNGUARDED;
  let isOver = false; // what is still being opened then is closed as soon as it is there
  const ways: Record<Connection['type'], Way> = {
    tcp: timeout => throughNetwork(connection as Of<'tcp'>, timeout),
    tcpListen: timeout => throughDoor(connection as Of<'tcpListen'>, timeout),
    serial: () => throughPort(connection as Of<'serial'>),
  };

  if (connection.type === 'serial' && connection.path !== undefined) claimed.set(connection, connection.path);

  return {
    async open(timeout) {
      await line?.closed;
      line = await ways[connection.type](timeout);
      if (isOver) line.close();
      return line;
    },
    handleCalls(wanted) {
      guard = wanted;
    },
    async close() {
      isOver = true;
      claimed.delete(connection);
      line?.close();
      await Promise.all([line?.closed, door?.close()]);
      door = undefined;
      leave();
    },
  };

  async function throughNetwork({ host, port }: Of<'tcp'>, timeout: number) {
    await take(await networkNames(host, port, addressesOf));
    return connectTcp({ host, port }, timeout);
  }

  async function throughPort({ path, device, baudRate = 9600, stopBits = 2 }: Of<'serial'>) {
    const found = device ? await portOf(device, path, await listPorts(), isTaken) : path!;
    await take([await portName(found)]);
    return openSerial({ path: found, baudRate, stopBits });
  }

  async function throughDoor(
    { port, from, host = from === undefined ? '127.0.0.1' : '0.0.0.0' }: Of<'tcpListen'>,
    timeout: number,
  ) {
    await take([`tcp-listen:${port}`]);
    door ??= await openListener({ host, port }, from, {
      isBusy: () => guard.isBusy(),
      arrived: () => guard.arrived(),
      isAlive: () => guard.isAlive(),
    });
    return door.next(timeout);
  }

  async function take(endpoints: readonly string[]): Promise<void> {
    if (owned?.endpoints.join() === endpoints.join()) return;
    leave();
    owned = { endpoints, lock: await takeAllOwnership(endpoints, owner, realm) };
    if (!isOver) return;
    leave();
    throw new Error(`${endpoints[0]} is given up`);
  }

  async function isTaken(port: string): Promise<boolean> {
    const name = await portName(port);
    for (const [other, path] of claimed) if (other !== connection && (await portName(path)) === name) return true;
    return !owned?.endpoints.includes(name) && (await ownershipConflict(name, realm)) !== null;
  }

  function leave(): void {
    owned?.lock.release();
    owned = undefined;
  }
}

/** Why a line could not be opened. */
export function openFailure(error: Error): Reason {
  if (error instanceof HeldError) return { code: 'held', text: error.message };
  const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  return { code: isTaken ? 'portTaken' : 'unreachable', text: error.message };
}

type Of<Type extends Connection['type']> = Extract<Connection, { type: Type }>;

const UNGUARDED: CallHandler = { isBusy: () => false, arrived: () => {}, isAlive: async () => true };

/** The name under which a serial port is owned. */
export const portName = async (path: string): Promise<string> => `serial:${await realPort(path)}`;

/** The names under which a terminal in the network is owned: by each of its addresses, however it is called. */
export async function networkNames(
  host: string,
  port: number,
  addressesOf: AddressesOf = lookedUp,
): Promise<readonly string[]> {
  const found = isIP(host) > 0 ? [host] : await addressesOf(host);
  const addresses = found.map(plainAddress).map(one => (one === '::1' ? '127.0.0.1' : one));
  return [...new Set(addresses)].sort().map(address => `tcp://${address}:${port}`);
}

const lookedUp: AddressesOf = async host => (await lookup(host, { all: true })).map(({ address }) => address);
