/** The parts of a printed receipt, for papers that are made from it: its amounts are never worked out a second time. */
import type { ReceiptLine } from './receipt.ts';

export interface ReceiptSlip {
  /** The shop as the receipt names it, and marks of a demo or a training. */
  readonly head: readonly ReceiptLine[];
  /** Everything below: articles, total, tenders, taxes, number and date. */
  readonly body: readonly ReceiptLine[];
}

/** The receipt without its headline, and without the slips of the terminal behind it. */
export function receiptSlip(lines: readonly ReceiptLine[]): ReceiptSlip {
  const own = lines[0]?.type === 'separator' ? lines.slice(1) : lines;
  const end = own.findIndex(({ type }) => type === 'separator');
  const slip = end < 0 ? own : own.slice(0, end);
  const gap = slip.findIndex(({ type }) => type === 'space');
  return gap < 0 ? { head: [], body: slip } : { head: slip.slice(0, gap), body: slip.slice(gap + 1) };
}
