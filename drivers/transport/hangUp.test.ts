/** Serial ports that are unplugged at any moment report their end. */
import { SerialPort } from 'serialport';
import { afterEach, expect, it } from 'vitest';
import { ptyPair } from '../doubles/ptyPair.ts';
import { withHangUpDetection } from './hangUp.ts';
import { openSerial } from './serial.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function openOne() {
  const ports = await ptyPair();
  closing.push(() => ports.close());
  const port = await withHangUpDetection(SerialPort.binding).open({ path: ports.till, baudRate: 9600 });
  closing.push(() => port.isOpen && port.close());
  return { ...ports, port };
}

it('rejects a read that begins after the hang-up, instead of repeating it without end', async () => {
  const { port, unplug } = await openOne();
  await unplug();
  await expect(port.read(Buffer.alloc(8), 0, 8)).rejects.toThrow(/hung up|EIO/);
});

it('rejects a waiting read when the port hangs up', async () => {
  const { port, unplug } = await openOne();
  const refused = expect(port.read(Buffer.alloc(8), 0, 8)).rejects.toThrow();
  await unplug();
  await refused;
});

it('ends a waiting read when the port is closed, and starts no further read', async () => {
  const { port } = await openOne();
  const refused = expect(port.read(Buffer.alloc(8), 0, 8)).rejects.toThrow();
  await port.close();
  await refused;
  await expect(port.read(Buffer.alloc(8), 0, 8)).rejects.toThrow();
});

it('delivers bytes in order, and the end of the port after them', async () => {
  const ports = await ptyPair();
  closing.push(() => ports.close());
  const [till, terminal] = [await openSerial({ path: ports.till }), await openSerial({ path: ports.terminal })];
  const received: Buffer[] = [];
  const { promise: all, resolve } = Promise.withResolvers<void>();
  const bytes = (chunk: Buffer) => {
    received.push(chunk);
    if (chunk.includes(0xff)) resolve();
  };
  till.listen({ bytes, down: () => {} });
  for (const byte of [0x01, 0x02, 0x03, 0xff]) terminal.write(Buffer.alloc(700, byte));
  await all;
  await ports.unplug();
  await till.closed;
  expect(till.isDown).toBe(true);
  const all700 = Buffer.concat([1, 2, 3].map(byte => Buffer.alloc(700, byte)));
  expect(Buffer.concat(received).subarray(0, 2100)).toEqual(all700);
});

it('reports the end of an unplugged port that cannot be closed', async () => {
  const ports = await ptyPair();
  closing.push(() => ports.close());
  const { binding } = SerialPort;
  closing.push(() => Object.assign(SerialPort, { binding }));
  const open = async (options: Parameters<typeof binding.open>[0]) => {
    const port = await binding.open(options as never);
    const { close } = port;
    const refusing = async () => {
      await close.call(port);
      throw new Error('the system does not let go of it');
    };
    return Object.assign(port, { close: refusing });
  };
  Object.assign(SerialPort, { binding: { ...binding, open } });
  const till = await openSerial({ path: ports.till });
  const { promise: reported, resolve } = Promise.withResolvers<Error | undefined>();
  till.listen({ bytes: () => {}, down: resolve });
  await ports.unplug();
  expect((await reported)?.message).toContain('does not let go');
  await till.closed;
  expect(till.isDown).toBe(true);
});
