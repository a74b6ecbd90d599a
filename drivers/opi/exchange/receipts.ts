/** Reads slips and display texts from the Output of a DeviceRequest. */
import type { ReceiptText, TerminalReceipt } from '../../terminal.ts';
import { all, attributeOf, type Element } from '../codec/element.ts';

type Copy = TerminalReceipt['copy'];

/** `Printer` is that of the merchant, `PrinterReceipt` that of the customer. */
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
