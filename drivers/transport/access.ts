/**
 * The way to one terminal, kept for as long as its driver lives: the lock that makes it the only one, the port wherever
 * it is plugged in now, or the door through which the terminal calls.
 */
import { lookup } from 'node:dns/promises';
import { realpath } from 'node:fs/promises';
import { type Owner, type Ownership, own } from '../ownership.ts';
import { deviceName } from '../settings.ts';
import type { Connection } from '../terminal.ts';
import { type Door, openDoor } from './door.ts';
import { type ListSerialPorts, listSerialPorts, openSerial, type SerialPortInfo } from './serial.ts';
import { connectTcp, plainAddress } from './tcp.ts';
import type { SystemTransport, Transport } from './transport.ts';

export interface Access {
  /**
   * Opens the line within `timeout` ms. Rejects with `HeldError` while another program owns the terminal, and else with
   * the reason of the system. One at a time: what was opened before is expected to be down.
   */
  open(timeout: number): Promise<Transport>;
  /** A terminal that calls by itself is let in only while nothing runs; a terminal that waits is told to `listener`. */
  guard(isBusy: () => boolean, listener: () => void): void;
  /** Closes the line and lets go of the terminal. */
  close(): Promise<void>;
}

/** What stands around a terminal; tests put their own in. */
export interface Surroundings {
  readonly owner?: Owner;
  readonly listPorts?: ListSerialPorts;
  /** Only owners of the same realm see each other. */
  readonly realm?: string;
}

type Way = (timeout: number) => Promise<SystemTransport>;

/** Nothing is opened before the first `open`. */
export function accessTo(connection: Connection, surroundings: Surroundings = {}): Access {
  const { owner, listPorts = listSerialPorts, realm } = surroundings;
  let owned: { readonly endpoint: string; readonly lock: Ownership } | undefined;
  let line: SystemTransport | undefined;
  let door: Door | undefined;
  let isBusy = () => false;
  let arrived = () => {};
  let isOver = false; // what is still being opened then is closed as soon as it is there
  const ways: Record<Connection['type'], Way> = {
    tcp: timeout => throughNetwork(connection as Of<'tcp'>, timeout),
    tcpListen: timeout => throughDoor(connection as Of<'tcpListen'>, timeout),
    serial: () => throughPort(connection as Of<'serial'>),
  };

  return {
    async open(timeout) {
      await line?.closed;
      line = await ways[connection.type](timeout);
      if (isOver) line.close();
      return line;
    },
    guard(busy, listener) {
      isBusy = busy;
      arrived = listener;
    },
    async close() {
      isOver = true;
      line?.close();
      await Promise.all([line?.closed, door?.close()]);
      door = undefined;
      leave();
    },
  };

  async function throughNetwork({ host, port }: Of<'tcp'>, timeout: number) {
    await take(`tcp://${await addressOf(host)}:${port}`);
    return connectTcp({ host, port }, timeout);
  }

  async function throughPort({ path, device, baudRate = 9600, stopBits = 2 }: Of<'serial'>) {
    const found = device ? await findPort(device, path, listPorts) : path!;
    await take(`serial:${await realpath(found).catch(() => found)}`);
    return openSerial({ path: found, baudRate, stopBits });
  }

  async function throughDoor({ port, host = '0.0.0.0', from }: Of<'tcpListen'>, timeout: number) {
    await take(`tcp-listen:${port}`);
    door ??= await openDoor(
      { host, port },
      from,
      () => isBusy(),
      () => arrived(),
    );
    return door.next(timeout);
  }

  async function take(endpoint: string): Promise<void> {
    if (owned?.endpoint === endpoint) return;
    leave();
    owned = { endpoint, lock: await own(endpoint, owner, realm) };
    if (!isOver) return;
    leave();
    throw new Error(`${endpoint} is given up`);
  }

  function leave(): void {
    owned?.lock.release();
    owned = undefined;
  }
}

type Of<Type extends Connection['type']> = Extract<Connection, { type: Type }>;

/** Two names of one machine are one terminal: the lowest of its addresses stands for it. */
async function addressOf(host: string): Promise<string> {
  const found = await lookup(host, { all: true });
  const addresses = found.map(({ address }) => plainAddress(address)).map(one => (one === '::1' ? '127.0.0.1' : one));
  return addresses.sort()[0] ?? host;
}

/** Where the adapter is plugged in now; `path` decides between several of the same kind. */
async function findPort(device: NonNullable<Of<'serial'>['device']>, path: string | undefined, list: ListSerialPorts) {
  const fitting = (await list()).filter(port => isDevice(port, device));
  const port = fitting.find(one => one.path === path) ?? fitting[0];
  if (!port) throw new Error(`no serial port of this machine is ${deviceName(device)}`);
  return port.path;
}

function isDevice(port: SerialPortInfo, device: NonNullable<Of<'serial'>['device']>): boolean {
  const same = (wanted: string | undefined, is: string | undefined) =>
    wanted === undefined || wanted.toLowerCase() === is?.toLowerCase();
  return (
    same(device.vendorId, port.vendorId) &&
    same(device.productId, port.productId) &&
    (device.serialNumber === undefined || device.serialNumber === port.serialNumber)
  );
}
