/** Faults of the line that a test or a person orders: breaks, silence, garbled bytes, counted from the order on. */
import type { Schema } from './schemaCheck.ts';

export interface OrderedFault {
  /** The line breaks once so many bytes have gone to the till; 0 = with the first byte, which is not sent. */
  readonly cutAfterSent?: number;
  /** The line breaks once so many bytes came from the till; 0 = with the first byte, which is not received. */
  readonly cutAfterReceived?: number;
  /** The terminal restarts where the line breaks. */
  readonly thenRestart?: boolean;
  /** Milliseconds without a new connection after the break; on a serial line the time of silence. */
  readonly downFor?: number;
  /** Nothing leaves any more after so many bytes; the line stays up. */
  readonly muteAfterSent?: number;
  /** This byte, counted from 0, is sent twice. */
  readonly doubleSent?: number;
  /** Hex that is sent in front of the next message. */
  readonly noise?: string;
  /** Hex that greets every till. */
  readonly banner?: string;
  /** On a serial line: so many frames leave with a wrong checksum. */
  readonly badChecksums?: number;
  /** On a serial line: so many frames of the till arrive damaged, and are refused (NAK). */
  readonly damaged?: number;
  /** On a serial line: so many acknowledgements are lost. */
  readonly lostAcknowledgements?: number;
}

/** A number of bytes, frames or milliseconds. */
const count = (description: string) => ({ type: 'integer', minimum: 0, description }) as const;
const hex = { type: 'string', pattern: '^(?:[0-9a-fA-F]{2}){1,500}$', description: 'hex' } as const;

/** The body of `POST /fault`, and the step `line` of a scenario. */
export const orderedFaultSchema = {
  type: 'object',
  title: 'fault',
  description: 'a JSON object',
  additionalProperties: false,
  properties: {
    cutAfterSent: count('a whole number'),
    cutAfterReceived: count('a whole number'),
    thenRestart: { type: 'boolean', description: 'true or false' },
    downFor: count('milliseconds'),
    muteAfterSent: count('a whole number'),
    doubleSent: count('a whole number'),
    noise: hex,
    banner: hex,
    badChecksums: count('a whole number'),
    damaged: count('a whole number'),
    lostAcknowledgements: count('a whole number'),
  } satisfies Record<keyof OrderedFault, Schema>,
} as const;

/** The bytes that go through, and whether the line breaks behind them. */
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

interface FaultState {
  armed: OrderedFault;
  /** Bytes since the order. */
  sent: number;
  received: number;
  readonly changed: () => void;
}

/**
 * The ordered fault of all lines of a terminal; a cut counts once. `changed` is called when a fault is ordered, used up or
 * ended.
 */
export function openOrderedFaults(changed: () => void): OrderedFaults {
  const state: FaultState = { armed: {}, sent: 0, received: 0, changed };
  return {
    get armed() {
      return state.armed;
    },
    arm(fault) {
      state.sent = 0;
      state.received = 0;
      change(state, fault);
    },
    outgoing(bytes) {
      const garbled = bytes.length === 1 ? withoutAcknowledgement(state, bytes) : garbledMessage(state, bytes);
      const before = state.sent;
      state.sent += garbled.length;
      const doubled = withByteDoubled(state, garbled, before);
      return cut(state, muted(state, doubled, before), before, 'cutAfterSent');
    },
    incoming(bytes) {
      const before = state.received;
      state.received += bytes.length;
      const isDamaged = bytes.length > 1 && countDown(state, 'damaged');
      return cut(state, isDamaged ? withLastByteWrong(bytes) : bytes, before, 'cutAfterReceived');
    },
  };
}

function change(state: FaultState, fault: OrderedFault): void {
  state.armed = fault;
  state.changed();
}

/** Counts one fault of a kind down; false when none is left. */
function countDown(state: FaultState, counter: 'badChecksums' | 'damaged' | 'lostAcknowledgements'): boolean {
  const { [counter]: left = 0, ...rest } = state.armed;
  if (left > 0) change(state, left > 1 ? { ...rest, [counter]: left - 1 } : rest);
  return left > 0;
}

function withoutAcknowledgement(state: FaultState, bytes: Buffer): Buffer {
  return bytes[0] === ACK && countDown(state, 'lostAcknowledgements') ? NOTHING : bytes;
}

function garbledMessage(state: FaultState, bytes: Buffer): Buffer {
  const { noise, ...rest } = state.armed;
  const message = countDown(state, 'badChecksums') ? withLastByteWrong(bytes) : bytes;
  if (noise === undefined) return message;
  change(state, rest);
  return Buffer.concat([Buffer.from(noise, 'hex'), message]);
}

function withByteDoubled(state: FaultState, bytes: Buffer, before: number): Buffer {
  const at = (state.armed.doubleSent ?? -1) - before;
  if (at < 0 || at >= bytes.length) return bytes;
  const { doubleSent: _, ...rest } = state.armed;
  change(state, rest);
  return Buffer.concat([bytes.subarray(0, at + 1), bytes.subarray(at)]);
}

function muted({ armed: { muteAfterSent } }: FaultState, bytes: Buffer, before: number): Buffer {
  return muteAfterSent === undefined ? bytes : bytes.subarray(0, Math.max(0, muteAfterSent - before));
}

function cut(
  { armed }: FaultState,
  bytes: Buffer,
  before: number,
  limit: 'cutAfterSent' | 'cutAfterReceived',
): Passage {
  const at = armed[limit];
  if (at === undefined || before + bytes.length < at) return { bytes, breaks: false };
  return { bytes: bytes.subarray(0, Math.max(0, at - before)), breaks: true };
}

const ACK = 0x06;
const NOTHING = Buffer.alloc(0);

function withLastByteWrong(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy[copy.length - 1]! ^= 0xff;
  return copy;
}
