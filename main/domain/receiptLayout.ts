/**
 * The one layout of a receipt: the screen, the paper of the printer, the PDF and the plain text draw these lines. Rules of the
 * specification ("Receipt"): a separator begins a new slip and is its headline, or a rule when it has no caption; a name and
 * its value stand on one line, the name at the left edge and the value at the right one.
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

/** Characters of a line: 58 mm paper has 32, 80 mm paper 42 or 48 by its font. */
export const paperColumns = [32, 42, 48] as const;
export type PaperColumns = (typeof paperColumns)[number];

/** The width where nobody has chosen one, as on the screen. */
export const USUAL_COLUMNS = 42;

/** A line of text: `before` blanks, `left`, `gap` blanks, `right`. Of size 2 each character is as wide and high as two. */
export interface PaperText {
  readonly kind: 'text';
  readonly before: number;
  readonly left: string;
  readonly gap: number;
  readonly right: string;
  readonly bold: boolean;
  readonly size: 1 | 2;
}

export type PaperLine = PaperText | { readonly kind: 'rule' };

export interface LayoutOptions {
  readonly columns?: number;
  /** Above the first slip: a copy, a cancelled receipt, a slip that may be double. */
  readonly mark?: string | undefined;
  /** Size of headlines; 1 where characters have one size. */
  readonly headline?: 1 | 2;
}

/** The receipt in lines of `columns` characters. No line is longer. */
export function paperLines(lines: readonly ReceiptLine[], options: LayoutOptions = {}): readonly PaperLine[] {
  const { columns = USUAL_COLUMNS, mark, headline = 2 } = options;
  const drawn = lines.flatMap(line =>
    isKnown(line) ? drawnLine(line, columns, headline) : unknownLine(line, columns),
  );
  return mark === undefined || mark === '' ? drawn : [...markLines(mark, columns), ...drawn];
}

/** The characters of a line as they stand on paper; a rule is dashes. */
export const lineText = (line: PaperLine, columns: number): string =>
  line.kind === 'rule' ? '-'.repeat(columns) : wordsOf(line);

const wordsOf = ({ before, left, gap, right }: PaperText) => ' '.repeat(before) + left + ' '.repeat(gap) + right;

function markLines(mark: string, columns: number): readonly PaperLine[] {
  const text = wrapped(mark, columns).map(part => placed(part, columns, ['align-center', 'important']));
  return [RULE, ...text, RULE];
}

const RULE: PaperLine = { kind: 'rule' };
const EMPTY: PaperText = { kind: 'text', before: 0, left: '', gap: 0, right: '', bold: false, size: 1 };

function drawnLine(line: ReceiptLine, columns: number, headline: 1 | 2): readonly PaperLine[] {
  switch (line.type) {
    case 'separator':
      return line.value.caption ? headlineOf(line.value.caption, columns, headline) : [RULE];
    case 'textline':
      return wrapped(line.value.text, columns).map(text => placed(text, columns, line.value.decoration));
    case 'name-value':
      return pair(line.value.name, line.value.value, columns, line.value.decoration.includes('important'));
    case 'space':
      return [EMPTY];
  }
}

/** False for a line of a newer till, of a type or a shape that this version does not have. */
function isKnown(line: unknown): boolean {
  const { type, value } = (line ?? {}) as {
    readonly type?: unknown;
    readonly value?: Readonly<Record<string, unknown>>;
  };
  const isText = (name: string) => typeof value?.[name] === 'string';
  const isDecorated = Array.isArray(value?.decoration);
  switch (type) {
    case 'separator':
      return typeof value === 'object' && value !== null && (value.caption === undefined || isText('caption'));
    case 'textline':
      return isText('text') && isDecorated;
    case 'name-value':
      return isText('name') && isText('value') && isDecorated;
    default:
      return type === 'space';
  }
}

/** The words of a line that is not known, as text: nothing of a receipt is hidden. */
function unknownLine(line: unknown, columns: number): readonly PaperLine[] {
  const words = wordsIn((line as { readonly value?: unknown } | null)?.value).join(' ');
  return words === '' ? [] : wrapped(words, columns).map(text => placed(text, columns, []));
}

function wordsIn(value: unknown): readonly string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(wordsIn) : [];
}

/** Centred, bold, larger, with a padding above and below. */
function headlineOf(caption: string, columns: number, size: 1 | 2): readonly PaperLine[] {
  const width = Math.floor(columns / size);
  const text = wrapped(caption, width).map(part => ({
    ...placed(part, width, ['align-center', 'important']),
    size,
  }));
  return [EMPTY, ...text, EMPTY];
}

