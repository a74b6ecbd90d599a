/**
 * Receipts as the specification has them: a list of lines, a slip beginning with a separator that carries its caption.
 * Here are the lines and their rendering as plain text; `saleReceipt.ts`, `terminalReceipt.ts` and `loyaltyReceipt.ts`
 * build slips from them. Amounts in lines are formatted text. Texts of callers, articles and terminals are cleaned here, so
 * that no screen or program of an API client meets a control character that paper does not print.
 */

import { type Decoration, lineText, paperLines, printable, type ReceiptLine } from './receiptLayout.ts';

export type { Decoration, ReceiptLine } from './receiptLayout.ts';

/** Begins a new slip: a headline, or a rule when it has no caption. */
export const separator = (caption?: string): ReceiptLine => ({
  type: 'separator',
  value: caption === undefined ? {} : { caption: printable(caption) },
});

export const textline = (text: string, ...decoration: readonly Decoration[]): ReceiptLine => ({
  type: 'textline',
  value: { text: printable(text), decoration },
});

export const nameValue = (name: string, value: string, ...decoration: readonly Decoration[]): ReceiptLine => ({
  type: 'name-value',
  value: { name: printable(name), value: printable(value), decoration },
});

/** A name-value line, or none when there is no value to show. */
export const nameValueIf = (name: string, value: string | number | undefined): readonly ReceiptLine[] =>
  value === undefined ? [] : [nameValue(name, String(value))];

export const space: ReceiptLine = { type: 'space' };

/** The lines as plain text, none longer than `width` characters. Bold and size do not exist in plain text. */
export const receiptText = (lines: readonly ReceiptLine[], width = 42): string =>
  paperLines(lines, { columns: width, headline: 1 })
    .map(line => lineText(line, width))
    .join('\n');
