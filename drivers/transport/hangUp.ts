/**
 * Detects that a serial port was unplugged while it was being read. Each read(2) of such a port returns zero bytes, which
 * `serialport` 13 takes for "not yet": it reads again without end, uses a whole core, and the terminal seems to be connected
 * until the next payment.
 */
import { read as readFile } from 'node:fs';
import { promisify } from 'node:util';

type Binding = typeof import('serialport').SerialPort['binding'];
type SystemPort = Awaited<ReturnType<Binding['open']>>;
/** Ports of Linux and macOS; Windows reports an unplugged port. */
type FilePort = Extract<SystemPort, { poller: unknown }>;

const NOT_YET: ReadonlySet<unknown> = new Set(['EAGAIN', 'EWOULDBLOCK', 'EINTR']);
const readOnce = promisify(readFile);

/** The same binding, with ports that fail to read after a hang-up. */
export function withHangUpDetection(binding: Binding): Binding {
  const open = async (options: Parameters<Binding['open']>[0]) => detectHangUp(await binding.open(options as never));
  return { ...binding, open } as Binding;
}

function detectHangUp(port: SystemPort): SystemPort {
  if ('poller' in port) port.read = (buffer, offset, length) => readSome(port, buffer, offset, length);
  return port;
}

/** Reads at least one byte; rejects when the port is closed, gone or hung up. */
async function readSome(port: FilePort, buffer: Buffer, offset: number, length: number) {
  while (port.isOpen) {
    const bytesRead = await readOnce(port.fd!, buffer, offset, length, null).then(result => result.bytesRead, ifNotYet);
    if (bytesRead === 0) throw new Error('the serial port hung up');
    if (bytesRead !== undefined) return { buffer, bytesRead };
    // The watcher of a port that was closed meanwhile is freed: using it would end the process.
    if (port.isOpen) await readable(port);
  }
  throw new Error('the serial port is closed');
}

function ifNotYet(error: NodeJS.ErrnoException): undefined {
  if (!NOT_YET.has(error.code)) throw error;
}

function readable({ poller }: FilePort): Promise<void> {
  return new Promise((resolve, reject) => poller.once('readable', error => (error ? reject(error) : resolve())));
}
