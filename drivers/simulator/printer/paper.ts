/** The paper of the virtual printer: dots as a print head sets them, and the lines as text for tests and support. */

import { eachDot, glyphSize } from '../../printer/font.ts';
import { png } from '../../printer/png.ts';
import type { Bitmap } from '../../printer/printer.ts';

export interface CharacterStyle {
  readonly bold: boolean;
  readonly underline: boolean;
  readonly inverse: boolean;
  /** 1 to 8. */
  readonly width: number;
  readonly height: number;
}

interface Cell {
  readonly character: string;
  readonly style: CharacterStyle;
}

export type Alignment = 'left' | 'center' | 'right';

/** Longer paper is rolled up at its beginning: a virtual printer may run for days. */
const LONGEST = 20_000;

export class Paper {
  /** Dots of a line. */
  readonly width: number;
  /** Rows of dots, one byte for eight dots. */
  #rows: Uint8Array[] = [];
  /** The printed lines; a code is written in brackets. */
  #lines: string[] = [];
  #cells: Cell[] = [];
  #tops: { readonly pageStart: number; readonly lineStart: number }[] = [];
  align: Alignment = 'left';
  /** Dots from one line to the next. */
  lineHeight: number = glyphSize.line;

  constructor(width: number) {
    this.width = width;
  }

  get height(): number {
    return this.#rows.length;
  }

  get isEmptyLine(): boolean {
    return this.#cells.length === 0;
  }

  put(character: string, style: CharacterStyle): void {
    const cell = { character, style };
    if (this.#widthOf([...this.#cells, cell]) > this.width) this.feedLine();
    this.#cells.push(cell);
  }

  #widthOf(cells: readonly Cell[]): number {
    return cells.reduce((sum, { style }) => sum + glyphSize.width * style.width, 0);
  }

  /** Prints the line and moves on to the next. */
  feedLine(): void {
    const cells = this.#cells;
    this.#cells = [];
    const tallest = Math.max(1, ...cells.map(({ style }) => style.height));
    const height = Math.max(this.lineHeight, tallest * glyphSize.height);
    const top = this.height;
    this.#addRows(height);
    let x = this.#indent(this.#widthOf(cells));
    for (const cell of cells) {
      this.#draw(cell, x, top + (tallest - cell.style.height) * glyphSize.height);
      x += glyphSize.width * cell.style.width;
    }
    const indent =
      this.align === 'left' ? '' : ' '.repeat(Math.floor(this.#indent(this.#widthOf(cells)) / glyphSize.width));
    this.#lines.push(indent + cells.map(({ character }) => character).join(''));
  }

  #indent(width: number): number {
    const free = Math.max(0, this.width - width);
    return this.align === 'center' ? free >> 1 : this.align === 'right' ? free : 0;
  }

  #draw({ character, style }: Cell, left: number, top: number): void {
    const { width, height, bold, underline, inverse } = style;
    if (inverse) this.#fill(left, top, glyphSize.width * width, glyphSize.height * height);
    eachDot({ text: character, columns: 1 }, bold, (x, y) => {
      for (let row = 0; row < height; row += 1)
        for (let column = 0; column < width; column += 1)
          this.#dot(left + x * width + column, top + y * height + row, !inverse);
    });
    if (underline) this.#fill(left, top + glyphSize.height * height - 2, glyphSize.width * width, 2);
  }

  #fill(left: number, top: number, width: number, height: number): void {
    for (let y = top; y < top + height; y += 1) for (let x = left; x < left + width; x += 1) this.#dot(x, y, true);
  }

  #dot(x: number, y: number, black: boolean): void {
    const row = this.#rows[y];
    if (!row || x < 0 || x >= this.width) return;
    const bit = 0x80 >> (x & 7);
    row[x >> 3] = black ? (row[x >> 3] ?? 0) | bit : (row[x >> 3] ?? 0) & ~bit;
  }

  isBlack(x: number, y: number): boolean {
    return (((this.#rows[y]?.[x >> 3] ?? 0) >> (7 - (x & 7))) & 1) === 1;
  }

  #addRows(count: number): void {
    for (let row = 0; row < count; row += 1) this.#rows.push(new Uint8Array(Math.ceil(this.width / 8)));
    const excess = this.#rows.length - LONGEST;
    if (excess <= 0) return;
    this.#rows.splice(0, excess);
    const lines = Math.max(0, this.#lines.length - LONGEST);
    this.#lines.splice(0, lines);
    this.#tops = this.#tops.map(({ pageStart, lineStart }) => ({
      pageStart: pageStart - excess,
      lineStart: Math.max(0, lineStart - lines),
    }));
  }

  /** A picture at the place that the alignment gives it. */
  picture({ width, height, bits }: Bitmap, words: string): void {
    if (!this.isEmptyLine) this.feedLine();
    const top = this.height;
    this.#addRows(height);
    const left = this.#indent(width);
    for (let dot = 0; dot < width * height; dot += 1)
      if (((bits[dot >> 3] ?? 0) >> (7 - (dot & 7))) & 1)
        this.#dot(left + (dot % width), top + Math.floor(dot / width), true);
    this.#lines.push(words);
  }

  feedDots(count: number): void {
    if (!this.isEmptyLine) this.feedLine();
    this.#addRows(count);
  }

  /** A dashed edge, so that a picture of several slips shows where each ends. */
  cut(): void {
    if (!this.isEmptyLine) this.feedLine();
    const top = this.height;
    this.#addRows(9);
    for (let x = 0; x < this.width; x += 8) this.#fill(x, top + 4, 4, 1);
    this.#tops.push({ pageStart: this.height, lineStart: this.#lines.length });
    if (this.#tops.length > 500) this.#tops.shift();
  }

  /** Slips that were cut off. */
  get slips(): number {
    return this.#tops.length;
  }

  /** All lines, or those of the last slip that was cut. */
  lines(which: 'all' | 'last' = 'all'): readonly string[] {
    if (which === 'all') return [...this.#lines];
    const end = this.#tops.at(-1)?.lineStart ?? this.#lines.length;
    const start = this.#tops.at(-2)?.lineStart ?? 0;
    return this.#lines.slice(start, end);
  }

  /** Takes the paper away. */
  tear(): void {
    this.#rows = [];
    this.#lines = [];
    this.#cells = [];
    this.#tops = [];
  }

  /** The paper as a PNG picture with one bit a dot; white margins at both sides, as paper has them. */
  png(which: 'all' | 'last' = 'all'): Buffer {
    const start = which === 'last' ? (this.#tops.at(-2)?.pageStart ?? 0) : 0;
    const end = which === 'last' ? (this.#tops.at(-1)?.pageStart ?? this.height) : this.height;
    const rows = this.#rows.slice(Math.max(0, start), end);
    const margin = 2;
    const bytes = Math.ceil(this.width / 8);
    const raw = Buffer.alloc(Math.max(1, rows.length) * (1 + bytes + 2 * margin), 0xff);
    rows.forEach((row, y) => {
      const at = y * (1 + bytes + 2 * margin);
      raw[at] = 0;
      for (let index = 0; index < bytes; index += 1) raw[at + 1 + margin + index] = ~(row[index] ?? 0) & 0xff;
    });
    if (rows.length === 0) raw[0] = 0;
    return png((bytes + 2 * margin) * 8, Math.max(1, rows.length), raw);
  }
}
