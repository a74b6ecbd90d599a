/** Carries out the commands of a job on the paper. */

import iconv from 'iconv-lite';
import { glyphSize } from '../../printer/font.ts';
import { code128, qrBitmap } from './codes.ts';
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
    'GS (': (n, data) => n === 0x6b && this.#qrCommand(data.subarray(3)),
    'GS v': (_, data) => this.#raster(data),
    'GS r': n => this.#events.turn(n % 48),
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
    else this.#paper.picture({ width: 8, height: 8, bits: new Uint8Array(8) }, `[barcode ${text} cannot be printed]`);
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

  #raster(data: Buffer): void {
    const width = data.readUInt16LE(2) * 8;
    const height = data.readUInt16LE(4);
    const bits = new Uint8Array(data.subarray(6));
    if (width > 0 && height > 0) this.#paper.picture({ width, height, bits }, '[picture]');
  }
}