function placed(text: string, columns: number, decoration: readonly Decoration[]): PaperText {
  const free = Math.max(0, columns - sizeOf(text));
  const isCentred = decoration.includes('align-center');
  const before = isCentred ? free >> 1 : decoration.includes('align-right') ? free : 0;
  return { ...EMPTY, before, left: text, bold: decoration.includes('important') };
}

/** Name at the left edge, value at the right one; below each other where they do not fit side by side. */
function pair(name: string, value: string, columns: number, bold: boolean): readonly PaperLine[] {
  const [left, right] = [printable(name), printable(value)];
  const gap = columns - sizeOf(left) - sizeOf(right);
  if (gap >= 1) return [{ ...EMPTY, left, gap, right, bold }];
  const names = wrapped(name, columns).map(text => placed(text, columns, bold ? ['important'] : []));
  const values = wrapped(value, columns);
  // The value begins on the last line of the name where it fits there.
  const [last] = names.slice(-1);
  const [first = ''] = values;
  const room = columns - sizeOf(last?.left ?? '') - sizeOf(first);
  if (values.length === 1 && last && names.length > 1 && room >= 1)
    return [...names.slice(0, -1), { ...last, gap: room, right: first }];
  return [
    ...names,
    ...values.map(text => placed(text, columns, bold ? ['align-right', 'important'] : ['align-right'])),
  ];
}

/** Breaks text at blanks, and within a word only where the word alone is too long. Blanks at the beginning stay. */
function wrapped(raw: string, width: number): readonly string[] {
  const text = printable(raw);
  if (sizeOf(text) <= width) return [text];
  const lines = [''];
  for (const word of text.split(' ').flatMap(one => pieces(one, width))) {
    const line = lines.at(-1) ?? '';
    if (line === '') lines[lines.length - 1] = word;
    else if (sizeOf(line) + 1 + sizeOf(word) <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** A word in parts that fit into a line; a letter that is wider than the line stands alone. */
function pieces(word: string, width: number): readonly string[] {
  const parts = [''];
  let room = width;
  for (const letter of lettersOf(word)) {
    const columns = columnsOf(letter);
    if (columns > room && parts.at(-1) !== '') {
      parts.push('');
      room = width;
    }
    parts[parts.length - 1] += letter;
    room -= columns;
  }
  return parts;
}

/**
 * The text with its width in columns known; ligatures (ﬁ) and letters of full width are the letters that they stand for. Control
 * characters would break the line or command a printer; marks of the writing direction would move the columns; halves of a character
 * cannot be printed. Vowel signs stay where a word has no other vowels (Thai, Hindi); what Arabic and Hebrew leave out in print is left
 * out here.
 */
export const printable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\ufb00-\ufb06\uff01-\uff5e]/g, letters => letters.normalize('NFKC'))
    .toWellFormed()
    .replace(/\p{Cc}|\p{Zl}|\p{Zp}/gu, ' ')
    .replace(/[\u2007\u202f]/gu, '\u00a0')
    .replace(/[\p{Cf}\p{Me}[\p{Mn}&&[\p{sc=Zinh}\p{sc=Arab}\p{sc=Hebr}]]]/gv, '')
    .replace(/^\p{Mn}+|(?<=\p{Mn}{3})\p{Mn}+/gu, '');

/** Letters that are as wide as two: those of East Asia, and emoji. */
const WIDE =
  /^[[\p{EPres}\p{sc=Han}\p{sc=Hang}\p{sc=Hira}\p{sc=Kana}\p{sc=Bopo}\p{sc=Yiii}\u3000-\u303e\u30fb\u30fc\u3200-\u33ff\uff5f\uff60\uffe0-\uffe6[\p{ExtPict}&&[\u{1f000}-\u{1ffff}]]]--[\uff61-\uffdc]]/v;

/** Columns of a letter with its marks. */
export const columnsOf = (letter: string): 1 | 2 => (WIDE.test(letter) ? 2 : 1);

/** Letters with the marks that stand over and under them, and emoji with their skin tones. */
export const lettersOf = (text: string): readonly string[] => text.match(LETTERS) ?? [];
const LETTERS = /(?:^[\p{Mn}\p{EMod}]|[^\p{Mn}\p{EMod}])[\p{Mn}\p{EMod}]*/gu;

/** Columns of a text. */
export const sizeOf = (text: string): number => lettersOf(text).reduce((sum, letter) => sum + columnsOf(letter), 0);
