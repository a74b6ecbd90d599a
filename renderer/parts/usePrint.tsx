/**
 * Prints receipts with the browser. The printed copy is a part of the page that only the printer shows; a second print of
 * the same copy has a mark.
 */

import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ReceiptLine } from '../../main/wire/shapes.ts';
import { useTexts } from '../texts/context.tsx';
import { ReceiptPaper } from './ReceiptPaper.tsx';

type Lines = readonly ReceiptLine[];

/** `first` is the copy that the browser's own print command prints; `marks` are printed above copies that are not valid. */
export function usePrint<Copy extends string>(
  copies: Readonly<Record<Copy, Lines>>,
  first: NoInfer<Copy>,
  marks: Partial<Readonly<Record<NoInfer<Copy>, string | undefined>>> = {},
) {
  const { t } = useTexts();
  const [job, setJob] = useState<{ copy: Copy; number: number }>({ copy: first, number: 0 });
  const [printed, setPrinted] = useState<Readonly<Record<string, number>>>({});
  useEffect(() => {
    if (job.number === 0) return;
    window.print();
    setPrinted(counts => ({ ...counts, [job.copy]: (counts[job.copy] ?? 0) + 1 }));
  }, [job]);
  const again = (printed[job.copy] ?? 0) > 0 ? t('receipt.copy') : undefined;
  const mark = [marks[job.copy], again].filter(Boolean).join(' · ') || undefined;
  return {
    print: (copy: Copy) => setJob(({ number }) => ({ copy, number: number + 1 })),
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
