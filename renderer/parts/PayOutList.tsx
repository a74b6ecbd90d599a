/** Where the money of a return goes, one line for each step; read before anything moves. */

import type { PayOutView, TenderLeft } from '../../main/wire/returns.ts';
import { useReturnsTexts } from '../texts/pages/returns.ts';

interface PayOutListProps {
  readonly outs: readonly PayOutView[];
  /** The tenders of the sale, by which a card or voucher is named. */
  readonly tenders: readonly TenderLeft[];
}

export function PayOutList({ outs, tenders }: PayOutListProps) {
  const { t, money } = useReturnsTexts();
  return (
    <ul aria-label={t('back.money')} className="grid gap-1">
      {outs.map(({ method, amount, sale, tender, how, by_right: byRight }) => {
        const to = tenders.find(one => one.sale === sale && one.tender === tender);
        const notes = [
          ...(to?.text ? [to.text] : []),
          ...(how ? [t(`back.how.${how}`)] : []),
          ...(byRight ? [t('back.byRight')] : []),
        ];
        return (
          <li
            key={`${method} ${sale} ${tender}`}
            data-testid="pay-out-step"
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3"
          >
            <span className="min-w-0 font-medium wrap-anywhere">{t(`back.to.${method}`)}</span>
            <span className="figures font-semibold">{money(amount)}</span>
            {notes.length > 0 && (
              <span className={`text-sm wrap-anywhere ${byRight ? 'text-warn' : 'text-soft'}`}>
                {notes.join(' · ')}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
