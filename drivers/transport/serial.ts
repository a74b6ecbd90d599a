/** A serial port; the only file that loads `serialport`, and only once a port is opened. */
import { inbox, type Transport } from './transport.ts';

export interface SerialAddress {
  readonly path: string;
  /** 9600 by default. */
  readonly baudRate?: number;
  /** 2 by default, as the protocol demands. */
  readonly stopBits?: 1 | 2;
}

/** Opens a port with 8 data bits and no parity; rejects with the reason of the system. */
export async function openSerial({ path, baudRate = 9600, stopBits = 2 }: SerialAddress): Promise<Transport> {
  const { SerialPort } = await import('serialport');
  const port = new SerialPort({ path, baudRate, stopBits, dataBits: 8, parity: 'none', autoOpen: false });
  const box = inbox();
  let failure: Error | undefined;
  port.on('data', box.bytes);
  port.on('error', error => {
    failure = error;
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
    close: () => (port.isOpen ? port.close() : undefined),
  };
}
