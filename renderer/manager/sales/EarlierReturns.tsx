/** Goods of a sale that came back before, and returns of it that nobody has finished. */
import type { Returnable } from '../../../main/wire/returns.ts';
import { Button } from '../../parts/Button.tsx';
import { useReturnsTexts } from '../../texts/pages/returns.ts';
import { useReturnSteps } from './useReturnSteps.ts';

interface EarlierReturnsProps {
  readonly returns: Returnable['returns'];
  readonly onClose: () => void;
}

export function EarlierReturns({ returns, onClose }: EarlierReturnsProps) {
  const { t, money, moment } = useReturnsTexts();
  const { show } = useReturnSteps(onClose);
  if (returns.length === 0) return null;
  return (
    <section aria-label={t('back.earlier')}>
      <h3 className="mb-1 font-semibold">{t('back.earlier')}</h3>
      <ul className="grid gap-1 text-sm">
        {returns.map(({ id, receipt_number: number, created, open, value, till }) => {
          const time = moment(Date.parse(created));
          return (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-3">
              <span className="min-w-0 wrap-anywhere">
                {open
                  ? t('back.openOne', { till: till ?? '', time })
                  : t('back.earlierOne', { number: number ?? '', time })}
              </span>
              <span className="figures">{money(value)}</span>
              {open && <Button onPress={() => void show(id, true)}>{t('back.continue')}</Button>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
