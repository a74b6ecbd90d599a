/** Finds the serial port at which a USB adapter is plugged in now, by its ids and serial number. */
import { realpath } from 'node:fs/promises';
import { deviceName } from '../settings.ts';
import type { SerialDevice, TerminalSettings } from '../terminal.ts';
import { type ListSerialPorts, listSerialPorts, type SerialPortInfo } from './serial.ts';

/** The real path of a port; two links to one port have the same real path. */
export const realPort = (path: string): Promise<string> => realpath(path).catch(() => path);

/**
 * The port of `device`: the port at `path` when it is such an adapter, otherwise the only port that is one. Adapters without a
 * serial number are all alike, so a port that belongs to another terminal (`isTaken`) is not used. Throws an error with the
 * remedy when the port is ambiguous.
 */
export async function portOf(
  device: SerialDevice,
  path: string | undefined,
  ports: readonly SerialPortInfo[],
  isTaken: (port: string) => Promise<boolean>,
): Promise<string> {
  const name = deviceName(device);
  const matching = ports.filter(port => isDevice(port, device));
  const configured = await portNamed(path, matching);
  if (configured) return configured.path;
  const [only, other] = matching;
  if (!only) throw new Error(`no serial port of this machine is ${name}`);
  const paths = matching.map(port => port.path).join(', ');
  if (other) throw new Error(`${paths} are all ${name}: name the port of this one`);
  if (device.serialNumber === undefined && (await isTaken(only.path)))
    throw new Error(`${paths} is ${name}, but belongs to another device: name the port of this one`);
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
