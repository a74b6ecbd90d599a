/** Opens and lists serial ports. The only file that loads `serialport`, at the first use of a port. */
import { readdir } from 'node:fs/promises';
import { withHangUpDetection } from './hangUp.ts';
import { portFailure } from './serialFailures.ts';
import { inbox, type SystemTransport } from './transport.ts';

export interface SerialAddress {
  readonly path: string;
  /** 9600 by default. */
  readonly baudRate?: number;
  /** 2 by default, as the protocol demands. */
  readonly stopBits?: 1 | 2;
  /** 8 by default. */
  readonly dataBits?: 7 | 8;
  readonly parity?: 'none' | 'odd' | 'even';
}

/** A port of this machine. The ids are hex, and present for USB adapters only. */
export interface SerialPortInfo {
  readonly path: string;
  readonly vendorId?: string | undefined;
  readonly productId?: string | undefined;
  readonly serialNumber?: string | undefined;
}

export type ListSerialPorts = () => Promise<readonly SerialPortInfo[]>;

/** The ports that are plugged in now; only their paths when the system gives no further information. */
export const listSerialPorts: ListSerialPorts = async () => {
  const { SerialPort } = await import('serialport');
  return SerialPort.list().catch(pathsOnly);
};

/** For small systems without udev. */
async function pathsOnly(): Promise<readonly SerialPortInfo[]> {
  const names = await readdir('/dev').catch((): string[] => []);
  return names.filter(name => /^tty(S|USB|ACM|AMA)\d+$/.test(name)).map(name => ({ path: `/dev/${name}` }));
}

/** Opens a port exclusively; rejects with a `PortError`, or with the error of the system where that says something else. */
export async function openSerial(address: SerialAddress): Promise<SystemTransport> {
  const { path, baudRate = 9600, stopBits = 2, dataBits = 8, parity = 'none' } = address;
  const { SerialPort } = await import('serialport');
  const line = { path, baudRate, stopBits, dataBits, parity, lock: true, autoOpen: false } as const;
  const port = new SerialPort({ ...line, ...{ binding: withHangUpDetection(SerialPort.binding) } });
  // A port that cannot be closed is treated as closed.
  const close = () => (port.isOpen ? port.close(error => error && box.end(error)) : undefined);
  // A system waits for its buffer before it closes a port: what the line has not taken yet is thrown away first.
  const reset = () => (port.isOpen ? port.flush(close) : undefined);
  const box = inbox(reset);
  let failure: Error | undefined;
  port.on('data', box.bytes);
  port.on('error', error => {
    failure = error;
    // A port that could not be closed after it was unplugged emits no further event.
    if (!port.isOpen && !port.closing) box.end(error);
  });
  // A port that was unplugged closes by itself and passes the error.
  port.on('close', (error?: Error) => box.end(error ?? failure));
  await new Promise<void>((resolve, reject) =>
    port.open(error => (error ? reject(portFailure(path, error)) : resolve())),
  );
  const isDown = () => box.down || !port.isOpen;
  return {
    get isDown() {
      return isDown();
    },
    write(bytes) {
      if (isDown()) return false;
      port.write(bytes);
      return true;
    },
    listen: box.listen,
    closed: box.closed,
    flushed: () =>
      new Promise((resolve, reject) => {
        if (isDown()) reject(failure ?? new Error('the port is closed'));
        else port.drain(error => (error ? reject(error) : resolve()));
      }),
    close,
    reset,
  };
}
