/**
 * Receipts as the specification has them: a list of lines, a slip beginning with a separator that carries its caption.
 * Here are the lines and their rendering as plain text; `saleReceipt.ts`, `terminalReceipt.ts` and `loyaltyReceipt.ts`
 * build slips from them. Amounts in lines are formatted text.
 */

export type Decoration = 'important' | 'align-left' | 'align-center' | 'align-right';

export type ReceiptLine =
  | { readonly type: 'separator'; readonly value: { readonly caption?: string } }
  | { readonly type: 'textline'; readonly value: { readonly text: string; readonly decoration: readonly Decoration[] } }
  | {
      readonly type: 'name-value';
      readonly value: { readonly name: string; readonly value: string; readonly decoration: readonly Decoration[] };
    }
  /** An empty line; it has no value member at all. */
  | { readonly type: 'space' };

/** Begins a new slip: a headline, or a rule when it has no caption. */
export const separator = (caption?: string): ReceiptLine => ({
  type: 'separator',
  value: caption === undefined ? {} : { caption },
});

export const textline = (text: string, ...decoration: readonly Decoration[]): ReceiptLine => ({
  type: 'textline',
  value: { text, decoration },
});

export const nameValue = (name: string, value: string, ...decoration: readonly Decoration[]): ReceiptLine => ({
  type: 'name-value',
  value: { name, value, decoration },
});

/** A name-value line, or none when there is no value to show. */
export const nameValueIf = (name: string, value: string | number | undefined): readonly ReceiptLine[] =>
  value === undefined ? [] : [nameValue(name, String(value))];

export const space: ReceiptLine = { type: 'space' };

/** The lines as plain text, none longer than `width` characters. Bold and size do not exist in plain text. */
export function receiptText(lines: readonly ReceiptLine[], width = 42): string {
  return lines.flatMap(line => rendered(line, width)).join('\n');
}

function rendered(line: ReceiptLine, width: number): readonly string[] {
  switch (line.type) {
    case 'separator':
      return line.value.caption === undefined ? ['-'.repeat(width)] : headline(line.value.caption, width);
    case 'textline':
      return wrapped(line.value.text, width).map(text => aligned(text, line.value.decoration, width));
    case 'name-value':
      return columns(line.value.name, line.value.value, width);
    case 'space':
      return [''];
  }
}

const headline = (caption: string, width: number) => [
  '',
  ...wrapped(caption, width).map(text => centred(text, width)),
  '',
];

/** Name at the left edge, value at the right one; below each other where they do not fit side by side. */
function columns(name: string, value: string, width: number): readonly string[] {
  const gap = width - sizeOf(name) - sizeOf(value);
  if (gap >= 1) return [printable(name) + ' '.repeat(gap) + printable(value)];
  return [...wrapped(name, width), ...wrapped(value, width).map(text => toTheRight(text, width))];
}

function aligned(text: string, decoration: readonly Decoration[], width: number): string {
  if (decoration.includes('align-center')) return centred(text, width);
  return decoration.includes('align-right') ? toTheRight(text, width) : text;
}

const centred = (text: string, width: number) => ' '.repeat((width - sizeOf(text)) >> 1) + text;
const toTheRight = (text: string, width: number) => ' '.repeat(width - sizeOf(text)) + text;

/** Breaks text at blanks, and within a word only where the word alone is too long. */
function wrapped(text: string, width: number): readonly string[] {
  if (sizeOf(text) <= width) return [printable(text)];
  const lines = [''];
  for (const word of printable(text)
    .split(' ')
    .flatMap(word => pieces(word, width))) {
    const line = lines.at(-1) ?? '';
    if (line === '') lines[lines.length - 1] = word;
    else if (sizeOf(line) + 1 + sizeOf(word) <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function pieces(word: string, width: number): readonly string[] {
  const characters = [...word];
  const starts = Array.from({ length: Math.ceil(characters.length / width) }, (_, index) => index * width);
  return starts.map(start => characters.slice(start, start + width).join(''));
}

/** Removes control characters, which would break the line or command a printer. */
const printable = (text: string): string => text.replace(/\p{Cc}/gu, ' ');

const sizeOf = (text: string): number => [...text].length;
