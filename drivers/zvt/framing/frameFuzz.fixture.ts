/** Damaged frames, made from good messages by a seed: sent through the deframers, decoded and described. */
import { readFileSync } from 'node:fs';
import { decode, encode, type Message } from '../codec/apdu.ts';
import { summary } from '../codec/describe.ts';
import { hideSecrets } from '../codec/messageTrace.ts';
import { type PacketName, packets } from '../codec/packets.ts';
import { cardReadOf } from '../exchange/cardRead.ts';
import { receiptsOf } from '../exchange/receipts.ts';
import { displayText, factsOf, terminalMessage } from '../exchange/statusInformation.ts';
import { serialDeframer, serialFrame } from './serialFrame.ts';
import { tcpDeframer } from './tcpFrame.ts';

export type Transport = 'tcp' | 'serial';
export const TRANSPORTS: readonly Transport[] = ['tcp', 'serial'];

/** A number from 0 to below `count`; the same sequence for the same seed. */
export type Random = (count: number) => number;

export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return count => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000) * count);
  };
}

/** Good messages: recorded messages of terminals and tills, and every packet without fields. */
export function goodMessages(): readonly Buffer[] {
  const messages = captured<{ hex: string; transport: string }>('messages').filter(one => one.transport === 'apdu');
  const steps = captured<{ steps: { hex: string }[] }>('conversations').flatMap(one => one.steps);
  const names = Object.keys(packets) as PacketName[];
  return [...[...messages, ...steps].map(({ hex }) => Buffer.from(hex, 'hex')), ...names.map(name => encode(name))];
}

export function captured<T>(name: string): readonly T[] {
  return JSON.parse(readFileSync(new URL(`../captures/${name}.json`, import.meta.url), 'utf8'));
}

/** A receiver that gets damaged frames and then good ones. */
export interface Victim {
  /** Takes bytes in pieces of random size; throws when a limit is exceeded. */
  take(bytes: Buffer, random: Random): void;
  /** True when good messages are read again as they were sent. */
  recovers(random: Random): boolean;
  readonly messages: number;
}

export function victim(transport: Transport): Victim {
  return transport === 'tcp' ? overTcp() : overSerial();
}

/** Longest message; a deframer may hold no more than this and the last piece. */
const LONGEST = 0xffff + 5;

function overTcp(): Victim {
  const deframer = tcpDeframer();
  let messages = 0;
  function take(bytes: Buffer, random: Random): void {
    for (const piece of pieces(bytes, random)) {
      for (const apdu of deframer.push(piece)) messages += read(apdu, random);
      if (deframer.pending > LONGEST) throw new Error(`${deframer.pending} bytes are held`);
    }
  }
  return {
    take,
    get messages() {
      return messages;
    },
    recovers() {
      // A wrong length consumes at most one longest message; then the next known header counts.
      for (let sent = 0; sent <= 2 * LONGEST; sent += GOOD_ROW.length)
        if (deframer.push(Buffer.from(GOOD_ROW)).some(apdu => apdu.equals(GOOD))) return true;
      return false;
    },
  };
}

function overSerial(): Victim {
  const deframer = serialDeframer();
  let messages = 0;
  return {
    take(bytes, random) {
      for (const piece of pieces(bytes, random))
        for (const event of deframer.push(piece)) if (event.type === 'frame') messages += read(event.apdu, random);
    },
    get messages() {
      return messages;
    },
    recovers(random) {
      // Timer T1 drops a frame that stopped; without it the sender repeats the frame, at most twice.
      if (random(2) === 0) deframer.reset();
      const events = () => deframer.push(GOOD_FRAME);
      const attempts = [events(), events(), events()];
      return attempts.some(list => list.some(event => event.type === 'frame' && event.apdu.equals(GOOD)));
    },
  };
}

const GOOD = encode('statusInformation', { resultCode: 0, amount: 101_010, receiptNumber: '1016', cardName: 'VISA' });
const GOOD_ROW = Buffer.concat(Array.from({ length: 40 }, () => GOOD));
const GOOD_FRAME = serialFrame(GOOD);

