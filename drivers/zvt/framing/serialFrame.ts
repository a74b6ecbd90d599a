/** The serial frame: DLE STX, stuffed APDU, DLE ETX, checksum; and the single bytes ACK and NAK (ZVT transport, RS-232). */

export const ACK = 0x06;
export const NAK = 0x15;
const DLE = 0x10;
const STX = 0x02;
const ETX = 0x03;

/** The frame around an APDU. DLE is sent twice inside it, but never in the checksum. */
export function serialFrame(apdu: Buffer): Buffer {
  const frame = Buffer.alloc(2 * apdu.length + 6);
  let at = frame.writeUInt16BE((DLE << 8) | STX, 0);
  for (let i = 0; i < apdu.length; i++) {
    frame[at++] = apdu[i]!;
    if (apdu[i] === DLE) frame[at++] = DLE;
  }
  at = frame.writeUInt16BE((DLE << 8) | ETX, at);
  at = frame.writeUInt16LE(checksum(apdu, 0, apdu.length), at);
  return frame.subarray(0, at);
}

/** CRC over the unstuffed APDU and one ETX: polynomial 8408 mirrored, start 0. The check of `80 00 00` is 1FF5. */
function checksum(bytes: Buffer, at: number, end: number): number {
  let crc = 0;
  for (let i = at; i < end; i++) crc = (crc >> 8) ^ TABLE[(crc ^ bytes[i]!) & 0xff]!;
  return (crc >> 8) ^ TABLE[(crc ^ ETX) & 0xff]!;
}

export type SerialEvent =
  | { readonly type: 'frame'; readonly apdu: Buffer }
  | { readonly type: 'ack' }
  | { readonly type: 'nak' }
  /** A frame that is no good and wants a NAK. */
  | { readonly type: 'bad' };

export interface SerialDeframer {
  push(chunk: Buffer): readonly SerialEvent[];
  /** True between the beginning of a frame and its checksum. */
  readonly inFrame: boolean;
  /** Forgets a frame that stopped in the middle. */
  reset(): void;
}

const LONGEST = 0xffff + 5;

/** A deframer for one port; bytes outside of frames that are neither ACK nor NAK are noise. */
export function serialDeframer(): SerialDeframer {
  let where: 'outside' | 'dle' | 'inside' | 'insideDle' | 'crcLow' | 'crcHigh' = 'outside';
  let buffer = Buffer.alloc(512);
  let length = 0;
  let crc = 0;
  let broken = false; // the rest of the frame is read all the same: what looks like ACK in it is none

  function store(byte: number): void {
    broken ||= length === LONGEST;
    if (broken) return;
    if (length === buffer.length) buffer = Buffer.concat([buffer, Buffer.alloc(buffer.length)]);
    buffer[length++] = byte;
  }

  function outside(byte: number): SerialEvent | undefined {
    where = byte === DLE ? 'dle' : 'outside';
    return byte === ACK ? { type: 'ack' } : byte === NAK ? { type: 'nak' } : undefined;
  }

  function inside(byte: number): undefined {
    if (byte === DLE) where = 'insideDle';
    else store(byte);
  }

  function afterDle(byte: number): undefined {
    if (byte === ETX) where = 'crcLow';
    else if (byte === STX)
      start(); // the sender began anew
    else {
      broken ||= byte !== DLE;
      where = 'inside';
      store(byte);
    }
  }

  function start(): undefined {
    where = 'inside';
    length = 0;
    broken = false;
  }

  function finish(byte: number): SerialEvent {
    where = 'outside';
    const good = !broken && length >= 3 && ((byte << 8) | crc) === checksum(buffer, 0, length);
    return good ? { type: 'frame', apdu: Buffer.from(buffer.subarray(0, length)) } : { type: 'bad' };
  }

  function take(byte: number): SerialEvent | undefined {
    switch (where) {
      case 'outside':
        return outside(byte);
      case 'dle':
        return byte === STX ? start() : outside(byte);
      case 'inside':
        return inside(byte);
      case 'insideDle':
        return afterDle(byte);
      case 'crcLow':
        crc = byte;
        where = 'crcHigh';
        return undefined;
      case 'crcHigh':
        return finish(byte);
    }
  }

  return {
    get inFrame() {
      return where !== 'outside';
    },
    reset() {
      where = 'outside';
    },
    push(chunk) {
      const events: SerialEvent[] = [];
      for (const byte of chunk) {
        const event = take(byte);
        if (event) events.push(event);
      }
      return events;
    },
  };
}

const TABLE = Uint16Array.from({ length: 256 }, (_, index) => {
  let crc = index;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0x8408 : crc >> 1;
  return crc;
});
