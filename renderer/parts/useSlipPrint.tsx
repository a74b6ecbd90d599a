/**
 * Prints slips of a sale: at the printer of the till, or with the browser where the till has none. Each print is counted before
 * it is made, so that a reload or another till never takes a copy for the first print.
 */

import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { PrintAnswer, PrintedSlip } from '../../main/wire/foundSales.ts';
import type { ReceiptLine } from '../../main/wire/shapes.ts';
import { useApp } from '../app/context.tsx';
import { type Problem, problemOf } from '../bridge/problem.ts';
import { useReceiptTexts } from '../texts/pages/receipt.ts';
import { printPage } from './printPage.ts';
import { ReceiptPaper } from './ReceiptPaper.tsx';

export type Slips = Readonly<Record<PrintedSlip, readonly ReceiptLine[]>>;

/** A print that the browser makes. */
interface BrowserJob {
  readonly slip: PrintedSlip;
  readonly copy: number;
}

export interface SlipPrint {
  readonly print: (slip: PrintedSlip) => Promise<void>;
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

  async function print(slip: PrintedSlip): Promise<void> {
    // One press, one print.
    if (busy || slips[slip].length === 0) return;
    setBusy(true);
    try {
      const { copy, job: ticket } = await client.ask<PrintAnswer>('POST', `/bridge/v1/sales/${sale}/prints`, { slip });
      if (ticket) setSentTo(ticket.printer);
      else setJob({ slip, copy });
      setProblem(null);
      await onPrinted?.();
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  }

  // The browser's own print command prints the slip of the customer.
  const shown = job ?? FIRST;
  const printout = <Printout job={shown} lines={slips[shown.slip]} isVoid={isVoid} />;
  return { print, sentTo, problem, busy, printout };
}

/** Nobody has pressed a button yet. */
const FIRST: BrowserJob = { slip: 'customer', copy: 0 };

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
