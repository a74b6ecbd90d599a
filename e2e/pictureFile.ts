/**
 * Pictures of screens, small enough for the repository: half the size, 252 colours, PNG with a palette. Written and read here alone, so
 * only what is written is read.
 */
import { deflateSync, inflateSync } from 'node:zlib';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** One index of the palette for each pixel. */
  readonly pixels: Uint8Array;
}

/** Steps of red, green and blue. The eye sees most of green. */
export const LEVELS = [6, 7, 6] as const;
const [REDS, GREENS, BLUES] = LEVELS;

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Bits a pixel, palette, and no interlacing. */
const KIND = Buffer.from([8, 3, 0, 0, 0]);

export function encodePicture({ width, height, pixels }: Picture): Buffer {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  // Each row begins with its filter; none compresses flat areas of a palette best.
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.concat([size, KIND])),
    chunk('PLTE', palette()),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Throws for a file that `encodePicture` has not written. */
export function decodePicture(file: Buffer): Picture {
  const header = chunkIn(file, 'IHDR');
  const width = header.readUInt32BE(0);
  const height = header.readUInt32BE(4);
  if (!header.subarray(8).equals(KIND)) throw new Error('this picture was written by another program');
  const rows = inflateSync(chunkIn(file, 'IDAT'));
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) pixels.set(rows.subarray(y * (width + 1) + 1, (y + 1) * (width + 1)), y * width);
  return { width, height, pixels };
}

/** A step of one colour is smoothing; more than one is something else. */
const SMOOTHING = 1;

/** Share of the pixels that look different, 0 to 1; 1 for pictures of another size. */
export function difference(one: Picture, other: Picture): number {
  if (one.width !== other.width || one.height !== other.height) return 1;
  let count = 0;
  for (let at = 0; at < one.pixels.length; at += 1) if (isOther(one.pixels[at]!, other.pixels[at]!)) count += 1;
  return count / one.pixels.length;
}

function isOther(one: number, other: number): boolean {
  if (one === other) return false;
  const [a, b] = [stepsOf(one), stepsOf(other)];
  return a.some((step, at) => Math.abs(step - b[at]!) > SMOOTHING);
}

const stepsOf = (index: number): readonly number[] => [
  Math.floor(index / (GREENS * BLUES)),
  Math.floor(index / BLUES) % GREENS,
  index % BLUES,
];

function palette(): Buffer {
  const colours = Buffer.alloc(REDS * GREENS * BLUES * 3);
  for (let index = 0; index < REDS * GREENS * BLUES; index += 1)
    stepsOf(index).forEach((step, at) => {
      colours[index * 3 + at] = Math.round((step * 255) / (LEVELS[at]! - 1));
    });
  return colours;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(checksum(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

function chunkIn(file: Buffer, type: string): Buffer {
  for (let at = SIGNATURE.length; at < file.length; ) {
    const length = file.readUInt32BE(at);
    if (file.toString('latin1', at + 4, at + 8) === type) return file.subarray(at + 8, at + 8 + length);
    at += length + 12;
  }
  throw new Error(`the picture has no ${type}`);
}

/** CRC-32 as PNG wants it. */
function checksum(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
