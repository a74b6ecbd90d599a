/** Where a USB adapter is plugged in now: found by what it is, and never mistaken for its neighbour. */
import { realpath } from 'node:fs/promises';
import { deviceName } from '../settings.ts';
import type { SerialDevice, TerminalSettings } from '../terminal.ts';
import { type ListSerialPorts, listSerialPorts, type SerialPortInfo } from './serial.ts';

/** Two names of one port. */
export const realPort = (path: string): Promise<string> => realpath(path).catch(() => path);

/**
 * The port of `device`: the one named by `path` where it is such an adapter, else the only one there is. Adapters
 * without a serial number are all alike, so what belongs to somebody else (`isTaken`) is not this one. Throws a sentence
 * that says what to do where it cannot be told.
 */
export async function portOf(
  device: SerialDevice,
  path: string | undefined,
  ports: readonly SerialPortInfo[],
  isTaken: (port: string) => Promise<boolean>,
): Promise<string> {
  const name = deviceName(device);
  const fitting = ports.filter(port => isDevice(port, device));
  const named = await portNamed(path, fitting);
  if (named) return named.path;
  const [only, other] = fitting;
  if (!only) throw new Error(`no serial port of this machine is ${name}`);
  const told = fitting.map(port => port.path).join(', ');
  if (other) throw new Error(`${told} are all ${name}: name the port of the terminal`);
  if (device.serialNumber === undefined && (await isTaken(only.path)))
    throw new Error(`${told} is ${name}, but belongs to another terminal: name the port of this one`);
  return only.path;
}

async function portNamed(path: string | undefined, ports: readonly SerialPortInfo[]) {
  if (path === undefined) return undefined;
  const wanted = await realPort(path);
  const real = await Promise.all(ports.map(port => realPort(port.path)));
  return ports.find((port, index) => port.path === path || real[index] === wanted);
}

function isDevice(port: SerialPortInfo, device: SerialDevice): boolean {
  const same = (wanted: string | undefined, is: string | undefined) =>
    wanted === undefined || wanted.toLowerCase() === is?.toLowerCase();
  return (
    same(device.vendorId, port.vendorId) &&
    same(device.productId, port.productId) &&
    (device.serialNumber === undefined || device.serialNumber === port.serialNumber)
  );
}

/** A serial port that is a USB adapter is found again by what it is, wherever it is plugged in next time. */
export async function withSerialDevice<Settings extends TerminalSettings>(
  settings: Settings,
  listPorts: ListSerialPorts = listSerialPorts,
): Promise<Settings> {
  const { connection } = settings;
  if (connection.type !== 'serial' || connection.device) return settings;
  const port = (await listPorts()).find(({ path }) => path === connection.path);
  if (!port?.vendorId) return settings;
  const { vendorId, productId, serialNumber } = port;
  const device = { vendorId, ...(productId ? { productId } : {}), ...(serialNumber ? { serialNumber } : {}) };
  return { ...settings, connection: { ...connection, device } };
}
