/**
 * Prints slips that belong to no sale: at the printer of the till, or with the browser, where the printed copy is a part of the
 * page that only the printer shows. A second print of the same copy has a mark.
 */

import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { SlipAnswer } from '../../main/wire/printers.ts';
import type { ReceiptLine } from '../../main/wire/shapes.ts';
import { useApp } from '../app/context.tsx';
import { problemOf } from '../bridge/problem.ts';
import { useReceiptTexts } from '../texts/pages/receipt.ts';
import { printPage } from './printPage.ts';
import { ReceiptPaper } from './ReceiptPaper.tsx';

type Lines = readonly ReceiptLine[];

/** `first` is the copy that the browser's own print command prints; `marks` are printed above copies that are not valid. */
export function usePrint<Copy extends string>(
  copies: Readonly<Record<Copy, Lines>>,
  first: NoInfer<Copy>,
  marks: Partial<Readonly<Record<NoInfer<Copy>, string | undefined>>> = {},
) {
  const { client } = useApp();
  const { t } = useReceiptTexts();
  const [job, setJob] = useState<{ copy: Copy; number: number; again: boolean }>({
    copy: first,
    number: 0,
    again: false,
  });
  const [printed, setPrinted] = useState<Readonly<Record<string, number>>>({});
  useEffect(() => {
    if (job.number > 0) printPage();
  }, [job]);
  /** At the printer of the till, or with the browser where the till has none, or its bridge does not answer. */
  async function print(copy: Copy): Promise<void> {
    const count = printed[copy] ?? 0;
    const order = { lines: copies[copy], copy: count };
    const answer = await client.ask<SlipAnswer>('POST', '/bridge/v1/printing/slips', order).catch(problemOf);
    if (!('job' in answer) || answer.job === null)
      setJob(({ number }) => ({ copy, number: number + 1, again: count > 0 }));
    setPrinted(counts => ({ ...counts, [copy]: count + 1 }));
  }
  const again = job.again ? t('receipt.copy') : undefined;
  const mark = [marks[job.copy], again].filter(Boolean).join(' · ') || undefined;
  return {
    print: (copy: Copy) => void print(copy),
    printout: createPortal(
      <div className="printout">
        <ReceiptPaper lines={copies[job.copy]} mark={mark} />
      </div>,
      document.body,
    ),
  };
}

interface PaperProps {
  readonly title: string;
  readonly lines: Lines;
  readonly mark?: string | undefined;
}

/** The receipt as it will look on paper: white in every theme. */
export const Paper = ({ title, lines, mark }: PaperProps) =>
  lines.length > 0 && (
    <section aria-label={title} className="max-w-full scheme-light">
      <h2 className="mb-1 font-semibold">{title}</h2>
      <div className="w-[calc(42ch+2.5rem)] max-w-full rounded-sm bg-white p-5 font-mono text-[0.85rem] text-black shadow-md">
        <ReceiptPaper lines={lines} mark={mark} />
      </div>
    </section>
  );
