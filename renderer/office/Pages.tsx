/** The place in a long list, with the ways to its newer and older rows. */

import { Button } from '../parts/Button.tsx';
import { useOfficeTexts } from '../texts/pages/office.ts';

interface PagesProps {
  readonly offset: number;
  /** Rows of a page. */
  readonly size: number;
  readonly count: number;
  /** Rows of this page, where the list is longer than `count`; null where it is not. */
  readonly ofMore?: number | null;
  readonly onOffset: (offset: number) => void;
}

export function Pages({ offset, size, count, ofMore = null, onOffset }: PagesProps) {
  const { t, language } = useOfficeTexts();
  if (count === 0) return null;
  const shown = (value: number) => value.toLocaleString(language);
  const last = ofMore === null ? Math.min(count, offset + size) : offset + ofMore;
  const isLast = ofMore === null ? last >= count : ofMore < size;
  return (
    <div className="flex flex-wrap items-center gap-3 print:hidden">
      <Button icon="back" disabled={offset === 0} onPress={() => onOffset(Math.max(0, offset - size))}>
        {t('office.newer')}
      </Button>
      <span role="status" className="figures">
        {t(ofMore === null ? 'office.page' : 'office.pageOfMore', {
          first: shown(offset + 1),
          last: shown(last),
          count: shown(count),
        })}
      </span>
      <Button disabled={isLast} onPress={() => onOffset(offset + size)}>
        {t('office.older')}
      </Button>
    </div>
  );
}
