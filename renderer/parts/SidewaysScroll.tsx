/** Around a table that may be wider than the page: it alone moves sideways, with a finger or with the arrow keys. */

import type { ReactNode } from 'react';

interface SidewaysScrollProps {
  /** The caption of the table. */
  readonly label: string;
  readonly children: ReactNode;
}

export const SidewaysScroll = ({ label, children }: SidewaysScrollProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a group and no landmark: a page has many tables
  <div
    role="group"
    aria-label={label}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without the focus, no arrow key would move the table
    tabIndex={0}
    className="sideways scroll-ps-36 overflow-x-auto card print:overflow-visible"
  >
    {children}
  </div>
);
