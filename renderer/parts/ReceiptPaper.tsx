/** A receipt as paper: the lines of the one layout, so that the screen shows what the printer prints. */

import { type CSSProperties, memo } from 'react';
import {
  lineText,
  type PaperLine,
  type PaperText,
  paperLines,
  USUAL_COLUMNS,
} from '../../main/domain/receiptLayout.ts';
import type { ReceiptLine } from '../../main/wire/shapes.ts';

export interface ReceiptPaperProps {
  readonly lines: readonly ReceiptLine[];
  /** Mark above the first slip, for copies and cancelled receipts. */
  readonly mark?: string | undefined;
  /** Characters of a line. */
  readonly columns?: number | undefined;
}

export const ReceiptPaper = memo(function ReceiptPaper({ lines, mark, columns = USUAL_COLUMNS }: ReceiptPaperProps) {
  return (
    <div className="paper">
      <div className="paper-lines" style={{ '--columns': columns } as CSSProperties}>
        {/* biome-ignore-start lint/suspicious/noArrayIndexKey: the lines of a receipt never change places */}
        {paperLines(lines, { columns, mark }).map((line, index) => (
          <PaperRow key={index} line={line} />
        ))}
        {/* biome-ignore-end lint/suspicious/noArrayIndexKey: see above */}
      </div>
    </div>
  );
});

function PaperRow({ line }: { readonly line: PaperLine }) {
  if (line.kind === 'rule') return <hr className="paper-rule" />;
  if (lineText(line, 0) === '') return <div className="h-[1lh]" />;
  const weight = line.bold ? 'font-bold' : '';
  // The style centres a headline.
  if (line.size === 2) return <h3 className="paper-headline">{line.left}</h3>;
  if (line.gap > 0 && NOT_ONE_WIDE.test(line.left + line.right))
    return (
      <p className={`flex justify-between ${weight}`}>
        <bdi>{line.left}</bdi> <bdi>{line.right}</bdi>
      </p>
    );
  return <p className={weight}>{textOf(line)}</p>;
}

/** Letters that a browser takes from a font whose letters are not all one column wide. */
const NOT_ONE_WIDE = /[^ -\u052f\u1e00-\u2bff]/u;

/** Name and value are elements of their own, so that they can be read and found one by one, and a name that runs to the left moves no digit of its price. */
const textOf = ({ before, left, gap, right }: PaperText) => (
  <>
    {' '.repeat(before)}
    {left !== '' && <bdi>{left}</bdi>}
    {' '.repeat(gap)}
    {right !== '' && <bdi>{right}</bdi>}
  </>
);
