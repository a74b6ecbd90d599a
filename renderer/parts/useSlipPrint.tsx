/**
 * Prints slips of a sale: at the printer of the till, or with the browser where the till has none. Each print is counted before
 * it is made, so that a reload or another till never takes a copy for the first print.
 */

import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { OrderedSlip, PrintAnswer, PrintedSlip } from '../../main/wire/foundSales.ts';
import type { ReceiptLine } from '../../main/wire/shapes.ts';
import { useApp } from '../app/context.tsx';
import { type Problem, problemOf } from '../bridge/problem.ts';
import { useReceiptTexts } from '../texts/pages/receipt.ts';
import { printPage } from './printPage.ts';
import { ReceiptPaper } from './ReceiptPaper.tsx';

export type Slips = Readonly<Record<PrintedSlip, readonly ReceiptLine[]>>;

/** A print that the browser makes. */
interface BrowserJob {
  readonly slip: OrderedSlip | 'invoice';
  readonly copy: number;
  /** Null: those of the sale. */
  readonly lines: readonly ReceiptLine[] | null;
}

export interface SlipPrint {
  readonly print: (slip: OrderedSlip) => Promise<void>;
  /** By its number. */
  readonly printInvoice: (number: string) => Promise<void>;
  /** The last slip went to the printer of this till (PRN_…); null: to the browser, or none was printed. */
  readonly sentTo: string | null;
  readonly problem: Problem | null;
  readonly busy: boolean;
  /** The part of the page that only the browser's printer shows. */
  readonly printout: React.ReactNode;
}

export interface SlipPrintOptions {
  /** STX_… */
  readonly sale: string;
  readonly slips: Slips;
  readonly isVoid: boolean;
  /** The count of copies has changed. */
  readonly onPrinted?: () => void | Promise<void>;
}

export function useSlipPrint({ sale, slips, isVoid, onPrinted }: SlipPrintOptions): SlipPrint {
  const { client } = useApp();
  const [job, setJob] = useState<BrowserJob | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);

  async function order(slip: BrowserJob['slip'], path: string, body: object): Promise<void> {
    // One press, one print.
    if (busy) return;
    setBusy(true);
    try {
      const { copy, lines = null, job: ticket } = await client.ask<PrintAnswer>('POST', path, body);
      if (ticket) setSentTo(ticket.printer);
      else setJob({ slip, copy, lines });
      setProblem(null);
      await onPrinted?.();
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  }

  const path = `/bridge/v1/sales/${sale}`;
  async function print(slip: OrderedSlip): Promise<void> {
    if (slip === 'gift' || slips[slip].length > 0) await order(slip, `${path}/prints`, { slip });
  }
  const printInvoice = (number: string) =>
    order('invoice', `${path}/invoices/${encodeURIComponent(number)}/prints`, {});

  // The browser's own print command prints the slip of the customer.
  const shown = job ?? FIRST;
  const own = shown.slip in slips ? slips[shown.slip as PrintedSlip] : [];
  const printout = <Printout job={shown} lines={shown.lines ?? own} isVoid={isVoid} />;
  return { print, printInvoice, sentTo, problem, busy, printout };
}

/** Nobody has pressed a button yet. */
const FIRST: BrowserJob = { slip: 'customer', copy: 0, lines: null };

interface PrintoutProps {
  readonly job: BrowserJob;
  readonly lines: readonly ReceiptLine[];
  readonly isVoid: boolean;
}

/** Each job is printed once. */
function Printout({ job, lines, isVoid }: PrintoutProps) {
  const { t } = useReceiptTexts();
  const printed = useRef<BrowserJob>(FIRST);
  useEffect(() => {
    if (printed.current === job) return;
    printed.current = job;
    printPage();
  }, [job]);
  const marks = [
    ...(isVoid && job.slip !== 'reversal' ? [t('receipt.void')] : []),
    ...(job.copy > 0 ? [t('receipt.copyMark', { number: job.copy })] : []),
  ];
  return createPortal(
    <div className="printout">
      <ReceiptPaper lines={lines} mark={marks.join(' · ') || undefined} />
    </div>,
    document.body,
  );
}
