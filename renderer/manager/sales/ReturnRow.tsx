/** A line of a sale that may come back: its name, what is known of it, and the fields that say how much. */
import type { ReactNode } from 'react';

interface ReturnRowProps {
  readonly name: string;
  readonly facts: string;
  /** Nothing of the line is left to come back. */
  readonly isGone: boolean;
  readonly fields: ReactNode;
  readonly children?: ReactNode;
}

export const ReturnRow = ({ name, facts, isGone, fields, children }: ReturnRowProps) => (
  <li
    className={`grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-b border-line py-1 ${isGone ? 'text-soft' : ''}`}
  >
    <span className="min-w-0">
      <span className="block font-medium wrap-anywhere">{name}</span>
      <span className="figures block text-sm text-soft">{facts}</span>
    </span>
    <span className="flex flex-wrap items-center justify-end gap-2">{fields}</span>
    {children}
  </li>
);
