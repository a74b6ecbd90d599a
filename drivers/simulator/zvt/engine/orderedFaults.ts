/** A fault of the line that a proof or a hand orders: where it breaks, what is garbled. Counted from the order on. */

export interface OrderedFault {
  /** The line breaks once so many bytes have gone to the till; 0 = with the first one, which is not sent. */
  readonly cutAfterSent?: number;
  /** The line breaks once so many bytes came from the till; 0 = with the first one, which is not heard. */
  readonly cutAfterReceived?: number;
  /** The terminal starts anew where the line breaks. */
  readonly thenRestart?: boolean;
  /** Milliseconds during which nobody can connect after the break; on a serial line the time of silence. */
  readonly downFor?: number;
  /** Nothing leaves any more after so many bytes; the line stays up. */
  readonly muteAfterSent?: number;
  /** This byte, counted from 0, is sent twice. */
  readonly doubleSent?: number;
  /** Hex that is sent in front of the next message. */
  readonly noise?: string;
  /** Hex that every till is greeted with. */
  readonly banner?: string;
  /** Serial line: so many frames leave with a wrong checksum. */
  readonly badChecksums?: number;
  /** Serial line: so many frames of the till arrive damaged, and are refused (NAK). */
  readonly damaged?: number;
  /** Serial line: so many acknowledgements are lost. */
  readonly lostAcknowledgements?: number;
}

type Check = (value: unknown) => boolean;
/** A number of bytes, frames or milliseconds. */
export const isCount: Check = value => Number.isInteger(value) && (value as number) >= 0;
const isHex: Check = value => typeof value === 'string' && /^(?:[0-9a-fA-F]{2}){1,500}$/.test(value);

const FAULTS: Readonly<Record<keyof OrderedFault, readonly [Check, string]>> = {
  cutAfterSent: [isCount, 'a whole number'],
  cutAfterReceived: [isCount, 'a whole number'],
  thenRestart: [value => typeof value === 'boolean', 'true or false'],
  downFor: [isCount, 'milliseconds'],
  muteAfterSent: [isCount, 'a whole number'],
  doubleSent: [isCount, 'a whole number'],
  noise: [isHex, 'hex'],
  banner: [isHex, 'hex'],
  badChecksums: [isCount, 'a whole number'],
  damaged: [isCount, 'a whole number'],
  lostAcknowledgements: [isCount, 'a whole number'],
};

/** Why this is no fault, or undefined. */
export function checkFault(body: Readonly<Record<string, unknown>>): string | undefined {
  for (const [key, value] of Object.entries(body)) {
    const row = FAULTS[key as keyof OrderedFault];
    if (!Object.hasOwn(FAULTS, key) || !row)
      return `there is no fault ${key}; there are: ${Object.keys(FAULTS).join(', ')}`;
    if (!row[0](value)) return `${key} must be ${row[1]}`;
  }
  return undefined;
}

/** What of some bytes goes through, and whether the line breaks behind them. */
export interface Passage {
  readonly bytes: Buffer;
  readonly breaks: boolean;
}

export interface OrderedFaults {
  readonly armed: OrderedFault;
  /** Replaces the fault before; `{}` ends it. */
  arm(fault: OrderedFault): void;
  outgoing(bytes: Buffer): Passage;
  incoming(bytes: Buffer): Passage;
}

/** One gate for all lines of a terminal; a cut counts once. `changed` is called when a fault is ordered, used up or ended. */
export function openOrderedFaults(changed: () => void): OrderedFaults {
  let armed: OrderedFault = {};
  let sent = 0;
  let received = 0;

  return {
    get armed() {
      return armed;
    },
    arm(fault) {
      sent = 0;
      received = 0;
      become(fault);
    },
    outgoing(bytes) {
      const garbled = bytes.length === 1 ? acknowledgement(bytes) : message(bytes);
      const before = sent;
      sent += garbled.length;
      const through = muted(doubled(garbled, before), before);
      return cut(through, before, 'cutAfterSent');
    },
    incoming(bytes) {
      const before = received;
      received += bytes.length;
      return cut(damaged(bytes), before, 'cutAfterReceived');
    },
  };

  function cut(bytes: Buffer, before: number, limit: 'cutAfterSent' | 'cutAfterReceived'): Passage {
    const at = armed[limit];
    if (at === undefined || before + bytes.length < at) return { bytes, breaks: false };
    return { bytes: bytes.subarray(0, Math.max(0, at - before)), breaks: true };
  }

  function acknowledgement(bytes: Buffer): Buffer {
    if (bytes[0] !== ACK || !use('lostAcknowledgements')) return bytes;
    return NOTHING;
  }

  function message(bytes: Buffer): Buffer {
    const { noise, ...rest } = armed;
    const whole = use('badChecksums') ? withLastByteWrong(bytes) : bytes;
    if (noise === undefined) return whole;
    become(rest);
    return Buffer.concat([Buffer.from(noise, 'hex'), whole]);
  }

  function damaged(bytes: Buffer): Buffer {
    return bytes.length > 1 && use('damaged') ? withLastByteWrong(bytes) : bytes;
  }

  function doubled(bytes: Buffer, before: number): Buffer {
    const at = (armed.doubleSent ?? -1) - before;
    if (at < 0 || at >= bytes.length) return bytes;
    const { doubleSent: _, ...rest } = armed;
    become(rest);
    return Buffer.concat([bytes.subarray(0, at + 1), bytes.subarray(at)]);
  }

  function muted(bytes: Buffer, before: number): Buffer {
    return armed.muteAfterSent === undefined ? bytes : bytes.subarray(0, Math.max(0, armed.muteAfterSent - before));
  }

  function use(counter: 'badChecksums' | 'damaged' | 'lostAcknowledgements'): boolean {
    const { [counter]: left = 0, ...rest } = armed;
    if (left > 0) become(left > 1 ? { ...rest, [counter]: left - 1 } : rest);
    return left > 0;
  }

  function become(fault: OrderedFault): void {
    armed = fault;
    changed();
  }
}

const ACK = 0x06;
const NOTHING = Buffer.alloc(0);

function withLastByteWrong(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy[copy.length - 1]! ^= 0xff;
  return copy;
}