/** Reads a message as the driver does, without the command machine. */
function read(apdu: Buffer, random: Random): 1 {
  const after = AFTER[random(AFTER.length)];
  const message = decode(apdu, after === undefined ? {} : { after });
  summary(message);
  hideSecrets(message);
  readFields(message);
  return 1;
}

function readFields(message: Message): void {
  const { name, fields } = message;
  if (name === 'statusInformation') [factsOf(fields, 'EUR'), cardReadOf(fields), terminalMessage(fields)];
  else if (name === 'intermediateStatus') displayText(fields);
  else if (name === 'printLine' || name === 'printTextBlock') receiptsOf([message], 'payment', 'auto');
}

const AFTER = [undefined, 0x0501, 0x0601, 0x06c0, 0x06e2, 0x0fa1];

function* pieces(bytes: Buffer, random: Random): Generator<Buffer> {
  if (random(4) > 0) return yield Buffer.from(bytes);
  const most = random(2) === 0 ? 3 : 200;
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + random(most);
    yield Buffer.from(bytes.subarray(at, at + size));
    at += size;
  }
}

/** A message with one to four damages, as bytes on the line. */
export function damagedFrame(good: readonly Buffer[], transport: Transport, random: Random): Buffer {
  let bytes = pick(good, random);
  const wrap = transport === 'serial' ? serialFrame : (apdu: Buffer) => apdu;
  // Damage inside a valid frame reaches the codec; damage of the frame itself does not.
  const inside = random(2) === 0;
  if (!inside) bytes = wrap(bytes);
  for (let left = 1 + random(4); left > 0; left--) bytes = pick(MUTATIONS, random)(bytes, random, good);
  if (!inside) return bytes;
  return wrap(random(2) === 0 ? withTrueLength(bytes) : bytes);
}

// Gives the message a right length, so that its damage reaches the codec.
function withTrueLength(bytes: Buffer): Buffer {
  if (bytes.length < 3) return bytes;
  const size = Math.min(bytes.length - 3, 0xffff);
  const length = size < 0xff ? Buffer.of(size) : Buffer.of(0xff, size & 0xff, size >> 8);
  return Buffer.concat([bytes.subarray(0, 2), length, bytes.subarray(3, 3 + size)]);
}

type Mutation = (bytes: Buffer, random: Random, good: readonly Buffer[]) => Buffer;

const MUTATIONS: readonly Mutation[] = [
  flippedBit,
  changedByte,
  cut,
  without,
  inserted,
  doubled,
  repeated,
  lyingLength,
  lyingInside,
  glued,
  spliced,
  storm,
  bannered,
  nested,
  (bytes, random) => (random(200) === 0 ? huge(bytes, random) : bytes),
];

function flippedBit(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes);
  if (copy.length > 0) copy[random(copy.length)]! ^= 1 << random(8);
  return copy;
}

function changedByte(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes);
  if (copy.length > 0) copy[random(copy.length)] = pick(TELLING, random);
  return copy;
}

// Bytes that begin something: bitmaps, tags, lengths, digits of lengths, frames.
const TELLING = Buffer.from('00010405060f10121315161b1f2022232427283c496080818283848788a0e1f0f1f9fafeff0203', 'hex');

function cut(bytes: Buffer, random: Random): Buffer {
  return bytes.subarray(0, random(bytes.length + 1));
}

function without(bytes: Buffer, random: Random): Buffer {
  const at = random(bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random(8))]);
}

function inserted(bytes: Buffer, random: Random): Buffer {
  const at = random(bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, at), noise(1 + random(12), random), bytes.subarray(at)]);
}

function doubled(bytes: Buffer, random: Random): Buffer {
  const at = random(bytes.length + 1);
  const end = at + random(40);
  return Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)]);
}

