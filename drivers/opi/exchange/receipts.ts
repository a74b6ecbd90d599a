/** Reads slips and display texts from the Output of a DeviceRequest. */
import type { ReceiptText, TerminalReceipt, TransactionFacts } from '../../terminal.ts';
import { all, attributeOf, type Element } from '../codec/element.ts';

type Copy = TerminalReceipt['copy'];

/** Printers of the protocol, by the copy that they print. */
const PRINTERS: Readonly<Record<string, Copy>> = {
  Printer: 'merchant',
  JournalPrinter: 'merchant',
  PrinterReceipt: 'customer',
};

const DISPLAYS: ReadonlySet<string> = new Set(['CashierDisplay', 'CashierTerminal', 'CustomerDisplay']);

/** The use that the till makes of an Output. */
export type Target = 'print' | 'display' | 'journal' | 'none';

export function targetOf(output: Element): Target {
  const target = attributeOf(output, 'OutDeviceTarget') ?? '';
  if (Object.hasOwn(PRINTERS, target)) return 'print';
  if (DISPLAYS.has(target)) return 'display';
  // The journal of the bridge holds every transaction already.
  return target === 'E-Journal' ? 'journal' : 'none';
}

/** The slip of a print; a slip that is printed without a payment is administrative. */
export function slipOf(output: Element, context: 'payment' | 'admin'): TerminalReceipt {
  const copy = PRINTERS[attributeOf(output, 'OutDeviceTarget') ?? ''] ?? 'merchant';
  return { copy: context === 'admin' ? 'admin' : copy, lines: all(output, 'TextLine').flatMap(linesOf) };
}

/** The lines of all prints of a DeviceRequest, as texts. */
export function printedLines(request: Element): readonly string[] {
  const prints = all(request, 'Output').filter(output => targetOf(output) === 'print');
  return prints.flatMap(output => all(output, 'TextLine').flatMap(line => line.text.split(/\r\n|\r|\n/)));
}

/**
 * True for the slip of this transaction: it prints its receipt number or its trace number beside their usual words, and no other
 * number beside them.
 */
export function isSlipOf(lines: readonly string[], { receiptNumber, traceNumber }: TransactionFacts): boolean {
  const named = [
    [numbersBeside(RECEIPT_WORDS, lines), receiptNumber],
    [numbersBeside(TRACE_WORDS, lines), traceNumber],
  ] as const;
  const isOther = named.some(([numbers, own]) => own !== undefined && numbers.some(number => number !== own));
  return !isOther && named.some(([numbers, own]) => own !== undefined && numbers.includes(own));
}

const RECEIPT_WORDS = /\b(?:beleg|bon|receipt|slip|ticket)[-\s]*(?:nr|nummer|no|number|#)?[.:\s#-]*(\d{1,12})\b/gi;
const TRACE_WORDS = /\b(?:ta|trace|stan|trm|trx)[-\s]*(?:nr|nummer|no|number|#)?[.:\s#-]*(\d{1,12})\b/gi;

const numbersBeside = (words: RegExp, lines: readonly string[]): readonly number[] =>
  lines.flatMap(line => [...line.matchAll(words)].map(([, digits]) => Number(digits)));

/** The lines of a display, one under the other. */
export function displayText(output: Element): string {
  const texts = all(output, 'TextLine').map(line => line.text.trim());
  return texts.filter(text => text !== '').join('\n');
}

function linesOf(line: Element): ReceiptText[] {
  const style = {
    align: ALIGNMENTS[attributeOf(line, 'Alignment')?.toLowerCase() ?? ''] ?? 'left',
    wide: /double/i.test(attributeOf(line, 'Width') ?? ''),
    tall: /double/i.test(attributeOf(line, 'Height') ?? ''),
  };
  return line.text.split(/\r\n|\r|\n/).map(text => ({ text: text.trimEnd(), ...style }));
}

const ALIGNMENTS: Readonly<Record<string, ReceiptText['align']>> = {
  center: 'center',
  centre: 'center',
  right: 'right',
};
