/**
 * `npm run letters`: makes `assets/letters/letters.br`, the letters of all scripts that a printer has no code page for, from the outlines
 * of GNU Unifont (16 dots high) and Noto Emoji (24 dots). The printer reads the file; the fonts stay with the developers.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import opentype, { type Font, type PathCommand } from 'opentype.js';
import { type LetterKind, letterKinds } from '../drivers/printer/letters.ts';

const LETTERS = join(import.meta.dirname, '..', 'assets', 'letters', 'letters.br');

const { resolve } = createRequire(import.meta.url);
const UNIFONT = resolve('@fontsource/unifont/files/unifont-latin-400-normal.woff');
const EMOJI = resolve('@fontsource/noto-emoji/files/noto-emoji-emoji-500-normal.woff');

/** Dots of Unifont are squares of 64 units, and the lowest row ends 128 units below the line. */
const UNIT = 64;
/** Points of a curve. */
const STEPS = 6;
/** Places within a dot of an emoji, in each direction, and the share of black ones that make it black. */
const LOOKED = [1 / 8, 3 / 8, 5 / 8, 7 / 8];
const BLACK = 0.42;

interface Letter {
  readonly point: number;
  readonly kind: LetterKind;
  readonly bits: Uint8Array;
}

type Point = { readonly x: number; readonly y: number };
type Edge = readonly [Point, Point];

/** The file: for each kind its number of letters, their code points as steps, and their dots. */
function lettersFile(): Buffer {
  const letters = [...unifontLetters(), ...emojiLetters()];
  const parts = Object.keys(letterKinds).map(kind => {
    const own = letters.filter(letter => letter.kind === kind).toSorted((one, other) => one.point - other.point);
    const head = Buffer.alloc(4 + own.length * 3);
    head.writeUInt32BE(own.length);
    own.forEach(({ point }, index) => {
      head.writeUIntBE(point - (own[index - 1]?.point ?? 0), 4 + index * 3, 3);
    });
    return Buffer.concat([head, ...own.map(({ bits }) => bits)]);
  });
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  return brotliCompressSync(Buffer.concat(parts), { params });
}

const fontAt = (file: string): Font => {
  const { buffer, byteOffset, length } = readFileSync(file);
  return opentype.parse(buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer, { lowMemory: true });
};

function unifontLetters(): readonly Letter[] {
  const font = fontAt(UNIFONT);
  const points = Array.from({ length: 0x10000 }, (_, point) => point);
  return points.flatMap(point => {
    const character = String.fromCodePoint(point);
    if (/[\p{C}\p{Zl}\p{Zp}]|\p{Emoji_Presentation}/u.test(character)) return [];
    const { advanceWidth = 0, path } = font.charToGlyph(character);
    const kind = advanceWidth === 0 ? 'mark' : advanceWidth > 8 * UNIT ? 'wide' : 'narrow';
    const { width } = letterKinds[kind];
    const left = kind === 'mark' ? -16 : 0;
    const edges = edgesOf(path.commands);
    const bits = drawn(width, 16, y => {
      const row = rowAt(edges, 896 - (y + 0.5) * UNIT);
      return x => row((x + left + 0.5) * UNIT);
    });
    return isBoxOfDigits(bits, width) ? [] : [{ point, kind, bits }];
  });
}

/** The font shows the number of a code point that it does not have in a black box. */
const isBoxOfDigits = (bits: Uint8Array, width: number): boolean =>
  width === 16 && [1, 7, 8, 14].every(row => bits[row * 2] === 0x7f && bits[row * 2 + 1] === 0xfe);

function emojiLetters(): readonly Letter[] {
  const font = fontAt(EMOJI);
  const scale = (font.ascender - font.descender) / 24;
  const points = Array.from({ length: 0x20000 - 0x2000 }, (_, index) => 0x2000 + index);
  return points.flatMap(point => {
    const character = String.fromCodePoint(point);
    const isWanted = /\p{Emoji_Presentation}/u.test(character) || (point > 0xffff && /\p{Emoji}/u.test(character));
    const glyph = isWanted ? font.charToGlyph(character) : null;
    if (!glyph || glyph.index === 0) return [];
    const edges = edgesOf(glyph.path.commands);
    const middle = (glyph.advanceWidth ?? 0) / 2;
    const bits = drawn(24, 24, y => {
      const rows = LOOKED.map(look => rowAt(edges, font.ascender - (y + look) * scale));
      return x => {
        const looks = LOOKED.flatMap(look => rows.map(row => row(middle + (x + look - 12) * scale)));
        return looks.filter(Boolean).length >= BLACK * looks.length;
      };
    });
    return [{ point, kind: 'emoji' as const, bits }];
  });
}

function drawn(width: number, height: number, rowOf: (y: number) => (x: number) => boolean): Uint8Array {
  const bits = new Uint8Array((width / 8) * height);
  for (let y = 0; y < height; y += 1) {
    const isBlack = rowOf(y);
    for (let x = 0; x < width; x += 1) if (isBlack(x)) bits[(y * width + x) >> 3]! |= 0x80 >> (x & 7);
  }
  return bits;
}

/** The outline as straight lines. */
function edgesOf(commands: readonly PathCommand[]): readonly Edge[] {
  const edges: Edge[] = [];
  let [from, start]: Point[] = [
    { x: 0, y: 0 },
    { x: 0, y: 0 },
  ];
  const lineTo = (to: Point) => {
    edges.push([from!, to]);
    from = to;
  };
  for (const command of commands) {
    if (command.type === 'M') {
      from = command;
      start = command;
    } else if (command.type === 'L') lineTo(command);
    else if (command.type === 'Z') lineTo(start!);
    else for (const point of curve(from!, command)) lineTo(point);
  }
  return edges;
}

function curve(from: Point, to: Extract<PathCommand, { type: 'Q' | 'C' }>): readonly Point[] {
  const [one, two] = [{ x: to.x1, y: to.y1 }, to.type === 'C' ? { x: to.x2, y: to.y2 } : { x: to.x1, y: to.y1 }];
  return Array.from({ length: STEPS }, (_, index) => {
    const t = (index + 1) / STEPS;
    const at = (name: 'x' | 'y') =>
      to.type === 'Q'
        ? (1 - t) ** 2 * from[name] + 2 * (1 - t) * t * one[name] + t ** 2 * to[name]
        : (1 - t) ** 3 * from[name] +
          3 * (1 - t) ** 2 * t * one[name] +
          3 * (1 - t) * t ** 2 * two[name] +
          t ** 3 * to[name];
    return { x: at('x'), y: at('y') };
  });
}

/** The places inside the outline at one height, by the winding number, as outlines of TrueType are filled. */
function rowAt(edges: readonly Edge[], y: number): (x: number) => boolean {
  const crossings = edges
    .filter(([a, b]) => a.y <= y !== b.y <= y)
    .map(([a, b]) => ({ x: a.x + ((y - a.y) * (b.x - a.x)) / (b.y - a.y), turn: a.y < b.y ? 1 : -1 }));
  return x => crossings.reduce((turns, crossing) => (crossing.x > x ? turns + crossing.turn : turns), 0) !== 0;
}

const file = lettersFile();
writeFileSync(LETTERS, file);
console.log(`${LETTERS}: ${file.length} bytes`);