// The same few bytes again and again.
function repeated(bytes: Buffer, random: Random): Buffer {
  const at = random(bytes.length + 1);
  const some = random(2) === 0 ? bytes.subarray(at, at + 1 + random(6)) : Buffer.from(pick(ROWS, random), 'hex');
  const row = Buffer.concat(Array.from({ length: 1 + random(random(20) === 0 ? 2_000 : 60) }, () => some));
  return Buffer.concat([bytes.subarray(0, at), row, bytes.subarray(at)]);
}

// Unknown bitmaps with a length, empty containers, open tags, digits with and without spaces.
const ROWS = ['99f0f0', '99f0f0f0', '98f0f1f0', '0600', '2400', '1fff', '0906', '3420', '34', '44', '2a31', 'f0'];

// The length of the APDU, after its two control bytes.
function lyingLength(bytes: Buffer, random: Random): Buffer {
  if (bytes.length < 3) return bytes;
  const length = random(2) === 0 ? Buffer.of(random(256)) : Buffer.of(0xff, random(256), random(256));
  return Buffer.concat([bytes.subarray(0, 2), length, bytes.subarray(3)]);
}

// A length somewhere inside: digits of LLVAR and LLLVAR, or one of TLV.
function lyingInside(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes);
  for (let i = random(copy.length + 1); i < copy.length; i++) {
    if (copy[i]! >= 0xf0) copy[i] = 0xf0 + random(16);
    else if (copy[i]! >= 0x80 && copy[i]! <= 0x84) copy[i] = 0x80 + random(5);
    else continue;
    return copy;
  }
  return copy;
}

function glued(bytes: Buffer, random: Random, good: readonly Buffer[]): Buffer {
  return Buffer.concat([bytes, pick(good, random)]);
}

function spliced(bytes: Buffer, random: Random, good: readonly Buffer[]): Buffer {
  const other = pick(good, random);
  return Buffer.concat([bytes.subarray(0, random(bytes.length + 1)), other.subarray(random(other.length + 1))]);
}

function storm(bytes: Buffer, random: Random): Buffer {
  const at = random(bytes.length + 1);
  const row = Buffer.alloc(1 + random(60), pick(STORMS, random), 'hex');
  return Buffer.concat([bytes.subarray(0, at), row, bytes.subarray(at)]);
}

const STORMS = ['10', '1002', '1003', '100310', '06', '15', '0615', '10100210'];

function bannered(bytes: Buffer, random: Random): Buffer {
  return Buffer.concat([Buffer.from(pick(BANNERS, random), 'latin1'), bytes]);
}

const BANNERS = [
  'SSH-2.0-OpenSSH_9.6\r\n',
  'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n',
  '\x1b[2J\x1b[1;1HLogin: ',
  '+CREG: 1\r\nOK\r\n',
  'Welcome to the terminal\r\n> ',
  '\x00\x00\x00\x00',
  '\xff\xfb\x01\xff\xfb\x03',
];

// Containers in containers, deeper than any real one.
function nested(bytes: Buffer, random: Random): Buffer {
  let content = noise(random(6), random);
  for (let depth = random(40); depth > 0 && content.length < 120; depth--)
    content = Buffer.concat([Buffer.of(pick(CONSTRUCTED, random), content.length), content]);
  const container = Buffer.concat([Buffer.of(0x06, content.length), content]);
  return Buffer.concat([bytes.subarray(0, 2), Buffer.of(container.length), container, bytes.subarray(2)]);
}

const CONSTRUCTED = Buffer.from('2021242526272a2b2d2e2f3060616266e1e2e3e4e9', 'hex');

function huge(bytes: Buffer, random: Random): Buffer {
  const size = random(0x10000);
  const data = Buffer.alloc(size, noise(1 + random(30), random));
  return Buffer.concat([bytes.subarray(0, 2), Buffer.of(0xff, size & 0xff, size >> 8), data]);
}

function noise(size: number, random: Random): Buffer {
  return Buffer.from(Array.from({ length: size }, () => random(256)));
}

function pick<T>(list: { readonly length: number; readonly [index: number]: T }, random: Random): T {
  return list[random(list.length)]!;
}
