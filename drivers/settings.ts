/** Settings every terminal has, whatever its protocol. */
import { isIP } from 'node:net';
import { isLoopback, isPeerFilter } from './allowedPeers.ts';
import type { Connection, SerialDevice } from './terminal.ts';

/** A setting that cannot be used; `key` names it. */
export class SettingsError extends Error {
  readonly key: string;

  constructor(key: string, problem: string) {
    super(`terminal setting ${key} ${problem}`);
    this.name = 'SettingsError';
    this.key = key;
  }
}

/** Checks the connection; SettingsError names the key that is wrong. */
export function checkConnection(connection: Connection | undefined): void {
  if (connection?.type === 'tcp') checkTcp(connection);
  else if (connection?.type === 'tcpListen') checkTcpListen(connection);
  else if (connection?.type === 'serial') checkSerial(connection);
  else throw new SettingsError('connection.type', 'must be "tcp", "tcpListen" or "serial"');
}

/** `tcp://host:port`, `tcp-listen:port`, `serial:path`, or `serial:usb-0403:6001:A1` for an adapter named by its ids. */
export function endpointOf(connection: Connection): string {
  if (connection.type === 'tcp') return `tcp://${connection.host}:${connection.port}`;
  if (connection.type === 'tcpListen') return `tcp-listen:${connection.port}`;
  return `serial:${connection.path ?? (connection.device ? deviceName(connection.device) : '')}`;
}

/** Name of a USB adapter: `usb-0403:6001:A1`, as far as its ids are named. */
export function deviceName({ vendorId, productId, serialNumber }: SerialDevice): string {
  return `usb-${[vendorId, productId, serialNumber].filter(part => part !== undefined).join(':')}`;
}

function checkTcp({ host, port }: Extract<Connection, { type: 'tcp' }>): void {
  if (typeof host !== 'string' || host === '')
    throw new SettingsError('connection.host', 'must be a host name or address');
  checkPort(port);
}

function checkTcpListen({ port, host, from, terminalId }: Extract<Connection, { type: 'tcpListen' }>): void {
  checkPort(port);
  if (host !== undefined && isIP(host) === 0)
    throw new SettingsError('connection.host', 'must be an address of this machine');
  if (from === undefined && !(host !== undefined && isLoopback(host)))
    throw new SettingsError('connection.from', 'must name the terminal that calls: its address, host name or network');
  if (from !== undefined && !isPeerFilter(from))
    throw new SettingsError('connection.from', 'must be an address, a host name or a network such as 192.168.1.0/28');
  if (terminalId !== undefined && !/^\d{8}$/.test(terminalId))
    throw new SettingsError('connection.terminalId', 'must be eight digits');
}

function checkPort(port: number): void {
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new SettingsError('connection.port', 'must be a port from 1 to 65535');
}

function checkSerial({ path, device, baudRate = 9600, stopBits = 2 }: Extract<Connection, { type: 'serial' }>): void {
  if (path === '' || (path !== undefined && typeof path !== 'string') || (path === undefined && !device))
    throw new SettingsError('connection.path', 'must name a serial port');
  if (device) checkDevice(device);
  if (!Number.isInteger(baudRate) || baudRate < 300)
    throw new SettingsError('connection.baudRate', 'must be a baud rate');
  if (stopBits !== 1 && stopBits !== 2) throw new SettingsError('connection.stopBits', 'must be 1 or 2');
}

function checkDevice({ vendorId, productId, serialNumber }: SerialDevice): void {
  for (const [key, id] of Object.entries({ vendorId, productId: productId ?? vendorId }))
    if (!/^[0-9a-f]{4}$/i.test(id))
      throw new SettingsError(`connection.device.${key}`, 'must be four hexadecimal digits');
  if (serialNumber === '') throw new SettingsError('connection.device.serialNumber', 'must not be empty');
}
