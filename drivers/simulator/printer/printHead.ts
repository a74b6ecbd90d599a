/** Carries out the commands of a job on the paper. */

import iconv from 'iconv-lite';
import { glyphSize } from '../../printer/font.ts';
import type { Bitmap } from '../../printer/printer.ts';
import { bitmapOf, code128, pdf417Bitmap, qrBitmap } from './codes.ts';
import type { PrinterCommand } from './commands.ts';
import type { Alignment, CharacterStyle, Paper } from './paper.ts';

/** Numbers of the code pages of an Epson printer. */
const CODE_PAGES: Readonly<Record<number, string>> = {
  0: 'cp437',
  2: 'cp850',
  3: 'cp860',
  4: 'cp863',
  5: 'cp865',
  16: 'windows1252',
  17: 'cp866',
  18: 'cp852',
  19: 'cp858',
  40: 'iso8859-15',
};

/** The letter of graphics behind `GS (` and `GS 8`, and the code of PDF417. */
const GRAPHICS = 0x4c;
const PDF417 = 0x30;
const EMPTY: Bitmap = { width: 8, height: 8, bits: new Uint8Array(8) };

const ALIGNMENTS: readonly Alignment[] = ['left', 'center', 'right'];

const PLAIN: CharacterStyle = { bold: false, underline: false, inverse: false, width: 1, height: 1 };

export interface PrintHeadEvents {
  drawer(pin: number): void;
  /** A slip has been cut off. */
  cut(): void;
  /** A question that is answered in its turn. */
  turn(question: number): void;
}

export class PrintHead {
  readonly #paper: Paper;
  readonly #events: PrintHeadEvents;
  /** A printer without code pages prints every byte by its first table. */
  readonly #hasCodePages: boolean;
  #style = PLAIN;
  #codePage = 'cp437';
  #qr = { size: 3, level: 48, data: '' };
  #pdf417 = { columns: 0, size: 3, rowHeight: 3, level: 1, data: '' };
  /** Graphics that wait for the command that prints them. */
  #kept: Bitmap | null = null;
  #barcode = { height: 162, width: 3 };

  constructor(paper: Paper, events: PrintHeadEvents, hasCodePages = true) {
    this.#paper = paper;
    this.#events = events;
    this.#hasCodePages = hasCodePages;
  }

  carryOut(command: PrinterCommand): void {
    if (command.kind === 'text') this.#byte(command.byte);
    else if (command.kind === 'command') this.#commands[command.name]?.(command.data[0] ?? 0, command.data);
  }

  /** A printer forgets this state when it is switched off. */
  reset(): void {
    this.#style = PLAIN;
    this.#codePage = 'cp437';
    this.#paper.align = 'left';
    this.#paper.lineHeight = glyphSize.line;
  }

