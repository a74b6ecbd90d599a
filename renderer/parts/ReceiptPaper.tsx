/** A receipt as paper, drawn from the same rows on the screen and in print. */

import { memo } from 'react';
import type { ReceiptLine } from '../../main/wire/shapes.ts';
import { type Row, type Slip, slipsOf } from './receiptLayout.ts';

export interface ReceiptPaperProps {
  readonly lines: readonly ReceiptLine[];
  /** Mark above the first slip, for copies and cancelled receipts. */
  readonly mark?: string | undefined;
}

export const ReceiptPaper = memo(function ReceiptPaper({ lines, mark }: ReceiptPaperProps) {
  return (
    <div className="font-mono leading-snug break-words whitespace-pre-wrap">
      {mark && <p className="mb-2 border-y-2 border-current py-1 text-center text-[1.3em] font-bold">{mark}</p>}
      {/* biome-ignore-start lint/suspicious/noArrayIndexKey: the lines of a receipt never change places */}
      {slipsOf(lines).map((slip, index) => (
        <div key={index} className="slip">
          <Head head={slip.head} />
          {slip.rows.map((row, at) => (
            <PaperRow key={at} row={row} />
          ))}
        </div>
      ))}
      {/* biome-ignore-end lint/suspicious/noArrayIndexKey: see above */}
    </div>
  );
});

function Head({ head }: { readonly head: Slip['head'] }) {
  if (head === null) return null;
  if (head.kind === 'rule') return <hr className="my-3 border-t-2 border-dashed border-current" />;
  return <h3 className="py-3 text-center text-[1.3em] leading-tight font-bold">{head.text}</h3>;
}

const ALIGN = { left: 'text-left', center: 'text-center', right: 'text-right' } as const;

function PaperRow({ row }: { readonly row: Row }) {
  if (row.kind === 'space') return <div className="h-[1lh]" />;
  const weight = row.important ? 'font-bold' : '';
  if (row.kind === 'text') return <p className={`min-h-[1lh] ${ALIGN[row.align]} ${weight}`}>{row.text}</p>;
  return (
    <p className={`flex flex-wrap justify-between gap-x-3 ${weight}`}>
      <span>{row.name} </span>
      <span className="ms-auto text-right">{row.value}</span>
    </p>
  );
}
