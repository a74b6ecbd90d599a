/** Serial ports; the only file that loads `serialport`, and only once a port is needed. */
import { readdir } from 'node:fs/promises';
import { withHangUpDetection } from './hangUp.ts';
import { inbox, type SystemTransport } from './transport.ts';

export interface SerialAddress {
  readonly path: string;
  /** 9600 by default. */
  readonly baudRate?: number;
  /** 2 by default, as the protocol demands. */
  readonly stopBits?: 1 | 2;
}

/** A port of this machine; ids are hex, and there for USB only. */
export interface SerialPortInfo {
  readonly path: string;
  readonly vendorId?: string | undefined;
  readonly productId?: string | undefined;
  readonly serialNumber?: string | undefined;
}

export type ListSerialPorts = () => Promise<readonly SerialPortInfo[]>;

/** The ports that are plugged in now; where the system tells nothing about them, their names alone. */
export const listSerialPorts: ListSerialPorts = async () => {
  const { SerialPort } = await import('serialport');
  return SerialPort.list().catch(namesAlone);
};

/** Small systems have no program that knows the devices. */
async function namesAlone(): Promise<readonly SerialPortInfo[]> {
  const names = await readdir('/dev').catch((): string[] => []);
  return names.filter(name => /^tty(S|USB|ACM|AMA)\d+$/.test(name)).map(name => ({ path: `/dev/${name}` }));
}

/** Opens a port for this process alone, with 8 data bits and no parity; rejects with the reason of the system. */
export async function openSerial({ path, baudRate = 9600, stopBits = 2 }: SerialAddress): Promise<SystemTransport> {
  const { SerialPort } = await import('serialport');
  const line = { path, baudRate, stopBits, dataBits: 8, parity: 'none', lock: true, autoOpen: false } as const;
  const port = new SerialPort({ ...line, ...{ binding: withHangUpDetection(SerialPort.binding) } });
  // One that cannot be closed is of no use either.
  const close = () => (port.isOpen ? port.close(error => error && box.end(error)) : undefined);
  const box = inbox(close);
  let failure: Error | undefined;
  port.on('data', box.bytes);
  port.on('error', error => {
    failure = error;
    // One that could not be closed when it was unplugged tells nothing more.
    if (!port.isOpen && !port.closing) box.end(error);
  });
  // A port that was unplugged closes by itself and says so in the argument.
  port.on('close', (error?: Error) => box.end(error ?? failure));
  await new Promise<void>((resolve, reject) => port.open(error => (error ? reject(error) : resolve())));
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
    close,
  };
}
