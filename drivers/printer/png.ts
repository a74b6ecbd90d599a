/** A picture of one bit a dot as PNG: the paper of the virtual printer, and lines of a receipt in a PDF. */

import { crc32, deflateSync } from 'node:zlib';
import type { Bitmap } from './printer.ts';

/** Black dots on white. */
export function pngOf({ width, height, bits }: Bitmap): Buffer {
  const bytes = width / 8;
  const raw = Buffer.alloc(height * (1 + bytes));
  for (let index = 0; index < height * bytes; index += 1)
    raw[Math.floor(index / bytes) * (1 + bytes) + 1 + (index % bytes)] = ~(bits[index] ?? 0) & 0xff;
  return png(width, height, raw);
}

/** A grey picture of one bit a dot, by the PNG specification. */
export function png(width: number, height: number, raw: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(raw)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'ascii'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
