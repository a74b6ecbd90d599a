/** The place in a long list, with the ways to its newer and older rows. */

import { Button } from '../parts/Button.tsx';
import { useOfficeTexts } from '../texts/pages/office.ts';

interface PagesProps {
  readonly offset: number;
  /** Rows of a page. */
  readonly size: number;
  readonly count: number;
  readonly onOffset: (offset: number) => void;
}

export function Pages({ offset, size, count, onOffset }: PagesProps) {
  const { t, language } = useOfficeTexts();
  if (count === 0) return null;
  const shown = (value: number) => value.toLocaleString(language);
  const last = Math.min(count, offset + size);
  return (
    <div className="flex flex-wrap items-center gap-3 print:hidden">
      <Button icon="back" disabled={offset === 0} onPress={() => onOffset(Math.max(0, offset - size))}>
        {t('office.newer')}
      </Button>
      <span role="status" className="figures">
        {t('office.page', { first: shown(offset + 1), last: shown(last), count: shown(count) })}
      </span>
      <Button disabled={last >= count} onPress={() => onOffset(offset + size)}>
        {t('office.older')}
      </Button>
    </div>
  );
}