  #byte(byte: number): void {
    if (byte === 0x0a) this.#paper.feedLine();
    else if (byte === 0x09) this.#paper.put(' ', this.#style);
    else if (byte >= 0x20) this.#paper.put(iconv.decode(Buffer.from([byte]), this.#codePage), this.#style);
  }

  /** Every command that is not named here changes nothing that this paper shows. */
  readonly #commands: Readonly<Record<string, (n: number, data: Buffer) => void>> = {
    'ESC @': () => this.reset(),
    'ESC t': n => {
      this.#codePage = (this.#hasCodePages ? CODE_PAGES[n] : undefined) ?? 'cp437';
    },
    'ESC a': n => {
      this.#paper.align = ALIGNMENTS[n % 48] ?? 'left';
    },
    'ESC E': n => this.#change({ bold: (n & 1) === 1 }),
    'ESC G': n => this.#change({ bold: (n & 1) === 1 }),
    'ESC -': n => this.#change({ underline: n % 48 > 0 }),
    'GS B': n => this.#change({ inverse: (n & 1) === 1 }),
    'GS !': n => this.#change({ width: ((n >> 4) & 7) + 1, height: (n & 7) + 1 }),
    'ESC !': n => this.#change({ bold: (n & 8) > 0, width: n & 32 ? 2 : 1, height: n & 16 ? 2 : 1 }),
    'ESC 2': () => {
      this.#paper.lineHeight = glyphSize.line;
    },
    'ESC 3': n => {
      this.#paper.lineHeight = n;
    },
    'ESC d': n => {
      for (let line = 0; line < n; line += 1) this.#paper.feedLine();
    },
    'ESC J': n => this.#paper.feedDots(n),
    'ESC p': n => this.#events.drawer(n % 48),
    'ESC i': () => this.#cut(),
    'ESC m': () => this.#cut(),
    'GS V': () => this.#cut(),
    'GS h': n => {
      this.#barcode.height = n;
    },
    'GS w': n => {
      this.#barcode.width = n;
    },
    'GS k': (n, data) => this.#printBarcode(n, data),
    'GS (': (n, data) => this.#functions[n]?.(data.subarray(3)),
    'GS 8': (n, data) => n === GRAPHICS && this.#graphics(data.subarray(5)),
    'GS v': (_, data) => this.#raster(data),
    'GS r': n => this.#events.turn(n % 48),
  };

  /** By the letter behind `GS (`. */
  readonly #functions: Readonly<Record<number, (data: Buffer) => void>> = {
    107: data => (data[0] === PDF417 ? this.#pdf417Command(data) : this.#qrCommand(data)),
    [GRAPHICS]: data => this.#graphics(data),
  };

  #change(style: Partial<CharacterStyle>): void {
    this.#style = { ...this.#style, ...style };
  }

  #cut(): void {
    this.#paper.cut();
    this.#events.cut();
  }

  #printBarcode(kind: number, data: Buffer): void {
    const content = kind >= 65 ? data.subarray(2) : data.subarray(1, -1);
    const text = content.toString('latin1').replace(/^\{[ABC]/, '');
    const drawn = kind === 73 ? code128(content, this.#barcode.width, this.#barcode.height) : null;
    if (drawn && drawn.width <= this.#paper.width) this.#paper.picture(drawn, `[barcode ${text}]`);
    else this.#paper.picture(EMPTY, `[barcode ${text} cannot be printed]`);
  }

  /** Function 67: size, 69: error correction, 80: data, 81: print. */
  #qrCommand(data: Buffer): void {
    const [symbol, code, value = 0] = data;
    if (symbol !== 0x31) return;
    if (code === 67) this.#qr.size = Math.max(1, value);
    if (code === 69) this.#qr.level = value;
    if (code === 80) this.#qr.data = data.subarray(3).toString('latin1');
    if (code !== 81) return;
    const drawn = qrBitmap(this.#qr.data, this.#qr.size, this.#qr.level);
    if (drawn && drawn.width <= this.#paper.width) this.#paper.picture(drawn, `[qr ${this.#qr.data}]`);
  }

  /** Function 65: columns, 67: width of a module, 68: height of a row in modules, 69: error correction, 80: data, 81: print. */
  #pdf417Command(data: Buffer): void {
    const [, code, value = 0, level = 0] = data;
    if (code === 65) this.#pdf417.columns = value;
    if (code === 67) this.#pdf417.size = Math.max(1, value);
    if (code === 68) this.#pdf417.rowHeight = Math.max(1, value);
    if (code === 69 && value === 48) this.#pdf417.level = level - 48;
    if (code === 80) this.#pdf417.data = data.subarray(3).toString('latin1');
    if (code !== 81) return;
    const text = this.#pdf417.data;
    const drawn = pdf417Bitmap(this.#pdf417);
    if (drawn && drawn.width <= this.#paper.width) this.#paper.picture(drawn, `[pdf417 ${text}]`);
    else this.#paper.picture(EMPTY, `[pdf417 ${text} cannot be printed]`);
  }

  /** Function 112: keeps rows of dots, 113: columns of dots, 50: prints what is kept, which is gone then. */
  #graphics(data: Buffer): void {
    const code = data[1] ?? 0;
    if (code === 112 || code === 113) this.#kept = keptGraphics(data, code === 113);
    if ((code !== 50 && code !== 2) || !this.#kept) return;
    this.#picture(this.#kept);
    this.#kept = null;
  }

  /** Mode 1 prints twice as wide, 2 twice as high, 3 both. */
  #raster(data: Buffer): void {
    const mode = (data[1] ?? 0) % 48;
    const bitmap = {
      width: data.readUInt16LE(2) * 8,
      height: data.readUInt16LE(4),
      bits: new Uint8Array(data.subarray(6)),
    };
    this.#picture(stretched(bitmap, (mode & 1) + 1, ((mode >> 1) & 1) + 1));
  }

  #picture(bitmap: Bitmap): void {
    if (bitmap.width > 0 && bitmap.height > 0) this.#paper.picture(bitmap, '[picture]');
  }
}

/** `data`: m, function, tone, stretch in both directions, colour, width and height in dots, and the dots. */
function keptGraphics(data: Buffer, isByColumn: boolean): Bitmap | null {
  if (data.length < 10) return null;
  const [, , , wide = 1, high = 1] = data;
  const [dotsWide, height] = [data.readUInt16LE(6), data.readUInt16LE(8)];
  const dots = data.subarray(10);
  const each = Math.ceil((isByColumn ? height : dotsWide) / 8);
  const isBlack = (x: number, y: number) => {
    const [row, bit] = isByColumn ? [x, y] : [y, x];
    return (((dots[row * each + (bit >> 3)] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
  };
  return stretched(bitmapOf(dotsWide, height, isBlack), wide, high);
}

function stretched(bitmap: Bitmap, wide: number, high: number): Bitmap {
  if (wide <= 1 && high <= 1) return bitmap;
  const { width, height, bits } = bitmap;
  return bitmapOf(width * wide, height * high, (x, y) => {
    const dot = Math.floor(y / high) * width + Math.floor(x / wide);
    return (((bits[dot >> 3] ?? 0) >> (7 - (dot & 7))) & 1) === 1;
  });
}
