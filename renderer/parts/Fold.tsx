/** Parts that are rarely wanted are folded away below their title. */

import { type ReactNode, useState } from 'react';

interface FoldProps {
  readonly title: string;
  /** Open whatever a person has folded: a fault must not be hidden. */
  readonly isForced?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Fold({ title, isForced = false, className = 'rounded-control bg-sunken px-3', children }: FoldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details open={isOpen || isForced} className={className} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className="touch cursor-pointer py-3 font-semibold">{title}</summary>
      {children}
    </details>
  );
}
