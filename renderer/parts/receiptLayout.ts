/**
 * Layout of receipt lines by the specification ("Receipt"): a separator begins a new slip and is its headline, or a rule
 * when it has no caption. Screen and print draw the same rows.
 */

import type { ReceiptLine } from '../../main/wire/shapes.ts';

export type Align = 'left' | 'center' | 'right';

export type Row =
  | { readonly kind: 'text'; readonly text: string; readonly align: Align; readonly important: boolean }
  | { readonly kind: 'pair'; readonly name: string; readonly value: string; readonly important: boolean }
  | { readonly kind: 'space' };

export interface Slip {
  /** The headline; `rule` for a separator without a caption; null for lines before the first separator. */
  readonly head: { readonly kind: 'caption'; readonly text: string } | { readonly kind: 'rule' } | null;
  readonly rows: readonly Row[];
}

export function slipsOf(lines: readonly ReceiptLine[]): readonly Slip[] {
  const slips: { head: Slip['head']; rows: Row[] }[] = [];
  for (const line of lines) {
    if (line.type === 'separator') slips.push({ head: headOf(line.value.caption), rows: [] });
    else {
      if (slips.length === 0) slips.push({ head: null, rows: [] });
      slips.at(-1)!.rows.push(rowOf(line));
    }
  }
  return slips;
}

const headOf = (caption: string | undefined): Slip['head'] =>
  caption ? { kind: 'caption', text: caption } : { kind: 'rule' };

function rowOf(line: Exclude<ReceiptLine, { type: 'separator' }>): Row {
  if (line.type === 'space') return { kind: 'space' };
  const important = line.value.decoration.includes('important');
  if (line.type === 'name-value') return { kind: 'pair', name: line.value.name, value: line.value.value, important };
  return { kind: 'text', text: line.value.text, align: alignOf(line.value.decoration), important };
}

const alignOf = (decoration: readonly string[]): Align => {
  if (decoration.includes('align-center')) return 'center';
  return decoration.includes('align-right') ? 'right' : 'left';
};
