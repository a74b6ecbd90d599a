/** The lines of the sale while its payment runs or was declined: to read, not to change. */

import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { isDiscountByHand, totalOfLine } from '../../stores/lines.ts';
import { withMinus } from '../../texts/money.ts';
import { usePaymentTexts } from '../../texts/pages/payment.ts';

export function LockedTicket() {
  const { basket } = useApp();
  const { t, money, language } = usePaymentTexts();
  const lines = useStore(basket, state => state.lines);
  if (lines.length === 0) return null;
  return (
    <ol aria-label={t('payment.lines')} className="min-h-0 shrink overflow-y-auto stacked:hidden">
      {lines.map(line => (
        <li
          key={line.key}
          className="figures grid min-h-12 grid-cols-[2.75rem_minmax(0,1fr)_auto] items-center gap-2 border-b border-line px-4 py-1 leading-5 font-semibold"
        >
          <span className="text-end text-soft">{isDiscountByHand(line) ? '' : `${withMinus(line.quantity)} ×`}</span>
          <span className="wrap-anywhere">{line.name[language]}</span>
          <span>{money(totalOfLine(line))}</span>
        </li>
      ))}
    </ol>
  );
}
