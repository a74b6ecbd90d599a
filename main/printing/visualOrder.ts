/**
 * A line of a receipt as it stands on paper, from left to right: letters of full width take two columns, Arabic letters are joined, and
 * Arabic and Hebrew run to the left within their own part of the line, so that a name never moves its price.
 */

import bidiFactory from 'bidi-js';
import type { PrinterCell } from '../../drivers/index.ts';
import { columnsOf, lettersOf, type PaperText, sizeOf } from '../domain/receiptLayout.ts';
import { joined } from './arabicForms.ts';

/** Undefined where every character is one column wide and stands in its order. */
export function visualCells({ before, left, gap, right }: PaperText): readonly PrinterCell[] | undefined {
  if (!NEEDS_ORDER.test(left + right)) return undefined;
  return [...blanks(before), ...part(left, 'left'), ...blanks(gap), ...part(right, 'right')];
}

/** Letters to the left, of two columns, or with marks; most lines have none of them. */
const TO_THE_LEFT = /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}]/u;
const NEEDS_ORDER = /[\u0590-\u10ff\u1100-\u1cff\u2e80-\ud7ff\uf900-\uffef\p{Mn}\p{ExtPict}\p{EPres}]/u;

const blanks = (count: number): readonly PrinterCell[] =>
  Array.from({ length: count }, () => ({ text: ' ', columns: 1 }));

/** As wide as the layout has counted: two letters that print as one leave a blank at the side of the gap. */
function part(text: string, side: 'left' | 'right'): readonly PrinterCell[] {
  const cells = inOrder(joined(text)).map(letter => ({ text: letter, columns: columnsOf(letter) }));
  const missing = blanks(sizeOf(text) - cells.reduce((sum, { columns }) => sum + columns, 0));
  return side === 'left' ? [...cells, ...missing] : [...missing, ...cells];
}

// The package exports the factory itself; its types speak of a default within it.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

/** The letters by the bidirectional algorithm of Unicode; the first strong letter gives the direction. */
function inOrder(text: string): readonly string[] {
  if (!TO_THE_LEFT.test(text)) return lettersOf(text);
  const levels = bidi.getEmbeddingLevels(text);
  const mirrored = bidi.getMirroredCharactersMap(text, levels.levels);
  const starts = new Map<number, string>();
  let at = 0;
  for (const letter of lettersOf(text)) {
    starts.set(at, mirrored.get(at) ?? letter);
    at += letter.length;
  }
  return bidi.getReorderedIndices(text, levels).flatMap(index => starts.get(index) ?? []);
}
