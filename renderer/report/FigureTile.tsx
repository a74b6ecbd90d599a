/** One total of a report or a page: its name, its figure, and below it how it differs from earlier spans. */

import type { ReactNode } from 'react';
import type { Language } from '../texts/money.ts';
import { formatShare } from './figures.ts';

export interface Change {
  /** Hundredths of a per cent; null where there is nothing to compare with. */
  readonly change: number | null;
  /** The span and the figure that the change is against, in words. */
  readonly against: string;
}

interface FigureTileProps {
  readonly title: string;
  readonly figure: string;
  readonly language: Language;
  readonly changes?: readonly Change[];
  /** Has the whole width where there is room for two. */
  readonly isFirst?: boolean;
  /** The first of a page: bigger than the others, also where there is room. */
  readonly isWide?: boolean;
  readonly children?: ReactNode;
}

/** Of a `<dl>`. */
export function FigureTile({
  title,
  figure,
  language,
  changes = [],
  isFirst = false,
  isWide = false,
  children,
}: FigureTileProps) {
  return (
    <div
      className={`card px-4 py-3 ${isWide || isFirst ? 'max-sm:col-span-full' : ''} ${isWide ? 'sm:col-span-2' : ''}`}
    >
      <dt className="text-soft">{title}</dt>
      <dd
        className={`figures font-bold wrap-anywhere ${isWide ? 'text-4xl' : isFirst ? 'text-3xl' : 'text-2xl sm:text-3xl'}`}
      >
        {figure}
      </dd>
      {changes.map(({ change, against }) => (
        // Two small tiles beside each other have no room for it.
        <dd key={against} className={`figures text-sm text-soft ${isWide || isFirst ? '' : 'max-sm:hidden'}`}>
          {change !== null && (
            <strong className="text-ink">
              {change > 0 ? '▲ ' : change < 0 ? '▼ ' : ''}
              {formatShare(change, language, true)}{' '}
            </strong>
          )}
          {against}
        </dd>
      ))}
      {children && <dd className="figures text-sm text-soft">{children}</dd>}
    </div>
  );
}
