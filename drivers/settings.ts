/** Settings every terminal has, whatever its protocol. */
import type { Connection } from './terminal.ts';

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
  else if (connection?.type === 'tcpListen') checkPort(connection.port);
  else if (connection?.type === 'serial') checkSerial(connection);
  else throw new SettingsError('connection.type', 'must be "tcp" or "serial"');
}

/** `tcp://host:port` or `serial:path`. */
export function endpointOf(connection: Connection): string {
  if (connection.type === 'serial') return `serial:${connection.path}`;
  return `tcp://${connection.host ?? '0.0.0.0'}:${connection.port}`;
}

function checkTcp({ host, port }: Extract<Connection, { type: 'tcp' }>): void {
  if (typeof host !== 'string' || host === '')
    throw new SettingsError('connection.host', 'must be a host name or address');
  checkPort(port);
}

function checkPort(port: number): void {
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new SettingsError('connection.port', 'must be a port from 1 to 65535');
}

function checkSerial({ path, baudRate = 9600, stopBits = 2 }: Extract<Connection, { type: 'serial' }>): void {
  if (path === '' || (path !== undefined && typeof path !== 'string'))
    throw new SettingsError('connection.path', 'must name a serial port');
  if (!Number.isInteger(baudRate) || baudRate < 300)
    throw new SettingsError('connection.baudRate', 'must be a baud rate');
  if (stopBits !== 1 && stopBits !== 2) throw new SettingsError('connection.stopBits', 'must be 1 or 2');
}
