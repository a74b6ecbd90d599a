/** Filters in one line of chips. On a narrow screen the line moves sideways, so that the figures below it stay in sight. */

import type { ReactNode } from 'react';

interface ChipLineProps {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** The padding has room for the ring of the focus, which a line that moves would cut. */
export const ChipLine = ({ label, className = '', children }: ChipLineProps) => (
  <section
    aria-label={label}
    className={`-m-1 flex items-center gap-2 p-1 max-sm:overflow-x-auto max-sm:*:shrink-0 sm:flex-wrap print:hidden ${className}`}
  >
    {children}
  </section>
);
