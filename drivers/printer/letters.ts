/**
 * Letters of all scripts that no code page of a printer has, from `assets/letters/letters.br`, which `npm run letters` makes of GNU
 * Unifont and Noto Emoji. Read when the first such letter is printed.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Bitmap } from './printer.ts';

/** Dots of the letters in the file. A mark stands over or under the letter before it, whose right edge is its dot 16. */
export const letterKinds = {
  narrow: { width: 8, height: 16 },
  wide: { width: 16, height: 16 },
  emoji: { width: 24, height: 24 },
  mark: { width: 24, height: 16 },
} as const;
export type LetterKind = keyof typeof letterKinds;

export interface Letter extends Bitmap {
  readonly kind: LetterKind;
}

/** Letters of one kind: their code points in order, and where their dots begin. */
interface Row {
  readonly kind: LetterKind;
  readonly points: Uint32Array;
  readonly dots: number;
}

const FILE = join(import.meta.dirname, '..', '..', 'assets', 'letters', 'letters.br');

let read: { readonly bytes: Buffer; readonly rows: readonly Row[] } | null = null;

/** Undefined for a letter that neither font has. */
export function letterOf(character: string): Letter | undefined {
  read ??= readLetters();
  const point = character.codePointAt(0) ?? 0;
  for (const { kind, points, dots } of read.rows) {
    const place = placeOf(points, point);
    if (place === null) continue;
    const { width, height } = letterKinds[kind];
    const at = dots + (place * width * height) / 8;
    return { kind, width, height, bits: read.bytes.subarray(at, at + (width * height) / 8) };
  }
  return undefined;
}

function placeOf(points: Uint32Array, wanted: number): number | null {
  let [from, to] = [0, points.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (points[middle]! < wanted) from = middle + 1;
    else to = middle;
  }
  return points[from] === wanted ? from : null;
}

function readLetters() {
  const bytes = brotliDecompressSync(readFileSync(FILE));
  const rows: Row[] = [];
  let at = 0;
  for (const [kind, { width, height }] of Object.entries(letterKinds) as [LetterKind, Bitmap][]) {
    const count = bytes.readUInt32BE(at);
    const points = new Uint32Array(count);
    const steps = at + 4;
    for (let index = 0; index < count; index += 1)
      points[index] = (points[index - 1] ?? 0) + bytes.readUIntBE(steps + index * 3, 3);
    const dots = steps + count * 3;
    rows.push({ kind, points, dots });
    at = dots + (count * width * height) / 8;
  }
  return { bytes, rows };
}
