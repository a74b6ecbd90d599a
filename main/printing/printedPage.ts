/** Makes the page of a job: the lines of the one layout, the mark, the logo, and the code for a scanner. */

import type { PrintedCode, PrinterLine, PrinterPage } from '../../drivers/index.ts';
import type { Language } from '../domain/money.ts';
import { printMark } from '../domain/printMark.ts';
import type { ReceiptLine } from '../domain/receipt.ts';
import { receiptCode } from '../domain/receiptCode.ts';
import { lineText, type PaperLine, paperLines } from '../domain/receiptLayout.ts';
import type { PrinterRow, PrinterStore } from '../store/printers.ts';
import type { PrintJobRow } from '../store/printJobs.ts';
import type { PrintedSlip } from '../wire/foundSales.ts';
import type { SmartTransaction } from '../wire/transactions.ts';
import type { Sale } from '../world/sales.ts';
import { visualCells } from './visualOrder.ts';

export interface PageSources {
  readonly printers: Pick<PrinterStore, 'logo'>;
  sale(merchant: string, id: string): Pick<Sale, 'id' | 'receiptNumber' | 'document'> | null;
  language(): Language;
}

/** The lines of a slip; empty where the sale has none. */
export function slipLines(document: SmartTransaction, slip: PrintedSlip): readonly ReceiptLine[] {
  const { receipt, receipt_merchant: merchant, receipt_reversal: reversal } = document;
  const lines = { customer: receipt, merchant, reversal }[slip] ?? [];
  return lines as readonly ReceiptLine[];
}

/** Null where there is nothing to print. */
export function printedPage(sources: PageSources, printer: PrinterRow, job: PrintJobRow): PrinterPage | null {
  const sale = job.sale === null ? null : sources.sale(job.merchant, job.sale);
  const lines = job.lines ?? (sale && job.slip ? slipLines(sale.document, job.slip) : []);
  if (lines.length === 0) return null;
  const isVoid = sale?.document.status === 'cancelled' && job.slip !== 'reversal';
  const mark = printMark({ copy: job.copy, mayBeDouble: job.mayBeDouble, isVoid }, sources.language());
  const { columns } = printer;
  return {
    logo: printer.logo && job.slip !== 'merchant' ? (sources.printers.logo(job.merchant) ?? undefined) : undefined,
    lines: paperLines(lines, { columns, mark }).map(line => printerLine(line, columns)),
    code: codeOf(printer, job, sale),
  };
}

export const printerLine = (line: PaperLine, columns: number): PrinterLine => ({
  text: lineText(line, columns),
  cells: line.kind === 'text' ? visualCells(line) : undefined,
  bold: line.kind === 'text' && line.bold,
  size: line.kind === 'text' ? line.size : 1,
});

function codeOf(
  { code: kind }: PrinterRow,
  { slip, lines }: PrintJobRow,
  sale: Pick<Sale, 'id' | 'receiptNumber'> | null,
): PrintedCode | undefined {
  if (kind === 'none' || !(slip === 'customer' || lines) || !sale || sale.receiptNumber === null) return undefined;
  return { kind, text: receiptCode(sale.receiptNumber, sale.id) };
}
