/** Bytes of ESC/POS as commands, in pieces as they arrive. Lengths are those of the command reference of the protocol. */

export type PrinterCommand =
  | { readonly kind: 'text'; readonly byte: number }
  | { readonly kind: 'realTime'; readonly question: number }
  | { readonly kind: 'pulseAtOnce'; readonly pin: number }
  /** `name`: first byte and letter, for example `ESC a`. */
  | { readonly kind: 'command'; readonly name: string; readonly data: Buffer };

const NAMES: Readonly<Record<number, string>> = { 16: 'DLE', 27: 'ESC', 28: 'FS', 29: 'GS' };

/** Bytes behind the letter, of commands with a fixed length. */
const FIXED: Readonly<Record<string, number>> = {
  'ESC @': 0,
  'ESC 2': 0,
  'ESC i': 0,
  'ESC m': 0,
  'FS .': 0,
  'FS &': 0,
  'ESC p': 3,
  'ESC c': 2,
  'ESC $': 2,
  'ESC \\': 2,
  'ESC W': 8,
  'FS p': 2,
  'FS S': 2,
  'GS L': 2,
  'GS W': 2,
  'GS $': 2,
  'GS P': 2,
  'GS T': 1,
  'GS :': 0,
  'ESC L': 0,
  'ESC S': 0,
  'ESC =': 1,
  'ESC ?': 1,
};

/** Commands with one byte behind the letter. */
const ONE = new Set([
  ...['ESC !', 'ESC %', 'ESC -', 'ESC 3', 'ESC E', 'ESC G', 'ESC J', 'ESC M', 'ESC R', 'ESC SP', 'ESC T', 'ESC U'],
  ...['ESC V', 'ESC a', 'ESC d', 'ESC e', 'ESC r', 'ESC t', 'ESC {', 'FS !', 'FS -', 'FS C', 'FS W'],
  ...['GS !', 'GS /', 'GS B', 'GS H', 'GS I', 'GS a', 'GS b', 'GS f', 'GS h', 'GS r', 'GS w'],
]);

/** A command that says that it is longer is no command: nothing may be kept without end. */
const LONGEST = 4_000_000;

export class CommandReader {
  #kept: Buffer = Buffer.alloc(0);
  /** Commands that this reader does not know. */
  readonly unknown: string[] = [];

  /** The commands that are whole now. */
  *read(chunk: Buffer): Generator<PrinterCommand> {
    let bytes = this.#kept.length > 0 ? Buffer.concat([this.#kept, chunk]) : chunk;
    while (bytes.length > 0) {
      const found = this.#next(bytes);
      if (found === null) break;
      bytes = bytes.subarray(found.length);
      if (found.command) yield found.command;
    }
    this.#kept = Buffer.from(bytes);
  }

  #next(bytes: Buffer): { readonly length: number; readonly command: PrinterCommand | null } | null {
    const [first = 0, letter, third] = bytes;
    const prefix = NAMES[first];
    if (prefix === undefined) return { length: 1, command: { kind: 'text', byte: first } };
    if (letter === undefined) return null;
    if (prefix === 'DLE') return realTime(bytes);
    const name = `${prefix} ${letter === 0x20 ? 'SP' : String.fromCharCode(letter)}`;
    const length = lengthOf(name, bytes, third);
    if (length === 'unknown' || (length !== null && length > LONGEST)) {
      if (this.unknown.length < 100) this.unknown.push(name);
      return { length: 2, command: null };
    }
    if (length === null || bytes.length < 2 + length) return null;
    return { length: 2 + length, command: { kind: 'command', name, data: Buffer.from(bytes.subarray(2, 2 + length)) } };
  }
}

function realTime(bytes: Buffer): { readonly length: number; readonly command: PrinterCommand | null } | null {
  const [, letter, n, m] = bytes;
  if (letter === 0x04) {
    if (n === undefined) return null;
    return { length: 3, command: { kind: 'realTime', question: n } };
  }
  if (letter === 0x14) {
    if (bytes.length < 5) return null;
    return { length: 5, command: n === 1 ? { kind: 'pulseAtOnce', pin: m ?? 0 } : null };
  }
  return { length: 2, command: null };
}

/** Bytes behind the letter; null: more bytes are needed to know it. */
function lengthOf(name: string, bytes: Buffer, third: number | undefined): number | null | 'unknown' {
  const fixed = FIXED[name];
  if (fixed !== undefined) return fixed;
  if (ONE.has(name)) return 1;
  const word = (at: number) => (bytes.length >= at + 2 ? bytes.readUInt16LE(at) : null);
  switch (name) {
    case 'GS V':
      return third === undefined ? null : third >= 65 ? 2 : 1;
    case 'GS (': {
      const size = word(3);
      return size === null ? null : 3 + size;
    }
    case 'GS 8':
      return bytes.length < 7 ? null : 5 + bytes.readUInt32LE(3);
    case 'GS v': {
      const [width, height] = [word(4), word(6)];
      return width === null || height === null ? null : 6 + width * height;
    }
    case 'ESC *': {
      const columns = word(3);
      return columns === null || third === undefined ? null : 3 + columns * (third >= 32 ? 3 : 1);
    }
    case 'ESC D': {
      const end = bytes.indexOf(0, 2);
      return end < 0 ? (bytes.length > 40 ? 'unknown' : null) : end - 1;
    }
    case 'GS k':
      return barcodeLength(bytes, third);
    default:
      return 'unknown';
  }
}

function barcodeLength(bytes: Buffer, kind: number | undefined): number | null {
  if (kind === undefined) return null;
  if (kind >= 65) return bytes.length < 4 ? null : 2 + (bytes[3] ?? 0);
  const end = bytes.indexOf(0, 3);
  return end < 0 ? null : end - 1;
}
