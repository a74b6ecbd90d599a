/**
 * Finds terminals on the serial ports of this machine and in networks. Every place is asked once, with a status enquiry that
 * changes nothing. A terminal that another program owns is reported with its owner and not asked.
 */
import { HeldError, type Owner, ownershipConflict, takeAllOwnership } from '../ownership.ts';
import { endpointOf } from '../settings.ts';
import type { Connection } from '../terminal.ts';
import { networkNames, portName } from '../transport/endpointNames.ts';
import { type ListSerialPorts, listSerialPorts, openSerial, type SerialPortInfo } from '../transport/serial.ts';
import { PortError } from '../transport/serialFailures.ts';
import { connectTcp } from '../transport/tcp.ts';
import type { SystemTransport } from '../transport/transport.ts';
import { type ProbeAnswer, probeZvt } from '../zvt/probe.ts';
import { profiles } from '../zvt/profiles.ts';
import { addressesIn } from './networks.ts';

export interface FoundTerminal extends ProbeAnswer {
  readonly connection: Connection;
  readonly endpoint: string;
  readonly protocol: 'zvt';
  /** A sentence that names the owner of a terminal that was not asked. */
  readonly holder: string | null;
  /** The owner is this program. */
  readonly own: boolean;
}

export interface Search {
  /** Searches all serial ports. */
  readonly ports?: boolean;
  /** IPv4 networks as CIDR or single addresses. */
  readonly subnets?: readonly string[];
  readonly tcpPorts?: readonly number[];
  readonly timeouts?: SearchTimeouts;
  readonly onFound?: (found: FoundTerminal) => void;
  /** A serial port that could not be asked, with its cause and its cure. */
  readonly onUnopened?: (error: PortError) => void;
  /** Number of places asked, and of all places. */
  readonly onProgress?: (done: number, of: number) => void;
  /** Ends the search and cuts its open connections. */
  readonly signal?: AbortSignal;
  readonly owner?: Owner;
  readonly realm?: string;
  readonly listPorts?: ListSerialPorts;
}

/** Milliseconds. */
export interface SearchTimeouts {
  /** Until a machine has accepted the connection. */
  readonly connect: number;
  /** Until a terminal has answered. */
  readonly answer: number;
}

/** Default TCP ports of terminals. */
const ZVT_PORTS: readonly number[] = [...new Set(profiles.flatMap(({ ports }) => ports))];
const BAUD_RATES = [9600, 115_200] as const;
const DEFAULT_TIMEOUTS: SearchTimeouts = { connect: 1000, answer: 2000 };
/** Connections that are opened at the same time. */
const MAX_CONCURRENT = 64;

/** The connection settings of one place, tried one after the other. */
type Place = readonly Connection[];

/** Throws `NetworkError` before any place is asked. */
export async function findTerminals(search: Search): Promise<readonly FoundTerminal[]> {
  const hostPlaces = networkPlaces(search.subnets ?? [], search.tcpPorts ?? ZVT_PORTS);
  const portPlaces = search.ports ? serialPlaces(await (search.listPorts ?? listSerialPorts)()) : [];
  const found: FoundTerminal[] = [];
  const of = hostPlaces.length + portPlaces.length;
  let done = 0;
  const look = async (place: Place) => {
    const terminal = await ask(place, search);
    if (search.signal?.aborted) return;
    if (terminal) {
      found.push(terminal);
      search.onFound?.(terminal);
    }
    search.onProgress?.(++done, of);
  };
  search.onProgress?.(0, of);
  await Promise.all([
    forEachConcurrently(hostPlaces, MAX_CONCURRENT, look, search.signal),
    forEachConcurrently(portPlaces, portPlaces.length, look, search.signal),
  ]);
  return found;
}

function networkPlaces(subnets: readonly string[], ports: readonly number[]): readonly Place[] {
  const hosts = new Set(subnets.flatMap(addressesIn));
  return [...hosts].flatMap(host => [...new Set(ports)].map(port => [{ type: 'tcp', host, port } as const]));
}

const serialPlaces = (ports: readonly SerialPortInfo[]): readonly Place[] =>
  ports.map(({ path }) => BAUD_RATES.map(baudRate => ({ type: 'serial', path, baudRate, stopBits: 2 })));

async function ask(place: Place, search: Search): Promise<FoundTerminal | null> {
  for (const connection of place) {
    if (search.signal?.aborted) return null;
    const found = await askOnce(connection, search);
    if (found) return found;
  }
  return null;
}

async function askOnce(connection: Connection, search: Search): Promise<FoundTerminal | null> {
  const place = { connection, endpoint: endpointOf(connection), protocol: 'zvt' } as const;
  try {
    const probed = await probe(connection, search);
    return probed && { ...place, holder: null, own: false, ...probed };
  } catch (error) {
    if (!(error instanceof HeldError)) throw error;
    return {
      ...place,
      terminalId: null,
      software: null,
      holder: error.message,
      own: error.holder?.pid === process.pid,
    };
  }
}

/** Throws `HeldError` before opening a place that another program owns. A place is owned only once it has accepted a connection. */
async function probe(connection: Connection, search: Search): Promise<ProbeAnswer | null> {
  const { timeouts = DEFAULT_TIMEOUTS, owner, realm, signal } = search;
  const names = await namesOf(connection);
  for (const name of names) {
    const conflict = await ownershipConflict(name, realm);
    if (conflict) throw conflict;
  }
  const transport = await open(connection, timeouts.connect).catch((error: Error) => error);
  if (transport instanceof Error) {
    // A port is asked at every speed, and fails at each of them for the same reason.
    if (transport instanceof PortError && connection.type === 'serial' && connection.baudRate === BAUD_RATES[0])
      search.onUnopened?.(transport);
    return null;
  }
  const cut = () => transport.reset();
  signal?.addEventListener('abort', cut, { once: true });
  try {
    return await probeOwned(names, owner, realm, () => probeZvt(transport, connection.type, timeouts.answer));
  } finally {
    signal?.removeEventListener('abort', cut);
    // The place may be no terminal of ours, or a slow one: no question may arrive after the search.
    transport.reset();
    await transport.closed;
  }
}

async function probeOwned<T>(
  names: readonly string[],
  owner: Owner | undefined,
  realm: string | undefined,
  ask: () => Promise<T>,
): Promise<T> {
  const lock = await takeAllOwnership(names, owner, realm);
  try {
    return await ask();
  } finally {
    lock.release();
  }
}

function open(connection: Connection, timeout: number): Promise<SystemTransport> {
  if (connection.type === 'tcp') return connectTcp(connection, timeout);
  if (connection.type === 'serial') return openSerial({ ...connection, path: connection.path! });
  return Promise.reject(new Error('a terminal that connects by itself cannot be searched for'));
}

/** The names under which a driver owns the terminal at this connection. */
async function namesOf(connection: Connection): Promise<readonly string[]> {
  if (connection.type === 'serial') return [await portName(connection.path!)];
  return connection.type === 'tcp' ? networkNames(connection.host, connection.port) : [];
}

/** Runs `work` on every item, at most `limit` at a time; starts no further item after `signal` is aborted. */
async function forEachConcurrently<T>(
  all: readonly T[],
  limit: number,
  work: (item: T) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < all.length && !signal?.aborted) await work(all[next++]!);
  };
  await Promise.all(Array.from({ length: Math.min(limit, all.length) }, worker));
}
