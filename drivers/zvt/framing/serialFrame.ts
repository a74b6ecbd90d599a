/** The serial frame: DLE STX, APDU with doubled DLE, DLE ETX, checksum; and the single bytes ACK and NAK (ZVT "RS-232"). */

export const ACK = 0x06;
export const NAK = 0x15;
const DLE = 0x10;
const STX = 0x02;
const ETX = 0x03;

/** The frame around an APDU. DLE is sent twice inside the frame, and counts once in the checksum. */
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

/** CRC over the APDU and one ETX: polynomial 8408 mirrored, start 0. The checksum of `80 00 00` is 1FF5. */
function checksum(bytes: Buffer, at: number, end: number): number {
  let crc = 0;
  for (let i = at; i < end; i++) crc = (crc >> 8) ^ CRC_TABLE[(crc ^ bytes[i]!) & 0xff]!;
  return (crc >> 8) ^ CRC_TABLE[(crc ^ ETX) & 0xff]!;
}

export type SerialEvent =
  | { readonly type: 'frame'; readonly apdu: Buffer }
  | { readonly type: 'ack' }
  | { readonly type: 'nak' }
  /** A damaged frame, to be answered with NAK. */
  | { readonly type: 'bad' };

export interface SerialDeframer {
  push(chunk: Buffer): readonly SerialEvent[];
  /** True between the beginning of a frame and its checksum. */
  readonly inFrame: boolean;
  /** Forgets a frame that stopped in the middle. */
  reset(): void;
}

/** A deframer for one port. Bytes outside a frame that are neither ACK nor NAK are ignored as noise. */
export function serialDeframer(): SerialDeframer {
  return new FrameReader();
}

/** The place in the byte stream: outside a frame, inside it, or in its two bytes of checksum. */
type Place = 'outside' | 'dleOutside' | 'inside' | 'dleInside' | 'crcLow' | 'crcHigh';

const LONGEST_APDU = 0xffff + 5;

class FrameReader implements SerialDeframer {
  #place: Place = 'outside';
  #buffer = Buffer.alloc(512);
  #length = 0;
  #crcLow = 0;
  /** The rest of a damaged frame is read as well: a byte in it that looks like ACK is no ACK. */
  #isDamaged = false;

  get inFrame(): boolean {
    return this.#place !== 'outside';
  }

  reset(): void {
    this.#place = 'outside';
  }

  push(chunk: Buffer): readonly SerialEvent[] {
    const events: SerialEvent[] = [];
    for (const byte of chunk) {
      const event = this.#read(byte);
      if (event) events.push(event);
    }
    return events;
  }

  #read(byte: number): SerialEvent | undefined {
    switch (this.#place) {
      case 'outside':
        return this.#readOutside(byte);
      case 'dleOutside':
        return byte === STX ? this.#startFrame() : this.#readOutside(byte);
      case 'inside':
        return this.#readInside(byte);
      case 'dleInside':
        return this.#readAfterDle(byte);
      case 'crcLow':
        this.#crcLow = byte;
        this.#place = 'crcHigh';
        return undefined;
      case 'crcHigh':
        return this.#endFrame(byte);
    }
  }

  #readOutside(byte: number): SerialEvent | undefined {
    this.#place = byte === DLE ? 'dleOutside' : 'outside';
    return byte === ACK ? { type: 'ack' } : byte === NAK ? { type: 'nak' } : undefined;
  }

  #readInside(byte: number): undefined {
    if (byte === DLE) this.#place = 'dleInside';
    else this.#store(byte);
  }

  #readAfterDle(byte: number): undefined {
    if (byte === ETX) this.#place = 'crcLow';
    else if (byte === STX)
      this.#startFrame(); // the sender begins the frame anew
    else {
      this.#isDamaged ||= byte !== DLE;
      this.#place = 'inside';
      this.#store(byte);
    }
  }

  #startFrame(): undefined {
    this.#place = 'inside';
    this.#length = 0;
    this.#isDamaged = false;
  }

  #endFrame(crcHigh: number): SerialEvent {
    this.#place = 'outside';
    const crc = (crcHigh << 8) | this.#crcLow;
    const isGood = !this.#isDamaged && this.#length >= 3 && crc === checksum(this.#buffer, 0, this.#length);
    return isGood ? { type: 'frame', apdu: Buffer.from(this.#buffer.subarray(0, this.#length)) } : { type: 'bad' };
  }

  #store(byte: number): void {
    this.#isDamaged ||= this.#length === LONGEST_APDU;
    if (this.#isDamaged) return;
    if (this.#length === this.#buffer.length)
      this.#buffer = Buffer.concat([this.#buffer, Buffer.alloc(this.#buffer.length)]);
    this.#buffer[this.#length++] = byte;
  }
}

const CRC_TABLE = Uint16Array.from({ length: 256 }, (_, index) => {
  let crc = index;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0x8408 : crc >> 1;
  return crc;
});
